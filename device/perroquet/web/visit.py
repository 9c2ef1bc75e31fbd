"""What one open page may do: every wish goes through here, and is asked whose it is now, not when it was drawn."""

import time
from dataclasses import dataclass, field

from perroquet.kernel.readings import Control, Gesture
from perroquet.kernel.sheet import HouseValue
from perroquet.kernel.units import Percent, Seat, Seq
from perroquet.web.buckets import WISHES, Bucket
from perroquet.web.claims import Claims
from perroquet.web.door import Addresses
from perroquet.web.guests import Guest, Guests
from perroquet.web.link import EveningLink


@dataclass(kw_only=True)
class Visit:
    """One open page of one guest.

    Attributes:
        viewer: the seat whose private view this page shows; None = what everybody may know.
        where: how the page is reached.
    """

    link: EveningLink
    guests: Guests
    claims: Claims
    guest_id: str
    viewer: Seat | None
    where: Addresses
    _bucket: Bucket = field(default_factory=lambda: Bucket(WISHES))

    @property
    def guest(self) -> Guest | None:
        """Who looks at this page, as it stands now."""
        return self.guests.named(self.guest_id)

    def choose(self, index: int, seq: Seq) -> None:
        """Give a command from the menu this page shows."""
        if self._is_seated() if self.viewer is not None else self._leads():
            self.link.choose(self.viewer, index, seq)

    def press_own(self) -> None:
        """Press the button of this page's own seat."""
        if self._is_seated():
            self.link.press(Control.SEAT, Gesture.SHORT, seat=self.viewer)

    def contest(self) -> None:
        """Ask for a contest, as MODE does when it is held."""
        if self._is_seated():
            self.link.press(Control.MODE, Gesture.LONG)

    def press(self, control: Control, gesture: Gesture, *, seat: Seat | None = None, steps: int = 0) -> None:
        """Press any button; the host alone may."""
        if self._leads():
            self.link.press(control, gesture, seat=seat, steps=steps)

    def rename(self, seat: Seat, name: str) -> None:
        """Name a seat: one's own, or any as the host."""
        if self._is_seated() if seat == self.viewer else self._leads():
            self.link.rename(seat, name)

    def offer(self, game: str) -> None:
        """Choose the game that START begins."""
        if self._leads():
            self.link.offer(game)

    def choose_rule(self, game: str, rule: str, value: HouseValue) -> None:
        """Choose a house rule."""
        if self._leads():
            self.link.choose_rule(game, rule, value)

    def choose_volume(self, percent: Percent) -> None:
        """Set the volume."""
        if self._leads():
            self.link.choose_volume(percent)

    def overrule(self, seats: tuple[Seat, ...], reason: str) -> None:
        """Give the table's word on the last ruling."""
        if self._leads():
            self.link.overrule(seats, reason)

    def say_code(self) -> None:
        """Let the box say the address and the code again."""
        if self._leads():
            self.link.announce(self.where.spoken, self.guests.code)

    def renew_code(self) -> None:
        """Choose another code, and say it."""
        if self._leads():
            self.guests.renew_code()
            self.link.announce(self.where.spoken, self.guests.code)

    def claim(self, seat: Seat) -> None:
        """Ask for a seat; its button, or the host, will answer."""
        if self._may():
            self.claims.ask(self.guest_id, seat)

    def withdraw(self) -> None:
        """Ask for it no longer."""
        if self._may():
            self.claims.withdraw(self.guest_id)

    def rise(self) -> None:
        """Give one's own seat back."""
        if self._may():
            self.guests.sit(self.guest_id, None)

    def answer_claim(self, guest_id: str, *, accepted: bool) -> None:
        """Accept or refuse what another phone asked for."""
        if self._leads():
            (self.claims.accept if accepted else self.claims.withdraw)(guest_id)

    def release(self, seat: Seat) -> None:
        """Take the private page of a seat back from whoever has it."""
        sitting = self.guests.in_seat(seat)
        if sitting is not None and self._leads():
            self.guests.sit(sitting.id, None)

    def lead(self) -> None:
        """Become the host, when there is none here."""
        if self._may() and self.guests.may_lead():
            self.guests.lead(self.guest_id)

    def hand_over(self, seat: Seat) -> None:
        """Make the guest in `seat` the host."""
        sitting = self.guests.in_seat(seat)
        if sitting is not None and self._leads():
            self.guests.lead(sitting.id)

    def leave(self) -> None:
        """Leave the table's page: the cookie is worth nothing any more."""
        self.claims.withdraw(self.guest_id)
        self.guests.leave(self.guest_id)

    def _is_seated(self) -> bool:
        guest = self.guest
        return guest is not None and self.viewer is not None and guest.seat == self.viewer and self._may()

    def _leads(self) -> bool:
        guest = self.guest
        return guest is not None and guest.host and self._may()

    def _may(self) -> bool:
        return self.guest is not None and self._bucket.take(time.monotonic_ns())

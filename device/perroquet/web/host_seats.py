"""Seats, names, phones, and what phones ask for: the host's. Importing this module imports NiceGUI."""

from typing import Final

from nicegui.events import GenericEventArguments

from perroquet.kernel.readings import Control, Gesture
from perroquet.kernel.units import Seat
from perroquet.table.decide import NAME_LENGTH
from perroquet.table.views import EveningView, SeatView, Situation
from perroquet.web.forms import button
from perroquet.web.nodes import Node, icon
from perroquet.web.visit import Visit
from perroquet.web.wording import Words

_WRITTEN: Final = "(e) => emit(Number(e.currentTarget.dataset.seat), e.currentTarget.value)"


class HostSeats:
    """One line a wired seat, and above them the claims."""

    def __init__(self, words: Words, visit: Visit) -> None:
        self._words = words
        self._visit = visit
        self._claims: dict[str, tuple[Node, Node]] = {}
        self._rows: dict[Seat, _Row] = {}
        with Node("section", "panel host-seats"):
            Node("h2", "eyebrow", words("seats-and-names"))
            self._asked = Node("ul", "claims", role="status")
            self._list = Node("ul", "host-seat-list")

    def show(self, view: EveningView) -> None:
        """Draw who sits, who has a phone, who asks."""
        self._show_claims()
        seats = {seat.seat: seat for seat in view.seats}
        for number in range(max(self._visit.link.host().wired, *(seat + 1 for seat in seats), 0)):
            seat = Seat(number)
            if seat not in self._rows:
                with self._list:
                    self._rows[seat] = _Row(seat, self._words, self._visit)
            self._rows[seat].show(seats.get(seat), idle=view.situation is Situation.IDLE)

    def _show_claims(self) -> None:
        pending = self._visit.claims.pending()
        for gone in self._claims.keys() - pending.keys():
            self._claims.pop(gone)[0].delete()
        for guest_id, seat in pending.items():
            if guest_id not in self._claims:
                with self._asked:
                    self._claims[guest_id] = self._claim(guest_id)
            self._claims[guest_id][1].write(self._words("claim-asked", number=seat + 1))

    def _claim(self, guest_id: str) -> tuple[Node, Node]:
        visit = self._visit
        with Node("li", "claim") as item:
            icon("phone")
            told = Node("span", "claim-text")
            button(self._words("accept"), lambda: visit.answer_claim(guest_id, accepted=True), "button main")
            button(self._words("refuse"), lambda: visit.answer_claim(guest_id, accepted=False))
        return item, told


class _Row:
    def __init__(self, seat: Seat, words: Words, visit: Visit) -> None:
        self._seat = seat
        self._words = words
        self._visit = visit
        with Node("li", "host-seat") as self._row:
            Node("span", "number", str(seat + 1), aria_hidden="true")
            self._input = Node(
                "input",
                type="text",
                maxlength=NAME_LENGTH,
                autocomplete="off",
                data_seat=seat,
                aria_label=words("player", number=seat + 1),
            )
            self._input.on("change", self._written, js_handler=_WRITTEN)
            self._join = button("", lambda: visit.press(Control.SEAT, Gesture.SHORT, seat=seat), "button quiet")
            with Node("span", "seat-phone") as self._phone:
                with Node("span", "phone-of"):
                    icon("phone")
                    self._phone_word = Node("span")
                button(words("release"), lambda: visit.release(seat), "button quiet")
                self._lead = button(words("hand-over"), lambda: visit.hand_over(seat), "button quiet")

    def _written(self, event: GenericEventArguments) -> None:
        match event.args:
            case [int(seat), str(name)] if seat == self._seat:
                self._visit.rename(self._seat, name)
            case _:
                pass  # forged: our own page sends the seat of its row

    def show(self, seat: SeatView | None, *, idle: bool) -> None:
        words = self._words
        guest = self._visit.guests.in_seat(self._seat)
        self._row.put(hidden=not idle and seat is None and guest is None)
        # The attribute, not the property: what somebody is typing must not be drawn over.
        self._input.put(
            **{"^value": seat.name if seat is not None and seat.named else ""},
            placeholder=words("place", number=self._seat + 1) if seat is None else seat.name,
            disabled=seat is None,
        )
        self._join.put(hidden=not idle).write(words("get-up" if seat is not None else "sit"))
        self._phone.put(hidden=guest is None)
        self._phone_word.write(words("phone-here" if guest and self._visit.guests.present[guest.id] else "phone-away"))
        self._lead.put(hidden=guest is None or guest.host)

"""Where the cards lie: reserves, piles, the pot. Every change keeps every card."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Final

from perroquet.games.jungle_speed.cards import UNKNOWN, Card
from perroquet.kernel.units import Seat

RIGHT: Final = 10
LEFT: Final = 20
"""In the game for two each hand has its own cards (JS-67): seat 1 plays hands 11 (right) and 21 (left)."""


def person(seat: Seat) -> Seat:
    """Return whose hand `seat` is; a seat that is no hand is itself."""
    return Seat(seat % RIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Handful:
    """Some cards that a seat moves, first to last."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """One seat's cards: `reserve` face down, the next card first; `pile` face up, bottom to top."""

    seat: Seat
    reserve: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()

    @property
    def out(self) -> bool:
        """Tell whether the seat has no card left (JS-21)."""
        return not self.reserve and not self.pile

    @property
    def last(self) -> bool:
        """Tell whether its top card is its last one (JS-32)."""
        return not self.reserve and bool(self.pile)

    @property
    def top(self) -> Card | None:
        """Return the card that counts."""
        return self.pile[-1] if self.pile else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """All cards, when they are known.

    Attributes:
        holdings: clockwise, in order of play.
        pot: cards under the totem, bottom to top.
        turn: whose flip is due; None = nobody can, or the first player is not named yet.
        aside: cards taken out of the game.
    """

    holdings: tuple[Holding, ...]
    pot: tuple[Card, ...]
    turn: Seat | None
    aside: tuple[Card, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return all seats, clockwise."""
        return tuple(holding.seat for holding in self.holdings)

    def of(self, seat: Seat) -> Holding:
        """Return the cards of `seat`."""
        return next(holding for holding in self.holdings if holding.seat == seat)

    def tops(self) -> Mapping[Seat, Card]:
        """Return the top card of each seat that shows one."""
        return {holding.seat: holding.pile[-1] for holding in self.holdings if holding.pile}

    def face_up(self, *, pot: bool = True) -> tuple[Card, ...]:
        """Return every card of every pile in order of seats, then the pot: what a penalty costs (JS-6)."""
        piles = tuple(card for holding in self.holdings for card in holding.pile)
        return (*piles, *self.pot) if pot else piles

    def everything(self) -> tuple[Card, ...]:
        """Return every card there is, once each, in no meaningful order."""
        return (*self.face_up(), *self.aside, *(card for holding in self.holdings for card in holding.reserve))

    def clockwise(self, start: Seat) -> tuple[Seat, ...]:
        """Return all seats, `start` first."""
        seats = self.seats
        place = seats.index(start)
        return (*seats[place:], *seats[:place])

    def after(self, seat: Seat) -> Seat:
        """Return the seat clockwise of `seat`."""
        return self.clockwise(seat)[1]

    def next_to_flip(self, seat: Seat) -> Seat | None:
        """Return `seat`, or the first after it clockwise that has a card to turn (JS-5); None when nobody has."""
        return next((each for each in self.clockwise(seat) if self.of(each).reserve), None)

    def out(self) -> tuple[Seat, ...]:
        """Return the seats that have no card left."""
        return tuple(holding.seat for holding in self.holdings if holding.out)

    def able(self) -> tuple[Seat, ...]:
        """Return the seats that have a card to turn."""
        return tuple(holding.seat for holding in self.holdings if holding.reserve)

    def flipped(self, seat: Seat, card: Card) -> "Cards":
        """Return the cards after `seat` turned `card`."""
        holdings = tuple(
            Holding(seat=seat, reserve=h.reserve[1:], pile=(*h.pile, card)) if h.seat == seat else h
            for h in self.holdings
        )
        seats = self.clockwise(seat)
        able = {holding.seat for holding in holdings if holding.reserve}
        return replace(self, holdings=holdings, turn=next((s for s in (*seats[1:], seat) if s in able), None))

    def forgotten(self) -> "Cards":
        """Return the cards with every reserve unknown: who picks up real cards may mingle them."""
        return replace(
            self,
            holdings=tuple(replace(h, reserve=(UNKNOWN,) * len(h.reserve)) for h in self.holdings),
        )

    def moved(
        self, *, pickups: Iterable[Handful] = (), laid: Iterable[Handful] = (), aside: Iterable[Card] = ()
    ) -> "Cards":
        """Return the cards after face-up ones went under reserves, onto the pot, or out of the game."""
        pickups, laid, aside = tuple(pickups), tuple(laid), tuple(aside)
        gone = {*aside, *(card for handful in (*pickups, *laid) for card in handful.cards)}
        if not gone:
            return self
        added: dict[Seat, tuple[Card, ...]] = {}
        for pickup in pickups:
            added[pickup.seat] = (*added.get(pickup.seat, ()), *pickup.cards)
        holdings = tuple(
            Holding(
                seat=holding.seat,
                reserve=(*holding.reserve, *added.get(holding.seat, ())),
                pile=tuple(card for card in holding.pile if card not in gone),
            )
            for holding in self.holdings
        )
        pot = (*(card for card in self.pot if card not in gone), *(card for handful in laid for card in handful.cards))
        return replace(self, holdings=holdings, pot=pot, aside=(*self.aside, *aside))

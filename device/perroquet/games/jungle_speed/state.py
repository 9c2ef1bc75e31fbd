"""What the referee of Jungle Speed remembers."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from perroquet.games.jungle_speed.cards import Card, shape
from perroquet.games.jungle_speed.events import Asked, Pickup
from perroquet.games.jungle_speed.house import SHEET, House
from perroquet.games.jungle_speed.machine import Stage
from perroquet.kernel.game import Setup
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.units import HostNs, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Holding:
    """One seat's cards: `reserve` face down, the next card first; `pile` face up, bottom to top."""

    seat: Seat
    reserve: tuple[Card, ...] = ()
    pile: tuple[Card, ...] = ()

    @property
    def out(self) -> bool:
        """Tell whether the seat has no card left."""
        return not self.reserve and not self.pile


@dataclass(frozen=True, slots=True, kw_only=True)
class Cards:
    """All cards, when they are known: seats clockwise, `pot` bottom to top, `turn` = whose flip is due."""

    holdings: tuple[Holding, ...]
    pot: tuple[Card, ...]
    turn: Seat | None

    def of(self, seat: Seat) -> Holding:
        """Return the cards of `seat`."""
        return next(holding for holding in self.holdings if holding.seat == seat)

    def face_up(self) -> tuple[Card, ...]:
        """Return every card of every pile, then the pot: what a penalty costs (JS-6)."""
        return (*(card for holding in self.holdings for card in holding.pile), *self.pot)

    def everything(self) -> tuple[Card, ...]:
        """Return every card there is, once each, in no meaningful order."""
        return (*self.face_up(), *(card for holding in self.holdings for card in holding.reserve))

    def matching(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the other seats whose top card shows the same shape as that of `seat` (JS-1, JS-2)."""
        pile = self.of(seat).pile
        return tuple(
            other.seat
            for other in self.holdings
            if pile and other.pile and other.seat != seat and shape(other.pile[-1]) == shape(pile[-1])
        )

    def next_to_flip(self, seat: Seat) -> Seat | None:
        """Return `seat`, or the first after it clockwise that has a card to turn (JS-5); None when nobody has."""
        seats = [holding.seat for holding in self.holdings]
        start = seats.index(seat)
        return next((s for s in (*seats[start:], *seats[:start]) if self.of(s).reserve), None)

    def after(self, seat: Seat) -> Seat:
        """Return the seat clockwise of `seat`."""
        seats = [holding.seat for holding in self.holdings]
        return seats[(seats.index(seat) + 1) % len(seats)]

    def out(self) -> tuple[Seat, ...]:
        """Return the seats that have no card left."""
        return tuple(holding.seat for holding in self.holdings if holding.out)

    def flipped(self, seat: Seat, card: Card) -> "Cards":
        """Return the cards after `seat` turned `card`."""
        holdings = tuple(
            replace(h, reserve=h.reserve[1:], pile=(*h.pile, card)) if h.seat == seat else h for h in self.holdings
        )
        after = replace(self, holdings=holdings)
        return replace(after, turn=after.next_to_flip(after.after(seat)))

    def picked_up(self, pickups: Iterable[Pickup]) -> "Cards":
        """Return the cards after seats slid some from piles and pot under their reserves."""
        pickups = tuple(pickups)
        taken = {card for pickup in pickups for card in pickup.cards}
        holdings = tuple(
            replace(
                holding,
                reserve=(
                    *holding.reserve,
                    *(card for pickup in pickups if pickup.seat == holding.seat for card in pickup.cards),
                ),
                pile=tuple(card for card in holding.pile if card not in taken),
            )
            for holding in self.holdings
        )
        return replace(self, holdings=holdings, pot=tuple(card for card in self.pot if card not in taken))


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A game of Jungle Speed.

    Attributes:
        duel: seats entitled to grab; one seat = it waits for its rival; empty = nobody.
        cards: None while they are unknown.
        contact_at: when the hand was felt whose measure is awaited.
        asked: the open question.
        back: the totem came back while a question was open.
        last: the last ruling told, for the page and the lamps.
        restart: who turns the next card, when it is known and nobody has yet.
        gone: seats that are out, groups in order.
        ranking: empty until the game is over.
    """

    seats: tuple[Seat, ...]
    house: House
    stage: Stage = Stage.IDLE
    duel: tuple[Seat, ...] = ()
    cards: Cards | None = None
    contact_at: HostNs | None = None
    asked: Asked | None = None
    back: bool = False
    last: Ruling | None = None
    restart: Seat | None = None
    gone: tuple[tuple[Seat, ...], ...] = ()
    ranking: tuple[tuple[Seat, ...], ...] = ()

    @property
    def duel_open(self) -> bool:
        """Tell whether two seats may grab."""
        return len(self.duel) > 1

    @property
    def declared(self) -> bool:
        """Tell whether the table itself opened the duel, or began to: cards do it in secret."""
        return bool(self.duel) and self.cards is None

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return bool(self.ranking)


def initial(setup: Setup) -> State:
    """Return the state before the first event.

    Raises:
        ConfigurationError: a house rule that is unknown or has an impossible value.
    """
    return State(seats=setup.seats, house=SHEET.laid(setup.house))

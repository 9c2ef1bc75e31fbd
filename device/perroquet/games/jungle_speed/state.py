"""What the referee of Jungle Speed remembers."""

from dataclasses import dataclass

from perroquet.games.jungle_speed.cards import Card
from perroquet.games.jungle_speed.events import Asked
from perroquet.games.jungle_speed.house import SHEET, House
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.meeting import NOTHING, Meeting, Void, meet
from perroquet.games.jungle_speed.piles import Cards, person
from perroquet.kernel.game import Setup
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Grab
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.units import HostNs, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Volley:
    """Everybody turns a card at once, because of an outward arrow (JS-46).

    Attributes:
        arrows: whose effect it is.
        waiting: seats that have not turned their card yet.
        begun: some have.
        then: who turns the next card afterwards.
        origin: who turned the first outward arrow of the chain.
    """

    arrows: tuple[Card, ...]
    waiting: tuple[Seat, ...]
    then: Seat
    origin: Seat
    begun: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A game of Jungle Speed.

    Attributes:
        seats: those who play, clockwise.
        declared: seats in a duel that the table declares with buttons; one seat = it waits for its rival.
        cards: None while they are unknown.
        colour: the colour arrow that is on (JS-52).
        dimmed: a colour arrow that waits for a duel of symbols from its own volley (JS-56).
        void: sets of top cards that meet no more.
        volley: due, or under way.
        flipper: who turned the last card.
        peeker: who looked at the card they are about to turn.
        away: the totem does not stand in its place, outside of a ruling.
        contact_at: when the hand was felt whose measure is awaited.
        asked: the open question.
        pointed: losers pointed out so far (`WHAT`).
        back: the totem came back while a question was open.
        last: the last ruling told, for the page and the lamps.
        told: grabs ruled so far; each draw of lots has its own luck.
        judged: the last grab that was judged, to know its fall by.
        before: where the totem's last taking was ruled, while a fall may still take that back (JS-61).
        restart: who turns the next card, when it is known and nobody has yet.
        left: what lay on top before seats whose piles were ruled away: there it lies until somebody picks it up.
        gone: seats that are out, groups in order.
        ranking: empty until the game is over.
    """

    seats: tuple[Seat, ...]
    house: House
    luck: Luck
    stage: Stage = Stage.IDLE
    declared: tuple[Seat, ...] = ()
    cards: Cards | None = None
    colour: Card | None = None
    dimmed: Card | None = None
    void: Void = frozenset()
    volley: Volley | None = None
    flipper: Seat | None = None
    peeker: Seat | None = None
    away: bool = False
    contact_at: HostNs | None = None
    asked: Asked | None = None
    pointed: tuple[Seat, ...] = ()
    back: bool = False
    last: Ruling | None = None
    told: int = 0
    judged: Grab | None = None
    before: "State | None" = None
    restart: Seat | None = None
    left: tuple[tuple[Seat, Card], ...] = ()
    gone: tuple[tuple[Seat, ...], ...] = ()
    ranking: tuple[tuple[Seat, ...], ...] = ()

    @property
    def meeting(self) -> Meeting:
        """Return what may be taken now, and by whom."""
        if self.cards is None:
            return Meeting(duels=(self.declared,)) if len(self.declared) > 1 else NOTHING
        if self.volley is not None and self.volley.begun:
            return NOTHING  # JS-49: nothing is open before the last card of a volley
        return meet(
            self.cards,
            void=self.void,
            coloured=self.colour is not None,
            empty_may_rush=self.house.in_empty_pile == "eligible",
        )

    @property
    def in_pairs(self) -> bool:
        """Tell whether two people play, each hand with its own cards (JS-67)."""
        return self.cards is not None and len(self.seats) < len(self.cards.holdings)

    @property
    def out(self) -> tuple[Seat, ...]:
        """Return the seats that are out, in the order they went."""
        return tuple(seat for group in self.gone for seat in group)

    @property
    def over(self) -> bool:
        """Tell whether the game has ended."""
        return bool(self.ranking)

    def hand_of(self, seat: Seat) -> Seat:
        """Return the hand that `seat` plays with, where each hand has its own cards.

        A person whose hand is not told plays the one that is entitled, the fuller pile first; else, since a penalty
        needs a hand, the one with the smaller reserve (JS-70, JS-72).
        """
        if self.cards is None or not self.in_pairs or seat not in self.seats:
            return seat
        entitled = self.meeting.entitled
        hands = [holding for holding in self.cards.holdings if person(holding.seat) == seat]
        return min(hands, key=lambda h: (h.seat not in entitled, -len(h.pile), len(h.reserve))).seat


def initial(setup: Setup) -> State:
    """Return the state before the first event.

    Raises:
        ConfigurationError: a house rule that is unknown or has an impossible value.
    """
    return State(seats=setup.seats, house=SHEET.laid(setup.house), luck=setup.luck)

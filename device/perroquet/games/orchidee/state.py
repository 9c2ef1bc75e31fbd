"""What the referee of L'Orchidée remembers, and how each event changes it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Final, assert_never

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import Card
from perroquet.games.orchidee.house import SHEET, House
from perroquet.kernel.game import Setup
from perroquet.kernel.luck import Luck
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.units import NS_PER_S, HostNs, Samples, Seat


class Phase(StrEnum):
    """Where a round is."""

    PLAY = "play"
    """Tricks are open; the raid may strike."""
    RAID = "raid"
    """The shout is in the air."""
    WINDOW = "window"
    """Ten seconds to accuse, and the accusations they left."""
    HOLDER = "holder"
    """The orchid lies in a revealed hand: whose?"""
    RULED = "ruled"
    PILFER = "pilfer"
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Accusation:
    """A complete accusation; `at` is the press of the accuser's button."""

    accuser: Seat
    accused: Seat
    at: HostNs


ROUNDS: Final = 6
WINDOW_NS: Final = 10 * NS_PER_S
NAMING_NS: Final = 5 * NS_PER_S
"""How long after the window a locked-in accuser may still name somebody."""


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A game of L'Orchidée with physical cards.

    Attributes:
        number: of the round, from 1; 0 before the first.
        live: this round's drawn raid. Secret.
        onset, end: of the shout, once heard.
        opened: the ten seconds of this round have begun.
        closed: the ten seconds are over; what is still open is settled.
        pending: who has locked in and not named anybody, and when.
        accusations: complete and not yet looked into, by time of the press.
        spent: seats that have used their accusation (OR-11).
        treasures: pilfered cards by seat; None = secret, or unknown.
        tricks_ended_at: when START ended the tricks.
        last: the last ruling told.
    """

    seats: tuple[Seat, ...]
    house: House
    luck: Luck
    phase: Phase = Phase.PILFER
    number: int = 0
    dealer: Seat
    live: Samples | None = None
    onset: HostNs | None = None
    end: HostNs | None = None
    opened: bool = False
    closed: bool = False
    pending: tuple[Seat, HostNs] | None = None
    accusations: tuple[Accusation, ...] = ()
    spent: tuple[Seat, ...] = ()
    treasures: tuple[tuple[Card, ...] | None, ...]
    tricks_ended_at: HostNs | None = None
    last: Ruling | None = None

    def treasure(self, seat: Seat) -> tuple[Card, ...] | None:
        """Return the pilfered cards of `seat`, or None when they are not known."""
        return self.treasures[self.seats.index(seat)]


def initial(setup: Setup) -> State:
    """Return the state before the first round; the first seat deals first.

    Raises:
        ConfigurationError: a house rule that is unknown or has an impossible value.
    """
    return State(
        seats=setup.seats,
        house=SHEET.laid(setup.house),
        luck=setup.luck,
        dealer=setup.seats[0],
        treasures=(None,) * len(setup.seats),
    )


PHASES: Final[Mapping[type[ev.Event], Phase]] = {
    ev.RaidDrawn: Phase.PLAY,
    ev.RaidHeard: Phase.RAID,
    ev.WindowOpened: Phase.WINDOW,
    ev.OrchidShown: Phase.HOLDER,
    ev.OrchidNotShown: Phase.WINDOW,
    ev.TricksEnded: Phase.PILFER,
    ev.PilferOpened: Phase.PILFER,
    ev.Voided: Phase.RULED,
    ev.Ended: Phase.OVER,
}
"""Kind of event -> the phase it leads to; the others change no phase, but for a ruling that closes the raid."""


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after `event`. Total."""
    after = _remember(state, event)
    return replace(after, phase=PHASES.get(type(event), after.phase))


def _remember(state: State, event: ev.Event) -> State:
    match event:
        case ev.RaidDrawn():
            return replace(
                state,
                number=event.number,
                dealer=event.dealer,
                live=event.live,
                onset=None,
                end=None,
                opened=False,
                closed=False,
                spent=(),
                tricks_ended_at=None,
                last=None,
            )
        case ev.RaidHeard():
            return replace(state, onset=event.onset, end=event.end, live=None)
        case ev.WindowOpened():
            return replace(state, opened=True)
        case ev.WindowClosed():
            return replace(state, closed=True)
        case ev.AccuserLockedIn():
            return replace(state, pending=(event.accuser, event.at))
        case ev.AccuserLeft():
            return replace(state, pending=None)
        case ev.Accused():
            made = Accusation(accuser=event.accuser, accused=event.accused, at=event.at)
            waiting = tuple(sorted((*state.accusations, made), key=lambda accusation: accusation.at))
            return replace(state, accusations=waiting, spent=(*state.spent, event.accuser), pending=None)
        case ev.Ruled():
            return _ruled(state, event)
        case ev.TricksEnded():
            return replace(state, tricks_ended_at=event.at)
        case ev.Voided():
            return replace(state, pending=None, accusations=(), last=None)
        case ev.OrchidShown() | ev.OrchidNotShown() | ev.PilferOpened() | ev.Ended():
            return state
        case _:
            assert_never(event)


def _ruled(state: State, event: ev.Ruled) -> State:
    loss = event.loss
    treasures = tuple(
        treasure if treasure is None or loss is None or seat != loss.seat else _without(treasure, loss.card)
        for seat, treasure in zip(state.seats, state.treasures, strict=True)
    )
    state = replace(state, treasures=treasures, last=event.ruling)
    if event.closes:
        return replace(state, phase=Phase.RULED, pending=None, accusations=())
    return replace(state, accusations=state.accusations[1:])


def _without(treasure: tuple[Card, ...], card: Card | None) -> tuple[Card, ...]:
    return tuple(kept for kept in treasure if kept != card)

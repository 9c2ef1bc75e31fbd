"""Tables of L'Orchidée for tests: real cards and virtual ones, in the middle of whatever a test is about."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest
from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import Card
from perroquet.games.orchidee.state import Player, State
from perroquet.kernel.cues import ArmRaid, Cue, DisarmRaid
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.units import NS_PER_S, HostNs, Seat

from tests.games.hands import ANA, BEN, CLO, DAN, ORCHIDEE, begun, play, setup

ONSET, END = HostNs(60 * NS_PER_S), HostNs(62 * NS_PER_S)

HANDS: dict[Seat, tuple[str, ...]] = {
    ANA: ("I1", "I2", "P1", "P12"),
    BEN: ("I3", "P2", "P3", "P4"),
    CLO: ("I5", "I6", "P5", "O"),
    DAN: ("I7", "I8", "P7", "P8"),
}
"""Virtual hands of the tests: Clo was dealt the orchid."""


def after_end(seconds: float) -> HostNs:
    """Return the instant so long after the end of the shout."""
    return HostNs(END + round(seconds * NS_PER_S))


def real(seats: int = 4, **house: Any) -> State:
    """Return a table of real cards at the beginning of the first round."""
    return begun(ORCHIDEE, setup(seats, **house))


def virtual(seats: int = 4, **house: Any) -> State:
    """Return a table of virtual cards with the hands of the tests."""
    state: State = begun(ORCHIDEE, setup(seats, cards="virtual", **house))
    for seat, hand in list(HANDS.items())[:seats]:
        state = state.changed(seat, hand=cards(*hand))
    return replace(state, round=replace(state.round, holder=CLO, each=4))


def cards(*names: str) -> tuple[Card, ...]:
    """Return cards by name."""
    return tuple(Card(name) for name in names)


def with_treasures(state: State, treasures: Mapping[Seat, tuple[str | None, ...] | None]) -> State:
    """Return the state with these pilfered cards."""
    for seat, treasure in treasures.items():
        known = None if treasure is None else tuple(None if name is None else Card(name) for name in treasure)
        state = state.changed(seat, treasure=known)
    return state


RICH: dict[Seat, tuple[str | None, ...] | None] = {
    ANA: ("I20", "P4", "P9"),
    BEN: (),
    CLO: ("P18", "I18", "I3"),
    DAN: (None, None),
}
"""Ana, Ben and Clo told the device what they pilfered, Dan did not."""


def shouted(state: State) -> State:
    """Return the state while the customs shout."""
    return play(ORCHIDEE, state, cmd.HearRaid(onset=ONSET, end=END))


def in_window(state: State) -> State:
    """Return the state at the beginning of the ten seconds."""
    return play(ORCHIDEE, shouted(state), cmd.Strike(at=END))


def hidden(state: State, seat: Seat = CLO, where: cmd.Hideout = cmd.Hideout.UNDER_TABLE) -> State:
    """Return the state of a virtual table where the orchid has left the hand."""
    hand = tuple(card for card in state.player(seat).hand or () if card != "O")
    state = state.changed(seat, hand=hand)
    return replace(state, round=replace(state.round, hideout=where))


def lock(seat: Seat, seconds: float) -> cmd.LockIn:
    """Return a press of an accuser so long after the shout."""
    return cmd.LockIn(accuser=seat, at=after_end(seconds))


def accuse(accuser: Seat, accused: Seat, seconds: float, hideout: cmd.Hideout | None = None) -> cmd.Accuse:
    """Return an accusation on a page, so long after the shout."""
    return cmd.Accuse(accuser=accuser, accused=accused, hideout=hideout, at=after_end(seconds))


def expire(state: State) -> State:
    """Return the state after everything that is due has come."""
    while (due := ORCHIDEE.wake(state)) is not None:
        state = play(ORCHIDEE, state, cmd.Strike(at=due))
    return state


def refusal(state: State, command: cmd.Command) -> str:
    """Return why `command` is refused."""
    with pytest.raises(IllegalCommand) as refused:
        ORCHIDEE.decide(state, command)
    return refused.value.code


def ruled(state: State, command: cmd.Command) -> list[ev.Ruled]:
    """Return the rulings that `command` brings about."""
    return [event for event in ORCHIDEE.decide(state, command) if isinstance(event, ev.Ruled)]


def codes(state: State, command: cmd.Command) -> list[str]:
    """Return the codes of the rulings that `command` brings about."""
    return [one.ruling.code for one in ruled(state, command)]


def told(state: State, command: cmd.Command, kind: type[Any]) -> list[Any]:
    """Return the events of one kind that `command` brings about."""
    return [event for event in ORCHIDEE.decide(state, command) if isinstance(event, kind)]


def player(state: State, seat: Seat) -> Player:
    """Return a player."""
    return state.player(seat)


def arms(state: State) -> list[Cue]:
    """Return what a scene orders about a raid."""
    return [cue for cue in ORCHIDEE.scene(state) if isinstance(cue, (ArmRaid, DisarmRaid))]


ANA_AT_3 = lock(ANA, 3)
WINDOW = in_window(real())
ACCUSED = play(ORCHIDEE, WINDOW, ANA_AT_3, cmd.Point(accused=CLO))
RICH_ACCUSED = with_treasures(ACCUSED, RICH)
HIDDEN = in_window(hidden(with_treasures(virtual(), RICH)))

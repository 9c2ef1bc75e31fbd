"""Amazonas at a chosen moment: a table whose event is known, whose players have started and chosen their cards."""

import json
from dataclasses import replace
from typing import Any

import pytest
from perroquet.games import game_named
from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.answers import to_count
from perroquet.games.amazonas.board import NOWHERE
from perroquet.games.amazonas.cards import DECK, EventCard, Gold, Kind, Silver, Species
from perroquet.games.amazonas.course import course, undecided
from perroquet.games.amazonas.house import BOARDS
from perroquet.games.amazonas.state import Explorer, Phase, State, evolve, initial
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import Stimulus
from perroquet.kernel.journal import Codec, Record
from perroquet.kernel.units import HostNs, Seat, Seq

from tests.games.hands import setup

AMAZONAS = game_named("amazonas")
EXAMPLE: dict[str, Any] = json.loads(BOARDS["example"])

JAGUAR, CROCODILE, FIRE, THEFT, INDIO = (
    EventCard(kind=kind) for kind in (Kind.JAGUAR, Kind.CROCODILE, Kind.FIRE, Kind.THEFT, Kind.INDIO)
)
ORCHIDS = EventCard(kind=Kind.EXTRA, species=Species.ORCHID)

STARTS = ("Ranchos", "Taja", "Dourada", "Encanto")
"""Villages whose first site costs two gold."""


def board_with(**changes: Any) -> str:
    """Return the text of the example board with these keys changed."""
    return json.dumps({**EXAMPLE, **changes}, indent=1)


def table(seats: int = 3, event: EventCard = ORCHIDS, **house: Any) -> State:
    """Return a game before its opening in which every round has this event; seat 0 begins."""
    state = initial(setup(seats, **{"board": "example", "first_player": "first_seat", **house}))
    return state._replace(box=replace(state.box, deck=(event,) * len(DECK)))


def opened(state: State) -> State:
    """Return the game after what happens by itself; missions, if there are any, are on phones."""
    state = told(state, *course(state, ())[0])
    return after(state, ev.BeginPlay()) if state.phase is Phase.KEEP and not undecided(state) else state


CODEC = Codec({AMAZONAS.name: AMAZONAS.events})


def told(state: State, *events: ev.Event) -> State:
    """Return the game after `events`, each as a journal gives it back."""
    for event in events:
        record = Record(seq=Seq(1), at=HostNs(0), boot=1, source=AMAZONAS.name, event=event)
        state = evolve(state, CODEC.decode(CODEC.encode(record)).event)
    return state


def after(state: State, *commands: ev.Command) -> State:
    """Return the game after `commands`."""
    for command in commands:
        state = told(state, *AMAZONAS.decide(state, command))
    return state


def started(state: State) -> State:
    """Return the game in its first round: seat n has its start hut in the n-th village of `STARTS`."""
    state = opened(state)
    for seat, village in zip(state.box.seats, STARTS, strict=False):
        state = after(state, ev.Build(seat=seat, village=village, price=Gold(2)))
    return state


def chosen(state: State, *cards: int) -> State:
    """Return the game with the turns open: seat n played the n-th of `cards`."""
    for seat, card in zip(state.box.seats, cards, strict=True):
        state = after(state, ev.Choose(seat=seat, card=card))
    return state


def having(state: State, seat: int, **fields: Any) -> State:
    """Return the game with these fields of one player changed."""
    explorer = state.explorers[seat]._replace(**fields)
    return state._replace(explorers=(*state.explorers[:seat], explorer, *state.explorers[seat + 1 :]))


def rich(state: State, seat: int, silver: int = 90) -> State:
    """Return the game with this much in one purse."""
    return having(state, seat, purse=Silver(silver))


def build(state: State, seat: int, village: str) -> ev.Build:
    """Return the wish to build there at today's price."""
    board = state.box.board
    assert board is not None
    bit = board.called[village]
    slots = board.villages[bit].slots
    price = slots[min(state.filled[bit], len(slots) - 1)]
    return ev.Build(seat=Seat(seat), village=village, price=price)


def of(state: State, seat: int) -> Explorer:
    """Return one player."""
    return state.explorers[seat]


def huts(state: State, seat: int) -> set[str]:
    """Return the names of the villages where a player has a hut."""
    board = state.box.board
    assert board is not None
    held = of(state, seat).huts or NOWHERE
    return {village.name for bit, village in enumerate(board.villages) if held >> bit & 1}


def refused(state: State, command: ev.Command) -> str:
    """Return the code with which a command is refused."""
    with pytest.raises(IllegalCommand) as refusal:
        AMAZONAS.decide(state, command)
    return refusal.value.code


def heard(state: State, stimulus: Stimulus) -> ev.Command:
    """Return what a press means now."""
    command = AMAZONAS.hear(state, stimulus)
    assert command is not None
    return command


def acting(state: State) -> Seat | None:
    """Return whose turn it is."""
    return None if state.active is None else state.active.seat


def ended(state: State) -> State:
    """Return the game after its last round, scored unless missions are still to be counted."""
    last = state._replace(phase=Phase.COUNT)
    return last if to_count(last) is not None else after(last, ev.Score())

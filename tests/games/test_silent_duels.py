"""A duel that cards open shows nowhere: not in what anybody is shown, nor in how often the device shows something."""

from dataclasses import replace
from typing import Any

import pytest
from perroquet.games.jungle_speed.machine import Stage
from perroquet.kernel.units import Percent, Seat
from perroquet.table import events as ev
from perroquet.table.context import House

from tests.games.hands import JUNGLE_SPEED
from tests.table.desk import Desk

SEATS = 3
VIEWERS = (None, *(Seat(n) for n in range(SEATS)), Seat(9))
HOUSE = House(seats=SEATS, volume=Percent(40), rules={"jungle-speed": {"cards": "virtual"}})
EVENINGS, FLIPS = 12, 20


def unseeing(state: Any, event: Any) -> Any:
    """Remember an event, but never that cards match."""
    after = JUNGLE_SPEED.evolve(state, event)
    if after.cards is None:
        return after
    everything = frozenset((frozenset(after.cards.everything()),))
    return replace(after, void=everything, stage=Stage.IDLE if after.stage is Stage.ARMED else after.stage)


BLIND = replace(JUNGLE_SPEED, evolve=unseeing)


def duels_nobody_noticed(seed: int) -> int:
    """Play one evening twice, with a referee who sees duels and one who never does; return how many were open."""
    seeing = Desk(HOUSE, {"jungle-speed": JUNGLE_SPEED}, str(seed)).playing()
    blind = Desk(HOUSE, {"jungle-speed": BLIND}, str(seed)).playing()
    open_ones = 0
    for _ in range(FLIPS):
        before = seeing.evening.seq
        seeing.start()
        blind.start()
        assert seeing.evening.seq == blind.evening.seq, "as many events, whatever they open"
        assert seeing.evening.seq in (before + 1, before + SEATS), "a flip is one event, a volley one a seat"
        assert seeing.evening.running is not None
        open_ones += seeing.evening.running.state.meeting.open
        assert [seeing.view(viewer) for viewer in VIEWERS] == [blind.view(viewer) for viewer in VIEWERS]
        assert seeing.effects == blind.effects
    return open_ones


def test_a_duel_that_cards_open_changes_nothing_anybody_sees_or_hears() -> None:
    assert sum(duels_nobody_noticed(seed) for seed in range(EVENINGS)) > EVENINGS


@pytest.mark.parametrize("seed", range(3))
def test_a_power_cut_shows_no_duel_either(seed: int) -> None:
    seeing = Desk(HOUSE, {"jungle-speed": JUNGLE_SPEED}, str(seed)).playing()
    for _ in range(FLIPS):
        seeing.start()
    before = seeing.evening.seq
    seeing.power()

    assert seeing.evening.seq == before + 1
    assert isinstance(seeing.records[-1].event, ev.PoweredOn)

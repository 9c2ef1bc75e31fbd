"""The virtual totem is a function of seed, script and instant, whichever generator draws its hands."""

import random

import numpy as np
import pytest
from perroquet.drivers.sim.acts import Bump, Turn
from perroquet.drivers.sim.hands import VirtualHand, VirtualTotem
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import Instants, Model
from perroquet.drivers.sim.scenes import hand_from
from perroquet.drivers.sim.second_model import SECOND_MODEL
from perroquet.drivers.sim.third_model import THIRD_MODEL
from perroquet.kernel.units import Degrees

MODELS = pytest.mark.parametrize("model", [FIRST_MODEL, SECOND_MODEL, THIRD_MODEL], ids=lambda model: model.name)
HAND = VirtualHand(azimuth=Degrees(40), at_ms=100, fingers=4, top_mm=90)


def scans(from_us: int, to_us: int, step_us: int = 400) -> Instants:
    return np.arange(from_us, to_us, step_us, dtype=np.int64)


def grabbed(seed: str, model: Model, *hands: VirtualHand) -> VirtualTotem:
    totem = VirtualTotem(seed, model)
    totem.grab(hands, 0)
    return totem


@MODELS
def test_a_seed_gives_the_same_counts_in_any_order(model: Model) -> None:
    times = scans(0, 200_000)
    backwards = grabbed("s", model, HAND)
    rows = [backwards.sample(int(t)) for t in times[::-1]][::-1]
    counts, codes = grabbed("s", model, HAND).block(times)

    assert [row[0] for row in rows] == [tuple(row) for row in counts.tolist()]
    assert [row[1] for row in rows] == [tuple(row) for row in codes.tolist()]


@MODELS
def test_another_seed_gives_others(model: Model) -> None:
    times = scans(0, 100_000)

    assert (grabbed("s", model, HAND).block(times)[0] != grabbed("t", model, HAND).block(times)[0]).any()


def test_the_generators_differ_on_the_same_seed() -> None:
    times = scans(0, 100_000)
    first, second = (grabbed("s", model, HAND).block(times)[0] for model in (FIRST_MODEL, SECOND_MODEL))

    assert (first != second).any()
    assert FIRST_MODEL.digest != SECOND_MODEL.digest


@MODELS
def test_what_is_told_later_changes_nothing_before(model: Model) -> None:
    totem = VirtualTotem("s", model)
    before = [totem.sample(int(t)) for t in scans(0, 60_000)]
    totem.grab([HAND], 60_000)
    totem.disturb([Bump(at_ms=0), Turn(at_ms=0, by=Degrees(20))], 60_000)

    assert [totem.sample(int(t)) for t in scans(0, 60_000)] == before


@MODELS
def test_quiet_is_never_said_of_a_span_in_which_a_line_leaves_its_noise(model: Model) -> None:
    totem = grabbed("s", model, HAND)
    totem.disturb([Bump(at_ms=2500, g=0.5)], 0)
    rest = totem.block(scans(-40_000, -20_000))[0].mean(axis=0)
    for start_us in range(0, 400_000, 20_000):
        if totem.quiet(start_us, start_us + 20_000):
            off = totem.block(scans(start_us, start_us + 20_000))[0] - rest
            assert np.abs(np.median(off, axis=0)).max() < 5

    assert totem.quiet(0)
    assert not totem.quiet(0, 200_000)
    assert not totem.quiet(2_400_000, 2_600_000)


@MODELS
def test_hands_that_come_while_the_totem_is_away_are_forgotten(model: Model) -> None:
    totem = grabbed("s", model, HAND)
    lift_us = totem.lift_us()
    assert lift_us is not None
    totem.grab([HAND], lift_us + 1000)

    assert len(totem.truth(lift_us + 500_000)) == 1


@MODELS
def test_the_truth_counts_fingers_as_they_land(model: Model) -> None:
    hand = VirtualHand(azimuth=Degrees(0), at_ms=0, fingers=5, top_mm=120, pull=False, hold_ms=200)
    for seed in range(10):
        totem = VirtualTotem(str(seed), model)
        totem.grab([hand], 1000)
        course = [totem.landed(t)[0] for t in range(0, 150_000, 1000)]

        assert course[0] == 0
        assert course == sorted(course)
        assert course[-1] == 5
        assert totem.landed(210_000) == (0,)


@MODELS
def test_a_base_that_turned_feels_the_same_player_elsewhere(model: Model) -> None:
    def column(turn_deg: float) -> float:
        totem = VirtualTotem("s", model)
        totem.disturb([Turn(at_ms=0, by=Degrees(turn_deg))], 0)
        totem.grab([VirtualHand(azimuth=Degrees(90), at_ms=100, fingers=1, top_mm=90, pull=False)], 500_000)
        counts = totem.block(scans(690_000, 700_000))[0].mean(axis=0) - totem.block(scans(400_000, 440_000))[0].mean(0)
        turns = np.radians(np.array(totem.column_deg))
        weights = np.maximum(counts[12:], 0)
        return float(np.degrees(np.arctan2((weights * np.sin(turns)).sum(), (weights * np.cos(turns)).sum())))

    turned = (column(0.0) - column(90.0)) % 360

    assert turned == pytest.approx(90, abs=15)


def test_a_drawn_hand_follows_the_table_of_its_model() -> None:
    luck = random.Random("drawn")
    for model in (FIRST_MODEL, SECOND_MODEL):
        hands = [hand_from(luck, 10.0, 0.0, model=model) for _ in range(2000)]
        shares = [sum(hand.fingers == k for hand in hands) / 2000 for k in range(1, 6)]

        assert np.abs(np.array(shares) - model.finger_p).max() < 0.04
        assert sum(hand.grip == "claw" for hand in hands) / 2000 == pytest.approx(model.claw_p, abs=0.04)

"""Draws have the moments their tables give."""

import dataclasses
import math
import random
from itertools import pairwise
from statistics import fmean, median, pstdev
from typing import Any

import numpy as np
import pytest
from perroquet.drivers.sim.hands import VirtualHand, VirtualTotem
from perroquet.drivers.sim.hands_grip import FirstGrip
from perroquet.drivers.sim.hands_model import FIRST_MODEL, FirstElectrics
from perroquet.drivers.sim.hands_table import PHYSICS
from perroquet.drivers.sim.model import Model, Reals
from perroquet.drivers.sim.second_grip import SecondGrip
from perroquet.drivers.sim.second_hand import PALM, pads_of
from perroquet.drivers.sim.second_model import SECOND_MODEL, SecondElectrics
from perroquet.drivers.sim.second_table import SECOND
from perroquet.drivers.sim.shape import SHAPE
from perroquet.kernel.units import Degrees

from tests.sim.test_totem import scans

N = 600
HAND = VirtualHand(azimuth=Degrees(0), at_ms=0, fingers=5, top_mm=120)


def firsts(n: int = N, **changes: Any) -> list[FirstGrip]:
    hand = dataclasses.replace(HAND, **changes)
    return [FirstGrip(hand, random.Random(f"f{k}"), azimuth=0.0, now_us=0, leak=0.05) for k in range(n)]


def seconds(n: int = N, **changes: Any) -> list[SecondGrip]:
    hand = dataclasses.replace(HAND, **changes)
    return [SecondGrip(hand, random.Random(f"s{k}"), azimuth=0.0, now_us=0, leak=0.05) for k in range(n)]


def directions(pulls: list[Reals]) -> list[float]:
    return [math.degrees(math.atan2(pull[-1, 2], pull[-1, 1])) for pull in pulls]


def onsets(grip: FirstGrip) -> list[int]:
    times = range(0, 60_000, 100)
    counts = [grip.fingers(t) for t in times]
    return [next(t for t, count in zip(times, counts, strict=True) if count >= k) for k in range(1, 6)]


def test_the_pull_points_to_the_player_and_misleads_one_time_in_ten() -> None:
    spread = math.hypot(PHYSICS.reach_sd_deg, PHYSICS.pull_sd_deg)
    honest = directions([grip.pull(np.array([grip.pull_us or 0, 400_000])) for grip in firsts(misleading=False)])
    mixed = directions([grip.pull(np.array([grip.pull_us or 0, 400_000])) for grip in firsts()])
    far = sum(abs(angle) > 3 * spread for angle in mixed) / N

    assert PHYSICS.misleading == 0.1
    assert fmean(honest) == pytest.approx(0, abs=3)
    assert pstdev(honest) == pytest.approx(spread, rel=0.1)
    assert far == pytest.approx(PHYSICS.misleading * (1 - 3 * spread / 180), abs=0.03)


def test_fingers_of_the_first_generator_land_as_a_folded_normal() -> None:
    gaps = [onsets(grip)[-1] / 1000 for grip in firsts(200)]
    luck = random.Random(0)
    wanted = [
        max(draws) - min(draws)
        for draws in ([abs(luck.gauss(0, luck.uniform(*PHYSICS.spread_ms))) for _ in range(5)] for _ in range(4000))
    ]

    assert fmean(gaps) == pytest.approx(fmean(wanted), rel=0.12)


def test_preload_and_release_stay_within_their_ranges() -> None:
    preloads = [(grip.pull_us or 0) / 1000 for grip in firsts()]
    releases = [(grip.gone_us - 200_000) / 3000 for grip in firsts(pull=False, hold_ms=200)]

    for values, (low, high) in ((preloads, PHYSICS.preload_ms), (releases, PHYSICS.release_ms)):
        assert low <= min(values) < max(values) <= high
        assert fmean(values) == pytest.approx((low + high) / 2, rel=0.05)


def test_a_contact_of_the_first_generator_grows_exponentially() -> None:
    low, high = PHYSICS.tau_ms
    for grip in firsts(50, fingers=1, pull=False):
        curve = grip.lines(np.arange(0, 120_000, 100, dtype=np.int64)).max(axis=1)
        near, full = curve[0], curve[-1]
        tau_ms = 0.1 * int(np.argmax((curve - near) / (full - near) >= 1 - math.exp(-1)))

        assert low - 0.2 <= tau_ms <= high + 0.2
        assert near == pytest.approx(PHYSICS.near * full, rel=0.02)


def test_a_contact_of_the_second_generator_grows_as_the_two_thirds_power_of_its_load() -> None:
    slopes: list[float] = []
    for grip in seconds(80, fingers=1, grip="claw", pull=False):
        curve = grip.lines(np.array([0, 400, 800, 1600, 3200], dtype=np.int64)).max(axis=1)
        above = curve[1:] - curve[0]
        slopes += [math.log2(later / earlier) for earlier, later in pairwise(above)]

    assert median(slopes) == pytest.approx(2 / 3, abs=0.05)


def test_earthing_weakens_a_hand_up_to_twofold() -> None:
    full = FirstGrip(dataclasses.replace(HAND, earthing=1.0), random.Random("e"), azimuth=0.0, now_us=0, leak=0.05)
    strongest = full.lines(np.array([200_000])).max()
    for earth in (0.5, 1.0):
        hand = dataclasses.replace(HAND, earthing=earth)
        grip = FirstGrip(hand, random.Random("e"), azimuth=0.0, now_us=0, leak=0.05)

        assert grip.lines(np.array([200_000])).max() == pytest.approx(earth * strongest)
    assert PHYSICS.earth_least == 0.5
    assert PHYSICS.earth_pf[0] == 1.0


def test_a_wet_hand_bridges_to_lines_it_does_not_lie_on() -> None:
    def beyond(wet: float) -> float:
        hand = dataclasses.replace(HAND, fingers=1, top_mm=60.0, wet=wet, earthing=1.0)
        grip = FirstGrip(hand, random.Random("w"), azimuth=0.0, now_us=0, leak=0.05)
        rings = grip.lines(np.array([200_000]))[0, : SHAPE.rings]
        return float(rings[rings < 0.25 * rings.max()].sum() / rings.max())

    assert beyond(1.6) > 1.5 * beyond(1.0)


@pytest.mark.parametrize(
    ("model", "ends"), [(FIRST_MODEL, PHYSICS.snr), (SECOND_MODEL, SECOND.snr)], ids=["first", "second"]
)
def test_noise_is_within_the_signal_to_noise_ratios_of_the_table(model: Model, ends: tuple[float, float]) -> None:
    ratios: list[float] = []
    for seed in range(60):
        electrics = model.electrics(random.Random(seed))
        stray = electrics.stray(np.arange(0, 26_000_000, 8_000, dtype=np.int64))
        white = model is FIRST_MODEL
        fast = np.diff(stray, axis=0) / math.sqrt(2) if white else stray - stray.mean(axis=0)
        noise = float(np.std(fast - np.median(fast, axis=1, keepdims=True)))
        ratios.append(SHAPE.scale / noise)

    assert ends[0] * 0.75 < min(ratios)
    assert max(ratios) < ends[1] * 1.25


def octave(electrics: FirstElectrics | SecondElectrics, low_hz: float, high_hz: float) -> float:
    stray = electrics.stray(scans(0, 20_000_000))
    own = stray - np.median(stray, axis=1, keepdims=True)
    power = np.abs(np.fft.rfft(own - own.mean(axis=0), axis=0)) ** 2
    hz = np.fft.rfftfreq(len(own), 400e-6)
    return float(power[(hz >= low_hz) & (hz < high_hz)].mean())


def test_the_noise_of_the_first_is_white_and_that_of_the_second_one_over_f() -> None:
    first, second = FirstElectrics(random.Random(4)), SecondElectrics(random.Random(4))

    assert octave(first, 5, 10) == pytest.approx(octave(first, 600, 1200), rel=0.25)
    assert octave(second, 5, 10) > 8 * octave(second, 600, 1200)


def test_interference_comes_in_bursts_as_often_as_the_table_says() -> None:
    electrics = SecondElectrics(random.Random(1))
    stirred = sum(not electrics.calm(1_000_000 * cell, 1_000_000 * cell + 980_000) for cell in range(500))

    assert stirred / 500 == pytest.approx(SECOND.burst_p, abs=0.06)


def test_fingers_of_the_second_land_from_either_end_and_its_palm_is_no_finger() -> None:
    orders: list[int] = []
    palms = 0
    for seed in range(N):
        pads = pads_of(HAND, random.Random(seed), 0.0)
        late = {k: min(pad.late_ms for pad in pads if pad.finger == k) for k in range(4)}
        orders.append(1 if late[0] < late[1] < late[3] else -1 if late[3] < late[2] < late[0] else 0)
        palms += any(pad.finger == PALM for pad in pads)
        grip = SecondGrip(HAND, random.Random(seed), azimuth=0.0, now_us=0, leak=0.05)

        assert min(pad.late_ms for pad in pads) == 0
        assert min(pad.height_mm - pad.tall_mm / 2 for pad in pads) > -1e-9
        assert grip.fingers(120_000) == 5
    assert palms / N == pytest.approx(SECOND.palm_p, abs=0.06)
    assert orders.count(1) / N > 0.3
    assert orders.count(-1) / N > 0.25


def test_the_base_wanders_as_far_as_its_table_says() -> None:
    for model in (FIRST_MODEL, SECOND_MODEL):
        turns: list[float] = []
        for seed in range(150):
            totem = VirtualTotem(str(seed), model)
            totem.grab([HAND], 0)
            turns.append(totem.yaw(1_000_000))
        low, high = model.around.yaw_deg

        assert max(map(abs, turns)) <= high
        assert fmean(map(abs, turns)) == pytest.approx((low + high) / 2, rel=0.15)
        assert 0.35 < sum(turn > 0 for turn in turns) / 150 < 0.65


def test_a_table_is_known_by_its_digest() -> None:
    changed = dataclasses.replace(PHYSICS, near=0.07)

    assert PHYSICS.digest() == FIRST_MODEL.digest
    assert changed.digest() != PHYSICS.digest()
    assert dataclasses.replace(SECOND, pink=0.5).digest() != SECOND.digest()
    assert sum(PHYSICS.finger_p) == pytest.approx(1)
    assert sum(SECOND.finger_p) == pytest.approx(1)

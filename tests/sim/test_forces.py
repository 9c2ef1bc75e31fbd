"""Forces: the budget decides when the totem parts, the supports only push, blows look like blows."""

import random
import tomllib
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from perroquet.assets import asset
from perroquet.drivers.sim.acts import Bump, DriftingForce, Knock
from perroquet.drivers.sim.budget import force_budget
from perroquet.drivers.sim.hands import VirtualHand, VirtualTotem
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import Grip, Model, Reals
from perroquet.drivers.sim.seat import on_supports, rocked, separation
from perroquet.drivers.sim.shape import NEWTONS_PER_CODE
from perroquet.kernel.units import Degrees

from tests.sim.test_totem import HAND, MODELS, grabbed, scans

FORCE_DEG = (60.0, 180.0, 300.0)


def newtons(totem: VirtualTotem, from_us: int, to_us: int) -> Reals:
    return totem.block(scans(from_us, to_us))[1] * NEWTONS_PER_CODE


def test_the_budget_is_what_the_design_asks_for() -> None:
    budget = force_budget()
    table = tomllib.loads(asset("hardware/forces.toml").read_text(encoding="utf-8"))["totem"]

    assert budget.hold_n == pytest.approx(
        table["weight_n"] + table["magnets_n"] - table["contacts"] * table["contact_each_n"]
    )
    assert 3 <= budget.hold_n <= 5
    assert 2.5 <= budget.weight_n <= 3
    assert budget.contact_each_n <= 0.15
    assert budget.contacts * budget.contact_each_n <= 3
    assert 6 <= budget.preload_n <= 10


def drawn(model: Model, seed: str, azimuth: float, *, preload_ms: float | None = None) -> Grip:
    hand = VirtualHand(
        azimuth=Degrees(azimuth), at_ms=100, fingers=4, top_mm=90, misleading=False, preload_ms=preload_ms
    )
    return model.grip(hand, random.Random(seed), azimuth=azimuth, now_us=0, leak=0.05)


@MODELS
def test_the_totem_parts_at_the_instant_the_pulls_beat_the_budget(model: Model) -> None:
    budget = force_budget()
    for seed in range(20):
        grips = [drawn(model, f"{seed}", 40.0), drawn(model, f"{seed}+", 200.0)]
        lift_us = separation(grips, 0)
        assert lift_us is not None
        before, at = grips[0].pull(np.array([lift_us - 200, lift_us])) + grips[1].pull(
            np.array([lift_us - 200, lift_us])
        )

        assert at[0] > budget.hold_n or np.hypot(at[1], at[2]) > budget.hold_nmm
        assert before[0] <= budget.hold_n
        assert np.hypot(before[1], before[2]) <= budget.hold_nmm


@MODELS
def test_a_totem_reports_the_separation_of_its_hands(model: Model) -> None:
    totem = grabbed("s", model, HAND)
    lift_us = totem.lift_us()
    assert lift_us is not None
    forces = newtons(totem, lift_us - 20_000, lift_us + 20_000).sum(axis=1)
    counts = totem.block(scans(lift_us - 20_000, lift_us + 20_000))[0]

    assert not totem.lifted(lift_us - 1)
    assert totem.lifted(lift_us)
    assert forces[-30:].mean() == pytest.approx(force_budget().preload_n, rel=0.12)
    assert (counts[60:] < 0.6 * counts[:50].min(axis=0)).all()


def test_two_players_who_pull_against_each_other_part_it_later() -> None:
    def lift(*azimuths: float) -> int:
        lift_us = separation([drawn(FIRST_MODEL, "alike", azimuth, preload_ms=30) for azimuth in azimuths], 0)
        assert lift_us is not None
        return lift_us

    assert lift(0.0, 180.0) > lift(0.0)
    assert lift(0.0, 10.0) < lift(0.0)


@given(
    st.floats(-8, 40),
    st.floats(-400, 400),
    st.floats(-400, 400),
)
def test_supports_only_push_and_bear_the_whole_load(down: float, x: float, y: float) -> None:
    each = on_supports(np.array([[down, x, y]]), FORCE_DEG)

    assert (each >= 0).all()
    assert each.sum() == pytest.approx(max(0.0, down + force_budget().preload_n), abs=1e-6)


@given(st.floats(-3, 40), st.floats(-900, 900), st.floats(-900, 900))
def test_the_seat_never_feels_more_moment_than_the_hold(down: float, x: float, y: float) -> None:
    budget = force_budget()
    felt = rocked(np.array([[down, x, y]]))[0]

    assert np.hypot(felt[1], felt[2]) <= max(budget.hold_n + down, 0.1 * budget.hold_n) * budget.foot_radius_mm + 1e-6
    assert felt[0] == down


@MODELS
def test_a_slap_first_pushes_away_and_the_pull_comes_toward_the_player(model: Model) -> None:
    away, toward = 0, 0
    for seed in range(40):
        hand = VirtualHand(azimuth=Degrees(60), at_ms=100, fingers=4, top_mm=100, misleading=False, preload_ms=60)
        totem = grabbed(str(seed), model, hand)
        lift_us = totem.lift_us()
        assert lift_us is not None
        rest = newtons(totem, 0, 30_000).mean(axis=0)
        slap = newtons(totem, 101_000, 108_000).mean(axis=0) - rest
        pull = newtons(totem, lift_us - 3000, lift_us).mean(axis=0) - rest
        away += slap[0] < slap[1:].mean()
        toward += pull[0] > pull[1:].mean()

    assert away >= 34
    assert toward >= 34


@MODELS
def test_a_glove_gives_force_and_hardly_a_signal(model: Model) -> None:
    hand = VirtualHand(azimuth=Degrees(40), at_ms=100, fingers=4, top_mm=90, pull=False, gloved=True)
    bare, gloved = (grabbed("s", model, replace(hand, gloved=worn)) for worn in (False, True))
    rest = bare.block(scans(0, 20_000))[0].mean(axis=0)
    signals = [(totem.block(scans(180_000, 200_000))[0].mean(axis=0) - rest).max() for totem in (bare, gloved)]
    pushes = [
        np.abs(newtons(totem, 100_000, 130_000) - newtons(totem, 0, 20_000).mean(0)).max() for totem in (bare, gloved)
    ]

    assert signals[1] < 0.15 * signals[0]
    assert signals[1] < 0.2 * bare.scale
    assert pushes[1] == pytest.approx(pushes[0], rel=0.1)


@MODELS
def test_a_bumped_table_rings_on_imu_and_supports_while_lines_are_quiet(model: Model) -> None:
    totem = VirtualTotem("s", model)
    totem.disturb([Bump(at_ms=100, g=0.5, hz=20)], 0)
    times = scans(100_000, 300_000)
    shake = totem.motion(times)[:, 2] - 1
    rest_lines, rest_forces = totem.block(scans(0, 90_000))
    lines, forces = totem.block(times)
    crossings = np.flatnonzero(np.diff(np.sign(shake[:250])) != 0)

    assert 0.1 < np.abs(shake).max() <= 0.55
    assert np.diff(crossings).max() * 400 == pytest.approx(25_000, rel=0.15)
    assert np.abs(forces - rest_forces.mean(axis=0)).max() * NEWTONS_PER_CODE > 0.15
    assert lines.std(axis=0).max() < 2 * rest_lines.std(axis=0).max()


@MODELS
def test_a_forearm_pushes_and_no_line_rises_to_a_touch(model: Model) -> None:
    for seed in range(30):
        totem = VirtualTotem(str(seed), model)
        totem.disturb([Knock(at_ms=100, azimuth=Degrees(10 * seed), newtons=20)], 0)
        rest_lines, rest_forces = (part.mean(axis=0) for part in totem.block(scans(0, 90_000)))
        lines, forces = totem.block(scans(100_000, 160_000))
        smooth = np.stack([np.convolve(line, np.ones(9) / 9, "valid") for line in (lines - rest_lines).T])

        assert np.abs(forces - rest_forces).max() * NEWTONS_PER_CODE > 0.5
        assert smooth.max() < 0.25 * totem.scale


@MODELS
def test_a_lost_totem_falls_for_a_quarter_to_half_a_second_and_its_landing_shakes_the_base(model: Model) -> None:
    low, high = model.around.fall_ms
    for seed in range(30):
        hand = VirtualHand(azimuth=Degrees(40), at_ms=100, fingers=4, top_mm=90, drop_ms=200)
        totem = grabbed(str(seed), model, hand)
        lift_us, fall_us = totem.lift_us(), totem.fall_us()
        assert lift_us is not None
        assert fall_us is not None
        burst = np.abs(np.linalg.norm(totem.motion(scans(fall_us, fall_us + 60_000))[:, :3], axis=1) - 1)
        calm = np.abs(np.linalg.norm(totem.motion(scans(fall_us - 40_000, fall_us))[:, :3], axis=1) - 1)

        assert low <= (fall_us - lift_us) / 1000 - 200 <= high
        assert burst.max() > 5 * calm.max()
    assert (low, high) == (260.0, 460.0)


def test_a_knock_that_topples_it_makes_it_fall_without_a_hand() -> None:
    totem = VirtualTotem("s")
    totem.disturb([Knock(at_ms=100, azimuth=Degrees(0), newtons=30, topples=True)], 0)

    assert totem.lift_us() == 112_000
    assert totem.fall_us() is not None
    assert totem.truth(200_000) == ()


def test_an_empty_seat_bears_only_its_preload() -> None:
    standing, empty = VirtualTotem("s"), VirtualTotem("s", standing=False)
    budget = force_budget()
    full, bare = (newtons(totem, 0, 40_000).sum(axis=1).mean() for totem in (standing, empty))

    assert bare == pytest.approx(budget.preload_n, rel=0.12)
    assert full - bare == pytest.approx(budget.weight_n, rel=0.15)


def test_a_sensor_that_creeps_creeps_alone() -> None:
    totem = VirtualTotem("s")
    totem.disturb([DriftingForce(support=1, n_per_s=0.5)], 0)
    change = newtons(totem, 4_000_000, 4_040_000).mean(axis=0) - newtons(totem, 0, 10_000).mean(axis=0)

    assert change[1] == pytest.approx(2.0, abs=0.1)
    assert np.abs(change[[0, 2]]).max() < 0.1

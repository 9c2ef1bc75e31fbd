"""Windows made directly are those that the real firmware and link deliver; nights without grabs bring none."""

import random
from dataclasses import replace

import numpy as np
import pytest
from numpy.typing import NDArray
from perroquet.drivers.sim.base_pipe import USB
from perroquet.drivers.sim.hands import VirtualHand, VirtualTotem
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import Instants, Model, Reals
from perroquet.drivers.sim.night import disturbances, spend_night
from perroquet.drivers.sim.rounds import NothingTold, Round, play_rounds
from perroquet.drivers.sim.scenes import NobodyFelt, scene_of
from perroquet.drivers.sim.second_model import SECOND_MODEL
from perroquet.drivers.sim.windows import recording_of, window_of
from perroquet.kernel.readings import Window
from perroquet.kernel.units import Degrees

from tests.sim.test_totem import MODELS

HANDS = (
    VirtualHand(azimuth=Degrees(40), at_ms=120, fingers=4, top_mm=72, misleading=False),
    VirtualHand(azimuth=Degrees(200), at_ms=135, fingers=2, top_mm=130, misleading=False),
)


def direct(round_: Round, model: Model) -> Window:
    """Make the window of the first grab of a totem directly."""
    totem = VirtualTotem("alike", model)
    totem.grab(HANDS, round_.truth[0].first_us - 120_000)
    window = window_of(totem, round_.truth[0].first_us - 150_000)
    assert window is not None
    return window


def at(wanted_us: Instants, t_us: Instants, rows: NDArray[np.float32]) -> Reals:
    """Return rows (n, k) as they were at other instants."""
    columns = [np.asarray(np.interp(wanted_us, t_us, column), dtype=np.float64) for column in rows.T]
    return np.stack(columns, axis=1)


@MODELS
def test_a_window_made_directly_is_the_one_the_firmware_delivers(model: Model) -> None:
    (told,) = play_rounds([HANDS], "alike", model=model)
    made = direct(told, model)
    shared = (told.window.t_us > -8_000) & (told.window.t_us < (told.window.lift_us or 0) - 4_000)
    moment = told.window.t_us[shared] + told.window.contact.first - made.contact.first
    lines, forces = (at(moment, made.t_us, rows) for rows in (made.lines, made.forces))

    assert told.window.contact.first == pytest.approx(made.contact.first, abs=400)
    assert told.window.lift_us == pytest.approx(made.lift_us, abs=3_500)
    assert np.abs(told.window.lines[shared] - lines).mean() < 2.5  # each has the noise of its own scans
    assert np.abs(told.window.forces[shared] - forces).mean() < 0.15
    assert told.truth[0].fingers == 4


@MODELS
def test_a_recording_made_directly_is_the_one_that_is_pulled(model: Model) -> None:
    (told,) = play_rounds([HANDS], "alike", model=model)
    totem = VirtualTotem("alike", model)
    totem.grab(HANDS, told.truth[0].first_us - 120_000)
    made = recording_of(totem, told.truth[0].first_us - 150_000)
    assert made is not None
    shared = (told.recording.t_us > -60_000) & (told.recording.t_us < (told.window.lift_us or 0) - 4_000)
    moment = told.recording.t_us[shared] + told.window.contact.first - made.contact.first
    lines = at(moment, made.t_us, made.lines)

    assert made.t_us[0] == pytest.approx(-150_000, abs=800)
    assert made.imu is not None
    assert np.abs(told.recording.lines[shared] - lines).mean() < 2.5


def test_a_stall_and_a_busy_usb_change_when_and_never_what() -> None:
    luck = random.Random(3)
    grabs = [
        [
            VirtualHand(azimuth=Degrees(luck.uniform(0, 360)), at_ms=120, fingers=3, top_mm=80, earthing=1.0),
            VirtualHand(azimuth=Degrees(luck.uniform(0, 360)), at_ms=140, fingers=3, top_mm=130, earthing=1.0),
        ]
        for _ in range(4)
    ]
    rounds = play_rounds(grabs, "usb", faults=USB, stalls=0.1)

    assert [len(round_.truth) for round_ in rounds] == [2] * 4
    assert all(abs(int(r.window.contact.first) - r.truth[0].first_us) < 4_000 for r in rounds)
    assert max(round_.late_us for round_ in rounds) < 120_000


def test_a_round_nobody_feels_is_said_so() -> None:
    nobody = VirtualHand(azimuth=Degrees(0), at_ms=100, fingers=1, top_mm=90, brush=True, gloved=True)

    with pytest.raises(NothingTold, match="waited 8 s for a Window; give hands that touch the lines"):
        play_rounds([[nobody]], "nobody")
    with pytest.raises(NobodyFelt, match="nobody was felt in scene 'nobody'"):
        scene_of("nobody", [nobody])


@MODELS
def test_a_gloved_hand_alone_makes_a_window_once_it_has_taken_the_totem(model: Model) -> None:
    scenes = [scene_of(f"glove/{seed}", [replace(HANDS[0], at_ms=0, gloved=True)], model=model) for seed in range(8)]
    late_ms = [(scene.window.contact.first - scene.truth[0].first_us) / 1000 for scene in scenes]

    assert all(scene.window.lift_us is not None and not scene.window.onsets for scene in scenes)
    assert all(-2.0 < late < 12.0 for late in late_ms)  # a slap is felt by the supports before it is a newton
    assert all(scene.window.t_us[0] < -10_000 for scene in scenes)


@MODELS
def test_a_gloved_hand_that_takes_nothing_is_nobody(model: Model) -> None:
    with pytest.raises(NobodyFelt):
        scene_of("glove", [replace(HANDS[0], at_ms=0, gloved=True, pull=False)], model=model)


def test_nights_are_drawn_from_their_seed() -> None:
    night = list(disturbances("n", 1.0))

    assert night == list(disturbances("n", 1.0))
    assert night != list(disturbances("m", 1.0))
    assert len(night) == pytest.approx(360, rel=0.2)


@pytest.mark.parametrize("model", [FIRST_MODEL, SECOND_MODEL], ids=lambda model: model.name)
def test_three_minutes_of_knocks_bring_no_grab(model: Model) -> None:
    night = spend_night("knocks", 0.05, model)

    assert night.disturbances > 10
    assert (night.contacts, night.lifts, night.falls) == (0, 0, 0)


def test_bare_forearms_would_be_felt() -> None:
    bare = replace(FIRST_MODEL, around=replace(FIRST_MODEL.around, sleeve=(1.0, 2.0)))

    assert spend_night("bare", 0.02, bare).contacts > 0


def test_an_attentive_base_decodes_noise_too_and_feels_the_same_knocks() -> None:
    assert spend_night("noise", 0.003, attentive=True) == spend_night("noise", 0.003)

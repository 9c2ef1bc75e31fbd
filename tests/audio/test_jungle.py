from itertools import islice, pairwise

import numpy as np
import pyloudnorm
import pytest
from numpy.typing import NDArray
from perroquet.audio.jungle import JOIN, LOUDNESS, PIECE, pieces
from perroquet.audio.loudness import integrated, short_term, true_peak
from perroquet.audio.scenes import SCENES, scene_of
from perroquet.audio.score import Event, window
from perroquet.audio.synthesis import dice
from perroquet.audio.wildlife import VOICES
from perroquet.kernel.luck import Luck
from perroquet.kernel.sounds import Scene
from perroquet.kernel.units import SAMPLE_RATE, Samples

MINUTE = Samples(60 * SAMPLE_RATE)
LAYERS = SCENES[Scene.RIVER].layers


def score(name: str, minutes: int) -> list[Event]:
    return [event for index in range(minutes) for event in window(Luck(name), LAYERS, index, MINUTE)]


def jungle(seed: str, scene: Scene, count: int) -> NDArray[np.float64]:
    return np.concatenate(list(islice(pieces(Luck(seed), scene), count))) / 32767.0


def test_a_score_is_the_same_for_the_same_luck_and_its_events_are_never_the_same() -> None:
    whole = score("a", 60)

    assert whole == score("a", 60)
    assert len({event.luck for event in whole}) == len(whole)
    assert all(earlier.at <= later.at for earlier, later in pairwise(whole))


def test_no_parrot_is_in_any_jungle_but_the_undercover_agents() -> None:
    assert not [scene for scene, make in SCENES.items() if "parrot" in make.layers]


def test_every_layer_keeps_its_rate() -> None:
    hours = 10
    whole = score("rate", 60 * hours)

    for name, layer in LAYERS.items():
        wanted = layer.per_minute * 60 * hours
        assert abs(sum(event.layer == name for event in whole) - wanted) < 4 * wanted**0.5


def test_gaps_are_exponential_so_that_nobody_can_tap_along() -> None:
    birds = [event.at for event in score("gaps", 900) if event.layer == "bird"]
    gaps = np.diff(birds)

    assert abs(gaps.std() / gaps.mean() - 1.0) < 0.05


def test_pieces_join_without_a_click_or_a_hole_and_repeat_for_the_same_luck() -> None:
    row = list(islice(pieces(Luck("join"), Scene.RIVER), 3))
    again = next(pieces(Luck("join"), Scene.RIVER))
    heard = np.concatenate(row).astype(np.float64)
    bend = np.abs(np.diff(heard, 2, axis=0)).max(axis=1)
    levels = [np.sqrt((heard[start : start + 4800] ** 2).mean()) for start in range(0, len(heard) - 4800, 4800)]

    assert np.array_equal(row[0], again)
    assert not np.array_equal(row[0], row[1])
    for join in (PIECE, 2 * PIECE, PIECE + JOIN):
        assert bend[join - 4 : join + 4].max() <= np.quantile(bend, 0.9999)
    assert min(levels) > 0.3 * float(np.median(levels))


@pytest.mark.parametrize("scene", Scene)
def test_every_scene_has_the_loudness_of_the_jungle_in_stereo_and_in_mono(scene: Scene) -> None:
    heard = jungle("loud", scene, 8)
    steps = short_term(heard)

    assert abs(integrated(heard) - LOUDNESS) <= 1.0
    assert float(np.ptp(steps)) <= 8.0
    assert true_peak(heard) <= -9.0
    assert integrated(heard.mean(axis=1)) - integrated(heard) >= -2.0


def test_without_a_scene_the_luck_draws_one_of_them_all() -> None:
    drawn = [scene_of(Luck(str(seed)), None) for seed in range(40)]

    assert {id(make) for make in drawn} == {id(make) for make in SCENES.values()}
    assert scene_of(Luck("1"), Scene.STORM) is SCENES[Scene.STORM]


def test_every_layer_of_every_scene_has_a_voice_and_every_voice_a_scene() -> None:
    assert {name for make in SCENES.values() for name in make.layers} == set(VOICES)


@pytest.mark.parametrize("name", VOICES)
def test_a_voice_is_whole_ends_at_rest_and_never_sounds_the_same_twice(name: str) -> None:
    waves = [VOICES[name](dice(Luck(f"{name}/{number}"))) for number in range(4)]

    for wave in waves:
        assert wave.dtype == np.float32
        assert 0.05 * SAMPLE_RATE < len(wave) <= 5 * SAMPLE_RATE
        assert np.isfinite(wave).all()
        assert float(np.abs(wave).max()) == pytest.approx(1.0, abs=1e-3)
        assert np.abs(wave[-8:]).max() < 0.05
        assert np.abs(wave[:4]).max() < 0.05
    for one, other in pairwise(waves):
        size = min(len(one), len(other))
        assert abs(np.corrcoef(one[:size], other[:size])[0, 1]) < 0.5


def test_the_loudness_is_what_the_reference_measures() -> None:
    meter = pyloudnorm.Meter(SAMPLE_RATE)
    die = np.random.default_rng(5)
    along = np.arange(6 * SAMPLE_RATE) / SAMPLE_RATE
    for wave in (
        np.stack([0.1 * np.sin(2 * np.pi * 997 * along)] * 2, axis=1),
        die.normal(0.0, 0.05, (len(along), 2)) * (0.1 + np.abs(np.sin(along)))[:, None],
        jungle("reference", Scene.STORM, 2),
    ):
        assert integrated(wave) == pytest.approx(float(meter.integrated_loudness(wave)), abs=0.15)
    mono = die.normal(0.0, 0.05, len(along))

    assert integrated(mono) == pytest.approx(float(meter.integrated_loudness(np.stack([mono, mono], axis=1))), abs=0.1)


def test_the_true_peak_lies_between_the_samples() -> None:
    quarter = np.sin(np.pi / 2 * np.arange(4800) + np.pi / 4)  # every sample at 0.707

    assert true_peak(quarter) == pytest.approx(0.0, abs=0.3)
    assert true_peak(np.zeros(4800)) <= -100.0

from itertools import combinations

import numpy as np
import pytest
from perroquet.audio.effects import CEILING, effects, raid
from perroquet.audio.keys import DUCKING, EFFECT, LENGTH, RAID, SHOUT, VOICE
from perroquet.audio.loudness import integrated, loudest
from perroquet.kernel.sounds import Sound

MADE = effects()


@pytest.mark.parametrize("sound", Sound)
def test_every_sound_has_its_length_its_loudness_and_headroom_and_ends_at_rest(sound: Sound) -> None:
    pcm = MADE[sound]
    wave = pcm / 32767.0

    assert len(pcm) == LENGTH[sound]
    assert float(np.abs(wave).max()) <= CEILING + 0.001
    assert abs(int(pcm[-1])) < 100
    if sound is RAID:
        assert abs(integrated(wave) - SHOUT) <= 1.0
    else:
        assert abs(loudest(wave) - EFFECT) <= 1.0


def test_no_two_sounds_are_alike() -> None:
    for one, other in combinations(Sound, 2):
        size = min(len(MADE[one]), len(MADE[other]))
        assert abs(np.corrcoef(MADE[one][:size], MADE[other][:size])[0, 1]) < 0.5


def test_a_shout_with_words_is_as_long_and_as_loud_as_one_without() -> None:
    words = np.sin(np.arange(40_000) / 20.0).astype(np.float32) * np.float32(0.5)
    shout = raid(words)

    assert len(shout) == LENGTH[RAID]
    assert abs(integrated(shout / 32767.0) - SHOUT) <= 1.0
    assert not np.array_equal(shout, MADE[RAID])


def test_the_jungle_steps_back_furthest_under_the_shout() -> None:
    assert set(DUCKING) <= {*Sound, VOICE}
    assert min(DUCKING, key=lambda key: DUCKING[key]) == RAID

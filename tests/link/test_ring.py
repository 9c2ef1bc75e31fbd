"""Looks of the ring: told apart without colours, safe for the eyes."""

import itertools

from perroquet.kernel.cues import Pattern
from perroquet.link.ring import PATTERNS

BEATS_A_SECOND = 8


def test_every_pattern_has_a_look_of_32_beats():
    assert set(PATTERNS) == set(Pattern)
    assert {len(beats) for _, beats in PATTERNS.values()} == {32}


def test_no_rhythm_is_another_one_started_later():
    for (_, one), (_, other) in itertools.combinations(PATTERNS.values(), 2):
        assert other not in one + one


def test_nothing_flashes_more_than_three_times_in_a_second():
    for pattern, (_, beats) in PATTERNS.items():
        rises = [beats[i - 1] == "." and beats[i] == "#" for i in range(32)] * 2
        assert max(sum(rises[at : at + BEATS_A_SECOND]) for at in range(32)) <= 3, pattern

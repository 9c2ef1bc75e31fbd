from itertools import islice, pairwise

import numpy as np
from perroquet.audio.bank import render
from perroquet.audio.jungle import JOIN, PIECE, pieces
from perroquet.audio.keys import LENGTH
from perroquet.audio.score import PER_MINUTE, window
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import SAMPLE_RATE, Samples

MINUTE = Samples(60 * SAMPLE_RATE)


def test_a_score_is_the_same_for_the_same_luck_and_its_events_are_never_the_same() -> None:
    score = [event for index in range(60) for event in window(Luck("a"), index, MINUTE)]

    assert score == [event for index in range(60) for event in window(Luck("a"), index, MINUTE)]
    assert len({event.luck for event in score}) == len(score)
    assert all(earlier.at <= later.at for earlier, later in pairwise(score))


def test_every_layer_keeps_its_rate() -> None:
    hours = 10
    score = [event for index in range(60 * hours) for event in window(Luck("rate"), index, MINUTE)]

    for layer, per_minute in PER_MINUTE.items():
        wanted = per_minute * 60 * hours
        assert abs(sum(event.layer == layer for event in score) - wanted) < 4 * wanted**0.5


def test_gaps_are_exponential_so_that_nobody_can_tap_along() -> None:
    birds = [event.at for index in range(900) for event in window(Luck("gaps"), index, MINUTE) if event.layer == "bird"]
    gaps = np.diff(birds)

    assert abs(gaps.std() / gaps.mean() - 1.0) < 0.05


def test_pieces_join_without_a_click_or_a_hole_and_repeat_for_the_same_luck() -> None:
    row = list(islice(pieces(Luck("join")), 3))
    again = next(pieces(Luck("join")))
    heard = np.concatenate(row).astype(np.float64)
    bend = np.abs(np.diff(heard, 2, axis=0)).max(axis=1)
    levels = [np.sqrt((heard[start : start + 4800] ** 2).mean()) for start in range(0, len(heard) - 4800, 4800)]

    assert np.array_equal(row[0], again)
    assert not np.array_equal(row[0], row[1])
    for join in (PIECE, 2 * PIECE, PIECE + JOIN):
        assert bend[join - 4 : join + 4].max() <= np.quantile(bend, 0.9999)
    assert min(levels) > 0.3 * float(np.median(levels))


def test_every_sound_of_the_bank_has_its_length_headroom_and_ends_at_rest() -> None:
    for key, pcm in render().items():
        assert len(pcm) == LENGTH[key]
        assert 3000 < int(np.abs(pcm.astype(np.int32)).max()) < 32_000
        assert abs(int(pcm[-1])) < 100

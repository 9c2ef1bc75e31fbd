"""The regression corpus: what an analysis may never get worse at."""

from collections.abc import Iterator

import pytest
from perroquet.capture import Capture, Truth, read
from perroquet.cli.totem_analyse import Analysed, analyse, settings_of

from tests.capture.make_corpus import CORPUS, KINDS

SETTINGS = settings_of(tie_window_ms=None, settle_ms=None, prior=None)
MOST_WRONG = 2
"""Files whose winner may be wrong although nobody is asked."""
CLOSE_US = 3_000
FALL_US = 30_000


@pytest.fixture(scope="module")
def analysed() -> dict[str, tuple[Capture, Analysed]]:
    files = {path.name.removesuffix(".csv.gz"): read(path.read_bytes()) for path in sorted(CORPUS.glob("*.csv.gz"))}
    return {name: (capture, analyse(capture, SETTINGS)) for name, capture in files.items()}


Files = dict[str, tuple[Capture, Analysed]]


def of(files: Files, *kinds: str) -> Iterator[tuple[Truth, Analysed]]:
    for name, (capture, told) in files.items():
        if name.partition("-")[0] in kinds:
            assert capture.truth is not None
            yield capture.truth, told


def test_the_corpus_is_whole_and_small(analysed: Files) -> None:
    assert len(analysed) == sum(many for many, _ in KINDS.values())
    assert sum(path.stat().st_size for path in CORPUS.iterdir()) < 1_000_000


def test_bumps_and_knocks_are_nobody(analysed: Files) -> None:
    assert all(told.grab is None for _, told in of(analysed, "bump", "knock"))


def test_a_brush_is_no_take_and_no_question(analysed: Files) -> None:
    assert [(told.verdict.winner, told.verdict.ask) for _, told in of(analysed, "brush")] == [(None, False)] * 2


def test_first_contact_and_separation_are_found(analysed: Files) -> None:
    for truth, told in of(analysed, "one", "claw", "fingers", "lower", "first", "wet", "hum", "dead", "stuck", "slow"):
        assert told.grab is not None
        assert truth.hands[0].first_us is not None
        assert abs(told.zero_us - truth.hands[0].first_us) < CLOSE_US
        assert (told.grab.lift_us is None) == (truth.lift_us is None)
        if told.grab.lift_us is not None and truth.lift_us is not None:
            assert abs(told.zero_us + told.grab.lift_us - truth.lift_us) < CLOSE_US


def test_a_fall_is_heard_to_land(analysed: Files) -> None:
    for truth, told in of(analysed, "fall"):
        assert told.grab is not None
        assert told.grab.fall_us is not None
        assert truth.fall_us is not None
        assert abs(told.zero_us + told.grab.fall_us - truth.fall_us) < FALL_US


def test_who_comes_clearly_first_wins(analysed: Files) -> None:
    assert [(told.verdict.winner, told.verdict.rule) for _, told in of(analysed, "first")] == [(0, "first-come")] * 4


def test_a_glove_is_felt_by_the_supports_and_not_counted(analysed: Files) -> None:
    for truth, told in of(analysed, "glove"):
        assert told.grab is not None
        assert [max(hand.fingers_p) < 0.25 for hand in told.grab.hands] == [True]
        assert truth.hands[0].first_us is not None
        assert abs(told.zero_us - truth.hands[0].first_us) < CLOSE_US


def test_what_is_decided_is_hardly_ever_wrong(analysed: Files) -> None:
    wrong = {
        name
        for name, (capture, told) in analysed.items()
        if capture.truth is not None
        and not told.verdict.ask
        and told.verdict.winner is not None
        and told.verdict.winner != capture.truth.winner
    }

    assert len(wrong) <= MOST_WRONG, wrong

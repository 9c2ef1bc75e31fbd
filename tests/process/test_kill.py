"""Kill -9 at any instant: nothing that was seen is lost, and the evening is there again, paused."""

from pathlib import Path

from tests.process.coroner import Coroner

TRIES = 10


def test_whatever_was_seen_before_a_kill_is_in_the_journal_and_the_evening_resumes(tmp_path: Path) -> None:
    coroner = Coroner(tmp_path / "state", seed="suite")

    # Each victim wakes up on what the one before it left, and is examined for that.
    for aim in ("random", "in-publish", "in-commit", "before-commit", "after-commit", "in-checkpoint", "random"):
        coroner.kill(aim)

    assert {"lamp", "sound", "ring", "view", "ready"} <= coroner.figures.seen.keys()
    assert coroner.figures.paused == coroner.figures.resumed > 0


def test_a_window_that_was_open_is_void_and_announced(tmp_path: Path) -> None:
    coroner = Coroner(tmp_path / "state", seed="window")

    # The players may shut the evening down before anything was open.
    hit = any(coroner.kill("open-window").hit for _ in range(TRIES))
    coroner.kill("random")

    assert hit, f"no window was open in {TRIES} evenings"
    assert sum(coroner.figures.voided.values()) == 1

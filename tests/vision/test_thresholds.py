from dataclasses import replace
from pathlib import Path

import perroquet.vision
from perroquet.vision.thresholds import THRESHOLDS, digest

FROZEN = Path(perroquet.vision.__file__).with_name("thresholds.sha256")


def test_thresholds_are_those_that_were_frozen_before_the_held_out_renderers_were_read():
    assert digest(THRESHOLDS) == FROZEN.read_text("utf-8").strip()


def test_a_changed_threshold_would_be_noticed():
    assert digest(replace(THRESHOLDS, margin=0.04)) != digest(THRESHOLDS)


def test_what_was_measured_was_measured_with_them():
    measured = FROZEN.with_name("MEASURED.md").read_text("utf-8")

    assert digest(THRESHOLDS) in measured

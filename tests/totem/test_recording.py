"""What is analysed from a file is what was ruled at the table."""

from dataclasses import replace

import numpy as np
import pytest
from perroquet.capture import Capture, read, text_of
from perroquet.drivers.sim.scenes import SCENES, Scene
from perroquet.firmware import detector, lines
from perroquet.kernel.readings import Window
from perroquet.kernel.units import Micros
from perroquet.totem import judge, recording
from perroquet.totem.recording import frames_of, window_of

KINDS = ("single", "stacked", "mingled")


def from_file(scene: Scene) -> Window:
    """Return the grab of `scene` as a file of its record tells it."""
    window = window_of(read(text_of(Capture.of(scene.recording(), ())).encode()))
    assert window is not None
    return window


@pytest.mark.parametrize("kind", KINDS)
def test_a_file_is_ruled_as_the_grab_was(kind: str) -> None:
    for seed in range(5):
        scene = SCENES[kind](seed)
        live, filed = (judge(window, {}, {}, None) for window in (scene.window, frames_of(from_file(scene))))

        assert [hand.fingers for hand in filed.hands] == [hand.fingers for hand in live.hands]
        assert [hand.lowest_mm for hand in filed.hands] == [hand.lowest_mm for hand in live.hands]


def test_frames_of_a_file_are_those_the_base_sent() -> None:
    scene = SCENES["stacked"](3)
    record, filed = scene.recording(), from_file(scene)
    frames = frames_of(filed)
    sent = {int(at): row for at, row in zip(scene.window.t_us, scene.window.lines, strict=True)}
    since_us = int(record.t_us[0]) + filed.contact.first  # a file's own contact, on the base's clock
    found = [sent[int(at) + since_us] for at in frames.t_us if int(at) + since_us in sent]

    assert len(found) > 20
    assert np.array_equal(np.stack(found), frames.lines[-len(found) :])


def test_a_file_tells_the_separation_to_the_scan() -> None:
    scene = SCENES["single"](1)
    record, filed = scene.recording(), from_file(scene)
    assert record.lift_us is not None
    assert filed.lift_us is not None

    assert filed.lift_us + filed.contact.first + int(record.t_us[0]) == pytest.approx(record.lift_us, abs=200)


@pytest.mark.parametrize("rows", [4, 12, 36, 49, 51, 99, 101])
def test_a_file_that_ends_before_anybody_touches_has_nobody(rows: int) -> None:
    head = text_of(Capture.of(SCENES["single"](1).recording(), ())).encode().splitlines(keepends=True)

    assert window_of(read(b"".join(head[: 2 + rows]))) is None


def test_a_first_contact_is_timed_as_the_base_times_it() -> None:
    assert recording._LAG * 256 == detector._LAG  # pyright: ignore[reportPrivateUsage] - the same numbers
    assert recording._LAG_MOST * 256 == detector._LAG_MOST  # pyright: ignore[reportPrivateUsage] - the same
    assert recording._CONFIRMED == lines.CONFIRM  # pyright: ignore[reportPrivateUsage] - the same


def test_a_file_without_a_whole_frame_before_the_separation_has_none() -> None:
    record = from_file(SCENES["single"](1))
    torn = replace(record, lift_us=Micros(int(record.t_us[0]) + 1))

    assert len(frames_of(torn).t_us) == 0
    assert judge(frames_of(torn), {}, {}, None).hands == ()

"""One contract over every mounting of a camera: a drawn table, a recorded folder, and the Pi's driver on a stand-in."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import pytest
from perroquet.drivers.pi.camera import LONGEST_US, PiCamera, one_picture
from perroquet.drivers.recordings import (
    INDEX,
    BadRecording,
    Label,
    RecordedCamera,
    frame_of,
    picture_of,
    read_labels,
    write_recording,
)
from perroquet.drivers.sim.camera import RenderedCamera, StandInCamera
from perroquet.drivers.sim.renderers.tuning import TuningRenderer
from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.errors import CameraLost
from perroquet.kernel.units import HostNs, Seat
from perroquet.ports.camera import FULL, CameraSource, Frame
from perroquet.vision.scene import Camera, Lens, Scene

SMALL = Camera(lens=Lens(size=(320, 200), centre=(159.5, 99.5)))
TAKEN = 4


class Hands:
    """A clock that goes on by a millisecond whenever it is looked at."""

    def __init__(self) -> None:
        self.ns = 1_000_000_000

    def __call__(self) -> int:
        self.ns += 1_000_000
        return self.ns


@dataclass
class Mounting:
    camera: CameraSource
    now: Callable[[], int]
    stand_in: StandInCamera | None = None
    live: bool = True


def gray(at: HostNs) -> Frame:
    """A full picture whose every plane is a gradient of its own."""
    width, height = FULL
    y = np.tile(np.arange(width, dtype=np.uint16).astype(np.uint8), (height, 1))
    u = np.tile(np.arange(height // 2, dtype=np.uint16).astype(np.uint8)[:, None], (1, width // 2))
    return Frame(y=y, u=u, v=255 - u, at=at)


def on_a_stand_in(now: Hands, source: Callable[[HostNs], Frame | None] = gray) -> Mounting:
    stand_in = StandInCamera(source, now=now, exposure_us=12_000)
    return Mounting(PiCamera(opened=lambda: stand_in, now=now), now, stand_in)  # pyright: ignore[reportArgumentType]


@pytest.fixture(params=["drawn", "recorded", "pi"])
def mounting(request: pytest.FixtureRequest, tmp_path: Path) -> Mounting:
    now = Hands()
    if request.param == "pi":
        return on_a_stand_in(now)
    scenes = iter([Scene(look=1, moment=moment, camera=SMALL) for moment in range(TAKEN)])
    drawn = RenderedCamera(TuningRenderer(), lambda _: next(scenes, None), now)
    if request.param == "drawn":
        return Mounting(drawn, now)
    taken = [(frame, Label(file=f"{place}.png", at=frame.at, cards={})) for place, frame in enumerate(_all(drawn))]
    write_recording(tmp_path, taken)
    return Mounting(RecordedCamera(tmp_path), now, live=False)


def _all(camera: CameraSource) -> Iterator[Frame]:
    while (frame := camera.take()) is not None:
        yield frame


def test_planes_are_yuv_4_2_0(mounting: Mounting):
    frame = mounting.camera.take()

    assert frame is not None
    assert frame.u is not None
    assert frame.v is not None
    height, width = frame.y.shape
    assert frame.u.shape == frame.v.shape == (height // 2, width // 2)
    assert {plane.dtype.name for plane in (frame.y, frame.u, frame.v)} == {"uint8"}


def test_each_picture_is_later_than_the_last(mounting: Mounting):
    times = [frame.at for frame, _ in zip(_all(mounting.camera), range(TAKEN), strict=False)]

    assert len(times) == TAKEN
    assert times == sorted(set(times))


def test_a_picture_begins_after_the_call(mounting: Mounting):
    if not mounting.live:
        pytest.skip("a recording was taken long before it is asked for its pictures")
    for _ in range(TAKEN):
        asked = mounting.now()
        frame = mounting.camera.take()

        assert frame is not None
        assert frame.at >= asked


def test_a_look_through_the_camera_leaves_it_free_again():
    now = Hands()
    stand_in = StandInCamera(gray, now=now, exposure_us=12_000)
    frame = one_picture(opened=lambda: stand_in, now=now)  # pyright: ignore[reportArgumentType]

    assert frame.y.shape == (FULL[1], FULL[0])
    assert not stand_in.started
    assert stand_in.held == 0


def test_a_picture_stays_what_it_was_while_others_are_taken(mounting: Mounting):
    first = mounting.camera.take()
    assert first is not None
    kept = first.y.copy()
    mounting.camera.take()

    assert np.array_equal(first.y, kept)


def test_locking_is_allowed_at_any_time_and_closing_twice(mounting: Mounting):
    mounting.camera.lock()
    mounting.camera.take()
    mounting.camera.lock()
    mounting.camera.close()
    mounting.camera.close()

    assert mounting.camera.take() is None


# --- what only one of them can get wrong -----------------------------------------------------------------------------


def test_the_pi_s_padded_rows_are_cut_and_its_planes_not_mixed():
    frame = on_a_stand_in(Hands()).camera.take()
    wanted = gray(HostNs(0))

    assert frame is not None
    assert np.array_equal(frame.y, wanted.y)
    assert np.array_equal(np.asarray(frame.u), np.asarray(wanted.u))
    assert np.array_equal(np.asarray(frame.v), np.asarray(wanted.v))


def test_the_pi_s_stamp_is_brought_back_by_the_exposure():
    begun = list[HostNs]()

    def source(at: HostNs) -> Frame:
        begun.append(at)
        return gray(at)

    frame = on_a_stand_in(Hands(), source).camera.take()

    assert frame is not None
    assert frame.at == begun[-1]


def test_the_pi_gives_every_buffer_back():
    mounting = on_a_stand_in(Hands())
    for _ in range(TAKEN):
        mounting.camera.take()

    assert mounting.stand_in is not None
    assert mounting.stand_in.held == 0


def test_a_locked_exposure_is_short_and_as_bright():
    mounting = on_a_stand_in(Hands())
    mounting.camera.take()
    mounting.camera.lock()

    assert mounting.stand_in is not None
    controls = mounting.stand_in.controls
    assert (controls["AeEnable"], controls["AwbEnable"]) == (False, False)
    assert controls["ExposureTime"] == LONGEST_US
    assert controls["AnalogueGain"] == pytest.approx(2.0 * 12_000 / LONGEST_US)


def test_a_pi_camera_that_goes_silent_is_lost():
    with pytest.raises(CameraLost, match="gives no picture"):
        on_a_stand_in(Hands(), lambda _: None).camera.take()


def test_a_clock_that_is_not_the_camera_s_is_told():
    now = Hands()
    stand_in = StandInCamera(gray, now=lambda: 5, exposure_us=8000)
    camera = PiCamera(opened=lambda: stand_in, now=now)  # pyright: ignore[reportArgumentType]

    with pytest.raises(CameraLost, match="older than the call"):
        camera.take()


def test_without_picamera2_the_camera_is_missing_and_the_way_out_is_told():
    with pytest.raises(CameraLost, match="apt install python3-picamera2"):
        PiCamera()


def test_an_unplugged_camera_comes_back():
    scene = Scene(look=1, camera=SMALL)
    camera = RenderedCamera(TuningRenderer(), lambda _: scene, Hands())
    camera.unplugged = True
    with pytest.raises(CameraLost):
        camera.take()
    camera.unplugged = False

    assert camera.take() is not None


def test_the_same_scene_is_the_same_picture():
    scene = Scene(look=3, moment=2, camera=SMALL)
    one, other = TuningRenderer().render(scene), TuningRenderer().render(scene)

    assert np.array_equal(one.y, other.y)
    assert not np.array_equal(one.y, TuningRenderer().render(replace(scene, moment=3)).y)


def test_labels_come_back_as_they_were_written(tmp_path: Path):
    frame = frame_of(np.full((20, 30, 3), 90, np.uint8), HostNs(5))
    label = Label(file="a.png", at=HostNs(5), row_ns=7, cards={Seat(0): Card("S03V"), Seat(1): None}, arms=(Seat(1),))
    write_recording(tmp_path, [(frame, label)])

    assert read_labels(tmp_path) == (label,)


def test_a_picture_survives_its_planes():
    picture = np.full((20, 30, 3), (40, 90, 200), np.uint8)

    assert np.abs(picture_of(frame_of(picture, HostNs(0))).astype(int) - picture).max() <= 3


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        '{"format": "perroquet-table/2", "file": "a.png", "at_ns": 0}',
        '{"format": "perroquet-table/1", "at_ns": 0}',
        '{"format": "perroquet-table/1", "file": "../a.png", "at_ns": 0}',
        '{"format": "perroquet-table/1", "file": "a.png", "at_ns": "soon"}',
        '{"format": "perroquet-table/1", "file": "a.png", "at_ns": 0, "cards": {"x": null}}',
    ],
)
def test_a_line_that_is_no_label_is_quoted_with_its_number(tmp_path: Path, line: str):
    (tmp_path / INDEX).write_text("\n" + line + "\n", "utf-8")

    with pytest.raises(BadRecording, match=r"frames\.jsonl:2"):
        read_labels(tmp_path)


def test_a_folder_without_an_index_is_no_camera(tmp_path: Path):
    with pytest.raises(CameraLost, match="RECORDINGS"):
        RecordedCamera(tmp_path)


def test_a_picture_that_is_gone_is_told_and_the_next_one_is_read(tmp_path: Path):
    frame = frame_of(np.full((20, 30, 3), 90, np.uint8), HostNs(5))
    labels = [Label(file=f"{name}.png", at=HostNs(5), cards={}) for name in "ab"]
    write_recording(tmp_path, [(frame, label) for label in labels])
    (tmp_path / "a.png").unlink()
    camera = RecordedCamera(tmp_path)

    with pytest.raises(CameraLost, match=r"a\.png"):
        camera.take()
    assert camera.take() is not None

"""A camera over a table that is drawn, and a stand-in for the Pi's camera library."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from perroquet.kernel.errors import CameraLost
from perroquet.kernel.readings import Cause
from perroquet.kernel.units import HostNs
from perroquet.ports.camera import FULL, Frame
from perroquet.vision.scene import Renderer, Scene

FRAME_NS: Final = 33_333_000


class RenderedCamera:
    """Takes pictures of scenes.

    `next_scene` says what is on the table when a picture begins, given when that is at the earliest; None = the end.
    """

    def __init__(
        self, renderer: Renderer, next_scene: Callable[[HostNs], Scene | None], now: Callable[[], int]
    ) -> None:
        self._renderer = renderer
        self._next_scene = next_scene
        self._now = now
        self._last = HostNs(0)
        self._closed = False
        self.unplugged = False
        """Set from outside: pictures fail until it is False again."""

    def take(self) -> Frame | None:
        """Draw what is there now."""
        if self.unplugged:
            raise CameraLost(Cause.UNPLUGGED, "the simulated camera is unplugged; plug it in")
        at = HostNs(max(self._now(), self._last + FRAME_NS))
        scene = None if self._closed else self._next_scene(at)
        if scene is None:
            return None
        self._last = at
        return self._renderer.render(replace(scene, at=at))

    def lock(self) -> None:
        """Do nothing: a scene's light is what it is."""

    def close(self) -> None:
        """Take no more pictures."""
        self._closed = True


class StandInRequest:
    """A picture in one of the camera's few buffers."""

    def __init__(self, planes: NDArray[np.uint8], metadata: dict[str, Any], let_go: Callable[[], None]) -> None:
        self._planes = planes
        self._metadata = metadata
        self._let_go = let_go

    def get_metadata(self) -> dict[str, Any]:
        """Return what the camera says about it."""
        return self._metadata

    def make_array(self, name: str) -> NDArray[np.uint8]:
        """Return the buffer itself, as (3/2 height, stride)."""
        if name != "main":
            raise KeyError(name)
        return self._planes

    def release(self) -> None:
        """Give the buffer back: the next picture overwrites it."""
        self._let_go()
        self._planes[:] = 0


class StandInCamera:
    """What our driver uses of `picamera2.Picamera2`, with its habits.

    The first picture of a capture may be one from before; stamps are of the *end* of the first row's exposure; rows
    are padded; a buffer that was released is written over.
    """

    STRIDE_PADDING = 64

    def __init__(self, source: Callable[[HostNs], Frame | None], *, now: Callable[[], int], exposure_us: int) -> None:
        self._source = source
        self._now = now
        self._exposure_ns = exposure_us * 1000
        self.controls: dict[str, Any] = {}
        self.started = False
        self.held = 0
        """Buffers that were not given back."""
        self._stale: HostNs | None = None

    def create_video_configuration(self, **settings: Any) -> dict[str, Any]:  # noqa: ANN401 - picamera2's own
        """Return the settings."""
        return settings

    def configure(self, camera_config: dict[str, Any]) -> None:
        """Take the settings; only our size and format are known here."""
        if camera_config["main"] != {"size": FULL, "format": "YUV420"}:
            raise RuntimeError(f"unexpected configuration {camera_config['main']}")

    def start(self) -> None:
        """Begin to deliver: one picture is already waiting."""
        self.started = True
        self._stale = HostNs(self._now() - 2 * FRAME_NS)

    def capture_request(self) -> StandInRequest:
        """Return the picture that waits, else the next."""
        begins = self._stale if self._stale is not None else HostNs(self._now() + FRAME_NS // 2)
        self._stale = None
        frame = self._source(begins)
        if frame is None:
            raise RuntimeError("camera frontend has timed out")
        self.held += 1
        exposure = self.controls.get("ExposureTime", self._exposure_ns // 1000)
        metadata = {
            "SensorTimestamp": begins + exposure * 1000,
            "ExposureTime": exposure,
            "AnalogueGain": self.controls.get("AnalogueGain", 2.0),
            "ColourGains": (1.9, 1.6),
        }
        return StandInRequest(_padded(frame, self.STRIDE_PADDING), metadata, self._let_go)

    def _let_go(self) -> None:
        self.held -= 1

    def set_controls(self, controls: dict[str, Any]) -> None:
        """Take them at once."""
        self.controls |= controls

    def stop(self) -> None:
        """Deliver no more."""
        self.started = False

    def close(self) -> None:
        """Nothing is held open."""


def _padded(frame: Frame, padding: int) -> NDArray[np.uint8]:
    height, width = frame.y.shape
    grey = np.full((height // 2, width // 2), 128, np.uint8)
    planes = (frame.y, grey if frame.u is None else frame.u, grey if frame.v is None else frame.v)
    pads = (padding, padding // 2, padding // 2)
    flat = [np.pad(plane, ((0, 0), (0, pad))).reshape(-1) for plane, pad in zip(planes, pads, strict=True)]
    return np.concatenate(flat).reshape(height * 3 // 2, width + padding)

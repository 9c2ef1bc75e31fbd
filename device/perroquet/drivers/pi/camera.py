"""Camera Module 3 Wide over picamera2, which is the Pi's own: it comes from apt.

It has never met a real camera. What it rests on: `SensorTimestamp` is CLOCK_MONOTONIC at the end of the exposure of the
first row (picamera2 issue 821), and a capture can return a picture older than the call (issue 849).
"""

import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Final

from perroquet.kernel.errors import CameraLost
from perroquet.kernel.readings import Cause
from perroquet.kernel.units import HostNs
from perroquet.ports.camera import FULL, Frame

if TYPE_CHECKING:
    from picamera2 import Picamera2  # pyright: ignore[reportMissingModuleSource] - from apt, on a Pi

LONGEST_US: Final = 8_000
"""Longest exposure: at 1 m/s a hand moves 8 mm meanwhile."""
_FRAME_US: Final = 33_333
_HEIGHT_M: Final = 0.7
"""Of the lens above the table: what it is focused on."""
_MANUAL: Final = 0
_SETTLES: Final = 15
"""Pictures until exposure and white balance have settled."""
_STALE: Final = 12
"""Pictures in a row that began before the call: more are no queue, but a clock that is not ours."""


def open_picamera2() -> "Picamera2":
    """Open the first camera.

    Raises:
        CameraLost: picamera2 is not installed, or there is no camera.
    """
    try:
        from picamera2 import Picamera2  # pyright: ignore[reportMissingModuleSource] - from apt, on a Pi
    except (ImportError, ValueError) as err:  # ValueError: built for another numpy
        raise CameraLost(
            Cause.MISSING,
            f"picamera2 cannot be imported ({err}); install it (sudo apt install python3-picamera2) and let this "
            "environment see the system's packages and simplejpeg>=1.8",
        ) from err
    try:
        return Picamera2()
    except IndexError as err:
        raise CameraLost(Cause.MISSING, "picamera2 sees no camera; check its ribbon, both ends, contacts down") from err
    except RuntimeError as err:
        raise CameraLost(Cause.BUSY, f"the camera cannot be opened ({err}); end the program that uses it") from err


class PiCamera:
    """The camera, full field, YUV: an RGB picture would be a copy that this size cannot afford."""

    def __init__(
        self, *, opened: "Callable[[], Picamera2]" = open_picamera2, now: Callable[[], int] = time.monotonic_ns
    ) -> None:
        """Open and start the camera.

        Args:
            opened: gives the camera.
            now: CLOCK_MONOTONIC, ns.

        Raises:
            CameraLost: there is none.
        """
        self._now = now
        self._camera: Picamera2 | None = opened()
        self._last = HostNs(0)
        self._metadata: dict[str, Any] = {}
        settings = self._camera.create_video_configuration(
            main={"size": FULL, "format": "YUV420"},
            raw={"size": FULL},
            buffer_count=3,
            queue=False,
            controls={
                "FrameDurationLimits": (_FRAME_US, _FRAME_US),
                "AfMode": _MANUAL,
                "LensPosition": 1.0 / _HEIGHT_M,
            },
        )
        self._camera.configure(settings)
        self._camera.start()

    def take(self) -> Frame | None:
        """Wait for a picture that began after the call."""
        camera, asked = self._camera, self._now()
        if camera is None:
            return None
        for _ in range(_STALE):
            try:
                request = camera.capture_request()
            except (RuntimeError, TimeoutError) as err:
                raise CameraLost(Cause.BROKEN, f"the camera gives no picture ({err}); check its ribbon") from err
            try:
                metadata = request.get_metadata()
                at = HostNs(int(metadata["SensorTimestamp"]) - 1000 * int(metadata["ExposureTime"]))
                if at < asked or at <= self._last:
                    continue
                self._last, self._metadata = at, metadata
                # The buffer goes back to the camera: what is kept must be a copy.
                return _frame(request.make_array("main").copy(), at)
            finally:
                request.release()
        raise CameraLost(Cause.BROKEN, f"{_STALE} pictures in a row are older than the call; restart the device")

    def lock(self) -> None:
        """Keep exposure and white balance; a long exposure becomes gain."""
        if self._camera is None or not self._metadata:
            return
        exposure, gain = int(self._metadata["ExposureTime"]), float(self._metadata["AnalogueGain"])
        shorter = min(exposure, LONGEST_US)
        self._camera.set_controls(
            {
                "AeEnable": False,
                "AwbEnable": False,
                "ExposureTime": shorter,
                "AnalogueGain": gain * exposure / shorter,
                "ColourGains": self._metadata["ColourGains"],
            }
        )

    def close(self) -> None:
        """Release the camera."""
        if self._camera is not None:
            self._camera.stop()
            self._camera.close()
            self._camera = None


def one_picture(
    *, opened: "Callable[[], Picamera2]" = open_picamera2, now: Callable[[], int] = time.monotonic_ns
) -> Frame:
    """Return a picture, its exposure settled.

    Raises:
        CameraLost: there is no camera, or it gives none.
    """
    camera = PiCamera(opened=opened, now=now)
    try:
        for _ in range(_SETTLES):
            camera.take()
        frame = camera.take()
    finally:
        camera.close()
    assert frame is not None  # noqa: S101 - only a closed camera gives None
    return frame


def _frame(planes: Any, at: HostNs) -> Frame:  # noqa: ANN401 - (3/2 height, stride) uint8
    """Cut Y, U and V out of one buffer whose rows may be longer than the picture."""
    width, height = FULL
    stride = planes.shape[1]
    flat = planes.reshape(-1)
    luma, chroma = height * stride, (height // 2) * (stride // 2)
    u, v = (
        flat[luma + place * chroma : luma + (place + 1) * chroma].reshape(height // 2, stride // 2)[:, : width // 2]
        for place in range(2)
    )
    return Frame(y=flat[:luma].reshape(height, stride)[:, :width], u=u, v=v, at=at)

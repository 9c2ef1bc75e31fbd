"""The camera above the table, as the vision process sees it."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, Protocol

from perroquet.kernel.units import HostNs

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

ROW_NS: Final = 13_360
"""How much later each row of a full picture is exposed than the row above it (IMX708, 2304 x 1296)."""

FULL: Final = (2304, 1296)
"""(width, height) in pixels of the smallest mode of Camera Module 3 Wide that sees its whole field."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Frame:
    """One picture, as planar YUV 4:2:0 of the JPEG kind: BT.601, all 256 levels used.

    Attributes:
        y: (height, width) uint8, brightness; row 0 is the top of the picture and is exposed first.
        u: (height / 2, width / 2) uint8, blue less brightness, 128 = none; None = a grey camera.
        v: as `u`, red less brightness.
        at: when the exposure of row 0 began, on the host's monotonic clock; from the sensor, not from the program.
        row_ns: how much later each row begins.
    """

    y: "NDArray[np.uint8]"
    at: HostNs
    u: "NDArray[np.uint8] | None" = None
    v: "NDArray[np.uint8] | None" = None
    row_ns: int = ROW_NS

    def at_row(self, row: float) -> HostNs:
        """Return when the exposure of `row` began."""
        return HostNs(self.at + round(row * self.row_ns))


class CameraSource(Protocol):
    """Pictures, newest first come; nothing is queued. It lives in the vision process, so that its calls may block."""

    def take(self) -> Frame | None:
        """Wait for a picture that began after the call, and after every picture taken before; return it.

        None = there will be no more (the end of a recording).

        Raises:
            CameraLost: the camera is not there, or went away; `take` may be called again later.
        """
        ...

    def lock(self) -> None:
        """Keep exposure and white balance as they are now, the exposure at most 8 ms; later pictures compare."""
        ...

    def close(self) -> None:
        """Release the camera. Idempotent."""
        ...

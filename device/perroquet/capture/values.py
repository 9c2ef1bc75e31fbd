"""What a capture holds, and how one can be wrong."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from perroquet.kernel.errors import PerroquetError
from perroquet.kernel.readings import Window
from perroquet.kernel.units import Degrees, Fingers, Micros, Millimetres, Seat

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FORMAT: Final = "perroquet-capture/1"
RINGS: Final = 12
COLUMNS: Final = 8
SUPPORTS: Final = 3
LINES: Final = RINGS + COLUMNS
MEASURED: Final = (
    *(f"r{ring}" for ring in range(RINGS)),
    *(f"c{column}" for column in range(COLUMNS)),
    *(f"f{support}" for support in range(SUPPORTS)),
)
"""Columns every capture has behind `t_us`; `imu` may follow."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TrueHand:
    """What one hand really did; what a maker does not know is None. Instants count from the capture's zero.

    Attributes:
        fingers: in contact at the ruling instant.
        lowest_mm: centre of the lowest ring it lies on.
        azimuth_deg: of its player.
    """

    seat: Seat | None = None
    first_us: Micros | None = None
    fingers: Fingers | None = None
    lowest_mm: Millimetres | None = None
    azimuth_deg: Degrees | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Truth:
    """What really happened. `winner` is an index into `hands`; `rule` the rule that names it."""

    hands: tuple[TrueHand, ...] = ()
    winner: int | None = None
    rule: str | None = None
    lift_us: Micros | None = None
    fall_us: Micros | None = None


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Capture:
    """One recorded grab.

    Attributes:
        scan_us: time from scan to scan.
        scale: counts of one fingertip at full contact.
        ring_mm: (12,) centre heights, column_deg: (8,) and force_deg: (3,) azimuths.
        seats: who sat where.
        t_us: (n,) int64 from the capture's zero, increasing.
        lines: (n, 20) float32, counts above baseline: rings from the lowest, then columns.
        forces: (n, 3) float32, newtons.
        imu: (n,) float32, g: magnitude less gravity; None = no such sensor.
        truth: None = nobody wrote it down.
    """

    scan_us: Micros
    scale: float
    ring_mm: tuple[Millimetres, ...]
    column_deg: tuple[Degrees, ...]
    force_deg: tuple[Degrees, ...]
    seats: tuple[tuple[Seat, Degrees], ...]
    t_us: "NDArray[np.int64]"
    lines: "NDArray[np.float32]"
    forces: "NDArray[np.float32]"
    imu: "NDArray[np.float32] | None" = None
    truth: Truth | None = None

    @classmethod
    def of(cls, window: Window, seats: tuple[tuple[Seat, Degrees], ...], truth: Truth | None = None) -> "Capture":
        """Return the capture of a window of at least two rows; its zero is the first row."""
        start, scan_us = int(window.t_us[0]), int(window.t_us[1] - window.t_us[0])
        return cls(
            scan_us=Micros(scan_us),
            scale=window.scale,
            ring_mm=window.ring_mm,
            column_deg=window.column_deg,
            force_deg=window.force_deg,
            seats=seats,
            t_us=window.t_us - start,
            lines=window.lines,
            forces=window.forces,
            imu=window.imu,
            truth=truth,
        )


class MalformedCapture(PerroquetError, ValueError):
    """A file that is no capture, or a broken one.

    Attributes:
        line: of the file, from 1; None = not of one line.
        column: name of the column, or the path of the key in the first line; None = the whole line.
    """

    def __init__(self, *, line: int | None, column: str | None, got: str, wanted: str) -> None:
        where = ", ".join(
            [*([] if line is None else [f"line {line}"]), *([] if column is None else [f"column {column}"])]
        )
        super().__init__(f"{where or 'the file'}: got {got}, wanted {wanted}; FORMAT.md of perroquet.capture says how")
        self.line = line
        self.column = column
        self.got = got
        self.wanted = wanted

"""Windows straight from the virtual totem: what a faultless base and link would hand to the analysis.

For fitting, benches and tests of the analysis alone, which want thousands of windows and the truth beside each: this
costs a fraction of stepping the firmware through every scan, and what goes wrong is the analysis's own doing, never the
detector's or the link's. The stepped base shows all of them together. It does what the link's description promises:
scans of 0.4 ms, lines as counts above a baseline, level frames every 2 ms in 8 bits, first contact between two scans.
"""

from statistics import median

import numpy as np

from perroquet.drivers.sim.hands import VirtualTotem
from perroquet.drivers.sim.hands_table import NEWTONS_PER_CODE
from perroquet.kernel.readings import SETTLE, Contact, Window
from perroquet.kernel.units import HostNs, McuUs, Micros

_SCAN_US = 400
_FRAME_SCANS = 5
_BASELINE_SCANS = 64
_BEFORE_FRAMES = 5
_SETTLE_US = SETTLE * 1000
_THRESHOLD = 0.25
_FORCE_UNIT_N = 0.1


class _Scanner:
    """Decoded scans of one totem: medians of three, above a baseline learnt before `start_us`."""

    def __init__(self, totem: VirtualTotem, start_us: int) -> None:
        self._totem = totem
        self._raw: dict[int, tuple[tuple[int, ...], tuple[int, ...]]] = {}
        quiet = [self._scan(start_us - _SCAN_US * k)[0] for k in range(1, _BASELINE_SCANS + 1)]
        self._baseline = [sum(line) / len(quiet) for line in zip(*quiet, strict=True)]
        self._floor = _THRESHOLD * totem.scale

    def _scan(self, t_us: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
        if t_us not in self._raw:
            self._raw[t_us] = self._totem.sample(t_us)
        return self._raw[t_us]

    def lines(self, t_us: int) -> list[float]:
        """Return counts above baseline, less what is common to the untouched lines."""
        three = [self._scan(t_us - _SCAN_US * k)[0] for k in range(3)]
        above = [sorted(line)[1] - base for line, base in zip(zip(*three, strict=True), self._baseline, strict=True)]
        untouched = [value for value in above if value < self._floor]
        hum = median(untouched) if len(untouched) >= 3 else 0.0
        return [value - hum for value in above]

    def forces(self, t_us: int) -> list[float]:
        """Return the mean newtons of the scans of one frame."""
        codes = [self._scan(t_us - _SCAN_US * k)[1] for k in range(_FRAME_SCANS)]
        return [NEWTONS_PER_CODE * sum(support) / len(codes) for support in zip(*codes, strict=True)]


def window_of(
    totem: VirtualTotem, start_us: int, *, within_us: int = 2_000_000, grab: int = 1, metal: bool = True
) -> Window | None:
    """Return the window of the first contact after `start_us` (base clock), or None when nobody comes.

    Args:
        totem: untouched for 26 ms before `start_us`.
        start_us: where to look from.
        within_us: how far to look.
        grab: identity of the grab.
        metal: False = a bare wooden totem, of which only the supports tell.
    """
    scanner = _Scanner(totem, start_us)
    first_us = _first_contact(scanner, totem, start_us, within_us)
    if first_us is None:
        return None
    end_us = first_us + _SETTLE_US
    lift_us = totem.lift_us()
    if lift_us is not None and lift_us <= end_us:
        end_us = lift_us - 1
    else:
        lift_us = None
    frame_us = _SCAN_US * _FRAME_SCANS
    start = start_us + (first_us - start_us) // _SCAN_US * _SCAN_US - _BEFORE_FRAMES * frame_us
    frames = range(start, end_us + 1, frame_us)
    # Stamped with the middle scan of the median, as the base does.
    lines = np.array([scanner.lines(t) for t in frames], dtype=np.float32)
    forces = np.array([scanner.forces(t) for t in frames], dtype=np.float32)
    return Window(
        contact=Contact(grab=grab, epoch=1, first=McuUs(first_us), at=HostNs(first_us * 1000), bound=Micros(0)),
        t_us=np.array([t - _SCAN_US - first_us for t in frames], dtype=np.int64),
        lines=np.clip(np.round(lines), 0, 255) * np.float32(metal),
        forces=np.clip(np.round(forces / _FORCE_UNIT_N), 0, 255).astype(np.float32) * np.float32(_FORCE_UNIT_N),
        scale=totem.scale,
        ring_mm=totem.ring_mm,
        column_deg=totem.column_deg,
        force_deg=totem.force_deg,
        lift_us=None if lift_us is None else Micros(lift_us - first_us),
    )


def _first_contact(scanner: _Scanner, totem: VirtualTotem, start_us: int, within_us: int) -> int | None:
    """Return when a line first rose through the threshold and stayed two scans, interpolated."""
    floor = _THRESHOLD * totem.scale
    before = [0.0] * len(scanner.lines(start_us))
    for t_us in range(start_us, start_us + within_us, _SCAN_US):
        if totem.quiet(t_us):
            continue
        now = scanner.lines(t_us)
        risen = [(b, n) for b, n in zip(before, now, strict=True) if n > floor >= b]
        if risen and max(scanner.lines(t_us + _SCAN_US)) > floor:
            share = min((floor - b) / (n - b) for b, n in risen)
            return round(t_us - _SCAN_US * (2 - share))  # the median of three lags by one scan
        before = now
    return None

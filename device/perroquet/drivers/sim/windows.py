"""Windows straight from the virtual totem: what a faultless base and link would hand to the analysis.

For fitting, benches and tests of the analysis alone, which want thousands of windows and the truth beside each: this
costs a fraction of stepping the firmware through every scan, and what goes wrong is the analysis's own doing, never the
detector's or the link's. The stepped base shows all of them together. It does what the link's description promises:
scans of 0.4 ms, lines as counts above a baseline, level frames every 2 ms in 8 bits, first contact between two scans.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from perroquet.drivers.sim.hands import VirtualTotem
from perroquet.drivers.sim.model import Counts, Instants, Reals
from perroquet.drivers.sim.shape import NEWTONS_PER_CODE
from perroquet.firmware.hardware import MOTION_US
from perroquet.kernel.readings import SETTLE, Contact, Window
from perroquet.kernel.units import HostNs, McuUs, Micros

_SCAN_US = 400
_FRAME_SCANS = 5
_BASELINE_SCANS = 64
_BEFORE_FRAMES = 5
_SETTLE_US = SETTLE * 1000
_FLOOR = 0.2
_SIGMAS = 6.0
_OPEN = 0.375
"""Share of its baseline that a line has lost when its contact is open."""
_STAYS = 0.6
_CONFIRM = 8
_LAG, _LAG_MOST = 3.0, 4.0
"""How the base times a touch: these are numbers of `firmware/detector.py`, and tests hold them together."""
_PUSHED_N = 1.0
_LOOKS = 4
_SHAKEN_US = 50_000
_SHAKEN_G = 0.04
_CHUNK = 150
_KEPT_BEFORE_US = 150_000
_KEPT_AFTER_LIFT_US = 100_000
_KEPT_AFTER_CONTACT_US = 300_000
_FORCE_UNIT_N = 0.1


@dataclass(frozen=True, slots=True, kw_only=True)
class _Decoded:
    """Scans in a row: `signal` (n, 20) counts above baseline of the scan before each `t_us`, `codes` (n, 3)."""

    t_us: Instants
    signal: Reals
    codes: Counts


class _Scanner:
    """Decoded scans of one totem: medians of three, above a baseline learnt before `start_us`."""

    def __init__(self, totem: VirtualTotem, start_us: int) -> None:
        self._totem = totem
        times = start_us + _SCAN_US * np.arange(-_BASELINE_SCANS - 2, 0, dtype=np.int64)
        counts, codes = totem.block(times)
        calm = _median3(counts)
        self._rest = codes.mean(axis=0)
        self._baseline = calm.mean(axis=0)
        off = calm - self._baseline
        noise = (off - np.median(off, axis=1, keepdims=True)).std(axis=0)
        self._limit = np.maximum(_FLOOR * totem.scale, _SIGMAS * noise)

    def decode(self, first_us: int, scans: int) -> _Decoded:
        """Decode `scans` scans from `first_us` on, less what is common to the untouched; open lines say nothing."""
        times = first_us + _SCAN_US * np.arange(-2, scans, dtype=np.int64)
        counts, codes = self._totem.block(times)
        above = _median3(counts) - self._baseline
        untouched = (above < self._limit) & (above > -_OPEN * self._baseline)
        order = np.sort(np.where(untouched, above, np.inf), axis=1)
        many = untouched.sum(axis=1)
        middle = order[np.arange(scans), np.minimum(many // 2, above.shape[1] - 1)]
        common = np.where(many * 3 >= above.shape[1], middle, 0.0)
        return _Decoded(t_us=times[2:], signal=above - common[:, None], codes=codes[2:])

    def first_contact(self, decoded: _Decoded) -> int | None:
        """Return when the first touch began: where a line crossed its limit, less the time its climb had taken."""
        signal, limit = decoded.signal, self._limit
        stays = signal >= _STAYS * limit
        held = np.logical_and.reduce([stays[k : len(stays) - _CONFIRM + 1 + k] for k in range(_CONFIRM)])
        above = signal[: len(held)] > limit
        rises = held[1:] & above[1:] & ~above[:-1]
        if not rises.any():
            return None
        row = int(rises.any(axis=1).argmax())
        lines = np.flatnonzero(rises[row])
        was, limits = signal[row, lines], limit[lines]
        crossed = (limits - was) / (signal[row + 1, lines] - was)
        climb = np.maximum(signal[row + _CONFIRM, lines] - was, 1e-6)
        scans = (crossed - np.minimum(_LAG * limits / climb, _LAG_MOST)).min()
        return round(int(decoded.t_us[row]) + _SCAN_US * (float(scans) - 1))  # a median of three lags by one scan

    def first_push(self, decoded: _Decoded) -> int | None:
        """Return when a support moved by 1 N for four looks, one every 2 ms: a hand that no line feels."""
        pushed = (np.abs(decoded.codes[::_FRAME_SCANS] - self._rest) > _PUSHED_N / NEWTONS_PER_CODE).any(axis=1)
        held = np.logical_and.reduce([pushed[k : len(pushed) - _LOOKS + 1 + k] for k in range(_LOOKS)])
        return int(decoded.t_us[::_FRAME_SCANS][int(held.argmax())]) if held.any() else None


def window_of(
    totem: VirtualTotem, start_us: int, *, within_us: int = 2_000_000, grab: int = 1, metal: bool = True
) -> Window | None:
    """Return the window of the first contact after `start_us` (base clock), or None when nobody is felt.

    A hand in a glove is felt by the supports alone, and later.

    Args:
        totem: untouched for 27 ms before `start_us`.
        start_us: where to look from.
        within_us: how far to look.
        grab: identity of the grab.
        metal: False = a bare wooden totem, of which only the supports tell.
    """
    scanner = _Scanner(totem, start_us)
    first_us = _look(scanner, totem, start_us, within_us)
    if first_us is None:
        return None
    lift_us = totem.lift_us()
    end_us = first_us + _SETTLE_US
    if lift_us is not None and lift_us <= end_us:
        end_us = lift_us - 1
    else:
        lift_us = None
    frame_us = _SCAN_US * _FRAME_SCANS
    begin_us = start_us + (first_us - start_us) // _SCAN_US * _SCAN_US - _BEFORE_FRAMES * frame_us
    frames = (end_us - begin_us) // frame_us + 1
    decoded = scanner.decode(begin_us - (_FRAME_SCANS - 1) * _SCAN_US, frames * _FRAME_SCANS)
    codes: Reals = decoded.codes.reshape(frames, _FRAME_SCANS, 3).mean(axis=1)
    lines: Reals = np.clip(np.round(decoded.signal[_FRAME_SCANS - 1 :: _FRAME_SCANS]), 0, 255)
    forces: Reals = np.clip(np.floor(codes * NEWTONS_PER_CODE / _FORCE_UNIT_N), 0, 255)
    return Window(
        contact=Contact(grab=grab, epoch=1, first=McuUs(first_us), at=HostNs(first_us * 1000), bound=Micros(0)),
        # Stamped with the middle scan of the median, as the base does.
        t_us=decoded.t_us[_FRAME_SCANS - 1 :: _FRAME_SCANS] - _SCAN_US - first_us,
        lines=lines.astype(np.float32) * np.float32(metal),
        forces=forces.astype(np.float32) * np.float32(_FORCE_UNIT_N),
        scale=totem.scale,
        ring_mm=totem.ring_mm,
        column_deg=totem.column_deg,
        force_deg=totem.force_deg,
        lift_us=None if lift_us is None else Micros(lift_us - first_us),
    )


def recording_of(totem: VirtualTotem, window: Window) -> Window:
    """Return every scan around the grab of `window`, as pulled from the base afterwards: from 150 ms before the contact
    until 100 ms after the separation, or 300 ms after the contact when there is none.
    """
    first_us = int(window.contact.first)
    lift_us, fall_us = totem.lift_us(), totem.fall_us()
    far_us = first_us + _KEPT_AFTER_CONTACT_US
    end_us = far_us if lift_us is None else min(far_us, lift_us + _KEPT_AFTER_LIFT_US)
    begin_us = first_us - _KEPT_BEFORE_US
    decoded = _Scanner(totem, begin_us).decode(begin_us, (end_us - begin_us) // _SCAN_US)
    parted_us = None if lift_us is None or lift_us > end_us else lift_us - first_us
    return Window(
        contact=window.contact,
        t_us=decoded.t_us - _SCAN_US - first_us,
        lines=decoded.signal.astype(np.float32),
        forces=(decoded.codes * NEWTONS_PER_CODE).astype(np.float32),
        scale=window.scale,
        ring_mm=window.ring_mm,
        column_deg=window.column_deg,
        force_deg=window.force_deg,
        lift_us=None if parted_us is None else Micros(parted_us),
        fall_us=None if fall_us is None else Micros(fall_us - first_us),
        imu=_shaken(totem, decoded.t_us),
    )


def _look(scanner: _Scanner, totem: VirtualTotem, start_us: int, within_us: int) -> int | None:
    for begin_us in range(start_us, start_us + within_us, _CHUNK * _SCAN_US):
        if totem.quiet(begin_us, begin_us + (_CHUNK + _CONFIRM + 1) * _SCAN_US):
            continue
        decoded = scanner.decode(begin_us, _CHUNK + _CONFIRM + 1)
        first_us = scanner.first_contact(decoded)
        if first_us is None:
            first_us = scanner.first_push(scanner.decode(begin_us, _CHUNK + _LOOKS * _FRAME_SCANS))
            if (
                first_us is not None
                and _shaken(totem, np.arange(first_us - _SHAKEN_US, first_us, 2_000)).max() > _SHAKEN_G
            ):
                first_us = None  # the table was bumped
        if first_us is not None:
            return first_us
    return None


def _shaken(totem: VirtualTotem, t_us: Instants) -> NDArray[np.float32]:
    """Return the base's acceleration less gravity at the last sample of the IMU before each instant."""
    samples, which = np.unique(t_us // MOTION_US * MOTION_US, return_inverse=True)
    size = np.linalg.norm(totem.motion(samples)[:, :3], axis=1) - 1.0
    return size[which].astype(np.float32)


def _median3(counts: Counts) -> Counts:
    """Return (n - 2, 20) from (n, 20): the median of each scan and the two before it."""
    a, b, c = counts[:-2], counts[1:-1], counts[2:]
    return np.maximum(np.minimum(a, b), np.minimum(np.maximum(a, b), c))

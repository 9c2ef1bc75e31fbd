"""From a recording of every scan to what a base would have told of it: first contact, separation, landing of a fall.

The base decides these while it scans, one scan at a time and with its whole past; a file is all there is here, so it is
looked at as a whole. A recording has every scan; the analysis reads level frames, one in 2 ms, and gets them.
"""

from dataclasses import replace
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.capture import Capture
from perroquet.kernel.readings import SETTLE, Contact, Window
from perroquet.kernel.units import HostNs, McuUs, Micros
from perroquet.totem.touch import TOUCHED, Array

_FRAME_US: Final = 2_000
_BEFORE_US: Final = 18_000
_FORCE_UNIT_N: Final = 0.1
_CONFIRMED: Final = 8
_LAG, _LAG_MOST = 5.0, 4.0
"""How a base times a touch, in scans: numbers of `firmware/detector.py`; tests hold both together."""
_WINDOW_US: Final = SETTLE * 1000
_FLOOR: Final = 0.2
"""Fingertips from which a line is touched, as in the base."""
_CONFIRM_US: Final = 1_000
_SPARK_US: Final = 8_000
"""What one line alone tells for less than this is noise."""
_REST_US: Final = 20_000
"""One period of the mains; in the first nobody has come yet."""
_QUIETEST: Final = 6
"""Lines, of twenty, that are never all touched."""
_AT_REST: Final = 17
"""Untouched lines, of twenty, while nobody touches."""
_HUMS: Final = 0.15
"""Fingertips, standard deviation about the mean of a period, of what they do together if it was not taken off."""
_LOOKED_AT: Final = 4
"""Periods of the mains before the end that are looked at for it."""
_LEAST_LINES: Final = 2
_MOST_STUCK: Final = 3
_FINGER: Final = 0.5
"""Fingertips below which nothing on the lines is a bare finger: a glove, a sleeve."""
_OPEN: Final = -1.2
"""Fingertips below which a line is open: the totem is gone."""
_MOST_LINES: Final = 0.75
_FEWEST_LINES: Final = 0.25
"""Shares of the lines that are open when the totem has gone, and when it begins to, as in the base."""
_GONE_US: Final = 800
_GONE: Final = 0.15
_FELT_N: Final = 0.6
_ENDS_US: Final = 20_000
_FALL_FROM_US: Final = 80_000
_LANDING_G: Final = 0.25


def window_of(capture: Capture) -> Window | None:
    """Return the grab in `capture`, every scan of it, or None when nobody came.

    `contact.first` of the result is its zero on the capture's own clock; `contact.at` is the same in nanoseconds.
    """
    lines = capture.lines.astype(np.float64) / capture.scale
    steady = _steady(lines)
    gone = _gone(steady, capture)
    stands = slice(0, len(lines) if gone is None else gone)
    common, hums = _common(steady[stands], capture)
    steady[stands] -= common
    if hums:
        lines[stands] -= common
    came = _first_touch(steady[stands], lines[stands], capture)
    if came is None or lines[stands].max(initial=0.0) < _FINGER:
        lines[stands] = 0.0
        came = _first_force(capture)
    if came is None:
        return None
    lift_us = None if gone is None else int(capture.t_us[gone])
    window = Window(
        contact=Contact(grab=0, epoch=0, first=McuUs(0), at=HostNs(0), bound=Micros(0)),
        t_us=capture.t_us,
        lines=(lines * capture.scale).astype(np.float32),
        forces=capture.forces,
        scale=capture.scale,
        ring_mm=capture.ring_mm,
        column_deg=capture.column_deg,
        force_deg=capture.force_deg,
        lift_us=None if lift_us is None else Micros(lift_us),
        fall_us=_landing(capture, lift_us),
        imu=capture.imu,
    )
    return _from(window, _finely(steady[stands], capture, came))


def frames_of(window: Window) -> Window:
    """Return `window` as the level frames a base sends: one row in 2 ms, forces averaged in between, in its units.

    They begin just before the first contact, and end when the totem leaves or fingers are where they stay. A base's
    record begins where its frames do, so every fifth row is one of those.
    """
    end_us = _WINDOW_US if window.lift_us is None else min(_WINDOW_US, window.lift_us - 1)
    every = max(1, _FRAME_US // int(np.median(np.diff(window.t_us))))
    ends = np.arange(every - 1, len(window.t_us), every)
    ends = ends[(window.t_us[ends] >= -_BEFORE_US) & (window.t_us[ends] <= end_us)]
    forces = window.forces[ends[:, None] + np.arange(1 - every, 1)].mean(axis=1)
    return replace(
        window,
        t_us=window.t_us[ends],
        lines=np.clip(window.lines[ends], 0.0, None),
        forces=(np.floor(forces / _FORCE_UNIT_N) * _FORCE_UNIT_N).astype(np.float32),
        imu=None if window.imu is None else window.imu[ends],
    )


def _steady(lines: Array) -> Array:
    """Return the median of each value and its neighbours in time: a spark is shorter."""
    around = np.pad(lines, ((1, 1), (0, 0)), mode="edge")
    return np.median(np.stack([around[:-2], around[1:-1], around[2:]]), axis=0)


def _gone(lines: Array, capture: Capture) -> int | None:
    """Return the first row without the totem: its contacts open one after the other, or all that was felt is gone."""
    is_open = lines < _OPEN
    away = is_open.mean(axis=1) >= _MOST_LINES
    if away.any():
        opening = (is_open & ~is_open[0]).mean(axis=1) >= _FEWEST_LINES  # one that was open before is a broken one
        row = int(away.argmax())
        while row > 0 and opening[row - 1]:
            row -= 1
        return row or None
    felt = np.clip(lines, 0.0, None).sum(axis=1)
    step = max(1, _GONE_US // capture.scan_us)
    before, after = felt[:-step], felt[step:]
    at_once = (before > 1.0) & (after < _GONE * before) & (lines[:-step].max(axis=1) > TOUCHED)
    return int(at_once.argmax()) + 1 if at_once.any() else None


def _common(lines: Array, capture: Capture) -> tuple[Array, bool]:
    """Return (n, 1) what all lines do together, and whether hands are hidden by it.

    A base takes it off once somebody touches; then it is there at rest alone, and the untouched lines tell it.
    """
    quietest = np.median(np.sort(lines, axis=1)[:, :_QUIETEST], axis=1)
    period = max(1, _REST_US // capture.scan_us)
    held = quietest[-_LOOKED_AT * period :]
    if len(held) >= 2 * period:  # a shorter record shows no hum
        slow = np.convolve(held, np.ones(period) / period, mode="valid")
        swings = held[period // 2 :][: len(slow)] - slow
        if float(swings.std()) > _HUMS:
            return (quietest - quietest[:period].mean())[:, None], True
    untouched = lines < _FLOOR
    together = np.where(untouched, np.clip(lines, -_FLOOR, None), 0.0).sum(axis=1) / np.maximum(
        1, untouched.sum(axis=1)
    )
    return np.where(untouched.sum(axis=1) < _AT_REST, 0.0, together)[:, None], False


def _first_touch(steady: Array, lines: Array, capture: Capture) -> int | None:
    """Return when somebody first touched, and take off `steady` and `lines` what was there before: nobody's.

    A hand lies on a ring and a column at least, so one line that rises alone, and stays so, is stuck.
    """
    t_us = capture.t_us[: len(lines)]
    touched = steady > _FLOOR
    for line in range(lines.shape[1]):
        for first, last in _runs(touched[:, line]):
            if t_us[last] - t_us[first] + capture.scan_us <= _CONFIRM_US:
                touched[first : last + 1, line] = False
    together = touched.sum(axis=1) >= _LEAST_LINES
    for stuck in range(_MOST_STUCK + 1):
        row = int(together.argmax())
        begun = {int(line): _begun(touched[:, line], row) for line in np.flatnonzero(touched[row])}
        old = [line for line, since in begun.items() if t_us[row] - t_us[since] > _SPARK_US or since == 0]
        if not together.any() or (len(old) > _MOST_STUCK - stuck):
            break
        if len(begun) - len(old) >= _LEAST_LINES:
            for line in old:
                nobodys = np.median(steady[begun[line] : max(row, begun[line] + 1), line])
                steady[:, line] -= nobodys
                lines[:, line] -= nobodys
            return int(t_us[min(since for line, since in begun.items() if line not in old)])
        together = touched.sum(axis=1) >= _LEAST_LINES + len(old)
    return None


def _begun(touched: NDArray[np.bool_], row: int) -> int:
    """Return since when a line that is touched at `row` has been."""
    before = np.flatnonzero(~touched[:row])
    return int(before[-1]) + 1 if len(before) else 0


def _runs(on: NDArray[np.bool_]) -> list[tuple[int, int]]:
    edges = np.flatnonzero(np.diff(np.concatenate([[False], on, [False]]).astype(np.int8)))
    return [(int(first), int(after) - 1) for first, after in edges.reshape(-1, 2)]


def _first_force(capture: Capture) -> int | None:
    """Return when a load came that stayed: a hand the lines do not feel. A knock is over before the end."""
    t_us, forces = capture.t_us, capture.forces.astype(np.float64)
    rest = np.median(forces[t_us < t_us[0] + _REST_US], axis=0)
    end = np.median(forces[t_us > t_us[-1] - _ENDS_US], axis=0)
    if np.abs(end - rest).max() < _FELT_N:
        return None
    off = np.abs(forces - rest).max(axis=1) > _FELT_N / 2
    return int(t_us[off.argmax()])


def _landing(capture: Capture, lift_us: int | None) -> Micros | None:
    if capture.imu is None or lift_us is None:
        return None
    hit = (np.abs(capture.imu) > _LANDING_G) & (capture.t_us > lift_us + _FALL_FROM_US)
    return Micros(int(capture.t_us[hit.argmax()])) if hit.any() else None


def _finely(lines: Array, capture: Capture, came_us: int) -> int:
    """Return the first contact: where the first line crossed its threshold, less the time its climb had taken."""
    onsets: list[float] = []
    for line in lines.T:
        above = (line > _FLOOR) & (np.abs(capture.t_us[: len(line)] - came_us) < _SPARK_US)
        row = int(above.argmax())
        if not above[row] or row == 0 or line[row - 1] > _FLOOR or row + _CONFIRMED >= len(line):
            continue
        was, rise = line[row - 1], line[row] - line[row - 1]
        climb = max(1e-3, float(line[row + _CONFIRMED] - was))
        back = min(_LAG * _FLOOR / climb, _LAG_MOST)
        onsets.append(float(capture.t_us[row - 1]) + capture.scan_us * (float((_FLOOR - was) / rise) - back))
    return round(min(onsets)) if onsets else came_us


def _from(window: Window, zero_us: int) -> Window:
    """Return `window` with its instants counted from `zero_us`."""

    def since(instant: Micros | None) -> Micros | None:
        return None if instant is None else Micros(instant - zero_us)

    contact = replace(window.contact, first=McuUs(zero_us), at=HostNs(zero_us * 1000))
    return replace(
        window,
        contact=contact,
        t_us=window.t_us - zero_us,
        lift_us=since(window.lift_us),
        fall_us=since(window.fall_us),
    )

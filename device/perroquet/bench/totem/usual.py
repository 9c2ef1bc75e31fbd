"""A maker's usual way, for comparison: a fixed threshold, polled at 125 Hz, and a count of peaks.

What a touch chip on a polling loop gives: a line is touched above one fixed level; the time of a contact is the poll
that first saw it; hands are groups of rings with an untouched one between; fingers are the peaks of the rings. Nothing
is ever unsure, and nobody has a name.
"""

from collections.abc import Mapping
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.kernel.readings import ArmLikelihood, Grab, Hand, Window
from perroquet.kernel.units import Degrees, Fingers, Micros, Millimetres, Probability, Seat
from perroquet.totem.judge import ruling_of

Levels = NDArray[np.float64]

_POLL_US: Final = 8_000
_TOUCHED: Final = 0.5
"""Fingertips; fixed, high enough for any totem's noise and neighbours."""
_MOST: Final = 5


def judge_as_usual(
    window: Window,
    seats: Mapping[Seat, Degrees],
    prior: Mapping[Seat, Probability],
    arms: ArmLikelihood | None,
) -> Grab:
    """Return the hands as polling finds them; whose they are it has no way to tell."""
    del seats, prior, arms
    polls = _polls(window)
    lines = window.lines[polls].astype(np.float64) / window.scale
    t_us = window.t_us[polls]
    rings, columns = lines[:, : len(window.ring_mm)], lines[:, len(window.ring_mm) :]
    hands = tuple(
        sorted(
            (_hand(group, rings, columns, t_us, window) for group in _groups(rings.max(axis=0, initial=0.0))),
            key=lambda hand: hand.first_us,
        )
    )
    return Grab(
        grab=window.contact.grab,
        epoch=window.contact.epoch,
        at=window.contact.at,
        hands=hands,
        gap_us=Micros(hands[1].first_us - hands[0].first_us) if len(hands) > 1 else None,
        lift_us=window.lift_us,
        fall_us=window.fall_us,
        evidence=f"{len(hands)} groups of rings, polled",
    )


def _polls(window: Window) -> NDArray[np.intp]:
    """Return the frames a poll every 8 ms sees; where it begins depends on the contact, as good as by chance."""
    kept = np.flatnonzero(window.t_us <= ruling_of(window))
    if not len(kept):
        return kept
    start = int(window.t_us[0]) + int(window.contact.first) % _POLL_US
    wanted = np.arange(start, int(window.t_us[kept[-1]]) + 1, _POLL_US)
    return np.unique(np.clip(np.searchsorted(window.t_us, wanted), 0, kept[-1]))


def _groups(most: Levels) -> list[NDArray[np.intp]]:
    touched = np.flatnonzero(most > _TOUCHED)
    return [group for group in np.split(touched, np.flatnonzero(np.diff(touched) > 1) + 1) if len(group)]


def _hand(
    group: NDArray[np.intp],
    rings: Levels,
    columns: Levels,
    t_us: NDArray[np.int64],
    window: Window,
) -> Hand:
    first = int((rings[:, group] > _TOUCHED).any(axis=1).argmax())
    count = _peaks(rings[-1, group])
    azimuth = window.column_deg[int(columns[-1].argmax())]
    return Hand(
        first_us=Micros(int(t_us[first])),
        seat=None,
        seat_posterior=(),
        fingers=Fingers(count),
        fingers_p=tuple(Probability(float(number == count)) for number in range(_MOST + 1)),
        lowest_mm=Millimetres(window.ring_mm[int(group[0])]),
        azimuth_deg=azimuth,
    )


def _peaks(levels: Levels) -> int:
    padded = np.concatenate([[0.0], levels, [0.0]])
    peaks = (padded[1:-1] > padded[:-2]) & (padded[1:-1] >= padded[2:]) & (levels > _TOUCHED)
    return min(_MOST, int(peaks.sum()))

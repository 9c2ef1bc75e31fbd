"""The jungle as an endless row of pieces: a bed of river, leaves and insects, with the events of the score on top.

Made off the path of the sound card, ahead of time. Pieces follow one another without a seam: the bed of each piece
goes on for `JOIN` samples into the next at equal power, and an event may ring on into it.
"""

from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.audio.score import window
from perroquet.audio.synthesis import TAU, VOICES, Dice, Mono, band, dice, glide, noise, wander
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import SAMPLE_RATE, Samples

Stereo = NDArray[np.int16]
"""(n, 2) int16 at 48 kHz, left and right."""

PIECE: Final = Samples(6 * SAMPLE_RATE)
JOIN: Final = Samples(3 * SAMPLE_RATE // 2)
_LEVEL: Final = 0.072
"""Scales the bed to -30 LUFS."""

_TAIL: Final = 4 * SAMPLE_RATE
_INSECTS: Final = 4
_FALL: Final = np.cos(np.arange(JOIN, dtype=np.float32) * np.float32(np.pi / 2 / JOIN))
_RISE: Final = np.sin(np.arange(JOIN, dtype=np.float32) * np.float32(np.pi / 2 / JOIN))


def _river(frequencies: Mono) -> NDArray[np.floating]:
    return 0.8 * band(250.0, 1200.0, 1.0)(frequencies) * (frequencies < 6000.0)


def _leaves(frequencies: Mono) -> NDArray[np.floating]:
    return 0.35 * band(2500.0, 7000.0, 1.5)(frequencies)


def _insect(die: Dice, count: int) -> Mono:
    """One cricket or cicada: a narrow carrier in pulses, that comes and goes."""
    pulse, carrier = die.uniform(12.0, 40.0), die.uniform(3400.0, 7200.0)
    along = np.arange(count, dtype=np.float32)
    drift = wander(die, count, 0.7, 0.0, 40.0)  # radians: some 10 Hz of wandering, so that no line is ruler-straight
    turn = np.uint32(carrier / SAMPLE_RATE * 2**32)  # a circle is 2**32, so whole turns fall away by themselves
    phase = (np.arange(count, dtype=np.uint32) * turn).astype(np.float32) * np.float32(TAU / 2**32) + drift
    beat = np.sin(along * np.float32(np.pi * pulse / SAMPLE_RATE) + np.float32(die.uniform(0.0, TAU)))
    here = np.maximum(wander(die, count, die.uniform(3.0, 7.0), -0.5, 1.0), 0.0)
    return np.sin(phase) * beat * beat * here * np.float32(0.28)


def _swell(luck: Luck, index: int, low: float, high: float) -> Mono:
    """Return a slow level for piece `index` and its join; the next piece takes it up where this one leaves it."""
    knots = [luck.stream(knot).uniform(low, high) for knot in range(2 * index, 2 * index + 4)]
    return glide(np.array(knots), PIECE + JOIN, PIECE / 2 / SAMPLE_RATE)


def _bed(luck: Luck, index: int) -> NDArray[np.float32]:
    """Return (2, PIECE + JOIN) float32."""
    die, count = dice(luck.split(index)), PIECE + JOIN
    sides = np.empty((2, count), np.float32)
    flow, wind = _swell(luck.split("flow"), index, 0.6, 1.0), _swell(luck.split("wind"), index, 0.4, 1.0)
    for side in range(2):
        sides[side] = noise(die, count, _river) * flow
        sides[side] += noise(die, count, _leaves) * wind
    for _ in range(_INSECTS):
        chirp, place = _insect(die, count), die.uniform(0.1, np.pi / 2 - 0.1)
        sides[0] += chirp * np.float32(np.cos(place))
        sides[1] += chirp * np.float32(np.sin(place))
    return sides * np.float32(_LEVEL)


def _scatter(luck: Luck, index: int, room: NDArray[np.float32]) -> None:
    """Add the events of window `index` to `room`, (2, PIECE + _TAIL)."""
    for event in window(luck, index, PIECE):
        die = dice(event.luck)
        voice, level = VOICES[event.layer]
        wave = voice(die)[:_TAIL] * np.float32(level * die.uniform(0.25, 1.0))
        place, start = die.uniform(0.0, np.pi / 2), event.at - index * PIECE
        room[0, start : start + len(wave)] += wave * np.float32(np.cos(place))
        room[1, start : start + len(wave)] += wave * np.float32(np.sin(place))


def pieces(luck: Luck) -> Iterator[Stereo]:
    """Yield the jungle of `luck`, PIECE samples at a time, for ever; always the same for the same luck."""
    joining = np.zeros((2, JOIN), np.float32)
    ringing = np.zeros((2, _TAIL), np.float32)
    index = 0
    while True:
        bed = _bed(luck.split("bed"), index)
        room = np.zeros((2, PIECE + _TAIL), np.float32)
        room[:, :PIECE] = bed[:, :PIECE]
        if index:
            room[:, :JOIN] *= _RISE
        room[:, :JOIN] += joining
        joining = bed[:, PIECE:] * _FALL
        room[:, :_TAIL] += ringing
        _scatter(luck.split("score"), index, room)
        ringing = room[:, PIECE:].copy()
        yield np.ascontiguousarray((np.clip(room[:, :PIECE], -1.0, 1.0) * np.float32(32767.0)).T).astype(np.int16)
        index += 1

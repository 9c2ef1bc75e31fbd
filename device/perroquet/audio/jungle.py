"""The jungle as an endless row of pieces: a bed of river, leaves, rain and insects, the events of the score on top.

Made off the path of the sound card, ahead of time. Pieces follow one another without a seam: the bed of each piece
goes on for `JOIN` samples into the next at equal power, and events and their echo in the forest ring on into it.
"""

from collections.abc import Iterator
from functools import cache
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.audio.loudness import gain_of, loudest
from perroquet.audio.scenes import Layer, Make, scene_of
from perroquet.audio.score import window
from perroquet.audio.synthesis import TAU, Dice, Mono, band, colour, dice, envelope, glide, noise, smooth_size, wander
from perroquet.audio.wildlife import VOICES
from perroquet.kernel.luck import Luck
from perroquet.kernel.sounds import Scene
from perroquet.kernel.units import SAMPLE_RATE, Samples

Stereo = NDArray[np.int16]
"""(n, 2) int16 at 48 kHz, left and right."""

PIECE: Final = Samples(6 * SAMPLE_RATE)
JOIN: Final = Samples(3 * SAMPLE_RATE // 2)
LOUDNESS: Final = -30.0
"""LUFS of the ambience at full volume."""

_TAIL: Final = 5 * SAMPLE_RATE
_LONGEST: Final = 4 * SAMPLE_RATE
_ECHO: Final = SAMPLE_RATE
_DEPTH: Final = 9.0
"""LU between the nearest and the furthest event of a layer."""

_HIGHEST: Final = 0.2
"""No event peaks higher, so that the sum of several stays under the ambience's -9 dBTP."""

_SIZE: Final = smooth_size(PIECE + _TAIL + _ECHO)
_BOTH: Final = np.array([[0.966, 0.259], [0.259, 0.966]], np.float32)
"""Two independent noises -> two sides that share half of themselves: wide, and not thinned out by one speaker."""

_FALL: Final = np.cos(np.arange(JOIN, dtype=np.float32) * np.float32(np.pi / 2 / JOIN))
_RISE: Final = np.sin(np.arange(JOIN, dtype=np.float32) * np.float32(np.pi / 2 / JOIN))


def _river(frequencies: Mono) -> NDArray[np.floating]:
    return band(250.0, 1200.0, 1.0)(frequencies) / (1.0 + (frequencies / 5000.0) ** 4)


def _insect(die: Dice, count: int) -> Mono:
    """One cricket or cicada: a narrow carrier in uneven pulses, that comes and goes."""
    along = np.arange(count, dtype=np.float32)
    pulse = np.cumsum(wander(die, count, 0.4, 0.85, 1.15) * np.float32(np.pi * die.uniform(12.0, 40.0) / SAMPLE_RATE))
    drift = wander(die, count, 0.7, 0.0, 40.0)  # radians: some 10 Hz of wandering, so that no line is ruler-straight
    turn = np.uint32(die.uniform(3400.0, 7200.0) / SAMPLE_RATE * 2**32)  # a circle is 2**32: whole turns fall away
    phase = (along.astype(np.uint32) * turn).astype(np.float32) * np.float32(TAU / 2**32) + drift
    beat = np.sin(pulse + np.float32(die.uniform(0.0, TAU)))
    sings = int(count * die.uniform(0.35, 0.9))
    start = int(die.uniform(0.0, count - sings))  # anywhere, or all would change their song together at the joins
    here = np.zeros(count, np.float32)
    here[start : start + sings] = envelope(sings, 2 * SAMPLE_RATE // 3, SAMPLE_RATE)
    here *= np.maximum(wander(die, count, die.uniform(3.0, 7.0), -0.3, 1.0), 0.0)
    return np.sin(phase) * beat * beat * here


def _swell(luck: Luck, index: int, low: float, high: float) -> Mono:
    """Return a slow level for piece `index` and its join; the next piece takes it up where this one leaves it."""
    knots = [luck.stream(knot).uniform(low, high) for knot in range(2 * index, 2 * index + 4)]
    return glide(np.array(knots), PIECE + JOIN, PIECE / 2 / SAMPLE_RATE)


def _bed(luck: Luck, make: Make, index: int) -> NDArray[np.float32]:
    """Return (2, PIECE + JOIN) float32."""
    die, count, bed = dice(luck.split(index)), PIECE + JOIN, make.bed
    sides = np.zeros((2, count), np.float32)
    streams = (
        ("flow", _river, bed.river, 0.7),
        ("wind", band(2500.0, 7000.0, 1.5), bed.leaves, 0.5),
        ("rain", band(1200.0, 9000.0, 0.7), bed.rain, 0.75),
    )
    for name, shape, gain, lowest in streams:
        if gain:
            swell = _swell(luck.split(name), index, lowest, 1.0) * np.float32(gain)
            sides += _BOTH @ np.stack([noise(die, count, shape) * swell for _ in range(2)])
    for _ in range(bed.insects):
        chirp, place = _insect(die, count) * np.float32(bed.insect_gain), die.uniform(0.1, np.pi / 2 - 0.1)
        sides[0] += chirp * np.float32(np.cos(place))
        sides[1] += chirp * np.float32(np.sin(place))
    return sides * np.float32(bed.level)


def _event(layer: str, place: Layer, die: Dice) -> tuple[Mono, float]:
    """Return one voice as loud as its distance makes it, and how far it is: 0 = near, 1 = far."""
    wave, far = VOICES[layer](die)[:_LONGEST], die.uniform(0.0, 1.0)
    if far > 0.3:  # leaves swallow what is high
        edge = 9000.0 * 0.25**far
        wave = colour(wave, lambda hertz: 1.0 / (1.0 + (hertz / edge) ** 2))
    gain = gain_of(LOUDNESS + place.near - _DEPTH * far - loudest(wave))
    return wave * np.float32(min(gain, _HIGHEST / max(1e-6, float(np.abs(wave).max())))), far


def _scatter(luck: Luck, make: Make, index: int, room: NDArray[np.float32]) -> None:
    """Add the events of window `index`, and their echo, to `room`, (2, PIECE + _TAIL)."""
    sent = np.zeros(PIECE + _TAIL, np.float32)
    for event in window(luck, make.layers, index, PIECE):
        die = dice(event.luck)
        wave, far = _event(event.layer, make.layers[event.layer], die)
        place, start = die.uniform(0.0, np.pi / 2), event.at - index * PIECE
        here = slice(start, start + len(wave))
        room[0, here] += wave * np.float32(np.cos(place))
        room[1, here] += wave * np.float32(np.sin(place))
        sent[here] += wave * np.float32(0.15 + 0.5 * far)
    echo = np.fft.irfft(np.fft.rfft(sent, _SIZE) * _forest(), _SIZE)[:, : PIECE + _TAIL]
    room += _BOTH @ echo.astype(np.float32)


@cache
def _forest() -> NDArray[np.complexfloating]:
    """Return two answers of the forest: a second of scattered echo that loses its heights, of energy 1 each."""
    die = dice(Luck("forest"))
    along = np.arange(_ECHO, dtype=np.float32) / _ECHO
    answers = np.stack(
        [
            noise(die, _ECHO, band(400.0, 6000.0, 1.0)) * np.exp(-along * 12.0)
            + noise(die, _ECHO, band(300.0, 1800.0, 1.0)) * np.exp(-along * 5.0) * (1.0 - along)
            for _ in range(2)
        ]
    )
    answers[:, : SAMPLE_RATE // 100] = 0.0
    return np.fft.rfft(answers / np.sqrt((answers**2).sum(axis=1, keepdims=True)), _SIZE)


def pieces(luck: Luck, scene: Scene | None = None) -> Iterator[Stereo]:
    """Yield the jungle of `luck`, PIECE samples at a time, for ever; always the same for the same luck and scene.

    Without a scene, the luck draws one.
    """
    make = scene_of(luck, scene)
    joining = np.zeros((2, JOIN), np.float32)
    ringing = np.zeros((2, _TAIL), np.float32)
    index = 0
    while True:
        bed = _bed(luck.split("bed"), make, index)
        room = np.zeros((2, PIECE + _TAIL), np.float32)
        room[:, :PIECE] = bed[:, :PIECE]
        if index:
            room[:, :JOIN] *= _RISE
        room[:, :JOIN] += joining
        joining = bed[:, PIECE:] * _FALL
        room[:, :_TAIL] += ringing
        _scatter(luck.split("score"), make, index, room)
        ringing = room[:, PIECE:].copy()
        yield np.ascontiguousarray((np.clip(room[:, :PIECE], -1.0, 1.0) * np.float32(32767.0)).T).astype(np.int16)
        index += 1

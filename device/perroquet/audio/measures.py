"""The goals of the sound, measured without a sound card: each function returns figures, none decides."""

import resource
import time
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.audio.effects import Pcm
from perroquet.audio.engine import Engine
from perroquet.audio.jungle import JOIN, PIECE, pieces
from perroquet.audio.keys import RAID, SHORT_PEAK, SPEECH
from perroquet.audio.loudness import decibels, integrated, short_term, true_peak
from perroquet.audio.maker import OnDemand
from perroquet.audio.synthesis import smooth_size
from perroquet.audio.voice import Voice
from perroquet.kernel.luck import Luck
from perroquet.kernel.sentences import Language
from perroquet.kernel.sounds import Scene
from perroquet.kernel.units import SAMPLE_RATE, Percent, Samples
from perroquet.ports.speaker import Speak

BUFFER: Final = 512
_WINDOW: Final = 2 * SAMPLE_RATE


@dataclass(frozen=True, slots=True, kw_only=True)
class Ambience:
    """Ambience of one seed and scene: LUFS, LU between its quietest and loudest 3 s, dBTP, LU lost in one speaker."""

    lufs: float
    span: float
    peak: float
    mono: float


def ambience(seed: str, scene: Scene, seconds: int) -> Ambience:
    """Measure `seconds` of jungle."""
    heard = _jungle(seed, scene, seconds)
    lufs, steps = integrated(heard), short_term(heard)
    return Ambience(
        lufs=lufs,
        span=float(np.ptp(steps)),
        peak=true_peak(heard),
        mono=integrated(heard.mean(axis=1)) - lufs,
    )


def _jungle(seed: str, scene: Scene, seconds: int) -> NDArray[np.float32]:
    count = -(-seconds * SAMPLE_RATE // PIECE)
    return np.concatenate(list(islice(pieces(Luck(seed), scene), count))).astype(np.float32) / np.float32(32767.0)


def onset_errors(shout: Pcm, tries: int, seed: int) -> tuple[int, ...]:
    """Arm raids at random samples in random buffers; return |heard - due| of each, in samples."""
    die, errors = np.random.default_rng(seed), list[int]()
    for _ in range(tries):
        engine = Engine({RAID: np.full(len(shout), 12_000, np.int16)}, _Silence())
        engine.volume(Percent(100))
        engine.pull(4096)
        due, size = int(die.integers(0, 40_000)), int(die.integers(1, 1024))
        engine.ambience(on=True, seed="x")
        engine.arm(Samples(due))
        heard = np.concatenate([engine.pull(size)[:, 0].copy() for _ in range(due // size + 2)])
        errors.append(abs(int(np.flatnonzero(heard)[0]) - due))
    return tuple(errors)


class _Silence(OnDemand):
    def choose(self, seed: str, scene: Scene | None) -> None:
        """Choose nothing."""

    def next(self) -> NDArray[np.int16]:
        """Return silence."""
        return np.zeros((SAMPLE_RATE, 2), np.int16)


@dataclass(frozen=True, slots=True, kw_only=True)
class Joins:
    """Joins of the pieces of an hour: silent samples at them, and the sharpest bend against the signal's own."""

    count: int
    gaps: int
    bend: float


def joins(seed: str, scene: Scene, seconds: int) -> Joins:
    """Look at every join, and at the end of every equal-power overlap.

    The bend is the largest second difference within four samples of a join, over the largest anywhere else in the two
    pieces around it: 1.0 or less is no click.
    """
    row = pieces(Luck(seed), scene)
    before, count, gaps, sharpest = next(row), 0, 0, 0.0
    for _ in range(seconds * SAMPLE_RATE // PIECE - 1):
        after = next(row)
        both = np.concatenate([before, after]).astype(np.int32)
        bends = np.abs(np.diff(both, 2, axis=0)).max(axis=1)
        at = np.zeros(len(bends), bool)
        for join in (PIECE, PIECE + JOIN):
            at[join - 4 : join + 4] = True
        sharpest = max(sharpest, float(bends[at].max() / bends[~at].max()))
        gaps += int((np.abs(both[PIECE - 4 : PIECE + 4]).max(axis=1) == 0).sum())
        before, count = after, count + 1
    return Joins(count=count, gaps=gaps, bend=sharpest)


def repetition(seed: str, scene: Scene, seconds: int, every: int) -> float:
    """Return the largest correlation of a 2 s window, one every `every` seconds, with any other 2 s of the ambience."""
    heard = _jungle(seed, scene, seconds).mean(axis=1).astype(np.float64)
    size = smooth_size(len(heard) + _WINDOW)
    spectrum = np.fft.rfft(heard, size)
    summed = np.concatenate([[0.0], np.cumsum(heard**2)])
    strength = np.sqrt(summed[_WINDOW:] - summed[:-_WINDOW])
    highest = 0.0
    for start in range(0, len(heard) - _WINDOW, every * SAMPLE_RATE):
        window = heard[start : start + _WINDOW]
        likeness = np.fft.irfft(spectrum * np.conj(np.fft.rfft(window, size)), size)[: len(strength)]
        likeness /= strength * np.sqrt((window**2).sum())
        likeness[max(0, start - _WINDOW) : start + _WINDOW] = 0.0  # itself
        highest = max(highest, float(np.abs(likeness).max()))
    return highest


def engine_cost(sounds: Mapping[str, Pcm]) -> float:
    """Return what mixing jungle costs, as a part of one core."""
    engine = Engine(sounds, OnDemand())
    engine.ambience(on=True, seed="bench")
    engine.pull(BUFFER)
    count = PIECE // BUFFER - 1  # within the first piece, so that nothing is made meanwhile
    began = time.process_time()
    for _ in range(count):
        engine.pull(BUFFER)
    return (time.process_time() - began) * SAMPLE_RATE / (count * BUFFER)


def growth(sounds: Mapping[str, Pcm], seconds: int, seed: int) -> int:
    """Play `seconds` of a simulated evening and return by how many bytes the memory grew after the first tenth.

    The jungle is made by another process, as it is at a table, so one minute of it is played round and round.
    """
    die = np.random.default_rng(seed)
    engine = Engine(sounds, _Round())
    engine.ambience(on=True, seed="x")
    names, buffers = sorted(sounds), seconds * SAMPLE_RATE // BUFFER
    sentence = np.zeros(2 * SAMPLE_RATE, np.int16)
    before = 0
    for number in range(buffers):
        if number == buffers // 10:
            before = resident()
        if die.random() < 0.001:
            engine.play(str(die.choice(names)))
        if die.random() < 0.0005:
            engine.say(Speak(text="", language=Language.FR), sentence.copy())
        engine.pull(BUFFER)
        engine.begun.clear()
    return resident() - before


class _Round(OnDemand):
    def __init__(self) -> None:
        self._row = list(islice(pieces(Luck("round"), Scene.RIVER), 10))

    def choose(self, seed: str, scene: Scene | None) -> None:
        """Choose nothing."""

    def next(self) -> NDArray[np.int16]:
        """Return the next of ten pieces."""
        self._row.append(self._row.pop(0))
        return self._row[-1].copy()


def resident() -> int:
    """Return the resident memory of this process, in bytes."""
    try:
        return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024


HOSTILE: Final = (
    "",
    "   ",
    "a" * 200,
    "x" * 1000,
    "1" * 300,
    "<genfile file='x'/>",
    "😀😀😀",
    "\x00\x07\n",
    "aBcDeF" * 40,
    "a-" * 50,
    "'" * 50,
    "Bobby'); DROP TABLE joueurs",
    "你好",
    "qwrtpsdfghjklzxcvbnm" * 6,
    "\\" * 20,
    "- " * 100,
)
"""Names nobody should have."""


def hostile_names(voice: Voice) -> Mapping[str, float]:
    """Return how long each hostile name takes in a sentence, in seconds until there is an answer, spoken or not."""
    took: dict[str, float] = {}
    for name in HOSTILE:
        for language in Language:
            began = time.monotonic()
            voice.say(f"{name}, 4 à 3. {name} ramasse.", language)
            took[name] = max(took.get(name, 0.0), time.monotonic() - began)
    return MappingProxyType(took)


def spoken_level(pcm: Pcm) -> float:
    """Return how far a sentence is from its level in LU; when shorter than a second, its peak's distance in dB."""
    wave = pcm / np.float32(32767.0)
    if len(pcm) < SAMPLE_RATE:
        return decibels(float(np.abs(wave).max())) - SHORT_PEAK
    return integrated(wave) - SPEECH


def duration(pcm: Pcm) -> float:
    """Return seconds."""
    return len(pcm) / SAMPLE_RATE

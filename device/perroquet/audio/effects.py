"""The sounds of `keys`, all made by our own code: key -> (n,) float32, mono, at its loudness, ends at rest."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.audio.keys import EFFECT, LENGTH, RAID, SHOUT
from perroquet.audio.loudness import gain_of, integrated, loudest
from perroquet.audio.synthesis import (
    TAU,
    Mono,
    band,
    colour,
    dice,
    envelope,
    formants,
    full,
    noise,
    seconds,
    tone,
)
from perroquet.audio.wildlife import squawk
from perroquet.kernel.luck import Luck
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import SAMPLE_RATE

Pcm = NDArray[np.int16]
"""(n,) int16 mono at 48 kHz."""

CEILING: Final = 0.68
"""No sound peaks higher: under the knee of the engine's limiter when it sounds alone."""


def _at(second: float) -> int:
    return int(second * SAMPLE_RATE)


def _place(wave: Mono, second: float, part: NDArray[np.floating], level: float = 1.0) -> None:
    """Add `part` to `wave` from `second` on; what is too long is faded off at the end."""
    start = _at(second)
    kept = part[: len(wave) - start]
    wave[start : start + len(kept)] += (kept * envelope(len(kept), 0, min(480, len(kept))) * level).astype(np.float32)


def _bell(count: int, pitch: float, decay: float) -> Mono:
    ring = tone(np.full(count, pitch), (0.6, 0.22, 0.12, 0.05))
    return ring * np.exp(-seconds(count) / decay).astype(np.float32) * envelope(count, 96, 960)


def _notes(count: int, pitches: tuple[float, ...], decay: float) -> Mono:
    """Return bell notes evenly over `count`, each ringing to the end."""
    wave = np.zeros(count, np.float32)
    for number, pitch in enumerate(pitches):
        start = number * count // (len(pitches) + 1)
        wave[start:] += _bell(count - start, pitch, decay)
    return wave


def _win(count: int) -> Mono:
    """Three notes up, a major chord."""
    return _notes(count, (523.25, 659.25, 783.99), 0.25)


def _fault(count: int) -> Mono:
    """Two notes down."""
    return _notes(count, (311.13, 233.08), 0.2)


def _fanfare(count: int) -> Mono:
    """A whole chord upstairs, with a trill of wings under it."""
    wave = _notes(count, (392.0, 523.25, 659.25, 783.99, 1046.5, 783.99, 1046.5), 0.35)
    flutter = 1.0 + 0.25 * np.sin(TAU * 11.0 * seconds(count)) * np.linspace(0.0, 1.0, count)
    return (wave * flutter).astype(np.float32) * envelope(count, 96, 4800)


def _tick(count: int) -> Mono:
    return _bell(count, 1760.0, 0.012)


def _last_second(count: int) -> Mono:
    """A wooden knock, lower than the tick of a press."""
    knock = _bell(count, 587.33, 0.02) + _bell(count, 1174.66, 0.01)
    return knock * envelope(count, 48, 960)


def _change(count: int) -> Mono:
    """Coins on wood."""
    wave, die = np.zeros(count, np.float32), dice(Luck("coins"))
    for second in (0.0, 0.07, 0.12, 0.19):
        _place(wave, second, _bell(_at(0.2), die.uniform(2300.0, 3600.0), 0.05), die.uniform(0.5, 1.0))
    return wave


def _turn(count: int) -> Mono:
    """One round note, a question."""
    along = np.linspace(0.0, 1.0, count)
    return tone(440.0 * (1.0 + 0.12 * along**2), (0.7, 0.2, 0.06)) * envelope(count, 900, 9000)


def _fall(count: int) -> Mono:
    """A wooden totem goes over: a knock, a second, a roll."""
    wave = np.zeros(count, np.float32)
    for second, level in ((0.0, 1.0), (0.16, 0.6), (0.27, 0.4), (0.35, 0.3), (0.42, 0.22)):
        size = _at(0.25)
        wood = (np.sin(TAU * 290.0 * seconds(size)) + 0.6 * np.sin(TAU * 610.0 * seconds(size))) * np.exp(
            -seconds(size) / 0.03
        )
        slap = noise(dice(Luck(f"fall/{second}")), size, band(400.0, 3000.0, 1.0)) * np.exp(-seconds(size) / 0.008)
        _place(wave, second, (wood + 0.5 * slap) * envelope(size, 48, 960), level)
    return wave


def _siren(count: int) -> Mono:
    """A patrol boat's two notes, going away over the water."""
    two = np.where(seconds(count) % 1.1 < 0.55, 440.0, 587.0)
    smooth = np.convolve(two, np.ones(960) / 960.0, mode="same")
    smooth[:960], smooth[-960:] = smooth[960], smooth[-961]
    wave = tone(smooth * np.linspace(1.02, 0.96, count), (0.6, 0.3, 0.3, 0.12, 0.1))
    return wave * np.linspace(1.0, 0.35, count, dtype=np.float32) * envelope(count, 2400, 24_000)


def _parrot(count: int) -> Mono:
    """The agent's parrot: three cries that nothing in the jungle makes, each higher."""
    wave, die = np.zeros(count, np.float32), dice(Luck("agent"))
    for second, length in ((0.0, 0.28), (0.36, 0.28), (0.72, 0.5)):
        _place(wave, second, squawk(die, _at(length)), 0.6 + 0.4 * second)
    return wave


def _bark(count: int) -> Mono:
    """One open vowel, shouted: a buzz of voice pitch through the formants of "a", rough and falling at the end."""
    along = np.linspace(0.0, 1.0, count)
    pitch = 300.0 * (1.0 + 0.25 * np.sin(np.pi * np.minimum(1.0, along * 1.6)) - 0.2 * along)
    rough = 1.0 + 0.02 * np.sin(TAU * 62.0 * seconds(count))
    buzz = tone(pitch * rough, tuple(1.0 / number for number in range(1, 20)))
    throat = formants((820.0, 130.0, 1.0), (1300.0, 160.0, 0.8), (2700.0, 250.0, 0.5), (3500.0, 350.0, 0.3))
    breath = noise(dice(Luck("bark")), count, band(1200.0, 3500.0, 1.0)) * np.float32(0.1)
    return np.tanh(2.0 * full(colour(buzz + breath, throat))) * envelope(count, 700, 5000)


def _officers(words: Mono, count: int) -> Mono:
    """Several officers shout `words` together, hard and close: one voice at four pitches, a few milliseconds apart."""
    wave = np.zeros(count, np.float32)
    for pitch, second, level in ((1.0, 0.0, 1.0), (0.94, 0.012, 0.7), (1.06, 0.021, 0.6), (0.89, 0.03, 0.5)):
        places = np.arange(0.0, len(words) - 1.0, pitch)
        _place(wave, second, np.interp(places, np.arange(len(words)), words), level)
    hard = np.tanh(3.5 * full(colour(wave, band(350.0, 5500.0, 1.5))))
    return colour(hard.astype(np.float32), band(250.0, 7000.0, 1.0)) * envelope(count, 240, 2400)


def _pea_whistle(count: int) -> Mono:
    """A customs officer's whistle with a pea in it."""
    flutter = np.sin(TAU * 38.0 * seconds(count))
    wave = tone(2750.0 + 130.0 * flutter, (0.75, 0.12, 0.06)) * (0.72 + 0.28 * flutter).astype(np.float32)
    wave += tone(2310.0 + 90.0 * flutter, (0.3,))
    hiss = noise(dice(Luck("pea")), count, lambda hertz: 0.08 * np.exp(-(((hertz - 3500.0) / 2000.0) ** 2)))
    return (wave + hiss) * envelope(count, 240, 1900)


def raid(words: Mono | None) -> Pcm:
    """Stop, all of you: whistle, the shout, whistle. Nothing in the jungle sounds like it.

    Args:
        words: "Haut les mains !" as spoken, at most 0.92 s are heard; None = the voice is mute, and two barks say it.
    """
    wave = np.zeros(LENGTH[RAID], np.float32)
    _place(wave, 0.0, _pea_whistle(_at(0.34)), 0.55)
    if words is None:
        _place(wave, 0.40, _bark(_at(0.34)), 0.8)
        _place(wave, 0.80, _bark(_at(0.48)), 0.9)
    else:
        _place(wave, 0.38, _officers(words[: _at(0.92)], _at(0.96)), 0.9)
    _place(wave, 1.36, _pea_whistle(_at(0.44)), 0.55)
    for delay, level in ((1440, 0.22), (3120, 0.14), (5520, 0.08)):  # walls, so that it stands in the room
        wave[delay:] += wave[:-delay] * np.float32(level)
    wave *= envelope(len(wave), 48, 2400)
    return levelled(wave, SHOUT)


_MAKERS: Final[Mapping[Sound, Callable[[int], Mono]]] = MappingProxyType(
    {
        Sound.WIN: _win,
        Sound.FAULT: _fault,
        Sound.TICK: _tick,
        Sound.SIREN: _siren,
        Sound.PARROT: _parrot,
        Sound.LAST_SECOND: _last_second,
        Sound.CHANGE: _change,
        Sound.TURN: _turn,
        Sound.FANFARE: _fanfare,
        Sound.FALL: _fall,
    }
)
"""Sound -> length in samples -> the sound, at any level."""


def effect(sound: Sound) -> Pcm:
    """Make one sound of the bank; the raid without words."""
    return raid(None) if sound is Sound.RAID else levelled(_MAKERS[sound](LENGTH[sound]), EFFECT)


def effects() -> dict[str, Pcm]:
    """Make every sound of the bank that needs no voice."""
    return {sound: effect(sound) for sound in Sound}


def levelled(wave: NDArray[np.floating], target: float) -> Pcm:
    """Bring `wave` to `target` LUFS; where that lifts peaks over the ceiling they are bent, and the rest is raised."""
    measure = integrated if target == SHOUT else loudest
    fits = wave * gain_of(target - measure(wave))
    for _ in range(8):
        if float(np.abs(fits).max()) <= CEILING:
            break
        bent = np.tanh(fits / CEILING) * CEILING * 0.999
        fits = bent * gain_of(target - measure(bent))
    return to_pcm(np.clip(fits, -CEILING, CEILING))


def to_pcm(wave: NDArray[np.floating]) -> Pcm:
    """Return `wave` as samples."""
    return (np.clip(wave, -1.0, 1.0) * 32767.0).astype(np.int16)

"""Voices of the jungle, one event each: luck -> (n,) float32, mono, peak 1.0, ends at rest. No two are alike."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.audio.synthesis import (
    TAU,
    Dice,
    Mono,
    band,
    colour,
    envelope,
    formants,
    full,
    noise,
    rest,
    seconds,
    tone,
    wander,
)
from perroquet.kernel.units import SAMPLE_RATE


def _samples(die: Dice, low: float, high: float) -> int:
    """Draw a length between `low` and `high` seconds."""
    return int(die.uniform(low, high) * SAMPLE_RATE)


def _buzz(pitch: NDArray[np.floating]) -> Mono:
    """Return what vocal cords give before the throat: every harmonic up to 7 kHz, each weaker than the last."""
    count = max(1, int(7000.0 / float(np.max(pitch))))
    return tone(pitch, tuple(1.0 / number for number in range(1, min(count, 40) + 1)))


def bird(die: Dice) -> Mono:
    """A phrase of two to seven syllables of one species: arch, glide, trill or two notes."""
    base, kind = die.uniform(1700.0, 4300.0), int(die.integers(4))
    ratio, rate, length = die.uniform(0.6, 1.6), die.uniform(18.0, 42.0), die.uniform(0.06, 0.2)
    phrase: list[Mono] = []
    for syllable in range(int(die.integers(2, 8))):
        count = int(length * die.uniform(0.8, 1.2) * SAMPLE_RATE)
        along = np.linspace(0.0, 1.0, count)
        match kind:
            case 0:
                pitch = base * (1.0 + 0.3 * np.sin(np.pi * along * ratio))
            case 1:
                pitch = base * ratio**along
            case 2:
                pitch = base * (1.0 + 0.07 * np.sin(TAU * rate * length * along))
            case _:
                pitch = np.full(count, base * (ratio if syllable % 2 else 1.0))
        sung = tone(pitch * die.uniform(0.98, 1.02), (0.8, 0.15))
        phrase += [sung * envelope(count, 600, 1400), rest(die, 0.02, 0.12)]
    return full(np.concatenate(phrase))


def whistle(die: Dice) -> Mono:
    """A tinamou: one or two long whistles that fall, from far away."""
    base, fall = die.uniform(1100.0, 2200.0), die.uniform(0.7, 0.95)
    phrase: list[Mono] = []
    for _ in range(int(die.integers(1, 3))):
        count = _samples(die, 0.45, 0.9)
        along = np.linspace(0.0, 1.0, count)
        pitch = base * fall ** (along**2) * (1.0 + 0.006 * np.sin(TAU * 6.0 * along))
        phrase += [tone(pitch, (0.6, 0.05)) * envelope(count, 5000, 14000), rest(die, 0.2, 0.5)]
    return full(np.concatenate(phrase))


def piha(die: Dice) -> Mono:
    """The screaming piha, the voice of the Amazon: two soft notes, then a swoop up and down like a lash."""
    base = die.uniform(1500.0, 1900.0)
    phrase: list[Mono] = []
    for _ in range(int(die.integers(1, 3))):
        count = _samples(die, 0.12, 0.16)
        soft = tone(base * np.linspace(0.9, 1.05, count), (0.3, 0.05)) * envelope(count, 1500, 2000)
        phrase += [soft, rest(die, 0.05, 0.09)]
    count = _samples(die, 0.38, 0.5)
    swoop = np.interp(np.linspace(0.0, 1.0, count), (0.0, 0.3, 0.55, 1.0), (1.0, 2.1, 1.3, 1.75))
    return full(np.concatenate([*phrase, tone(base * swoop, (0.8, 0.2, 0.06)) * envelope(count, 1400, 3600)]))


def toucan(die: Dice) -> Mono:
    """A row of four to nine yelping croaks, each a drop in pitch, in an even beat."""
    base, beat = die.uniform(700.0, 1000.0), die.uniform(0.22, 0.34)
    count = int(beat * die.uniform(0.5, 0.65) * SAMPLE_RATE)
    gap = int(beat * SAMPLE_RATE) - count
    phrase: list[Mono] = []
    for _ in range(int(die.integers(4, 10))):
        pitch = base * np.linspace(1.35, 0.8, count) ** 1.2 * die.uniform(0.97, 1.03)
        croak = tone(pitch, (0.6, 0.4, 0.25, 0.12)) * (1.0 + 0.3 * np.sin(TAU * 55.0 * seconds(count)))
        phrase += [(croak * envelope(count, 500, 2600)).astype(np.float32), np.zeros(gap, np.float32)]
    return full(np.concatenate(phrase))


def squawk(die: Dice, count: int) -> Mono:
    """One harsh parrot cry: a rough arch of pitch through a wide throat."""
    along = np.linspace(0.0, 1.0, count)
    arch = die.uniform(850.0, 1250.0) * (1.0 + die.uniform(0.4, 0.8) * np.sin(np.pi * along) ** 0.7)
    rough = 1.0 + 0.05 * np.sin(TAU * die.uniform(60.0, 85.0) * along * count / SAMPLE_RATE)
    wave = _buzz(arch * rough) + noise(die, count, band(1200.0, 5000.0, 1.0)) * np.float32(0.35)
    shaped = np.tanh(1.6 * colour(wave, formants((1500.0, 500.0, 1.0), (3100.0, 700.0, 0.8), (5200.0, 900.0, 0.3))))
    return full(shaped * envelope(count, 900, 3000))


def woodpecker(die: Dice) -> Mono:
    """A roll of knocks on a hollow trunk, slowing a little and fading."""
    hollow, rate = die.uniform(700.0, 1500.0), die.uniform(14.0, 22.0)
    knocks = int(die.integers(7, 16))
    at = np.cumsum(1.0 / (rate * np.linspace(1.0, 0.75, knocks)) * die.uniform(0.93, 1.07, knocks))
    wave = np.zeros(int((at[-1] + 0.12) * SAMPLE_RATE), np.float32)
    count = int(0.07 * SAMPLE_RATE)
    along = seconds(count)
    for place, moment in enumerate(at):
        ring = np.sin(TAU * hollow * die.uniform(0.98, 1.02) * along) * np.exp(-along * 90.0)
        knock = ring + 0.6 * noise(die, count, band(800.0, 5000.0, 1.0)) * np.exp(-along * 350.0)
        start = int(moment * SAMPLE_RATE)
        wave[start : start + count] += knock * envelope(count, 24, 400) * (1.0 - 0.6 * place / knocks)
    return full(wave)


def owl(die: Dice) -> Mono:
    """Two to five soft hoots, the last the longest; above 300 Hz, so that a small speaker has them."""
    base, hoots = die.uniform(330.0, 470.0), int(die.integers(2, 6))
    phrase: list[Mono] = []
    for hoot in range(hoots):
        count = _samples(die, 0.2, 0.3) if hoot < hoots - 1 else _samples(die, 0.45, 0.7)
        pitch = base * (1.0 - 0.08 * np.linspace(-1.0, 1.0, count) ** 2)
        phrase += [tone(pitch, (0.8, 0.16, 0.05)) * envelope(count, 2600, 6000), rest(die, 0.1, 0.28)]
    return full(np.concatenate(phrase))


def howler(die: Dice) -> Mono:
    """A howler monkey over the canopy: a roar that swells, breathes and dies down. Its throat sits above 300 Hz."""
    count = _samples(die, 2.2, 3.6)
    along = np.linspace(0.0, 1.0, count)
    pitch = (
        die.uniform(85.0, 125.0) * (1.0 + 0.35 * np.sin(np.pi * along)) * (1.0 + wander(die, count, 0.06, -0.03, 0.03))
    )
    breath = noise(die, count, band(300.0, 1600.0, 1.0)) * np.float32(0.8)
    throat = formants((420.0, 110.0, 1.0), (850.0, 160.0, 0.8), (1600.0, 350.0, 0.25))
    surge = 0.65 + 0.35 * np.sin(TAU * die.uniform(0.9, 1.8) * seconds(count)) ** 2
    return full(colour(_buzz(pitch) * (1.0 + breath), throat) * surge * envelope(count, 26_000, 48_000))


def chatter(die: Dice) -> Mono:
    """A troop of small monkeys quarrelling: quick nasal yaps of several throats."""
    phrase: list[Mono] = []
    for _ in range(int(die.integers(5, 13))):
        count = _samples(die, 0.05, 0.13)
        along = np.linspace(0.0, 1.0, count)
        pitch = die.uniform(650.0, 1300.0) * (1.0 + 0.5 * np.sin(np.pi * along ** die.uniform(0.6, 1.4)))
        yap = colour(_buzz(pitch), formants((1250.0, 300.0, 1.0), (2700.0, 450.0, 0.6)))
        phrase += [full(yap * envelope(count, 400, 1500)) * np.float32(die.uniform(0.4, 1.0)), rest(die, 0.02, 0.14)]
    return full(np.concatenate(phrase))


def frog(die: Dice) -> Mono:
    """Two to six croaks: a tone broken into pulses, its pitch rising."""
    base, pulse = die.uniform(480.0, 1300.0), die.uniform(42.0, 70.0)
    phrase: list[Mono] = []
    for _ in range(int(die.integers(2, 7))):
        count = _samples(die, 0.08, 0.16)
        along = seconds(count)
        beat = (0.5 - 0.5 * np.cos(TAU * pulse * along)).astype(np.float32) ** 2
        croak = tone(base * (1.0 + 0.8 * along), (0.55, 0.3, 0.12))
        phrase += [croak * beat * envelope(count, 250, 1500), rest(die, 0.1, 0.3)]
    return full(np.concatenate(phrase))


def tree_frog(die: Dice) -> Mono:
    """A glass frog: single high peeps, far apart enough to wait for the next."""
    base = die.uniform(2300.0, 3600.0)
    phrase: list[Mono] = []
    for _ in range(int(die.integers(2, 5))):
        count = _samples(die, 0.05, 0.09)
        peep = tone(base * np.linspace(0.96, 1.04, count), (0.8, 0.08)) * envelope(count, 500, 2000)
        phrase += [peep, rest(die, 0.25, 0.5)]
    return full(np.concatenate(phrase))


def cicada(die: Dice) -> Mono:
    """One cicada that winds itself up, saws, and winds down; no two teeth of the saw alike."""
    count = _samples(die, 1.6, 3.2)
    carrier = die.uniform(4200.0, 6200.0) * (1.0 + wander(die, count, 0.05, -0.012, 0.012))
    teeth = np.cumsum(die.uniform(55.0, 95.0) * (1.0 + wander(die, count, 0.11, -0.12, 0.12))) / SAMPLE_RATE
    saw = (1.0 - teeth % 1.0) ** 1.5
    rasp = 0.6 + noise(die, count, band(150.0, 900.0, 1.0)) * np.float32(0.5)
    return full(tone(carrier, (0.7,)) * saw * rasp * envelope(count, 34_000, 40_000))


def fly(die: Dice) -> Mono:
    """A beetle that hums past: nearer and higher, then away and lower."""
    count = _samples(die, 1.2, 2.4)
    along = np.linspace(-1.0, 1.0, count) * die.uniform(3.0, 5.0)
    near = 1.0 / (1.0 + along**2)
    pitch = die.uniform(150.0, 240.0) * (1.0 - 0.06 * along / np.sqrt(1.0 + along**2))
    wings = _buzz(pitch * (1.0 + wander(die, count, 0.04, -0.02, 0.02)))
    return full(colour(wings, band(400.0, 2500.0, 1.0)) * near * envelope(count, 9600, 9600))


def drip(die: Dice) -> Mono:
    """A drop into still water: a short tone that rises as the bubble closes."""
    along = seconds(int(0.12 * SAMPLE_RATE))
    pitch = die.uniform(700.0, 2000.0) * (1.0 + 5.0 * along)
    return full(tone(pitch, (0.6,)) * np.exp(-along * die.uniform(32.0, 60.0)) * envelope(len(along), 80, 1200))


def splash(die: Dice) -> Mono:
    """A fish that jumps: a slap of water and the bubbles after it."""
    count = _samples(die, 0.7, 1.1)
    along = seconds(count)
    wave = noise(die, count, band(500.0, 5000.0, 1.0)) * np.exp(-along * die.uniform(9.0, 16.0)) * np.float32(0.3)
    for _ in range(int(die.integers(4, 10))):
        bubble = drip(die) * np.float32(die.uniform(0.1, 0.5))
        start = int(die.uniform(0.05, 0.5) * (count - len(bubble)))
        wave[start : start + len(bubble)] += bubble
    return full(wave * envelope(count, 200, 4800))


def rustle(die: Dice) -> Mono:
    """Something moves in dry leaves."""
    count = _samples(die, 0.5, 1.4)
    crackle = wander(die, count, 0.03, 0.0, 1.0) ** 3
    return full(noise(die, count, band(1500.0, 7000.0, 1.0)) * crackle * envelope(count, 4800, 14_400))


def thunder(die: Dice) -> Mono:
    """Thunder behind the hills: rumbles that overlap and roll away, with enough above 180 Hz for a small speaker."""
    count = _samples(die, 3.0, 3.9)
    roll = wander(die, count, 0.22, 0.15, 1.0) ** 2
    rumble = noise(die, count, lambda hertz: 1.0 / (1.0 + (hertz / 160.0) ** 2) * (hertz > 40.0))
    crackle = noise(die, count, band(250.0, 900.0, 1.0)) * np.float32(0.5)
    return full((rumble + crackle) * roll * np.exp(-seconds(count) / 1.6) * envelope(count, 9000, 48_000))


VOICES: Final[Mapping[str, Callable[[Dice], Mono]]] = MappingProxyType(
    {
        voice.__name__: voice
        for voice in (
            bird,
            whistle,
            piha,
            toucan,
            woodpecker,
            owl,
            howler,
            chatter,
            frog,
            tree_frog,
            cicada,
            fly,
            drip,
            splash,
            rustle,
            thunder,
        )
    }
)
"""Layer of the score -> its voice."""

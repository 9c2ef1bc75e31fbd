"""`perroquet sound bench`: the goals of the sound, measured on this machine."""

import json as jsonlib
import math
from collections.abc import Callable, Iterable, Iterator
from dataclasses import asdict, dataclass
from typing import Any, Final, TypeAlias

import numpy as np

from perroquet.audio.effects import Pcm
from perroquet.audio.keys import RAID, SHOUT
from perroquet.audio.live_measures import loss, steadiness, trigger_to_mix
from perroquet.audio.loudness import integrated
from perroquet.audio.measures import (
    BUFFER,
    Ambience,
    ambience,
    engine_cost,
    growth,
    hostile_names,
    joins,
    onset_errors,
    repetition,
    spoken_level,
)
from perroquet.audio.shelf import Shelf
from perroquet.audio.voice import Voice
from perroquet.kernel.sentences import Language
from perroquet.kernel.sounds import Scene, Sound
from perroquet.kernel.units import SAMPLE_RATE
from perroquet.wiring.sounds import typical_sentences

FORMAT: Final = "perroquet-sound-bench/1"
Picker: TypeAlias = Callable[[list[float]], Any]
"""Which of the tries is the value."""

_BUFFER_MS: Final = 1000 * BUFFER / SAMPLE_RATE


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One quantity: its worst or mean value, where 95 of 100 tries lay, the goal, and whether it is met."""

    quantity: str
    value: float
    low95: float
    high95: float
    goal: str
    met: bool


def bench_lines(*, n: int, seed: int, json: bool) -> Iterator[str]:
    """Yield what to print; a line a quantity for people as it is measured, one object for programs.

    Args:
        n: tries; seconds of jungle a seed, minutes for joins, repetition and memory, and seconds of steadiness follow
            from it.
        seed: of jungle and tries.
        json: for programs.
    """
    rows: list[Row] = []
    for row in _rows(n, seed):
        rows.append(row)
        if not json:
            span = "" if row.low95 == row.high95 == row.value else f" ({row.low95:.3g} to {row.high95:.3g})"
            yield f"{'+' if row.met else '!'} {row.quantity:<58} {row.value:>9.3g}{span}  goal {row.goal}"
    if json:
        yield jsonlib.dumps({"format": FORMAT, "n": n, "seed": seed, "rows": [asdict(row) for row in rows]})


def _rows(n: int, seed: int) -> Iterator[Row]:
    voice = Voice()
    try:
        shelf = Shelf(None, voice)
        sounds: dict[str, Pcm] = {sound: shelf.sound(sound, Language.FR) for sound in Sound}
        yield _row("onset error, samples (worst)", onset_errors(sounds[RAID], n, seed), max, "0", high=0.0)
        yield from _spoken(voice, n)
        yield _row("a hostile name is answered, s (worst)", hostile_names(voice).values(), max, "< 2.5", high=2.5)
        yield from _jungle(sounds[RAID], n, seed)
        yield _row("mixing, % of a core", [100 * engine_cost(sounds)], max, "<= 1", high=1.0)
        hours = min(3.0, 0.15 * n)
        grown = growth(sounds, int(hours * 3600), seed) / 1e6
        yield _row(f"memory grown over {hours:g} simulated h, MB", [grown], max, "<= 5", high=5.0)
    finally:
        voice.close()
    waits = trigger_to_mix(n, seed)
    late = waits[math.ceil(0.95 * n) - 1]
    yield _row("order to mix, ms (95 of 100)", waits, lambda _: late, "<= 21.3", high=2 * _BUFFER_MS)
    steady = steadiness(30 * n)
    quantity = f"late buffers of {steady.buffers}, two busy threads beside"
    yield _row(quantity, [float(steady.late)], max, "0", high=0.0)
    yield _row("jungle not made in time, times", [float(steady.starved)], max, "0", high=0.0)
    lost = loss()
    yield _row("a lost device is noticed (simulated), ms", [lost.noticed], max, "<= 1000", high=1000.0)
    yield _row("a device that is back plays (simulated), ms", [lost.back], max, "<= 2000", high=2000.0)
    yield _row("raids kept through the loss, of 1", [float(lost.raid_kept)], min, "1", low=1.0)


def _spoken(voice: Voice, n: int) -> Iterator[Row]:
    sentences = list(typical_sentences())
    some = sentences[:: max(1, len(sentences) // (5 * n))]
    said = [voice.say(sentence.text, sentence.language) for sentence in some]
    levels = [abs(spoken_level(pcm)) for pcm in said if pcm is not None]
    yield _row(f"sentences the voice cannot say, of {len(some)}", [float(len(said) - len(levels))], max, "0", high=0.0)
    yield _row("speech, LU from its level (worst)", levels, max, "<= 1", high=1.0)


def _jungle(shout: Pcm, n: int, seed: int) -> Iterator[Row]:
    beds: list[Ambience] = []
    for scene in Scene:
        some = [ambience(f"{seed}/{number}", scene, 30) for number in range(max(1, n // 2))]
        yield _row(f"ambience, {scene}, LUFS (mean)", [bed.lufs for bed in some], np.mean, "-31 to -29", -31.0, -29.0)
        beds += some
    yield _row("quietest to loudest 3 s, LU (worst)", [bed.span for bed in beds], max, "<= 8", high=8.0)
    yield _row("true peak of the jungle, dBTP (worst)", [bed.peak for bed in beds], max, "<= -9", high=-9.0)
    yield _row("lost in one speaker, LU (worst)", [bed.mono for bed in beds], min, ">= -2", low=-2.0)
    lufs = integrated(shout / np.float32(32767.0))
    yield _row("shout, LUFS", [lufs], max, "-17 to -15", SHOUT - 1.0, SHOUT + 1.0)
    yield _row("shout over the loudest bed, LU", [lufs - max(bed.lufs for bed in beds)], min, ">= 12", low=12.0)
    minutes = min(60, 3 * n)
    seen = joins(f"{seed}", Scene.RIVER, 60 * minutes)
    yield _row(f"silent samples at {seen.count} joins", [float(seen.gaps)], max, "0", high=0.0)
    yield _row("bend at a join over the signal's own (worst)", [seen.bend], max, "<= 1", high=1.0)
    minutes = min(10, n)
    alike = [repetition(f"{seed}", scene, 60 * minutes, 60) for scene in Scene]
    yield _row(f"likeness of two 2 s windows in {minutes} min (worst)", alike, max, "< 0.3", high=0.3)


def _row(
    quantity: str,
    values: Iterable[float],
    pick: Picker,
    goal: str,
    low: float = -math.inf,
    high: float = math.inf,
) -> Row:
    tries = np.array(list(values), np.float64)
    value = float(pick(tries.tolist()))
    edges = np.quantile(tries, (0.025, 0.975))
    return Row(
        quantity=quantity,
        value=round(value, 4),
        low95=round(float(edges[0]), 4),
        high95=round(float(edges[1]), 4),
        goal=goal,
        met=low <= value <= high,
    )

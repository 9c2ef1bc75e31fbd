"""`perroquet sound check`: is every sound there, whole, as loud as it should be, and every sentence short enough?"""

import json as jsonlib
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final

from perroquet.audio.bank import Bank, Entry
from perroquet.audio.keys import RAID, SHORT_PEAK, SHOUT, SPEECH
from perroquet.audio.measures import duration, spoken_level
from perroquet.audio.recordings import Recordings
from perroquet.audio.shelf import BANK, RECORDINGS
from perroquet.audio.voice import Voice
from perroquet.wiring.sounds import Typical, bank_wishes, typical_sentences

FORMAT: Final = "perroquet-sound-check/1"
RULING_S: Final = 4.0
QUESTION_S: Final = 7.0
_TOLERANCE: Final = 1.0
_QUIET: Final = 18.0
_LOUD: Final = -3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One finding.

    Attributes:
        what: the file or `book.key.language`.
        state: `ok`, `missing`, `damaged`, `level`, `long` or `mute`.
        text: what is spoken, if anything.
    """

    what: str
    state: str
    seconds: float
    lufs: float | None = None
    peak: float | None = None
    sha256: str | None = None
    licence: str | None = None
    text: str = ""


def check_lines(folder: Path, *, json: bool) -> tuple[tuple[str, ...], bool]:
    """Return what to print and whether all is well."""
    rows = [*_files(folder), *_sentences()]
    wrong = [row for row in rows if row.state != "ok"]
    if json:
        lines = [jsonlib.dumps({"format": FORMAT, **asdict(row)}, ensure_ascii=False) for row in rows]
        total = {"format": FORMAT, "total": len(rows), "wrong": len(wrong)}
        return (*lines, jsonlib.dumps(total)), not wrong
    lines = [f"! {row.what}: {row.state}, {row.seconds:.1f} s {row.text}" for row in wrong]
    if any(row.state in ("missing", "damaged") for row in wrong):
        lines.append("`perroquet sound render` makes what is missing or damaged.")
    lines.append(f"{len(rows)} sounds and sentences, {len(wrong)} wrong.")
    return tuple(lines), not wrong


def _files(folder: Path) -> Iterator[Row]:
    bank, recordings = Bank(folder / BANK), Recordings(folder / RECORDINGS)
    for wish in bank_wishes():
        entry, pcm = bank.entries.get(wish.name), bank.read(wish)
        if entry is None or pcm is None:
            there = (bank.folder / wish.name).exists()
            yield Row(what=wish.name, state="damaged" if there else "missing", seconds=0.0, text=wish.text)
            continue
        yield Row(
            what=wish.name,
            state="ok" if _level_is_right(entry) else "level",
            seconds=entry.seconds,
            lufs=entry.lufs,
            peak=entry.peak,
            sha256=entry.sha256,
            licence=entry.licence,
            text=wish.text,
        )
    for path, own in recordings.all():
        state, seconds = ("damaged", 0.0) if own is None else ("ok", round(duration(own), 2))
        yield Row(what=f"{RECORDINGS}/{path.name}", state=state, seconds=seconds, licence="the table's own")


def _level_is_right(entry: Entry) -> bool:
    """The shout's and a sentence's loudness; of other sounds and of a short word only the peak says something."""
    if entry.key == RAID:
        return abs(entry.lufs - SHOUT) <= _TOLERANCE
    if entry.text and entry.seconds >= 1.0:
        return abs(entry.lufs - SPEECH) <= _TOLERANCE
    return SHORT_PEAK - _QUIET <= entry.peak <= _LOUD


def _sentences() -> Iterator[Row]:
    voice = Voice()
    try:
        for sentence in typical_sentences():
            yield _sentence(voice, sentence)
    finally:
        voice.close()


def _sentence(voice: Voice, sentence: Typical) -> Row:
    pcm = voice.say(sentence.text, sentence.language)
    seconds = 0.0 if pcm is None else duration(pcm)
    state = "ok"
    if pcm is None:
        state = "mute"
    elif seconds > (QUESTION_S if sentence.question else RULING_S):
        state = "long"
    elif abs(spoken_level(pcm)) > _TOLERANCE:
        state = "level"
    what = f"{sentence.book}.{sentence.key}.{sentence.language}"
    return Row(what=what, state=state, seconds=round(seconds, 2), text=sentence.text)

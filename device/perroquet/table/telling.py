"""Tell an evening event by event, with what was said.

What a game that still runs keeps secret stays secret: its hidden events are left out, and so is its luck.
"""

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Any

from perroquet.kernel.journal import Codec, Record
from perroquet.kernel.units import NS_PER_S
from perroquet.table.chronicle import Chronicle, follow
from perroquet.table.evening import Evening, Games
from perroquet.table.events import TABLE, GameStarted
from perroquet.table.words import Words

_HIDDEN_SEED = "secret until the game is over"


@dataclass(frozen=True, slots=True)
class Told:
    """One event as it is told.

    Attributes:
        since: seconds since the power-on of its boot.
        fields: of the event, as JSON has them.
        said: what was said, in the language of that moment.
    """

    record: Record
    since: float
    fields: Mapping[str, Any]
    said: tuple[str, ...]


def tell(records: Iterable[Record], reader: Codec, games: Games, words: Words) -> tuple[tuple[Told, ...], Chronicle]:
    """Tell `records` one by one; return what may be told, and the evening they add up to."""
    told: list[Told] = []
    chronicle = Chronicle(evening=Evening.dawn(games))
    started: dict[int, int] = {}
    for record in records:
        chronicle, _ = follow(chronicle, record, games)
        lines = (line for line in chronicle.story if line.seq == record.seq)
        said = tuple(words.line(line, chronicle.evening) for line in lines)
        since = (record.at - started.setdefault(record.boot, record.at)) / NS_PER_S
        fields: Mapping[str, Any] = json.loads(reader.encode(record))["data"]
        told.append(Told(record, since, fields, said))
    return tuple(_discreet(told, chronicle.evening, games)), chronicle


def _discreet(told: list[Told], evening: Evening, games: Games) -> Iterator[Told]:
    """Leave out what the game that still runs, if any, has not shown yet."""
    running = evening.running
    if running is None or games[running.game].over(running.state):
        yield from told
        return
    begun = max(one.record.seq for one in told if isinstance(one.record.event, GameStarted))
    for one in told:
        if one.record.seq == begun:
            yield replace(one, fields={**one.fields, "seed": _HIDDEN_SEED})
        elif one.record.seq < begun or one.record.source == TABLE or not games[running.game].secret(one.record.event):
            yield one


def in_words(records: Iterable[Record], games: Games, words: Words) -> str:
    """Return everything that was said, a line a sentence, each with the time since the power-on of its boot."""
    chronicle, started, lines = Chronicle(evening=Evening.dawn(games)), dict[int, int](), list[str]()
    for record in records:
        chronicle, _ = follow(chronicle, record, games)
        seconds = (record.at - started.setdefault(record.boot, record.at)) // NS_PER_S
        said = (words.line(line, chronicle.evening) for line in chronicle.story if line.seq == record.seq)
        lines += [f"{seconds // 3600}:{seconds // 60 % 60:02}:{seconds % 60:02}  {text}" for text in said]
    return "".join(f"{line}\n" for line in lines)

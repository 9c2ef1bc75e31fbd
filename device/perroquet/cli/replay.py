"""Tell an evening from its journal, event by event, with what was said.

What a game that still runs keeps secret stays secret: its hidden events are left out, and so is its luck.
"""

import json
from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Final

from perroquet.drivers.journal_file import Examined, examine
from perroquet.games import GAMES
from perroquet.kernel.errors import JournalError
from perroquet.kernel.journal import Codec
from perroquet.table.codec import codec
from perroquet.table.evening import Games
from perroquet.table.portrait import portrait
from perroquet.table.telling import Told, tell
from perroquet.table.words import Words

FORMAT: Final = "perroquet-replay/1"
_MAGIC: Final = b"SQLite format 3\0"


def replay_lines(journal: Path, *, json: bool) -> Iterator[str]:
    """Yield the evening in `journal`, a file or a state folder, line by line.

    Raises:
        JournalError: it cannot be read, or is no journal.
    """
    path = journal / "evening.db" if journal.is_dir() else journal
    games = {game.name: game for game in GAMES}
    reader = codec(games)
    try:
        examined = examine(path, reader, live=True)
    except JournalError as error:
        if _is_sqlite(path):
            raise
        raise JournalError(f"{str(path)!r} is no journal; name an evening.db, or the state folder") from error
    return story_lines(examined, reader, games, as_json=json)


def _is_sqlite(path: Path) -> bool:
    """Tell whether an unreadable file is at least of the right kind; one that is not there is told as such."""
    try:
        with path.open("rb") as file:
            return file.read(len(_MAGIC)) == _MAGIC
    except OSError:
        return True


def story_lines(examined: Examined, reader: Codec, games: Games, *, as_json: bool) -> Iterator[str]:
    """Yield the lines of what was read: each event, then where the evening stands and what damage cost."""
    words = Words(games)
    told, chronicle = tell(examined.records, reader, games, words)
    view = portrait(chronicle, None, games, words)
    recovery = examined.recovery
    if not as_json:
        yield from (line for one in told for line in _text(one))
        yield f"event {view.seq}: {view.situation}. {view.awaits}"
        if recovery is not None:
            yield recovery.why
        return
    for one in told:
        record = one.record
        head = {"format": FORMAT, "seq": record.seq, "at": record.at, "boot": record.boot, "source": record.source}
        yield _json({**head, "type": type(record.event).__name__, "data": one.fields, "said": one.said})
    lost = {**asdict(recovery), "aside": None} if recovery is not None else None
    yield _json(
        {"format": FORMAT, "seq": view.seq, "situation": view.situation, "awaits": view.awaits, "recovered": lost}
    )


def _text(told: Told) -> Iterator[str]:
    record = told.record
    fields = " ".join(f"{name}={_json(value)}" for name, value in told.fields.items())
    when = f"{record.boot}/{told.since:.3f}"
    yield f"{record.seq:>5}  {when:<12} {record.source:<13} {type(record.event).__name__} {fields}".rstrip()
    for text in told.said:
        yield f"{'':>17}« {text} »"


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, separators=(",", ":"))

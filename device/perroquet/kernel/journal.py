"""The journal's records and their JSON form, versioned."""

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from perroquet.kernel.errors import JournalError, JournalTooNew
from perroquet.kernel.shapes import Json, Mismatch, Shape, canonical, shape_of
from perroquet.kernel.units import HostNs, Seq

VERSION: Final = 1
"""Raised whenever an older Perroquet could not read what this one writes."""

FORMAT: Final = f"perroquet-journal/{VERSION}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One event of the evening, as kept for ever.

    Attributes:
        seq: from 1, without gaps.
        at: when it was decided, host clock of its boot.
        source: `table`, or the name of the game that decided it.
        event: a frozen dataclass of that source's closed union.
        boot: counts power-ons of this evening, from 1; `at` of two boots are never compared.
    """

    seq: Seq
    at: HostNs
    boot: int
    source: str
    event: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Recovery:
    """What a damaged tail cost.

    Attributes:
        kept: the last whole event; 0 when none was.
        dropped: events after it that are known to be lost; 0 when nothing, or nothing recognisable, was.
        why: what was found, in English, for the log and the page.
        aside: folder with the damaged files as they were, or None when there was nothing left to keep.
    """

    kept: Seq
    dropped: int
    why: str
    aside: Path | None


@dataclass(frozen=True, slots=True, kw_only=True)
class _Envelope:
    at: int
    boot: int
    seq: int
    source: str
    type: str


class Codec:
    """Records to lines of canonical JSON and back, over closed unions of events.

    Shapes are built at first use, so that starting costs nothing for games that are not played.
    """

    def __init__(self, sources: Mapping[str, tuple[type[Any], ...]]) -> None:
        """Take the event classes of each source: `{"table": (Joined, Left), "jungle-speed": (Grabbed,)}`."""
        self._sources: dict[str, dict[str, type[Any]]] = {
            source: {kind.__name__: kind for kind in kinds} for source, kinds in sources.items()
        }

    def encode(self, record: Record) -> str:
        """Return `record` as one line.

        Raises:
            JournalError: its event is of no known class, or holds what its hints do not allow.
        """
        name = type(record.event).__name__
        try:
            event = self._shape(record.source, name)
            envelope = _Envelope(at=record.at, boot=record.boot, seq=record.seq, source=record.source, type=name)
            head = cast("dict[str, Json]", _ENVELOPE.dump(envelope))
            return canonical({"v": VERSION, **head, "data": event.dump(record.event)})
        except Mismatch as mismatch:
            raise JournalError(
                f"event {record.seq} of {record.source!r}, {name}, cannot be journalled: {mismatch}; "
                "mend the class or the code that made it"
            ) from mismatch

    def decode(self, line: str) -> Record:
        """Return the record of one line.

        Raises:
            JournalTooNew: a newer Perroquet wrote it.
            JournalError: anything else is not exactly as `encode` writes it.
        """
        try:
            return self._record(_versioned(line))
        except JournalTooNew:
            raise
        except ValueError as err:  # no JSON, or a Mismatch
            raise JournalError(
                f"this line of the journal is not one of {FORMAT}: {_cut(line)!r}: {err}; "
                "use the Perroquet that wrote it, or keep the file aside and begin a new evening"
            ) from err

    def _record(self, fields: dict[str, Any]) -> Record:
        if "data" not in fields:
            raise Mismatch(wanted="an event under 'data'", got=fields)
        data = fields.pop("data")
        envelope: _Envelope = _ENVELOPE.parse(fields)
        event = self._shape(envelope.source, envelope.type).parse(data)
        return Record(
            seq=Seq(envelope.seq), at=HostNs(envelope.at), boot=envelope.boot, source=envelope.source, event=event
        )

    def _shape(self, source: str, name: str) -> Shape:
        if source not in self._sources:
            raise Mismatch(wanted=f"one of {', '.join(self._sources)}", got=source, where="source")
        kinds = self._sources[source]
        if name not in kinds:
            raise Mismatch(wanted=f"an event of {source!r} ({', '.join(kinds)})", got=name, where="type")
        return shape_of(kinds[name])


def too_new(version: int) -> str:
    """Return what to say of a journal of a later `version`."""
    return (
        f"this journal is of format perroquet-journal/{version}, this Perroquet reads up to {FORMAT}; "
        "update Perroquet, or move the file away to begin a new evening"
    )


_ENVELOPE = shape_of(_Envelope)


def _versioned(line: str) -> dict[str, Any]:
    """Return the fields of `line` without its version, once that is known to be readable."""
    parsed: object = json.loads(line, parse_constant=_no_constant)
    fields = cast("dict[str, Any]", parsed if isinstance(parsed, dict) else {})
    version = fields.pop("v", None)
    if type(version) is not int or version < 1:
        raise Mismatch(wanted='an object with its version, such as "v":1', got=line)
    if version > VERSION:
        raise JournalTooNew(too_new(version))
    return fields


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not a finite number")


def _cut(line: str, longest: int = 200) -> str:
    return line if len(line) <= longest else f"{line[:longest]}..."

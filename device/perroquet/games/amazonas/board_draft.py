"""Enter a printed board by hand, one change at a time: the data behind an editor.

A draft is the rows of a board file that need not be playable yet; `faults` says what is missing.
"""

from dataclasses import dataclass, replace
from typing import Final, assert_never

from perroquet.games.amazonas.board import Link
from perroquet.games.amazonas.board_rows import FORMAT, BoardRows, EdgeRow, MissionRow, VillageRow, faults_of
from perroquet.games.amazonas.cards import Species
from perroquet.kernel.errors import IllegalCommand


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A village appears on the picture, or moves there: (0, 0) top left to (1, 1) bottom right."""

    id: str
    x: float
    y: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Describe:
    """What is printed at a village."""

    id: str
    name: str
    species: Species
    slots: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Remove:
    """A village goes, with its links and from every mission."""

    id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Join:
    """A link between two villages appears, or goes when it was there."""

    a: str
    b: str
    via: Link


@dataclass(frozen=True, slots=True, kw_only=True)
class Assign:
    """A mission card and its villages; none = the card goes."""

    mission: str
    villages: tuple[str, ...]


Change = Place | Describe | Remove | Join | Assign

EMPTY: Final = BoardRows(
    format=FORMAT, id="ours", title="Ours", species=tuple(Species), villages=(), edges=(), missions=()
)
"""An empty sheet."""


def edited(draft: BoardRows, change: Change) -> BoardRows:
    """Return the draft after a change.

    Raises:
        IllegalCommand: it names a village that is not there.
    """
    match change:
        case Place():
            return _placed(draft, change)
        case Describe():
            _present(draft, change.id)
            new = {"name": change.name, "species": str(change.species), "slots": change.slots}
            rows = (replace(row, **new) if row.id == change.id else row for row in draft.villages)
            return replace(draft, villages=tuple(rows))
        case Remove():
            _present(draft, change.id)
            return _without(draft, change.id)
        case Join():
            return _joined(draft, change)
        case Assign():
            for village in change.villages:
                _present(draft, village)
            others = tuple(row for row in draft.missions if row.id != change.mission)
            card = (MissionRow(id=change.mission, villages=change.villages),) if change.villages else ()
            return replace(draft, missions=(*others, *card))
        case _:
            assert_never(change)


def faults(draft: BoardRows) -> tuple[str, ...]:
    """Return what is still missing before the draft can be played."""
    return tuple(what for _, what in faults_of(draft))


def _present(draft: BoardRows, village: str) -> None:
    if all(row.id != village for row in draft.villages):
        raise IllegalCommand("no-such-village", f"village {village!r} is not on the draft; place it first")


def _placed(draft: BoardRows, change: Place) -> BoardRows:
    if not (0 <= change.x <= 1 and 0 <= change.y <= 1):
        raise IllegalCommand("off-the-sheet", f"({change.x}, {change.y}) is off the sheet; 0 to 1 is wanted")
    old = next((row for row in draft.villages if row.id == change.id), None)
    if old is None:
        row = VillageRow(id=change.id, name=change.id, species="", slots=(), x=change.x, y=change.y)
        return replace(draft, villages=(*draft.villages, row))
    moved = (replace(row, x=change.x, y=change.y) if row is old else row for row in draft.villages)
    return replace(draft, villages=tuple(moved))


def _without(draft: BoardRows, village: str) -> BoardRows:
    missions = (replace(row, villages=tuple(one for one in row.villages if one != village)) for row in draft.missions)
    return replace(
        draft,
        villages=tuple(row for row in draft.villages if row.id != village),
        edges=tuple(row for row in draft.edges if village not in (row.a, row.b)),
        missions=tuple(missions),
    )


def _joined(draft: BoardRows, change: Join) -> BoardRows:
    for village in (change.a, change.b):
        _present(draft, village)
    there = [row for row in draft.edges if {row.a, row.b} == {change.a, change.b} and row.via == change.via]
    if there:
        return replace(draft, edges=tuple(row for row in draft.edges if row not in there))
    return replace(draft, edges=(*draft.edges, EdgeRow(a=change.a, b=change.b, via=change.via)))

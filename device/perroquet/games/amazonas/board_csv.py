"""A board as a table for spreadsheets: one village a row, and on the first line what is not a village.

The first line is `# ` and one JSON object of the other keys of a board file (`id`, `title`, `licence`,
`tiles_per_species`, `income_cards`); only `id` and `title` are needed. The second is the header. `slots`, `paths`,
`waters` and `missions` hold several values, separated by spaces; a link may stand in the row of either village.
"""

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import asdict, replace
from typing import Any, Final, cast

from perroquet.games.amazonas.board import Board, Link
from perroquet.games.amazonas.board_file import board_text, checked, rows_of, shaped
from perroquet.games.amazonas.board_rows import FORMAT, BadBoard, Fault
from perroquet.games.amazonas.cards import SPECIES
from perroquet.games.amazonas.json_lines import Lines

COLUMNS: Final = ("id", "name", "species", "slots", "x", "y", "paths", "waters", "missions")
LINKS: Final = {"paths": Link.PATH, "waters": Link.WATER}
_FIRST: Final = 3
"""Line of the first village."""


def csv_text(board: Board) -> str:
    """Return `board` as a table, which `parse_csv` reads back."""
    rows = rows_of(board)
    head = json.loads(board_text(replace(rows, species=(), villages=(), edges=(), missions=())))
    kept = {key: value for key, value in head.items() if value and key != "format"}
    out = io.StringIO()
    out.write(f"# {json.dumps(kept, ensure_ascii=False)}\n")
    table: csv.DictWriter[str] = csv.DictWriter(out, COLUMNS, lineterminator="\n")
    table.writeheader()
    for row in rows.villages:
        linked = {
            column: " ".join(edge.b for edge in rows.edges if edge.via == link and edge.a == row.id)
            for column, link in LINKS.items()
        }
        missions = " ".join(mission.id for mission in rows.missions if row.id in mission.villages)
        table.writerow({**asdict(row), "slots": " ".join(map(str, row.slots)), **linked, "missions": missions})
    return out.getvalue()


def parse_csv(text: str) -> Board:
    """Return the board of a table.

    Raises:
        BadBoard: it is no such table, or cannot be played; names every fault with its line.
    """
    first, _, rest = text.partition("\n")
    if not first.startswith("# {"):
        raise _bad(1, f"the first line is {first[:40]!r}; '# ' and an object with id and title are wanted")
    table = csv.DictReader(io.StringIO(rest))
    try:
        if tuple(table.fieldnames or ()) != COLUMNS:
            raise _bad(2, f"the columns are {', '.join(table.fieldnames or ())}; {', '.join(COLUMNS)} are wanted")
        rows = [cast("dict[str | None, Any]", row) for row in table]
    except csv.Error as err:
        raise _bad(table.line_num + 2, f"{err}; a table of comma-separated values is wanted") from err
    for number, row in enumerate(rows, start=_FIRST):
        if None in row or None in row.values():
            raise _bad(number, f"{row.get('id')!r} has another number of columns than the header")
    villages = [cast("dict[str, str]", row) for row in rows]
    whole = {
        "format": FORMAT,
        "species": SPECIES,
        **_head(first),
        "villages": [_village(number, row) for number, row in enumerate(villages, start=_FIRST)],
        "edges": [{"a": a, "b": b, "via": link} for _, a, b, link in _links(villages)],
        "missions": [{"id": name, "villages": ids} for name, ids in _missions(villages).items()],
    }
    return checked(shaped(json.dumps(whole), _lines(villages)), _lines(villages))


def _bad(line: int, what: str) -> BadBoard:
    return BadBoard((Fault(line=line, what=what),))


def _head(line: str) -> dict[str, Any]:
    try:
        return json.loads(line.removeprefix("# "))
    except ValueError as err:
        raise _bad(1, f"not JSON after '# ' ({err})") from err


def _village(line: int, row: dict[str, str]) -> dict[str, Any]:
    try:
        places = {key: float(row[key]) for key in ("x", "y") if row[key]}
        slots = [int(price) for price in row["slots"].split()]
    except ValueError as err:
        raise _bad(line, f"{row['id']!r}: {err}; prices are whole numbers, x and y numbers from 0 to 1") from err
    return {"id": row["id"], "name": row["name"], "species": row["species"], "slots": slots, **places}


def _links(rows: list[dict[str, str]]) -> Iterator[tuple[int, str, str, Link]]:
    """Yield (line, village, neighbour, link), a link told in both rows once."""
    seen: set[tuple[frozenset[str], Link]] = set()
    for line, row in enumerate(rows, start=_FIRST):
        for column, link in LINKS.items():
            for other in row[column].split():
                key = (frozenset((row["id"], other)), link)
                if key not in seen:
                    seen.add(key)
                    yield line, row["id"], other, link


def _missions(rows: list[dict[str, str]]) -> dict[str, list[str]]:
    """Return the villages of each mission, cards in the order of their names."""
    names = sorted({name for row in rows for name in row["missions"].split()})
    return {name: [row["id"] for row in rows if name in row["missions"].split()] for name in names}


def _lines(rows: list[dict[str, str]]) -> Lines:
    """Return on which line of the table the parts of a board file stand."""
    villages = {("villages", index): _FIRST + index for index in range(len(rows))}
    edges = {("edges", index): line for index, (line, *_) in enumerate(_links(rows))}
    missions = {
        ("missions", index): next(
            line for line, row in enumerate(rows, start=_FIRST) if name in row["missions"].split()
        )
        for index, name in enumerate(_missions(rows))
    }
    return Lines({**villages, **edges, **missions, ("villages",): 2, ("edges",): 2, ("missions",): 2})

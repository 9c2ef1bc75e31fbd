"""Read and write board files, `amazonas-board/1`. A board that cannot be played is refused with all its faults."""

import json
from collections.abc import Iterator
from dataclasses import asdict
from typing import Any, Final, cast

from perroquet.games.amazonas.board import PLAIN_INCOME, Board, Link, Mission, Village, made
from perroquet.games.amazonas.board_rows import (
    FORMAT,
    NAMES,
    NO_SPECIES,
    BadBoard,
    BoardRows,
    EdgeRow,
    Fault,
    IncomeRow,
    MissionRow,
    VillageRow,
    faults_of,
)
from perroquet.games.amazonas.cards import HUTS, Gold, Species
from perroquet.games.amazonas.json_lines import Lines, lines_of
from perroquet.games.amazonas.routes import fewest_huts


def parse_board(text: str) -> Board:
    """Return the board of a file.

    Raises:
        BadBoard: it is not of the format, or cannot be played; names every fault with its line.
    """
    lines = lines_of(text)
    return checked(shaped(text, lines), lines)


def checked(rows: BoardRows, lines: Lines) -> Board:
    """Return the board of these rows, which stand on these lines.

    Raises:
        BadBoard: it cannot be played; names every fault with its line.
    """
    faults = [Fault(line=lines.of(place), what=what) for place, what in faults_of(rows)]
    if faults:
        raise BadBoard(tuple(sorted(faults, key=lambda fault: fault.line)))
    income = sorted(rows.income_cards or PLAIN_CARDS, key=lambda card: card.value)
    board = made(
        id=rows.id,
        title=rows.title,
        licence=rows.licence,
        villages=tuple(
            Village(
                id=row.id,
                name=row.name,
                species=Species(row.species),
                slots=tuple(Gold(price) for price in row.slots),
                at=None if row.x is None or row.y is None else (row.x, row.y),
            )
            for row in rows.villages
        ),
        links=tuple((row.a, row.b, Link(row.via)) for row in rows.edges),
        missions=tuple(Mission(id=row.id, villages=tuple(row.villages)) for row in rows.missions),
        income=tuple(Species(card.species) if card.species in NAMES else None for card in income),
        numbers=tuple(zip(*((card.tiebreak_id or {}).values() for card in income), strict=False)),
        tiles=rows.tiles_per_species,
    )
    if too_far := tuple(_missions_too_far(board, lines)):
        raise BadBoard(too_far)
    return board


def _missions_too_far(board: Board, lines: Lines) -> Iterator[Fault]:
    """Yield a fault for each mission that nobody can build: its smallest network takes more huts than a player has."""
    for index, (mission, wanted) in enumerate(zip(board.missions, board.wanted, strict=True)):
        huts = fewest_huts(board, wanted)
        if huts is not None and huts > HUTS:  # None: its villages are not linked, which was refused before
            what = f"mission {mission.id!r} takes {huts} huts; a player has {HUTS}: choose villages nearer one another"
            yield Fault(line=lines.of(("missions", index)), what=what)


def rows_of(board: Board) -> BoardRows:
    """Return the rows of `board`, which `checked` reads back."""
    return BoardRows(
        format=FORMAT,
        id=board.id,
        title=board.title,
        licence=board.licence,
        species=tuple(Species),
        villages=tuple(
            VillageRow(
                id=village.id,
                name=village.name,
                species=village.species,
                slots=tuple(int(price) for price in village.slots),
                x=None if village.at is None else village.at[0],
                y=None if village.at is None else village.at[1],
            )
            for village in board.villages
        ),
        edges=tuple(EdgeRow(a=a, b=b, via=via) for a, b, via in board.links),
        missions=tuple(MissionRow(id=mission.id, villages=mission.villages) for mission in board.missions),
        tiles_per_species=board.tiles,
        income_cards=tuple(
            IncomeRow(
                value=value,
                species=NO_SPECIES[value] if species is None else species,
                tiebreak_id={str(player + 1): cards[value] for player, cards in enumerate(board.numbers)} or None,
            )
            for value, species in enumerate(board.income)
        ),
    )


def board_text(rows: BoardRows) -> str:
    """Return these rows as the text of a file."""
    return json.dumps(_without_none(asdict(rows)), ensure_ascii=False, indent=1) + "\n"


def schema_text() -> str:
    """Return the shape of board files as a JSON Schema, for editors that complete and check what is typed."""
    from pydantic import TypeAdapter  # heavy, and only this and `shaped` need it

    shape = TypeAdapter(BoardRows).json_schema()
    return json.dumps({"$schema": SCHEMA, "$id": FORMAT, **shape}, ensure_ascii=False, indent=1) + "\n"


SCHEMA: Final = "https://json-schema.org/draft/2020-12/schema"

PLAIN_CARDS: Final = tuple(
    IncomeRow(value=value, species=NO_SPECIES[value] if species is None else species)
    for value, species in enumerate(PLAIN_INCOME)
)
"""Income cards when a file has none."""


def _without_none(value: Any) -> Any:  # noqa: ANN401 - JSON of any depth
    if isinstance(value, dict):
        pairs = cast("dict[str, Any]", value).items()
        return {key: _without_none(one) for key, one in pairs if one is not None}
    return [_without_none(one) for one in cast("list[Any]", value)] if isinstance(value, list | tuple) else value


def shaped(text: str, lines: Lines) -> BoardRows:
    """Return the rows of a file.

    Raises:
        BadBoard: it is not of the shape; names every fault with its line.
    """
    from pydantic import TypeAdapter, ValidationError  # heavy, and only this needs it

    try:
        json.loads(text)
    except ValueError as err:
        line = err.lineno if isinstance(err, json.JSONDecodeError) else 1
        raise BadBoard((Fault(line=line, what=f"not JSON ({err}); a file of format {FORMAT!r} is wanted"),)) from err
    try:
        return TypeAdapter(BoardRows).validate_json(text)
    except ValidationError as wrong:
        faults = tuple(
            Fault(
                line=lines.of(error["loc"]),
                what=f"{'.'.join(str(part) for part in error['loc']) or 'the file'} = {_quoted(error['input'])}: "
                f"{error['msg']}",
            )
            for error in wrong.errors()
        )
        raise BadBoard(faults) from wrong


def _quoted(value: object, longest: int = 60) -> str:
    text = repr(value)
    return text if len(text) <= longest else f"{text[:longest]}..."

"""`perroquet board`: check an Amazonas board, take it from a spreadsheet or give it to one, draw it."""

import json as jsonlib
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from perroquet.cli.options import Json
from perroquet.games.amazonas.board import Board
from perroquet.games.amazonas.board_check import Report, report
from perroquet.games.amazonas.board_csv import csv_text, parse_csv
from perroquet.games.amazonas.board_file import board_text, parse_board, rows_of, schema_text
from perroquet.games.amazonas.board_picture import picture
from perroquet.games.amazonas.board_rows import BadBoard
from perroquet.games.amazonas.cards import SPECIES
from perroquet.kernel.errors import PerroquetError

FORMAT = "perroquet-board/1"

board = typer.Typer(name="board", help="Amazonas boards: check, import, export, draw.", no_args_is_help=True)

File = Annotated[Path, typer.Argument(help="A board file (.json), or a table (.csv) for import.", readable=False)]
Output = Annotated[Path | None, typer.Option("--output", "-o", help="Write here instead of printing.")]


class CannotReadBoard(PerroquetError, OSError):
    """A board file that is not there, is not text, or cannot be written."""


@board.command()
def check(file: File, *, json: Json = False) -> None:
    """Tell what is wrong with a board, or how it measures. Exit 1 when it cannot be played."""
    try:
        found = report(parse_board(_text(file)))
    except BadBoard as bad:
        typer.echo(_refusal(bad, json=json))
        raise typer.Exit(1) from bad
    typer.echo(_measures(found, json=json))


@board.command(name="import")
def import_(file: File, output: Output = None) -> None:
    """Make a board file of a table."""
    _write(board_text(rows_of(_sound(parse_csv, file))), output)


@board.command()
def export(file: File, output: Output = None) -> None:
    """Make a table of a board file, for a spreadsheet."""
    _write(csv_text(_sound(parse_board, file)), output)


@board.command()
def draw(file: File, output: Output = None) -> None:
    """Draw a board as SVG."""
    _write(picture(_sound(parse_board, file)), output)


@board.command()
def schema(output: Output = None) -> None:
    """Give the shape of board files as a JSON Schema, for an editor. What it cannot say, `check` tells."""
    _write(schema_text(), output)


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as err:
        raise CannotReadBoard(f"cannot read {str(file)!r} ({err}); a board file is wanted") from err


def _sound(parse: Callable[[str], Board], file: Path) -> Board:
    """Return the board of a file; every fault on a line of its own and exit 1 when there is none."""
    try:
        return parse(_text(file))
    except BadBoard as bad:
        typer.echo(_refusal(bad, json=False), err=True)
        raise typer.Exit(1) from bad


def _write(text: str, output: Path | None) -> None:
    if output is None:
        typer.echo(text, nl=False)
        return
    try:
        output.write_text(text, encoding="utf-8")
    except OSError as err:
        raise CannotReadBoard(f"cannot write {str(output)!r} ({err}); name a file in a folder that is there") from err


def _refusal(bad: BadBoard, *, json: bool) -> str:
    if json:
        return jsonlib.dumps({"format": FORMAT, "ok": False, "faults": [asdict(fault) for fault in bad.faults]})
    return "\n".join(str(fault) for fault in bad.faults)


def _measures(found: Report, *, json: bool) -> str:
    if json:
        return jsonlib.dumps({"format": FORMAT, "ok": True, **asdict(found)}, ensure_ascii=False)
    slots = ", ".join(f"{count} {species}" for species, count in zip(SPECIES, found.slots, strict=True))
    missions = ", ".join(f"{name} {huts}" for name, huts in found.missions) or "none"
    return "\n".join(
        (
            f"{found.villages} villages, {sum(found.slots)} sites ({slots}), {found.starts} to start in",
            f"fewest huts for each mission: {missions}",
            *(f"remark: {remark}" for remark in found.remarks),
        )
    )

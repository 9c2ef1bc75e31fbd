"""`perroquet deck`: our printable deck."""

import json as jsonlib
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from perroquet.cli.options import Json
from perroquet.kernel.errors import PerroquetError

FORMAT = "perroquet-deck/1"

deck = typer.Typer(name="deck", help="Our own printable deck: draw it, check it.", no_args_is_help=True)


class PaletteName(StrEnum):
    """A palette of the deck."""

    CLASSIC = "classic"
    CLEAR = "clear"


class CannotWrite(PerroquetError, OSError):
    """A file or folder that refuses writing."""


@deck.command()
def draw(
    output: Annotated[Path, typer.Option("--output", "-o", help="A .pdf file, or a folder for one SVG a page.")],
    palette: Annotated[PaletteName, typer.Option(help="clear: for players who see colours otherwise.")] = (
        PaletteName.CLEAR
    ),
) -> None:
    """Draw the deck: eight A4 pages, to print at 100 %."""
    from perroquet.vision.deck import PALETTES
    from perroquet.vision.deck.sheets import page, pdf, sheets

    chosen = next(each for each in PALETTES if each.name == palette)
    if output.suffix == ".pdf":
        write(output, pdf(chosen))
        return
    for number in range(1, len(sheets()) + 1):
        write(output / f"page-{number}.svg", page(number, chosen).encode())


@deck.command()
def lint(*, json: Json = False) -> None:
    """Tell whether every card is unlike every other. Exit 1 when it is not."""
    from perroquet.vision.deck import lint as checks

    faults, pairs = checks.faults(), checks.alike()
    if json:
        told = [{"one": pair.one, "other": pair.other, "likeness": round(pair.likeness, 3)} for pair in pairs[:5]]
        typer.echo(jsonlib.dumps({"format": FORMAT, "faults": faults, "most_alike": told}))
    else:
        for fault in faults:
            typer.echo(fault)
        for pair in pairs[:5]:
            typer.echo(f"{pair.one} and {pair.other}: {pair.likeness:.3f} alike (at most {checks.TOO_ALIKE})")
    raise typer.Exit(1 if faults else 0)


def write(file: Path, content: bytes) -> None:
    """Write a file, and the folder around it.

    Raises:
        CannotWrite: it cannot be.
    """
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(content)
    except OSError as err:
        raise CannotWrite(f"{file} cannot be written ({err.strerror}); choose another place") from err

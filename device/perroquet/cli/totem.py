"""`perroquet totem`: the base and what it feels. Each command works in a module of its own, imported when it runs."""

from pathlib import Path
from typing import Annotated

import typer

from perroquet.cli.options import Json
from perroquet.kernel.sentences import Language

totem = typer.Typer(
    name="totem",
    help="The base that feels who grabs the totem: captures, rulings, photo finish, measurements.",
    no_args_is_help=True,
)


@totem.callback()
def group() -> None:
    """Keep `totem` a group, however many commands it has."""


TieWindow = Annotated[int | None, typer.Option(help="Hands no further apart came together; 20 to 120 ms.")]
Settle = Annotated[int | None, typer.Option(help="Fingers are counted so many ms after first contact.")]
Prior = Annotated[str | None, typer.Option(help="Who was entitled: SEAT=P,... with seats from 0.")]
Captures = Annotated[
    list[Path], typer.Argument(help="Recordings, perroquet-capture/1, plain or gzipped.", readable=False)
]


@totem.command()
def analyse(
    captures: Captures,
    tie_window_ms: TieWindow = None,
    settle_ms: Settle = None,
    prior: Prior = None,
    *,
    json: Json = False,
) -> None:
    """Tell from recordings who took the totem, one line a file. Exit 1 if a file was refused."""
    from perroquet.cli.totem_analyse import report_lines, settings_of

    settings = settings_of(tie_window_ms=tie_window_ms, settle_ms=settle_ms, prior=prior)
    fine = True
    for line, read in report_lines(captures, settings, as_json=json):
        typer.echo(line)
        fine = fine and read
    raise typer.Exit(0 if fine else 1)


@totem.command()
def plot(
    capture: Annotated[Path, typer.Argument(help="A recording, perroquet-capture/1.", readable=False)],
    out: Annotated[Path, typer.Option("-o", "--out", help="The picture (SVG).")],
    tie_window_ms: TieWindow = None,
    settle_ms: Settle = None,
    prior: Prior = None,
    language: Annotated[Language, typer.Option(help="Of the picture.")] = Language.FR,
) -> None:
    """Draw the photo finish of a recording."""
    from perroquet.cli.totem_analyse import settings_of
    from perroquet.cli.totem_plot import draw

    settings = settings_of(tie_window_ms=tie_window_ms, settle_ms=settle_ms, prior=prior)
    typer.echo(draw(capture, out, settings, language))

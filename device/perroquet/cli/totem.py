"""`perroquet totem`: the base and what it feels. Each command works in a module of its own, imported when it runs."""

from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from perroquet.cli.options import Json
from perroquet.kernel.sentences import Language

if TYPE_CHECKING:
    from perroquet.cli.totem_live import Terminal

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
    *,
    json: Json = False,
) -> None:
    """Draw the photo finish of a recording, and print its headline; with --json, its analysis."""
    from perroquet.cli.totem_analyse import settings_of
    from perroquet.cli.totem_plot import draw

    settings = settings_of(tie_window_ms=tie_window_ms, settle_ms=settle_ms, prior=prior)
    typer.echo(draw(capture, out, settings, language, as_json=json))


@totem.command()
def bench(
    n: Annotated[int, typer.Option("--n", help="Grabs of each kind, on each generator.")] = 1000,
    seed: Annotated[int, typer.Option(help="Same n and seed, same figures, but for processor times.")] = 1,
    *,
    json: Json = False,
) -> None:
    """Measure the analysis on the virtual totem, beside a maker's usual way; exit 0 whatever the figures."""
    from perroquet.cli.totem_bench import bench_lines

    for line in bench_lines(n, seed, as_json=json):
        typer.echo(line)


Port = Annotated[str | None, typer.Option(help="Serial port of the base; found by itself if not given.")]
Sim = Annotated[bool, typer.Option("--sim", help="A simulated base, to which hands come by themselves.")]


@totem.command()
def record(
    folder: Annotated[Path, typer.Argument(help="Where the recordings go.")],
    count: Annotated[int | None, typer.Option(help="Stop after so many grabs.", min=1)] = None,
    seats: Annotated[str, typer.Option(help="Who sits where: SEAT=DEGREES,... with seats from 0.")] = "",
    port: Port = None,
    *,
    sim: Sim = False,
    json: Json = False,
) -> None:
    """Record every grab of a base into a folder, until interrupted; with --json, print the analysis of each."""
    from perroquet.cli.totem_live import places_of, record_into

    record_into(folder, port=port, sim=sim, count=count, places=places_of(seats), terminal=_terminal(as_json=json))


@totem.command()
def practice(
    tries: Annotated[int | None, typer.Option(help="Stop after so many tries.", min=1)] = None,
    port: Port = None,
    language: Annotated[Language, typer.Option(help="Of what is said.")] = Language.FR,
    *,
    sim: Sim = False,
    json: Json = False,
) -> None:
    """Grab at the « top » and read your time and your fingers, until interrupted."""
    from perroquet.cli.totem_live import practise_with

    practise_with(port=port, sim=sim, tries=tries, language=language, terminal=_terminal(as_json=json))


def _terminal(*, as_json: bool) -> "Terminal":
    """Return a terminal: with --json, what is said to people goes to stderr, so that « top » is heard all the same."""
    from perroquet.cli.totem_live import Terminal

    if not as_json:
        return Terminal(tell=typer.echo)
    return Terminal(tell=partial(typer.echo, err=True), as_json=typer.echo)

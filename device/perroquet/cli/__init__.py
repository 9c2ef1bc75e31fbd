"""The command line: the only place that prints. Each command works in a module of its own, imported when it runs."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from perroquet.cli.board import board
from perroquet.cli.deck import deck
from perroquet.cli.options import Config, Json
from perroquet.cli.sound import sound
from perroquet.cli.totem import totem
from perroquet.cli.totem_base import flash, selftest
from perroquet.cli.vision import vision
from perroquet.kernel.errors import PerroquetError, WrongUse

app = typer.Typer(
    name="perroquet",
    help="A referee that sits on the table: Jungle Speed, L'Orchidée, Amazonas.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)

Game = Annotated[str, typer.Argument(help="jungle-speed, orchidee or amazonas.")]

totem.command()(flash)
totem.command()(selftest)
app.add_typer(totem)
app.add_typer(board)
app.add_typer(sound)
app.add_typer(deck)
app.add_typer(vision)


@app.command()
def run(
    config: Config = None,
    port: Annotated[int | None, typer.Option(help="Port of the page.", min=0, max=65535)] = None,
    *,
    sim: Annotated[bool, typer.Option("--sim", help="Simulate every part, even on a Pi.")] = False,
) -> None:
    """Run the device. Off a Pi its parts are simulated, and it says so."""
    from perroquet.cli.run import run_device

    raise typer.Exit(run_device(config=config, sim=sim, port=port))


@app.command()
def demo(
    seed: Annotated[str, typer.Option(help="Same seed, same evening, to the byte.")] = "1",
    game: Annotated[str | None, typer.Option(help="Only this game: jungle-speed, orchidee or amazonas.")] = None,
) -> None:
    """Play a scripted evening on simulated parts and print what everybody hears."""
    from perroquet.cli.demo import demo_lines

    for line in demo_lines(seed, game):
        typer.echo(line)


@app.command()
def doctor(config: Config = None, *, json: Json = False) -> None:
    """Tell which parts are present, missing or wrong, and how to mend them."""
    from perroquet.cli.doctor import doctor_report

    text, healthy = doctor_report(config, json=json)
    typer.echo(text)
    raise typer.Exit(0 if healthy else 1)


@app.command()
def replay(journal: Annotated[Path, typer.Argument(readable=False)], *, json: Json = False) -> None:
    """Fold a journal and print the evening."""
    from perroquet.cli.replay import replay_lines

    for line in replay_lines(journal, json=json):
        typer.echo(line)


@app.command()
def cases(game: Game, file: Annotated[Path, typer.Argument(readable=False)], *, json: Json = False) -> None:
    """Run a file of rule cases. Exit 1 if any failed or was refused."""
    from perroquet.cli.cases import run_cases

    report = run_cases(game, file, json=json)
    for line in report.lines:
        typer.echo(line)
    raise typer.Exit(0 if report.ok else 1)


@app.command()
def simulate(
    game: Game,
    players: Annotated[int, typer.Option(help="How many bots.")] = 4,
    games: Annotated[int, typer.Option(help="How many games.")] = 100,
    seed: Annotated[int, typer.Option(help="Same seed, same records.")] = 1,
    *,
    json: Json = False,
) -> None:
    """Let bots play through the rules, and measure."""
    from perroquet.cli.simulate import simulate_line

    typer.echo(simulate_line(game, players=players, games=games, seed=seed, json=json))


def main() -> None:
    """Run the command line; a situation we know ends in one clear line, never in a traceback."""
    try:
        app()
    except KeyboardInterrupt:
        sys.exit(130)
    except PerroquetError as error:
        # An OSError shows its number first, which says nothing to a person.
        told = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        typer.echo(f"perroquet: {told}", err=True)
        sys.exit(2 if isinstance(error, WrongUse) else 1)

"""`perroquet sound`: the bank, its checks and measures, and a table's own recordings."""

from pathlib import Path
from typing import Annotated

import typer

from perroquet.cli.options import Config, Json
from perroquet.kernel.sentences import Language

sound = typer.Typer(
    name="sound",
    help="The sound bank: render it, check it, measure it, put your own recordings into it.",
    no_args_is_help=True,
)

Folder = Annotated[
    Path | None, typer.Option(help="Folder of sounds; else `sounds` under the state folder.", readable=False)
]
Key = Annotated[str, typer.Argument(help="A sound (raid, win, …) or a sentence without slots (orchidee.time-is-up).")]
Spoken = Annotated[Language | None, typer.Option("--language", help="Heard in this language only; else in all.")]


@sound.command()
def render(folder: Folder = None, config: Config = None, *, json: Json = False) -> None:
    """Make what is missing or damaged in the bank. What is broken off goes on where it stood."""
    from perroquet.cli.sound_bank import folder_of, rendered

    lines, whole = rendered(folder_of(folder, config), json=json)
    for line in lines:
        typer.echo(line)
    raise typer.Exit(0 if whole else 1)


@sound.command()
def check(folder: Folder = None, config: Config = None, *, json: Json = False) -> None:
    """Check the bank's files, their levels, and how long every sentence takes. Exit 1 if anything is wrong."""
    from perroquet.cli.sound_bank import folder_of
    from perroquet.cli.sound_check import check_lines

    lines, fine = check_lines(folder_of(folder, config), json=json)
    for line in lines:
        typer.echo(line)
    raise typer.Exit(0 if fine else 1)


@sound.command()
def bench(
    n: Annotated[int, typer.Option("--n", help="Tries of each quantity.", min=1)] = 20,
    seed: Annotated[int, typer.Option(help="Same seed, same jungle and same tries.")] = 1,
    *,
    json: Json = False,
) -> None:
    """Measure the goals of the sound on this machine. No sound card is needed."""
    from perroquet.cli.sound_bench import bench_lines

    for line in bench_lines(n=n, seed=seed, json=json):
        typer.echo(line)


@sound.command()
def record(
    key: Key,
    language: Spoken = None,
    seconds: Annotated[float, typer.Option(help="How long to listen.", min=0.5, max=8.0)] = 3.0,
    folder: Folder = None,
    config: Config = None,
) -> None:
    """Record your own shout or sentence with a microphone; it is heard from the next start on."""
    from perroquet.cli.sound_bank import folder_of, keep
    from perroquet.drivers.pi.microphone import listen

    typer.echo(f"Recording for {seconds:g} s: speak now.")
    typer.echo(keep(folder_of(folder, config), key, language, listen(seconds)))


@sound.command(name="import")
def import_(
    key: Key,
    file: Annotated[Path, typer.Argument(help="An uncompressed WAV file.", readable=False)],
    language: Spoken = None,
    folder: Folder = None,
    config: Config = None,
) -> None:
    """Take a WAV file as the sound or sentence KEY; it is cut, levelled, and heard from the next start on."""
    from perroquet.cli.sound_bank import folder_of, keep, read_file

    typer.echo(keep(folder_of(folder, config), key, language, read_file(file)))

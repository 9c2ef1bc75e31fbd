"""The bank and the recordings of a device, for `perroquet sound`."""

import json as jsonlib
from collections.abc import Callable
from pathlib import Path
from typing import Final

import typer

from perroquet.audio.bank import Bank, BankUnwritable, Wish
from perroquet.audio.recordings import Recordings
from perroquet.audio.shelf import BANK, RECORDINGS, Shelf
from perroquet.audio.voice import Voice
from perroquet.kernel.errors import PerroquetError, WrongUse
from perroquet.kernel.sentences import Language
from perroquet.kernel.sounds import Sound
from perroquet.wiring.config import load
from perroquet.wiring.sounds import SOUNDS, bank_wishes, recordable

RENDER: Final = "perroquet-sound-render/1"


class FileUnreadable(PerroquetError, OSError):
    """A file that was named cannot be read."""


def folder_of(folder: Path | None, config: Path | None) -> Path:
    """Return the folder of sounds that was named, else the configured device's."""
    return folder if folder is not None else load(config).device.state_dir / SOUNDS


def prepare(folder: Path) -> None:
    """Render what a first start lacks, with a bar; what cannot be kept is made by the player each time."""
    if not Bank(folder / BANK).missing(bank_wishes()):
        return
    try:
        for line in rendered(folder, json=False)[0]:
            typer.echo(line)
    except BankUnwritable as err:
        typer.echo(f"{err}. The evening starts without it.", err=True)


def rendered(folder: Path, *, json: bool) -> tuple[tuple[str, ...], bool]:
    """Render the bank under a progress bar; see `render_lines`."""
    with typer.progressbar(length=1, label="Sounds", hidden=json, show_pos=True) as bar:

        def progress(done: int, whole: int) -> None:
            bar.length = whole
            bar.update(done - bar.pos)

        return render_lines(folder, progress, json=json)


def render_lines(folder: Path, progress: Callable[[int, int], None], *, json: bool) -> tuple[tuple[str, ...], bool]:
    """Render the bank; return what to print, and whether it is whole.

    Raises:
        BankUnwritable: see there.
    """
    wishes, bank, voice = bank_wishes(), Bank(folder / BANK), Voice()
    missing = len(bank.missing(wishes))
    try:
        failed = bank.render(wishes, Shelf(None, voice).make, lambda done, whole, _: progress(done, whole))
    finally:
        voice.close()
    made = missing - len(failed)
    if json:
        said = {
            "format": RENDER,
            "folder": str(bank.folder),
            "files": len(bank.entries),
            "made": made,
            "failed": [_named(wish) for wish in failed],
        }
        return (jsonlib.dumps(said, ensure_ascii=False),), not failed
    lines = [f"{len(bank.entries)} sounds in {bank.folder}, {made} of them new."]
    lines += [f"Not made, the voice does not answer: {_named(wish)}" for wish in failed]
    return tuple(lines), not failed


def _named(wish: Wish) -> str:
    return wish.text or wish.name


def keep(folder: Path, key: str, language: Language | None, data: bytes) -> str:
    """Take a recording in and return what to print.

    Raises:
        WrongUse: no sound or sentence has this key.
        RecordingRefused, BankUnwritable: see `Recordings.add`.
    """
    known = recordable()
    if key not in known:
        sounds = ", ".join(Sound)
        raise WrongUse(
            f"«{key}» is neither a sound ({sounds}) nor a sentence without slots, such as orchidee.time-is-up"
        )
    path = Recordings(folder / RECORDINGS).add(key, language, data)
    return f"{path}: kept, and heard from the next start on. Delete the file to have the old one back."


def read_file(file: Path) -> bytes:
    """Return what is in a file.

    Raises:
        FileUnreadable: it cannot be read.
    """
    try:
        return file.read_bytes()
    except OSError as err:
        raise FileUnreadable(f"«{file}» cannot be read ({err.strerror}); name a WAV file") from err

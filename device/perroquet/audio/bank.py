"""The bank: sounds and phrases rendered beforehand into a folder, and the list of them.

`manifest.json` names every file with its SHA-256, loudness, peak, duration and licence. Files appear whole or not at
all, each in the list as soon as it is whole: a rendering that is broken off goes on where it stood. What is damaged or
missing is made again; the player makes for itself what it cannot read, so a damaged bank costs time and never a sound.
"""

import hashlib
import io
import json
import os
import wave
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias, cast

import numpy as np

from perroquet.audio.effects import Pcm
from perroquet.audio.loudness import integrated, true_peak
from perroquet.kernel.errors import PerroquetError
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import SAMPLE_RATE

FORMAT: Final = "perroquet-sounds/1"
LICENCE: Final = "CC BY 4.0"
MANIFEST: Final = "manifest.json"

RECIPE: Final = 1
"""Goes up when a sound is made in another way: then every bank is made again."""


class BankUnwritable(PerroquetError, OSError):
    """A folder of sounds cannot be written; what is there already stays."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wish:
    """A sound the bank shall have.

    Attributes:
        key: of the sound or sentence.
        language: None = the same in all.
        text: what is spoken; empty = nothing.
    """

    key: str
    language: Language | None = None
    text: str = ""

    @property
    def name(self) -> str:
        """File name; a phrase is found by what is said."""
        stem = f"said-{hashlib.sha256(self.text.encode()).hexdigest()[:16]}" if self.text else self.key
        return f"{stem}.{self.language}.wav" if self.language else f"{stem}.wav"


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One file of the bank, as the manifest has it.

    Attributes:
        lufs: loudness as played, on both sides.
        peak: dBTP.
    """

    file: str
    key: str
    language: str | None
    text: str
    sha256: str
    seconds: float
    lufs: float
    peak: float
    licence: str


Make: TypeAlias = Callable[[Wish], Pcm | None]
"""Makes a sound; None = it cannot be made now."""

Progress: TypeAlias = Callable[[int, int, Wish], None]
"""Told of each file when it is there: how many are, of how many, and which."""


def unheeded(_done: int, _all: int, _wish: Wish) -> None:
    """Tell nobody."""


class Bank:
    """A bank in a folder. Reading never fails: what cannot be read is not there."""

    def __init__(self, folder: Path) -> None:
        """Read the manifest."""
        self.folder = folder
        self.entries = _entries(folder / MANIFEST)

    def read(self, wish: Wish) -> Pcm | None:
        """Return a sound; None when it is missing, damaged, or not in the list."""
        entry = self.entries.get(wish.name)
        data = None if entry is None or entry.text != wish.text else _bytes(self.folder / entry.file)
        if entry is None or data is None or hashlib.sha256(data).hexdigest() != entry.sha256:
            return None
        return from_wav(data)

    def missing(self, wishes: Iterable[Wish]) -> tuple[Wish, ...]:
        """Return those that are not there whole."""
        return tuple(wish for wish in wishes if self.read(wish) is None)

    def render(self, wishes: Iterable[Wish], make: Make, progress: Progress = unheeded) -> tuple[Wish, ...]:
        """Make what is missing, and throw away what nobody wishes for any more; return what could not be made.

        Raises:
            BankUnwritable: the folder cannot be made, or the disk is full; what was made so far is kept.
        """
        wanted = tuple(wishes)
        missing = self.missing(wanted)
        done = len(wanted) - len(missing)
        failed: list[Wish] = []
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            self._sweep({wish.name for wish in wanted})
            for wish in missing:
                pcm = make(wish)
                if pcm is None:
                    failed.append(wish)
                    continue
                self._keep(wish, pcm)
                done += 1
                progress(done, len(wanted), wish)
        except OSError as err:
            raise BankUnwritable(
                f"«{err.filename or self.folder}» cannot be written ({err.strerror}); {done} of {len(wanted)} sounds "
                "are there and stay. Make room or name another folder, then run `perroquet sound render` again"
            ) from err
        return tuple(failed)

    def _keep(self, wish: Wish, pcm: Pcm) -> None:
        data = to_wav(pcm)
        write_whole(self.folder / wish.name, data)
        played = pcm / np.float32(32767.0)
        self.entries[wish.name] = Entry(
            file=wish.name,
            key=wish.key,
            language=wish.language,
            text=wish.text,
            sha256=hashlib.sha256(data).hexdigest(),
            seconds=round(len(pcm) / SAMPLE_RATE, 3),
            lufs=round(integrated(played), 2),
            peak=round(true_peak(played), 2),
            licence=LICENCE,
        )
        self._write_manifest()

    def _sweep(self, wanted: set[str]) -> None:
        """Delete files of an older bank and halves of files."""
        for path in self.folder.iterdir():
            if path.name not in wanted and path.name != MANIFEST and path.suffix in (".wav", ".part"):
                path.unlink()
        for name in set(self.entries) - wanted:
            del self.entries[name]

    def _write_manifest(self) -> None:
        whole = {
            "format": FORMAT,
            "recipe": RECIPE,
            "licence": LICENCE,
            "files": [asdict(e) for e in self.entries.values()],
        }
        write_whole(self.folder / MANIFEST, json.dumps(whole, ensure_ascii=False, indent=1).encode())


def write_whole(path: Path, data: bytes) -> None:
    """Write a file that is there whole or not at all, also when power fails.

    Raises:
        OSError: it cannot be written; an older one is as it was.
    """
    part = path.with_name(path.name + ".part")
    try:
        with part.open("wb") as file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError:
        with suppress(OSError):
            part.unlink()
        raise


def to_wav(pcm: Pcm) -> bytes:
    """Return a WAV file of `pcm`."""
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes(pcm.astype("<i2").tobytes())
    return buffer.getvalue()


def from_wav(data: bytes) -> Pcm | None:
    """Return the samples of one of our own WAV files; None when it is another's."""
    try:
        with wave.open(io.BytesIO(data)) as file:
            if (file.getnchannels(), file.getsampwidth(), file.getframerate()) != (1, 2, SAMPLE_RATE):
                return None
            return np.frombuffer(file.readframes(file.getnframes()), "<i2").astype(np.int16)
    except (wave.Error, EOFError):
        return None


def _bytes(path: Path) -> bytes | None:
    try:
        return path.read_bytes()
    except OSError:
        return None


def _entries(path: Path) -> dict[str, Entry]:
    """Return the manifest's list; a manifest that is damaged, or of another recipe, lists nothing."""
    data = _bytes(path)
    try:
        whole = cast("dict[str, Any]", json.loads(data or b"{}"))
        if (whole.get("format"), whole.get("recipe")) != (FORMAT, RECIPE):
            return {}
        return {entry["file"]: Entry(**entry) for entry in whole["files"]}
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}

"""A table's own recordings: a folder of WAV files whose keys are those of sounds and sentences. They win over ours.

`raid.wav` is heard in every language, `raid.fr.wav` in French only; `orchidee.time-is-up.fr.wav` is a sentence without
slots. A recording is checked once, when it comes in; what is in the folder is ready to play.
"""

import io
import re
import wave
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.audio.bank import BankUnwritable, from_wav, to_wav, write_whole
from perroquet.audio.effects import Pcm, levelled
from perroquet.audio.keys import EFFECT, RAID, SHOUT
from perroquet.audio.loudness import NOTHING, loudest
from perroquet.audio.synthesis import envelope
from perroquet.audio.voice import finished, trimmed, upsampled
from perroquet.kernel.errors import PerroquetError
from perroquet.kernel.sentences import Language
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import SAMPLE_RATE

SHORTEST_S: Final = 0.15
LONGEST_S: Final = 4.0
"""Of what is heard, without the silence around it."""

SLOWEST: Final = 16_000
"""Samples a second; below it nobody understands the words."""

_QUIETEST: Final = -50.0
_CLIPPED: Final = 0.999
_MOST_CLIPPED: Final = 0.005
_KEY: Final = re.compile(r"[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)?")
_MEGABYTES: Final = 8


class RecordingRefused(PerroquetError, ValueError):
    """A recording that cannot be played; nothing was changed."""


class Recordings:
    """The recordings in a folder. A file that cannot be played is as if it were not there."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self, key: str, language: Language | None) -> Pcm | None:
        """Return the recording of `key` in this language, else the one for all languages, else None."""
        for name in (f"{key}.{language}.wav", f"{key}.wav"):
            pcm = _playable(self.folder / name)
            if pcm is not None:
                return pcm
        return None

    def all(self) -> Iterator[tuple[Path, Pcm | None]]:
        """Yield every file and what is heard of it; None = it cannot be played."""
        for path in sorted(self.folder.glob("*.wav")):
            yield path, _playable(path)

    def add(self, key: str, language: Language | None, data: bytes) -> Path:
        """Check, cut, level and keep the WAV file `data`; an older recording of the same name is replaced.

        Raises:
            RecordingRefused: it is no recording that can be played; says what is wrong and what would do.
            BankUnwritable: the folder cannot be written.
        """
        if not _KEY.fullmatch(key):
            raise RecordingRefused(
                f"«{key}» is not a key: small letters and hyphens, such as raid or orchidee.time-is-up"
            )
        pcm = checked(key, *read_wav(data))
        path = self.folder / (f"{key}.{language}.wav" if language else f"{key}.wav")
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            write_whole(path, to_wav(pcm))
        except OSError as err:
            raise BankUnwritable(f"«{path}» cannot be written ({err.strerror}); make room and try again") from err
        return path


def _playable(path: Path) -> Pcm | None:
    try:
        data = path.read_bytes() if path.stat().st_size < _MEGABYTES * 2**20 else b""
    except OSError:
        return None
    pcm = from_wav(data)
    return pcm if pcm is not None and 0 < len(pcm) <= (LONGEST_S + 0.1) * SAMPLE_RATE else None


def checked(key: str, sound: NDArray[np.float32], rate: int) -> Pcm:
    """Return a recording as it is played: mono, 48 kHz, without silence around it, at its loudness.

    Raises:
        RecordingRefused: too slow a rate, too short, too long, too quiet, or clipped.
    """
    if rate < SLOWEST:
        raise RecordingRefused(
            f"{rate} samples a second are too few to be understood; record at {SLOWEST} or more, best 48000"
        )
    clipped = float((np.abs(sound) >= _CLIPPED).mean()) if len(sound) else 0.0
    if clipped > _MOST_CLIPPED:
        raise RecordingRefused(
            f"{clipped:.1%} of the samples are at full scale: it is overdriven. Step back, or turn the gain down"
        )
    level = loudest(sound) if len(sound) else NOTHING
    if level < _QUIETEST:
        raise RecordingRefused(
            f"its loudest moment has {level:.0f} LUFS, hardly more than silence; {_QUIETEST:.0f} or more is wanted. "
            "Come closer"
        )
    peak = float(np.abs(sound).max())
    heard = trimmed(upsampled((sound * 32767.0).astype(np.int16), rate), silent=peak * 0.03)
    seconds = len(heard) / SAMPLE_RATE
    if not SHORTEST_S <= seconds <= LONGEST_S:
        raise RecordingRefused(
            f"it sounds for {seconds:.2f} s; {SHORTEST_S} to {LONGEST_S:.0f} s are wanted. Cut it, or record again"
        )
    if key not in frozenset[str](Sound):
        return finished(heard)
    return levelled(heard * envelope(len(heard), 240, 960), SHOUT if key == RAID else EFFECT)


def read_wav(data: bytes) -> tuple[NDArray[np.float32], int]:
    """Return the samples of a WAV file mixed to one side, (n,) full scale 1.0, and their rate.

    Raises:
        RecordingRefused: it is not an uncompressed WAV file of 8, 16, 24 or 32 bits.
    """
    if len(data) > _MEGABYTES * 2**20:
        raise RecordingRefused(f"{len(data) / 2**20:.0f} MB are no shout; at most {_MEGABYTES} MB are read")
    try:
        with wave.open(io.BytesIO(data)) as file:
            sides, width, rate = file.getnchannels(), file.getsampwidth(), file.getframerate()
            raw = file.readframes(file.getnframes())
    except (wave.Error, EOFError) as err:
        raise RecordingRefused(
            f"not an uncompressed WAV file ({str(err) or 'it ends too early'}); export it as WAV, 16 bit"
        ) from err
    if not (1 <= sides <= 8 and 1 <= width <= 4 and 1000 <= rate <= 384_000):
        raise RecordingRefused(
            f"{sides} channels of {8 * width} bits at {rate} a second; 1 or 2 channels of 16 bits are wanted"
        )
    raw = raw[: len(raw) // (sides * width) * (sides * width)]
    octets = np.frombuffer(raw, np.uint8).reshape(-1, width)
    whole = np.zeros((len(octets), 4), np.uint8)
    whole[:, 4 - width :] = octets
    if width == 1:  # WAV has 8 bits without a sign, all others with one
        whole[:, 3] ^= 0x80
    samples = whole.view("<i4")[:, 0].astype(np.float32) / np.float32(2**31)
    return samples.reshape(-1, sides).mean(axis=1), rate

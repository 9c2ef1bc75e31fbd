"""The device's voice: a whole sentence in, samples out.

py-nanotts (Apache-2.0, offline, a French and a British voice inside the wheel) speaks in a warm child process: 5 to
45 ms a sentence on the machine it was measured on. It can hang on a long token without a space, so tokens are cut, and
a child that says nothing for two seconds is ended and replaced; one that is still starting, on a machine that has other
things to do, is left in peace, or none would ever be warm.
"""

import json
import os
import re
import select
import subprocess
import sys
import threading
import time
import unicodedata
from collections import OrderedDict
from types import MappingProxyType
from typing import IO, Final

import numpy as np
from numpy.typing import NDArray

from perroquet.audio.effects import Pcm, to_pcm
from perroquet.audio.keys import SHORT_PEAK, SPEECH
from perroquet.audio.loudness import gain_of, integrated
from perroquet.audio.speech import READY
from perroquet.audio.synthesis import Mono, Shape, colour, envelope, smooth_size
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import SAMPLE_RATE

LIMIT_S: Final = 2.0
"""A synthesis that takes longer hangs."""

START_S: Final = 15.0
"""A child that cannot be asked after so long will never be."""

LONGEST_TOKEN: Final = 30
LONGEST_TEXT: Final = 180
"""Characters that are spoken of a word, and of a sentence; the page shows the rest."""

LONGEST_S: Final = 8.0
"""Of a sentence, however much there is in it: ours end after seven seconds at most, and a name is no speech."""

PACE: Final = MappingProxyType({Language.FR: 1.05, Language.EN: 1.12})
"""How much faster than the voices speak by themselves, which is slowly."""

_COMMAND: Final = (sys.executable, "-m", "perroquet.audio.speech")
_RATE: Final = 16_000
_REMEMBERED: Final = 3_000_000
"""Bytes of sentences kept: some fifteen."""

_REPEATED: Final = re.compile(r"(.)\1{2,}", re.DOTALL)
_UNSPEAKABLE: Final = re.compile(r"[^\w\s.,;:!?'’%+-]|_")
_SIGNS: Final = re.compile(r"(?:[^\w\s]\s*){3,}")
_DIGITS: Final = re.compile(r"\d{7,}")
_SILENT: Final = 0.004
_PAD: Final = SAMPLE_RATE // 40
_CEILING: Final = 0.89


def speakable(text: str) -> str:
    """Return what is said of `text`: no markup, no signs nobody pronounces, repeats collapsed, long words cut.

    A letter three times or more in a row is said twice; digits in a row of seven or more are said one by one.
    """
    plain = unicodedata.normalize("NFC", text)
    plain = plain.replace("«", "").replace("»", "").replace("…", "...")
    plain = _UNSPEAKABLE.sub(" ", plain)
    plain = _SIGNS.sub(". ", plain)
    plain = _REPEATED.sub(r"\1\1", plain)
    plain = _DIGITS.sub(lambda digits: " ".join(digits[0]), plain)
    said = " ".join(word[:LONGEST_TOKEN] for word in plain.split())
    return said[:LONGEST_TEXT] if any(letter.isalnum() for letter in said) else ""


class Voice:
    """Speaks in a child process. One thread at a time may ask."""

    def __init__(self, *, command: tuple[str, ...] = _COMMAND, limit_s: float = LIMIT_S) -> None:
        """Start the child already; `command` and `limit_s` are for tests."""
        self._command, self._limit_s = command, limit_s
        self._kept: OrderedDict[tuple[str, Language], Pcm] = OrderedDict()
        self._closing = threading.Event()
        self._born, self._warm = 0.0, False
        self._child: subprocess.Popen[bytes] | None = self._start()

    def say(self, text: str, language: Language) -> Pcm | None:
        """Return `text` as spoken, levelled; None when nothing of it can be said, or the synthesis failed or hung."""
        said = speakable(text)
        if not said:
            return None
        kept = self._kept.pop((said, language), None)
        if kept is None:
            raw = self.raw(said, language, speed=PACE[language])
            if raw is None:
                return None
            kept = finished(raw)
        self._kept[said, language] = kept
        while sum(pcm.nbytes for pcm in self._kept.values()) > _REMEMBERED:
            self._kept.popitem(last=False)
        return kept

    def raw(self, said: str, language: Language, *, pitch: float = 1.0, speed: float = 1.0) -> Mono | None:
        """Return speakable text as synthesised, at 48 kHz without the silence around it; None as in `say`."""
        if self._closing.is_set():
            return None
        if self._child is None or self._child.poll() is not None:
            self._end()
            self._child = self._start()
        if self._child is None:
            return None
        try:
            answer = self._ask(self._child, json.dumps([said, language, pitch, speed]).encode() + b"\n")
        except OSError:
            answer = b""
        if answer is None and not self._closing.is_set():
            self._end()
            self._child = self._start()  # warm again for the next sentence
        heard = np.frombuffer(answer or b"", "<i2")[: round(LONGEST_S * _RATE)]
        return trimmed(upsampled(heard)) if len(heard) else None

    def close(self) -> None:
        """End the child. Idempotent."""
        self._closing.set()
        self._end()

    def _end(self) -> None:
        """End the child, if there is one, and its pipes."""
        if self._child is not None:
            self._child.kill()
            self._child.communicate()

    def _start(self) -> subprocess.Popen[bytes] | None:
        self._born, self._warm = time.monotonic(), False
        try:
            return subprocess.Popen(  # noqa: S603 - our own module
                self._command, bufsize=0, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
            )
        except OSError:
            return None

    def _ask(self, child: subprocess.Popen[bytes], request: bytes) -> bytes | None:
        """Return the answer; b"" when there is none, None when the child hangs."""
        assert child.stdin is not None  # noqa: S101 - asked for as a pipe
        assert child.stdout is not None  # noqa: S101 - asked for as a pipe
        deadline = time.monotonic() + self._limit_s
        if not self._warm:
            greeting = _read(child.stdout, len(READY), deadline)
            if greeting is None and deadline < self._born + START_S:
                return b""
            self._warm = greeting == READY
            if not self._warm:
                return greeting
        child.stdin.write(request)
        child.stdin.flush()
        size = _read(child.stdout, 4, deadline)
        return None if size is None else _read(child.stdout, int.from_bytes(size, "little"), deadline)


def _read(pipe: IO[bytes], count: int, deadline: float) -> bytes | None:
    """Return exactly `count` bytes, b"" when the child ended, or None when the deadline passed."""
    got = b""
    while len(got) < count:
        ready, _, _ = select.select([pipe], [], [], max(0.0, deadline - time.monotonic()))
        if not ready:
            return None
        part = os.read(pipe.fileno(), count - len(got))
        if not part:
            return b""
        got += part
    return got


def upsampled(samples: NDArray[np.int16], rate: int = _RATE) -> Mono:
    """Return `samples`, (n,) int16 at `rate`, at 48 kHz, full scale 1.0."""
    size = smooth_size(len(samples) + rate // 50)
    wanted = size * SAMPLE_RATE // rate
    spectrum = np.fft.rfft(samples / 32768.0, size)
    wave = np.fft.irfft(spectrum, wanted) * (wanted / size)
    return wave[: len(samples) * SAMPLE_RATE // rate].astype(np.float32)


def trimmed(wave: Mono, silent: float = _SILENT) -> Mono:
    """Return `wave` without the silence before and after, but for 25 ms on either side."""
    heard = np.flatnonzero(np.abs(wave) > silent)
    if not len(heard):
        return wave[:0]
    return wave[max(0, int(heard[0]) - _PAD) : int(heard[-1]) + _PAD]


def _clear(hertz: Mono) -> NDArray[np.floating]:
    """Take away what a 40 mm speaker only rattles with, and lift what tells consonants apart."""
    presence = 1.0 + 0.5 * np.exp(-(((hertz - 3200.0) / 1500.0) ** 2))
    return presence / np.sqrt(1.0 + (140.0 / np.maximum(hertz, 1.0)) ** 4)


def finished(wave: Mono, shape: Shape = _clear) -> Pcm:
    """Return speech as it is played: clear, -18 LUFS, or with its peak at -6 dBFS when it is shorter than a second."""
    if not len(wave):
        return to_pcm(wave)
    soft = colour(wave, shape) * envelope(len(wave), 240, 480)
    if len(wave) < SAMPLE_RATE:
        return to_pcm(soft * (gain_of(SHORT_PEAK) / max(1e-6, float(np.abs(soft).max()))))
    for _ in range(4):
        soft = soft * gain_of(SPEECH - integrated(soft))
        if float(np.abs(soft).max()) <= _CEILING:
            break
        soft = np.tanh(soft / _CEILING) * _CEILING
    return to_pcm(soft)

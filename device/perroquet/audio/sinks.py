"""Where samples go: a sound device through SDL, nowhere, or a file.

How SDL is fed was measured (pygame-ce 2.5.8, SDL 2.32, 48 kHz, device buffers of 512 = 10.7 ms; SDL's disk and dummy
devices, a thread that renders jungle without pause beside it, 2 cores):

=========================================  ========================  ==================================
way                                        order -> mix              breaks
=========================================  ========================  ==================================
a callback of `pygame._sdl2.AudioDevice`   p95 9.9 ms (one buffer)   0 of 601 buffers late (max 12.9 ms)
`Channel.queue` of Sounds of 1024          43 ms (two Sounds)        0 in 5 s
`Channel.queue` of Sounds of 512           21 ms                     2 in 5 s: the poll comes too late
a post-mix hook into SDL_mixer by ctypes   p95 about 10 ms           0, but lost at `mixer.music.play()`
                                                                     and tied to the wheel's private library
=========================================  ========================  ==================================

So the callback: the engine is pulled by the device itself, sample for sample. What made buffers late was neither SDL
nor the mixing (0.1 % of a core) but waiting for the interpreter and for the processor. The jungle is therefore made in
another process, and the device's thread goes before other programs where the system lets it: `maker` has the figures.
"""

import ctypes
import os
import time
import wave
from collections.abc import Callable
from pathlib import Path
from typing import Final, Protocol

import numpy as np
from typing_extensions import override

from perroquet.audio.engine import LARGEST
from perroquet.audio.jungle import Stereo
from perroquet.audio.priority import SOUND_CARD, go_first
from perroquet.audio.timeline import Mark, samples_in
from perroquet.kernel.errors import SpeakerLost
from perroquet.kernel.readings import Cause
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, SAMPLE_RATE, HostNs, Samples

BUFFER: Final = 512
_STALLED_NS: Final = 500 * NS_PER_MS
_LATE_NS: Final = 2 * BUFFER * NS_PER_S // SAMPLE_RATE

Pull = Callable[[int], tuple[Samples, Stereo]]
"""count -> (index of the first sample, the samples)."""


def _pulled() -> SpeakerLost:
    return SpeakerLost(Cause.UNPLUGGED, "the cable of the simulated speaker is pulled; plug it in again")


class Sink(Protocol):
    """One way out."""

    late: int
    """Buffers that came too late, since the beginning."""

    def open(self, pull: Pull) -> str:
        """Begin to take samples, from a thread of the sink or in `tick`; return what it plays on.

        Raises:
            SpeakerLost: there is no such device, or it does not open.
        """
        ...

    def tick(self) -> SpeakerLost | None:
        """Do what is due; called every 20 ms. Return why the device is lost, or None while it plays."""
        ...

    def newest(self) -> Mark | None:
        """Return the newest look at both clocks, None before the first samples."""
        ...

    def cable(self, *, plugged: bool) -> bool:
        """Pull or put back a simulated cable; False = this sink has a real one."""
        ...

    def close(self) -> None:
        """Take no more samples. Idempotent."""
        ...


class NullSink(Sink):
    """Nowhere, at the right pace; its cable can be pulled."""

    def __init__(self, why: str = "") -> None:
        self.late = 0
        self._why, self._plugged = why, True
        self._pull: Pull | None = None
        self._begun, self._taken = HostNs(0), Samples(0)
        self._mark: Mark | None = None

    @override
    def open(self, pull: Pull) -> str:
        if not self._plugged:
            raise _pulled()
        self._pull, self._begun, self._taken = pull, HostNs(time.monotonic_ns()), Samples(0)
        self._mark = None
        return f"null{self._why}"

    @override
    def tick(self) -> SpeakerLost | None:
        if not self._plugged:
            return _pulled()
        now = HostNs(time.monotonic_ns())
        due = samples_in(now - self._begun) - self._taken
        if due > SAMPLE_RATE:  # the machine slept; what was not played then is not made up for
            self.late += 1
            self._begun, self._taken, due = now, Samples(0), 0
        while due > 0 and self._pull is not None:
            count = min(due, LARGEST)
            first, made = self._pull(count)
            self._accept(made)
            self._mark = Mark(sample=Samples(first + count), at=now, queued=Samples(due - count))
            self._taken = Samples(self._taken + count)
            due -= count
        return None

    def _accept(self, made: Stereo) -> None:
        """Take the samples; nowhere, here."""

    @override
    def newest(self) -> Mark | None:
        return self._mark

    @override
    def cable(self, *, plugged: bool) -> bool:
        self._plugged = plugged
        return True

    @override
    def close(self) -> None:
        self._pull = None


class FileSink(NullSink):
    """A WAV file, at the pace of a sound device."""

    def __init__(self, path: Path) -> None:
        super().__init__()
        self._path = path
        self._file: wave.Wave_write | None = None

    @override
    def open(self, pull: Pull) -> str:
        super().open(pull)
        if self._file is None:
            try:
                self._file = wave.open(str(self._path), "wb")  # noqa: SIM115 - closed with the sink
            except OSError as err:
                why = f"«{self._path}» cannot be written ({err.strerror}); name another file"
                raise SpeakerLost(Cause.FORBIDDEN, why) from err
            self._file.setnchannels(2)
            self._file.setsampwidth(2)
            self._file.setframerate(SAMPLE_RATE)
        return f"file {self._path}"

    @override
    def _accept(self, made: Stereo) -> None:
        if self._file is not None:
            self._file.writeframes(made.astype("<i2").tobytes())

    @override
    def close(self) -> None:
        super().close()
        if self._file is not None and self._plugged:
            self._file.close()
            self._file = None


ALSA: Final = "alsa:"
"""What a device's name begins with when the rest is ALSA's, such as `alsa:plughw:CARD=MAX98357A`."""


class PygameSink(Sink):
    """A sound device through SDL. One in the life of a process: SDL takes its driver once.

    Args:
        device: its name as SDL lists it, or as ALSA has it after `ALSA`; empty for the default one. SDL opens only what
            it lists; of ALSA's own names (cards by name, what asound.conf defines) it is told by AUDIODEV.
    """

    def __init__(self, device: str = "") -> None:
        if device.startswith(ALSA):
            os.environ |= {"SDL_AUDIODRIVER": "alsa", "AUDIODEV": device.removeprefix(ALSA)}
        os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")  # stdout belongs to the reports
        os.environ.setdefault("SDL_VIDEODRIVER", "dummy")  # only for its event queue, which tells of removals
        os.environ.setdefault("SDL_NO_SIGNAL_HANDLERS", "1")  # else SIGTERM would end in that queue, unread
        import pygame
        import pygame._sdl2.audio as audio
        import pygame._sdl2.sdl2 as sdl2

        self.late = 0
        self._name, self._pygame, self._audio, self._sdl2 = device, pygame, audio, sdl2
        self._device: audio.AudioDevice | None = None
        self._pull: Pull | None = None
        self._mark: Mark | None = None
        self._beat = HostNs(0)

    @override
    def open(self, pull: Pull) -> str:
        try:
            self._sdl2.init_subsystem(self._sdl2.INIT_AUDIO)
            if not self._pygame.display.get_init():
                self._pygame.display.init()
            self._pull, self._mark, self._beat = pull, None, HostNs(time.monotonic_ns())
            device = self._audio.AudioDevice(
                devicename=None if self._name.startswith(ALSA) else self._name or None,
                iscapture=False,
                frequency=SAMPLE_RATE,
                audioformat=self._audio.AUDIO_S16,
                numchannels=2,
                chunksize=BUFFER,
                allowed_changes=0,
                callback=self._fill,
            )
        except (RuntimeError, self._pygame.error) as err:
            wanted = f"«{self._name}»" if self._name else "the default sound device"
            why = f"{wanted} does not open: {err}; plug a speaker in, or see `perroquet doctor`"
            # SDL passes on what ALSA says, and has no number for it.
            raise SpeakerLost(Cause.BUSY if "busy" in str(err) else Cause.MISSING, why) from err
        self._device = device
        device.pause(0)
        return f"pygame {self._name or 'default device'}"

    def _fill(self, _device: object, memory: memoryview) -> None:
        """Fill one device buffer; SDL's own thread calls this."""
        now = HostNs(time.monotonic_ns())
        if self._mark is None:  # the thread of this opening
            go_first(SOUND_CARD)
        out = np.frombuffer(memory, np.int16).reshape(-1, 2)
        if self._pull is None:
            out.fill(0)
            return
        first, out[:] = self._pull(len(out))
        if self._mark is not None and now - self._beat > _LATE_NS:
            self.late += 1
        # While this buffer is asked for, the one before it is playing.
        self._mark = Mark(sample=first, at=now, queued=Samples(len(out)))
        self._beat = now

    @override
    def tick(self) -> SpeakerLost | None:
        if self._device is None:
            return SpeakerLost(Cause.BROKEN, "the sound device is closed; it is opened again")
        for event in self._pygame.event.get():
            if (
                event.type == self._pygame.AUDIODEVICEREMOVED
                and not event.iscapture
                and event.which == self._device.deviceid
            ):
                return SpeakerLost(Cause.UNPLUGGED, "the sound device was removed; plug it in again")
        if time.monotonic_ns() - self._beat > _STALLED_NS:
            return SpeakerLost(Cause.SILENT, "the sound device stands still; unplug it and plug it in again")
        return None

    @override
    def newest(self) -> Mark | None:
        return self._mark

    @override
    def cable(self, *, plugged: bool) -> bool:
        return False

    @override
    def close(self) -> None:
        if self._device is not None:
            # SDL waits for its thread to leave the callback, which wants Python, which pygame keeps meanwhile: both
            # would wait for ever. ctypes gives Python up while it calls; pygame then finds the device closed.
            ctypes.CDLL(self._audio.__file__).SDL_CloseAudioDevice(self._device.deviceid)
            self._device.close()
        self._device = self._pull = None

    def let_go(self) -> None:
        """End SDL and its thread that looks for devices; this sink will not be opened again."""
        self.close()
        self._pygame.quit()


def choose_sink(kind: str, device: str) -> Sink:
    """Return the sink of `[speaker] sink` and `device`; `auto` is not one, see `player`.

    Raises:
        ValueError: no such kind.
    """
    match kind:
        case "null":
            return NullSink()
        case "file":
            return FileSink(Path(device))
        case "pygame":
            return PygameSink(device)
        case _:
            raise ValueError(f"no sink «{kind}»; there are auto, pygame, null and file")

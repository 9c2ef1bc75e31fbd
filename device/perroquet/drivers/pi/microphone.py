"""A microphone, for a table's own recordings.

SDL hears in a thread of its own, which needs Python to hand over what it heard; closing the device waits for that
thread and keeps Python to itself, so that now and then both wait for ever. The ear is therefore a process, `python -m
perroquet.drivers.pi.microphone SECONDS`: it writes samples to its standard output and ends without closing anything.
"""

import io
import os
import subprocess
import sys
import threading
import wave
from typing import Final, NoReturn

from perroquet.kernel.errors import PartMissing
from perroquet.kernel.units import SAMPLE_RATE

_CHUNK: Final = 2048
_PATIENCE_S: Final = 2.0
"""Without a new sample; a busy machine may hear late, and hears all the same."""
_STARTING_S: Final = 10.0
"""How long a device may take to open."""
_SILENT: Final = 3
"""Exit code of an ear that opened a microphone and heard nothing from it."""


def listen(seconds: float) -> bytes:
    """Record from the default microphone and return a WAV file, 48 kHz mono.

    Raises:
        PartMissing: there is no microphone, or it gives nothing.
    """
    command = (sys.executable, "-m", __name__, str(seconds))
    longest = _STARTING_S + seconds + _PATIENCE_S
    try:
        ear = subprocess.run(command, capture_output=True, check=False, timeout=longest)  # noqa: S603 - our own module
    except subprocess.TimeoutExpired as err:
        raise PartMissing("the microphone does not open; plug it in again, or use `sound import`") from err
    if ear.returncode == _SILENT:
        raise PartMissing("the microphone gives no sound; plug it in again, or record elsewhere and use `sound import`")
    if ear.returncode:
        why = ear.stderr.decode(errors="replace").strip().rpartition("\n")[2]
        raise PartMissing(f"no microphone opens ({why}); plug one in, or record elsewhere and use `sound import`")
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes(ear.stdout)
    return buffer.getvalue()


def hear(seconds: float) -> NoReturn:
    """Write the samples of `seconds` to standard output, 16 bit, and end this process."""
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    import pygame
    from pygame._sdl2 import audio, sdl2

    wanted, heard, full = int(seconds * SAMPLE_RATE) * 2, bytearray(), threading.Event()

    def take(_device: object, memory: memoryview) -> None:
        heard.extend(bytes(memory))
        if len(heard) >= wanted:
            full.set()

    try:
        sdl2.init_subsystem(sdl2.INIT_AUDIO)
        device = audio.AudioDevice(
            devicename=None,
            iscapture=True,
            frequency=SAMPLE_RATE,
            audioformat=audio.AUDIO_S16,
            numchannels=1,
            chunksize=_CHUNK,
            allowed_changes=0,
            callback=take,
        )
    except (RuntimeError, pygame.error) as err:
        sys.exit(str(err))
    device.pause(0)
    before = -1
    while not full.wait(_PATIENCE_S):
        if len(heard) == before:
            os._exit(_SILENT)
        before = len(heard)
    sys.stdout.buffer.write(heard[:wanted])
    sys.stdout.buffer.flush()
    os._exit(0)


if __name__ == "__main__":
    hear(float(sys.argv[1]))

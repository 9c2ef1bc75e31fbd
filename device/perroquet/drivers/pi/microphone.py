"""A microphone, for a table's own recordings."""

import io
import os
import threading
import wave
from typing import Final

from perroquet.kernel.errors import PartMissing
from perroquet.kernel.units import SAMPLE_RATE

_CHUNK: Final = 2048
_PATIENCE_S: Final = 2.0


def listen(seconds: float) -> bytes:
    """Record from the default microphone and return a WAV file, 48 kHz mono.

    Raises:
        PartMissing: there is no microphone, or it gives nothing.
    """
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
        raise PartMissing(
            f"no microphone opens ({err}); plug one in, or record elsewhere and use `sound import`"
        ) from err
    device.pause(0)
    came = full.wait(seconds + _PATIENCE_S)
    device.close()
    if not came:
        raise PartMissing("the microphone gives no sound; plug it in again, or record elsewhere and use `sound import`")
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(SAMPLE_RATE)
        file.writeframes(bytes(heard[:wanted]))
    return buffer.getvalue()

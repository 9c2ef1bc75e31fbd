"""The camera: none, the Pi's own, or a drawn table. Few tables have one, so it is never simulated unasked."""

import importlib.util
from contextlib import AsyncExitStack

from perroquet.drivers.eyes import ProcessEyes
from perroquet.ports import Clock
from perroquet.wiring.config import CameraChoice, Configuration


def open_eyes(stack: AsyncExitStack, clock: Clock, config: Configuration) -> ProcessEyes | None:
    """Return the eyes that the configuration asks for, closed with `stack`; None = nobody looks."""
    camera = config.camera
    source = camera.source
    if source is CameraChoice.AUTO:
        there = importlib.util.find_spec("picamera2") is not None
        source = CameraChoice.PI if there else CameraChoice.OFF
    if source is CameraChoice.OFF:
        return None
    eyes = ProcessEyes(clock, camera=source, book=camera.book, lens=camera.lens)
    stack.push_async_callback(eyes.aclose)
    return eyes

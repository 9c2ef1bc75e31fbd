"""A process that closes its sound device in the middle of a buffer; `test_sinks` waits for it."""

import threading
from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray
from perroquet.audio.sinks import PygameSink
from perroquet.kernel.units import Samples


def asked_while(closing: threading.Event, asked: threading.Event) -> Callable[[int], tuple[Samples, NDArray[np.int16]]]:
    """Return a pull that gives nothing back until the device is being closed."""

    def pull(count: int) -> tuple[Samples, NDArray[np.int16]]:
        asked.set()
        closing.wait()
        return Samples(0), np.zeros((count, 2), np.int16)

    return pull


def main() -> None:
    """Open, wait until the device asks for sound, close while it is being answered, and open once more."""
    sink, closing, asked = PygameSink(), threading.Event(), threading.Event()
    sink.open(asked_while(closing, asked))
    asked.wait()
    closing.set()
    sink.close()
    asked.clear()
    sink.open(asked_while(closing, asked))
    asked.wait()
    sink.close()


if __name__ == "__main__":
    main()

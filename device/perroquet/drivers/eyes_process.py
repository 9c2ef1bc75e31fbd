"""The vision process, `python -m perroquet.drivers.eyes_process --camera pi`: take a picture, read it, tell, again.

Orders come as JSON lines on stdin, readings go to stdout (`drivers.eyes_lines`). Nothing is queued: a picture that
comes while another is read is never taken. It ends when its stdin does, so it cannot outlive the one that started it.
"""

import argparse
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final, cast

from perroquet.drivers.eyes_lines import (
    Alive,
    LayTable,
    NotALine,
    Told,
    WatchSeats,
    read_order,
    write_told,
)
from perroquet.kernel.errors import CameraLost, PerroquetError
from perroquet.kernel.readings import Ailment, Part, PartAiling, PartFound, PartLost
from perroquet.kernel.units import NS_PER_S, HostNs
from perroquet.ports.camera import FULL, CameraSource
from perroquet.vision.book import Book, our_book
from perroquet.vision.calibration import CannotCalibrate, read_lens
from perroquet.vision.enrol import BadBook, load
from perroquet.vision.sight import FIRST_LENS, Lens
from perroquet.vision.watch import Watch

if TYPE_CHECKING:
    from perroquet.drivers.sim.camera_table import DrawnTable

_RETRY_NS: Final = NS_PER_S
_SETTLE: Final = 15
"""Pictures until exposure and white balance are locked."""
_LONGEST: Final = 1 << 16


class Eye:
    """One camera and its watch, fed with orders."""

    def __init__(
        self, opened: Callable[[], CameraSource], watch: Watch, tell: Callable[[Told], None], now: Callable[[], int]
    ) -> None:
        self._opened = opened
        self._watch = watch
        self._tell = tell
        self._now = now
        self._camera: CameraSource | None = None
        self._lost = False
        self._retry = 0
        self._alive = 0
        self._pictures = 0

    def look(self) -> bool:
        """Take a picture and read it; return False when there will be no more, or nothing is to be done now."""
        if self._camera is None and not self._open():
            return False
        camera = cast("CameraSource", self._camera)
        try:
            frame = camera.take()
        except CameraLost as err:
            self._lose(err)
            return False
        if frame is None:
            return False
        for reading in self._watch.look(frame):
            self._tell(reading)
        self._pictures += 1
        if self._pictures == _SETTLE:
            camera.lock()
        if self._now() - self._alive >= NS_PER_S:
            self._alive = self._now()
            self._tell(Alive())
        return True

    def close(self) -> None:
        """Let the camera go."""
        if self._camera is not None:
            self._camera.close()
            self._camera = None

    def _open(self) -> bool:
        if self._now() < self._retry:
            return False
        try:
            self._camera = self._opened()
        except CameraLost as err:
            self._lose(err)
            return False
        self._pictures = 0
        self._lost = False
        # Always: it may be the process before this one that was lost.
        self._tell(PartFound(part=Part.CAMERA, what="camera", at=HostNs(self._now())))
        return True

    def _lose(self, error: CameraLost) -> None:
        self.close()
        self._retry = self._now() + _RETRY_NS
        if not self._lost:
            self._lost = True
            self._tell(PartLost(part=Part.CAMERA, cause=error.cause, why=str(error), at=HostNs(self._now())))


def main(arguments: list[str] | None = None) -> None:
    """Look until stdin ends."""
    options = _options(arguments)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the one that started us ends us
    import cv2

    cv2.setNumThreads(1)
    _tell(Alive())
    table, opened = _camera(options.camera)
    try:
        watch = Watch(_book(options.book), _lens(options.lens))
    except (BadBook, CannotCalibrate) as err:
        # An end would be followed by another start, for ever, and the file would still be as it is.
        now = HostNs(time.monotonic_ns())
        _tell(PartAiling(part=Part.CAMERA, ailment=Ailment.LEARNT, why=str(err), at=now))
        _rest()
        return
    eye = Eye(opened, watch, _tell, time.monotonic_ns)
    lines = b""
    watched = False
    try:
        while True:
            ready, _, _ = select.select([0], [], [], 0.0 if watched else 0.5)
            if ready:
                chunk = os.read(0, _LONGEST)
                if not chunk:
                    return
                *whole, lines = (lines + chunk).split(b"\n")
                for line in whole:
                    watched = _take(line, watch, table, watched=watched)
            if not watched:
                _tell(Alive())
            elif not eye.look():
                select.select([0], [], [], 0.2)
                _tell(Alive())
    except BrokenPipeError:
        return
    finally:
        eye.close()


def _rest() -> None:
    """Do nothing but live, until stdin ends."""
    while not select.select([0], [], [], 0.5)[0] or os.read(0, _LONGEST):
        _tell(Alive())


def _take(line: bytes, watch: Watch, table: "DrawnTable | None", *, watched: bool) -> bool:
    """Do what an order says; return whether there is anything to watch."""
    try:
        order = read_order(line)
    except NotALine as err:
        print(err, file=sys.stderr)  # noqa: T201 - the one that started us logs it
        return watched
    match order:
        case WatchSeats():
            watch.watch(dict(order.seats))
            if table is not None:
                table.sit(order.seats)
            return bool(order.seats)
        case LayTable():
            if table is not None:
                table.lay(order)
            return watched


def _options(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="perroquet-eyes")
    parser.add_argument("--camera", default="pi", help="pi, drawn, or the path of a recorded folder")
    parser.add_argument("--book", default="", help="a learnt deck; empty = our own")
    parser.add_argument("--lens", default="", help="a calibrated lens; empty = as it left the factory")
    return parser.parse_args(arguments)


def _camera(name: str) -> "tuple[DrawnTable | None, Callable[[], CameraSource]]":
    if name == "pi":
        from perroquet.drivers.pi.camera import PiCamera

        return None, PiCamera
    if name == "drawn":
        from perroquet.drivers.sim.camera_table import DrawnTable

        table = DrawnTable(time.monotonic_ns)
        return table, table.camera
    from perroquet.drivers.recordings import RecordedCamera

    return None, lambda: RecordedCamera(Path(name))


def _book(file: str) -> Book:
    return load(Path(file)) if file else our_book()


def _lens(file: str) -> Lens:
    return read_lens(Path(file), FULL) if file else FIRST_LENS


def _tell(told: Told) -> None:
    os.write(1, write_told(told))


if __name__ == "__main__":
    try:
        main()
    except PerroquetError as error:
        sys.exit(str(error))

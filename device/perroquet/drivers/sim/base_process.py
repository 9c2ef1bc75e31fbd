"""The process that stands for the base in live mounting: the firmware behind a pseudo-terminal, on the real clock.

`python -m perroquet.drivers.sim.base_process LINK SEED`: LINK is the path that points to the pseudo-terminal while the
base is plugged in. Orders come as JSON lines on stdin; the end of stdin ends the process. What can be seen of the base
goes to stdout as JSON lines.
"""

import contextlib
import json
import logging
import os
import select
import signal
import sys
import time
import tty
from pathlib import Path
from typing import Any, get_args

from perroquet.drivers.sim.acts import Disturbance
from perroquet.drivers.sim.base_board import REST_US, Bench
from perroquet.drivers.sim.hands import VirtualHand

_UNSENT_MOST = 65_536

_log = logging.getLogger(__name__)

_KINDS = {kind.__name__: kind for kind in get_args(Disturbance)}


class BaseProcess:
    """The base, its cable, and the orders of the bench."""

    def __init__(self, link: Path, seed: str) -> None:
        self._link = link
        self._bench = Bench(seed)
        self._start = time.monotonic_ns()
        self._orders = b""
        self._cable: tuple[int, int] | None = None
        self._ring = self._bench.board.ring
        self.plug(reboot=False)

    def now_us(self) -> int:
        """Return the scene's time."""
        return (time.monotonic_ns() - self._start) // 1000

    def serve(self) -> None:
        """Run until the bench has gone."""
        try:
            self._run()
        except BrokenPipeError:
            _log.info("the bench has gone")
        finally:
            self.unplug()
            with contextlib.suppress(OSError):  # not empty, or the bench was quicker
                self._link.parent.rmdir()

    def _run(self) -> None:
        self._tell({"ready": str(self._link)})
        nap_us = 0
        while True:
            watched = [0] if self._cable is None else [0, self._cable[0]]
            readable, _, _ = select.select(watched, [], [], nap_us / 1e6)
            if 0 in readable and not self._take_orders():
                break
            if self._cable is None:
                nap_us = REST_US
                continue
            if self._cable[0] in readable:
                self._bench.board.received += _read(self._cable[0])
            now_us = self.now_us()
            self._bench.step(now_us)
            self._send()
            if self._bench.board.ring != self._ring:
                self._ring = self._bench.board.ring
                self._tell({"ring": self._ring.hex()})
            nap_us = self._bench.nap_us(now_us)

    def plug(self, *, reboot: bool = True) -> None:
        """Make the port appear, as a raw terminal."""
        if self._cable is not None:
            return
        base_end, port = os.openpty()
        tty.setraw(port)
        os.set_blocking(base_end, False)
        self._cable = (base_end, port)  # the port is kept open, or the base end would break whenever no host listens
        if reboot:
            self._bench.reboot(self.now_us())
        fresh = self._link.with_suffix(".new")
        fresh.symlink_to(os.ttyname(port))
        fresh.rename(self._link)

    def unplug(self) -> None:
        """Make the port vanish, half of what the base was saying still on its way."""
        if self._cable is None:
            return
        half = self._bench.board.sent[: len(self._bench.board.sent) // 2]
        _write(self._cable[0], bytes(half))
        self._link.unlink(missing_ok=True)
        for end in self._cable:
            os.close(end)
        self._cable = None

    def _take_orders(self) -> bool:
        data = os.read(0, 65_536)
        *lines, self._orders = (self._orders + data).split(b"\n")
        for line in lines:
            self._obey(json.loads(line))
        return bool(data)

    def _obey(self, order: dict[str, Any]) -> None:
        match order["do"]:
            case "grab":
                self._bench.totem.grab([VirtualHand(**hand) for hand in order["hands"]], self.now_us())
            case "disturb":
                acts = [_KINDS[act.pop("kind")](**act) for act in order["acts"]]
                self._bench.totem.disturb(acts, self.now_us())
            case "put_back":
                self._bench.totem.put_back(self.now_us(), crooked=order["crooked"])
            case "take_away":
                self._bench.totem.take_away(self.now_us())
            case "unplug":
                self.unplug()
            case "plug":
                self.plug()
            case "reboot":
                self._bench.reboot(self.now_us())
            case "answer":
                self._tell({"answer": "done"})
            case unknown:
                raise ValueError(
                    f"{unknown!r} is no order; send grab, disturb, put_back, take_away, unplug, plug, reboot or answer"
                )

    def _send(self) -> None:
        sent = self._bench.board.sent
        if sent and self._cable is not None:
            del sent[: _write(self._cable[0], bytes(sent))]
            del sent[:-_UNSENT_MOST]  # nobody reads; the firmware repeats what matters

    def _tell(self, seen: dict[str, str]) -> None:
        os.write(1, json.dumps(seen).encode() + b"\n")


def _read(end: int) -> bytes:
    try:
        return os.read(end, 4096)
    except BlockingIOError:
        return b""


def _write(end: int, data: bytes) -> int:
    """Return how many bytes went into the terminal; a full one takes none."""
    try:
        return os.write(end, data)
    except BlockingIOError:
        return 0


if __name__ == "__main__":
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at a terminal is for the bench, whose end ends this process
    BaseProcess(Path(sys.argv[1]), sys.argv[2]).serve()

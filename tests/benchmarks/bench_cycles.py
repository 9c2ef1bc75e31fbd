"""Estimate what a scan costs on the RP2040, from the machine code mpy-cross emits; the same figures in every run."""

import argparse
import random
import sys
from array import array
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from types import FrameType

sys.path.insert(0, str(Path(__file__).parents[2]))

from perroquet.firmware import lines
from perroquet.firmware.base import IDLE_STEP_US, STEP_US, Base
from perroquet.firmware.scene import Scene
from perroquet.firmware.shared import codec, messages
from perroquet.firmware.touch import LEVEL

from tests.firmware.cortex import Function, hot_loops

CYCLES_PER_US = 125
BYTECODE_CYCLES = 100
"""Of one step of MicroPython's interpreter on the RP2040: a guess on the safe side, until a board says more."""
WINDOW = 1000
BATCHES = 12
REST = [217 + 5 * i for i in range(lines.LINES)]
IDLE_US, TOUCHED_US = 100, 250
"""The budget of the design."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """A way to spend the evening: noise of the lines, and which of them are held."""

    name: str
    sigma: float
    held: tuple[int, ...]
    levels: bool


LOADS = (
    Load(name="at rest", sigma=0.5, held=(), levels=False),
    Load(name="at rest, a noisy base", sigma=1.6, held=(), levels=False),
    Load(name="one hand", sigma=0.5, held=(2, 3, 13, 14), levels=True),
    Load(name="two hands", sigma=0.5, held=(1, 2, 5, 6, 7, 8, 9, 12, 13, 14, 17, 18), levels=True),
)


def words_of(counts: list[int]) -> Iterator[int]:
    """Yield what the PIO writes for one scan."""
    seen = 0
    for count in sorted(set(counts)):
        seen |= sum(1 << i for i, value in enumerate(counts) if value == count)
        yield seen << 12 | WINDOW - count
    yield seen << 12 | 0xFFF


class Board:
    """The hot loops in the emulator, with the firmware's memory."""

    def __init__(self) -> None:
        loops = hot_loops()
        self.decode: Function = loops["decode"]
        self.average: Function = loops["average"]
        self.feed: Function = loops["feed"]
        self.level: Function = loops["level"]
        self.stuff: Function = loops["stuff"]
        state = array("I", [0] * lines.SIZE)
        for i, rest in enumerate(REST):
            state[lines.BASE + i], state[lines.LIMIT + i], state[lines.OFF + i] = rest << 8, 1228, lines.BIAS
            state[lines.LOW + i], state[lines.HIGH + i], state[lines.ZERO + i] = rest - 4, rest + 4, rest - 32
        state[lines.COMMON] = lines.BIAS
        self._state = self.feed.place(state)
        self._raw = self.feed.place(array("H", (REST + [360] * 3) * (lines.BATCH + 2)))
        self._kept = self.feed.place(bytearray(lines.HISTORY * lines.KEPT))

    def costs(self, load: Load) -> dict[str, float]:
        """Return microseconds a scan of each hot loop, over some batches."""
        luck = random.Random(load.name)
        spent = {"decode": 0, "average": 0, "feed": 0, "level": 0, "stuff": 0}
        for batch in range(BATCHES):
            rows: list[int] = []
            for _ in range(lines.BATCH):
                counts = [
                    round(rest + luck.gauss(0, load.sigma) + (30 if i in load.held else 0))
                    for i, rest in enumerate(REST)
                ]
                spent["decode"] += self._decoded(counts)
                spent["average"] += self._averaged()
                rows += counts + [360] * 3
            spent["feed"] += self._fed(rows, batch)
            if load.levels:
                spent["stuff"] += self._stuffed() * lines.BATCH // LEVEL
                spent["level"] += self._levelled(batch) * lines.BATCH // LEVEL
        return {name: cycles / CYCLES_PER_US / BATCHES / lines.BATCH for name, cycles in spent.items()}

    def _decoded(self, counts: list[int]) -> int:
        words = array("I", words_of(counts))
        start = self.decode.mark()
        ring, row = self.decode.place(words), self.decode.place(array("H", [0] * lines.ROW))
        which = self.decode.place(lines.WHICH)
        after, cycles = self.decode.call(ring, 0, 0, row, 0, which, 0xFFF, len(words), WINDOW, addresses=(0, 3, 5))
        got = array("H", self.decode.take(row, array("H", [0] * lines.ROW)))
        assert (after, list(got[: lines.LINES])) == (len(words), counts)
        self.decode.forget(start)
        return cycles

    def _averaged(self) -> int:
        start = self.average.mark()
        codes, row = self.average.place(array("H", [360] * 16)), self.average.place(array("H", [0] * lines.ROW))
        _, cycles = self.average.call(codes, 15, 0, row, 20, addresses=(0, 3))
        self.average.forget(start)
        return cycles

    def _fed(self, rows: list[int], batch: int) -> int:
        at = self._raw + 2 * 2 * lines.ROW
        self.feed.write(at, array("H", rows))
        left, spent = lines.BATCH, 0
        while left:
            slot = (batch * lines.BATCH + lines.BATCH - left) % lines.HISTORY
            result, cycles = self.feed.call(self._state, 0, self._raw, left, self._kept, slot, addresses=(0, 2, 4))
            left -= result >> 24
            spent += cycles
        return spent

    def _stuffed(self) -> int:
        start = self.stuff.mark()
        raw, out = self.stuff.place(bytearray(b"\x89" + bytes(28) + b"sum!")), self.stuff.place(bytearray(64))
        _, cycles = self.stuff.call(raw, 0, out, 33, addresses=(0, 2))
        self.stuff.forget(start)
        return cycles

    def _levelled(self, batch: int) -> int:
        start = self.level.mark()
        kept = self.level.place(bytearray(lines.KEPT * 64))
        out = self.level.place(bytearray(32))
        _, cycles = self.level.call(kept, batch % 50 + 5, 1310, out, 6, addresses=(0, 3))
        self.level.forget(start)
        return cycles


def bytecodes(load: Load) -> float:
    """Return interpreted steps a scan of the main loop, counted on CPython, whose bytecode is much like MicroPython's.

    What runs as machine code on the board, and what the scene does in a board's stead, is left out.
    """

    class Busy(Scene):
        def quiet(self, first: int, last: int) -> bool:  # noqa: ARG002 - a real board cannot tell
            return False

    scene = Busy()
    base = Base(scene)
    scene.receive(codec.encode(messages.HELLO, 0, messages.pack(messages.HELLO, messages.MAJOR, messages.MINOR, 7)))
    scene.hand(290_000, 900_000, 40, list(load.held))
    step = STEP_US if load.held else IDLE_STEP_US
    now = 0
    while now < 320_000:
        now += step
        scene.receive(codec.encode(messages.PING, 0, messages.pack(messages.PING, 1)))
        base.step(now)
        scene.sent.clear()
    counter = 0

    def trace(frame: FrameType, event: str, _arg: object) -> object:
        nonlocal counter
        path = Path(frame.f_code.co_filename)
        if path.parent.name not in ("firmware", "shared") or path.name in ("lines.py", "scene.py", "hardware.py"):
            return None
        frame.f_trace_opcodes = True
        counter += event == "opcode"
        return trace

    steps = 100_000 // step
    sys.settrace(trace)  # pyright: ignore[reportArgumentType] - what it returns is itself
    for _ in range(steps):
        now += step
        base.step(now)
        scene.sent.clear()
    sys.settrace(None)
    return counter / (steps * step / scene.scan_us)


def table() -> list[str]:
    """Return the figures, one line a load."""
    board = Board()
    names = ("decode", "average", "feed", "level", "stuff")
    rows = [
        f"{'load':<24}" + "".join(f"{name:>8}" for name in (*names, "loops", "Python", "sum")) + "  budget, us a scan"
    ]
    for load in LOADS:
        costs = board.costs(load)
        python = bytecodes(load) * BYTECODE_CYCLES / CYCLES_PER_US
        hot = sum(costs.values())
        budget = TOUCHED_US if load.held else IDLE_US
        cells = "".join(f"{costs[name]:>8.1f}" for name in names)
        rows.append(f"{load.name:<24}{cells}{hot:>8.1f}{python:>8.1f}{hot + python:>8.1f}  {budget}")
    return rows


def main() -> None:
    """Print the table."""
    argparse.ArgumentParser(description=__doc__).parse_args()
    sys.stdout.write("\n".join(table()) + "\n")


if __name__ == "__main__":
    main()

"""Lines without a board: rows of counts fed to a detector, with noise, drift and hum of a seed."""

import random
from collections.abc import Sequence

from perroquet.firmware import lines
from perroquet.firmware.detector import Detector
from perroquet.firmware.history import History

REST = [217 + 5 * i for i in range(lines.LINES)]
SCALE = 24
CODES = (360, 361, 362)


class Lines:
    """A detector that has learnt its baseline, and the lines before it.

    Attributes:
        touches: (line, onset in 1/256 scan) of every touch told.
        opened: the lines looked open in some scan.
        index: number of the last scan fed.
    """

    def __init__(self, sigma: float = 0.8, hum: float = 0.0, dead: Sequence[int] = ()) -> None:
        self.detector = Detector(REST, SCALE)
        self.history = History()
        self.touches: list[tuple[int, int]] = []
        self.opened = False
        self.index = 0
        self.drift = 0.0
        self.sigma = sigma
        self._luck = random.Random("lines")
        self._hum = hum
        self._dead = dead
        while True:
            self._write(2, self.scan())
            if self.detector.learn(2):
                break
        for row in range(2):
            self._write(row, self.scan())

    def scan(self, extra: dict[int, float] | None = None) -> list[int]:
        hum = self._hum * (self.index % 50 - 25) / 25
        self.index += 1
        touched = extra or {}
        return [
            1000
            if i in self._dead
            else max(0, int(rest + self.drift + hum + self._luck.gauss(0, self.sigma) + touched.get(i, 0.0)))
            for i, rest in enumerate(REST)
        ]

    def run(self, scans: int, extra: dict[int, float] | None = None) -> None:
        for _ in range(scans):
            self.feed(self.scan(extra))

    def feed(self, counts: Sequence[int]) -> None:
        self._write(2, counts)
        used, found = self.detector.feed(1, self.history.kept, self.index % lines.HISTORY, 128)
        assert used == 1
        self.opened = self.opened or bool(found & lines.OPEN)
        for line in range(lines.LINES):
            if found >> line & 1:
                self.touches.append((line, self.detector.instant(line, self.index)))

    def on(self) -> set[int]:
        return {line for line in range(lines.LINES) if self.detector.touched() >> line & 1}

    def _write(self, row: int, counts: Sequence[int]) -> None:
        for k, value in enumerate((*counts, *CODES)):
            self.detector.raw[row * lines.ROW + k] = value

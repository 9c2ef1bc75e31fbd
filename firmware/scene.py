"""A tiny world for the firmware alone: lines with RC counts and noise, supports with a load, hands by script.

It knows just enough to make every message appear; the virtual totem of the bench is the faithful one. Integers and its
own little noise, so that every interpreter gives the same bytes.
"""

from array import array

from .hardware import MOTION_US, Hardware
from .lines import LINES, ROW
from .shared import messages

DEAD = 1000
"""What a line counts that never rises."""
_GONE = 2 * 5  # tenths of rest that open lines count


class Scene(Hardware):
    """A board whose lines, hands, bytes and time are moved by hand.

    Attributes:
        now: microseconds since boot.
        sent: what the firmware has written; take it and clear it.
        ring: what the lamps show.
        broken: a bit a line that never rises.
        wooden: what is in the seat has no lines, but its weight.
    """

    epoch = 1
    firmware = b"scene\0\0\0"
    board = b"onadesk\0"
    capabilities = messages.CAN_FORCES | messages.CAN_RING | messages.CAN_IMU | messages.CAN_RECORD
    rest = [217 + 5 * i for i in range(20)]  # noqa: RUF012 - the dialect has no ClassVar

    def __init__(self) -> None:
        self.now = 0
        self.sent = bytearray()
        self.ring = b""
        self.broken = 0
        self.wooden = False
        self._received = b""
        self._hands: list[tuple[int, int, int, list[int]]] = []
        self._away: list[tuple[int, int]] = []
        self._pushes: list[tuple[int, int, int]] = []
        self._bursts: list[int] = []
        self._turns: list[tuple[int, int, int]] = []
        self._moved_us = 0

    def hand(self, from_us: int, until_us: int, counts: int, lines: "list[int]") -> None:
        """Touch `lines` with `counts` each."""
        self._hands.append((from_us, until_us, counts, lines))

    def away(self, from_us: int, until_us: int) -> None:
        """Take the totem out of its seat for a while."""
        self._away.append((from_us, until_us))

    def push(self, from_us: int, until_us: int, newtons: int) -> None:
        """Press (or pull, if negative) on each support."""
        self._pushes.append((from_us, until_us, newtons))

    def burst(self, at_us: int) -> None:
        """Let something hard land on the table."""
        self._bursts.append(at_us)

    def turn(self, from_us: int, until_us: int, rate: int) -> None:
        """Turn the base: hundredths of a degree a second, clockwise."""
        self._turns.append((from_us, until_us, rate))

    def receive(self, data: bytes) -> None:
        """Let the host say `data`."""
        self._received += data

    def scans(self, first: int, many: int, into: "array[int]", row: int) -> int:
        """Measure the scene."""
        for index in range(first, first + many):
            self._scan(index, into, (row + index - first) * ROW)
        return many

    def _scan(self, index: int, into: "array[int]", place: int) -> None:
        at = index * self.scan_us
        gone = any(start <= at < end for start, end in self._away)
        for i in range(LINES):
            level = self.rest[i] * (_GONE if gone else 20) // 20
            if not gone:
                for start, end, strength, touched in self._hands:
                    if start <= at < end and i in touched:
                        level += strength * min(at - start + 400, 2000) // 2000
            if self.broken >> i & 1:
                level = DEAD
            into[place + i] = max(0, level + self._noise(index * 23 + i))
        load = 265 if gone and not self.wooden else 360
        for start, end, newtons in self._pushes:
            if start <= at < end:
                load += newtons * 100
        for i in range(3):
            into[place + LINES + i] = max(0, load + self._noise(index * 23 + 20 + i))

    def motion(self, now_us: int) -> "list[tuple[int, int, int, int, int, int, int]]":
        """Return what `bursts` and `turns` make of the IMU."""
        samples: list[tuple[int, int, int, int, int, int, int]] = []
        while self._moved_us + MOTION_US <= now_us:
            self._moved_us += MOTION_US
            at = self._moved_us
            shake = 0
            for since in self._bursts:
                if since <= at < since + 20_000:
                    shake = 900 - 1800 * (at // MOTION_US & 1)
            rate = 0
            for start, end, of in self._turns:
                if start <= at < end:
                    rate += of
            samples.append((at, 0, 0, 1000 + shake + self._noise(at), 0, 0, rate + self._noise(at + 1)))
        return samples

    def quiet(self, first: int, last: int) -> bool:
        """Say no whenever a script line is near."""
        start = first * self.scan_us
        end = last * self.scan_us
        busy = self._away + [hand[:2] for hand in self._hands] + [push[:2] for push in self._pushes]
        return not any(start < until + 100_000 and end >= since - 50_000 for since, until in busy)

    def read(self) -> bytes:
        """Return what `receive` was given."""
        data = self._received
        self._received = b""
        return data

    def write(self, data: bytes) -> None:
        """Keep it in `sent`."""
        self.sent.extend(data)

    def lamps(self, colours: bytes) -> None:
        """Keep it in `ring`."""
        self.ring = colours

    def _noise(self, n: int) -> int:
        mixed = (n * 1103515245 + 12345) & 0x7FFFFFFF
        return ((mixed >> 16) * 5 >> 15) - 1 if mixed >> 30 else 0

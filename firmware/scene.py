"""A tiny world for the firmware alone: lines with RC counts and noise, supports with a load, hands by script.

It knows just enough to make every message appear; the virtual totem of the bench is the faithful one. Integers and its
own little noise, so that every interpreter gives the same bytes.
"""

from .hardware import Hardware
from .shared import messages

_GONE = 2 * 5  # tenths of rest that open lines count


class Scene(Hardware):
    """A board whose lines, hands, bytes and time are moved by hand.

    Attributes:
        now: microseconds since boot.
        sent: what the firmware has written; take it and clear it.
        ring: what the lamps show.
    """

    epoch = 1
    firmware = b"scene\0\0\0"
    board = b"onadesk\0"
    capabilities = messages.CAN_FORCES | messages.CAN_RING
    rest = [217 + 5 * i for i in range(20)]  # noqa: RUF012 - the dialect has no ClassVar

    def __init__(self) -> None:
        self.now = 0
        self.sent = bytearray()
        self.ring = b""
        self._received = b""
        self._hands: list[tuple[int, int, int, list[int]]] = []
        self._away: list[tuple[int, int]] = []

    def hand(self, from_us: int, until_us: int, counts: int, lines: "list[int]") -> None:
        """Touch `lines` with `counts` each."""
        self._hands.append((from_us, until_us, counts, lines))

    def away(self, from_us: int, until_us: int) -> None:
        """Take the totem out of its seat for a while."""
        self._away.append((from_us, until_us))

    def receive(self, data: bytes) -> None:
        """Let the host say `data`."""
        self._received += data

    def scan(self, index: int) -> "tuple[tuple[int, ...], tuple[int, ...]]":
        """Measure the scene."""
        at = index * self.scan_us
        gone = any(start <= at < end for start, end in self._away)
        counts: list[int] = []
        for i in range(len(self.rest)):
            level = self.rest[i] * (_GONE if gone else 20) // 20
            if not gone:
                for start, end, strength, lines in self._hands:
                    if start <= at < end and i in lines:
                        level += strength * min(at - start + 400, 2000) // 2000
            counts.append(level + self._noise(index * 23 + i))
        load = 265 if gone else 360
        return tuple(counts), tuple([load + self._noise(index * 23 + 20 + i) for i in range(3)])

    def quiet(self, first: int, last: int) -> bool:
        """Say no whenever a script line is near."""
        start = first * self.scan_us
        end = last * self.scan_us
        busy = self._away + [hand[:2] for hand in self._hands]
        return not any(start < until + 100_000 and end >= since for since, until in busy)

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

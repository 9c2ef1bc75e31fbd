"""From scans to what happened: contact, release, lift, landing, and the levels in between."""

from .detector import Detector
from .hardware import Hardware
from .outbox import Outbox
from .shared import messages

GLANCE = 4
"""Idle: every fourth scan is looked at."""
REWIND = 24
"""Scans decoded again from before the one that stirred; onsets lie there."""
CALM = 64
"""Scans without a stir before glancing is enough again."""
REST = 500
"""Scans between two looks at drift while nothing happens."""
AT_ONCE = 125
"""Scans decoded in one step at most: a base that has fallen behind still hears and answers."""
LEVEL = 5
"""Scans between two LEVELS frames: 2 ms."""
LEVELS_BEFORE = 10
LEVELS_FOR = 750
"""Scans after the first contact that LEVELS are sent: 300 ms."""
SHORTEST = 400
"""Scans a grab lasts at least, so that a brush and the grab behind it are one window: 160 ms."""


class Touch:
    """The totem's story, scan by scan.

    Attributes:
        standing: the totem is in its seat.
        grab: number of the last grab, 16 bits.
        holding: a grab is going on.
        lost_scans: scans that left the ring before they were looked at.
        known: whether the totem stands is known; False right after boot.
        behind: scans wait that the last step had no time for.
    """

    def __init__(self, hardware: Hardware, outbox: Outbox) -> None:
        self.detector = Detector(hardware.rest, hardware.scale)
        self.standing = False
        self.grab = 0
        self.holding = False
        self.lost_scans = 0
        self.known = False
        self.behind = False
        self._hardware = hardware
        self._outbox = outbox
        self._next = 0
        self._decoded = -1
        self._rested = 0
        self._watching = False
        self._calm = 0
        self._first = 0
        self._seated = -1
        self._before: list[bytes] = []
        self._loads: list[int] = []
        self._loads_of = 0
        self._now_us = 0

    def touched_bits(self) -> int:
        """Return one bit a touched line, line 0 lowest."""
        bits = 0
        for i, on in enumerate(self.detector.touched):
            bits |= on << i
        return bits

    def feel(self, newest: int, now_us: int) -> None:
        """Look at the scans up to `newest` that have not been looked at, a limited number of them."""
        self._now_us = now_us
        hardware = self._hardware
        oldest = newest - hardware.ring_scans + 1
        if self._next < oldest:
            self.lost_scans += oldest - self._next
            self._next = oldest + 2
            self._watching = self._watching and self._prime(self._next)
        decoded = 0
        while self._next <= newest and decoded < AT_ONCE:
            decoded += 1
            if not self.standing:
                self._away(newest)
            elif self._watching:
                self._watch(self._next)
                self._next += 1
            elif hardware.quiet(self._next, newest):
                self._next = newest + 1
                self._rest(newest)
            elif self.detector.stirs(hardware.scan(self._next)[0]):
                self._next = max(self._next - REWIND, oldest + 2, self._decoded + 1, 2)
                self._watching = self._prime(self._next)
            else:
                self._next += GLANCE
                self._rest(self._next - GLANCE)
        self.behind = self._next <= newest

    def _prime(self, index: int) -> bool:
        """Get ready to decode from scan `index`; always True."""
        scan = self._hardware.scan
        self.detector.prime(scan(index - 2)[0], scan(index - 1)[0])
        self._calm = 0
        self._before = []
        self._loads_of = 0
        return True

    def _rest(self, index: int) -> None:
        """Follow drift now and then, after scans in which nothing happened."""
        if index - self._rested >= REST:
            self._rested = index
            scan = self._hardware.scan
            raw = scan(index)[0]
            if self.detector.seated(raw):
                self.detector.rest(scan(index - 2)[0], scan(index - 1)[0], raw)
            else:  # it has gone unseen, in a stall longer than the ring
                self._next = index - 3
                self._watching = self._prime(self._next)

    def _away(self, newest: int) -> None:
        """Wait for the totem: glance, and once it sits, learn its lines anew."""
        hardware = self._hardware
        if self._seated < 0 and self.known and hardware.quiet(self._next, newest):
            self._next = newest
            if newest - self._rested < REST:
                self._next += 1
                return
            self._rested = newest
        raw = hardware.scan(self._next)[0]
        if not self.detector.seated(raw):
            self.detector.forget()
            self._seated = -1
            self.known = True
        elif self._seated < 0:
            self._seated = self._next
        elif self.detector.learn(raw):
            self.standing = True
            self._outbox.event(messages.LANDED, self._now_us, self.grab, self._seated, 0)
            self.known = True
            self._seated = -1
            self._watching = False
            self._rested = self._decoded = self._next
        self._next += GLANCE

    def _watch(self, index: int) -> None:
        raw, codes = self._hardware.scan(index)
        detector = self.detector
        detector.feed(index, raw)
        self._decoded = index
        if detector.open:
            self._lift(index)
            return
        if detector.came and not self.holding:
            self._contact()
        loads = self._loads if self._loads_of else [0] * len(codes)
        self._loads = [load + code for load, code in zip(loads, codes)]
        self._loads_of += 1
        if index % LEVEL == 0:
            self._levels(index)
        if self.holding:
            if 1 not in detector.touched and index - self._first >= SHORTEST:
                self.holding = False
                self._outbox.event(messages.RELEASE, self._now_us, self.grab, index, 0)
        elif detector.stirred:
            self._calm = 0
        else:
            self._calm += 1
            self._watching = self._calm < CALM

    def _contact(self) -> None:
        line, instant = min(self.detector.came, key=lambda touch: touch[1])
        self.holding = True
        self.grab = (self.grab + 1) & 0xFFFF
        self._first = instant >> 8
        self._outbox.event(messages.CONTACT, self._now_us, self.grab, instant >> 8, instant & 0xFF, line)
        for levels in self._before:
            self._outbox.frame(messages.LEVELS, self.grab.to_bytes(2, "little") + levels)
        self._before = []

    def _lift(self, index: int) -> None:
        self._outbox.event(messages.LIFT, self._now_us, self.grab if self.holding else 0, index - 1, 0)
        self.holding = False
        self.standing = False
        self._watching = False
        self._seated = -1
        self.detector.forget()

    def _levels(self, index: int) -> None:
        """Send the levels of scan `index - 1`, the middle of the median; keep them while nobody holds the totem.

        Forces are the mean of the scans since the last levels.
        """
        if self.holding and index - self._first > LEVELS_FOR:
            self._loads_of = 0
            return
        lines = bytes([min(255, (value + 128) >> 8) if value > 0 else 0 for value in self.detector.signal])
        unit = LEVEL_MN * self._loads_of
        forces = bytes([min(255, load * self._hardware.force_code_mn // unit) for load in self._loads])
        self._loads_of = 0
        levels = (index - 1).to_bytes(4, "little") + lines + forces
        if self.holding:
            self._outbox.frame(messages.LEVELS, self.grab.to_bytes(2, "little") + levels)
        else:
            self._before = self._before[1 - LEVELS_BEFORE :] + [levels]


LEVEL_COUNTS = 1
"""Counts of one unit of LEVELS.lines."""
LEVEL_MN = 100
"""Millinewtons of one unit of LEVELS.forces."""

"""From scans to what happened: contacts, release, lift, fall, landing, the levels between them, the record."""

from . import lines
from .detector import RESTING, SETTLE, Detector
from .forces import FELT, PUSHED, Forces
from .hardware import Hardware
from .history import History
from .motion import Motion
from .outbox import Outbox
from .shared import messages

GLANCE = 4
"""While the totem is away every fourth scan is looked at."""
CALM = 64
"""Scans without a stir before nothing is going on."""
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
PAIR = 125
"""Scans within which a hand touches a second line, since rings and columns lie side by side: 50 ms."""
OTHERS = 4
"""Lines that another hand touches within `PAIR` beside one that stays; the staying one may move a finger."""
HELD = 7_500
"""Scans after which a hand that stays is told, and another one's grab is one of its own: 3 s."""
ALONE = 7_500
"""Scans that a line may be touched by itself while no support feels a hand: 3 s."""
LEFT_ALONE = 5_000
"""Scans after which what keeps a line from its rest, and is no hand, is drift: 2 s."""
SETTLING = 125
"""Scans after a long hold until the lines are as they will stay: 50 ms."""
UNFELT = 20
"""Scans that a push comes before the first line is touched when it is of another hand, in a glove or sleeve: 8 ms."""
TAKES = 50
"""Scans that a hand is felt before it has pulled the totem out: 20 ms. A blow that topples it is quicker."""
RECORD_BEFORE = 375
RECORD_AFTER_CONTACT = 750
RECORD_AFTER_LIFT = 250
RECORD_MOST = 900
"""Scans after the first contact that a record may last: with what comes before it, it must fit the history."""
SHAKEN_US = 50_000
"""What the supports feel this long after the base was shaken is no hand."""
STRUCK_US = 20_000
"""A totem that leaves its seat this long after a blow on its base, or sooner, was not pulled."""
FALL_US = (120_000, 2_000_000)
"""How long after its separation a totem may land: a fall takes 0.26 to 0.46 s, and a hand may lose it late."""
SEATING_US = 120_000
"""A burst followed by the totem in its seat within this was no fall."""

LEVEL_COUNTS = 1
"""Counts of one unit of LEVELS.lines."""
LEVEL_MN = 100
"""Millinewtons of one unit of LEVELS.forces."""


class Touch:
    """The totem's story, scan by scan.

    Attributes:
        standing: the totem is in its seat.
        bare: something of a totem's weight is in the seat, but its lines are open: bare wood, or put in crooked.
        grab: number of the last grab, 16 bits.
        holding: a grab is going on.
        held: it has gone on for so long that the hand should let go.
        lost_scans: scans that left the ring before they were looked at.
        known: whether the totem stands is known; False right after boot.
        behind: scans wait that the last step had no time for.
        history: the last half second, and the record of the last grab.
    """

    def __init__(self, hardware: Hardware, outbox: Outbox) -> None:
        self.detector = Detector(hardware.rest, hardware.scale)
        self.forces = Forces(hardware.empty_code, hardware.weight_code)
        self.history = History()
        self.motion = Motion()
        self.standing = False
        self.bare = False
        self.grab = 0
        self.holding = False
        self.held = False
        self.lost_scans = 0
        self.known = False
        self.behind = False
        self._hardware = hardware
        self._outbox = outbox
        self._next = 2
        self._ready = 0
        self._stale = True
        self._rested = 0
        self._calm = 0
        self._first = 0
        self._came: list[tuple[int, int]] = []  # (instant, line) of touches that may be a hand's first ones
        self._settling = 0  # scan until which nothing counts, after a long hold; 0 = none
        self._until = 0  # scan that ends the record being made; 0 = none is
        self._seated = -1
        self._carried = 0
        self._lifted_us = -1
        self._unit = (hardware.force_code_mn << 16) // (LEVEL_MN * LEVEL)
        self._levels = bytearray(6 + lines.ROW)
        self._now_us = 0

    def faulty(self) -> int:
        """Return the bits of STATE.faulty."""
        return (
            self.detector.faulty
            | self.forces.faulty << messages.SILENT_SUPPORT
            | (1 if self.motion.silent else 0) << messages.SILENT_IMU
        )

    def idle(self) -> bool:
        """Return True when nobody is near: lamps, and the collector, may take their time."""
        return not self.holding and self._until == 0 and self._calm >= CALM

    def near(self) -> bool:
        """Return True when a hand is or may be there: nothing must disturb the scans."""
        return self.holding or (self.standing and self.detector.stirred())

    def feel(self, newest: int, now_us: int) -> None:
        """Look at the scans up to `newest` that have not been looked at, a limited number of them."""
        self._now_us = now_us
        hardware = self._hardware
        self.motion.feel(hardware.motion(now_us))
        oldest = hardware.oldest(newest)
        if self._next < oldest:
            self.lost_scans += oldest - self._next
            self._skip_to(oldest + 2)
        end = self._next + AT_ONCE
        while self._next <= newest and self._next < end:
            if not self.standing and self._until == 0:
                there = self._away(newest)
            elif self._until == 0 and self.idle() and hardware.quiet(self._next, newest):
                there = self._pass(newest)
            else:
                there = self._watch(newest)
            if not there:
                break
        self.behind = self._next + GLANCE <= newest
        self._fall()
        self._turn()

    def _skip_to(self, index: int) -> None:
        """Leave out what comes before scan `index`, its two elders excepted."""
        self._next = index
        self._ready = 0
        self._stale = False
        self._hardware.scans(index - 2, 2, self.detector.raw, 0)
        self.history.restart(index)

    def _pass(self, newest: int) -> bool:
        """Leave out scans in which nothing happens, but for a look at drift now and then."""
        if newest - self._rested < REST:
            self._next = newest + 1
            self._stale = True
            return True
        self._skip_to(newest)
        there = self._watch(newest)
        if there and self.standing and self.idle():
            self._rest(newest)
        return there

    def _rest(self, index: int) -> None:
        self._rested = index
        if not self.bare:
            self.detector.rest()
        a, b, c = self._codes(1)
        self.forces.rest(a, b, c)

    def report(self) -> "tuple[bytes, bytes, bytes]":
        """Return what the lines and supports measure, for REPORT."""
        rest, noise = self.detector.report()
        codes = bytearray()
        for code in self._codes(1):
            codes.append(code & 0xFF)
            codes.append(code >> 8)
        return rest, noise, bytes(codes)

    def _codes(self, row: int) -> "tuple[int, int, int]":
        raw = self.detector.raw
        at = row * lines.ROW + lines.LINES
        return raw[at], raw[at + 1], raw[at + 2]

    def _away(self, newest: int) -> bool:
        """Wait for the totem: glance, and once it sits, learn its lines anew."""
        hardware = self._hardware
        if self._seated < 0 and self.known and hardware.quiet(self._next, newest):
            if newest - self._rested < REST:
                self._next = newest + 1
                return True
            self._next = self._rested = newest
        if not hardware.scans(self._next, 1, self.detector.raw, 2):
            return False
        a, b, c = self._codes(2)
        if self.detector.seated(2):
            self._carried = 0
            if self._seated < 0:
                self._seated = self._next
            elif self.detector.learn(2):
                self._land(self._seated, bare=False)
            elif self.detector.waited:
                self.known = True  # it is not at rest: hands off
        else:
            self.detector.forget()
            self._seated = -1
            self.known = True
            self._carried = self._carried + 1 if self.forces.carries(a, b, c) else 0
            if self._carried == 4 * SETTLE:
                self._land(self._next, bare=True)
        self._next += GLANCE
        self._stale = True
        return True

    def _land(self, scan: int, bare: bool) -> None:
        self.standing = True
        self.bare = bare
        self.known = True
        self._seated = -1
        self._carried = 0
        self._lifted_us = -1
        self._rested = self._next
        self._calm = 0
        self.detector.calm()
        self.forces.restart()
        self._outbox.event(messages.LANDED, self._now_us, self.grab, scan, 0)

    def _watch(self, newest: int) -> bool:
        """Decode up to the next scan that makes a LEVELS frame, or to where something happens."""
        if self._stale:
            self._skip_to(self._next)
        index = self._next
        if not self._ready:
            ahead = -index % LEVEL if self.near() or self._until else lines.BATCH - 5 + -index % LEVEL
            many = min(newest - index, ahead) + 1
            self._ready = self._hardware.scans(index, many, self.detector.raw, 2)
            if not self._ready:
                return False
        used, found = self.detector.feed(self._ready, self.history.kept, index % lines.HISTORY, self.motion.row())
        self._ready -= used
        self._next += used
        last = self._next - 1
        if found & lines.OPEN:
            if self.standing and not self.bare:
                self._lift(last)
        elif found & (lines.OPEN - 1) and self.standing:
            self._touched(found & (lines.OPEN - 1), last)
        if last % LEVEL == 0 or not self.holding:
            self._look(last, used)
        return True

    def _look(self, index: int, scans: int) -> None:
        """Do what is due every two milliseconds with a hand near, or after `scans` scans without."""
        a, b, c = self._codes(1)
        self.forces.look(index, a, b, c)
        if self.forces.onset == index:
            self.forces.onset = self._pushed_since(index, scans)
        if self._until and index >= self._until:
            self._freeze(index)
        if not self.standing:
            return
        if self.bare:
            self._look_bare(index)
        since = index - self._first
        if self.holding:
            if since <= LEVELS_FOR:
                self._outbox.frame(messages.LEVELS, self._level(index))
            held = self.forces.onset >= 0 if self.bare else self.detector.touched() != 0
            if since >= LEFT_ALONE and not self.bare:
                if held and self.forces.onset < 0 and self.detector.drifted():
                    held = False
                if not held:
                    self._settling = index + SETTLING
                elif index - self._rested >= REST:
                    self._rested = index
                    self.detector.follow(RESTING)
            if not held and since >= SHORTEST:
                self.holding = self.held = False
                self._outbox.event(messages.RELEASE, self._now_us, self.grab, index, 0)
            self.held = self.holding and (self.held or since >= HELD)
            self._calm = 0
        elif self._settling:
            if index >= self._settling:
                self._settling = 0
                self.detector.settle()
        elif not self.bare and self.detector.stirred():
            self._calm = 0
            self._look_alone(index)
        else:
            self._calm += scans
            if index - self._rested >= REST and self.idle():
                self._rest(index)

    def _pushed_since(self, index: int, scans: int, by: int = PUSHED) -> int:
        """Return the first of the last `scans` scans from which on a support has been pushed by more than `by`."""
        while scans > 1 and index > self.history.begin and self._pushed_in(index - 1, by):
            index -= 1
            scans -= 1
        return index

    def _pushed_in(self, index: int, by: int) -> bool:
        """Return True when a support is pushed or pulled by more than `by` in row `index` of the history."""
        kept = self.history.kept
        at = index % lines.HISTORY * lines.KEPT + lines.LINES
        codes = [kept[at + k] | kept[at + k + 1] << 8 for k in (0, 2, 4)]
        return self.forces.off(codes[0], codes[1], codes[2], by)

    def _look_alone(self, index: int) -> None:
        """See to lines that are not at rest though no hand is felt."""
        forces, detector = self.forces, self.detector
        if self._came and forces.pushed() and not self._shaken():
            self._begin()
            return
        since = index - max(self._rested, max(self._came)[0] >> 8 if self._came else 0)
        if forces.onset >= 0 or since < LEFT_ALONE:
            return
        if detector.drifted():
            detector.settle()
            self._rest(index)
        elif since >= ALONE:
            for line in range(lines.LINES):
                if detector.touched() >> line & 1:
                    detector.doubt(line)

    def _look_bare(self, index: int) -> None:
        """Go by the supports alone."""
        forces = self.forces
        if forces.gone():
            self._lift(index)
        elif self.detector.seated(1):  # it has lines after all: learn them
            self.standing = self.bare = self.holding = False
        elif forces.pushed() and not self.holding and not self._shaken():
            self._open(forces.onset << 8, messages.NO_LINE, index)

    def _shaken(self) -> bool:
        shaken_us = self.motion.shaken_us
        return shaken_us >= 0 and self._now_us - shaken_us < SHAKEN_US

    def _touched(self, found: int, index: int) -> None:
        """Tell of every line that has just been touched, the earliest first, once it can be a hand."""
        if self._settling:
            return
        came = [(self.detector.instant(i, index), i) for i in range(lines.LINES) if found >> i & 1]
        if self.holding:
            for instant, line in sorted(came):
                self._contact(instant, line)
            if not self.held:
                return
        since = (index - PAIR) << 8
        self._came = [touch for touch in self._came if touch[0] > since] + came
        if len(self._came) >= (OTHERS if self.held else 2):
            self._begin()

    def _begin(self) -> None:
        """Open a grab with the touches that have come; before them may be a push that no line has felt."""
        came = sorted(self._came)
        onset = self.forces.onset
        first = came[0][0] >> 8
        if not self.held and 0 <= onset < first - UNFELT:
            came = [(max(onset, first - PAIR) << 8, messages.NO_LINE)] + came
        self._open(came[0][0], came[0][1], self._next - 1)
        for instant, line in came[1:]:
            self._contact(instant, line)

    def _contact(self, instant: int, line: int) -> None:
        self._outbox.event(messages.CONTACT, self._now_us, self.grab, instant >> 8, instant & 0xFF, line)

    def _open(self, instant: int, line: int, since: int) -> None:
        """Begin a grab, with the levels from some before scan `since` on."""
        if self._until:
            self._freeze(self._next - 1)
        self.holding = True
        self.held = False
        self._came = []
        self.grab = (self.grab + 1) & 0xFFFF
        self._first = instant >> 8
        self._until = self._first + RECORD_AFTER_CONTACT
        self._contact(instant, line)
        newest = self._next - 1
        index = since - since % LEVEL - LEVELS_BEFORE * LEVEL
        while index < newest - newest % LEVEL or index == newest - newest % LEVEL < newest:
            if index - LEVEL + 1 >= self.history.begin:
                self._outbox.frame(messages.LEVELS, self._level(index))
            index += LEVEL

    def _level(self, index: int) -> "bytes | bytearray":
        """Return the levels of scan `index - 1`, the middle of the median; forces are the mean of five scans."""
        levels = self._levels
        levels[0] = self.grab & 0xFF
        levels[1] = self.grab >> 8
        levels[2:6] = (index - 1).to_bytes(4, "little")
        lines.level(self.history.kept, index % lines.HISTORY, self._unit, levels, 6)
        return levels

    def _lift(self, index: int) -> None:
        if not self.holding and self._came and max(self._came)[0] >> 8 > index - PAIR:
            self._begin()  # a finger on one line was all it took
        parted = self.forces.emptied if self.bare else self.detector.opened(index)
        if not self.holding:
            self._unfelt(parted)
        grab = self.grab if self.holding else 0
        self._outbox.event(messages.LIFT, self._now_us, grab, parted, 0)
        if self._until:
            self._until = min(index + RECORD_AFTER_LIFT, self._first + RECORD_MOST)
        else:  # nothing is recorded: what was fetched and not yet decoded is left out
            self._next += self._ready
            self._ready = 0
            self._stale = True
        self.holding = self.held = False
        self.standing = False
        self._came = []
        self._settling = 0
        self.bare = False
        self._seated = -1
        self._carried = 0
        self._lifted_us = parted * self._hardware.scan_us
        self.detector.forget()
        self.detector.calm()
        self.forces.restart()

    def _unfelt(self, parted: int) -> None:
        """Open a grab for whoever has taken the totem at scan `parted`, only the supports having felt it: a glove.

        The pull alone is short; what came before it, a slap first of all, is looked for in what is kept.
        """
        onset = parted
        for at in range(max(self.history.begin, parted - RECORD_BEFORE), parted, LEVEL):
            if self._pushed_in(at, FELT):
                onset = self._pushed_since(at, LEVEL, FELT)
                break
        struck_us = self.motion.struck_us
        struck = struck_us >= 0 and parted * self._hardware.scan_us - struck_us < STRUCK_US
        if parted - onset >= TAKES and not struck:
            self._open(onset << 8, messages.NO_LINE, onset)

    def _freeze(self, index: int) -> None:
        """Keep what happened around the grab, to be pulled."""
        self._until = 0
        history = self.history
        history.freeze(self.grab, self._first - RECORD_BEFORE, index)
        self._outbox.event(messages.RECORD, self._now_us, self.grab, history.first, 0, history.rows)

    def _fall(self) -> None:
        """Tell of a totem that has landed elsewhere than in its seat."""
        lifted_us = self._lifted_us
        burst_us = self.motion.burst_us
        if lifted_us < 0 or self._seated >= 0 or not FALL_US[0] <= burst_us - lifted_us <= FALL_US[1]:
            return
        if self._now_us - burst_us >= SEATING_US:
            self._lifted_us = -1
            self._outbox.event(messages.FALL, self._now_us, self.grab, burst_us // self._hardware.scan_us, 0)

    def _turn(self) -> None:
        """Tell how far the base has turned, between grabs."""
        if self.holding:
            return
        by = self.motion.turn(self._now_us)
        if by:
            scan = self._now_us // self._hardware.scan_us
            self._outbox.event(messages.TURN, self._now_us, 0, scan, 0, by)

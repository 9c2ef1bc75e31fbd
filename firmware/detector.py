"""When each line is touched: median of three, a baseline that moves only at rest, a threshold that knows the noise.

The hot loops are in `lines.py`; here is what happens seldom. Hum and supply noise are common to all lines, so the
median of the untouched ones is taken off every line. Signals are in 1/256 count, instants in 1/256 scan.
"""

from array import array

from . import lines

SETTLE = 32
"""Scans averaged into a baseline when the totem comes into its seat."""
SEATED = 3
"""Lines in four that must look closed to say that the totem is there."""
_RESTING = 3
_TILTING = 50
"""Scans a totem takes at most to tilt out: 20 ms."""
_NEVER = 1 << 24
"""A threshold that no line reaches."""
_LAG = 5 * 256
_LAG_MOST = 4 * 256
"""Onset before the crossing, 1/256 scans: five scans by threshold over climb (a touch climbs for `lines.CONFIRM` scans
until it is believed). Fitted on the virtual totem, where a first contact is then right on average and 0.42 ms off
(standard deviation, n = 800), against 0.4 ms late and 0.46 ms off for the crossing alone; simulated."""


class Detector:
    """All lines of one totem.

    Attributes:
        raw: rows of counts and codes; the two elders, then up to `lines.BATCH` new ones.
        faulty: a bit a line that is not believed: dead, shorted or stuck.
    """

    def __init__(self, rest: "list[int]", scale: int) -> None:
        self.raw = array("H", [0] * (lines.ROW * (lines.BATCH + 2)))
        self.faulty = 0
        self._touched = 0
        self._rest = rest
        self._floor = (scale << 8) // 5
        self._noise = [self._floor // 8] * lines.LINES
        self._learnt: list[tuple[int, ...]] = []
        self._memory = memory = array("I", [0] * lines.SIZE)
        memory[lines.COMMON] = lines.BIAS
        for i in range(lines.LINES):
            memory[lines.BASE + i] = rest[i] << 8
            memory[lines.LIMIT + i] = self._floor
            memory[lines.OFF + i] = lines.BIAS
            self._span(i)

    def feed(self, many: int, kept: bytearray, slot: int, motion: int) -> "tuple[int, int]":
        """Decode up to `many` new rows into the history; return how many were used, and what happened in the last.

        See `lines.feed`; `motion` is the base's, for the history.
        """
        self._memory[lines.MOTION] = motion
        result = lines.feed(self._memory, 0, self.raw, many, kept, slot)
        if result & 0xFFFFFF:
            self._count()
        return result >> 24, result & 0xFFFFFF

    def instant(self, line: int, index: int) -> int:
        """Return when the touch of `line` that was confirmed by scan `index` began, 1/256 scans.

        Where it crossed the threshold, less the time its climb had taken until there.
        """
        memory = self._memory
        was = memory[lines.WAS + line] - lines.BIAS
        limit = memory[lines.LIMIT + line]
        rise = memory[lines.RISEN + line] - was
        part = ((limit - was) << 8) // rise if rise > 0 else 0
        # the median is one scan late, and the crossing lies between the scan before and that one
        crossed = ((index - lines.CONFIRM - 1) << 8) + min(max(part, 0), 255)
        climb = memory[lines.OFF + line] - memory[lines.COMMON] - was
        back = limit * _LAG // climb if climb > 0 else _LAG_MOST
        return crossed - min(back, _LAG_MOST)

    def opened(self, index: int) -> int:
        """Return the scan in which the lines that look open in scan `index` began to open, one after the other."""
        return index - max(1, min(self._memory[lines.LOOSE], _TILTING))

    def signal(self, line: int) -> int:
        """Return counts of `line` above its baseline, common part removed, 1/256."""
        return self._memory[lines.OFF + line] - self._memory[lines.COMMON]

    def touched(self) -> int:
        """Return one bit a touched line, line 0 lowest."""
        return self._touched

    def _count(self) -> None:
        bits = 0
        for i in range(lines.LINES):
            bits |= self._memory[lines.TOUCHED + i] << i
        self._touched = bits

    def stirred(self) -> bool:
        """Return True when the last scan held something that is or may become a touch."""
        return self._memory[lines.STIRRED] == 1

    def seated(self, row: int) -> bool:
        """Return True when one raw row looks as if the totem were in its seat."""
        base = lines.BASE
        closed = 0
        for i in range(lines.LINES):
            if (self.raw[row * lines.ROW + i] << 8) * 4 > self._memory[base + i] * 3:
                closed += 1
        return closed * 4 >= lines.LINES * SEATED

    def learn(self, row: int) -> bool:
        """Take one row of the totem that has just come; return True when the baseline is known (again)."""
        at = row * lines.ROW
        self._learnt.append(tuple(self.raw[at : at + lines.LINES]))
        if len(self._learnt) < SETTLE:
            return False
        self.faulty = 0
        means = [sum([scan[i] << 8 for scan in self._learnt]) // SETTLE for i in range(lines.LINES)]
        spread = [0] * lines.LINES
        for scan in self._learnt:
            off = [(scan[i] << 8) - means[i] for i in range(lines.LINES)]
            common = sorted(off)[lines.LINES // 2]
            for i in range(lines.LINES):
                spread[i] += abs(off[i] - common)
        for i in range(lines.LINES):
            mean = means[i]
            self._memory[lines.BASE + i] = mean
            self._noise[i] = spread[i] * 2 // (3 * SETTLE)  # a median of three is that much quieter
            self._memory[lines.LIMIT + i] = self._limit_of(self._noise[i])
            self._memory[lines.OFF + i] = lines.BIAS
            self._span(i)
            if mean < self._rest[i] << 7 or mean > self._rest[i] << 9:
                self.doubt(i)
        self.calm()
        self.forget()
        return True

    def doubt(self, line: int) -> None:
        """Believe a line no more until the totem is seated again: dead, shorted, or touched for ever."""
        self.faulty |= 1 << line
        self._memory[lines.LIMIT + line] = _NEVER
        self._memory[lines.TOUCHED + line] = 0
        self._memory[lines.STREAK + line] = 0
        self._span(line)
        self._count()

    def report(self) -> "tuple[bytes, bytes]":
        """Return the baselines (counts, 16 bit) and noises (1/16 count, 8 bit) of all lines."""
        rest = bytearray()
        noise = bytearray()
        for i in range(lines.LINES):
            base = self._memory[lines.BASE + i] >> 8
            rest.append(base & 0xFF)
            rest.append(base >> 8)
            noise.append(min(255, self._noise[i] >> 4))
        return bytes(rest), bytes(noise)

    def forget(self) -> None:
        """Drop a baseline that was being learnt: the totem has gone again."""
        self._learnt = []

    def calm(self) -> None:
        """Touches that were there are no more."""
        for i in range(lines.LINES):
            self._memory[lines.TOUCHED + i] = 0
            self._memory[lines.STREAK + i] = 0
        self._touched = 0

    def rest(self) -> None:
        """Follow drift and noise of the lines that are not touched, after a scan in which nothing happened."""
        memory = self._memory
        at = lines.ROW  # the newest scan
        offs = [(self.raw[at + i] << 8) - memory[lines.BASE + i] for i in range(lines.LINES)]
        common = sorted(offs)[lines.LINES // 2]
        for i in range(lines.LINES):
            if self._touched >> i & 1:
                continue
            memory[lines.BASE + i] = max(0, memory[lines.BASE + i] + (offs[i] >> _RESTING))
            if not self.faulty >> i & 1:
                noise = self._noise[i]
                spread = abs(offs[i] - common) * 2 // 3  # a median of three is that much quieter
                self._noise[i] = noise + ((spread - noise) >> (_RESTING + 2))
                memory[lines.LIMIT + i] = self._limit_of(self._noise[i])
            self._span(i)

    def _span(self, line: int) -> None:
        """Set what counts of a line are nothing to look at closely."""
        memory = self._memory
        base = memory[lines.BASE + line]
        limit = memory[lines.LIMIT + line]
        memory[lines.LOW + line] = max(0, base - limit + 255) >> 8
        memory[lines.HIGH + line] = (base + limit) >> 8
        memory[lines.ZERO + line] = max(0, (base >> 8) - 32)

    def _limit_of(self, noise: int) -> int:
        """Return six sigma (7.5 mean deviations), or the floor."""
        return max(self._floor, (noise * 15) >> 1)

"""When each line is touched: median of three, a baseline that moves only at rest, a threshold that knows the noise.

The hot loops are in `lines.py`; here is what happens seldom. Hum and supply noise are common to all lines, so the
median of the untouched ones is taken off every line. Signals are in 1/256 count, instants in 1/256 scan.
"""

from array import array

from . import lines

SETTLE = 32
"""Scans averaged into a baseline when the totem comes into its seat."""
FAR = 40
"""Hundredths of a fingertip a line rests above the others, against what it did before, when a hand is on it."""
PATIENCE = 600
"""Baselines in a row (31 s in all) that look like a hand on the totem before they are taken for how it is built."""
SEATED = 3
"""Lines in four that must look closed to say that the totem is there."""
RESTING = 3
"""A baseline moves by one part in eight at each look."""
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
        faulty: a bit a line that is not believed: dead, shorted, stuck or far from where it used to rest.
        waited: baselines in a row that were not taken, for a hand was on the totem.
    """

    def __init__(self, rest: "list[int]", scale: int) -> None:
        self.raw = array("H", [0] * (lines.ROW * (lines.BATCH + 2)))
        self.faulty = 0
        self._touched = 0
        self._rest = list(rest)
        self.waited = 0
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
        """Take one row of the totem that has just come; return True when the baseline is known (again).

        A hand that is still on it, or that comes or goes meanwhile, is waited for: it must not become the baseline.
        """
        at = row * lines.ROW
        self._learnt.append(tuple(self.raw[at : at + lines.LINES]))
        if len(self._learnt) < SETTLE:
            return False
        means = [sum([scan[i] << 8 for scan in self._learnt]) // SETTLE for i in range(lines.LINES)]
        far = self._far(means)
        if (len(far) > 1 or self._moving()) and self.waited < PATIENCE:
            self.waited += 1
            self._learnt = []
            return False
        self.faulty = 0
        spread = [0] * lines.LINES
        for k in range(1, SETTLE):
            elder = self._learnt[k - 1]
            off = [((self._learnt[k][i] + elder[i]) << 7) - means[i] for i in range(lines.LINES)]
            common = sorted(off)[lines.LINES // 2]
            for i in range(lines.LINES):
                spread[i] += abs(off[i] - common)
        for i in range(lines.LINES):
            mean = means[i]
            self._memory[lines.BASE + i] = mean
            self._noise[i] = spread[i] // (SETTLE - 1)
            self._memory[lines.OFF + i] = lines.BIAS
            if i in far or mean < self._rest[i] << 7 or mean > self._rest[i] << 9:
                self.doubt(i)
            if not self.faulty >> i & 1 or self.waited >= PATIENCE:
                self._rest[i] = mean >> 8
        self._limits()
        self.calm()
        self.forget()
        return True

    def _far(self, means: "list[int]") -> "list[int]":
        """Return the lines that rest far above what they did, the quarter that rose least taken off."""
        rises = [means[i] - (self._rest[i] << 8) for i in range(lines.LINES)]
        closed = sorted([rises[i] for i in range(lines.LINES) if rises[i] > -(self._rest[i] << 6)])
        common = closed[len(closed) // 4] if closed else 0
        return [i for i in range(lines.LINES) if (rises[i] - common) * 100 > self._floor * 5 * FAR]

    def _moving(self) -> bool:
        """Return True when lines move while they are learnt: a hand comes or goes."""
        half = SETTLE // 2
        moves: list[int] = []
        for i in range(lines.LINES):
            first = sum([scan[i] for scan in self._learnt[:half]])
            moves.append(sum([scan[i] for scan in self._learnt[half:]]) - first)
        common = sorted(moves)[lines.LINES // 2]
        moved = 0
        for move in moves:
            if abs(move - common) << 8 > half * self._floor:
                moved += 1
        return moved > 1

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
        self.waited = 0

    def calm(self) -> None:
        """Touches that were there are no more."""
        for i in range(lines.LINES):
            self._memory[lines.TOUCHED + i] = 0
            self._memory[lines.STREAK + i] = 0
        self._touched = 0

    def drifted(self) -> bool:
        """Return True when what still looks touched is so weak that it may be drift."""
        for i in range(lines.LINES):
            if self._touched >> i & 1 and self.signal(i) * 2 > self._memory[lines.LIMIT + i] * 3:
                return False
        return True

    def rest(self) -> None:
        """Follow drift and noise of the lines that are not touched, after a scan in which nothing happened.

        A look is far apart from the last one, so what noise does on the way counts, however slow it is. The mean of two
        scans is about as much quieter than one as the median of three that the threshold is for, and no quieter where
        noise is slow.
        """
        offs = self._calm()
        common = sorted(offs)[lines.LINES // 2]
        for i in range(lines.LINES):
            if not (self._touched | self.faulty) >> i & 1:
                noise = self._noise[i]
                self._noise[i] = noise + ((abs(offs[i] - common) - noise) >> (RESTING + 2))
        self._limits()
        self.follow(RESTING)

    def follow(self, part: int) -> None:
        """Move the baselines of the lines that are not touched by one part in `1 << part` toward what they are."""
        memory = self._memory
        offs = self._calm()
        for i in range(lines.LINES):
            if not self._touched >> i & 1:
                memory[lines.BASE + i] = max(0, memory[lines.BASE + i] + (offs[i] >> part))
                self._span(i)

    def settle(self) -> None:
        """Take lines that are weakly off for what they are without a hand: it has just gone after a long while."""
        memory = self._memory
        offs = self._calm()
        for i in range(lines.LINES):
            if abs(offs[i]) <= memory[lines.LIMIT + i] * 2:
                memory[lines.BASE + i] = max(0, memory[lines.BASE + i] + offs[i])
                memory[lines.TOUCHED + i] = memory[lines.STREAK + i] = 0
                self._span(i)
        self._count()

    def _calm(self) -> "list[int]":
        """Return what the mean of the last two scans is above the baselines."""
        at = lines.ROW  # the newest scan
        return [((self.raw[i] + self.raw[at + i]) << 7) - self._memory[lines.BASE + i] for i in range(lines.LINES)]

    def _limits(self) -> None:
        """Set thresholds of six sigma (7.5 mean deviations), or the floor.

        Lines are built alike, so none is taken to be quieter than all of them are in the mean: that is known sooner.
        """
        believed = [self._noise[i] for i in range(lines.LINES) if not self.faulty >> i & 1]
        alike = sum(believed) // max(1, len(believed))
        for i in range(lines.LINES):
            if not self.faulty >> i & 1:
                self._memory[lines.LIMIT + i] = max(self._floor, max(self._noise[i], alike) * 15 >> 1)
                self._span(i)

    def _span(self, line: int) -> None:
        """Set what counts of a line are nothing to look at closely."""
        memory = self._memory
        base = memory[lines.BASE + line]
        limit = memory[lines.LIMIT + line]
        memory[lines.LOW + line] = max(0, base - limit + 255) >> 8
        memory[lines.HIGH + line] = (base + limit) >> 8
        memory[lines.ZERO + line] = max(0, (base >> 8) - 32)

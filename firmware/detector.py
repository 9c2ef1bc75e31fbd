"""When each line is touched: median of three, a baseline that moves only at rest, a threshold that knows the noise.

Integers only; signals are in 1/256 count ("q8") above baseline, instants in 1/256 scan. Hum and supply noise are common
to all lines, so the median of the untouched ones is taken off every line.
"""

SETTLE = 32
"""Scans averaged into a baseline when the totem comes into its seat."""
_CONFIRM = 3
"""Scans above (below) the threshold before a touch (a release) is believed; a spark is shorter."""
_RESTING = 3
_MANY = 3
"""Lines in four that must look open (or closed) to say that the totem is gone (or there)."""


def median3(a: int, b: int, c: int) -> int:
    """Return the middle one."""
    if a > b:
        a, b = b, a
    if c >= b:
        return b
    return a if c < a else c


class Detector:
    """All lines of one totem.

    Attributes:
        signal: q8 counts above baseline, common part removed, of the scan before the last one fed.
        touched: 1 for each touched line.
        came: (line, instant) of every line whose touch was confirmed by the last scan.
        stirred: the last scan held something that may become a touch.
        open: the last scans look as if the totem were gone.
    """

    def __init__(self, rest: "list[int]", scale: int) -> None:
        n = len(rest)
        self.signal = [0] * n
        self.touched = [0] * n
        self.came: list[tuple[int, int]] = []
        self.stirred = False
        self.open = False
        self._n = n
        self._floor = (scale << 8) // 5
        self._base = [value << 8 for value in rest]
        self._noise = [self._floor // 8] * n
        self._limit = [self._floor] * n
        self._streak = [0] * n
        self._crossed = [0] * n
        self._old: "tuple[int, ...] | list[int]" = rest
        self._older: "tuple[int, ...] | list[int]" = rest
        self._learnt: list[tuple[int, ...]] = []

    def stirs(self, raw: "tuple[int, ...]") -> bool:
        """Return True when one raw scan, glanced at alone, is worth decoding everything around it."""
        base = self._base
        limit = self._limit
        for i in range(self._n):
            off = (raw[i] << 8) - base[i]
            if off > limit[i] or off < -2 * limit[i]:
                return True
        return False

    def seated(self, raw: "tuple[int, ...]") -> bool:
        """Return True when one raw scan looks as if the totem were in its seat."""
        base = self._base
        closed = 0
        for i in range(self._n):
            if (raw[i] << 8) * 4 > base[i] * 3:
                closed += 1
        return closed * 4 >= self._n * _MANY

    def learn(self, raw: "tuple[int, ...]") -> bool:
        """Take one scan of the totem that has just come; return True when the baseline is known (again)."""
        self._learnt.append(raw)
        if len(self._learnt) < SETTLE:
            return False
        for i in range(self._n):
            column = [scan[i] << 8 for scan in self._learnt]
            mean = sum(column) // SETTLE
            self._base[i] = mean
            spread = sum([abs(value - mean) for value in column]) // SETTLE
            self._noise[i] = spread * 2 // 3  # a median of three is that much quieter
            self._limit[i] = self._limit_of(self._noise[i])
            self.touched[i] = 0
            self._streak[i] = 0
        self.forget()
        self.prime(raw, raw)
        return True

    def forget(self) -> None:
        """Drop a baseline that was being learnt: the totem has gone again."""
        self._learnt = []
        self.open = False

    def prime(self, older: "tuple[int, ...]", old: "tuple[int, ...]") -> None:
        """Set the two scans before the next one fed, after scans that were not decoded."""
        self._older = older
        self._old = old

    def rest(self, older: "tuple[int, ...]", old: "tuple[int, ...]", raw: "tuple[int, ...]") -> None:
        """Follow drift and noise from three scans in a row while nothing happens."""
        base = self._base
        off = [(median3(older[i], old[i], raw[i]) << 8) - base[i] for i in range(self._n)]
        common = sorted(off)[self._n // 2]
        for i in range(self._n):
            base[i] += off[i] >> _RESTING
            noise = self._noise[i]
            self._noise[i] = noise + ((abs(off[i] - common) - noise) >> (_RESTING + 2))
            self._limit[i] = self._limit_of(self._noise[i])

    def feed(self, index: int, raw: "tuple[int, ...]") -> None:
        """Decode scan `index`, the one after the last one fed or primed."""
        n = self._n
        older = self._older
        old = self._old
        self._older = old
        self._old = raw
        base = self._base
        touched = self.touched
        off = [(median3(older[i], old[i], raw[i]) << 8) - base[i] for i in range(n)]
        lost = 0
        for i in range(n):
            if off[i] * 8 < -3 * base[i]:
                lost += 1
        self.open = lost * 4 >= n * _MANY
        self.came = []
        if self.open:  # open lines tell nothing of hands
            return
        still = sorted([off[i] for i in range(n) if not touched[i]])
        common = still[len(still) // 2] if len(still) * 3 >= n else 0
        stirred = False
        before = self.signal
        self.signal = signal = [value - common for value in off]
        for i in range(n):
            limit = self._limit[i]
            value = signal[i]
            if touched[i]:
                stirred = True
                if value * 5 >= limit * 3:
                    self._streak[i] = 0
                    continue
                self._streak[i] += 1
                if self._streak[i] >= _CONFIRM:
                    touched[i] = 0
                    self._streak[i] = 0
                continue
            if value * 4 > limit * 3:
                stirred = True
            if value <= limit:
                self._streak[i] = 0
                continue
            if self._streak[i] == 0:
                rise = value - before[i]
                part = ((limit - before[i]) << 8) // rise if rise > 0 else 0
                # the median is one scan late, and the crossing lies between the scan before and this one
                self._crossed[i] = ((index - 2) << 8) + min(max(part, 0), 255)
            self._streak[i] += 1
            if self._streak[i] >= _CONFIRM:
                touched[i] = 1
                self._streak[i] = 0
                self.came.append((i, self._crossed[i]))
        self.stirred = stirred

    def _limit_of(self, noise: int) -> int:
        """Return six sigma (7.5 mean deviations), or the floor."""
        return max(self._floor, (noise * 15) >> 1)

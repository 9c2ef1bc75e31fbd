"""The hot loops: from words of the PIO to counts, and from counts to touches. Machine code on the board, plain here.

Rules of this file: integers only; what is kept in memory is never negative, since viper reads memory unsigned where its
integers are wider (signed values are kept with `BIAS` added); no division; nothing is allocated.
"""
# pyright: basic
# (viper's own annotations say nothing to a checker; lines.pyi has the types)

try:
    import micropython  # pyright: ignore[reportMissingImports] - MicroPython has it
    from micropython import const  # pyright: ignore[reportMissingImports]
except ImportError:
    from .plain import const, micropython, ptr8, ptr16, ptr32

LINES = 20
FORCES = 3
ROW = LINES + FORCES
"""16 bit values of one scan: counts of the lines, then codes of the supports."""
BATCH = 5
"""Scans handed over at once at most: those of one LEVELS frame."""
KEPT = 27
"""Bytes of one scan in the history, as `messages.ROW`."""
HISTORY = 1280
"""Scans in the history: 512 ms."""
BIAS = 1 << 20

# Places in the detector's memory: one value a line each, then single ones.
BASE = 0
"""Baseline, 1/256 count."""
LIMIT = 20
"""Threshold, 1/256 count."""
STREAK = 40
TOUCHED = 60
OFF = 80
"""Above the baseline in the last scan, 1/256 count, biased, what is common to all lines included."""
PRIOR = 100
"""The same, one scan before."""
WAS = 120
"""Signal before it crossed the threshold, biased."""
RISEN = 140
"""Signal when it had."""
SORTED = 160
COMMON = 180
"""What all lines do together (hum, supply noise), biased."""
MOTION = 181
"""Newest motion of the base, for the history."""
STIRRED = 182
"""1 = the last scan held something that is or may become a touch."""
FLOOR = 183
"""The lowest threshold."""
LOOSE = 184
"""Scans in a row in which a quarter of the lines looked open: a totem that tilts out opens one after the other."""
SIZE = 185

# What `feed` returns beside the lines whose touch was just confirmed.
OPEN = 1 << 20
"""The lines look as if the totem were gone."""
LET_GO = 1 << 21
"""A line was released."""

CONFIRM = 8
"""Scans over the threshold before a touch is believed: 3.2 ms. Sparks are shorter, and its slope tells its onset."""

_LINES = const(20)
_ROW = const(23)
_KEPT = const(27)
_HISTORY = const(1280)
_BIAS = const(1048576)
_LIMIT = const(20)
_STREAK = const(40)
_TOUCHED = const(60)
_OFF = const(80)
_PRIOR = const(100)
_WAS = const(120)
_RISEN = const(140)
_SORTED = const(160)
_COMMON = const(180)
_MOTION = const(181)
_STIRRED = const(182)
_FLOOR = const(183)
_LOOSE = const(184)
_OPEN = const(1048576)
_LET_GO = const(2097152)
_CONFIRM = const(8)
_RELEASE = const(3)
_END = const(4095)


@micropython.viper
def decode(words_: object, mask: int, at: int, end: int, window: int, row_: object, place: int) -> int:
    """Read one scan from the ring of PIO words: pins << 12 | window left; 0xFFF there ends the scan.

    A line's count is when it was first seen high; `window` = never. `words_[at & mask]` is the first word to read and
    `end` the first not yet written.

    Returns:
        Where the next scan begins, or -1 when this one has not ended yet; the 20 counts are at `row_[place:]`.
    """
    words = ptr32(words_)
    row = ptr16(row_)
    i = 0
    while i < _LINES:
        row[place + i] = window
        i += 1
    seen = 0
    while at < end:
        word = words[at & mask]
        at += 1
        left = word & _END
        if left == _END:
            return at
        new = (word >> 12) & 0xFFFFF & (seen ^ 0xFFFFF)
        seen |= new
        i = place
        while new:
            while new & 15 == 0:
                new >>= 4
                i += 4
            if new & 1:
                row[i] = window - left
            new >>= 1
            i += 1
    return -1


@micropython.viper
def feed(raw_: object, first: int, many: int, state_: object, kept_: object, slot: int) -> int:
    """Feed rows `first` to `first + many - 1`, each after its two elders, until something happens.

    Each is kept in the history, from `slot` on: its lines are those of the scan before it, which the median of three
    is about, and so are the supports. The rows used leave `raw_`; the others move up behind their elders.

    Returns:
        Rows used << 24, and what happened in the last of them: a bit a line that is touched now, OPEN, LET_GO; 0 there
        = nothing in any of them.
    """
    raw = ptr16(raw_)
    s = ptr32(state_)
    kept = ptr8(kept_)
    used = 0
    found = 0
    while used < many and found == 0:
        at = (first + used) * _ROW
        used += 1
        lowest = _BIAS + _BIAS
        highest = 0
        lost = 0
        busy = 0
        i = 0
        while i < _LINES:
            a = raw[at]
            b = raw[at - _ROW]
            c = raw[at - 2 * _ROW]
            at += 1
            # b becomes the middle one
            if a > b:
                t = a
                a = b
                b = t
            if c < b:
                b = c if c > a else a
            base = s[i]
            off = (b << 8) - base
            if off * 8 < -3 * base:
                lost += 1
            off += _BIAS
            s[_PRIOR + i] = s[_OFF + i]
            s[_OFF + i] = off
            busy += s[_TOUCHED + i] + s[_STREAK + i]
            if off < lowest:
                lowest = off
            if off > highest:
                highest = off
            i += 1
        s[_LOOSE] = s[_LOOSE] + 1 if lost * 4 >= _LINES else 0
        common = (highest + lowest) >> 1
        stirred = 0
        if lost * 4 >= _LINES * 3:
            stirred = 1
            found = _OPEN
            common = _BIAS
        elif busy or (highest - lowest) * 4 > s[_FLOOR] * 3:
            # the median of the lines that are neither touched nor open is common to all
            still = 0
            i = 0
            while i < _LINES:
                off = s[_OFF + i]
                if s[_TOUCHED + i] == 0 and (off - _BIAS) * 8 >= -3 * s[i]:
                    k = still + _SORTED
                    while k > _SORTED and s[k - 1] > off:
                        s[k] = s[k - 1]
                        k -= 1
                    s[k] = off
                    still += 1
                i += 1
            common = s[_SORTED + (still >> 1)] if still * 3 >= _LINES else _BIAS
            i = 0
            while i < _LINES:
                value = s[_OFF + i] - common
                limit = s[_LIMIT + i]
                streak = s[_STREAK + i]
                if s[_TOUCHED + i]:
                    stirred = 1
                    if value * 5 >= limit * 3:
                        streak = 0
                    else:
                        streak += 1
                        if streak == _RELEASE:
                            s[_TOUCHED + i] = 0
                            streak = 0
                            found |= _LET_GO
                else:
                    if value * 4 > limit * 3:
                        stirred = 1
                    if streak:
                        streak = 0 if value * 5 < limit * 3 else streak + 1
                        if streak == _CONFIRM:
                            s[_TOUCHED + i] = 1
                            streak = 0
                            found |= 1 << i
                    elif value > limit:
                        streak = 1
                        s[_WAS + i] = s[_PRIOR + i] - common + _BIAS
                        s[_RISEN + i] = value
                s[_STREAK + i] = streak
                i += 1
        # else nothing stands out: whatever the lines do, they do it together
        s[_COMMON] = common
        s[_STIRRED] = stirred
        to = slot * _KEPT
        slot += 1
        if slot == _HISTORY:
            slot = 0
        i = 0
        while i < _LINES:
            value = (s[_OFF + i] - common + 8320) >> 8
            if value < 0:
                value = 0
            if value > 255:
                value = 255
            kept[to] = value
            to += 1
            i += 1
        at -= _ROW
        i = 0
        while i < 3:
            value = raw[at + i]
            kept[to] = value & 255
            kept[to + 1] = value >> 8
            to += 2
            i += 1
        kept[to] = s[_MOTION]
    # what was not used, and its elders, move to the front
    i = 0
    at = used * _ROW
    left = (first + many - used) * _ROW
    while i < left:
        raw[i] = raw[at + i]
        i += 1
    return used << 24 | found


@micropython.viper
def level(kept_: object, slot: int, unit: int, out_: object, place: int):
    """Write the 8 bit levels of the history's row `slot`: 20 lines, and 3 forces averaged over the five rows up to it.

    `unit` is 65536 / (5 * codes of one unit of force).
    """
    kept = ptr8(kept_)
    out = ptr8(out_)
    at = slot * _KEPT
    i = 0
    while i < _LINES:
        value = kept[at + i]
        out[place + i] = value - 32 if value > 32 else 0
        i += 1
    while i < _LINES + 3:
        total = 0
        back = 0
        while back < 5:
            at = slot - back
            if at < 0:
                at += _HISTORY
            at = at * _KEPT + _LINES + 2 * (i - _LINES)
            total += kept[at] | kept[at + 1] << 8
            back += 1
        total = total * unit >> 16
        out[place + i] = total if total < 255 else 255
        i += 1

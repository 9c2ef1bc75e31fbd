"""The hot loops: from words of the PIO to counts, and from counts to touches. Machine code on the board, plain here.

Rules of this file: integers only; what is kept in memory is never negative, since viper reads memory unsigned where its
integers are wider (signed values are kept with `BIAS` added); no division; nothing is allocated.
"""
# pyright: basic, reportInvalidTypeForm=false
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
BATCH = 25
"""Scans handed over at once at most."""
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
"""Above the baseline in the last scan that was looked at closely, 1/256 count, biased, common part included."""
WAS = 100
"""Signal before it crossed the threshold, biased."""
RISEN = 120
"""Signal when it had."""
LOW = 140
"""Counts from here..."""
HIGH = 160
"""...to here are nothing to look at closely."""
ZERO = 180
"""Counts that are 0 in the history."""
COMMON = 200
"""What all lines do together (hum, supply noise), biased."""
MOTION = 201
"""Newest motion of the base, for the history."""
STIRRED = 202
"""1 = the last scan held something that is or may become a touch."""
CALM = 203
"""Scans in a row looked at closely for nothing."""
LOOSE = 204
"""Scans in a row in which a quarter of the lines looked open: a totem that tilts out opens one after the other."""
CROWD = 205
"""1 = so many lines rose at once that they did it together: a leap of the supply, not hands."""
SIZE = 206

# What `feed` returns beside the lines whose touch was just confirmed.
OPEN = 1 << 20
"""The lines look as if the totem were gone."""
LET_GO = 1 << 21
"""A line was released."""

CONFIRM = 8
"""Scans over the threshold before a touch is believed: 3.2 ms. Sparks are shorter, and its slope tells its onset."""

_LINES = const(20)
_ALL = const(0xFFFFF)
_ROW = const(23)
_TWO_ROWS = const(46)
_KEPT = const(27)
_HISTORY = const(1280)
_BIAS = const(1048576)
_ROUND = const(8320)
_LIMIT = const(20)
_STREAK = const(40)
_TOUCHED = const(60)
_OFF = const(80)
_WAS = const(100)
_RISEN = const(120)
_LOW = const(140)
_HIGH = const(160)
_ZERO = const(180)
_COMMON = const(200)
_MOTION = const(201)
_STIRRED = const(202)
_CALM = const(203)
_LOOSE = const(204)
_CROWD = const(205)
_OPEN = const(1048576)
_LET_GO = const(2097152)
_CONFIRM = const(8)
_RELEASE = const(3)
_AT_EASE = const(8)
_PULL = const(1280)
_FAR = const(15360)
_TWENTIETH = const(3277)
_END = const(4095)

WHICH = bytearray(32)
"""Which bit a power of two is, by the top five bits of its product with a de Bruijn sequence."""
for _bit in range(32):
    WHICH[0x077CB531 << _bit >> 27 & 31] = _bit


# The first three parameters live in registers on the RP2040, so the hottest names come first, whatever they mean.
@micropython.viper
def decode(
    words: ptr32, at: int, seen: int, row: ptr16, place: int, which: ptr8, mask: int, end: int, window: int
) -> int:
    """Read one scan from the ring of PIO words: pins << 12 | window left; 0xFFF there ends the scan.

    A line's count is when it was first seen high; `window` = never. `words[at & mask]` is the first word to read, `end`
    the first not yet written, `seen` 0 and `which` WHICH.

    Returns:
        Where the next scan begins, or -1 when this one has not ended yet; the 20 counts are at `row[place:]`.
    """
    while at < end:
        word = words[at & mask]
        at += 1
        left = word & _END
        if left == _END:
            new = seen ^ _ALL
            i = 0
            while new:  # lines that never rose
                if new & 1:
                    row[place + i] = window
                new >>= 1
                i += 1
            return at
        new = (word >> 12) & (seen ^ _ALL)
        seen |= new
        left = window - left
        while new:
            row[place + which[((new & (0 - new)) * 0x077CB531 >> 27) & 31]] = left
            new &= new - 1
    return -1


@micropython.viper
def stuff(raw: ptr8, i: int, out: ptr8, size: int):
    """Write `size` bytes without zeros to `out`, one byte longer (COBS, up to 253 bytes); `i` is scratch."""
    code = 0
    i = 0
    while i < size:
        value = raw[i]
        i += 1
        if value:
            out[i] = value
        else:
            out[code] = i - code
            code = i
    out[code] = size + 1 - code


@micropython.viper
def average(codes_: object, mask: int, at: int, row_: object, place: int):
    """Write the mean of four conversions of each of three inputs to `row_[place:]`; they come in turn from `at` on."""
    codes = ptr16(codes_)
    row = ptr16(row_)
    i = 0
    while i < 3:
        total = codes[at & mask] + codes[(at + 3) & mask] + codes[(at + 6) & mask] + codes[(at + 9) & mask]
        row[place + i] = (total & 0xFFFC) >> 2
        at += 1
        i += 1


@micropython.viper
def feed(s: ptr32, i: int, raw: ptr16, many: int, kept: ptr8, slot: int) -> int:
    """Feed `many` rows of `raw`, from row 2 on, each after its two elders, until something happens; `i` is scratch.

    Each is kept in the history, from `slot` on: its lines are those of the scan before it, which the median of three
    is about, and so are the supports. The rows used leave `raw`; the others move up behind their elders.

    Returns:
        Rows used << 24, and what happened in the last of them: a bit a line that is touched now, OPEN, LET_GO; 0 there
        = nothing in any of them.
    """
    used = 0
    found = 0
    at = _ROW
    while used < many and found == 0:
        used += 1
        at += _ROW
        to = slot * _KEPT
        slot += 1
        if slot == _HISTORY:
            slot = 0
        i = 0
        if s[_CALM] >= _AT_EASE:
            while i < _LINES:
                value = raw[at + i]
                if value > s[_HIGH + i] or value < s[_LOW + i]:
                    break
                kept[to + i] = raw[at + i - _ROW] - s[_ZERO + i] & 255
                i += 1
        if i < _LINES:
            if s[_CALM] >= _AT_EASE:
                # nothing was looked at closely for a while: where were the lines a scan ago?
                i = 0
                while i < _LINES:
                    s[_OFF + i] = (raw[at + i - _ROW] << 8) - s[i] + _BIAS
                    i += 1
                s[_COMMON] = _BIAS
                s[_CALM] = 0
            # What lines without a touch do together moves to their mean in the middle scan; none may pull it far.
            common = s[_COMMON]
            crowd = s[_CROWD]
            total = 0
            i = 0
            while i < _LINES:
                if s[_TOUCHED + i] + s[_STREAK + i] == 0 or crowd:
                    value = (raw[at + i - _ROW] << 8) - s[i] + _BIAS - common
                    if crowd == 0:
                        if value > _PULL:
                            value = _PULL
                        if value < -_PULL:
                            value = -_PULL if value > -_FAR else 0
                    total += value
                i += 1
            common += total * _TWENTIETH >> 16
            s[_COMMON] = common
            lost = 0
            stirred = 0
            crowd = 0
            i = 0
            while i < _LINES:
                a = raw[at + i]
                value = raw[at + i - _ROW]
                b = raw[at + i - _TWO_ROWS]
                # the middle one of the last three
                if a > value:
                    was = a
                    a = value
                    value = was
                if b < value:
                    value = b if b > a else a
                base = s[i]
                value = (value << 8) - base
                gone = 0
                if value * 8 < -3 * base:
                    gone = 1
                    lost += 1
                value += _BIAS
                was = s[_OFF + i] - common
                s[_OFF + i] = value
                value -= common
                limit = s[_LIMIT + i]
                if s[_TOUCHED + i]:
                    stirred = 1
                    if value * 5 >= limit * 3:
                        s[_STREAK + i] = 0
                    else:
                        s[_STREAK + i] += 1
                        if s[_STREAK + i] == _RELEASE:
                            s[_TOUCHED + i] = 0
                            s[_STREAK + i] = 0
                            found |= _LET_GO
                elif s[_STREAK + i]:
                    stirred = 1
                    crowd += 1
                    if value * 5 < limit * 3:
                        s[_STREAK + i] = 0
                    else:
                        s[_STREAK + i] += 1
                        if s[_STREAK + i] == _CONFIRM:
                            s[_TOUCHED + i] = 1
                            s[_STREAK + i] = 0
                            found |= 1 << i
                elif gone == 0 and value * 4 > limit * 3:
                    stirred = 1
                    if value > limit:
                        crowd += 1
                        s[_STREAK + i] = 1
                        s[_WAS + i] = was + _BIAS
                        s[_RISEN + i] = value
                value = (value + _ROUND) >> 8
                if value < 0:
                    value = 0
                if value > 255:
                    value = 255
                kept[to + i] = value
                i += 1
            s[_CROWD] = 1 if crowd * 4 >= _LINES * 3 else 0
            s[_STIRRED] = stirred
            s[_CALM] = 0 if stirred else s[_CALM] + 1
            if lost * 4 >= _LINES:
                s[_LOOSE] += 1
                if lost * 4 >= _LINES * 3:
                    s[_STIRRED] = 1
                    s[_CALM] = 0
                    found = _OPEN
            else:
                s[_LOOSE] = 0
        else:
            s[_STIRRED] = 0
        i = at - 3
        to += _LINES
        while i < at:
            value = raw[i]
            kept[to] = value & 255
            kept[to + 1] = value >> 8
            to += 2
            i += 1
        kept[to] = s[_MOTION]
    # what was not used, and its elders, move to the front
    at -= _ROW
    i = 0
    many = (many - used + 2) * _ROW
    while i < many:
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

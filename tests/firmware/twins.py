"""Random scans through the hot loops of the firmware, on any interpreter: `twins.py SCANS LINES_PY [plain]`.

From counts to the words a PIO would write, through `decode`, `feed` and `level`; prints a checksum of everything they
wrote every 5,000 scans. `plain` strips the decorators, so that MicroPython runs the plain twins too. The dialect is the
firmware's.
"""
# pyright: basic
# (MicroPython runs it too, and has no typing)

import sys
from array import array
from binascii import crc32

WINDOW = 1000
RING = 256


def load(path, plain):
    """Return the module's names, its machine code left out if `plain`."""
    with open(path) as file:  # noqa: PTH123 - MicroPython has no pathlib
        text = file.read()
    names: dict = {"__name__": "lines"}
    if plain:
        text = text.replace("@micropython.viper", "")
        names["ptr8"] = names["ptr16"] = names["ptr32"] = lambda buffer: buffer
    text = text.replace("from .plain import", "from plain import")
    exec(text, names)  # noqa: S102 - the firmware's own file
    return names


class Luck:
    """The same numbers on every interpreter."""

    def __init__(self):
        self.state = 1

    def below(self, n):
        """Return 0..n-1."""
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return (self.state >> 12) % n


def words_of(counts, ring, at):
    """Write the words of one scan to the ring; return where the next begins."""
    seen = 0
    left_of = {}
    for i in range(20):
        if counts[i] < WINDOW:
            left = WINDOW - counts[i]
            left_of[left] = left_of.get(left, 0) | 1 << i
    for left in sorted(left_of, reverse=True):
        seen |= left_of[left]
        ring[at % RING] = seen << 12 | left
        at += 1
    ring[at % RING] = seen << 12 | 0xFFF
    return at + 1


def main(scans, path, plain):
    """Run, and print the checksums."""
    lines = load(path, plain)
    luck = Luck()
    raw = array("H", [0] * (23 * 7))
    state = array("I", [0] * lines["SIZE"])
    kept = bytearray(lines["HISTORY"] * lines["KEPT"])
    levels = bytearray(29)
    ring = array("I", [0] * RING)
    row = array("H", [0] * 23)
    for i in range(20):
        state[i] = 217 + 5 * i << 8
        state[lines["LIMIT"] + i] = 1228
        state[lines["OFF"] + i] = lines["BIAS"]
        state[lines["LOW"] + i] = 213 + 5 * i
        state[lines["HIGH"] + i] = 221 + 5 * i
        state[lines["ZERO"] + i] = 185 + 5 * i
    state[lines["COMMON"]] = lines["BIAS"]
    hands = [(0, 0, 0)] * 6
    gone = 0
    at = total = done = ready = 0
    while done < scans:
        while ready < 1 + luck.below(5):
            if luck.below(40) == 0:
                hands[luck.below(6)] = (luck.below(20), luck.below(120), 1 + luck.below(60))
            if luck.below(3000) == 0:
                gone = luck.below(60)
            gone -= 1 if gone else 0
            counts = [217 + 5 * i + luck.below(5) - 2 for i in range(20)]
            for k in range(6):
                line, strength, last = hands[k]
                if last:
                    counts[line] += strength
                    hands[k] = (line, strength, last - 1)
            if gone:
                open_lines = 20 if gone < 40 else 60 - gone
                counts = [value * 2 // 5 if i < open_lines else value for i, value in enumerate(counts)]
            if luck.below(50) == 0:
                counts[luck.below(20)] = luck.below(WINDOW + 1)
            end = words_of(counts, ring, at)
            if lines["decode"](ring, at, 0, row, 0, lines["WHICH"], RING - 1, end - 1, WINDOW) != -1:
                raise ValueError("half a scan was taken for a whole one")
            if lines["decode"](ring, at, 0, row, 0, lines["WHICH"], RING - 1, end, WINDOW) != end:
                raise ValueError("a scan did not end where it ends")
            if list(row[:20]) != [min(value, WINDOW) for value in counts]:
                raise ValueError("counts came back changed")
            at = end
            for k in range(20):
                raw[(2 + ready) * 23 + k] = row[k]
            for k in range(3):
                raw[(2 + ready) * 23 + 20 + k] = 300 + luck.below(200)
            ready += 1
        state[lines["MOTION"]] = luck.below(256)
        slot = done % lines["HISTORY"]
        result = lines["feed"](state, 0, raw, ready, kept, slot)
        used = result >> 24
        lines["level"](kept, slot, 1310, levels, 6)
        total = crc32(levels, crc32(b"%d" % result, crc32(state, total))) & 0xFFFFFFFF
        ready -= used
        before = done
        done += used
        if done // 5000 != before // 5000:
            total = crc32(kept, total) & 0xFFFFFFFF
            print(done, total)  # noqa: T201


main(int(sys.argv[1]), sys.argv[2], len(sys.argv) > 3)

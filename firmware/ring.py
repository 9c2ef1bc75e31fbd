"""The lamp ring: coloured sectors with a rhythm each."""

SECTOR = 9
BEAT_US = 125_000
MOST = 3825
"""Sum of all colours that draws 300 mA: a channel at 255 draws 20 mA."""
_NO_HOST = (0, 1, 24, 12, 0, 0x00010001)


def sectors(data: bytes) -> "list[tuple[int, int, int, int, int, int]]":
    """Return (first lamp, lamps, red, green, blue, beats) of each whole sector in a LAMPS frame."""
    return [
        (data[i], data[i + 1], data[i + 2], data[i + 3], data[i + 4], int.from_bytes(data[i + 5 : i + 9], "little"))
        for i in range(0, len(data) - SECTOR + 1, SECTOR)
    ]


class Ring:
    """What the ring shows, and when it must be shown again."""

    def __init__(self, lamps: int) -> None:
        self._lamps = lamps
        self._wanted: list[tuple[int, int, int, int, int, int]] = []
        self._shown = b""

    def want(self, data: bytes) -> None:
        """Take the sectors of a LAMPS frame."""
        self._wanted = sectors(data)

    def fresh(self, now_us: int, alone: bool) -> "bytes | None":
        """Return the colours to show now, or None when they are shown already; `alone` = no host is heard."""
        beat = (now_us // BEAT_US) & 31
        colours = bytearray(3 * self._lamps)
        for first, count, red, green, blue, beats in [_NO_HOST] if alone else self._wanted:
            if not beats >> beat & 1:
                continue
            for k in range(first, first + count):
                at = 3 * (k % self._lamps)
                colours[at] = red
                colours[at + 1] = green
                colours[at + 2] = blue
        total = sum(colours)
        if total > MOST:
            for at in range(len(colours)):
                colours[at] = colours[at] * MOST // total
        shown = bytes(colours)
        if shown == self._shown:
            return None
        self._shown = shown
        return shown

"""What the ring shows for seats: which lamps, which colour, which rhythm."""

from collections.abc import Sequence
from typing import Final

from perroquet.kernel.cues import Pattern
from perroquet.ports.totem import SectorLight

# Colour and beats of each pattern; a beat is 125 ms, the lowest bit first. Rhythms differ pairwise, so that a player
# who sees no colours still tells them apart. Colours are dim: 24 lamps stay under 300 mA.
PATTERNS: Final[dict[Pattern, tuple[tuple[int, int, int], int]]] = {
    Pattern.OFF: ((0, 0, 0), 0),
    Pattern.READY: ((20, 20, 20), 0b0000_0000_0000_1111),
    Pattern.WAITING: ((0, 16, 36), 0b0000_1111_0000_1111),
    Pattern.PLAYING: ((0, 28, 8), 0b1111_1111_1111_1111),
    Pattern.QUESTION: ((36, 24, 0), 0b0011_0011_0011_0011),
    Pattern.PAUSED: ((12, 12, 28), 0b0000_0000_0000_0011),
    Pattern.WINS: ((0, 48, 12), 0b0111_0111_0111_0111),
    Pattern.PAYS: ((48, 6, 0), 0b0001_0001_0001_0001),
    Pattern.ALARM: ((56, 0, 0), 0b0101_0101_0101_0101),
    Pattern.HUSHED: ((16, 0, 24), 0b0000_0101_0000_0101),
}

_MANY_SEATS = 8


def sectors(lights: Sequence[SectorLight], lamps: int) -> bytes:
    """Return the LAMPS payload: two lamps a seat up to 8 seats, one beyond, those nearest its azimuth.

    Lamps of seats at least 45 degrees apart never touch; where seats sit closer, the later one is on top.
    """
    width = 2 if len(lights) <= _MANY_SEATS else 1
    pitch = 360.0 / lamps
    data = bytearray()
    for light in lights:
        colour, beats = PATTERNS[light.pattern]
        first = int(light.azimuth / pitch - (width - 1) / 2 + 0.5) % lamps
        data += bytes((first, width, *colour)) + beats.to_bytes(2, "little")
    return bytes(data)

"""What the ring shows for seats: which lamps, which colour, which rhythm."""

from collections.abc import Sequence
from typing import Final

from perroquet.kernel.cues import Pattern
from perroquet.ports.totem import SectorLight

# Colour and beats of each pattern; a beat is 125 ms. The same idea as the status lamp's looks, in what a ring can do:
# rhythms differ pairwise, and nothing flashes more than three times in a second.
PATTERNS: Final[dict[Pattern, tuple[tuple[int, int, int], str]]] = {
    Pattern.OFF: ((0, 0, 0), "................................"),
    Pattern.READY: ((0, 20, 7), "#..............................."),
    Pattern.WAITING: ((24, 24, 20), "########........########........"),
    Pattern.PLAYING: ((0, 26, 0), "################################"),
    Pattern.QUESTION: ((36, 24, 0), "##..##..........##..##.........."),
    Pattern.PAUSED: ((0, 6, 32), "######.........................."),
    Pattern.WINS: ((0, 48, 14), "#..#..#..############..........."),
    Pattern.PAYS: ((48, 14, 0), "#######..##.....#######..##....."),
    Pattern.ALARM: ((56, 0, 0), "##..##..##..##..##..##..##..##.."),
    Pattern.HUSHED: ((20, 0, 20), "#############################..."),
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
        data += bytes((first, width, *colour)) + _bits(beats).to_bytes(4, "little")
    return bytes(data)


def _bits(beats: str) -> int:
    return sum(1 << i for i, beat in enumerate(beats) if beat == "#")

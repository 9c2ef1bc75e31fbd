"""How each lamp pattern looks: one colour and one rhythm each.

The rhythm alone tells the patterns apart, so that nobody needs to see colours. Nothing flashes more than three times in
any second, which is safe for people with photosensitive epilepsy.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TypeAlias

from perroquet.kernel.cues import Flash, Pattern
from perroquet.kernel.units import Millis, Percent

Colour: TypeAlias = tuple[Percent, Percent, Percent]
"""Red, green, blue."""

DARK: Final[Colour] = (Percent(0), Percent(0), Percent(0))


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """A brightness, and how long it is kept."""

    brightness: Percent
    keep: Millis


@dataclass(frozen=True, slots=True, kw_only=True)
class Look:
    """A colour and a rhythm that repeats; a rhythm of one step is steady."""

    colour: Colour
    rhythm: tuple[Step, ...]

    def shown(self, step: Step) -> Colour:
        """Return the colour the lamp has in `step`."""
        red, green, blue = (Percent(round(part * step.brightness / 100)) for part in self.colour)
        return red, green, blue


def _colour(red: int, green: int, blue: int) -> Colour:
    return Percent(red), Percent(green), Percent(blue)


def _rhythm(*steps: tuple[int, int]) -> tuple[Step, ...]:
    return tuple(Step(brightness=Percent(brightness), keep=Millis(keep)) for brightness, keep in steps)


def _blinks(*on_off: tuple[int, int]) -> tuple[Step, ...]:
    """Milliseconds on and off, in turn."""
    return _rhythm(*(step for on, off in on_off for step in ((100, on), (0, off))))


LOOKS: Final[Mapping[Pattern, Look]] = {
    Pattern.OFF: Look(colour=DARK, rhythm=_rhythm((0, 1000))),
    # A wink every four seconds: it is there, and it rests.
    Pattern.READY: Look(colour=_colour(0, 60, 20), rhythm=_blinks((150, 3850))),
    # On as long as off: somebody must press.
    Pattern.WAITING: Look(colour=_colour(70, 70, 60), rhythm=_blinks((800, 800))),
    Pattern.PLAYING: Look(colour=_colour(0, 80, 0), rhythm=_rhythm((100, 1000))),
    # Two winks and a pause, like the two buttons that answer.
    Pattern.QUESTION: Look(colour=_colour(100, 70, 0), rhythm=_blinks((200, 250), (200, 1250))),
    # Breathing, never quite dark.
    Pattern.PAUSED: Look(
        colour=_colour(0, 20, 100),
        rhythm=_rhythm((10, 500), (25, 250), (45, 250), (70, 250), (100, 500), (70, 250), (45, 250), (25, 250)),
    ),
    # Three flashes and a long light.
    Pattern.WINS: Look(colour=_colour(0, 100, 30), rhythm=_blinks((170, 170), (170, 170), (170, 170), (1300, 400))),
    # Long, short: the foot that drags.
    Pattern.PAYS: Look(colour=_colour(100, 30, 0), rhythm=_blinks((900, 250), (250, 600))),
    Pattern.ALARM: Look(colour=_colour(100, 0, 0), rhythm=_blinks((180, 180))),
    # Lit, with a blink of the eye: it listens and says nothing.
    Pattern.HUSHED: Look(colour=_colour(60, 0, 60), rhythm=_blinks((2700, 300))),
}

FLASHES: Final[Mapping[Flash, Look]] = {
    # Dark before and after: seen beside any light.
    Flash.WINK: Look(colour=_colour(100, 100, 100), rhythm=_rhythm((0, 160), (100, 220), (0, 160))),
    Flash.GOOD: Look(colour=_colour(0, 100, 30), rhythm=_rhythm((0, 160), (100, 900), (0, 160))),
    Flash.BAD: Look(colour=_colour(100, 30, 0), rhythm=_rhythm((0, 160), (100, 600), (0, 200), (100, 200), (0, 160))),
    # A bird that calls.
    Flash.CALL: Look(
        colour=_colour(0, 100, 100),
        rhythm=_rhythm((0, 160), (100, 200), (0, 160), (100, 200), (0, 160), (100, 700), (0, 160)),
    ),
    # Up and down, as it sounds.
    Flash.SIREN: Look(
        colour=_colour(30, 30, 100),
        rhythm=_rhythm((0, 160), *((20, 250), (60, 250), (100, 250), (60, 250)) * 2, (0, 160)),
    ),
}
"""One round each; rhythms differ here too."""

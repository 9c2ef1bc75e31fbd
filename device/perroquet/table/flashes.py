"""The lamp's twin of each sound, as one table: who does not hear it sees it on the lamp of the box."""

from collections.abc import Mapping
from typing import Final

from perroquet.kernel.cues import Flash
from perroquet.kernel.sounds import Sound

FLASHES: Final[Mapping[str, Flash]] = {
    Sound.SIREN: Flash.SIREN,
    Sound.WIN: Flash.GOOD,
    Sound.FANFARE: Flash.GOOD,
    Sound.FAULT: Flash.BAD,
    Sound.FALL: Flash.BAD,
    Sound.PARROT: Flash.CALL,
    Sound.TICK: Flash.WINK,
    Sound.LAST_SECOND: Flash.WINK,
    Sound.CHANGE: Flash.WINK,
    Sound.TURN: Flash.WINK,
}
"""Sound -> what the lamp of the box shows once. What it means is said and written beside it.

The shout alone is not among them: it is in nobody's cues, and the game whose play it stops keeps the alarm lit.
"""

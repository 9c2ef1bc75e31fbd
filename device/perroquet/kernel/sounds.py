"""Sounds by name: what games ask for and the sound bank has."""

from enum import StrEnum


class Sound(StrEnum):
    """One sound of the bank."""

    RAID = "raid"
    """The customs' shout; the engine strikes it, nobody plays it."""
    WIN = "win"
    """A ruling in somebody's favour."""
    FAULT = "fault"
    """Somebody pays."""
    TICK = "tick"
    """A press counted, or time began or ran out."""

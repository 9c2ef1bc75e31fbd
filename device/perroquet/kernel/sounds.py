"""Sounds and scenes by name: what games ask for and the sound bank has."""

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
    SIREN = "siren"
    """The patrol leaves: a search is over."""
    PARROT = "parrot"
    """The agent's parrot calls."""
    LAST_SECOND = "last-second"
    """One of the last seconds of a countdown."""
    CHANGE = "change"
    """Money, cards or tokens change hands."""
    TURN = "turn"
    """The next player's turn."""
    FANFARE = "fanfare"
    """A game is won."""
    FALL = "fall"
    """The totem fell."""


class Scene(StrEnum):
    """A mood of the jungle."""

    RIVER = "river"
    """By day, at a river."""
    STORM = "storm"
    """Rain and distant thunder."""
    NIGHT = "night"
    """Frogs, crickets and owls."""

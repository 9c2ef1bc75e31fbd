"""What makes a table hard to see, beyond what a scene says: known to the held-out renderers alone."""

from enum import StrEnum


class Trouble(StrEnum):
    """Given to a renderer when it is made; it lasts a whole game, as the lamp does."""

    SLEEVES = "glossy sleeves"
    """Every card of the deck is in a clear sleeve: a rim beyond its edge, a veil, streaks of reflected lamps."""
    TELEVISION = "a television"
    """The room is lit by a screen: its colour and brightness change from picture to picture."""
    TORCH = "a phone's light"
    """Somebody lights the table from the side: a bright spot, the rest falls into the dark."""
    CANDLE = "a candle"
    """The lamp is a flame on the table: near, low, yellow and restless."""
    FLICKER = "mains flicker"
    """Bands across the picture, a hundred a second."""
    CAMOUFLAGE = "sleeves like the cloth"
    """Every sleeve has the cloth's own colour and pattern."""
    DRAWINGS = "drawings"
    """What a scene calls a foreign card is a sheet of paper that somebody drew signs on with a felt pen."""


Troubles = frozenset[Trouble]
"""Any of them at once."""

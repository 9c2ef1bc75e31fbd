"""The games, in the order MODE offers them. Registering one is one line."""

from typing import Final

from perroquet.games.amazonas import AMAZONAS
from perroquet.games.jungle_speed import JUNGLE_SPEED
from perroquet.games.orchidee import ORCHIDEE
from perroquet.games.practice import PRACTICE
from perroquet.games.registry import pick
from perroquet.kernel.game import AnyGame

GAMES: Final[tuple[AnyGame, ...]] = (
    JUNGLE_SPEED,
    ORCHIDEE,
    AMAZONAS,
    PRACTICE,
)


def game_named(name: str) -> AnyGame:
    """Return the game called `name` on the command line.

    Raises:
        NoSuchGame: there is none; the message names those there are.
    """
    return pick(GAMES, name)


__all__ = ["GAMES", "game_named"]

"""Find a game by name."""

from collections.abc import Sequence
from difflib import get_close_matches

from perroquet.kernel.errors import WrongUse
from perroquet.kernel.game import AnyGame


class NoSuchGame(WrongUse, LookupError):
    """A game that this device does not know."""


def pick(games: Sequence[AnyGame], name: str) -> AnyGame:
    """Return the one of `games` called `name`.

    Raises:
        NoSuchGame: none is; the message suggests the nearest and names all.
    """
    names = [game.name for game in games]
    if name not in names:
        near = get_close_matches(name, names, n=1)
        hint = f"did you mean {near[0]!r}? " if near else ""
        raise NoSuchGame(f"there is no game {name!r}; {hint}choose among {', '.join(names)}")
    return games[names.index(name)]

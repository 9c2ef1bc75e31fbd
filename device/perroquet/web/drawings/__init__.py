"""Richer drawings of what one seat may know, one small module a game; a game without one is drawn by its sentences.

A drawing sees the same facts and choices as everybody else's page, as sentences with their slots, and no state.
"""

from collections.abc import Callable, Mapping
from typing import Final, Protocol

from perroquet.table.views import EveningView
from perroquet.web.drawings.amazonas import Expedition
from perroquet.web.drawings.jungle_speed import Piles
from perroquet.web.drawings.orchidee import Jungle
from perroquet.web.visit import Visit
from perroquet.web.wording import Words


class Drawing(Protocol):
    """A drawing in NiceGUI's slot at the time it was made."""

    facts: frozenset[str]
    """Keys of the facts it draws: they are not listed again."""

    choices: frozenset[str]
    """Keys of the choices it draws."""

    def show(self, view: EveningView) -> None:
        """Draw what differs from the last view."""
        ...

    def delete(self) -> None:
        """Take the drawing away."""
        ...


DRAWINGS: Final[Mapping[str, Callable[[Words, Visit], Drawing]]] = {
    "jungle-speed": Piles,
    "orchidee": Jungle,
    "amazonas": Expedition,
}
"""By the game's name."""

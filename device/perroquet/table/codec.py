"""Which events an evening's journal may hold."""

from typing import get_args

from perroquet.kernel.journal import Codec
from perroquet.table.evening import Games
from perroquet.table.events import TABLE, TableEvent


def codec(games: Games) -> Codec:
    """Return the codec of the table's own events and those of `games`."""
    return Codec({TABLE: get_args(TableEvent), **{name: game.events for name, game in games.items()}})

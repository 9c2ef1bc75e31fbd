"""Whatever a game can decide, the journal can keep."""

import dataclasses
from typing import Any, get_args, get_type_hints

import pytest
from perroquet.games import GAMES
from perroquet.kernel.game import AnyGame
from perroquet.kernel.shapes import shape_of
from perroquet.table.events import TableEvent


def travels(hint: Any, seen: set[Any]) -> None:
    """Look for the shape of `hint` and of all that is in it."""
    if hint in seen or hint is Ellipsis:
        return
    seen.add(hint)
    shape_of(hint)
    inner = get_type_hints(hint).values() if dataclasses.is_dataclass(hint) else get_args(hint)
    for each in inner:
        travels(each, seen)


@pytest.mark.parametrize("event", get_args(TableEvent))
def test_every_event_of_the_table_can_be_kept(event: type[Any]) -> None:
    travels(event, set())


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_event_of_a_game_can_be_kept(game: AnyGame) -> None:
    for event in game.events:
        travels(event, set())

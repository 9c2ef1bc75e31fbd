"""Huts told without a map: what players say must at least not contradict what was said before (AM-90 to AM-94)."""

from typing import Final

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.cards import PRICES, ROW, Silver, Species
from perroquet.games.amazonas.money import silver
from perroquet.games.amazonas.state import Declared, Explorer, Phase, State
from perroquet.kernel.errors import IllegalCommand

HIGHEST_NUMBER: Final = 60
"""The highest number a table may give a village."""

TILES: Final = 12


def declare(state: State, explorer: Explorer, wish: ev.Declare) -> ev.HutDeclared:
    """Return the hut that was told.

    Raises:
        IllegalCommand: it cannot be, after all that was told before.
    """
    if state.box.board is not None:
        raise IllegalCommand("not-now", "a hut told without its village; this game has a board")
    free = state.phase is Phase.START and state.house.start_hut == "free"
    cost = Silver(0) if free else silver(wish.price)
    for code, message in _contradictions(state, explorer, wish, cost):
        raise IllegalCommand(code, message)
    return ev.HutDeclared(
        seat=wish.seat,
        number=wish.number,
        species=wish.species,
        price=wish.price,
        purse=Silver(explorer.purse - cost),
    )


def _contradictions(state: State, explorer: Explorer, wish: ev.Declare, cost: Silver) -> list[tuple[str, str]]:
    """Return what speaks against a declaration: code and message, the plainest first."""
    before = known(state, wish.number)
    cheapest, dearest = PRICES
    facts = {
        "no-such-village": not 1 <= wish.number <= HIGHEST_NUMBER,
        "no-such-price": not cheapest <= wish.price <= dearest,
        "own-hut": bool(explorer.huts >> wish.number & 1) if wish.number >= 0 else False,
        "other-species": before is not None and before.species is not wish.species,
        "price-falls": before is not None and wish.price <= before.highest,
        "too-dear": cost > explorer.purse,
        "no-tiles-left": taken(state, wish.species) >= TILES,
    }
    told = f"village {wish.number}, {wish.species}, {wish.price} gold"
    past = "" if before is None else f"; before: {before.species}, up to {before.highest} gold"
    return [(code, f"{told}{past}; purse {explorer.purse} silver") for code, wrong in facts.items() if wrong]


def known(state: State, number: int) -> Declared | None:
    """Return what was told of a village so far."""
    return next((village for village in state.declared if village.number == number), None)


def taken(state: State, species: Species) -> int:
    """Return the tiles of a species that players hold, without Indio tiles."""
    row = ROW[species]
    return sum(one.rows[row] - one.indios[row] for one in state.explorers)

"""Where a hut may stand and what it costs: masks of villages."""

from collections.abc import Sequence
from typing import Final

from perroquet.games.amazonas.board import NOWHERE, Board, Link, Villages, bits
from perroquet.games.amazonas.cards import INDIO_CARD, EventCard, Gold, Kind, Silver
from perroquet.games.amazonas.money import silver

CLOSED: Final = {Kind.JAGUAR: Link.PATH, Kind.CROCODILE: Link.WATER}
"""Event -> links nobody may use, but for players of the Indio card (AM-30, AM-31)."""


def open_links(event: EventCard | None, card: int | None) -> tuple[Link, ...]:
    """Return the links a player of `card` may build along."""
    closed = None if event is None or card == INDIO_CARD else CLOSED.get(event.kind)
    return tuple(link for link in Link if link is not closed)


def price(board: Board, filled: Sequence[int], bit: int) -> Gold | None:
    """Return the price of the next hut in a village; None = all its sites are built on (AM-42)."""
    slots, huts = board.villages[bit].slots, filled[bit]
    return slots[huts] if huts < len(slots) else None


def affordable(board: Board, filled: Sequence[int], villages: Villages, purse: Silver) -> Villages:
    """Return those of `villages` whose next site is free and within the purse."""
    found = 0
    for bit in bits(villages):
        cost = price(board, filled, bit)
        if cost is not None and silver(cost) <= purse:
            found |= 1 << bit
    return Villages(found)


def buildable(
    board: Board, filled: Sequence[int], huts: Villages, purse: Silver, *, links: tuple[Link, ...], huts_left: int
) -> Villages:
    """Return the villages where a hut may be built now: linked to one of `huts`, none of one's own there (AM-40)."""
    if huts_left <= 0:
        return NOWHERE
    return affordable(board, filled, board.around(huts, links), purse)


def start_sites(board: Board, filled: Sequence[int], purse: Silver) -> Villages:
    """Return the villages for a start hut: any the purse can pay (AM-7)."""
    return affordable(board, filled, Villages((1 << len(board.villages)) - 1), purse)


def neutral_sites(board: Board, filled: Sequence[int], neutral_at: Villages) -> Villages:
    """Return the villages for a neutral hut: without one, and with more than the last site free (AM-61, AM-62)."""
    free = (bit for bit, village in enumerate(board.villages) if filled[bit] < len(village.slots) - 1)
    return Villages(sum(1 << bit for bit in free) & ~neutral_at)

"""Where a hut may stand and what it costs: masks of villages."""

from collections.abc import Mapping, Sequence
from typing import Final

from perroquet.games.amazonas.board import ALL_LINKS, EVERYWHERE, NOWHERE, Board, Link, Villages, bits
from perroquet.games.amazonas.cards import INDIO_CARD, EventCard, Gold, Kind, Silver

CLOSED: Final = {Kind.JAGUAR: Link.PATH, Kind.CROCODILE: Link.WATER}
"""Event -> links nobody may use, but for players of the Indio card (AM-30, AM-31)."""

OPEN: Final[Mapping[Link | None, tuple[Link, ...]]] = {
    None: ALL_LINKS,
    Link.PATH: (Link.WATER,),
    Link.WATER: (Link.PATH,),
}
"""What is closed -> what is open."""


def open_links(event: EventCard | None, card: int | None) -> tuple[Link, ...]:
    """Return the links a player of `card` may build along."""
    closed = None if event is None or card == INDIO_CARD else CLOSED.get(event.kind)
    return OPEN[closed]


def price(board: Board, filled: Sequence[int], bit: int) -> Gold | None:
    """Return the price of the next hut in a village; None = all its sites are built on (AM-42)."""
    slots, huts = board.villages[bit].slots, filled[bit]
    return slots[huts] if huts < len(slots) else None


def affordable(board: Board, filled: Sequence[int], villages: Villages, purse: Silver) -> Villages:
    """Return those of `villages` whose next site is free and within the purse."""
    found, costs = 0, board.costs
    for bit in bits(villages):
        if costs[bit][filled[bit]] <= purse:
            found |= 1 << bit
    return Villages(found)


def buildable(
    board: Board,
    filled: Sequence[int],
    huts: Villages,
    purse: Silver,
    *,
    links: tuple[Link, ...],
    huts_left: int,
    among: Villages = EVERYWHERE,
) -> Villages:
    """Return those of `among` where a hut may be built now: linked to one of `huts`, without one of those (AM-40)."""
    if huts_left <= 0:
        return NOWHERE
    return affordable(board, filled, Villages(board.around(huts, links) & among), purse)


def start_sites(board: Board, filled: Sequence[int], purse: Silver, among: Villages = EVERYWHERE) -> Villages:
    """Return those of `among` for a start hut: any the purse can pay (AM-7)."""
    return affordable(board, filled, Villages((1 << len(board.villages)) - 1 & among), purse)


def neutral_sites(board: Board, filled: Sequence[int], neutral_at: Villages) -> Villages:
    """Return the villages for a neutral hut: without one, and with more than the last site free (AM-61, AM-62)."""
    free = (bit for bit, village in enumerate(board.villages) if filled[bit] < len(village.slots) - 1)
    return Villages(sum(1 << bit for bit in free) & ~neutral_at)

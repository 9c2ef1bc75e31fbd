"""Shortest ways over a board, in huts: what missions cost, and what planning bots follow."""

from functools import lru_cache

from perroquet.games.amazonas.board import ALL_LINKS, Board, Link, Villages, bits


def fewest_huts(board: Board, wanted: Villages) -> int | None:
    """Return how few huts make a connected network that holds every one of `wanted`; None = no network does.

    The Steiner tree of a graph whose villages cost one hut each, by Dreyfus and Wagner (Networks 1, 1971): the best
    network that holds a subset and ends in a village is two smaller ones that meet there, or a smaller one and a step.
    """
    targets = tuple(bits(wanted))
    if not targets:
        return 0
    far = len(board.villages) + 1
    best: dict[int, list[int]] = {}
    for subset in range(1, 1 << len(targets)):
        cost = [far] * len(board.villages)
        if subset & (subset - 1) == 0:
            cost[targets[subset.bit_length() - 1]] = 1
        part = (subset - 1) & subset
        while part > subset ^ part:
            one, other = best[part], best[subset ^ part]
            cost = [min(now, a + b - 1) for now, a, b in zip(cost, one, other, strict=True)]
            part = (part - 1) & subset
        best[subset] = _spread(board, cost)
    least = min(best[(1 << len(targets)) - 1])
    return least if least < far else None


def _spread(board: Board, cost: list[int]) -> list[int]:
    """Return the costs when a network may grow by one village at a time."""
    around = board.near[ALL_LINKS]
    found = list(cost)
    for level in range(1, len(cost) + 1):
        for village, known in enumerate(found):
            if known == level:
                for other in bits(around[village]):
                    found[other] = min(found[other], level + 1)
    return found


@lru_cache(maxsize=8)
def steps(board: Board) -> tuple[tuple[int, ...], ...]:
    """Return the number of steps between any two villages over any links; the count of all = no way."""
    links = board.near[ALL_LINKS]
    return tuple(_steps_from(links, village) for village in range(len(links)))


def _steps_from(links: tuple[Villages, ...], start: int) -> tuple[int, ...]:
    found = [len(links)] * len(links)
    found[start], edge, met = 0, 1 << start, 1 << start
    step = 0
    while edge:
        step += 1
        edge = sum({1 << other for village in bits(Villages(edge)) for other in bits(links[village])} - {0}) & ~met
        met |= edge
        for village in bits(Villages(edge)):
            found[village] = step
    return tuple(found)


def reached(board: Board, links: tuple[Link, ...]) -> Villages:
    """Return every village that can be reached from the first one over `links` alone."""
    met, edge = Villages(0), Villages(1)
    while edge:
        met = Villages(met | edge)
        edge = Villages(board.around(met, links))
    return met

"""Amazonas counted out: every set of huts of a small board, every order of four values, and games by their hash."""

from itertools import permutations, product
from typing import Final

import pytest
from perroquet.cli.simulate import fingerprint
from perroquet.games.amazonas.board import Board, Link, Villages, bits
from perroquet.games.amazonas.board_file import parse_board
from perroquet.games.amazonas.building import buildable, neutral_sites, open_links, start_sites
from perroquet.games.amazonas.cards import HAND, Silver
from perroquet.games.amazonas.money import takings, turn_order, value

from tests.games.expedition import AMAZONAS, CROCODILE, EXAMPLE, FIRE, JAGUAR, ORCHIDS, THEFT, board_with

SMALL: Final = parse_board(
    board_with(
        villages=EXAMPLE["villages"][:9],
        missions=[],
        edges=[
            edge
            for edge in EXAMPLE["edges"]
            if {edge["a"], edge["b"]} <= {row["id"] for row in EXAMPLE["villages"][:9]}
        ],
    )
)
"""Nine villages of the example board."""

EVERY = range(1 << len(SMALL.villages))


def defined(board: Board, huts: int, filled: list[int], purse: int, closed: Link | None) -> int:
    """Return where a hut may be built, word by word as RULES.md has it (AM-30, AM-31, AM-40 to AM-42)."""
    found = 0
    for a, b, link in board.links:
        for here, there in ((a, b), (b, a)):
            mine, bit = huts >> board.place[here] & 1, board.place[there]
            slots = board.villages[bit].slots
            free = filled[bit] < len(slots)
            if mine and not huts >> bit & 1 and link is not closed and free and 3 * slots[filled[bit]] <= purse:
                found |= 1 << bit
    return found


@pytest.mark.parametrize("purse", [5, 6, 9, 12, 99])
def test_where_huts_may_stand_is_as_the_rules_say_for_every_set_of_huts(purse: int) -> None:
    for huts in EVERY:
        filled = [huts >> bit & 1 for bit in range(len(SMALL.villages))]
        for event, closed in ((JAGUAR, Link.PATH), (CROCODILE, Link.WATER), (ORCHIDS, None)):
            got = buildable(SMALL, filled, Villages(huts), Silver(purse), links=open_links(event, 3), huts_left=12)
            assert got == defined(SMALL, huts, filled, purse, closed)


def chains(board: Board, huts: int, filled: tuple[int, ...], depth: int) -> int:
    """Return in how many ways a player with money enough can build `depth` huts one after the other."""
    if depth == 0:
        return 1
    ways = 0
    sites = buildable(board, filled, Villages(huts), Silver(999), links=tuple(Link), huts_left=12)
    for bit in bits(sites):
        more = (*filled[:bit], filled[bit] + 1, *filled[bit + 1 :])
        ways += chains(board, huts | 1 << bit, more, depth - 1)
    return ways


def test_ways_to_build_are_counted() -> None:
    counts = [
        sum(
            chains(SMALL, 1 << start, tuple(int(n == start) for n in range(len(SMALL.villages))), depth)
            for start in bits(start_sites(SMALL, [0] * len(SMALL.villages), Silver(9)))
        )
        for depth in range(5)
    ]

    assert counts == [9, 24, 74, 252, 816]


def test_neutral_sites_are_counted_for_every_filling_of_a_board() -> None:
    open_sites = full = 0
    for filled in product(*(range(len(village.slots) + 1) for village in SMALL.villages)):
        sites = neutral_sites(SMALL, filled, Villages(0))
        open_sites += sites.bit_count()
        full += sites == 0
        assert all(filled[bit] < len(SMALL.villages[bit].slots) - 1 for bit in bits(sites))

    assert (open_sites, full) == (58_752, 512)


def test_every_order_of_four_values_keeps_the_coins() -> None:
    ties = 0
    for values in product(range(7), repeat=4):
        for coins in permutations((1, 2, 3, 4)):
            held = dict(zip("ABCD", coins, strict=True))
            order, after = turn_order(dict(zip("ABCD", values, strict=True)), held)
            ranks = [values["ABCD".index(player)] for player in order]
            assert ranks == sorted(ranks, reverse=True)
            assert sorted(after.values()) == [1, 2, 3, 4]
            assert after == held or len(set(values)) < 4
            ties += after != held

    assert ties == 37_464


def test_money_never_falls_below_nothing_for_every_card_event_and_row() -> None:
    seen = 0
    for a, b, c, d, e in product(range(4), repeat=5):
        rows = (a, b, c, d, e)
        for card, event, purse in product(HAND, (FIRE, THEFT, ORCHIDS, JAGUAR), (0, 1, 2, 7)):
            worth = value(card, rows, 0, SMALL.income)
            for whole in (True, False):
                got = takings(event, card, worth, rows, Silver(purse), whole=whole)
                assert 0 <= got.purse == purse + got.income + got.extra - got.lost
                seen += 1

    assert seen == 4**5 * 7 * 4 * 4 * 2


GOLDEN = {2: "9a649fbb860fa921", 3: "ea3fd8a65ed7a59a", 4: "43466f1e8c63aa9c"}


@pytest.mark.parametrize("players", GOLDEN)
def test_a_seed_is_a_game_to_the_byte(players: int) -> None:
    _, sha256 = fingerprint(AMAZONAS, players=players, games=2, seed=7)

    assert sha256[:16] == GOLDEN[players]

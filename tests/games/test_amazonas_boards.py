"""Amazonas boards: what is refused and with which words, what is remarked, and the boards that ship."""

import hashlib
import json
from itertools import pairwise
from typing import Any

import pytest
from perroquet.games.amazonas.board import ALL_LINKS, Link, Villages, bits
from perroquet.games.amazonas.board_check import report
from perroquet.games.amazonas.board_file import board_text, parse_board, rows_of
from perroquet.games.amazonas.board_rows import BadBoard
from perroquet.games.amazonas.house import BOARDS
from perroquet.games.amazonas.routes import fewest_huts, reached, steps
from perroquet.kernel.errors import ConfigurationError

from tests.games.expedition import AMAZONAS, EXAMPLE, board_with

SHA256 = {"example": "28a94426ceb55585a6b4490e83effd2794bca2dc64ecba29fdd742f24f2bfb4c"}
"""Boards that came with the design, unchanged."""


def faults(text: str) -> list[str]:
    """Return what is wrong with a board."""
    with pytest.raises(BadBoard) as refused:
        parse_board(text)
    return [str(fault) for fault in refused.value.faults]


def village(**changes: Any) -> list[dict[str, Any]]:
    """Return the villages of the example board, the first of them changed."""
    first, *others = EXAMPLE["villages"]
    return [{**first, **changes}, *others]


@pytest.mark.parametrize("name", SHA256)
def test_the_example_board_is_as_it_was_given(name: str) -> None:
    assert hashlib.sha256(BOARDS[name].encode()).hexdigest() == SHA256[name]


@pytest.mark.parametrize("name", BOARDS)
def test_every_board_that_ships_is_sound(name: str) -> None:
    found = report(parse_board(BOARDS[name]))

    assert (found.villages, found.slots, found.remarks) == (30, (12, 12, 12, 12, 12), ())
    assert {huts for _, huts in found.missions} == {7}


@pytest.mark.parametrize("name", BOARDS)
def test_a_board_written_is_a_board_read(name: str) -> None:
    text = board_text(rows_of(parse_board(BOARDS[name])))

    assert board_text(rows_of(parse_board(text))) == text


def test_the_river_is_the_example_drawn_anew() -> None:
    river, example = (parse_board(BOARDS[name]) for name in ("river", "example"))

    assert set(river.links) == set(example.links)
    assert [(v.id, v.species, v.slots) for v in river.villages] == [
        (v.id, v.species, v.slots) for v in example.villages
    ]
    assert river.missions == example.missions


def test_a_board_may_come_without_cards_and_without_places() -> None:
    bare = {key: value for key, value in EXAMPLE.items() if key not in ("income_cards", "income_cards_note", "licence")}
    bare["villages"] = [{k: v for k, v in row.items() if k not in "xy"} for row in EXAMPLE["villages"]]
    board = parse_board(json.dumps(bare))

    assert board.villages[0].at is None
    assert board.income == parse_board(BOARDS["example"]).income
    assert board_text(rows_of(parse_board(board_text(rows_of(board))))) == board_text(rows_of(board))


def numbered(card: dict[str, Any], **ids: int) -> dict[str, Any]:
    return {**card, "tiebreak_id": ids}


CARDS = EXAMPLE["income_cards"]
EDGES = EXAMPLE["edges"]
M1, *MISSIONS = EXAMPLE["missions"]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: not JSON"),
        ('{\n"format": x}', "line 2: not JSON"),
        ("[]", "line 1: the file = []"),
        (board_with(format="amazonas-board/2"), "line 2: format 'amazonas-board/2'; 'amazonas-board/1' is wanted"),
        (board_with(format=7), "line 2: format = 7"),
        (board_with(colour="red"), "colour = 'red'"),
        (board_with(species=["orchidee"]), "line 6: species ['orchidee']; exactly"),
        (board_with(villages=EXAMPLE["villages"][:7]), "7 villages; at least 8"),
        (board_with(villages=village(id="taja")), "village 'taja' is there twice"),
        (board_with(villages=village(name="Taja")), "two villages are called 'Taja'"),
        (board_with(villages=village(species="orchis")), "line 14: village 'aracuri' has species 'orchis'"),
        (board_with(villages=village(slots=[])), "village 'aracuri' has prices []; 1 to 4 of 1 to 9 gold"),
        (board_with(villages=village(slots=[0, 3])), "village 'aracuri' has prices [0, 3]"),
        (board_with(villages=village(slots=[3, 3])), "each hut must cost more than the one before it"),
        (board_with(villages=village(slots=[3, 2])), "each hut must cost more than the one before it"),
        (board_with(villages=[{**row, "slots": [5]} for row in EXAMPLE["villages"]]), "0 sites within 3 gold"),
        (board_with(tiles_per_species=11), "12 sites of orchidee for 11 tiles"),
        (board_with(tiles_per_species=0), "0 tiles of each species"),
        (board_with(edges=[*EDGES, {"a": "taja", "b": "tajo", "via": "eau"}]), "no village; did you mean 'taja'?"),
        (board_with(edges=[*EDGES, {"a": "taja", "b": "zzzz", "via": "eau"}]), "link to 'zzzz', which is no village"),
        (board_with(edges=[*EDGES, {"a": "taja", "b": "taja", "via": "eau"}]), "'taja' is linked to itself"),
        (board_with(edges=[*EDGES, {"a": "taja", "b": "ranchos", "via": "air"}]), "via 'air'; sentier or eau"),
        (board_with(edges=[*EDGES, {**EDGES[0], "a": EDGES[0]["b"], "b": EDGES[0]["a"]}]), "linked by eau twice"),
        (board_with(edges=[one for one in EDGES if "aracuri" not in one.values()]), "village 'aracuri' is isolated"),
        (board_with(edges=[{"a": "aracuri", "b": "belavista", "via": "eau"}]), "village 'camboara' is isolated"),
        (board_with(missions=[M1, M1]), "mission 'M1' is there twice"),
        (board_with(missions=[{**M1, "villages": ["taja"]}]), "mission 'M1' names ['taja']; 4 different villages"),
        (board_with(missions=[{**M1, "villages": ["taja"] * 4}]), "4 different villages are wanted"),
        (
            board_with(missions=[{**M1, "villages": ["a", "taja", "ranchos", "bidora"]}]),
            "names 'a', which is no village",
        ),
        (board_with(income_cards=CARDS[1:]), "income cards [1, 2, 3, 4, 5, 6]; one each of 0 to 6"),
        (board_with(income_cards=[{**CARDS[0], "species": "iguane"}, *CARDS[1:]]), "'longest' is wanted"),
        (board_with(income_cards=[CARDS[0], {**CARDS[1], "species": "indio"}, *CARDS[2:]]), "orchidee, poisson"),
        (board_with(income_cards=[CARDS[0], {**CARDS[1], "species": "iguane"}, *CARDS[2:]]), "is on 2 income cards"),
        (board_with(income_cards=[numbered(CARDS[0], **{"1": 4}), *CARDS[1:]]), "tiebreak_id needs a different number"),
        (
            board_with(income_cards=[numbered(card, **{"1": 1, "2": 2, "3": 3, "4": 4}) for card in CARDS]),
            "tiebreak_id",
        ),
    ],
)
def test_a_board_that_cannot_be_played_is_refused_with_the_line(text: str, says: str) -> None:
    assert any(says in fault for fault in faults(text)), faults(text)


def test_parts_of_a_board_that_do_not_hang_together_are_named() -> None:
    ids = [row["id"] for row in EXAMPLE["villages"]]
    chains = [*pairwise(ids[:15]), *pairwise(ids[15:])]
    text = board_with(edges=[{"a": a, "b": b, "via": "eau"} for a, b in chains])

    assert any(f"{ids[15]}, {ids[16]}" in one and "cannot be reached from 'aracuri'" in one for one in faults(text))


def test_a_mission_that_takes_more_huts_than_a_player_has_is_refused() -> None:
    water = [one for one in EDGES if one["via"] == "eau"]

    assert [fault.split(": ", 1)[1] for fault in faults(board_with(edges=water, missions=MISSIONS))] == [
        "mission 'M5' takes 15 huts; a player has 12: choose villages nearer one another"
    ]


def test_faults_come_by_line_all_at_once() -> None:
    found = faults(board_with(villages=village(slots=[9, 2], species="x"), missions=[M1, M1]))
    lines = [int(fault.split(":")[0].removeprefix("line ")) for fault in found]

    assert len(found) >= 3
    assert lines == sorted(lines)


def test_a_report_says_what_a_maker_may_want_to_change() -> None:
    water = [one for one in EDGES if one["via"] == "eau"]
    near = [mission for mission in MISSIONS if mission["id"] != "M5"]
    board = parse_board(board_with(edges=water, missions=near, tiles_per_species=13))

    assert [remark[:20] for remark in report(board).remarks] == [
        "by sentier alone 29 ",
        "12 sites of orchidee",
        "12 sites of poisson ",
        "12 sites of papillon",
        "12 sites of perroque",
        "12 sites of iguane f",
        "missions take 9 to 1",
        "6 missions; the box ",
    ]


def test_the_fewest_huts_for_a_set_of_villages() -> None:
    board = parse_board(BOARDS["example"])

    assert fewest_huts(board, Villages(0)) == 0
    assert fewest_huts(board, board.mask(("taja",))) == 1
    assert fewest_huts(board, board.mask(("ranchos", "taja"))) == 3
    assert reached(board, (Link.WATER,)).bit_count() == 30
    assert steps(board)[board.place["taja"]][board.place["ranchos"]] == 2


def brute_force(board: Any, wanted: int) -> int:
    """Return the fewest huts by trying every set of villages."""
    around = board.near[ALL_LINKS]

    def connected(villages: int) -> bool:
        met = villages & -villages
        while True:
            grown = met
            for bit in bits(Villages(met)):
                grown |= around[bit] & villages
            if grown == met:
                return met == villages
            met = grown

    sets = (villages for villages in range(1, 1 << len(board.villages)) if villages & wanted == wanted)
    return min(villages.bit_count() for villages in sets if connected(villages))


def test_the_fewest_huts_are_those_of_trying_everything() -> None:
    kept = EXAMPLE["villages"][:10]
    ids = {row["id"] for row in kept}
    board = parse_board(
        board_with(villages=kept, missions=[], edges=[one for one in EDGES if {one["a"], one["b"]} <= ids])
    )

    for wanted in (0b11, 0b1000000001, 0b100100100, 0b1010010001):
        assert fewest_huts(board, Villages(wanted)) == brute_force(board, wanted)


def test_a_house_names_a_board_or_brings_one() -> None:
    assert AMAZONAS.sheet({"board": board_with(title="Ours")}).board != "river"
    for text, says in (("rivr", "no board of that name"), ("{", "not JSON"), ("none", "")):
        if says:
            with pytest.raises(ConfigurationError, match=says):
                AMAZONAS.sheet({"board": text})
        else:
            assert AMAZONAS.sheet({"board": text}).board == "none"

"""Boards as tables, drafts and pictures."""

import json
import re
from dataclasses import replace

import pytest
from perroquet.games.amazonas.board import Link
from perroquet.games.amazonas.board_csv import csv_text, parse_csv
from perroquet.games.amazonas.board_draft import EMPTY, Assign, Change, Describe, Join, Place, Remove, edited, faults
from perroquet.games.amazonas.board_file import board_text, parse_board, rows_of
from perroquet.games.amazonas.board_picture import picture
from perroquet.games.amazonas.board_rows import BadBoard, BoardRows
from perroquet.games.amazonas.cards import Species
from perroquet.games.amazonas.house import BOARDS
from perroquet.kernel.errors import IllegalCommand

from tests.games.expedition import EXAMPLE, board_with

RIVER = parse_board(BOARDS["river"])
TABLE = csv_text(RIVER)


def test_a_table_written_is_a_board_read() -> None:
    again = parse_csv(TABLE)

    assert csv_text(again) == TABLE
    assert set(again.links) == set(RIVER.links)
    # a card's villages come in the order of the table: as a set they are the same
    assert [(one.id, sorted(one.villages)) for one in again.missions] == [
        (one.id, sorted(one.villages)) for one in RIVER.missions
    ]
    assert replace_links(board_text(rows_of(again))) == replace_links(board_text(rows_of(RIVER)))


def replace_links(text: str) -> dict[str, object]:
    """Return a board file without what a table may order anew."""
    return {key: value for key, value in json.loads(text).items() if key not in ("edges", "missions")}


def test_a_table_that_is_no_table_is_refused_with_its_line() -> None:
    first, head, *rows = TABLE.splitlines()

    with pytest.raises(BadBoard, match="a table of comma-separated values is wanted") as refused:
        parse_csv("\n".join([first, head, rows[0], rows[1].replace(",", ",\r", 1), *rows[2:]]))
    assert refused.value.faults[0].line == 4


def test_a_link_may_stand_in_either_row_or_in_both() -> None:
    first, head, aracuri, belavista, *others = TABLE.splitlines()
    both = belavista.replace(",camboara,", ",camboara aracuri,")
    only_there = aracuri.replace(",belavista,", ",,")

    for rows in ((aracuri, both), (only_there, both)):
        links = parse_csv("\n".join((first, head, *rows, *others))).links
        assert {(frozenset((a, b)), via) for a, b, via in links} == {
            (frozenset((a, b)), via) for a, b, via in RIVER.links
        }
        assert len(links) == len(RIVER.links)


def with_line(number: int, line: str) -> str:
    lines = TABLE.splitlines()
    lines[number - 1] = line
    return "\n".join(lines)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("", "line 1: the first line is ''"),
        (with_line(1, "# {"), "line 1: not JSON"),
        (with_line(2, "id,name"), "line 2: the columns are id, name; id, name, species, slots"),
        (TABLE.splitlines()[0], "line 2: the columns are"),
        (with_line(3, "aracuri,Aracuri"), "line 3: 'aracuri' has another number of columns"),
        (with_line(3, "aracuri,Aracuri,poisson,2,,,,,M6,more"), "line 3: 'aracuri' has another number of columns"),
        (with_line(3, "aracuri,Aracuri,poisson,two,,,belavista,,"), "line 3: 'aracuri': invalid literal"),
        (with_line(3, "aracuri,Aracuri,poisson,2,left,0,belavista,,"), "line 3: 'aracuri': could not convert"),
        (with_line(3, "aracuri,Aracuri,orchis,2,,,belavista,,"), "line 3: village 'aracuri' has species 'orchis'"),
        (with_line(3, "aracuri,Aracuri,poisson,2,,,belavist,,"), "line 3: link to 'belavist'"),
        (with_line(3, "aracuri,Aracuri,poisson,2,,,belavista,,M9"), "line 3: mission 'M9' names ['aracuri']"),
        (with_line(1, '# {"id": "x"}'), "line 1: title ="),
    ],
)
def test_a_table_that_is_no_board_is_refused_with_the_line(text: str, says: str) -> None:
    with pytest.raises(BadBoard) as refused:
        parse_csv(text)

    assert any(str(fault).startswith(says) for fault in refused.value.faults), str(refused.value)


def test_villages_without_places_stay_without_in_a_table() -> None:
    bare = board_with(villages=[{k: v for k, v in row.items() if k not in "xy"} for row in EXAMPLE["villages"]])

    assert parse_csv(csv_text(parse_board(bare))).villages[0].at is None


# --- drafts


def drawn(draft: BoardRows, *changes: Change) -> BoardRows:
    for change in changes:
        draft = edited(draft, change)
    return draft


def test_a_printed_board_can_be_entered_village_by_village() -> None:
    draft = EMPTY
    for row in EXAMPLE["villages"]:
        draft = drawn(
            draft,
            Place(id=row["id"], x=0.5, y=0.5),
            Describe(id=row["id"], name=row["name"], species=Species(row["species"]), slots=tuple(row["slots"])),
            Place(id=row["id"], x=row["x"], y=row["y"]),
        )
    for row in EXAMPLE["edges"]:
        draft = edited(draft, Join(a=row["a"], b=row["b"], via=Link(row["via"])))
    for row in EXAMPLE["missions"]:
        draft = edited(draft, Assign(mission=row["id"], villages=tuple(row["villages"])))

    assert faults(draft) == ()
    assert parse_board(board_text(draft)).villages == parse_board(BOARDS["example"]).villages


def test_a_draft_says_what_is_missing() -> None:
    draft = drawn(EMPTY, Place(id="here", x=0.1, y=0.2))

    assert "1 villages; at least 8 are wanted" in faults(draft)
    assert any("'here' has prices []" in fault for fault in faults(draft))


def test_what_is_removed_takes_its_links_and_missions_along() -> None:
    rows = rows_of(RIVER)
    less = drawn(rows, Remove(id="ranchos"), Assign(mission="M2", villages=()))

    assert all("ranchos" not in (edge.a, edge.b) for edge in less.edges)
    assert less.missions[0].villages == ("taja", "bidora", "piedras")
    assert [mission.id for mission in less.missions] == ["M1", "M3", "M4", "M5", "M6", "M7", "M8"]


def test_joining_twice_takes_the_link_away() -> None:
    two = drawn(EMPTY, Place(id="a", x=0, y=0), Place(id="b", x=1, y=1), Join(a="a", b="b", via=Link.PATH))

    assert len(two.edges) == 1
    assert drawn(two, Join(a="b", b="a", via=Link.PATH)).edges == ()
    assert len(drawn(two, Join(a="b", b="a", via=Link.WATER)).edges) == 2


@pytest.mark.parametrize(
    "change",
    [
        Describe(id="x", name="X", species=Species.FISH, slots=(2,)),
        Remove(id="x"),
        Join(a="x", b="y", via=Link.PATH),
        Assign(mission="M1", villages=("x",)),
        Place(id="x", x=1.5, y=0),
    ],
)
def test_a_change_to_what_is_not_there_is_refused(change: Change) -> None:
    with pytest.raises(IllegalCommand):
        edited(EMPTY, change)


# --- pictures


def test_a_picture_shows_every_village_price_and_link() -> None:
    drawing = picture(RIVER)

    assert [int(number) for number in re.findall(r'class="n"[^>]*>(\d+) ', drawing)] == list(range(1, 31))
    assert drawing.count('class="s"') == 60
    assert (drawing.count('class="w"'), drawing.count('class="p"')) == (30, 31)


def test_names_on_a_picture_are_only_text_and_villages_without_a_place_make_a_circle() -> None:
    first = replace(RIVER.villages[0], name="<script>", at=None)
    drawing = picture(replace(RIVER, villages=(first, *RIVER.villages[1:])))

    assert "<script>" not in drawing
    assert "translate(750 100)" in drawing


def test_no_two_villages_of_the_river_cover_one_another() -> None:
    boxes = [
        (float(x), float(y), float(width))
        for x, y, width in re.findall(r'translate\((\d+) (\d+)\)"><rect class="b"[^>]*width="(\d+)"', picture(RIVER))
    ]

    assert len(boxes) == 30
    for n, (x, y, width) in enumerate(boxes):
        for u, v, other in boxes[:n]:
            assert abs(x - u) >= (width + other) / 2 or abs(y - v) >= 56

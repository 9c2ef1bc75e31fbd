"""The parts list: complete in every line, and within the budget that the base was promised."""

import csv
import re
from collections import Counter
from dataclasses import dataclass
from decimal import Decimal
from pathlib import Path

import pytest

HARDWARE = Path(__file__).parents[2] / "hardware"
COLUMNS = ["set", "part", "quantity", "price_eur", "price_is", "source", "alternative"]
SOURCES = {"maker shop", "electronics shop", "hardware shop", "marketplace", "stationer"}
BASE_BUDGET = Decimal(60)


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line of the list; the price is of one piece."""

    set: str
    part: str
    quantity: int
    price_eur: Decimal
    price_is: str
    source: str
    alternative: str


def parse(text: str) -> list[Line]:
    """Read a parts list; a line with a column too many or too few is refused."""
    header, *rows = csv.reader(text.splitlines())
    assert header == COLUMNS
    found = [dict(zip(COLUMNS, row, strict=True)) for row in rows]
    return [
        Line(**{**row, "quantity": int(row["quantity"]), "price_eur": Decimal(row["price_eur"])})  # pyright: ignore[reportArgumentType]
        for row in found
    ]


def total(lines: list[Line], name: str) -> Decimal:
    """What a set costs in euros."""
    return sum((line.quantity * line.price_eur for line in lines if line.set == name), Decimal(0))


LINES = parse((HARDWARE / "bom.csv").read_text("utf-8"))


def test_the_base_costs_no_more_than_was_promised():
    assert Decimal(0) < total(LINES, "base") <= BASE_BUDGET


@pytest.mark.parametrize("line", LINES, ids=lambda line: line.part)
def test_every_line_says_where_it_comes_from_and_what_would_do_instead(line: Line):
    assert line.set in {"base", "box", "seat", "option"}
    assert line.part
    assert line.quantity > 0
    assert line.price_eur > 0
    assert line.price_is in {"guess", "paid"}
    assert line.source in SOURCES
    assert line.alternative


def test_no_part_is_listed_twice_in_a_set():
    assert [key for key, times in Counter((line.set, line.part) for line in LINES).items() if times > 1] == []


def test_the_readme_tells_what_each_set_costs():
    told = re.findall(r"^\| `(\w+)` \|.*\| (\d+\.\d\d) \|$", (HARDWARE / "README.md").read_text("utf-8"), re.MULTILINE)

    assert {name: Decimal(sum_) for name, sum_ in told} == {
        name: total(LINES, name) for name in ("base", "box", "seat", "option")
    }


def test_a_line_without_all_its_columns_is_noticed():
    with pytest.raises(ValueError, match="shorter"):
        parse(",".join(COLUMNS) + "\nbase,Pico,1,5.00,guess,maker shop\n")

"""Spoilt inputs of every reader, a fixed number each; `make fuzz` goes on for longer."""

from itertools import islice

import pytest
from perroquet.kernel.errors import PerroquetError

from tests.fuzz.__main__ import surprise
from tests.fuzz.targets import TARGETS, Target, inputs

EACH = 200
SLOW = {"captures": 60, "journal-files": 100}
"""Targets with fewer inputs: an analysis, a database."""


@pytest.mark.parametrize("name", TARGETS)
def test_a_reader_takes_or_refuses_whatever_comes(name: str):
    target = TARGETS[name]

    told = {surprise(target, data) for data in islice(inputs(target, seed=1), SLOW.get(name, EACH))}
    assert told == {None}


@pytest.mark.parametrize("name", TARGETS)
def test_the_examples_are_well_formed(name: str):
    target = TARGETS[name]

    for data in target.examples()[:3]:
        target.feed(data)


@pytest.mark.parametrize("name", TARGETS)
def test_the_same_seed_spoils_the_same_way(name: str):
    assert list(islice(inputs(TARGETS[name], seed=7), 5)) == list(islice(inputs(TARGETS[name], seed=7), 5))


def test_a_reader_that_expects_too_little_is_noticed():
    def trusting(data: bytes) -> object:
        if not data.startswith(b"{"):
            raise PerroquetError("not an object")
        return {b"{}": 1}[data]

    careless = Target(
        examples=lambda: [b"{}"], spoil=lambda _data, luck: luck.choice([b"x", b"{}", b"{1}"]), feed=trusting
    )

    assert {(surprise(careless, data) or "").split(" ")[0] for data in islice(inputs(careless, seed=1), 20)} == {
        "",
        "KeyError",
    }

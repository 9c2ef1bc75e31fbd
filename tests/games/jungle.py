"""Tables of Jungle Speed with known cards, and what the referee makes of them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.cards import UNKNOWN, Card
from perroquet.games.jungle_speed.case_shape import Case
from perroquet.games.jungle_speed.cases import play as play_case
from perroquet.games.jungle_speed.house import House
from perroquet.games.jungle_speed.piles import Cards, Holding
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import Seat
from pydantic import TypeAdapter

from tests.games.hands import BEN, JUNGLE_SPEED


def cards(codes: str) -> tuple[Card, ...]:
    return tuple(Card(code) for code in codes.split())


def table(
    *piles: str,
    reserves: tuple[int, ...] = (10,) * 10,
    pot: str = "",
    turn: Seat | None = BEN,
    house: Mapping[str, Any] | None = None,
    seats: tuple[int, ...] | None = None,
    **more: Any,
) -> State:
    """Return a table whose face-up piles are these, as words of card codes."""
    places = tuple(range(len(piles))) if seats is None else seats
    holdings = tuple(
        Holding(seat=Seat(place), reserve=(UNKNOWN,) * reserve, pile=cards(pile))
        for place, reserve, pile in zip(places, reserves, piles, strict=False)
    )
    return State(
        seats=tuple(dict.fromkeys(Seat(place % 10) for place in places)),
        house=House(cards="virtual", **(house or {})),
        luck=Luck("table"),
        cards=Cards(holdings=holdings, pot=cards(pot), turn=turn),
        **more,
    )


def ruled(state: Any, command: Any) -> ev.Ruled:
    """Return the one ruling that `command` brings about."""
    (event,) = (event for event in JUNGLE_SPEED.decide(state, command) if isinstance(event, ev.Ruled))
    return event


def asked(state: Any, command: Any) -> ev.Asked:
    """Return the question that `command` leads to."""
    (event,) = JUNGLE_SPEED.decide(state, command)
    assert isinstance(event, ev.Asked)
    return event


def refusal(state: Any, command: Any) -> str:
    """Return the code by which `command` is refused."""
    with pytest.raises(IllegalCommand) as refused:
        JUNGLE_SPEED.decide(state, command)
    return refused.value.code


CASES: dict[str, dict[str, Any]] = {
    case["id"]: case
    for case in json.loads((Path(__file__).parents[1] / "cases/jungle-speed.json").read_text(encoding="utf-8"))[
        "scenarios"
    ]
}
READER = TypeAdapter(Case)


def answer(case: str, *, events: list[dict[str, Any]] | None = None, **house: Any) -> Mapping[str, Any]:
    """Return what the rules say of a case of the file at a table with these house rules.

    `events` are added to the case's own; one at the time of an old one takes its stead.
    """
    given = CASES[case]
    state = {**given["state"], "config_overrides": {**given["state"]["config_overrides"], **house}}
    added = {event["t"]: event for event in events or ()}
    kept = [event for event in given["event"] if event["t"] not in added]
    return play_case(READER.validate_python({**given, "state": state, "event": [*kept, *added.values()]}))

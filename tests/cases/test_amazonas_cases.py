"""The case file of Amazonas, unchanged, through its rules; and what is said of a malformed case."""

import json
from pathlib import Path
from typing import Any

import pytest
from perroquet.games import game_named
from perroquet.games.amazonas.cards import EventCard, Kind, Silver
from perroquet.games.amazonas.money import coins, takings, turn_order
from perroquet.kernel.cases import CaseOutcome, CaseStatus
from perroquet.kernel.errors import MalformedCase

FILE = Path(__file__).parent / "amazonas.json"
HEAD = {key: value for key, value in json.loads(FILE.read_text(encoding="utf-8")).items() if key != "scenarios"}


def outcomes(text: str) -> tuple[CaseOutcome, ...]:
    adapter = game_named("amazonas").cases
    assert adapter is not None
    return adapter(text)


def one(state: dict[str, Any], event: dict[str, Any], expected: Any = None, **head: Any) -> CaseOutcome:
    """Return the outcome of one case under the head of the file, with parts of it changed."""
    case = {"id": "X", "state": state, "event": event, "expected": {} if expected is None else expected}
    (outcome,) = outcomes(json.dumps({**HEAD, **head, "scenarios": [case]}))
    return outcome


def test_all_cases_pass() -> None:
    found = outcomes(FILE.read_text(encoding="utf-8"))

    assert len(found) == 68
    assert [case for case in found if case.status is not CaseStatus.PASSED] == []


def test_a_wrong_answer_fails_with_both_answers() -> None:
    failed = one({"gold": 0, "silver": 0}, {"type": "credit", "silver": 5}, {"gold": 2, "silver": 2})

    assert (failed.status, failed.diff) == (CaseStatus.FAILED, "gold: got 1, wanted 2")


def test_sets_may_come_in_any_order() -> None:
    tiles = {"tiles": {"orchidee": 1, "papillon": 2}}

    for targets, status in (
        (["papillon", "orchidee"], CaseStatus.PASSED),
        (["papillon"], CaseStatus.FAILED),
        (None, CaseStatus.FAILED),
    ):
        assert one(tiles, {"type": "indio_targets"}, {"targets": targets}).status is status


@pytest.mark.parametrize(
    ("state", "event", "says"),
    [
        ({}, {"type": "castle"}, "event 'castle' does not exist"),
        ({}, {"type": "value"}, "income card None does not exist; 0 to 6 do"),
        ({}, {"type": "value", "card": 9}, "income card 9"),
        ({}, {"type": "value", "card": 1, "colour": 3}, "event.colour"),
        ({"gold": "much"}, {"type": "credit"}, "state.gold = 'much'"),
        ({"gold": -1}, {"type": "credit"}, "no purse holds less than nothing"),
        ({"silver": -4}, {"type": "credit"}, "no purse holds less than nothing"),
        ({}, {"type": "credit", "silver": -5}, "-5 silver received"),
        ({"tiles": {"orchis": 1}}, {"type": "value", "card": 1}, "species 'orchis' does not exist"),
        ({"tiles": {"orchidee": -1}}, {"type": "value", "card": 1}, "-1 tiles of 'orchidee'"),
        ({"tiles": {"A": {"orchidee": 1}}}, {"type": "value", "card": 1}, "a count from 0 is wanted"),
        ({"played": [3, 3]}, {"type": "hand_after"}, "card 3 was played twice"),
        ({}, {"type": "new_game", "players": 5}, "5 players, seat 1 first"),
        ({}, {"type": "new_game", "players": 3, "first_seat": 4}, "3 players, seat 4 first"),
        ({"copper": {"A": 1}}, {"type": "order", "values": {"A": 1, "B": 2}}, "a coin of their own"),
        ({"copper": {"A": 1, "B": 1}}, {"type": "order", "values": {"A": 1, "B": 2}}, "a coin of their own"),
        ({}, {"type": "order", "event_card": "storm"}, "event card 'storm' does not exist"),
        ({}, {"type": "order", "event_card": "extra"}, "event card 'extra' does not exist"),
        ({}, {"type": "order", "event_card": "vol:iguane"}, "event card 'vol:iguane' does not exist"),
        ({}, {"type": "turn_money", "card": 1, "hire_on": "iguane"}, "nobody can hire on iguane"),
        (
            {"tiles": {"iguane": 1}},
            {"type": "turn_money", "card": 1, "event_card": "vol", "hire_on": "iguane"},
            "nobody can hire",
        ),
        ({}, {"type": "turn_money", "card": 1, "event_card": "indio", "hire_on": "iguane"}, "nobody can hire"),
        ({"order": ["A"]}, {"type": "indio_offers", "choices": {"A": "run"}}, "choice 'run' of A; money or hire"),
        ({"huts": ["paris"]}, {"type": "legal_builds"}, "village 'paris' is not on the board"),
        ({"huts": ["taja", "taja"]}, {"type": "legal_builds"}, "village 'taja' is there twice"),
        ({"others": {"paris": 1}}, {"type": "legal_start"}, "village 'paris' is not on the board"),
        ({"others": {"taja": 3}}, {"type": "legal_start"}, "3 huts in 'taja', which has 2 sites"),
        ({"gold": 1}, {"type": "build", "village": "taja"}, "no hut can be built in 'taja'"),
        ({"gold": 9, "others": {"bidora": 1}}, {"type": "build", "village": "bidora"}, "no hut can be built"),
        ({"gold": 9, "huts": ["taja"]}, {"type": "build", "village": "otire"}, "no hut can be built in 'otire'"),
        ({"players": 5}, {"type": "complete_five", "sequence": ["A"]}, "5 players complete"),
        ({"players": 2}, {"type": "complete_five", "sequence": ["A", "A"]}, "completes once"),
        ({"players": 2}, {"type": "complete_five", "sequence": ["A", "B", "C"]}, "completes once"),
        ({}, {"type": "score", "mission_scoring": "plus9"}, "mission_scoring 'plus9'"),
        ({"mission_done": 5}, {"type": "score"}, "5 mission villages; 0 to 4"),
        ({}, {"type": "winner"}, "players 4; each player's points"),
        ({"players": {}}, {"type": "winner"}, "players {}"),
        ({"players": {"A": {"points": 1}}}, {"type": "winner"}, "state.players"),
    ],
)
def test_a_malformed_case_is_refused_with_the_reason(state: dict[str, Any], event: dict[str, Any], says: str) -> None:
    refused = one(state, event)

    assert refused.status is CaseStatus.REFUSED
    assert says in refused.diff


@pytest.mark.parametrize(
    ("head", "says"),
    [
        ({"fixture_board": {"villages": {}}}, "fixture_board and fixture_income_species"),
        ({"fixture_board": {"villages": {}, "edges": [["a", "b", "eau"]]}}, "fixture link ['a', 'b', 'eau']"),
    ],
)
def test_a_fixture_that_contradicts_itself_is_refused(head: dict[str, Any], says: str) -> None:
    refused = one({}, {"type": "census"}, **head)

    assert refused.status is CaseStatus.REFUSED
    assert says in refused.diff


def test_neutral_huts_belong_to_two_players_with_one_left() -> None:
    for state in ({"players": 4}, {"players": 2, "left": 0}, {"players": 2, "placed_this_turn": 1}):
        assert one(state, {"type": "legal_neutral"}, {"legal": []}).status is CaseStatus.PASSED
    assert one({"players": 2}, {"type": "legal_neutral"}, {"legal": []}).status is CaseStatus.FAILED


def test_a_build_without_huts_is_not_asked_for_its_link_and_adds_to_the_tiles() -> None:
    built = {"gold": 1, "silver": 0, "tiles": {"perroquet": 2}, "paid": 2}

    assert one({"gold": 3, "tiles": {"perroquet": 1}}, {"type": "build", "village": "otire"}, built).status == "passed"


def test_another_format_is_refused_as_a_whole() -> None:
    with pytest.raises(MalformedCase):
        outcomes('{"format": "chess/1"}')


def test_the_other_exchange_is_the_one_that_a_case_notes_am_17() -> None:
    """The case order-05: rotate would give A:2, B:4, C:1."""
    _, after = turn_order({"A": 5, "B": 5, "C": 5, "D": 1}, {"A": 1, "B": 2, "C": 4, "D": 3}, rotate=True)

    assert after == {"A": 2, "B": 4, "C": 1, "D": 3}


def test_the_other_theft_is_the_one_that_a_case_notes_am_33() -> None:
    """The case theft of two gold, one silver: silver alone leaves two gold."""
    got = takings(EventCard(kind=Kind.THEFT), 1, Silver(1), (0, 2, 0, 0, 2), Silver(6), whole=False)

    assert coins(got.purse) == (2, 0)

"""What the adapter of L'Orchidée says of cases that are in no file: other options, other events, malformed ones."""

import json
from typing import Any

import pytest
from perroquet.games import game_named
from perroquet.kernel.cases import CaseOutcome, CaseStatus


def one(case: dict[str, Any]) -> CaseOutcome:
    adapter = game_named("orchidee").cases
    assert adapter is not None
    (found,) = adapter(json.dumps({"format": "orchidee-cases/1", "scenarios": [case]}))
    return found


def case(event: dict[str, Any], expected: dict[str, Any], **state: Any) -> dict[str, Any]:
    return {"id": "x", "players": 4, "state": state, "event": event, "expected": expected}


RAID = {"raid": True}


@pytest.mark.parametrize(
    "sound",
    [
        case({"deal": True}, {"in_deck": {"O": False}}, orchid="lost", options={"orchid_lost": "permanent"}),
        case({"dealt": {"set_aside": ["P1"]}}, {"redeal": False}),
        case({"start_round": 2}, {"dealer": 2}, dealer=2, options={"dealer": "same"}),
        case({"play": ["I1", "P1", "I2", "P2"]}, {"winner": None, "discarded": ["I1", "P1", "I2", "P2"]}),
        case({"play": ["I1", "O", "I2", "P2"]}, {"rejected": "orchid_not_playable", "winner": None}),
        case({"play_card": [2, "I3"]}, {"ok": True}, trick=["I7"]),
        case({"play_card": [2, "I3"]}, {"rejected": "not_your_turn"}, dealer=0),
        case({"check": True}, {"round_over": None}, tricks_done=3),
        case({"check": True}, {"round_over": "out_of_cards"}, tricks_done=9),
        case(
            {"pilfer": [1, "P1"]}, {"rejected": "no_trick_won"}, phase="pilfer", tricks_won=[1, 0, 0, 0], tricks_done=9
        ),
        case(RAID, {"orchid": "lost", "window_opened": True, "caught": None}, holder=1, orchid_hidden=True),
        case(
            {"raid": True, "accuse": [[0, 2, 1.0], [3, 2, 2.0]]},
            {"caught": 2, "loses": None},
            holder=2,
            orchid_hidden=True,
        ),
        case({"raid_due": True}, {"raid": True}),
        case({"press": [[0, 5.0]], "raid_onset": 4.99}, {"shouter": None, "raid": True}, variant="agent", parrot=True),
        case({"shout": [0, 2]}, {"rejected": "no_agent"}),
        case({"shout": [0, 2]}, {"rejected": None, "loses": [[0, None]]}, variant="agent", parrot=True, holder=1),
        case({"steal": [[0, "I5", 1]]}, {"rejected": "no_nugget", "moves": []}, pilfered={"0": ["I5"], "1": ["I1"]}),
        case(
            {"steal": [[0, "I5", 1]], "defend": "I9", "counter": "I19"},
            {"moves": [["P4", 1, 0]], "discarded": ["I5", "I9", "I19"]},
            pilfered={"0": ["I5", "I19"], "1": ["P4", "I9"]},
            options={"counter": "chain"},
        ),
        case({"pilfer_done": True}, {"phase": "play"}, phase="pilfer", round=2),
        case(
            {"pilfer": [0, "P1"]},
            {"rejected": "one_per_round"},
            phase="pilfer",
            pilfer_left=[1],
            tricks_won=[1, 1, 0, 0],
        ),
    ],
    ids=lambda given: json.dumps(given["event"]),
)
def test_other_cases_are_ruled_too(sound: dict[str, Any]) -> None:
    found = one(sound)

    assert (found.status, found.diff) == (CaseStatus.PASSED, "")


def test_a_part_of_an_answer_that_is_wrong_fails() -> None:
    failed = one(case({"score": True}, {"score": {"0": 4}}, pilfered={"0": ["P3"]}))

    assert failed.diff == "score: got {'0': 3, '1': 0, '2': 0, '3': 0}, wanted {'0': 4}"


@pytest.mark.parametrize(
    ("malformed", "words"),
    [
        (case({"sing": True}, {}), "does not exist"),
        (case(RAID, {}, options={"sauce": "yes"}), "orchidee has no house rule 'sauce'"),
        (case(RAID, {}, phase="lunch"), "phase 'lunch' does not exist"),
        (case(RAID, {}, seen=["X9"]), "card 'X9' does not exist"),
        (case(RAID, {}, score={"9": 3}), "seat '9' does not play"),
        (case({"phase": "play"}, {}), "'thefts' is wanted"),
        (case({"press": [[0, 1.0]]}, {}, clock_uncertainty_s=0.5), "told apart by milliseconds"),
        ({**case(RAID, {}), "players": 6}, "6 players"),
    ],
)
def test_a_malformed_case_is_refused_with_a_reason(malformed: dict[str, Any], words: str) -> None:
    refused = one(malformed)

    assert refused.status is CaseStatus.REFUSED
    assert words in refused.diff

"""The case files, unchanged, through the rules that exist; and what is said of a malformed case."""

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from perroquet.cli.cases import run_cases
from perroquet.games import game_named
from perroquet.kernel.cases import CaseOutcome, CaseStatus
from perroquet.kernel.cases import run_cases as run_file
from perroquet.kernel.errors import MalformedCase

HERE = Path(__file__).parent

SHA256 = {
    "amazonas.json": "429cb21f0159ac5a3afc8a13251158e7725cb878aed0692364c2959c5bce29ce",
    "jungle-speed.json": "d1c0cce2b0d1a60ff057bc2c692aa6e147a3e704673e99e62a0439e861ce36e0",
    "orchidee.json": "dcfda2d49140146624131e789bb78a74ce86dfe3fbd7ab96d958f04d8225c71c",
}

# fmt: off
PASSED = {
    "jungle-speed": frozenset(
        case["id"] for case in json.loads((HERE / "jungle-speed.json").read_text(encoding="utf-8"))["scenarios"]
    ),
    "orchidee": frozenset(
        case["id"]
        for case in json.loads((HERE / "orchidee.json").read_text(encoding="utf-8"))["scenarios"]
        if not case["id"].startswith("audio-")
    ),
}
# fmt: on
"""What the rules rule today. A case that no longer passes, or passes now, belongs here in the same change."""


def outcomes(game: str, text: str) -> tuple[CaseOutcome, ...]:
    adapter = game_named(game).cases
    assert adapter is not None
    return adapter(text)


def of_file(game: str) -> tuple[CaseOutcome, ...]:
    return outcomes(game, (HERE / f"{game}.json").read_text(encoding="utf-8"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """The shape of a toy game's case."""

    id: str


@pytest.mark.parametrize("name", SHA256)
def test_a_case_file_is_as_it_was_given(name: str) -> None:
    assert hashlib.sha256((HERE / name).read_bytes()).hexdigest() == SHA256[name]


def test_every_case_file_has_its_sum() -> None:
    assert {path.name for path in HERE.glob("*.json")} == SHA256.keys()


@pytest.mark.parametrize("game", PASSED)
def test_exactly_the_listed_cases_pass_and_none_is_refused(game: str) -> None:
    found = of_file(game)

    assert {one.id for one in found if one.status is CaseStatus.PASSED} == PASSED[game]
    assert [one.id for one in found if one.status is CaseStatus.REFUSED] == []


@pytest.mark.parametrize("game", PASSED)
def test_every_other_case_says_in_plain_words_which_rules_are_missing(game: str) -> None:
    others = [one for one in of_file(game) if one.status is CaseStatus.FAILED]

    assert all(one.diff.endswith("not refereed yet") for one in others), others


def test_every_cited_case_is_named_by_a_test() -> None:
    tests = "".join(path.read_text(encoding="utf-8") for path in HERE.parent.glob("[gt]a*/test_*.py"))
    cited = [one.id for game in PASSED for one in of_file(game) if one.status is CaseStatus.CITED]

    assert cited == ["audio-no-tell", "audio-random-fair", "audio-pause", "audio-device-lost"]
    assert all(name in tests for name in cited)


def test_fingers_count_at_the_settling_instant_js_13() -> None:
    """AM-07: two fingers that became five within 150 ms beat four."""
    (case,) = (one for one in of_file("jungle-speed") if one.id == "AM-07")

    assert case.status is CaseStatus.PASSED


# --- malformed files and cases


def duel(**changes: Any) -> dict[str, Any]:
    """Return a sound Jungle Speed case of two players too few to matter, with some keys changed."""
    case: dict[str, Any] = {
        "id": "X-01",
        "players": ["A", "B", "C"],
        "state": {
            "reserve": {"A": 5, "B": 5, "C": 5},
            "piles": {"A": ["S03V"], "B": [], "C": []},
            "pot": [],
            "mode": "shape",
            "turn": "B",
        },
        "event": [{"type": "flip", "t": 0, "player": "B", "card": "S03G"}],
        "expected": {"ruling": "DUEL_OPEN"},
    }
    return case | changes


def state(**changes: Any) -> dict[str, Any]:
    return {"state": duel()["state"] | changes}


def raid(**changes: Any) -> dict[str, Any]:
    case: dict[str, Any] = {"id": "x", "players": 4, "state": {}, "event": {"raid": True}, "expected": {}}
    return case | changes


def one(game: str, case: dict[str, Any]) -> CaseOutcome:
    (found,) = outcomes(game, json.dumps({"format": f"{game}-cases/1", "scenarios": [case]}))
    return found


def test_a_sound_case_passes() -> None:
    assert one("jungle-speed", duel()).status is CaseStatus.PASSED
    assert one("orchidee", raid()).status is CaseStatus.PASSED


def test_a_wrong_answer_fails_and_quotes_both() -> None:
    failed = one("jungle-speed", duel(expected={"ruling": "NO_EVENT", "volley": 1, "explain_fr": "..."}))

    assert failed.status is CaseStatus.FAILED
    assert failed.diff == "ruling: got 'DUEL_OPEN', wanted 'NO_EVENT'; volley: not answered, wanted 1"


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (duel(event=[{"type": "sneeze", "t": 0}]), "event.0.type = 'sneeze'"),
        (duel(event=[{"type": "flip", "t": 0, "player": "Z", "card": "S03G"}]), "'Z', who does not play"),
        (duel(event=[{"type": "flip", "t": 0, "player": "B", "card": "S19V"}]), "'S19V' does not exist"),
        (duel(event=[{"type": "flip", "t": 0, "player": "B"}]), "lacks its card"),
        (duel(event=[{"type": "flip", "t": 0, "card": "S03G"}]), "lacks its player"),
        (duel(event=[{"type": "flip", "t": 0, "player": "C", "card": "S03G"}]), "it is the turn of seat 1"),
        (duel(event=[{"type": "flip"}]), "event.0.t"),
        (duel(event=[{"type": "flip", "t": 0, "player": "B", "crad": "S03G"}]), "event.0.crad"),
        (duel(**state(resolved_arows=["IN1"])), "state.resolved_arows"),
        (duel(expected=None), "expected = None"),
        (duel(**state(reserve={"A": 5, "B": 5})), "reserve of ['A', 'B']"),
        (duel(**state(piles={"A": [], "B": []})), "piles of ['A', 'B']"),
        (duel(**state(turn="Z")), "turn of 'Z'"),
        (duel(**state(pot=["S03V"])), "'S03V' is there twice"),
        (duel(**state(pot=["X1"])), "'X1' does not exist"),
        (duel(**state(mode="rainbow")), "state.mode"),
        (duel(**state(reserve={"A": 5, "B": -1, "C": 5})), "{'B': -1}; 0 to 1000 cards are wanted"),
        (duel(**state(reserve={"A": 5, "B": 10**12, "C": 5})), "{'B': 1000000000000}; 0 to 1000"),
        (duel(**state(reserve={"A": 5, "B": 0, "C": 5})), "has none left"),
        (duel(**state(resolved_arrows=["IN1"])), "['IN1'] are not on the table"),
        (duel(**state(resolved_arrows=["S03V"])), "['S03V'] are no arrows"),
        (duel(**state(config_overrides={"volley": 3})), "no house rule 'volley'"),
        (duel(**state(config_overrides={"edition": "recent_70"}, pot=["S17J"])), "card 'S03V' does not exist"),
        (duel(players=["A", "A", "C"]), "somebody is there twice"),
        (duel(players=["A", "B"]), "two people are four hands"),
        (duel(players=["A.R", "B", "C"]), "three to ten are wanted"),
        (duel(event=[{"type": "fall", "t": 0, "by": "Z"}]), "'Z', who does not play"),
        (duel(event=[{"type": "contact", "t": 0, "player": "A", "fingers": 7}]), "7 fingers"),
        (duel(event=[{"type": "choice", "t": 0, "player": "A", "value": "duel"}]), "a choice of 'duel'"),
        (duel(event=[{"type": "request", "t": 0, "value": "coffee"}]), "a request to 'coffee'"),
        (duel(event=[{"type": "split", "t": 0, "player": "A", "give": {}}]), "nothing was asked"),
        (duel(event=[{"type": "configure", "t": 0, "flag": "end", "value": "never"}]), "end = 'never'"),
        (duel(event=[{"type": "configure", "t": 0, "flag": "end", "value": [1]}]), "a house rule set to [1]"),
        (duel(event=[{"type": "late_flip", "t": 0, "player": "A"}]), "no card of a volley"),
    ],
)
def test_a_malformed_case_of_jungle_speed_is_refused_with_a_reason(case: dict[str, Any], words: str) -> None:
    refused = one("jungle-speed", case)

    assert refused.status is CaseStatus.REFUSED
    assert words in refused.diff


@pytest.mark.parametrize(
    ("case", "words"),
    [
        (raid(players=6), "6 players; 2 to 5 are wanted"),
        (raid(event={"sing": True}), "does not exist"),
        (raid(state={"hand": {"1": ["X1"]}}), "'X1' does not exist"),
        (raid(state={"hand": {"1": ["O"], "2": ["O"]}}), "'O' is there twice"),
        (raid(state={"pilfered": {"7": []}}), "seat '7' does not play"),
        (raid(state={"round": "one"}), "state.round"),
        (raid(state={"raid_over": True}), "state.raid_over"),
        (raid(event={"raid": True, "accuse": [[0, 2, "soon"]]}), "'soon' where seconds are wanted"),
        (raid(event={"raid": True, "accuse": [[0, 2, float("inf")]]}), "inf where seconds are wanted"),
    ],
)
def test_a_malformed_case_of_orchidee_is_refused_with_a_reason(case: dict[str, Any], words: str) -> None:
    refused = one("orchidee", case)

    assert refused.status is CaseStatus.REFUSED
    assert words in refused.diff


def test_a_release_after_a_lift_is_no_brush() -> None:
    taken = duel(
        event=[
            *duel()["event"],
            {"type": "contact", "t": 400, "player": "A", "fingers": 4, "z_mm": 30},
            {"type": "lift", "t": 450, "player": "A"},
            {"type": "release", "t": 900, "player": "A"},
        ],
        expected={"winner": "A", "losers": ["B"]},
    )

    assert one("jungle-speed", taken).status is CaseStatus.PASSED


def test_a_turn_of_somebody_with_cards_is_nothing_to_rule() -> None:
    turn = duel(event=[{"type": "turn", "t": 0, "player": "B"}], expected={"ruling": "NO_EVENT", "next_player": "B"})

    assert one("jungle-speed", turn).status is CaseStatus.PASSED


@pytest.mark.parametrize(
    "text", ["{", "[]", '{"format": "chess/1"}', '{"format": "orchidee-cases/1", "scenarios": [3]}']
)
def test_a_file_of_another_format_is_refused_as_a_whole(text: str) -> None:
    with pytest.raises(MalformedCase):
        outcomes("orchidee", text)


@pytest.mark.parametrize("wrong", [KeyError("Z"), StopIteration(), TypeError("'<' of str"), ValueError("not in tuple")])
def test_values_of_a_case_that_do_not_go_together_refuse_that_case_alone(wrong: Exception) -> None:
    def stumble(case: Named) -> dict[str, object]:
        if case.id == "bad":
            raise wrong
        return {"winner": "A"}

    scenarios = [{"id": name, "expected": {"winner": "A"}} for name in ("bad", "good")]
    refused, passed = run_file(
        json.dumps({"format": "toy-cases/1", "scenarios": scenarios}), wanted="toy-cases/1", shape=Named, play=stumble
    )

    assert (refused.status, passed.status) == (CaseStatus.REFUSED, CaseStatus.PASSED)
    assert type(wrong).__name__ in refused.diff


# --- the lines of the command


def test_json_lines_end_with_the_counts() -> None:
    report = run_cases("orchidee", HERE / "orchidee.json", json=True)
    last = json.loads(report.lines[-1])

    assert report.ok
    assert len(report.lines) == 61
    assert last["total"] == 60 == last["passed"] + last["failed"] + last["refused"] + last["cited"]
    assert all(json.loads(line)["format"] == "perroquet-cases/1" for line in report.lines)


def test_lines_for_people_say_the_same() -> None:
    report = run_cases("jungle-speed", HERE / "jungle-speed.json", json=False)

    assert report.lines[-1].startswith("80 cases, ")
    assert report.lines[5] == "passed  BAS-01"


def test_a_file_of_passing_cases_is_ok(tmp_path: Path) -> None:
    file = tmp_path / "one.json"
    file.write_text(json.dumps({"format": "jungle-speed-cases/1", "scenarios": [duel()]}), encoding="utf-8")

    assert run_cases("jungle-speed", file, json=True).ok


def test_what_cannot_be_read_or_has_no_cases_is_refused(tmp_path: Path) -> None:
    for game, file in (("jungle-speed", tmp_path / "none.json"), ("practice", HERE / "orchidee.json")):
        with pytest.raises(MalformedCase):
            run_cases(game, file, json=True)

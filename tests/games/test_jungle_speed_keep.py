"""A dispute saved as a case is a case: it runs, and says what was ruled."""

import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from perroquet.cli.cases import run_cases
from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.cards import Card
from perroquet.games.jungle_speed.keep import saved
from perroquet.kernel.cases import CaseStatus
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.luck import Luck

from tests.games.hands import ANA, BEN, CLO, DAN, JUNGLE_SPEED, begun, grab, hand, play, setup
from tests.games.jungle import table

QUIET = table("S03V", "S05O", "S07J", "S09G", pot="S12J")
DUEL = play(JUNGLE_SPEED, QUIET, cmd.Flip(seat=BEN, card=Card("S03G")))
BRUSHED = grab(hand(DAN, brush=True), hand(ANA, 60, fingers=4), hand(BEN, 72, fingers=3))


def outcome(text: str) -> tuple[CaseStatus, str]:
    adapter = JUNGLE_SPEED.cases
    assert adapter is not None
    (one,) = adapter(text)
    return one.status, one.diff


@pytest.mark.parametrize(
    ("state", "command"),
    [
        (DUEL, cmd.Judge(grab=BRUSHED)),
        (DUEL, cmd.Judge(grab=grab(hand(DAN)))),
        (DUEL, cmd.Judge(grab=grab(hand(ANA), fall_ms=90))),
        (QUIET, cmd.Judge(grab=grab(hand(CLO), hand(DAN, 120)))),
        (QUIET, cmd.Flip(seat=BEN, card=Card("S03G"))),
        (QUIET, cmd.Flip(seat=BEN, card=Card("COL1"))),
        (table("S03V", "IN1", "S07J", "S09G"), cmd.Judge(grab=grab(hand(CLO)))),
        (table("S03V", "IN1", "S07J", "S09G", reserves=(5, 0, 5, 5)), cmd.Wait()),
    ],
)
def test_what_was_ruled_is_ruled_again(state: Any, command: Any) -> None:
    assert outcome(saved(state, JUNGLE_SPEED.decide(state, command))) == (CaseStatus.PASSED, "")


def test_a_choice_and_a_sharing_out_are_kept() -> None:
    both = table("IN1", "S05O", "S05G", "S05V", turn=BEN)
    chosen = play(JUNGLE_SPEED, both, cmd.Judge(grab=grab(hand(BEN))))
    assert outcome(saved(chosen, JUNGLE_SPEED.decide(chosen, cmd.Refuse()))) == (CaseStatus.PASSED, "")

    three = table("S03V", "S05O S03G", "S03O", "S09G", pot="S12J")
    shared = play(JUNGLE_SPEED, three, cmd.Judge(grab=grab(hand(BEN))))
    assert outcome(saved(shared, JUNGLE_SPEED.decide(shared, cmd.Accept()))) == (CaseStatus.PASSED, "")


def test_a_volley_is_kept_as_one_and_house_rules_travel() -> None:
    called = play(
        JUNGLE_SPEED,
        table("S03V", "S05O", "S07J", "S09G", turn=ANA, house={"colour_permanent": "yes", "tie_window_ms": 60}),
        cmd.Flip(seat=ANA, card=Card("OUT1")),
    )
    turned = tuple(zip((ANA, BEN, CLO, DAN), map(Card, ("S11G", "S12O", "S12V", "S14V")), strict=True))
    text = saved(called, JUNGLE_SPEED.decide(called, cmd.FlipAll(cards=turned)))
    (case,) = json.loads(text)["scenarios"]

    assert [event["type"] for event in case["event"]] == ["all_flip"]
    assert case["state"]["config_overrides"] == {"colour_permanent": True, "tie_window_ms": 60}


def test_what_the_table_overruled_is_kept_and_fails() -> None:
    """That is what it was kept for."""
    (overruled,) = JUNGLE_SPEED.overrule(DUEL, (BEN,))
    assert isinstance(overruled, ev.Ruled)
    text = saved(DUEL, (replace(overruled, grab=grab(hand(ANA))),))
    status, diff = outcome(text)
    assert status is CaseStatus.FAILED
    assert "pickups" in diff


def test_hands_are_named_by_side_in_the_game_for_two() -> None:
    two = table("S03V", "S03G", "S07J", "S09G", seats=(10, 11, 20, 21), turn=None)
    text = saved(two, JUNGLE_SPEED.decide(two, cmd.Judge(grab=grab(hand(BEN)))))
    (case,) = json.loads(text)["scenarios"]

    assert case["players"] == ["A.R", "B.R", "A.L", "B.L"]
    assert case["event"][0]["seat"] == "B.R"
    assert outcome(text) == (CaseStatus.PASSED, "")


def test_without_cards_nothing_can_be_kept() -> None:
    with pytest.raises(IllegalCommand, match="a case needs the cards"):
        saved(begun(JUNGLE_SPEED, setup()), ())


def test_what_the_runner_would_refuse_is_not_kept() -> None:
    twice = table("S03V", "S05O", "S03V", "S09G")
    with pytest.raises(IllegalCommand, match=r"the format of cases cannot tell this: .*S03V"):
        saved(twice, JUNGLE_SPEED.decide(twice, cmd.Flip(seat=BEN, card=Card("S03G"))))


def test_a_fall_off_the_table_without_a_hand_is_kept() -> None:
    asked = play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=grab(fall_ms=90)))
    text = saved(asked, JUNGLE_SPEED.decide(asked, cmd.Accept()))

    assert outcome(text) == (CaseStatus.PASSED, "")
    assert json.loads(text)["scenarios"][0]["event"][-1]["off_table"]


def test_perroquet_cases_runs_what_was_saved(tmp_path: Path) -> None:
    file = tmp_path / "dispute.json"
    file.write_text(saved(DUEL, JUNGLE_SPEED.decide(DUEL, cmd.Judge(grab=BRUSHED))), encoding="utf-8")

    assert run_cases("jungle-speed", file, json=False).lines[-1].startswith("1 cases, 1 passed")


@settings(max_examples=8)
@given(seed=st.integers(0, 2**32), seats=st.integers(2, 6))
def test_any_sure_ruling_of_any_game_can_be_saved_and_ruled_again(seed: int, seats: int) -> None:
    luck = Luck(str(seed))
    state = begun(JUNGLE_SPEED, setup(seats, luck=str(seed), cards="virtual"))
    for number in range(120):
        command = JUNGLE_SPEED.bot(state, luck.split(number))
        if command is None:
            return
        events = JUNGLE_SPEED.decide(state, command)
        taken = isinstance(command, cmd.Judge) and command.grab.fall_us is None and isinstance(events[0], ev.Ruled)
        if taken:
            assert outcome(saved(state, events)) == (CaseStatus.PASSED, ""), saved(state, events)
        state = JUNGLE_SPEED.replay(state, events)


def test_a_grab_during_a_volley_whose_hand_nobody_knows_is_kept_as_far_as_it_was_seen() -> None:
    called = play(JUNGLE_SPEED, table("S03V", "S05O", "S07J", "S09G", turn=ANA), cmd.Flip(seat=ANA, card=Card("OUT1")))
    who = play(JUNGLE_SPEED, called, cmd.Judge(grab=grab(hand(None))))
    (case,) = json.loads(saved(who, JUNGLE_SPEED.decide(who, cmd.Claim(seat=DAN))))["scenarios"]

    assert case["event"] == []
    assert case["expected"]["ruling"] == "PENALTY_WRONG_GRAB"

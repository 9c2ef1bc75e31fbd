"""A dispute that the page takes home is a case: whatever was played before and after it, and what the table said."""

import json
from typing import Any

import pytest
from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed.machine import Stage
from perroquet.kernel.cases import CaseOutcome, CaseStatus
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Control, Gesture
from perroquet.kernel.units import HostNs, Percent
from perroquet.table.commands import Overrule
from perroquet.table.context import House
from perroquet.table.disputes import dispute

from tests.games.hands import ANA, BEN, JUNGLE_SPEED, grab, hand
from tests.table.desk import Desk

GAMES = {"jungle-speed": JUNGLE_SPEED}


def virtual(seats: int, luck: str = "luck") -> Desk:
    """Return a table of virtual cards at which play has begun."""
    house = House(seats=seats, volume=Percent(40), rules={"jungle-speed": {"cards": "virtual"}})
    return Desk(house, GAMES, luck).begun()


def do(desk: Desk, command: Any) -> None:
    """Decide and settle a command of the game, as its own decision."""
    desk.time += 1
    desk.settle(tuple(("jungle-speed", event) for event in JUNGLE_SPEED.decide(desk.state, command)))


def kept(desk: Desk) -> str | None:
    assert desk.evening.running is not None
    return dispute(desk.evening.running, desk.records, GAMES)


def outcome(text: str) -> CaseOutcome:
    assert JUNGLE_SPEED.cases is not None
    (one,) = JUNGLE_SPEED.cases(text)
    return one


def flip_until_open(desk: Desk) -> tuple[Any, ...]:
    """Turn cards until a duel of two is open, and return who is in it."""
    while True:
        meeting = desk.state.meeting
        if meeting.duels and not meeting.rush:
            return tuple(sorted(meeting.entitled))
        do(desk, cmd.GoOn())


def test_a_ruling_is_kept_though_play_went_on() -> None:
    desk = virtual(4)
    winner, *_ = flip_until_open(desk)
    do(desk, cmd.Judge(grab=grab(hand(winner))))
    at_once = kept(desk)
    do(desk, cmd.TotemReturned())
    for _ in range(3):
        do(desk, cmd.GoOn())

    assert at_once is not None
    assert kept(desk) == at_once
    assert outcome(at_once).status is CaseStatus.PASSED


def test_what_the_table_overruled_is_kept_with_the_hands_that_were_felt() -> None:
    desk = virtual(4)
    winner, loser = flip_until_open(desk)[:2]
    do(desk, cmd.Judge(grab=grab(hand(winner), hand(loser, 12, fingers=3))))
    desk.tell(Overrule(seats=(loser,), reason="", at=HostNs(desk.time)))
    text = kept(desk)

    assert text is not None
    (case,) = json.loads(text)["scenarios"]
    assert [event["type"] for event in case["event"]] == ["contact", "contact"]
    assert outcome(text).status is CaseStatus.FAILED
    assert "pickups" in outcome(text).diff

    desk.tell(Overrule(seats=(winner,), reason="", at=HostNs(desk.time)))
    again = kept(desk)
    assert again is not None
    assert outcome(again).status is CaseStatus.PASSED, "the table came round to what was ruled"


def test_an_open_question_is_no_dispute_yet() -> None:
    desk = virtual(4)
    duellists = flip_until_open(desk)
    do(desk, cmd.Judge(grab=grab(hand(None))))
    assert desk.state.stage is Stage.SETTLE
    assert kept(desk) is None

    do(desk, cmd.Claim(seat=duellists[0]))
    assert kept(desk) is not None


def test_without_a_ruling_or_without_cards_there_is_no_dispute() -> None:
    assert kept(virtual(4)) is None
    desk = Desk(House(seats=4, volume=Percent(40), rules={}), GAMES).power()
    desk.start()
    desk.start()
    desk.seat(ANA)
    desk.seat(BEN)
    do(desk, cmd.Judge(grab=grab(hand(BEN))))
    assert kept(desk) is None


def test_a_game_that_keeps_no_case_has_no_dispute() -> None:
    desk = Desk().playing()
    desk.seat(0)

    assert desk.evening.running is not None
    assert desk.evening.running.ruling is not None
    assert dispute(desk.evening.running, desk.records, desk.games) is None


@pytest.mark.parametrize(("policy", "code"), [("attempt_void", "ATTEMPT_VOID"), ("first_touch_wins", "DUEL_WON")])
def test_a_fall_off_the_table_is_kept_as_one_js_63(policy: str, code: str) -> None:
    rules = {"jungle-speed": {"cards": "virtual", "fall_off_table": policy}}
    desk = Desk(House(seats=4, volume=Percent(40), rules=rules), GAMES).power()
    desk.start()
    desk.start()
    winner = flip_until_open(desk)[0]
    do(desk, cmd.Drop(by=winner, off_table=True, grab=grab(hand(winner), fall_ms=90)))
    text = kept(desk)

    assert text is not None
    assert json.loads(text)["scenarios"][0]["expected"]["ruling"] == code
    assert json.loads(text)["scenarios"][0]["event"][-1]["off_table"] is (code == "ATTEMPT_VOID")


@pytest.mark.parametrize("luck", ["1", "2", "3"])
@pytest.mark.parametrize("seats", [2, 3, 4, 6])
def test_every_ruling_of_an_evening_is_kept_and_ruled_again(luck: str, seats: int) -> None:
    """What the table answered itself may be ruled otherwise from the hands alone; all else is ruled the same."""
    desk, chance = virtual(seats, luck), Luck(luck)
    for number in range(100):
        command = JUNGLE_SPEED.bot(desk.state, chance.split(number))
        if command is None:
            break
        answered = desk.state.asked is not None
        do(desk, command)
        text, last = kept(desk), JUNGLE_SPEED.ruling(desk.records[-1].event)
        if text is not None and last is not None:
            one = outcome(text)
            assert one.status is CaseStatus.PASSED or (answered and one.status is CaseStatus.FAILED), (one.diff, text)


def test_one_hand_of_two_that_brushed_and_one_that_held_are_told_apart() -> None:
    desk = virtual(2)
    _, loser = flip_until_open(desk)[:2]
    winner = desk.state.hand_of(loser % 10)
    both = grab(hand(winner, fingers=3), hand(winner + 10 if winner < 20 else winner - 10, 130, brush=True))
    do(desk, cmd.Judge(grab=both))
    text = kept(desk)

    assert text is not None
    assert outcome(text).status is CaseStatus.PASSED, outcome(text).diff


def test_in_the_middle_of_a_volley_no_case_can_tell_what_lies_there() -> None:
    desk = virtual(4)
    while desk.state.volley is None:
        do(desk, cmd.GoOn())
    late, *others = desk.state.volley.waiting
    do(desk, cmd.FlipAll(cards=tuple((seat, desk.state.cards.of(seat).reserve[0]) for seat in others)))
    do(desk, cmd.LateFlip(seat=late))

    assert kept(desk) is None


def test_who_looked_first_is_kept_js_34() -> None:
    desk = virtual(4)
    do(desk, cmd.Peek(seat=desk.state.cards.turn))
    do(desk, cmd.GoOn())
    text = kept(desk)

    assert text is not None
    assert [event["type"] for event in json.loads(text)["scenarios"][0]["event"]] == ["peek", "flip"]
    assert outcome(text).status is CaseStatus.PASSED, outcome(text).diff


def test_a_fall_nobody_felt_a_hand_of_is_kept_js_64() -> None:
    desk = virtual(4)
    do(desk, cmd.GoOn())
    do(desk, cmd.Fell(grab=None, at=HostNs(1)))
    do(desk, cmd.Refuse())
    text = kept(desk)

    assert text is not None
    assert json.loads(text)["scenarios"][0]["event"] == [{"type": "fall", "t": 4000.0, "by": None, "off_table": False}]
    assert outcome(text).status is CaseStatus.PASSED, outcome(text).diff


def test_contesting_from_the_panel_leads_to_the_same_dispute() -> None:
    desk = virtual(4)
    winner, loser = flip_until_open(desk)[:2]
    do(desk, cmd.Judge(grab=grab(hand(winner))))
    desk.press(Control.MODE, Gesture.LONG)
    desk.seat(loser)
    desk.start()
    text = kept(desk)

    assert text is not None
    assert json.loads(text)["scenarios"][0]["event"][0]["type"] == "contact"

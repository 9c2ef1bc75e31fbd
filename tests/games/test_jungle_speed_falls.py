"""A totem that lands right after its grab was ruled: nobody held it. Names end in the rules they cite."""

from dataclasses import replace
from typing import Any

import pytest
from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.cards import Card
from perroquet.games.jungle_speed.cases import run_cases
from perroquet.games.jungle_speed.keep import saved
from perroquet.games.jungle_speed.machine import Stage
from perroquet.kernel.cases import CaseStatus
from perroquet.kernel.cues import Say, Weight
from perroquet.kernel.game import Fallen
from perroquet.kernel.readings import Grab
from perroquet.kernel.units import HostNs, Micros, Millis, after

from tests.games.hands import ANA, BEN, CLO, DAN, JUNGLE_SPEED, begun, grab, hand, play, setup, spoken
from tests.games.jungle import asked, refusal, ruled, table

DUEL = table("S03V", "S05O S03G", "S07J", "S09G", turn=CLO)
QUIET = table("S03V", "S05O", "S07J", "S09G", pot="S12J")
RUSH = play(JUNGLE_SPEED, table("S03V", "S05O", "S07J", "S09G", turn=ANA), cmd.Flip(seat=ANA, card=Card("IN1")))
LIFT = Micros(120_000)
LANDED = Millis(500)
LATE = Millis(900)


def lifted(*hands: Any) -> Grab:
    """Return a grab whose totem left its seat after 120 ms."""
    return replace(grab(*hands), lift_us=LIFT)


def fallen(state: Any, wait: Millis = LANDED) -> Any:
    """Return what it means to `state` that grab 1 ended in a fall, landed `wait` after its first contact."""
    return JUNGLE_SPEED.hear(state, Fallen(grab=1, at=after(HostNs(0), wait)))


def taken(state: Any, *hands: Any) -> Any:
    return play(JUNGLE_SPEED, state, cmd.Judge(grab=lifted(*(hands or (hand(ANA),)))))


def test_a_totem_nobody_held_takes_the_ruling_back_and_the_duel_stays_open_js_61() -> None:
    won = taken(DUEL)
    assert won.last.code == "DUEL_WON"
    events = JUNGLE_SPEED.decide(won, fallen(won))
    after_fall = JUNGLE_SPEED.replay(won, events)

    assert [type(event) for event in events] == [ev.Recalled, ev.Ruled]
    assert events[1].ruling.code == "ATTEMPT_VOID"
    assert after_fall.cards == DUEL.cards
    assert spoken(JUNGLE_SPEED, won, events[0]) == ["Attendez, il tombe\u202f!"]
    again = play(JUNGLE_SPEED, after_fall, cmd.TotemReturned(), cmd.Judge(grab=grab(hand(BEN))))
    assert again.last.who == (BEN,)


def test_the_words_of_a_ruling_that_is_taken_back_are_cut_js_61() -> None:
    won = taken(DUEL)
    (cue,) = JUNGLE_SPEED.cues(won, JUNGLE_SPEED.decide(won, fallen(won))[0])

    assert isinstance(cue, Say)
    assert cue.weight is Weight.RECALL


def test_an_inward_rush_that_nobody_held_stays_open_js_61() -> None:
    won = taken(RUSH, hand(BEN))
    assert won.last.code == "IN_WON"
    reopened = play(JUNGLE_SPEED, won, fallen(won))

    assert reopened.last.code == "ATTEMPT_VOID"
    assert reopened.cards == RUSH.cards


def test_who_had_the_totem_in_hand_and_lost_it_later_keeps_the_ruling_js_61() -> None:
    won = taken(DUEL)

    assert fallen(won, LATE) is None
    assert refusal(won, cmd.Fell(grab=1, at=after(HostNs(0), LATE))) == "not-now"


def test_a_table_where_who_drops_pays_has_that_from_the_base_too_js_61() -> None:
    won = taken(table("S03V", "S05O S03G", "S07J", "S09G", turn=CLO, house={"fall_in_legit_duel": "penalty_always"}))
    dropped = ruled(won, fallen(won))

    assert (dropped.ruling.code, dropped.offender) == ("PENALTY_FALL", ANA)
    assert [len(pickup.cards) for pickup in dropped.pickups or ()] == [5]


def test_a_table_where_the_first_touch_wins_hears_no_fall_js_61() -> None:
    won = taken(table("S03V", "S05O S03G", "S07J", "S09G", turn=CLO, house={"fall_in_legit_duel": "first_touch_wins"}))

    assert fallen(won) is None


def test_of_two_hands_the_table_says_who_dropped_it_js_62() -> None:
    won = taken(DUEL, hand(ANA, fingers=3), hand(BEN, 20.0, fingers=5))
    assert won.last.who == (BEN,)
    which = play(JUNGLE_SPEED, won, fallen(won))

    assert which.asked.question is ev.Question.DROPPED
    assert ruled(which, cmd.Claim(seat=BEN)).ruling.code == "PENALTY_FALL"
    assert ruled(which, cmd.Claim(seat=ANA)).ruling.code == "ATTEMPT_VOID"
    assert ruled(which, cmd.Refuse()).ruling.code == "FALL_UNATTRIBUTED"


def test_a_fall_answers_for_a_question_about_the_same_grab_js_61() -> None:
    unsure = taken(DUEL, hand(ANA, chances=(0, 0, 0.4, 0, 0.6, 0)), hand(BEN, 20.0, fingers=3))
    assert unsure.stage is Stage.SETTLE
    which = play(JUNGLE_SPEED, unsure, fallen(unsure))

    assert which.asked.question is ev.Question.DROPPED


def test_with_unknown_cards_the_table_says_whether_it_was_with_the_right_js_61() -> None:
    idle = begun(JUNGLE_SPEED, setup(cards="unknown"))
    took = taken(idle)
    assert took.asked.question is ev.Question.WHAT
    right = asked(took, fallen(took))

    assert right.question is ev.Question.RIGHT


@pytest.mark.parametrize("hands", [(hand(DAN),), (hand(DAN, odds=2.0),)], ids=["ruled", "asked"])
def test_a_grab_without_the_right_costs_no_more_for_its_fall_js_60(hands: Any) -> None:
    paid = taken(QUIET, *hands)

    assert fallen(paid) is None


def test_a_fall_takes_back_the_grab_that_ended_the_game_js_61() -> None:
    last = table("S03V", "S05O S03G", "S07J", reserves=(0, 10, 10), turn=CLO)
    won = taken(last)
    assert won.over
    open_again = play(JUNGLE_SPEED, won, fallen(won))

    assert not open_again.over
    assert (open_again.last.code, open_again.cards) == ("ATTEMPT_VOID", last.cards)
    again = play(JUNGLE_SPEED, open_again, cmd.TotemReturned(), cmd.Judge(grab=grab(hand(BEN))))
    assert again.last.who == (BEN,)


def test_after_the_end_no_other_fall_is_heard_js_61() -> None:
    won = taken(table("S03V", "S05O S03G", "S07J", reserves=(0, 10, 10), turn=CLO))
    assert won.over

    assert fallen(won, LATE) is None
    assert JUNGLE_SPEED.hear(won, Fallen(grab=None, at=after(HostNs(0), LANDED))) is None
    for other in (cmd.Fell(grab=1, at=after(HostNs(0), LATE)), cmd.Fell(grab=None, at=HostNs(0)), cmd.GoOn()):
        assert refusal(won, other) == "game-over"


def test_no_fall_takes_back_what_was_played_on_from() -> None:
    gone_on = play(JUNGLE_SPEED, taken(DUEL), cmd.GoOn())

    assert gone_on.before is None
    assert fallen(gone_on) is None
    assert JUNGLE_SPEED.replay(gone_on, (ev.Recalled(),)) == gone_on


def test_a_fall_while_the_measure_is_awaited_is_asked_about_js_64() -> None:
    touched = play(JUNGLE_SPEED, DUEL, cmd.Touch(at=HostNs(0)))

    assert asked(touched, fallen(touched)).question is ev.Question.DROPPED


def test_a_fall_that_took_a_ruling_back_can_be_saved_as_a_case() -> None:
    won = taken(DUEL)
    text = saved(won, JUNGLE_SPEED.decide(won, fallen(won)))

    assert [outcome.status for outcome in run_cases(text)] == [CaseStatus.PASSED]
    assert '"ATTEMPT_VOID"' in text

"""Jungle Speed without cards: declared duels, grabs, questions. Names end in the numbers of the rules they cite."""

from typing import Any

import pytest
from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.machine import Stage
from perroquet.kernel.cues import Play, Say
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import Awaits
from perroquet.kernel.readings import Grab, Hand
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import NS_PER_S, HostNs, Seat

from tests.games.hands import ANA, BEN, CLO, DAN, JUNGLE_SPEED, NOBODY, begun, grab, hand, play, render, setup, spoken
from tests.games.jungle import asked, refusal, ruled

IDLE = begun(JUNGLE_SPEED, setup())
DUEL = play(JUNGLE_SPEED, IDLE, cmd.JoinDuel(seat=ANA), cmd.JoinDuel(seat=BEN))
LEA_AND_TOM = grab(hand(ANA, fingers=4), hand(BEN, 12, fingers=3))


# --- declaring


def test_two_seat_buttons_declare_a_duel_js_20() -> None:
    assert DUEL.declared == (ANA, BEN)
    assert DUEL.stage is Stage.ARMED


def test_the_same_button_twice_takes_it_back_js_20() -> None:
    assert play(JUNGLE_SPEED, IDLE, cmd.JoinDuel(seat=ANA), cmd.JoinDuel(seat=ANA)) == IDLE


def test_start_gives_a_declared_duel_up_js_20() -> None:
    events = JUNGLE_SPEED.decide(DUEL, cmd.GoOn())

    assert events == (ev.DuelClosed(seats=(ANA, BEN)), ev.WentOn())
    assert JUNGLE_SPEED.replay(DUEL, events).stage is Stage.IDLE


def test_a_single_seat_and_start_took_the_totem_js_31() -> None:
    """Without the base: one button, START, and the referee asks what it was."""
    waiting = play(JUNGLE_SPEED, IDLE, cmd.JoinDuel(seat=ANA))
    told = play(JUNGLE_SPEED, waiting, cmd.GoOn())

    assert (told.asked.question, told.asked.seat) == (ev.Question.WHAT, ANA)
    assert render(JUNGLE_SPEED, told.asked.ruling.spoken) == "Ana a le totem. Contre qui\u202f?"
    assert ruled(play(JUNGLE_SPEED, told, cmd.Claim(seat=BEN)), cmd.Accept()).ruling.who == (ANA,)


def test_the_winners_button_rules_a_declared_duel_js_31() -> None:
    event = ruled(DUEL, cmd.Tell(seat=BEN))

    assert (event.ruling.code, event.winner, event.losers) == ("DUEL_WON", BEN, (ANA,))
    assert render(JUNGLE_SPEED, event.ruling.spoken) == "Ben, la table a tranché. Ana ramasse."
    assert {"JS-25", "JS-31"} <= set(event.ruling.why)


def test_who_presses_in_a_duel_of_others_is_asked_js_31() -> None:
    assert asked(DUEL, cmd.Tell(seat=CLO)).question is ev.Question.FAULT


@pytest.mark.parametrize(
    ("state", "command", "code"),
    [
        (DUEL, cmd.JoinDuel(seat=CLO), "duel-is-open"),
        (IDLE, cmd.JoinDuel(seat=NOBODY), "seat-not-playing"),
        (IDLE, cmd.Flip(seat=ANA), "cards-unknown"),
        (IDLE, cmd.Accept(), "no-question"),
        (IDLE, cmd.GiveUpContact(), "not-now"),
        (play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=LEA_AND_TOM)), cmd.Judge(grab=LEA_AND_TOM), "not-now"),
        (play(JUNGLE_SPEED, IDLE, cmd.Touch(at=HostNs(0))), cmd.GoOn(), "not-now"),
    ],
)
def test_what_cannot_be_is_refused_by_code(state: Any, command: Any, code: str) -> None:
    assert refusal(state, command) == code


# --- ruling a duel


def test_a_duel_is_ruled_by_fingers_and_says_so_js_8() -> None:
    event = ruled(DUEL, cmd.Judge(grab=LEA_AND_TOM))

    assert event.ruling.code == "DUEL_WON"
    assert (event.ruling.who, event.ruling.against) == ((ANA,), (BEN,))
    assert "JS-8" in event.ruling.why
    assert render(JUNGLE_SPEED, event.ruling.spoken) == "Ana, 4 doigts à 3. Ben ramasse."


def test_the_long_form_says_the_gap_the_order_of_cards_and_who_restarts_js_4_js_5() -> None:
    long = [render(JUNGLE_SPEED, s) for s in ruled(DUEL, cmd.Judge(grab=LEA_AND_TOM)).ruling.long]

    assert "Les deux mains sont arrivées à 12 millièmes de seconde." in long
    assert "Ben ramasse le tas du vainqueur, puis le sien, puis le pot, et glisse tout sous sa réserve." in long
    assert long[-1] == "Ben relance."


def test_unknown_cards_stay_unknown_js_29() -> None:
    assert ruled(DUEL, cmd.Judge(grab=LEA_AND_TOM)).pickups is None


def test_a_ruling_sounds_like_what_it_is_and_then_is_said() -> None:
    sounds: list[object] = []
    for event in (
        ruled(DUEL, cmd.Judge(grab=LEA_AND_TOM)),
        ruled(DUEL, cmd.Judge(grab=grab(hand(DAN)))),
        JUNGLE_SPEED.overrule(IDLE, ())[0],
    ):
        *played, said = JUNGLE_SPEED.cues(IDLE, event)
        assert isinstance(said, Say)
        sounds.append(played)

    assert sounds == [[Play(sound=Sound.WIN)], [Play(sound=Sound.FAULT)], []]


def test_the_totem_goes_from_ruled_to_reset_to_idle() -> None:
    after = play(JUNGLE_SPEED, DUEL, cmd.Touch(at=HostNs(0)), cmd.Judge(grab=LEA_AND_TOM))
    back = play(JUNGLE_SPEED, after, cmd.TotemReturned())

    assert [after.stage, back.stage] == [Stage.RULED, Stage.RESET]
    assert play(JUNGLE_SPEED, back, cmd.GoOn()).stage is Stage.IDLE
    assert play(JUNGLE_SPEED, after, cmd.GoOn()).stage is Stage.IDLE


def test_nothing_is_replayed_or_shared_js_12() -> None:
    after = play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=LEA_AND_TOM))

    assert {refusal(after, cmd.Plead(plea=plea)) for plea in cmd.Plea} == {"never-replayed"}


def test_a_brush_is_no_grab_and_the_duel_goes_on_js_14() -> None:
    events = JUNGLE_SPEED.decide(
        play(JUNGLE_SPEED, DUEL, cmd.Touch(at=HostNs(0))), cmd.Judge(grab=grab(hand(DAN, brush=True)))
    )

    assert events == (ev.Brushed(seats=(DAN,)),)
    assert play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=grab(hand(None, brush=True)))) == DUEL


def test_hands_too_late_and_brushes_of_outsiders_are_told_off_js_15_js_14() -> None:
    event = ruled(DUEL, cmd.Judge(grab=grab(hand(DAN, brush=True), hand(ANA, 50), hand(CLO, 180), hand(BEN, 190))))

    assert event.warned == (DAN, CLO)
    assert "JS-15" in event.ruling.why


def test_a_contact_without_a_measure_is_given_up_js_30() -> None:
    touched = play(JUNGLE_SPEED, DUEL, cmd.Touch(at=HostNs(7)))

    assert JUNGLE_SPEED.wake(touched) == NS_PER_S + 7
    assert play(JUNGLE_SPEED, touched, cmd.GiveUpContact()) == DUEL
    assert JUNGLE_SPEED.wake(DUEL) is None


def test_duellists_are_expected_and_nobody_else() -> None:
    assert JUNGLE_SPEED.prior(DUEL) == {ANA: 0.5, BEN: 0.5}
    assert JUNGLE_SPEED.prior(IDLE) == {}


# --- outsiders


def test_an_outsider_in_a_duel_picks_up_everything_js_7() -> None:
    event = ruled(DUEL, cmd.Judge(grab=grab(hand(DAN))))

    assert event.ruling.code == "PENALTY_INTERFERE"
    assert event.ruling.against == (DAN,)
    assert event.restart == DAN


UNSURE_DAN = grab(hand(DAN, odds=9.0))


def test_a_penalty_without_ten_to_one_is_asked_js_17() -> None:
    event = asked(DUEL, cmd.Judge(grab=UNSURE_DAN))

    assert (event.question, event.seat) == (ev.Question.FAULT, DAN)
    assert event.ruling.ask


def test_the_table_confirms_denies_or_moves_a_fault_js_17() -> None:
    fault = play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=UNSURE_DAN))

    assert ruled(fault, cmd.Accept()).ruling.against == (DAN,)
    assert ruled(fault, cmd.Claim(seat=CLO)).ruling.against == (CLO,)
    assert play(JUNGLE_SPEED, fault, cmd.Refuse()).stage is Stage.ARMED


def test_a_hand_from_outside_the_game_is_asked_for_js_18() -> None:
    assert asked(DUEL, cmd.Judge(grab=grab(hand(NOBODY)))).question is ev.Question.WINNER
    assert asked(IDLE, cmd.Judge(grab=grab(hand(NOBODY)))).question is ev.Question.WHO


# --- unsure winners


CLOSE = grab(hand(ANA, fingers=4, chances=(0, 0, 0, 0.4, 0.6, 0), z=80), hand(BEN, 12, fingers=3, z=20))
MAYBE_ANA = play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=CLOSE))


def test_an_unsure_winner_is_named_and_asked_js_16() -> None:
    event = asked(DUEL, cmd.Judge(grab=CLOSE))

    assert (event.question, event.seat) == (ev.Question.WINNER, ANA)
    assert event.ruling.code == "ASK_TABLE"
    assert event.ruling.ask
    assert JUNGLE_SPEED.ruling(event) == event.ruling
    assert JUNGLE_SPEED.prompt(MAYBE_ANA).awaits is Awaits.QUESTION


def test_start_confirms_the_named_winner_with_the_measured_reason_js_16() -> None:
    ruling = ruled(MAYBE_ANA, cmd.Accept()).ruling

    assert (ruling.who, ruling.ask) == ((ANA,), False)
    assert "JS-8" in ruling.why


def test_a_seat_button_names_another_winner_by_the_table_js_16() -> None:
    assert ruled(MAYBE_ANA, cmd.Claim(seat=BEN)).ruling.why[0] == "JS-25"
    assert ruled(MAYBE_ANA, cmd.Claim(seat=ANA)).ruling.why[0] == "JS-8"
    assert refusal(MAYBE_ANA, cmd.Claim(seat=CLO)) == "not-in-duel"
    assert refusal(MAYBE_ANA, cmd.Claim(seat=NOBODY)) == "seat-not-playing"


def test_mode_names_the_other_duellist_js_16() -> None:
    maybe_ben = play(JUNGLE_SPEED, MAYBE_ANA, cmd.Refuse())

    assert maybe_ben.asked.seat == BEN
    assert ruled(maybe_ben, cmd.Accept()).ruling.who == (BEN,)
    assert "JS-25" in ruled(maybe_ben, cmd.Accept()).ruling.why
    assert play(JUNGLE_SPEED, maybe_ben, cmd.Refuse()).asked.seat == ANA


@pytest.mark.parametrize(
    ("hands", "named"),
    [
        ((hand(None, posterior={ANA: 0.6, BEN: 0.4}),), ANA),
        ((hand(None, posterior={ANA: 0.2, BEN: 0.3, DAN: 0.5}),), BEN),
        ((hand(None, fingers=5), hand(ANA, 5)), BEN),
        ((hand(None, fingers=5), hand(BEN, 5)), ANA),
        ((hand(ANA, fingers=5), hand(None, 5)), ANA),
        ((hand(None),), None),
        ((hand(None, fingers=5), hand(None, 5)), None),
    ],
)
def test_a_hand_without_an_owner_is_asked_and_the_likely_duellist_named_js_16(
    hands: tuple[Hand, ...], named: Seat | None
) -> None:
    event = asked(DUEL, cmd.Judge(grab=grab(*hands)))

    assert (event.question, event.seat) == (ev.Question.WINNER, named)


def test_a_grab_of_nobody_is_left_to_the_table_js_18() -> None:
    lost = play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=grab()))

    assert lost.asked.ruling.code == "ASK_TABLE"
    assert refusal(lost, cmd.Accept()) == "name-a-seat"
    assert ruled(lost, cmd.Claim(seat=BEN)).ruling.who == (BEN,)
    assert play(JUNGLE_SPEED, lost, cmd.Refuse()).stage is Stage.ARMED


def test_two_hands_of_one_player_are_left_to_the_table_js_18() -> None:
    twice = play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=grab(hand(ANA), hand(ANA, 5))))

    assert ruled(twice, cmd.Claim(seat=ANA)).ruling.why[0] == "JS-25"


# --- nothing declared


TOOK = play(JUNGLE_SPEED, IDLE, cmd.Judge(grab=LEA_AND_TOM))


def test_undeclared_the_referee_says_who_and_asks_what_js_19() -> None:
    event = asked(IDLE, cmd.Judge(grab=LEA_AND_TOM))

    assert (event.question, event.seat) == (ev.Question.WHAT, ANA)
    assert render(JUNGLE_SPEED, event.ruling.spoken) == "Ana, 4 doigts à 3. Contre qui\u202f?"


def test_the_losers_button_and_start_make_it_a_duel_js_19() -> None:
    against_ben = play(JUNGLE_SPEED, TOOK, cmd.Claim(seat=BEN))
    event = ruled(against_ben, cmd.Accept())

    assert (event.ruling.who, event.ruling.against) == ((ANA,), (BEN,))
    assert "JS-8" in event.ruling.why
    assert refusal(TOOK, cmd.Claim(seat=ANA)) == "self"
    assert play(JUNGLE_SPEED, against_ben, cmd.Claim(seat=BEN)).pointed == ()


def test_several_losers_make_it_a_rush_the_winner_shares_js_19_js_39() -> None:
    event = ruled(play(JUNGLE_SPEED, TOOK, cmd.Claim(seat=BEN), cmd.Claim(seat=CLO)), cmd.Accept())

    assert (event.ruling.code, event.losers, event.restart) == ("MULTI_WON", (BEN, CLO), None)
    assert "partage" in render(JUNGLE_SPEED, event.ruling.spoken)


def test_start_alone_makes_it_an_inward_arrow_js_19_js_41() -> None:
    event = ruled(TOOK, cmd.Accept())

    assert (event.ruling.code, event.winner, event.restart) == ("IN_WON", ANA, ANA)
    assert render(JUNGLE_SPEED, event.ruling.spoken) == "Ana, 4 doigts à 3. Son tas va au pot."


def test_mode_makes_it_a_fault_js_19() -> None:
    assert ruled(TOOK, cmd.Refuse()).ruling.code == "PENALTY_WRONG_GRAB"
    assert ruled(TOOK, cmd.Refuse()).ruling.against == (ANA,)


@pytest.mark.parametrize(
    ("grabbed", "named"),
    [
        (grab(hand(None, posterior={ANA: 0.6, BEN: 0.4})), ANA),
        (grab(hand(None, posterior={NOBODY: 1.0})), None),
        (grab(hand(None)), None),
        (CLOSE, ANA),
        (grab(), None),
        (grab(hand(NOBODY)), None),
    ],
)
def test_undeclared_and_unsure_the_referee_asks_who_js_19(grabbed: Grab, named: Seat | None) -> None:
    event = asked(IDLE, cmd.Judge(grab=grabbed))

    assert (event.question, event.seat) == (ev.Question.WHO, named)


def test_who_is_answered_by_start_or_a_button_then_what_is_asked_js_19() -> None:
    who = play(JUNGLE_SPEED, IDLE, cmd.Judge(grab=grab(hand(None, posterior={ANA: 0.6, BEN: 0.4}))))

    assert asked(who, cmd.Accept()).seat == ANA
    assert asked(who, cmd.Claim(seat=BEN)).question is ev.Question.WHAT
    assert play(JUNGLE_SPEED, who, cmd.Refuse()).stage is Stage.IDLE
    told = play(JUNGLE_SPEED, who, cmd.Claim(seat=BEN))
    assert ruled(play(JUNGLE_SPEED, told, cmd.Claim(seat=CLO)), cmd.Accept()).ruling.why[0] == "JS-25"


def test_a_named_grabber_keeps_the_measured_reason_js_19() -> None:
    who = play(JUNGLE_SPEED, IDLE, cmd.Judge(grab=CLOSE))

    assert "JS-8" in asked(who, cmd.Claim(seat=ANA)).ruling.why


def test_a_totem_put_back_during_the_question_needs_no_second_return() -> None:
    back = play(JUNGLE_SPEED, TOOK, cmd.TotemReturned(), cmd.Claim(seat=BEN), cmd.Accept())

    assert back.stage is Stage.RESET


# --- beside the rules


def test_a_power_cut_voids_an_open_duel_contact_or_question_js_24() -> None:
    for state in (DUEL, play(JUNGLE_SPEED, IDLE, cmd.Touch(at=HostNs(0))), TOOK, MAYBE_ANA):
        events = JUNGLE_SPEED.interrupt(state)

        assert events == (ev.Voided(),)
        assert JUNGLE_SPEED.replay(state, events).stage is Stage.IDLE
        assert spoken(JUNGLE_SPEED, IDLE, events[0]) == ["Le courant a manqué\u00a0: ce qui était ouvert est annulé."]
    assert JUNGLE_SPEED.interrupt(IDLE) == ()


def test_in_a_duel_the_table_names_the_winner_js_25() -> None:
    (event,) = JUNGLE_SPEED.overrule(DUEL, (BEN,))

    assert event.ruling.who == (BEN,)
    assert "JS-25" in event.ruling.why


def test_outside_a_duel_the_table_names_who_pays_or_winner_and_loser_js_25() -> None:
    assert JUNGLE_SPEED.overrule(IDLE, (CLO,))[0].ruling.code == "PENALTY_WRONG_GRAB"
    assert JUNGLE_SPEED.overrule(IDLE, (CLO, DAN))[0].ruling.who == (CLO,)
    assert JUNGLE_SPEED.overrule(IDLE, ())[0].ruling.code == "NO_EVENT"


@pytest.mark.parametrize(
    ("state", "seats", "code"),
    [
        (DUEL, (CLO,), "not-in-duel"),
        (IDLE, (ANA, BEN, CLO), "two-seats-at-most"),
        (IDLE, (NOBODY,), "seat-not-playing"),
    ],
)
def test_the_table_cannot_name_just_anybody_js_25(state: Any, seats: Any, code: str) -> None:
    with pytest.raises(IllegalCommand) as refused:
        JUNGLE_SPEED.overrule(state, seats)

    assert refused.value.code == code


def test_the_ruling_keeps_what_was_measured() -> None:
    assert ruled(DUEL, cmd.Judge(grab=LEA_AND_TOM)).grab == LEA_AND_TOM

"""Jungle Speed on cards that a camera reads (JS-77): what it may do by itself, and what it never may."""

from dataclasses import replace
from typing import Any

import pytest
from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.cards import UNKNOWN, Card
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.state import Volley
from perroquet.kernel.game import Answer
from perroquet.kernel.readings import CardReading, Sighting
from perroquet.kernel.units import HostNs, Seat

from tests.games.hands import ANA, BEN, CLO, DAN, JUNGLE_SPEED, begun, grab, hand, play, setup, spoken
from tests.games.jungle import asked, refusal, ruled, table


def seen(*piles: str, house: dict[str, Any] | None = None, **more: Any) -> Any:
    """Return a table whose cards a camera reads."""
    laid = table(*piles, house={key: value for key, value in (house or {}).items() if key != "cards"}, **more)
    return replace(laid, house=replace(laid.house, cards="seen"))


QUIET = seen("S03V", "S05O", "S07J", "S09G", pot="S12J")


def reading(seat: Seat, face: str = "", colour: str = "", sighting: Sighting = Sighting.SEEN) -> CardReading:
    return CardReading(seat=seat, sighting=sighting, at=HostNs(5), face=face, colour=colour)


def meant(state: Any, *told: Any) -> Any:
    return JUNGLE_SPEED.hear(state, reading(*told))


def test_cards_that_are_seen_are_dealt_unknown_js_77():
    state = begun(JUNGLE_SPEED, setup(cards="seen", first_player="random"))

    assert state.cards is not None
    assert {card for holding in state.cards.holdings for card in holding.reserve} == {UNKNOWN}


def test_two_piles_before_one_person_are_not_told_apart_js_77():
    assert begun(JUNGLE_SPEED, setup(2, cards="seen")).cards is None


def test_a_card_turned_by_whose_turn_it_is_counts_and_opens_a_duel_js_77():
    command = meant(QUIET, BEN, "S03", "G")
    after = play(JUNGLE_SPEED, QUIET, command)

    assert command == cmd.See(seat=BEN, card=Card("S03G"))
    assert after.meeting.duels == ((ANA, BEN),)


def test_what_lies_there_already_means_nothing_js_77():
    assert meant(QUIET, BEN, "S05", "O") is None
    assert meant(QUIET, BEN, "S05") is None


def test_only_whose_turn_it_is_turns_a_card_js_77():
    assert meant(QUIET, CLO, "S03", "G") is None


def test_in_a_volley_everybody_who_is_awaited_does_js_77():
    volley = Volley(arrows=(Card("OUT1"),), waiting=(CLO, DAN), then=ANA, origin=ANA)
    state = replace(QUIET, volley=volley)

    assert meant(state, CLO, "S03", "G") == cmd.See(seat=CLO, card=Card("S03G"))
    assert meant(state, BEN, "S03", "G") is None


def test_an_arrow_card_is_one_that_lies_nowhere_yet_js_77():
    state = seen("IN1", "S05O", "S07J", "S09G")

    assert meant(state, BEN, "IN", "") == cmd.See(seat=BEN, card=Card("IN2"))
    assert meant(seen("IN1", "S05O", "IN2", "IN3"), BEN, "IN", "") == cmd.ShowCard(seat=BEN)


def test_a_colour_that_may_matter_must_be_seen_js_77():
    assert meant(QUIET, BEN, "S03", "") == cmd.ShowCard(seat=BEN)
    assert meant(QUIET, CLO, "S03", "") is None


def test_a_colour_nobody_will_ask_for_need_not_be_seen_js_77():
    state = seen("S03V", "S05O", "S07J", "S09G", house={"n_colour_cards": 0})

    assert meant(state, BEN, "S03", "") == cmd.See(seat=BEN, card=Card("S03G"))


def test_a_card_that_cannot_be_read_is_to_be_shown_js_77():
    command = meant(QUIET, BEN, "", "", Sighting.UNSURE)
    (event,) = JUNGLE_SPEED.decide(QUIET, command)
    after = JUNGLE_SPEED.evolve(QUIET, event)

    assert (command, event) == (cmd.ShowCard(seat=BEN), ev.CardWanted(seat=BEN))
    assert after == QUIET
    assert spoken(JUNGLE_SPEED, after, event) == ["Ben, je ne suis pas sûr\u00a0: montrez la carte."]
    assert meant(QUIET, CLO, "", "", Sighting.UNSURE) is None


@pytest.mark.parametrize("sighting", [Sighting.EMPTY, Sighting.HIDDEN])
def test_an_empty_or_hidden_place_means_nothing_js_77(sighting: Sighting):
    assert meant(QUIET, BEN, "", "", sighting) is None


def test_at_a_table_whose_cards_are_dealt_or_unknown_the_camera_says_nothing_js_77():
    assert meant(table("S03V", "S05O", "S07J"), BEN, "S03", "G") is None
    assert meant(begun(JUNGLE_SPEED, setup()), BEN, "S03", "G") is None
    assert meant(QUIET, Seat(9), "S03", "G") is None


def test_a_card_read_again_is_corrected_and_its_duel_with_it_js_77():
    misread = play(JUNGLE_SPEED, QUIET, meant(QUIET, BEN, "S04", "G"))
    command = meant(misread, BEN, "S03", "G")
    (event,) = JUNGLE_SPEED.decide(misread, command)
    after = JUNGLE_SPEED.evolve(misread, event)

    assert event == ev.Misread(seat=BEN, card=Card("S03G"))
    assert (misread.meeting.duels, after.meeting.duels) == ((), ((ANA, BEN),))
    assert spoken(JUNGLE_SPEED, after, event) == ["J’avais mal lu la carte\u00a0: je corrige."]


def test_nothing_is_corrected_into_a_card_that_cannot_be_js_77():
    assert refusal(QUIET, cmd.Correct(seat=BEN, card=Card("S03V"))) == "impossible-card"
    assert refusal(seen("S03V", "", "S07J"), cmd.Correct(seat=BEN, card=Card("S04V"))) == "impossible-card"


def test_only_symbols_turned_last_are_corrected_js_77():
    turned = play(JUNGLE_SPEED, QUIET, meant(QUIET, BEN, "S04", "G"))

    assert meant(turned, BEN, "IN", "") is None
    assert meant(turned, ANA, "S10", "G") is None
    assert meant(seen("S03V", "IN1", "S07J", "S09G", turn=CLO, flipper=BEN), BEN, "S10", "G") is None
    assert meant(seen("S03V", "", "S07J", "S09G", turn=CLO, flipper=BEN), BEN, "S10", "G") is None


def test_a_pile_that_was_ruled_away_may_lie_there_a_while_js_77():
    duel = play(JUNGLE_SPEED, QUIET, meant(QUIET, BEN, "S03", "G"))
    after = play(JUNGLE_SPEED, duel, cmd.Judge(grab=grab(hand(ANA, fingers=4))), cmd.TotemReturned())

    assert after.cards is not None
    assert (after.cards.turn, after.cards.of(BEN).top) == (BEN, None)
    assert set(after.cards.of(BEN).reserve) == {UNKNOWN}
    assert meant(after, BEN, "S03", "G") is None
    turned = play(JUNGLE_SPEED, after, meant(after, BEN, "S14", "V"))
    assert dict(turned.left) == {ANA: Card("S03V")}


def test_a_grab_without_the_right_is_asked_and_costs_on_start_only_js_77():
    question = asked(QUIET, cmd.Judge(grab=grab(hand(CLO, fingers=4))))
    state = play(JUNGLE_SPEED, QUIET, cmd.Judge(grab=grab(hand(CLO, fingers=4))))

    assert (question.question, question.seat) == (ev.Question.FAULT, CLO)
    assert ruled(state, cmd.Accept()).offender == CLO
    assert play(JUNGLE_SPEED, state, cmd.Refuse()).cards == QUIET.cards


def test_a_late_intruder_never_pays_unasked_js_77():
    state = play(JUNGLE_SPEED, seen("S03V", "S05O", "S07J", house={"late_intruder": "penalty_after"}),
                 cmd.See(seat=BEN, card=Card("S03G")))  # fmt: skip
    late = grab(hand(ANA, fingers=4), hand(CLO, 130))
    events = [event for event in JUNGLE_SPEED.decide(state, cmd.Judge(grab=late)) if isinstance(event, ev.Ruled)]

    assert [event.winner for event in events] == [ANA]


@pytest.mark.parametrize("face", ["IN", "OUT", "COL"])
def test_a_last_card_that_would_rule_by_itself_is_asked_about_js_77(face: str):
    state = seen("S03V", "S05O", "S07J", "S09G", reserves=(5, 1, 5, 5))
    command = meant(state, BEN, face, "")
    question = asked(state, command)
    waiting = play(JUNGLE_SPEED, state, command)

    assert (question.question, question.seat, question.card) == (ev.Question.CARD, BEN, command.card)
    assert waiting.stage is Stage.SETTLE
    refused = play(JUNGLE_SPEED, waiting, JUNGLE_SPEED.hear(waiting, Answer(yes=False, at=HostNs(9))))
    assert refused.cards == state.cards
    confirmed = play(JUNGLE_SPEED, waiting, JUNGLE_SPEED.hear(waiting, Answer(yes=True, at=HostNs(9))))
    assert confirmed.cards != state.cards


def test_a_seat_button_does_not_answer_which_card_it_is_js_77():
    state = play(JUNGLE_SPEED, seen("S03V", "S05O", "S07J", reserves=(5, 1, 5)), cmd.See(seat=BEN, card=Card("IN1")))

    assert JUNGLE_SPEED.menu(state, None) == (cmd.Accept(), cmd.Refuse())
    assert JUNGLE_SPEED.menu(state, ANA) == ()


def test_a_player_without_cards_turns_none_js_77():
    assert meant(seen("S03V", "S05O", "S07J", reserves=(5, 0, 5)), BEN, "S03", "G") is None

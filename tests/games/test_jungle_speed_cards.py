"""Jungle Speed with known cards: who picks up what. Names end in the numbers of the rules they cite."""

from dataclasses import replace
from typing import Any

import pytest
from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.cards import SYMBOLS, Card, colour, shape
from perroquet.games.jungle_speed.house import House
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.piles import Handful
from perroquet.kernel.errors import ConfigurationError
from perroquet.kernel.game import Next
from perroquet.kernel.readings import Grab
from perroquet.kernel.units import HostNs, Seat

from tests.games.hands import ANA, BEN, CLO, DAN, JUNGLE_SPEED, NOBODY, begun, grab, hand, play, render, setup, spoken
from tests.games.jungle import cards, refusal, ruled, table

QUIET = table("S03V", "S05O", "S07J", "S09G", pot="S12J")
DUEL = play(JUNGLE_SPEED, QUIET, cmd.Flip(seat=BEN, card=Card("S03G")))


def test_only_shapes_match_js_1() -> None:
    assert shape(Card("S03V")) == shape(Card("S03G")) != shape(Card("S04V"))
    assert shape(Card("IN1")) != shape(Card("IN2"))
    assert colour(Card("S03V")) == "V"
    assert colour(Card("COL1")) == "COL1"


def test_a_matching_card_opens_a_duel_in_silence_js_1() -> None:
    (flipped,) = JUNGLE_SPEED.decide(QUIET, cmd.Flip(seat=BEN, card=Card("S03G")))

    assert (DUEL.meeting.duels, DUEL.stage) == (((ANA, BEN),), Stage.ARMED)
    assert JUNGLE_SPEED.cues(DUEL, flipped) == ()
    assert JUNGLE_SPEED.lamps(DUEL) == {}
    assert JUNGLE_SPEED.reveals(flipped)


def test_a_card_of_the_same_colour_opens_nothing_js_1() -> None:
    assert play(JUNGLE_SPEED, QUIET, cmd.Flip(seat=BEN, card=Card("S11V"))).meeting.duels == ()


def test_covering_a_card_ends_its_duel_in_silence_js_2() -> None:
    ana_next = replace(DUEL, cards=replace(DUEL.cards, turn=ANA))
    (flipped,) = JUNGLE_SPEED.decide(ana_next, cmd.Flip(seat=ANA, card=Card("S14O")))
    after = JUNGLE_SPEED.evolve(ana_next, flipped)

    assert (after.meeting.duels, after.stage) == ((), Stage.IDLE)
    assert JUNGLE_SPEED.cues(after, flipped) == ()


def test_a_duel_stays_open_while_both_cards_are_on_top_js_2() -> None:
    assert play(JUNGLE_SPEED, DUEL, cmd.Flip(seat=CLO, card=Card("S14O"))).meeting.duels == ((ANA, BEN),)


def test_covering_a_card_may_open_another_duel_js_2() -> None:
    ana_next = replace(DUEL, cards=replace(DUEL.cards, turn=ANA))

    assert play(JUNGLE_SPEED, ana_next, cmd.Flip(seat=ANA, card=Card("S07G"))).meeting.duels == ((ANA, CLO),)


def test_a_third_card_that_matches_makes_a_rush_of_three_js_39() -> None:
    assert play(JUNGLE_SPEED, DUEL, cmd.Flip(seat=CLO, card=Card("S03O"))).meeting.duels == ((ANA, BEN, CLO),)


def test_the_other_of_two_duels_is_cancelled_and_never_comes_back_js_38() -> None:
    two = play(JUNGLE_SPEED, DUEL, cmd.Flip(seat=CLO, card=Card("S09O")))
    assert two.meeting.duels == ((ANA, BEN), (CLO, DAN))

    after = play(JUNGLE_SPEED, two, cmd.Judge(grab=grab(hand(ANA))), cmd.TotemReturned())
    assert after.meeting.duels == ()
    assert ruled(after, cmd.Judge(grab=grab(hand(CLO)))).ruling.code == "PENALTY_WRONG_GRAB"
    again = play(JUNGLE_SPEED, after, cmd.Flip(seat=BEN, card=Card("S09V")))
    assert again.meeting.duels == ((BEN, CLO, DAN),), "a new card opens it again"


def test_the_loser_picks_up_the_winners_pile_the_own_and_the_pot_js_4() -> None:
    event = ruled(DUEL, cmd.Judge(grab=grab(hand(ANA))))

    assert event.pickups == (Handful(seat=BEN, cards=cards("S03V S05O S03G S12J")),)
    after = play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=grab(hand(ANA))))
    assert after.cards.of(BEN).reserve[-4:] == ("S03V", "S05O", "S03G", "S12J")
    assert after.cards.of(ANA).pile == after.cards.of(BEN).pile == after.cards.pot == ()


def test_the_loser_turns_the_next_card_js_5() -> None:
    assert play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=grab(hand(ANA)))).cards.turn == BEN


def test_a_player_without_reserve_is_skipped_js_5() -> None:
    without_clo = table("S03V", "S05O", "S07J", "S09G", reserves=(10, 10, 0, 10))

    assert play(JUNGLE_SPEED, without_clo, cmd.Flip(seat=BEN, card=Card("S11G"))).cards.turn == DAN


def test_a_wrong_grab_costs_every_pile_in_order_then_the_pot_js_6() -> None:
    event = ruled(QUIET, cmd.Judge(grab=grab(hand(CLO))))

    assert event.ruling.code == "PENALTY_WRONG_GRAB"
    assert event.pickups == (Handful(seat=CLO, cards=cards("S03V S05O S07J S09G S12J")),)
    assert event.restart == CLO


def test_an_outsider_in_a_duel_pays_the_same_js_7() -> None:
    event = ruled(DUEL, cmd.Judge(grab=grab(hand(DAN))))

    assert event.ruling.code == "PENALTY_INTERFERE"
    assert event.pickups == (Handful(seat=DAN, cards=cards("S03V S05O S03G S07J S09G S12J")),)


def test_of_several_wrong_hands_the_first_pays_js_27() -> None:
    event = ruled(QUIET, cmd.Judge(grab=grab(hand(CLO), hand(DAN, 120))))

    assert (event.ruling.against, event.warned) == ((CLO,), (DAN,))
    assert "JS-27" in event.ruling.why


@pytest.mark.parametrize(
    ("grabbed", "question", "named"),
    [
        (grab(hand(CLO), hand(DAN, 1)), ev.Question.FAULT, CLO),
        (grab(hand(None, posterior={CLO: 0.6, DAN: 0.4})), ev.Question.FAULT, CLO),
        (grab(hand(CLO, odds=9.0)), ev.Question.FAULT, CLO),
        (grab(hand(None)), ev.Question.WHO, None),
        (grab(hand(NOBODY)), ev.Question.WHO, None),
        (grab(), ev.Question.WHO, None),
        (grab(hand(CLO), hand(DAN, 20), fall_ms=100), ev.Question.DROPPED, None),
    ],
)
def test_a_wrong_grab_that_is_not_sure_is_asked_js_16_js_17_js_18(
    grabbed: Grab, question: ev.Question, named: Seat | None
) -> None:
    (event,) = JUNGLE_SPEED.decide(QUIET, cmd.Judge(grab=grabbed))

    assert (event.question, event.seat) == (question, named)


def test_with_known_cards_the_one_named_pays_js_16() -> None:
    who = play(JUNGLE_SPEED, QUIET, cmd.Judge(grab=grab(hand(None))))

    assert ruled(who, cmd.Claim(seat=DAN)).ruling.code == "PENALTY_WRONG_GRAB"


def test_who_is_out_and_grabs_is_told_off_js_23() -> None:
    without_dan = table("S03V", "S05O", "S07J", "", reserves=(10, 10, 10, 0), gone=((DAN,),))
    event = ruled(without_dan, cmd.Judge(grab=grab(hand(DAN))))

    assert (event.ruling.code, event.pickups, event.restart) == ("WARNING", (), BEN)


def test_a_player_without_a_card_is_out_js_21() -> None:
    last = table("S03V", "S05O", "S07J", "S09G", reserves=(0, 10, 10, 10))
    after = play(JUNGLE_SPEED, last, cmd.Flip(seat=BEN, card=Card("S03G")), cmd.Judge(grab=grab(hand(ANA))))

    assert after.gone == ((ANA,),)
    assert not after.over


def test_the_game_ends_when_two_are_left_js_22() -> None:
    last = table("S03V", "S05O", "S07J", reserves=(0, 10, 10))
    events = JUNGLE_SPEED.decide(
        play(JUNGLE_SPEED, last, cmd.Flip(seat=BEN, card=Card("S03G"))), cmd.Judge(grab=grab(hand(ANA)))
    )

    assert events[-1] == ev.Ended(ranking=((ANA,), (BEN, CLO)), why="JS-22")


def test_the_short_game_ends_with_the_first_out_js_22() -> None:
    last = table("S03V", "S05O", "S07J", "S09G", reserves=(0, 10, 10, 10))
    short = replace(last, house=House(cards="virtual", end="first_out"))
    after = play(JUNGLE_SPEED, short, cmd.Flip(seat=BEN, card=Card("S03G")), cmd.Judge(grab=grab(hand(ANA))))

    assert after.ranking == ((ANA,), (BEN, CLO, DAN))
    assert refusal(after, cmd.TotemReturned()) == "game-over"
    assert JUNGLE_SPEED.bot(after, setup().luck) is None


def test_all_out_together_share_js_22() -> None:
    last = table("S03V", "S05O", "S07J", reserves=(0, 0, 10))
    after = play(JUNGLE_SPEED, last, cmd.Judge(grab=grab(hand(CLO))))

    assert after.ranking == ((ANA, BEN), (CLO,))


def test_without_a_card_to_turn_or_a_duel_the_game_stops_js_28() -> None:
    last = table("S03V", "S05O", "S07J", "S09G", reserves=(0, 1, 0, 0))
    events = JUNGLE_SPEED.decide(last, cmd.Flip(seat=BEN, card=Card("S11G")))

    assert events[-1] == ev.Ended(ranking=((ANA, BEN, CLO, DAN),), why="JS-28")


def test_with_a_duel_and_no_card_to_turn_only_the_grab_is_left_js_28() -> None:
    last = table("S03V", "S05O", "S07J", "S09G", reserves=(0, 1, 0, 0))
    duel = play(JUNGLE_SPEED, last, cmd.Flip(seat=BEN, card=Card("S03G")))

    assert not duel.over
    assert refusal(duel, cmd.GoOn()) == "no-card-to-turn"
    assert cmd.GoOn() not in JUNGLE_SPEED.menu(duel, None)
    assert play(JUNGLE_SPEED, duel, cmd.Wait()).over, "and when nobody goes for it the game stops"


@pytest.mark.parametrize(
    ("state", "command", "code"),
    [
        (QUIET, cmd.Flip(seat=CLO, card=Card("S11G")), "not-your-turn"),
        (QUIET, cmd.Flip(seat=NOBODY, card=Card("S11G")), "seat-not-playing"),
        (QUIET, cmd.Flip(seat=BEN), "name-the-card"),
        (QUIET, cmd.LateFlip(seat=BEN), "not-your-turn"),
        (QUIET, cmd.FlipAll(cards=((BEN, Card("S11G")),)), "not-your-turn"),
        (QUIET, cmd.Split(given=()), "no-question"),
        (QUIET, cmd.Flip(seat=BEN, card=Card("S19V")), "no-such-card"),
        (QUIET, cmd.Flip(seat=BEN, card=Card("S12J")), "impossible-card"),
        (QUIET, cmd.JoinDuel(seat=ANA), "cards-decide"),
        (play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=grab(hand(ANA)))), cmd.Flip(seat=BEN), "totem-away"),
    ],
)
def test_what_cannot_be_turned_is_refused_by_code(state: Any, command: Any, code: str) -> None:
    assert refusal(state, command) == code


def test_cards_are_dealt_evenly_the_rest_is_the_pot_js_26() -> None:
    dealt = begun(JUNGLE_SPEED, setup(6, cards="virtual"))
    all_out = begun(JUNGLE_SPEED, setup(6, cards="virtual", leftover="deal_all"))

    assert {len(holding.reserve) for holding in dealt.cards.holdings} == {13}
    assert len(dealt.cards.pot) == 2
    assert sorted(dealt.cards.everything()) == sorted(dealt.house.box.deck())
    assert dealt.cards.turn in range(6)
    assert [len(holding.reserve) for holding in all_out.cards.holdings] == [14, 14, 13, 13, 13, 13]


def test_dealing_is_secret_and_silent_js_26() -> None:
    table_ = setup(4, cards="virtual")
    event, begins = JUNGLE_SPEED.opening(table_)

    assert JUNGLE_SPEED.secret(event)
    assert JUNGLE_SPEED.cues(begun(JUNGLE_SPEED, table_), event) == ()
    assert isinstance(begins, ev.FirstNamed)
    assert "commence" in spoken(JUNGLE_SPEED, begun(JUNGLE_SPEED, table_), begins)[0]


def test_the_first_player_is_named_by_the_table_js_37() -> None:
    for rule, words in (("youngest", "Qui est le plus jeune"), ("dealer", "Qui a distribué")):
        state = begun(JUNGLE_SPEED, setup(4, cards="virtual", first_player=rule))

        assert words in render(JUNGLE_SPEED, state.asked.ruling.spoken)
        assert refusal(state, cmd.Accept()) == "name-a-seat"
        assert JUNGLE_SPEED.interrupt(state) == ()
        assert JUNGLE_SPEED.menu(state, None) == tuple(cmd.Claim(seat=Seat(n)) for n in range(4))
        assert play(JUNGLE_SPEED, state, cmd.Claim(seat=CLO)).cards.turn == CLO
    assert play(JUNGLE_SPEED, QUIET, cmd.NameFirst(seat=DAN)).cards.turn == DAN


def test_start_turns_the_dealt_card() -> None:
    state = begun(JUNGLE_SPEED, setup(4, cards="virtual"))
    turned = play(JUNGLE_SPEED, state, cmd.GoOn())

    assert turned.cards.of(state.cards.turn).pile == state.cards.of(state.cards.turn).reserve[:1]
    wrong = next(card for card in SYMBOLS if card != state.cards.of(state.cards.turn).reserve[0])
    assert refusal(state, cmd.Flip(seat=state.cards.turn, card=wrong)) == "impossible-card"


def test_a_power_cut_leaves_matching_cards_matching_js_24() -> None:
    touched = play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=grab(hand(None))))

    assert JUNGLE_SPEED.interrupt(DUEL) == ()
    assert JUNGLE_SPEED.replay(touched, JUNGLE_SPEED.interrupt(touched)).stage is Stage.ARMED


def test_the_table_may_undo_a_penalty_with_cards_js_25() -> None:
    (event,) = JUNGLE_SPEED.overrule(QUIET, ())

    assert (event.pickups, event.restart) == ((), BEN)


@pytest.mark.parametrize(
    ("rules", "hint"),
    [
        ({"card": "virtual"}, "did you mean 'cards'?"),
        ({"volley": True}, "its house rules are cards, edition, n_colour_cards"),
        ({"cards": "felt"}, "cards = 'felt' of jungle-speed is not one of unknown, virtual, seen"),
        ({"cards": "vitual"}, "did you mean 'virtual'?"),
        ({"tie_window_ms": 19}, "is not a whole number of milliseconds from 20 to 120"),
        ({"tie_window_ms": True}, "tie_window_ms = true of"),
    ],
)
def test_a_house_rule_that_cannot_be_is_refused_with_the_way_out(rules: dict[str, Any], hint: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        JUNGLE_SPEED.initial(setup(4, **rules))

    assert hint in str(refused.value)


def test_a_house_rule_in_its_bounds_is_kept_js_8() -> None:
    assert JUNGLE_SPEED.initial(setup(4, tie_window_ms=120)).house.tie_window_ms == 120


def test_the_end_is_said_and_shown_js_22() -> None:
    last = table("S03V", "S05O", "S07J", reserves=(0, 10, 10))
    after = play(JUNGLE_SPEED, last, cmd.Flip(seat=BEN, card=Card("S03G")), cmd.Judge(grab=grab(hand(ANA))))

    assert JUNGLE_SPEED.menu(after, None) == ()
    assert render(JUNGLE_SPEED, JUNGLE_SPEED.prompt(after).sentence) == "La partie est finie. START\u00a0: terminer."
    assert "Ana\u00a0: plus de cartes." in [render(JUNGLE_SPEED, fact) for fact in JUNGLE_SPEED.view(after, None).facts]
    assert JUNGLE_SPEED.hear(after, Next(at=HostNs(0))) is None


def test_a_grab_that_is_all_that_is_left_is_prompted_js_28() -> None:
    last = table("S03V", "S05O", "S07J", "S09G", reserves=(0, 1, 0, 0))
    duel = play(JUNGLE_SPEED, last, cmd.Flip(seat=BEN, card=Card("S03G")))

    assert "au totem" in render(JUNGLE_SPEED, JUNGLE_SPEED.prompt(duel).sentence)

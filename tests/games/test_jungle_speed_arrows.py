"""Arrows, falls, and the games for two and three. Names end in the numbers of the rules they cite."""

from typing import Any

import pytest
from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.cards import EDITIONS, Card, Kind, kind
from perroquet.games.jungle_speed.dealing import deck
from perroquet.games.jungle_speed.house import House
from perroquet.games.jungle_speed.machine import Stage
from perroquet.kernel.game import Fallen, SeatPressed
from perroquet.kernel.sentences import say
from perroquet.kernel.units import HostNs, Seat

from tests.games.hands import ANA, BEN, CLO, DAN, JUNGLE_SPEED, begun, grab, hand, play, render, setup, spoken
from tests.games.jungle import answer, asked, cards, refusal, ruled, table

QUIET = table("S03V", "S05O", "S07J", "S09G", pot="S12J")
ANA_TURNS = table("S03V", "S05O", "S07J", "S09G", turn=ANA)
RUSH = play(JUNGLE_SPEED, ANA_TURNS, cmd.Flip(seat=ANA, card=Card("IN1")))
CALLED = play(JUNGLE_SPEED, ANA_TURNS, cmd.Flip(seat=ANA, card=Card("OUT1")))
COLOURS = table("S03V", "S05O", "COL1", "S09V", turn=DAN, colour=Card("COL1"))


def turn_all(state: Any, codes: str) -> Any:
    """Return the table after a volley of these cards."""
    return play(JUNGLE_SPEED, state, cmd.FlipAll(cards=tuple(zip((ANA, BEN, CLO, DAN), cards(codes), strict=True))))


# --- cards and editions


def test_boxes_hold_what_they_say_js_73() -> None:
    sizes = {name: len(box.deck()) for name, box in EDITIONS.items()}

    assert sizes == {"seed_fr_80": 80, "en2015_80": 80, "recent_70": 70, "custom": 80}
    assert [name for name, box in EDITIONS.items() if not box.checked] == ["recent_70"]
    assert all(len(set(box.deck())) == len(box.deck()) for box in EDITIONS.values())
    assert House(edition="recent_70", n_colour_cards=2).box.colour_arrows == 0
    own = House(edition="custom", n_shapes=10, n_inward_cards=1, n_outward_cards=0, n_colour_cards=4)
    assert len(own.box.deck()) == 45


def test_a_card_that_cannot_be_changes_nothing_js_76() -> None:
    assert answer("TRI-06")["ruling"] == "DATA_ERROR"
    assert refusal(QUIET, cmd.Flip(seat=BEN, card=Card("S12J"))) == "impossible-card"
    assert refusal(QUIET, cmd.Flip(seat=BEN, card=Card("S99X"))) == "no-such-card"


def test_the_safety_words_exist_js_36() -> None:
    assert "Dobble" in render(JUNGLE_SPEED, say(JUNGLE_SPEED.safe))


def test_play_waits_for_the_totem_js_35() -> None:
    away = play(JUNGLE_SPEED, QUIET, cmd.TotemGone())
    events = JUNGLE_SPEED.decide(away, cmd.Flip(seat=BEN, card=Card("S11G")))

    assert isinstance(events[-1], ev.Noted)
    assert "debout au milieu" in spoken(JUNGLE_SPEED, away, events[-1])[0]
    assert not play(JUNGLE_SPEED, away, cmd.TotemReturned()).away


def test_the_last_card_wins_nothing_js_32() -> None:
    assert answer("FIN-01")["player_out"] is None
    assert answer("FIN-03")["reserve_after"]["A"] == 3


def test_who_peeks_is_told_off_js_34() -> None:
    peeked = play(JUNGLE_SPEED, ANA_TURNS, cmd.Peek(seat=ANA))
    event = ruled(peeked, cmd.Flip(seat=ANA, card=Card("S11G")))

    assert (event.ruling.code, event.totem, event.restart) == ("WARNING", False, BEN)
    assert play(JUNGLE_SPEED, peeked, cmd.Flip(seat=ANA, card=Card("S11G"))).stage is Stage.IDLE


def test_a_forbidden_hand_does_not_count_js_33() -> None:
    duel = play(JUNGLE_SPEED, QUIET, cmd.Flip(seat=BEN, card=Card("S03G")))
    alone = ruled(duel, cmd.Judge(grab=grab(hand(ANA)), wrong=(0,)))

    assert (alone.ruling.code, alone.offender, alone.stays) == ("WARNING", ANA, True)
    assert answer("PEN-13")["warned"] == ["A"]


# --- inward


def test_an_inward_arrow_is_for_everybody_js_41_js_42() -> None:
    assert RUSH.meeting.entitled == {ANA, BEN, CLO, DAN}
    event = ruled(RUSH, cmd.Judge(grab=grab(hand(CLO))))

    assert (event.winner, event.restart, event.losers, event.pickups) == (CLO, CLO, (), ())
    assert render(JUNGLE_SPEED, event.ruling.spoken) == "Clo, seule main. Son tas va au pot."
    assert JUNGLE_SPEED.prior(RUSH) == {}


def test_arrows_never_duel_and_are_over_once_js_59() -> None:
    taken = play(JUNGLE_SPEED, RUSH, cmd.Judge(grab=grab(hand(CLO))), cmd.TotemReturned())

    assert not taken.meeting.open
    assert answer("BAS-12")["ruling"] == "IN_OPEN"
    assert answer("INT-07")["ruling"] == "PENALTY_WRONG_GRAB"


def test_a_rush_nobody_takes_is_over_with_the_next_card_js_44() -> None:
    assert not play(JUNGLE_SPEED, RUSH, cmd.Flip(seat=BEN, card=Card("S11G"))).meeting.open
    waiting = table("S03V", "S05O", "S07J", "S09G", turn=ANA, house={"in_no_taker": "stays_live"})
    live = play(JUNGLE_SPEED, waiting, cmd.Flip(seat=ANA, card=Card("IN1")), cmd.Flip(seat=BEN, card=Card("S11G")))
    assert live.meeting.rush


def test_a_last_inward_arrow_that_is_missed_costs_everything_js_45() -> None:
    last = table("S03V IN1", "S05O", "S07J", "S09G", reserves=(0, 9, 9, 9), pot="S12J")
    for command in (cmd.Judge(grab=grab(hand(CLO))), cmd.Wait(), cmd.GoOn(), cmd.Flip(seat=BEN, card=Card("S11G"))):
        event = ruled(last, command)

        assert (event.ruling.code, event.losers, event.restart) == ("IN_LAST_FAIL", (ANA,), ANA)
        assert [len(pickup.cards) for pickup in event.pickups or ()] == [6]
    assert ruled(last, cmd.Judge(grab=grab(hand(ANA)))).ruling.code == "IN_WON"


# --- outward


def test_a_volley_is_called_aloud_and_turned_at_once_js_46() -> None:
    (flipped,) = JUNGLE_SPEED.decide(ANA_TURNS, cmd.Flip(seat=ANA, card=Card("OUT1")))

    assert spoken(JUNGLE_SPEED, CALLED, flipped) == ["Tous ensemble\u00a0: un, deux, trois\u202f!"]
    assert "Salve" in render(JUNGLE_SPEED, JUNGLE_SPEED.prompt(CALLED).sentence)
    assert turn_all(CALLED, "S11G S12O S12V S14V").meeting.duels == ((BEN, CLO),)
    assert refusal(ANA_TURNS, cmd.FlipAll(cards=((BEN, Card("S11G")),))) == "not-your-turn"


def test_start_turns_every_card_of_a_volley_js_46() -> None:
    dealt = begun(JUNGLE_SPEED, setup(4, cards="virtual"))
    holdings = tuple(
        type(h)(seat=h.seat, reserve=(Card("OUT1"), *h.reserve)) if h.seat == dealt.cards.turn else h
        for h in dealt.cards.holdings
    )
    stacked = JUNGLE_SPEED.evolve(dealt, ev.Dealt(packs=tuple(_pack(h) for h in holdings), pot=()))
    stacked = play(JUNGLE_SPEED, stacked, cmd.NameFirst(seat=dealt.cards.turn))
    events = JUNGLE_SPEED.decide(play(JUNGLE_SPEED, stacked, cmd.GoOn()), cmd.GoOn())

    assert [type(event) for event in events[:4]] == [ev.Flipped] * 4


def _pack(holding: Any) -> Any:
    from perroquet.games.jungle_speed.piles import Handful

    return Handful(seat=holding.seat, cards=holding.reserve)


def test_nothing_in_a_volley_and_who_called_it_goes_on_js_47() -> None:
    assert turn_all(CALLED, "S11G S12O S13J S14V").cards.turn == ANA
    assert answer("EXT-07")["next_player"] == "D"


def test_a_second_outward_arrow_waits_for_a_duel_js_48() -> None:
    duel = turn_all(CALLED, "S11G S12O S12V OUT2")
    assert duel.volley is not None
    assert "Salve" in render(JUNGLE_SPEED, JUNGLE_SPEED.prompt(duel).sentence)

    after = play(JUNGLE_SPEED, duel, cmd.Judge(grab=grab(hand(BEN))))
    assert (after.volley.arrows, after.volley.then) == ((Card("OUT2"),), CLO)
    gone = play(JUNGLE_SPEED, duel, cmd.Judge(grab=grab(hand(DAN))))
    assert gone.volley is None, "its arrow was picked up"
    assert answer("EXT-07", second_out_with_duel="cancelled")["ruling"] == "OUT_ALL_FLIP"


def test_nothing_opens_before_the_last_card_of_a_volley_js_49() -> None:
    begun_ = play(JUNGLE_SPEED, CALLED, cmd.FlipAll(cards=((BEN, Card("S12O")), (CLO, Card("S12V")))))

    assert not begun_.meeting.open
    assert begun_.volley.waiting == (ANA, DAN)
    assert "attend des cartes" in render(JUNGLE_SPEED, JUNGLE_SPEED.prompt(begun_).sentence)
    assert cmd.LateFlip(seat=DAN) in JUNGLE_SPEED.menu(begun_, None)
    assert ruled(begun_, cmd.LateFlip(seat=DAN)).offender == DAN
    assert refusal(begun_, cmd.LateFlip(seat=BEN)) == "not-your-turn"
    assert refusal(begun_, cmd.Flip(seat=BEN, card=Card("S11G"))) == "not-your-turn"
    one = play(JUNGLE_SPEED, begun_, cmd.Flip(seat=DAN, card=Card("S14V")), cmd.Flip(seat=ANA, card=Card("S11G")))
    assert one.meeting.duels == ((BEN, CLO),)


def test_an_inward_arrow_of_a_volley_comes_before_an_outward_one_js_51() -> None:
    assert answer("EXT-14")["pending"] == ["OUT2"]


def test_rushes_take_what_the_fastest_chose_js_43() -> None:
    assert answer("EXT-08")["cancelled"] == ["IN1"]
    assert answer("EXT-09")["cancelled"] == ["duel B/C"]


# --- colour


def test_with_a_colour_arrow_colours_duel_js_52() -> None:
    assert COLOURS.meeting.duels == ((ANA, DAN),)
    facts = [render(JUNGLE_SPEED, fact) for fact in JUNGLE_SPEED.view(COLOURS, None).facts]
    assert "Flèche couleur\u00a0: ce sont les couleurs qui comptent." in facts


def test_a_take_a_fall_or_another_arrow_ends_it_js_53() -> None:
    assert play(JUNGLE_SPEED, COLOURS, cmd.Judge(grab=grab(hand(ANA)))).colour is None
    assert play(JUNGLE_SPEED, COLOURS, cmd.Flip(seat=DAN, card=Card("OUT1"))).colour is None
    assert answer("COU-07")["mode"] == "shape"


def test_covering_it_does_not_end_it_js_54() -> None:
    clo_turns = table("S03V", "S05O", "COL1", "S09G", turn=CLO, colour=Card("COL1"))
    assert play(JUNGLE_SPEED, clo_turns, cmd.Flip(seat=CLO, card=Card("S11J"))).colour == "COL1"

    for house in ({"colour_ends_when_covered": "yes"}, {"colour_permanent": "yes"}):
        ends = table("S03V", "S05O", "COL1", "S09G", turn=CLO, colour=Card("COL1"), house=house)
        assert play(JUNGLE_SPEED, ends, cmd.Flip(seat=CLO, card=Card("S11J"))).colour is None


def test_a_permanent_colour_stays_until_it_is_covered_or_picked_up_js_55() -> None:
    lasting = table("S03V", "S05O", "COL1", "S09V", turn=DAN, colour=Card("COL1"), house={"colour_permanent": "yes"})

    assert play(JUNGLE_SPEED, lasting, cmd.Judge(grab=grab(hand(ANA)))).colour == "COL1"
    assert play(JUNGLE_SPEED, lasting, cmd.Flip(seat=DAN, card=Card("IN1"))).colour == "COL1"
    assert play(JUNGLE_SPEED, lasting, cmd.Judge(grab=grab(hand(BEN)))).colour is None
    six = JUNGLE_SPEED.opening(setup(6, cards="virtual", colour_permanent="yes"))
    assert isinstance(six[0], ev.Noted)
    assert [type(event) for event in JUNGLE_SPEED.opening(setup(5, colour_permanent="yes"))] == [ev.FirstNamed]


def test_a_colour_arrow_of_a_volley_counts_at_once_js_56() -> None:
    assert turn_all(CALLED, "S11G S12O S12V COL1").meeting.duels == ()
    first = table("S03V", "S05O", "S07J", "S09G", turn=ANA, house={"out_with_col": "shape_duel_first"})
    duel = turn_all(play(JUNGLE_SPEED, first, cmd.Flip(seat=ANA, card=Card("OUT1"))), "S11G S12O S12V COL1")
    assert (duel.meeting.duels, duel.dimmed) == (((BEN, CLO),), "COL1")
    assert play(JUNGLE_SPEED, duel, cmd.Judge(grab=grab(hand(BEN)))).colour == "COL1"
    assert play(JUNGLE_SPEED, duel, cmd.Flip(seat=duel.cards.turn, card=Card("S01J"))).colour == "COL1"


def test_a_last_colour_arrow_costs_everything_js_57() -> None:
    last = table("S03V", "S05O", "S07J", "S09G", reserves=(1, 9, 9, 9), turn=ANA)
    event = ruled(last, cmd.Flip(seat=ANA, card=Card("COL1")))

    assert (event.ruling.code, event.offender, event.totem) == ("LAST_COL_TAKE_ALL", ANA, False)
    assert not play(JUNGLE_SPEED, last, cmd.Flip(seat=ANA, card=Card("COL1"))).colour


def test_who_shows_an_arrow_has_no_colour_js_58() -> None:
    assert answer("COU-14")["ruling"] == "PENALTY_INTERFERE"


# --- falls


DUEL = play(JUNGLE_SPEED, QUIET, cmd.Flip(seat=BEN, card=Card("S03G")))


def test_a_single_hand_that_drops_the_totem_is_known_js_60_js_61() -> None:
    free = ruled(DUEL, cmd.Judge(grab=grab(hand(ANA), fall_ms=90)))
    assert (free.ruling.code, free.stays) == ("ATTEMPT_VOID", True)
    assert play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=grab(hand(ANA), fall_ms=90)), cmd.TotemReturned()).meeting.open

    costly = ruled(DUEL, cmd.Judge(grab=grab(hand(DAN), fall_ms=90)))
    assert (costly.ruling.code, costly.offender) == ("PENALTY_FALL", DAN)
    assert asked(DUEL, cmd.Judge(grab=grab(hand(DAN, odds=2.0), fall_ms=90))).seat == DAN


def test_of_two_hands_nobody_can_tell_who_dropped_it_js_62_js_64() -> None:
    both = play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=grab(hand(ANA), hand(BEN, 60), fall_ms=90)))

    assert (both.asked.question, both.asked.seat) == (ev.Question.DROPPED, None)
    assert ruled(both, cmd.Claim(seat=ANA)).ruling.code == "ATTEMPT_VOID"
    assert ruled(both, cmd.Claim(seat=BEN)).ruling.code == "PENALTY_FALL"
    assert ruled(both, cmd.Claim(seat=CLO)).ruling.code == "PENALTY_FALL"
    assert ruled(both, cmd.Refuse()).ruling.code == "FALL_UNATTRIBUTED"


def test_off_the_table_the_table_says_js_63() -> None:
    both = play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=grab(hand(ANA), hand(BEN, 60), fall_ms=90)))
    assert ruled(both, cmd.Accept()).ruling.why == ("JS-63",)
    assert cmd.Accept() in JUNGLE_SPEED.menu(both, None)

    quiet = play(JUNGLE_SPEED, QUIET, cmd.Judge(grab=grab(hand(ANA), hand(BEN, 60), fall_ms=90)))
    assert refusal(quiet, cmd.Accept()) == "name-a-seat"
    assert cmd.Accept() not in JUNGLE_SPEED.menu(quiet, None)


def test_a_fall_that_only_the_base_heard_is_asked_js_64() -> None:
    command = JUNGLE_SPEED.hear(DUEL, Fallen(grab=None, at=HostNs(0)))
    fallen = play(JUNGLE_SPEED, DUEL, command)

    assert "Qui l’a touché" in spoken(JUNGLE_SPEED, DUEL, JUNGLE_SPEED.decide(DUEL, command)[0])[0]
    event = ruled(fallen, cmd.Refuse())
    assert [laid.cards for laid in event.laid] == [("S03V",), ("S05O", "S03G"), ("S07J",), ("S09G",)]
    assert ruled(fallen, cmd.Claim(seat=ANA)).ruling.code == "ATTEMPT_VOID"


def test_a_named_dropper_is_confirmed_js_17_js_60() -> None:
    unsure = play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=grab(hand(DAN, odds=2.0), fall_ms=90)))

    assert ruled(unsure, cmd.Accept()).offender == DAN
    assert "{" not in render(JUNGLE_SPEED, JUNGLE_SPEED.prompt(unsure).sentence)


@pytest.mark.parametrize(("house", "code"), [("free_if_first", "ATTEMPT_VOID"), ("penalty_always", "PENALTY_FALL")])
def test_without_cards_the_table_says_whether_it_had_the_right_js_61(house: str, code: str) -> None:
    idle = begun(JUNGLE_SPEED, setup(fall_in_legit_duel=house))
    dropped = play(JUNGLE_SPEED, idle, cmd.Judge(grab=grab(hand(ANA), fall_ms=90)))

    assert dropped.asked.question is ev.Question.RIGHT
    assert ruled(dropped, cmd.Accept()).ruling.code == code
    assert ruled(dropped, cmd.Refuse()).ruling.code == "PENALTY_FALL"
    assert asked(dropped, cmd.Claim(seat=BEN)).seat == BEN
    heard = play(JUNGLE_SPEED, idle, cmd.Fell(grab=None, at=HostNs(0)))
    assert asked(heard, cmd.Claim(seat=BEN)).question is ev.Question.RIGHT
    assert ruled(heard, cmd.Refuse()).pickups is None


def test_a_declared_duel_knows_who_had_the_right_js_61() -> None:
    declared = play(JUNGLE_SPEED, begun(JUNGLE_SPEED, setup()), cmd.JoinDuel(seat=ANA), cmd.JoinDuel(seat=BEN))
    after = play(JUNGLE_SPEED, declared, cmd.Judge(grab=grab(hand(ANA), fall_ms=90)))

    assert (after.last.code, after.declared) == ("ATTEMPT_VOID", (ANA, BEN))


def test_who_is_out_and_drops_it_is_told_off_js_23() -> None:
    without_dan = table("S03V", "S05O", "S07J", "", reserves=(9, 9, 9, 0), gone=((DAN,),))

    assert ruled(without_dan, cmd.Judge(grab=grab(hand(DAN), fall_ms=90))).ruling.code == "WARNING"
    assert ruled(without_dan, cmd.Tell(seat=DAN)).ruling.code == "WARNING"


# --- three players, two players


def test_three_players_play_without_colour_arrows_js_65() -> None:
    assert len(deck(House(), 3)) == 78
    assert not [card for card in deck(House(), 3) if kind(card) is Kind.COLOUR]
    stray = table("S03V", "S05O", "S07J", turn=CLO)
    after = play(JUNGLE_SPEED, stray, cmd.Flip(seat=CLO, card=Card("COL1")))
    assert (after.cards.aside, after.cards.turn, after.colour) == (("COL1",), CLO, None)


def test_three_of_one_colour_are_a_rush_js_66() -> None:
    three = table("S03V", "S05V", "S07V")
    event = ruled(three, cmd.Judge(grab=grab(hand(BEN))))

    assert event.ruling.code == "IN_WON"
    assert "JS-66" in event.ruling.why
    assert not play(JUNGLE_SPEED, three, cmd.Flip(seat=BEN, card=Card("S01O"))).meeting.open
    assert not table("S03V", "S05V", "IN1", void=frozenset({frozenset({Card("IN1")})})).meeting.open


A_RIGHT, B_RIGHT, A_LEFT, B_LEFT = (Seat(n) for n in (10, 11, 20, 21))
TWO = (10, 11, 20, 21)


def two(*piles: str, **more: Any) -> Any:
    return table(*piles, seats=TWO, turn=more.pop("turn", A_RIGHT), **more)


def test_two_players_are_four_hands_js_67() -> None:
    dealt = begun(JUNGLE_SPEED, setup(2, cards="virtual"))

    assert dealt.cards.seats == (A_RIGHT, B_RIGHT, A_LEFT, B_LEFT)
    assert {len(h.reserve) for h in dealt.cards.holdings} == {19}
    assert dealt.cards.turn in (A_RIGHT, B_RIGHT)
    assert len(deck(House(two_p_remove_col="no"), 2)) == 80
    asked_ = begun(JUNGLE_SPEED, setup(2, cards="virtual", first_player="youngest"))
    assert play(JUNGLE_SPEED, asked_, cmd.Claim(seat=BEN)).cards.turn == B_RIGHT
    assert "main droite" in render(JUNGLE_SPEED, JUNGLE_SPEED.prompt(dealt).sentence)
    assert JUNGLE_SPEED.menu(dealt, Seat(dealt.cards.turn % 10))[0] == cmd.Flip(seat=dealt.cards.turn)


def test_own_hands_do_not_duel_js_68() -> None:
    own = two("S03V", "S05O", "S03G", "S09G")

    assert not own.meeting.open
    assert ruled(own, cmd.Judge(grab=grab(hand(A_LEFT)))).ruling.code == "PENALTY_WRONG_GRAB"


def test_only_the_hands_of_the_duel_may_take_it_js_69() -> None:
    duel = two("S03V", "S03G", "S07J", "S09G")
    assert ruled(duel, cmd.Judge(grab=grab(hand(A_LEFT)))).ruling.code == "PENALTY_INTERFERE"
    lenient = two("S03V", "S03G", "S07J", "S09G", house={"two_p_wrong_hand": "counts_for_player"})
    assert ruled(lenient, cmd.Judge(grab=grab(hand(A_LEFT)))).winner == A_RIGHT
    assert ruled(duel, cmd.Judge(grab=grab(hand(ANA)))).winner == A_RIGHT, "the device knows the person"
    assert JUNGLE_SPEED.prior(duel) == {}


def test_with_three_hands_that_match_ones_own_other_hand_does_not_lose_js_69() -> None:
    event = ruled(two("S03V", "S03G", "S03O", "S09G"), cmd.Judge(grab=grab(hand(ANA))))
    assert (event.winner, event.losers) == (A_RIGHT, (B_RIGHT,))

    both_lose = play(JUNGLE_SPEED, two("S03V", "S03G", "S07J", "S03O"), cmd.Judge(grab=grab(hand(ANA))))
    assert JUNGLE_SPEED.menu(both_lose, None)[:2] == (cmd.Accept(), cmd.Refuse())
    assert ruled(both_lose, cmd.Claim(seat=BEN)).losers == (B_RIGHT, B_LEFT)
    assert refusal(both_lose, cmd.Claim(seat=ANA)) == "did-not-lose"


def test_an_inward_arrow_goes_to_the_fuller_hand_js_70() -> None:
    rush = two("S03V", "S05O IN1", "S07J S08J S10J", "S09G")

    assert ruled(rush, cmd.Judge(grab=grab(hand(ANA)))).winner == A_LEFT


def test_it_ends_when_both_hands_or_one_of_each_are_empty_js_71() -> None:
    both = two("S03V", "S03G", "", "S09G", reserves=(0, 9, 0, 9), gone=((A_LEFT,),))
    after = play(JUNGLE_SPEED, both, cmd.Judge(grab=grab(hand(ANA))))
    assert after.ranking == ((ANA,), (BEN,))

    one_each = two("S03V", "S03G", "S07J", "", reserves=(0, 9, 9, 0), gone=((B_LEFT,),))
    assert play(JUNGLE_SPEED, one_each, cmd.Judge(grab=grab(hand(ANA)))).ranking == ((ANA,), (BEN,))

    stuck = two("S03V", "S05G", "S07J", "S09J", reserves=(1, 0, 0, 0))
    assert play(JUNGLE_SPEED, stuck, cmd.Flip(seat=A_RIGHT, card=Card("S12V"))).ranking == ((BEN,), (ANA,))


def test_a_hand_nobody_can_tell_pays_from_the_smaller_reserve_js_72() -> None:
    quiet = two("S03V", "S05O", "S07J", "S09G", reserves=(9, 9, 4, 9))
    assert ruled(quiet, cmd.Judge(grab=grab(hand(ANA)))).offender == A_LEFT

    chooses = two("S03V", "S05O", "S07J", "S09G", house={"two_p_penalty_hand": "player_chooses"})
    which = play(JUNGLE_SPEED, chooses, cmd.Judge(grab=grab(hand(ANA))))
    assert (which.asked.question, which.asked.seat) == (ev.Question.HAND, ANA)
    assert ruled(which, cmd.Accept()).offender == A_RIGHT
    assert ruled(which, cmd.Refuse()).offender == A_LEFT
    assert refusal(which, cmd.Claim(seat=BEN)) == "name-a-seat"
    fell = play(JUNGLE_SPEED, chooses, cmd.Judge(grab=grab(hand(ANA), fall_ms=90)))
    assert ruled(fell, cmd.Accept()).ruling.code == "PENALTY_FALL"


# --- words


def test_seat_buttons_say_who_has_it_with_known_cards_js_31() -> None:
    command = JUNGLE_SPEED.hear(DUEL, SeatPressed(seat=ANA, at=HostNs(0)))

    assert ruled(DUEL, command).winner == ANA
    fault = asked(QUIET, cmd.Tell(seat=CLO))
    assert (fault.question, fault.grab) == (ev.Question.FAULT, None)
    assert JUNGLE_SPEED.replay(QUIET, (fault,)).judged is None

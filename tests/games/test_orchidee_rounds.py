"""L'Orchidée: rounds, deals, leads and tricks. Names end in the numbers of the rules they cite."""

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import DECK, ORCHID, highest, insects, nuggets
from perroquet.games.orchidee.house import House
from perroquet.games.orchidee.rounds import hand_size, must_redeal, next_dealer, share
from perroquet.games.orchidee.state import Laid, Phase, State
from perroquet.games.orchidee.tricks import hideouts, out_of_cards, playable, taken_by
from perroquet.kernel.cues import Ambience
from perroquet.kernel.units import HostNs, Seat

from tests.games.hands import ANA, BEN, CLO, DAN, NOBODY, ORCHIDEE, begun, play, render, setup, spoken
from tests.games.orchid import HANDS, ONSET, cards, player, real, refusal, shouted, told, virtual


def taken(*names: str) -> Seat | None:
    laid = [Laid(seat=Seat(seat), card=card, face_up=True) for seat, card in enumerate(cards(*names))]
    return taken_by(laid, len(names))


# --- rounds and deals


def test_a_game_is_six_rounds_then_thefts_then_the_count_or_1() -> None:
    state, rounds = real(tricks="free"), [1]
    while state.phase is not Phase.OVER:
        state = play(ORCHIDEE, state, cmd.GoOn())
        rounds.append(state.number)

    assert sorted(set(rounds)) == [1, 2, 3, 4, 5, 6]
    assert refusal(state, cmd.GoOn()) == "game-over"
    assert ORCHIDEE.menu(state, None) == ()


def test_a_deck_that_gives_nobody_a_card_to_play_ends_the_game_or_1() -> None:
    state = replace(play(ORCHIDEE, real(), cmd.EndTricks()), gone=34)

    assert hand_size(state) == 1
    assert play(ORCHIDEE, state, cmd.GoOn()).phase is Phase.OVER


@pytest.mark.parametrize(("players", "each"), [(2, 20), (3, 13), (4, 10), (5, 8)])
def test_everybody_gets_as_many_cards_as_there_are_or_2(players: int, each: int) -> None:
    state = begun(ORCHIDEE, setup(players, cards="virtual"))

    assert {len(one.hand or ()) for one in state.players} == {each}
    assert state.round.each == each
    assert share(41, 2, House(deal_for_two=18)) == 18


def test_the_deck_is_41_cards_each_once_or_2() -> None:
    assert len(set(DECK)) == 41
    assert (len(insects(DECK)), len(nuggets(DECK))) == (20, 20)
    assert highest(cards("I18", "P18", "P2")) == ("I18", "P18")


def test_later_rounds_deal_what_was_neither_pilfered_nor_lost_or_2() -> None:
    state = virtual().changed(ANA, treasure=cards("P20"))
    state = replace(state, gone=2, out=cards("I20"), phase=Phase.PILFER)
    state = replace(state, players=tuple(replace(one, chose=True) for one in state.players))
    (dealt,) = told(state, cmd.GoOn(), ev.Dealt)

    assert {len(hand) for hand in dealt.hands} == {9}
    assert not {"P20", "I20"} & {card for hand in dealt.hands for card in hand}


@settings(max_examples=60)
@given(luck=st.integers(), players=st.integers(2, 5))
def test_the_orchid_is_always_dealt_or_3(luck: int, players: int) -> None:
    state = begun(ORCHIDEE, setup(players, luck=str(luck), cards="virtual"))
    hands = Counter(card for one in state.players for card in one.hand or ())

    assert hands[ORCHID] == 1
    assert max(hands.values()) == 1
    assert ORCHID in (player(state, state.round.holder or Seat(0)).hand or ())


def test_a_deal_that_sets_the_orchid_aside_is_none_or_3() -> None:
    assert must_redeal(cards("P1", "O"))
    assert not must_redeal(cards("P1", "I1"))


def test_the_dealer_begins_and_starts_the_sound_or_4() -> None:
    began, drawn = ORCHIDEE.opening(setup())
    state = begun(ORCHIDEE, setup())

    assert spoken(ORCHIDEE, state, began) == ["Manche 1\u00a0: Ana distribue 10 cartes et commence."]
    assert [cue.on for cue in ORCHIDEE.cues(state, drawn) if isinstance(cue, Ambience)] == [True]
    assert state.leader == ANA


@pytest.mark.parametrize(("dealer", "follows"), [("left", BEN), ("same", ANA), ("winner", DAN)])
def test_who_deals_next_or_5(dealer: str, follows: Seat) -> None:
    state = play(ORCHIDEE, real(dealer=dealer), cmd.TakeTrick(winner=DAN), cmd.GoOn(), cmd.EndTricks())

    assert next_dealer(state) == follows
    assert play(ORCHIDEE, state, cmd.GoOn()).dealer == follows


def test_the_deal_goes_round_or_5() -> None:
    state = replace(play(ORCHIDEE, real(dealer="winner"), cmd.EndTricks()), dealer=DAN)

    assert next_dealer(state) == ANA


# --- tricks


def test_the_lead_goes_to_the_left_whoever_took_the_trick_or_6() -> None:
    state = play(ORCHIDEE, real(), cmd.TakeTrick(winner=DAN))

    assert state.leader == BEN
    assert play(ORCHIDEE, state, cmd.GoOn(), cmd.GoOn(), cmd.GoOn()).leader == ANA


def test_cards_are_laid_clockwise_face_up_or_6() -> None:
    state = virtual()
    after = play(ORCHIDEE, state, cmd.PlayCard(seat=ANA, card=cards("P12")[0]))

    assert refusal(state, cmd.PlayCard(seat=BEN, card=cards("I3")[0])) == "not-your-turn"
    assert refusal(after, cmd.PlayCard(seat=ANA, card=cards("I1")[0])) == "one-card-a-trick"
    assert "Ana a posé P12." in [render(ORCHIDEE, fact) for fact in ORCHIDEE.view(after, DAN).facts]
    assert render(ORCHIDEE, ORCHIDEE.prompt(after).sentence) == "À Ben de poser une carte."


def test_a_house_may_lay_all_at_once_face_down_or_6() -> None:
    state = play(ORCHIDEE, virtual(order="simultaneous"), cmd.PlayCard(seat=DAN, card=cards("P8")[0]))
    facts = [render(ORCHIDEE, fact) for fact in ORCHIDEE.view(state, ANA).facts]

    assert "Dan a posé une carte." in facts
    assert not any("P8" in fact for fact in facts)
    assert any("face cachée" in render(ORCHIDEE, fact) for fact in ORCHIDEE.view(state, DAN).facts)
    assert "Chacun pose" in render(ORCHIDEE, ORCHIDEE.prompt(state).sentence)
    whole = play(
        ORCHIDEE, state, *(cmd.PlayCard(seat=s, card=cards(c)[0]) for s, c in ((ANA, "P1"), (BEN, "P2"), (CLO, "P5")))
    )
    assert whole.round.tricks[0].winner == DAN


@pytest.mark.parametrize(
    ("names", "winner"),
    [
        (("I7", "I3", "P20"), 0),
        (("I20", "P3", "P9"), 2),
        (("P1", "P2", "P3", "P4"), 3),
        (("I1", "I4", "I19", "I2", "I8"), 2),
        (("I7", "P3", "I8", "P9"), None),
    ],
)
def test_the_more_frequent_kind_takes_the_trick_or_7(names: tuple[str, ...], winner: int | None) -> None:
    assert taken(*names) == winner


def tied(**house: Any) -> tuple[tuple[ev.Event, ...], State]:
    """Lay all but the last card of a tied trick; return the events of the last, and the state before it."""
    state = virtual(**house)
    for seat, card in ((ANA, "I1"), (BEN, "P2"), (CLO, "I5")):
        state = play(ORCHIDEE, state, cmd.PlayCard(seat=seat, card=cards(card)[0]))
    return ORCHIDEE.decide(state, cmd.PlayCard(seat=DAN, card=cards("P7")[0])), state


@pytest.mark.parametrize(("house", "out"), [("deck", ()), ("out", cards("I1", "P2", "I5", "P7"))])
def test_nobody_takes_a_tied_trick_or_7(house: str, out: tuple[str, ...]) -> None:
    events, before = tied(tied_trick=house)
    state = ORCHIDEE.replay(before, events)
    closed = next(event for event in events if isinstance(event, ev.TrickClosed))

    assert (closed.winner, state.out, state.gone) == (None, out, len(out))
    assert spoken(ORCHIDEE, state, closed) == ["Égalité\u00a0: personne ne prend le pli."]


def test_a_trick_of_virtual_cards_goes_to_its_winner_or_7() -> None:
    state = virtual()
    for seat, card in ((ANA, "P12"), (BEN, "P2"), (CLO, "P5")):
        state = play(ORCHIDEE, state, cmd.PlayCard(seat=seat, card=cards(card)[0]))
    (closed,) = told(state, cmd.PlayCard(seat=DAN, card=cards("I7")[0]), ev.TrickClosed)
    after = play(ORCHIDEE, state, cmd.PlayCard(seat=DAN, card=cards("I7")[0]))

    assert player(after, ANA).won == cards("P12", "P2", "P5", "I7")
    assert spoken(ORCHIDEE, after, closed) == ["Pli pour Ana, pépite 12."]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (cmd.PlayCard(seat=CLO, card=ORCHID), "orchid-not-playable"),
        (cmd.PlayCard(seat=ANA, card=cards("P20")[0]), "not-in-hand"),
        (cmd.PlayCard(seat=ANA, card=cards("P1")[0], hide=cmd.Hideout.UNDER_BOX), "no-hiding"),
        (cmd.PlayCard(seat=NOBODY, card=cards("P1")[0]), "seat-not-playing"),
        (cmd.TakeTrick(winner=ANA), "cards-decide"),
        (cmd.GoOn(), "cards-decide"),
    ],
)
def test_what_cannot_be_laid_is_refused_or_7(command: cmd.Command, code: str) -> None:
    assert refusal(virtual(), command) == code


def test_a_card_is_laid_once_a_round_or_7() -> None:
    state = play(ORCHIDEE, virtual(), cmd.PlayCard(seat=ANA, card=cards("P1")[0]))

    assert refusal(state, cmd.PlayCard(seat=BEN, card=cards("P1")[0])) == "duplicate-card"
    assert refusal(shouted(state), cmd.PlayCard(seat=BEN, card=cards("P2")[0])) == "not-now"


@pytest.mark.parametrize(
    ("names", "winner"),
    [(("I4", "P8"), 0), (("I4", "P9"), 1), (("P9", "I4"), 0), (("I4", "I9"), 1), (("P3", "P2"), 0)],
)
def test_for_two_the_insect_wins_unless_the_nugget_has_five_more_or_8(names: tuple[str, ...], winner: int) -> None:
    assert taken(*names) == winner


def test_two_players_play_nineteen_tricks_or_8() -> None:
    assert begun(ORCHIDEE, setup(2)).total == 19


def test_the_round_ends_when_somebody_has_nothing_to_play_or_9() -> None:
    state = real()
    for _ in range(9):
        assert state.phase is Phase.PLAY
        state = play(ORCHIDEE, state, cmd.GoOn())

    assert state.phase is Phase.PILFER
    assert out_of_cards((1, 0, 2))
    assert not out_of_cards((1, 1, 2))


@pytest.mark.parametrize("hides", [False, True])
def test_hiding_the_orchid_does_not_change_when_the_round_ends_or_9(hides: bool) -> None:  # noqa: FBT001
    state = virtual()
    for trick in range(3):
        for seat in state.clockwise(state.leader):
            hide = cmd.Hideout.UNDER_TABLE if hides and trick == 1 and seat == CLO else None
            state = play(ORCHIDEE, state, cmd.PlayCard(seat=seat, card=playable(state, seat)[0], hide=hide))

    assert state.phase is Phase.PILFER
    assert len(state.round.tricks) == 3 == len(HANDS[ANA]) - 1


def test_the_orchid_goes_with_a_card_that_is_laid_or_14() -> None:
    state = play(ORCHIDEE, virtual(), *(cmd.PlayCard(seat=s, card=cards(c)[0]) for s, c in ((ANA, "P1"), (BEN, "P2"))))
    wish = cmd.PlayCard(seat=CLO, card=cards("P5")[0], hide=cmd.Hideout.OWN_TRICKS)
    after = play(ORCHIDEE, state, wish)

    assert wish in ORCHIDEE.menu(state, CLO)
    assert player(after, CLO).hand == cards("I5", "I6")
    assert (after.round.holder, after.round.hideout) == (CLO, cmd.Hideout.OWN_TRICKS)
    assert hideouts(after, CLO) == ()
    assert "Votre orchidée est sous vos plis. Chut…" in [
        render(ORCHIDEE, fact) for fact in ORCHIDEE.view(after, CLO).facts
    ]


def test_a_house_may_keep_the_orchid_off_the_tricks_of_others_or_14() -> None:
    assert cmd.Hideout.THEIR_TRICKS in hideouts(virtual(), CLO)
    assert cmd.Hideout.THEIR_TRICKS not in hideouts(virtual(hide_under_others="no"), CLO)


def test_whoever_hid_the_orchid_to_the_end_gets_the_houses_bonus_or_29() -> None:
    for house, bonus in ((0, 0), (5, 5)):
        state = virtual(orchid_bonus=house)
        ended = ORCHIDEE.evolve(replace(state, round=replace(state.round, hideout=cmd.Hideout.UNDER_BOX)), ENDED)
        assert player(ended, CLO).bonus == bonus
    assert player(ORCHIDEE.evolve(virtual(orchid_bonus=5), ENDED), CLO).bonus == 0


ENDED = ev.TricksEnded(at=None)


# --- the book-keeping of real cards


def test_who_took_the_trick_presses_their_button_or_36() -> None:
    state = play(ORCHIDEE, real(), cmd.TakeTrick(winner=CLO, at=ONSET))
    (closed,) = told(real(), cmd.TakeTrick(winner=CLO), ev.TrickClosed)

    assert player(state, CLO).tricks == 1
    assert spoken(ORCHIDEE, state, closed) == ["Pli 2 sur 9\u00a0: à Ben."]


def test_the_last_trick_of_a_round_names_no_lead_or_36() -> None:
    state = real()
    for _ in range(8):
        state = play(ORCHIDEE, state, cmd.GoOn())
    last = ORCHIDEE.decide(state, cmd.TakeTrick(winner=ANA))
    after = ORCHIDEE.replay(state, last)

    assert [words for event in last for words in spoken(ORCHIDEE, after, event)] == [
        "Fin de la manche. Qui a gagné un pli peut chaparder une carte."
    ]


def test_the_table_may_end_a_round_it_did_not_count_or_36() -> None:
    assert play(ORCHIDEE, real(), cmd.EndTricks(at=HostNs(3))).round.ended_at == 3
    assert refusal(shouted(real()), cmd.EndTricks()) == "not-now"
    assert refusal(play(ORCHIDEE, real(), cmd.EndTricks()), cmd.TakeTrick(winner=ANA)) == "not-now"


def test_with_free_tricks_start_ends_them_or_36() -> None:
    assert play(ORCHIDEE, real(tricks="free"), cmd.GoOn()).phase is Phase.PILFER
    assert cmd.EndTricks() not in ORCHIDEE.menu(real(tricks="free"), None)


def test_each_round_sounds_otherwise() -> None:
    two = play(ORCHIDEE, real(), cmd.EndTricks(), cmd.GoOn())

    assert ORCHIDEE.scene(real())[-1] != ORCHIDEE.scene(two)[-1]

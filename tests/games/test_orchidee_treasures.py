"""L'Orchidée: pilfering, thefts and gold. Names end in the numbers of the rules they cite."""

from dataclasses import replace
from typing import Any

import pytest
from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee import scores
from perroquet.games.orchidee.cards import Card
from perroquet.games.orchidee.pilfer import may_pilfer
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.cues import Pattern
from perroquet.kernel.game import Answer, Awaits, Number, SeatPressed
from perroquet.kernel.units import HostNs, Seat

from tests.games.hands import ANA, BEN, CLO, DAN, ORCHIDEE, play, render, spoken
from tests.games.orchid import RICH, cards, expire, in_window, player, real, refusal, told, virtual, with_treasures

I5, I9, I19, P4 = cards("I5", "I9", "I19", "P4")

# --- pilfering


def pilfering(**house: Any) -> State:
    """Return a virtual table after its tricks: Ana and Ben took some."""
    state = virtual(**house).changed(ANA, tricks=1, won=cards("I7", "P2")).changed(BEN, tricks=2, won=cards("P9"))
    return replace(state, phase=Phase.PILFER)


def test_whoever_took_a_trick_may_pilfer_one_of_its_cards_or_23() -> None:
    state = play(ORCHIDEE, pilfering(), cmd.Pilfer(seat=ANA, card=Card("P2")))

    assert [may_pilfer(state, one) for one in state.players] == [True, True, False, False]
    assert player(state, ANA).treasure == ("P2",)
    assert refusal(state, cmd.Pilfer(seat=ANA, card=Card("I7"))) == "one-per-round"
    assert refusal(pilfering(), cmd.Pilfer(seat=ANA, card=Card("P9"))) == "not-in-own-tricks"
    assert refusal(pilfering(), cmd.Pilfer(seat=ANA)) == "not-in-own-tricks"
    assert refusal(pilfering(), cmd.Pilfer(seat=CLO, card=Card("P9"))) == "no-trick-won"
    assert refusal(virtual(), cmd.Pilfer(seat=ANA, card=Card("P2"))) == "not-now"


def test_nobody_has_to_pilfer_or_23() -> None:
    state = pilfering()

    assert refusal(state, cmd.GoOn()) == "pilfer-first"
    assert ORCHIDEE.menu(state, None) == (cmd.PassPilfer(seat=ANA), cmd.PassPilfer(seat=BEN))
    done = play(ORCHIDEE, state, cmd.PassPilfer(seat=ANA), cmd.PassPilfer(seat=BEN))
    assert ORCHIDEE.menu(done, None) == (cmd.GoOn(),)
    assert player(done, ANA).treasure == ()
    assert play(ORCHIDEE, done, cmd.GoOn()).number == 2


@pytest.mark.parametrize(("house", "may"), [("yes", True), ("no", False)])
def test_a_raid_takes_nobodys_right_to_pilfer_unless_the_house_says_so_or_23(house: str, may: bool) -> None:  # noqa: FBT001
    state = play(ORCHIDEE, real(pilfer_after_raid=house), cmd.TakeTrick(winner=ANA))
    state = expire(in_window(state))
    (event,) = told(state, cmd.GoOn(), ev.PilferOpened)
    state = play(ORCHIDEE, state, cmd.GoOn())

    assert may_pilfer(state, player(state, ANA)) is may
    assert may_pilfer(state, player(state, BEN)) is False
    assert ("rien à chaparder" in spoken(ORCHIDEE, state, event)[0]) is not may


def test_a_press_pilfers_a_real_card_face_down_or_24_or_36() -> None:
    state = play(ORCHIDEE, real(), cmd.TakeTrick(winner=ANA), cmd.EndTricks())
    press = SeatPressed(seat=ANA, at=HostNs(9))

    assert ORCHIDEE.hear(state, press) == cmd.Pilfer(seat=ANA)
    assert ORCHIDEE.hear(pilfering(), press) is None
    after = play(ORCHIDEE, state, cmd.Pilfer(seat=ANA))
    assert player(after, ANA).treasure == (None,)
    assert after.gone == 1
    assert "Ana\u00a0: 1 pli cette manche, 1 carte chapardée." in [
        render(ORCHIDEE, fact) for fact in ORCHIDEE.view(after, None).facts
    ]
    assert refusal(after, cmd.Pilfer(seat=ANA)) == "one-per-round"


def test_its_owner_may_tell_the_device_which_card_it_is_or_24() -> None:
    state = play(ORCHIDEE, real(), cmd.TakeTrick(winner=ANA), cmd.EndTricks(), cmd.Pilfer(seat=ANA, card=Card("P9")))

    assert player(state, ANA).treasure == ("P9",)
    assert "Votre trésor" in render(ORCHIDEE, ORCHIDEE.view(state, ANA).facts[0])
    later = play(ORCHIDEE, state, cmd.GoOn(), cmd.EndTricks())
    assert refusal(later, cmd.Pilfer(seat=ANA, card=Card("P9"))) == "duplicate-card"
    assert cmd.Pilfer(seat=ANA, card=Card("P9")) not in ORCHIDEE.menu(later, ANA)
    assert cmd.Pilfer(seat=BEN, card=Card("P9")) in ORCHIDEE.menu(later, BEN)  # what Ana has is Ana's to know


def test_who_took_uncounted_tricks_is_not_known_or_33() -> None:
    uncounted = play(ORCHIDEE, real(), cmd.EndTricks())
    counted = real()
    for _ in range(9):
        counted = play(ORCHIDEE, counted, cmd.GoOn())
    free = play(ORCHIDEE, real(tricks="free"), cmd.GoOn())

    assert {may_pilfer(uncounted, one) for one in uncounted.players} == {None}
    assert {may_pilfer(counted, one) for one in counted.players} == {False}
    assert {may_pilfer(free, one) for one in free.players} == {None}


# --- thefts


def thieves(treasures: dict[Seat, tuple[str | None, ...]], turn: Seat | None = None, **house: Any) -> State:
    """Return the thefts of a game whose last dealer was Dan; `treasures` are known unless a card is None."""
    state = virtual(**house)
    state = replace(state, dealer=DAN, number=6, phase=Phase.PILFER, round=replace(state.round, holder=None))
    state = replace(state, players=tuple(replace(one, hand=None, chose=True) for one in state.players))
    state = play(ORCHIDEE, with_treasures(state, dict(treasures)), cmd.GoOn())
    return state if turn is None else replace(state, thefts=replace(state.thefts, turn=turn))


TWO: dict[Seat, tuple[str | None, ...]] = {ANA: ("I5",), BEN: ("P4", "P12", "I9"), CLO: ("I8",)}


def steal(thief: Seat, insect: str | None, target: Seat) -> cmd.Steal:
    return cmd.Steal(thief=thief, target=target, insect=None if insect is None else Card(insect))


def test_thefts_go_clockwise_from_the_left_of_the_last_dealer_or_25() -> None:
    state = thieves(TWO)
    opened = told(replace(state, phase=Phase.PILFER), cmd.GoOn(), ev.TheftsOpened)

    assert (state.phase, state.thefts.turn) == (Phase.THEFTS, ANA)
    assert opened == [ev.TheftsOpened(turn=ANA)]
    assert spoken(ORCHIDEE, state, opened[0]) == [
        "Sixième manche finie\u00a0: au tour des voleurs\u202f!",
        "Ana, un vol\u202f?",
    ]
    assert refusal(state, steal(BEN, "I9", ANA)) == "not-your-turn"
    state = play(ORCHIDEE, state, cmd.PassTheft(seat=ANA))
    assert state.thefts.turn == BEN
    state = play(ORCHIDEE, state, cmd.PassTheft(seat=BEN), cmd.PassTheft(seat=CLO))
    assert state.phase is Phase.OVER


def test_who_has_no_insect_is_skipped_or_25() -> None:
    assert thieves({BEN: ("P4",), CLO: ("I8", "P1")}).thefts.turn == CLO
    assert thieves({BEN: ("P4",)}).phase is Phase.OVER


def test_one_insect_a_turn_and_passing_is_for_good_unless_the_house_says_so_or_25() -> None:
    for house, turn in (("no", BEN), ("yes", ANA)):
        state = thieves({ANA: ("I5", "P1"), BEN: ("I6", "I9", "P3")}, thief_returns=house)
        state = play(ORCHIDEE, state, cmd.PassTheft(seat=ANA), steal(BEN, "I6", ANA), cmd.Yield(seat=ANA))
        assert state.thefts.turn == turn


def test_an_insect_takes_the_lowest_nugget_or_26() -> None:
    state = thieves(TWO)
    tried = play(ORCHIDEE, state, steal(ANA, "I5", BEN))
    (event,) = told(state, steal(ANA, "I5", BEN), ev.TheftTried)
    events = ORCHIDEE.decide(tried, cmd.Yield(seat=BEN))
    after = ORCHIDEE.replay(tried, events)

    assert spoken(ORCHIDEE, tried, event) == ["Ana envoie l’insecte 5 chez Ben. Une défense\u202f?"]
    assert (player(after, ANA).treasure, player(after, BEN).treasure) == (("P4",), ("P12", "I9"))
    assert after.out == ("I5",)
    assert spoken(ORCHIDEE, after, events[0]) == ["Volé\u202f! La plus petite pépite de Ben passe à Ana."]
    assert ORCHIDEE.secret(events[1])


def test_nobody_without_a_nugget_is_robbed_and_the_insect_is_kept_or_26() -> None:
    state = thieves(TWO)
    (event,) = ORCHIDEE.decide(state, steal(ANA, "I5", CLO))
    after = ORCHIDEE.evolve(state, event)

    assert (after.thefts.turn, player(after, ANA).treasure) == (ANA, ("I5",))
    assert spoken(ORCHIDEE, after, event) == ["Clo n’a pas de pépite à voler\u00a0: Ana garde son insecte."]


@pytest.mark.parametrize(
    ("command", "code"),
    [
        (steal(ANA, "I5", ANA), "self"),
        (steal(ANA, "I9", BEN), "not-your-insect"),
        (steal(ANA, None, BEN), "name-insect"),
        (cmd.Defend(seat=BEN, insect=I9), "no-counter"),
        (cmd.Yield(seat=BEN), "no-counter"),
        (cmd.GoOn(), "not-now"),
        (cmd.Count(seat=ANA, points=3), "not-now"),
    ],
)
def test_what_cannot_be_stolen_is_refused_or_26(command: cmd.Command, code: str) -> None:
    assert refusal(thieves(TWO), command) == code


@pytest.mark.parametrize(("house", "treasure"), [("yes", ("P4",)), ("no", ())])
def test_a_stolen_nugget_may_be_stolen_again_unless_the_house_says_no_or_26(house: str, treasure: Any) -> None:
    state = thieves({ANA: ("I5",), BEN: ("P4",), CLO: ("I8",)}, resteal=house)
    state = play(ORCHIDEE, state, steal(ANA, "I5", BEN), cmd.Yield(seat=BEN))
    events = ORCHIDEE.decide(state, steal(CLO, "I8", ANA))
    state = ORCHIDEE.replay(state, events)
    if state.phase is Phase.DEFENCE:
        state = play(ORCHIDEE, state, cmd.Yield(seat=ANA))

    assert tuple(card for card in player(state, CLO).treasure or () if card != "I8") == treasure


def test_a_higher_insect_stops_a_theft_or_27() -> None:
    state = play(ORCHIDEE, thieves(TWO), steal(ANA, "I5", BEN))
    events = ORCHIDEE.decide(state, cmd.Defend(seat=BEN, insect=I9))
    after = ORCHIDEE.replay(state, events)

    assert state.phase is Phase.DEFENCE
    assert ORCHIDEE.menu(state, BEN) == (cmd.Defend(seat=BEN, insect=I9), cmd.Yield(seat=BEN))
    assert (after.out, player(after, BEN).treasure) == (("I5", "I9"), ("P4", "P12"))
    assert [words for event in events for words in spoken(ORCHIDEE, after, event)] == [
        "Ben se défend avec l’insecte 9\u202f!",
        "Vol manqué\u00a0: Ben garde son or.",
        "Clo, un vol\u202f?",
    ]
    assert refusal(state, cmd.Defend(seat=ANA, insect=I5)) == "not-your-turn"
    assert refusal(state, cmd.Defend(seat=BEN)) == "name-insect"
    assert refusal(state, cmd.Defend(seat=BEN, insect=I19)) == "not-your-insect"
    low = play(ORCHIDEE, thieves({ANA: ("I15",), BEN: ("P4", "I9")}), steal(ANA, "I15", BEN))
    assert refusal(low, cmd.Defend(seat=BEN, insect=I9)) == "defence-must-be-higher"
    assert ORCHIDEE.menu(low, BEN) == (cmd.Yield(seat=BEN),)


def test_a_house_may_let_defences_be_answered_or_27() -> None:
    state = thieves({ANA: ("I5", "I19"), BEN: ("P4", "I9")}, counter="chain")
    state = play(ORCHIDEE, state, steal(ANA, "I5", BEN), cmd.Defend(seat=BEN, insect=I9))

    assert ORCHIDEE.menu(state, ANA) == (cmd.Defend(seat=ANA, insect=I19), cmd.Yield(seat=ANA))
    assert ORCHIDEE.menu(state, BEN) == ()
    lost = play(ORCHIDEE, state, cmd.Yield(seat=ANA))
    won = play(ORCHIDEE, state, cmd.Defend(seat=ANA, insect=I19), cmd.Yield(seat=BEN))
    assert player(lost, BEN).treasure == ("P4",)
    assert player(won, ANA).treasure == ("P4",)


def test_a_house_may_choose_thefts_in_secret_or_25() -> None:
    state = thieves({ANA: ("I5",), BEN: ("P4", "I9"), CLO: ("P1", "I8")}, thefts="simultaneous_secret")
    facts = ORCHIDEE.view(state, BEN)
    planned = play(ORCHIDEE, state, steal(ANA, "I5", BEN))

    assert (state.thefts.turn, ORCHIDEE.lamps(state)[ANA]) == (None, Pattern.WAITING)
    assert "en secret" in render(ORCHIDEE, ORCHIDEE.prompt(state).sentence)
    assert ORCHIDEE.view(planned, BEN) == facts
    assert "I5 contre Ben" in " ".join(render(ORCHIDEE, fact) for fact in ORCHIDEE.view(planned, ANA).facts)
    assert refusal(planned, cmd.PassTheft(seat=ANA)) == "not-your-turn"
    planned = play(ORCHIDEE, planned, cmd.PassTheft(seat=BEN))
    events = ORCHIDEE.decide(planned, steal(CLO, "I8", BEN))
    shown = ORCHIDEE.replay(planned, events)
    assert any(ORCHIDEE.reveals(event) for event in events)
    assert shown.phase is Phase.DEFENCE
    assert spoken(ORCHIDEE, shown, ev.PlansShown())
    # Ben defends against Ana; Ben's own plan was nothing; then Clo's theft is carried out, and it is over.
    second = play(ORCHIDEE, shown, cmd.Defend(seat=BEN, insect=I9))
    assert (second.phase, second.thefts.open and second.thefts.open.thief) == (Phase.DEFENCE, CLO)
    assert play(ORCHIDEE, second, cmd.Yield(seat=BEN)).phase is Phase.OVER


def test_an_insect_that_steals_in_secret_does_not_defend_too_or_27() -> None:
    state = thieves({ANA: ("I5",), BEN: ("P4", "I9"), CLO: ("P1", "I2")}, thefts="simultaneous_secret")
    state = play(ORCHIDEE, state, steal(ANA, "I5", BEN), steal(BEN, "I9", CLO), cmd.PassTheft(seat=CLO))

    assert refusal(state, cmd.Defend(seat=BEN, insect=I9)) == "not-your-insect"
    after = play(ORCHIDEE, state, cmd.Yield(seat=BEN))
    assert after.thefts.open is not None
    done = play(ORCHIDEE, after, cmd.Yield(seat=CLO))
    assert done.phase is Phase.OVER


def test_secret_thefts_are_chosen_again_while_anybody_can_or_25() -> None:
    state = thieves({ANA: ("I5", "I6"), BEN: ("P4", "P5")}, thefts="simultaneous_secret")
    state = play(ORCHIDEE, state, steal(ANA, "I5", BEN), cmd.Yield(seat=BEN))

    assert state.phase is Phase.THEFTS
    nothing = play(ORCHIDEE, state, steal(ANA, "I6", CLO))
    assert nothing.phase is Phase.THEFTS
    assert play(ORCHIDEE, nothing, cmd.PassTheft(seat=ANA)).phase is Phase.OVER


def test_insects_count_nothing_or_28() -> None:
    assert scores.worth(cards("I20", "P3")) == 3


# --- thefts of real cards


def table_thieves() -> State:
    """Return the thefts of a table of real cards: Ana and Ben have cards nobody told the device of."""
    state = replace(real(), dealer=DAN, number=6, phase=Phase.PILFER)
    return play(ORCHIDEE, with_treasures(state, {ANA: (None, None), BEN: (None,), CLO: ("P3",)}), cmd.GoOn())


def test_real_thefts_go_by_buttons_and_stay_unknown_or_33_or_36() -> None:
    state = table_thieves()
    press = SeatPressed(seat=BEN, at=HostNs(1))

    assert ORCHIDEE.prompt(state).awaits is Awaits.QUESTION
    assert ORCHIDEE.hear(state, press) == steal(ANA, None, BEN)
    assert ORCHIDEE.hear(state, Answer(yes=False, at=HostNs(1))) == cmd.PassTheft(seat=ANA)
    assert ORCHIDEE.hear(state, Answer(yes=True, at=HostNs(1))) is None
    assert ORCHIDEE.hear(thieves(TWO), press) is None
    tried = play(ORCHIDEE, state, steal(ANA, None, BEN))
    assert spoken(ORCHIDEE, tried, ev.TheftTried(thief=ANA, target=BEN, insect=None))
    assert spoken(ORCHIDEE, tried, ev.Defended(seat=BEN, insect=None)) == ["Ben se défend\u202f!"]
    assert ORCHIDEE.hear(tried, Answer(yes=True, at=HostNs(1))) == cmd.Defend(seat=BEN)
    assert ORCHIDEE.hear(tried, Answer(yes=False, at=HostNs(1))) == cmd.Yield(seat=BEN)
    assert ORCHIDEE.hear(tried, press) is None
    assert player(tried, ANA).treasure == (None,)
    robbed = play(ORCHIDEE, tried, cmd.Yield(seat=BEN))
    assert (player(robbed, ANA).treasure, player(robbed, BEN).treasure) == (None, None)
    assert player(play(ORCHIDEE, tried, cmd.Defend(seat=BEN)), BEN).treasure == ()


def test_menus_of_real_thefts_name_no_insect_or_34() -> None:
    state = table_thieves()
    tried = play(ORCHIDEE, state, steal(ANA, None, CLO))

    assert ORCHIDEE.menu(state, None) == (*(steal(ANA, None, one) for one in (BEN, CLO, DAN)), cmd.PassTheft(seat=ANA))
    assert steal(ANA, None, BEN) in ORCHIDEE.menu(state, ANA)
    assert ORCHIDEE.menu(state, BEN) == ()
    assert ORCHIDEE.menu(tried, None) == (cmd.Defend(seat=CLO), cmd.Yield(seat=CLO))
    unknown = play(ORCHIDEE, state, steal(ANA, None, BEN))
    assert ORCHIDEE.menu(unknown, BEN) == (cmd.Defend(seat=BEN), cmd.Yield(seat=BEN))


# --- gold


def test_players_count_real_nuggets_and_turn_the_knob_or_30() -> None:
    state = play(ORCHIDEE, table_thieves(), cmd.PassTheft(seat=ANA), cmd.PassTheft(seat=BEN))
    prompt = ORCHIDEE.prompt(state)

    assert state.phase is Phase.COUNT
    assert (prompt.number, prompt.awaits) == ((0, 0, 210), Awaits.QUESTION)
    assert render(ORCHIDEE, prompt.sentence).startswith("Ana, combien font vos pépites")
    assert player(state, CLO).points == 3
    assert ORCHIDEE.lamps(state)[ANA] is Pattern.WAITING
    assert ORCHIDEE.hear(state, Number(value=21, at=HostNs(1))) == cmd.Count(seat=ANA, points=21)
    assert refusal(state, cmd.Count(seat=ANA, points=211)) == "too-rich"
    assert refusal(state, cmd.Count(seat=CLO, points=5)) == "not-now"
    over = play(ORCHIDEE, state, cmd.Count(seat=ANA, points=21), cmd.Count(seat=BEN, points=9))
    assert (over.phase, over.winners) == (Phase.OVER, (ANA,))
    assert ORCHIDEE.hear(over, Number(value=1, at=HostNs(1))) is None
    assert ORCHIDEE.lamps(over)[ANA] is Pattern.WINS
    assert "Ana\u00a0: 21 points." in [render(ORCHIDEE, fact) for fact in ORCHIDEE.view(over, None).facts]


def test_equals_share_the_victory_or_30() -> None:
    state = virtual()
    for seat, points in ((ANA, 21), (BEN, 21), (CLO, 9), (DAN, 0)):
        state = state.changed(seat, points=points)

    assert scores.winners(state) == (ANA, BEN)
    for count in (2, 3, 4, 5):
        ended = ev.Ended(winners=tuple(Seat(n) for n in range(count)), seed="x")
        assert "galité" in spoken(ORCHIDEE, state, ended)[0]
    assert spoken(ORCHIDEE, state, ev.Ended(winners=(ANA,), seed="x")) == ["Ana gagne avec 21 points. Bravo\u202f!"]


@pytest.mark.parametrize(
    ("ana", "ben", "winners"),
    [
        (("P5", "P6"), ("P11",), (ANA,)),
        (("P5", "P6"), ("P4", "P7"), (BEN,)),
        (("P11", None), ("P5", "P6"), (ANA, BEN)),
        ((), (), (ANA, BEN, CLO, DAN)),
    ],
)
def test_a_house_may_part_equals_by_their_nuggets_or_30(ana: Any, ben: Any, winners: tuple[Seat, ...]) -> None:
    state = with_treasures(virtual(final_tie="nuggets"), {ANA: ana, BEN: ben})
    for seat in (ANA, BEN, CLO, DAN):
        state = state.changed(seat, points=11 if seat in (ANA, BEN) and ana else 0)

    assert scores.winners(state) == winners


def test_the_bonus_of_orchids_counts_or_29() -> None:
    state = thieves({BEN: ("P4",)}, orchid_bonus=5)
    poor = replace(state, phase=Phase.THEFTS, winners=(), players=tuple(replace(p, points=None) for p in state.players))
    (first, *_) = [e for e in scores.count(poor.changed(ANA, bonus=5)) if isinstance(e, ev.Counted)]

    assert first == ev.Counted(seat=ANA, points=5)
    assert RICH[BEN] == ()

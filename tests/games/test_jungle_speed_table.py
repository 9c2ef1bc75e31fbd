"""Jungle Speed at the table: the machine, presses, prompts, menus, cues, sentences."""

from itertools import product
from typing import Any

import pytest
from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.anti_meute import Beyond
from perroquet.games.jungle_speed.dealing import stretched
from perroquet.games.jungle_speed.hear import HEARD
from perroquet.games.jungle_speed.machine import TRANSITIONS, Stage, next_stage
from perroquet.games.jungle_speed.rulings import ask_table
from perroquet.kernel.cues import Pattern, Say
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import Answer, Awaits, Fallen, Next, Number, SeatPressed, TimeUp, TotemBack, Touched
from perroquet.kernel.readings import Heard
from perroquet.kernel.units import HostNs

from tests.games.hands import ANA, BEN, CLO, JUNGLE_SPEED, begun, grab, hand, play, render, setup

AT = HostNs(5)
IDLE = begun(JUNGLE_SPEED, setup())
WAITING = play(JUNGLE_SPEED, IDLE, cmd.JoinDuel(seat=ANA))
DUEL = play(JUNGLE_SPEED, WAITING, cmd.JoinDuel(seat=BEN))
CONTACT = play(JUNGLE_SPEED, DUEL, cmd.Touch(at=AT))
GRAB = grab(hand(ANA), hand(BEN, 12, fingers=2))
TOOK = play(JUNGLE_SPEED, IDLE, cmd.Judge(grab=GRAB))
RULED = play(JUNGLE_SPEED, CONTACT, cmd.Judge(grab=GRAB))
RESET = play(JUNGLE_SPEED, RULED, cmd.TotemReturned())
VIRTUAL = begun(JUNGLE_SPEED, setup(4, cards="virtual"))

STATES = {"idle": IDLE, "duel": DUEL, "contact": CONTACT, "took": TOOK, "ruled": RULED, "reset": RESET}


def test_every_stage_has_its_row_and_every_event_its_place() -> None:
    assert TRANSITIONS.keys() == set(Stage)
    assert {kind for row in TRANSITIONS.values() for kind in row} == set(JUNGLE_SPEED.events)


def test_every_stage_can_be_reached_and_left() -> None:
    reached = {stage for row in TRANSITIONS.values() for stage in row.values() if stage is not None}

    assert reached == set(Stage)
    assert all(any(target is not stage for target in row.values()) for stage, row in TRANSITIONS.items())


def test_an_event_without_a_row_leaves_the_stage() -> None:
    assert next_stage(Stage.RULED, ev.LetBe(), duel_open=True) is Stage.RULED


@pytest.mark.parametrize(
    ("state", "stimulus", "command"),
    [
        (IDLE, Next(at=AT), cmd.GoOn()),
        (IDLE, SeatPressed(seat=CLO, at=AT), cmd.JoinDuel(seat=CLO)),
        (DUEL, SeatPressed(seat=ANA, at=AT), cmd.Tell(seat=ANA)),
        (VIRTUAL, SeatPressed(seat=CLO, at=AT), cmd.Tell(seat=CLO)),
        (IDLE, Fallen(grab=None, at=AT), cmd.Fell(grab=None, at=AT)),
        (RESET, Fallen(grab=1, at=AT), None),
        (RESET, Fallen(grab=2, at=AT), cmd.Fell(grab=2, at=AT)),
        (RULED, Fallen(grab=None, at=AT), None),
        (TOOK, SeatPressed(seat=CLO, at=AT), cmd.Claim(seat=CLO)),
        (TOOK, Answer(yes=True, at=AT), cmd.Accept()),
        (TOOK, Answer(yes=False, at=AT), cmd.Refuse()),
        (DUEL, Touched(at=AT), cmd.Touch(at=AT)),
        (CONTACT, GRAB, cmd.Judge(grab=GRAB)),
        (CONTACT, TimeUp(at=AT), cmd.GiveUpContact()),
        (RULED, TotemBack(at=AT), cmd.TotemReturned()),
        (RULED, GRAB, None),
        (IDLE, Number(value=3, at=AT), None),
        (IDLE, Heard(key="raid", onset=AT, end=AT), None),
    ],
)
def test_presses_and_readings_mean_commands(state: Any, stimulus: Any, command: Any) -> None:
    assert JUNGLE_SPEED.hear(state, stimulus) == command


def told_or_refused(state: Any, command: Any) -> bool:
    """Tell whether `command` leads to events, or to a refusal with words."""
    try:
        return bool(JUNGLE_SPEED.decide(state, command))
    except IllegalCommand as refusal:
        return refusal.code in JUNGLE_SPEED.phrases.templates


def test_every_row_of_the_table_of_presses_is_legal_or_refused_with_a_sentence() -> None:
    stimuli = [
        Next(at=AT),
        SeatPressed(seat=CLO, at=AT),
        Answer(yes=True, at=AT),
        TotemBack(at=AT),
        Touched(at=AT),
        GRAB,
    ]
    for state, stimulus in product(STATES.values(), stimuli):
        command = JUNGLE_SPEED.hear(state, stimulus)

        assert (command is not None) == ((state.stage, type(stimulus)) in HEARD)
        assert command is None or told_or_refused(state, command)


@pytest.mark.parametrize(
    ("state", "words", "awaits"),
    [
        (IDLE, "Jouez\u202f!", Awaits.PLAY),
        (WAITING, "Ana attend son adversaire", Awaits.PLAY),
        (DUEL, "Duel entre Ana et Ben", Awaits.PLAY),
        (CONTACT, "Je regarde", Awaits.PLAY),
        (TOOK, "les perdants, START", Awaits.QUESTION),
        (RULED, "Remettez le totem", Awaits.PLAY),
        (RESET, "Ben relance", Awaits.PLAY),
        (VIRTUAL, "retourne une carte", Awaits.PLAY),
    ],
)
def test_every_state_says_what_it_waits_for(state: Any, words: str, awaits: Awaits) -> None:
    prompt = JUNGLE_SPEED.prompt(state)

    assert words in render(JUNGLE_SPEED, prompt.sentence)
    assert prompt.awaits is awaits


def test_menus_offer_what_is_legal() -> None:
    for state in (*STATES.values(), WAITING, VIRTUAL):
        for seat in (None, ANA, BEN, CLO):
            for command in JUNGLE_SPEED.menu(state, seat):
                JUNGLE_SPEED.decide(state, command)


def test_menus_offer_each_viewer_its_own() -> None:
    assert JUNGLE_SPEED.menu(IDLE, CLO) == (cmd.JoinDuel(seat=CLO),)
    assert JUNGLE_SPEED.menu(DUEL, CLO) == ()
    assert JUNGLE_SPEED.menu(DUEL, ANA) == (cmd.Tell(seat=ANA),)
    assert JUNGLE_SPEED.menu(CONTACT, None) == ()
    assert JUNGLE_SPEED.menu(RULED, None) == (cmd.GoOn(),)
    assert JUNGLE_SPEED.menu(RULED, ANA) == ()
    assert JUNGLE_SPEED.menu(TOOK, BEN) == (cmd.Claim(seat=BEN),)
    assert JUNGLE_SPEED.menu(TOOK, ANA) == ()
    assert JUNGLE_SPEED.menu(VIRTUAL, VIRTUAL.cards.turn) == (
        cmd.Flip(seat=VIRTUAL.cards.turn),
        cmd.Tell(seat=VIRTUAL.cards.turn),
    )


def test_a_question_without_a_default_offers_no_yes() -> None:
    lost = play(JUNGLE_SPEED, DUEL, cmd.Judge(grab=grab()))

    assert JUNGLE_SPEED.menu(lost, None) == (cmd.Refuse(), cmd.Claim(seat=ANA), cmd.Claim(seat=BEN))


def test_the_view_tells_the_last_ruling_at_length() -> None:
    assert JUNGLE_SPEED.view(RULED, CLO).facts == RULED.last.long


def test_the_view_of_known_cards_shows_tops_and_counts() -> None:
    view = JUNGLE_SPEED.view(play(JUNGLE_SPEED, VIRTUAL, cmd.GoOn()), None)
    words = [render(JUNGLE_SPEED, fact) for fact in view.facts]

    assert sum("19 cartes en réserve" in fact for fact in words) == 1
    assert sum("rien de visible, 20 cartes" in fact for fact in words) == 3


@pytest.mark.parametrize(
    ("state", "lamps"),
    [
        (IDLE, {}),
        (WAITING, {ANA: Pattern.READY}),
        (DUEL, {ANA: Pattern.READY, BEN: Pattern.READY}),
        (CONTACT, {None: Pattern.WAITING, ANA: Pattern.READY, BEN: Pattern.READY}),
        (RULED, {ANA: Pattern.WINS, BEN: Pattern.PAYS}),
        (RESET, {ANA: Pattern.WINS, BEN: Pattern.PAYS}),
        (play(JUNGLE_SPEED, RESET, cmd.GoOn()), {}),
        (play(JUNGLE_SPEED, RESET, cmd.JoinDuel(seat=CLO)), {CLO: Pattern.READY}),
        (JUNGLE_SPEED.replay(CONTACT, JUNGLE_SPEED.interrupt(CONTACT)), {}),
        (JUNGLE_SPEED.evolve(VIRTUAL, ev.Ended(ranking=((BEN,), (ANA, CLO)), why="JS-22")), {BEN: Pattern.WINS}),
    ],
)
def test_lamps_show_what_everybody_has_seen(state: Any, lamps: dict[Any, Pattern]) -> None:
    assert JUNGLE_SPEED.lamps(state) == lamps


@pytest.mark.parametrize(
    "event", [ev.DuelLeft(seat=ANA), ev.ContactFelt(at=AT), ev.TotemStood(), ev.WentOn()], ids=lambda one: str(one)[:9]
)
def test_small_events_are_silent(event: Any) -> None:
    assert JUNGLE_SPEED.cues(IDLE, event) == ()


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (ev.DuelJoined(seat=ANA), "Ana est en duel. Contre qui\u202f?"),
        (ev.DuelOpened(seats=(ANA, BEN)), "Duel\u202f! Ana contre Ben."),
        (ev.DuelClosed(seats=(ANA, BEN)), "Plus de duel, on continue."),
        (ev.ContactLost(), "Je n’ai pas pu mesurer cette prise. Elle ne compte pas."),
        (ev.Brushed(seats=()), "Totem à peine frôlé\u00a0: on continue."),
        (ev.LetBe(), "Bien, rien à juger."),
        (ev.Voided(), "Le courant a manqué\u00a0: ce qui était ouvert est annulé."),
        (ev.TotemLeft(), "Le totem n’est plus debout au milieu."),
        (ev.Noted(ruling=stretched()), "La couleur permanente est faite pour quatre ou cinq."),
        (ev.Ended(ranking=((ANA,), (BEN, CLO)), why="JS-22"), "Ana n’a plus une seule carte et gagne la partie\u202f!"),
        (
            ev.Ended(ranking=((ANA, BEN), (CLO,)), why="JS-22"),
            "Sortis ensemble\u00a0: ils se partagent la victoire\u202f!",
        ),
        (ev.Ended(ranking=(IDLE.seats,), why="JS-28"), "Plus personne ne peut retourner\u00a0: la partie s’arrête là."),
    ],
)
def test_events_are_spoken(event: Any, words: str) -> None:
    spoken = [cue.sentence for cue in JUNGLE_SPEED.cues(IDLE, event) if isinstance(cue, Say)]

    assert [render(JUNGLE_SPEED, sentence) for sentence in spoken] == [words]


@pytest.mark.parametrize("beyond", Beyond)
def test_everything_beyond_the_referee_has_words(beyond: Beyond) -> None:
    assert render(JUNGLE_SPEED, ask_table(beyond).spoken)

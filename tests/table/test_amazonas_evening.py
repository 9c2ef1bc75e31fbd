"""Amazonas in an evening at the panel: undo, contest, power cuts, leaving, wishes of others, secrets."""

import logging
import random
from collections.abc import Iterator
from dataclasses import replace

import pytest
from perroquet.games.amazonas import AMAZONAS
from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.bots import bot
from perroquet.games.amazonas.cards import SPECIES
from perroquet.games.amazonas.course import due
from perroquet.games.amazonas.state import Phase, State
from perroquet.games.amazonas.views import prompt
from perroquet.kernel.journal import Codec
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Control, Gesture
from perroquet.kernel.sheet import OneOf
from perroquet.kernel.units import HostNs, Seat, Seq
from perroquet.table import events as table_events
from perroquet.table.chronicle import retell
from perroquet.table.codec import codec
from perroquet.table.commands import ChooseRule, Chosen
from perroquet.table.evening import Games
from perroquet.table.views import Situation

from tests.table.desk import HOUSE, Desk

GAMES: Games = {"amazonas": AMAZONAS}
AT = HostNs(1)
LONGEST = 1500


def evening(players: int = 3, seed: str = "luck", **rules: str) -> Desk:
    """Return an evening in which Amazonas has just begun."""
    desk = Desk(games=GAMES, house=replace(HOUSE, seats=8), seed=seed).power()
    for seat in range(players):
        desk.seat(seat)
    for rule, value in rules.items():
        desk.tell(ChooseRule(game="amazonas", rule=rule, value=value, at=AT))
    desk.start()
    desk.start()
    return desk


def dial(desk: Desk, number: int) -> None:
    """Turn the encoder to `number` and accept it."""
    bounds = prompt(desk.state).number
    assert bounds is not None
    if number != bounds[1]:
        desk.press(Control.ENCODER, Gesture.TURN, steps=number - bounds[1])
    desk.start()


def mode(desk: Desk, gesture: Gesture = Gesture.SHORT) -> None:
    desk.press(Control.MODE, gesture)


def press(desk: Desk, command: ev.Command) -> None:
    """Do at the panel what a bot wishes."""
    state, board = desk.state, desk.state.box.board
    match command:
        case ev.BeginPlay() | ev.EndTurn() | ev.Score():
            desk.start()
        case ev.Keep() | ev.TakeMoney():
            mode(desk)
        case ev.Choose() if state.phase is Phase.CHOOSE:
            desk.start()
        case ev.Choose():
            dial(desk, command.card)
        case ev.CountMission():
            dial(desk, command.built)
        case ev.Build() if board is not None:
            dial(desk, board.called[command.village] + 1)
        case ev.BuildNeutral() if board is not None:
            mode(desk)
            dial(desk, board.called[command.village] + 1)
        case ev.DeclareNeutral():
            mode(desk)
            desk.start()
        case ev.Declare():
            dial(desk, command.number)
            if prompt(desk.state).sentence.key == "prompt-species":
                dial(desk, SPECIES.index(command.species) + 1)
            dial(desk, command.price)
        case ev.Hire():
            desk.start()
            if desk.state.aim is ev.Aim.INDIO:
                dial(desk, SPECIES.index(command.species) + 1)
        case _:
            raise AssertionError(f"no press for {command}")


def along(desk: Desk) -> Iterator[State]:
    """Play at the panel as bots wish; yield the game before each wish, and at its end."""
    for number in range(LONGEST):
        state = desk.state
        yield state
        command = bot(state, Luck(f"{desk.seed} {number}"))
        if command is None:
            return
        press(desk, command)
    raise AssertionError("the game does not end")


def until(desk: Desk, key: str) -> Desk:
    """Play until the sentence `key` is what is asked."""
    next(state for state in along(desk) if prompt(state).sentence.key == key)
    return desk


@pytest.mark.parametrize(
    ("players", "rules"),
    [
        (2, {"two_player_missions": "draw2keep1"}),
        (3, {"missions": "printed", "indio_on": "any", "indio_refused": "carry_over"}),
        (4, {"board": "none", "exchange": "rotate", "theft": "silver_only"}),
    ],
)
def test_a_whole_game_needs_nothing_but_the_panel(players: int, rules: dict[str, str]) -> None:
    desk = evening(players, **rules)
    *_, last = along(desk)

    assert (last.phase, last.number, len(last.results)) == (Phase.OVER, 18, players)
    refusals = [one.event for one in desk.records if isinstance(one.event, table_events.Refused)]
    assert refusals == []
    assert retell(desk.records, GAMES) == desk.chronicle
    desk.start()
    assert desk.situation is Situation.IDLE


# --- going back


def test_a_slip_is_taken_back_until_the_next_event_card_am_46() -> None:
    desk = until(evening(), "prompt-card")
    before = desk.state
    dial(desk, 6)
    mode(desk, Gesture.LONG)

    assert desk.state == before
    # the turns ran through those who could build nothing to the last, and still the last card can be told anew
    for card in (1, 1, 0):
        dial(desk, card)
    assert (desk.state.phase, prompt(desk.state).sentence.key) == (Phase.TURNS, "prompt-idle")
    mode(desk, Gesture.LONG)
    assert prompt(desk.state).sentence.key == "prompt-card"
    dial(desk, 2)
    while desk.state.number == 1:
        desk.start()
    mode(desk, Gesture.LONG)
    assert (desk.state.number, desk.state.phase) == (2, Phase.CHOOSE)


def test_cards_that_phones_turned_up_are_not_turned_down_again_am_13() -> None:
    desk = until(evening(2), "prompt-choose")
    for seat in (0, 1):
        choose(desk, seat, ev.Choose(seat=Seat(seat), card=seat))
    shown = desk.state
    mode(desk, Gesture.LONG)

    assert shown.phase is Phase.TURNS
    assert desk.state == shown


# --- the end


def test_the_table_may_contest_the_end_and_name_another_winner_am_86() -> None:
    desk = evening()
    *_, last = along(desk)
    loser = last.results[-1].seat
    mode(desk, Gesture.LONG)
    desk.seat(loser)
    desk.start()

    records = [one.event for one in desk.records if isinstance(one.event, ev.Scored)]
    assert [one.ruling.code for one in records] == ["FINAL_SCORE", "FINAL_BY_TABLE"]
    assert records[-1].ruling.who == (loser,)
    assert desk.state.phase is Phase.OVER


def test_the_end_tells_all_points_when_asked_again_am_84() -> None:
    desk = evening()
    for _ in along(desk):
        pass
    mode(desk)

    lines = [effect for effect in desk.effects if type(effect).__name__ == "Line"]
    assert len(lines) == 1 + 3 + 1


# --- power cuts


@pytest.mark.parametrize("players", [2, 3])
def test_a_power_cut_loses_nothing_in_any_phase(players: int) -> None:
    desk = evening(players, missions="dealt")
    words: Codec = codec(GAMES)
    phases = set[Phase]()
    for state in along(desk):
        if state.phase in phases and len(desk.records) % 9:
            continue
        phases.add(state.phase)
        taken_up = retell((words.decode(words.encode(one)) for one in desk.records), GAMES)
        assert taken_up.evening == desk.evening
        back = Desk(games=GAMES, house=desk.house, seed=desk.seed)
        back.chronicle, back.boot, back.time = taken_up, desk.boot, desk.time
        back.power()
        assert back.situation is Situation.PAUSED
        assert back.state == state
        back.press(Control.START, Gesture.LONG)
        assert back.situation is desk.situation

    assert phases == {Phase.KEEP, Phase.START, Phase.CHOOSE, Phase.SHOW, Phase.TURNS, Phase.COUNT, Phase.OVER}


# --- wishes of pages


def choose(desk: Desk, viewer: int | None, command: ev.Command) -> None:
    seat = None if viewer is None else Seat(viewer)
    desk.tell(Chosen(viewer=seat, command=command, seq=Seq(desk.evening.seq), at=AT))


def test_no_page_wishes_for_another_seat() -> None:
    desk = until(evening(), "prompt-choose")
    before = desk.state
    for viewer in (0, 2, None):
        choose(desk, viewer, ev.Choose(seat=Seat(1), card=3))
        choose(desk, viewer, ev.Keep(seat=Seat(1), mission=before.explorers[1].missions[0]))
    choose(desk, 0, ev.Reveal())
    choose(desk, 0, ev.Leave(seat=Seat(1)))
    choose(desk, 5, ev.Choose(seat=Seat(5), card=3))

    assert desk.state == before
    assert desk.said == "Pas maintenant."


@pytest.mark.parametrize("phase", [Phase.KEEP, Phase.START, Phase.CHOOSE, Phase.SHOW, Phase.TURNS])
@pytest.mark.parametrize("leaver", [0, 1, 2])
def test_a_player_leaves_at_any_time_and_the_others_finish_am_87(phase: Phase, leaver: int) -> None:
    desk = evening(3, seed=f"{phase} {leaver}")
    next(state for state in along(desk) if state.phase is phase)
    choose(desk, None, ev.Leave(seat=Seat(leaver)))
    *_, last = along(desk)

    assert (last.number, {one.seat for one in last.results}) == (18, {Seat(0), Seat(1), Seat(2)} - {Seat(leaver)})
    assert sorted(one.copper for one in last.explorers) == [1, 2, 3]


@pytest.mark.parametrize("phase", [Phase.KEEP, Phase.START, Phase.CHOOSE, Phase.SHOW, Phase.TURNS])
def test_a_player_says_so_at_the_panel_and_may_come_back_am_87(phase: Phase) -> None:
    desk = evening(3, seed=str(phase))
    before = next(state for state in along(desk) if state.phase is phase)
    desk.seat(1)
    asked = desk.said
    desk.start()
    stayed = desk.state
    desk.seat(1)
    mode(desk)
    left = desk.state
    mode(desk, Gesture.LONG)
    if phase is Phase.CHOOSE:
        desk.start()  # nothing is asked then, so the table asks whether to go back

    assert asked.endswith(", tu pars\u202f? START pour rester, MODE pour partir.")
    assert stayed == before
    assert left.gone == {Seat(1)}
    assert desk.state.gone == frozenset()


# --- secrets


def test_logs_story_and_refusals_tell_no_card_and_no_mission_am_6_am_13(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    desk = until(evening(2, two_player_missions="one"), "prompt-choose")
    told = [line.text for line in desk.view(None).story]
    choose(desk, 0, ev.Choose(seat=Seat(0), card=5))
    choose(desk, 0, ev.Choose(seat=Seat(0), card=9))
    board, held = desk.state.box.board, desk.state.explorers
    assert board is not None
    names = {name for one in held for name in board.mission_names(one.missions[0])}
    public = desk.view(None)

    assert [line.text for line in public.story] == [*told, "Pas maintenant."]
    assert "Seat" not in caplog.text
    built = {board.villages[bit].name for bit in range(len(board.villages)) if desk.state.filled[bit]}
    shown = "\n".join((public.said, public.awaits, *public.facts, *(line.text for line in public.story)))
    assert {name for name in names - built if name in shown} == set()
    coming = [card.kind for card in desk.state.box.deck[1:]]
    assert coming
    assert "Tour 2" not in shown


# --- anything at all


@pytest.mark.parametrize("seed", range(6))
def test_no_press_and_no_wish_brings_a_table_to_a_stop(seed: int) -> None:
    chance = random.Random(seed)
    words = {name: one.words for name, one in AMAZONAS.sheet.rules.items() if isinstance(one, OneOf)}
    rules = {name: chance.choice(one) for name, one in words.items()}
    desk = evening(2 + seed % 3, seed=str(seed), board=("river", "none")[seed % 2], **rules)
    for number in range(250):
        if desk.evening.running is None:
            break
        state = desk.state
        assert due(state) is None
        wish = bot(state, Luck(f"{seed} {number}"))
        match chance.randrange(10):
            case 0:
                desk.start()
            case 1:
                mode(desk)
            case 2:
                desk.press(Control.MODE, chance.choice((Gesture.LONG, Gesture.SHORT)))
            case 3:
                desk.press(Control.ENCODER, Gesture.TURN, steps=chance.randint(-4, 9))
            case 4 | 5:
                viewer = chance.choice((None, 0, 1))
                menu = AMAZONAS.menu(state, None if viewer is None else Seat(viewer))
                wishes = [one for one in menu if not isinstance(one, ev.Leave)]
                choose(desk, viewer, chance.choice(wishes or [ev.Reveal()]))
            case _ if wish is not None and desk.evening.question is None and desk.evening.dialled is None:
                press(desk, wish)
            case _:
                desk.start()
        if number % 10 == 0:
            desk.view(Seat(0))

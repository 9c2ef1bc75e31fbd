"""Amazonas at the panel: numbers, START and MODE answer whatever was asked."""

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.board import Villages
from perroquet.games.amazonas.cards import ROUNDS, Gold, Silver, Species
from perroquet.games.amazonas.course import course, due
from perroquet.games.amazonas.state import Phase, State
from perroquet.kernel.game import Answer, Next, SeatPressed
from perroquet.kernel.units import HostNs, Seat

from tests.games.expedition import (
    AMAZONAS,
    INDIO,
    JAGUAR,
    acting,
    after,
    build,
    chosen,
    ended,
    having,
    heard,
    huts,
    of,
    opened,
    refused,
    rich,
    started,
    table,
    told,
)
from tests.games.hands import ANA, BEN, CLO, render, setup, spoken

NOW = HostNs(0)


def test_what_nobody_asked_for_is_refused() -> None:
    state = started(table(2))

    assert refused(state, ev.Dial(number=3)) == "not-now"
    assert refused(state, ev.Answered(yes=True)) == "not-now"
    assert refused(chosen(state, 1, 2), ev.Reveal()) == "not-now"
    assert AMAZONAS.hear(ended(state), SeatPressed(seat=ANA, at=NOW)) is None
    assert AMAZONAS.hear(chosen(state, 1, 2), Next(at=NOW)) is None
    assert due(ended(state)) is None


def test_a_number_is_a_village_and_zero_ends_the_turn() -> None:
    state = rich(started(table(3, JAGUAR)), 0)
    state = chosen(state, 6, 3, 0)

    assert AMAZONAS.prompt(state).number == (0, 0, 30)
    assert refused(state, ev.Dial(number=31)) == "no-such-village"
    state = after(state, ev.Dial(number=21))
    assert huts(state, 0) == {"Ranchos", "Tamandua"}
    assert acting(after(state, ev.Dial(number=0))) == BEN
    # without neutral huts MODE ends the turn as well
    assert acting(after(state, ev.Answered(yes=False))) == BEN


def test_mode_goes_on_to_the_neutral_hut_and_then_to_the_end_am_60() -> None:
    state = chosen(started(table(2)), 6, 0)
    aimed = after(state, ev.Answered(yes=False))

    assert (aimed.aim, AMAZONAS.prompt(aimed).sentence.key) == (ev.Aim.NEUTRAL, "prompt-neutral")
    assert after(aimed, ev.Dial(number=0)).aim is ev.Aim.HUT
    assert acting(after(aimed, ev.Answered(yes=False))) == BEN
    built = after(aimed, ev.Dial(number=17))
    assert (of(built, 0).neutrals, built.filled[16], built.aim) == (5, 1, ev.Aim.HUT)
    # one a turn: MODE now ends it
    assert acting(after(built, ev.Answered(yes=False))) == BEN


# --- turns in which nothing can be built


def poor(state: State) -> State:
    """Return the game with an empty purse before the first seat."""
    return having(state, 0, purse=Silver(0))


def test_a_turn_in_which_nothing_can_be_built_ends_by_itself_am_46() -> None:
    state = chosen(poor(started(table(3))), 2, 2, 0)

    # three and five silver pay for no second hut; Clo, the last, turns the next event card up
    assert (acting(state), state.collected, AMAZONAS.prompt(state).sentence.key) == (CLO, True, "prompt-idle")
    assert after(state, ev.Answered(yes=True)).number == 2


def test_a_turn_ends_after_the_last_hut_that_can_be_paid_am_46() -> None:
    state = chosen(having(started(table(3)), 0, purse=Silver(3)), 6, 2, 0)
    built = after(state, build(state, 0, "Urucara"))

    assert of(built, 0).purse == 0
    assert acting(built) == CLO


def test_a_turn_does_not_end_by_itself_while_a_neutral_hut_can_be_placed_am_46() -> None:
    state = chosen(poor(started(table(2))), 2, 0)

    assert (acting(state), AMAZONAS.prompt(state).sentence.key) == (ANA, "prompt-neutral-only")
    full = state._replace(neutral_at=Villages((1 << 30) - 1))
    assert AMAZONAS.prompt(full).sentence.key == "prompt-idle"
    assert after(full, ev.Answered(yes=False)).active is not full.active


def test_the_last_of_a_round_ends_it_though_others_left_am_46_am_87() -> None:
    state = chosen(poor(started(table(3))), 2, 0, 2)
    early = after(poor(started(table(3))), ev.Choose(seat=ANA, card=2), ev.Leave(seat=BEN), ev.Choose(seat=CLO, card=2))

    assert (acting(state), acting(early), early.number) == (BEN, CLO, 1)
    # whoever was the last leaves: the round goes on by itself
    assert after(state, ev.Leave(seat=BEN)).number == 2


def test_without_a_map_an_empty_purse_or_supply_ends_a_turn_am_46() -> None:
    state = opened(table(3, board="none"))
    for seat in (0, 1, 2):
        state = after(state, ev.Declare(seat=Seat(seat), number=seat + 1, species=Species.FISH, price=Gold(2)))

    assert acting(chosen(state, 2, 2, 0)) == CLO
    assert acting(chosen(state, 4, 2, 0)) == ANA
    assert acting(chosen(having(state, 0, huts=Villages(0b1111_1111_1111)), 4, 2, 0)) == CLO


# --- missions and phones


def test_a_table_without_phones_gives_its_missions_back_am_6() -> None:
    state = told(table(3), *AMAZONAS.opening(setup(3)))

    assert AMAZONAS.prompt(state).sentence.key == "prompt-missions"
    printed = after(state, heard(state, Answer(yes=False, at=NOW)))
    assert (printed.phase, [one.missions for one in printed.explorers]) == (Phase.START, [(), (), ()])
    assert after(state, heard(state, Answer(yes=True, at=NOW))).explorers == state.explorers
    assert AMAZONAS.menu(state, None)[:2] == (ev.BeginPlay(), ev.PrintMissions())
    assert AMAZONAS.menu(state, ANA) == ()
    assert refused(printed, ev.PrintMissions()) == refused(printed, ev.BeginPlay()) == "not-now"
    assert refused(state, ev.Keep(seat=ANA, mission=of(state, 0).missions[0])) == "not-now"


def test_nobody_is_asked_for_phones_when_missions_are_printed_am_6() -> None:
    for house in ({"missions": "printed"}, {"board": "none"}):
        first, *_ = AMAZONAS.opening(setup(2, **house))
        assert isinstance(first, ev.StartBegun)


def test_a_table_without_phones_is_not_stuck_with_two_missions_am_6() -> None:
    state = told(table(2, two_player_missions="draw2keep1"), *course(table(2, two_player_missions="draw2keep1"), ())[0])

    assert AMAZONAS.prompt(state).sentence.key == "prompt-keep"
    assert refused(state, ev.Answered(yes=True)) == "mission-first"
    assert AMAZONAS.menu(state, None)[0] == ev.PrintMissions()
    assert after(state, ev.Answered(yes=False)).phase is Phase.START


def test_without_a_map_mode_takes_a_start_village_back_am_90() -> None:
    state = after(opened(table(2, board="none")), ev.Dial(number=7))

    assert after(state, ev.Answered(yes=False)).told == ()
    assert refused(after(state, ev.Answered(yes=False)), ev.Answered(yes=False)) == "not-now"


def test_start_huts_can_be_dialled() -> None:
    state = opened(table(2))

    assert AMAZONAS.prompt(state).number == (1, 1, 30)
    assert huts(after(state, ev.Dial(number=16)), 0) == {"Ranchos"}


def test_nothing_of_the_game_waits_for_time_or_for_a_grab() -> None:
    state = started(table(2))

    assert (AMAZONAS.wake(state), AMAZONAS.interrupt(state), AMAZONAS.prior(state)) == (None, (), {})


def test_phones_tell_cards_and_missions_that_the_panel_asks_for_am_13_am_83() -> None:
    shown = after(started(table(2)), ev.Reveal())
    printed = after(started(table(2, missions="printed"))._replace(phase=Phase.COUNT, number=18))

    assert [AMAZONAS.menu(shown, seat) == () for seat in (ANA, BEN)] == [False, True]
    assert AMAZONAS.menu(shown, ANA)[0] == ev.Choose(seat=ANA, card=0)
    assert AMAZONAS.menu(printed, ANA) == (ev.CountMission(seat=ANA, built=0), ev.CountMission(seat=ANA, built=1))
    assert AMAZONAS.menu(printed, BEN) == AMAZONAS.menu(printed, None) == ()
    assert render(AMAZONAS, AMAZONAS.label(AMAZONAS.menu(printed, ANA)[1])) == "1 village de ma mission"


def test_the_money_can_still_be_taken_while_the_row_is_asked_am_35() -> None:
    state = having(started(table(2, INDIO)), 0, rows=(0, 2, 1, 0, 0))
    asked = after(chosen(state, 5, 0), ev.Answered(yes=True))
    money = after(asked, ev.Answered(yes=False))

    assert asked.aim is ev.Aim.INDIO
    assert (money.aim, AMAZONAS.prompt(money).sentence.key) == (ev.Aim.HUT, "prompt-hut-or-neutral")


# --- leaving


def pressed(state: State, seat: Seat) -> State:
    """Return the game after a seat button."""
    return after(state, heard(state, SeatPressed(seat=seat, at=NOW)))


def test_a_seat_button_asks_whether_its_player_goes_am_87() -> None:
    state = pressed(chosen(started(table(3)), 6, 3, 0), BEN)

    assert spoken(AMAZONAS, state, ev.LeaveAsked(seat=BEN)) == [
        "Ben, tu pars\u202f? START pour rester, MODE pour partir."
    ]
    assert (AMAZONAS.prompt(state).awaits, AMAZONAS.lamps(state)) == ("question", {BEN: "question"})
    # nothing else is asked before that is answered; another button asks another player
    assert refused(state, ev.Dial(number=0)) == "not-now"
    assert pressed(state, CLO).leaving == CLO
    stays = after(state, heard(state, Answer(yes=True, at=NOW)))
    assert (stays.gone, stays.leaving, acting(stays)) == (frozenset(), None, ANA)
    goes = after(state, heard(state, Answer(yes=False, at=NOW)))
    assert (goes.gone, goes.leaving, acting(goes)) == ({BEN}, None, ANA)


def test_whether_a_player_goes_is_asked_in_every_phase_but_the_end_am_87() -> None:
    keep, start, choose = opened(table(3, two_player_missions="one")), opened(table(3)), started(table(3))
    for state in (keep, start, choose, after(choose, ev.Reveal())):
        left = after(pressed(state, CLO), ev.Answered(yes=False))
        assert (left.gone, left.phase) == ({CLO}, state.phase)
    assert refused(choose, ev.Stay(seat=CLO)) == "not-now"
    assert refused(left, ev.AskLeave(seat=CLO)) == "not-playing"
    assert refused(ended(choose), ev.AskLeave(seat=CLO)) == "not-now"


def test_a_question_nobody_answered_ends_with_the_last_round_am_80_am_87() -> None:
    state = chosen(started(table(2))._replace(number=ROUNDS), 3, 0)
    state = after(pressed(state, ANA), ev.EndTurn(seat=ANA), ev.EndTurn(seat=BEN))

    assert (state.phase, state.leaving) == (Phase.COUNT, None)

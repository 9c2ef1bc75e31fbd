"""Amazonas at the panel: numbers, START and MODE answer whatever was asked."""

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.course import due
from perroquet.kernel.game import Next, SeatPressed
from perroquet.kernel.units import HostNs

from tests.games.expedition import (
    AMAZONAS,
    JAGUAR,
    acting,
    after,
    chosen,
    ended,
    huts,
    of,
    opened,
    refused,
    rich,
    started,
    table,
)
from tests.games.hands import ANA, BEN

NOW = HostNs(0)


def test_what_nobody_asked_for_is_refused() -> None:
    state = started(table(2))

    assert refused(state, ev.Dial(number=3)) == "not-now"
    assert refused(state, ev.Answered(yes=True)) == "not-now"
    assert refused(chosen(state, 1, 2), ev.Reveal()) == "not-now"
    assert AMAZONAS.hear(state, SeatPressed(seat=ANA, at=NOW)) is None
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


def test_start_huts_can_be_dialled() -> None:
    state = opened(table(2))

    assert AMAZONAS.prompt(state).number == (1, 1, 30)
    assert huts(after(state, ev.Dial(number=16)), 0) == {"Ranchos"}


def test_nothing_of_the_game_waits_for_time_or_for_a_grab() -> None:
    state = started(table(2))

    assert (AMAZONAS.wake(state), AMAZONAS.interrupt(state), AMAZONAS.prior(state)) == (None, (), {})

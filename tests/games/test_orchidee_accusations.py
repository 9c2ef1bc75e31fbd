"""L'Orchidée: accusations, verdicts and what they cost. Names cite the rules."""

from dataclasses import replace
from itertools import permutations

import pytest
from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.cues import DisarmRaid, Play
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, HostNs, Seat

from tests.games.hands import ANA, BEN, CLO, DAN, NOBODY, ORCHIDEE, play, render, spoken
from tests.games.orchid import (
    ACCUSED,
    ANA_AT_3,
    END,
    HIDDEN,
    ONSET,
    RICH,
    RICH_ACCUSED,
    WINDOW,
    accuse,
    after_end,
    arms,
    codes,
    expire,
    hidden,
    in_window,
    lock,
    player,
    real,
    refusal,
    ruled,
    shouted,
    virtual,
    with_treasures,
)

# --- accusations


def test_a_right_accusation_closes_the_raid_or_19() -> None:
    (event,) = ruled(RICH_ACCUSED, cmd.Answered(yes=True))
    state = play(ORCHIDEE, RICH_ACCUSED, cmd.Answered(yes=True))

    assert (event.ruling.code, event.ruling.against, event.closes) == ("CAUGHT_ACCUSED", (CLO,), True)
    assert player(state, CLO).treasure == ("I18", "I3")
    assert player(state, ANA).treasure == RICH[ANA]  # who is right gains nothing


def test_virtual_cards_give_the_verdict_themselves_or_19() -> None:
    right = play(ORCHIDEE, HIDDEN, accuse(ANA, BEN, 1), accuse(DAN, CLO, 2))
    state = expire(right)

    assert refusal(right, cmd.Answered(yes=True)) == "no-question"
    assert state.round.last is not None
    assert state.round.last.code == "CAUGHT_ACCUSED"
    assert player(state, ANA).treasure == ("I20", "P4")
    assert player(state, CLO).treasure == ("I18", "I3")


@pytest.mark.parametrize("order", list(permutations(range(3))))
def test_verdicts_do_not_depend_on_the_order_in_which_accusations_are_told_or_20(order: tuple[int, ...]) -> None:
    made = (accuse(ANA, BEN, 1.0), accuse(DAN, CLO, 1.1), accuse(BEN, ANA, 1.2))
    state = HIDDEN
    for place in order:
        state = play(ORCHIDEE, state, made[place])
    state = expire(with_treasures(state, {BEN: ("P1",)}))

    assert player(state, ANA).treasure == ("I20", "P4")  # was wrong before Dan was right
    assert player(state, BEN).treasure == ("P1",)  # was too late to be wrong


@pytest.mark.parametrize(("where", "code"), [("table", "CAUGHT_ACCUSED"), ("box", "ORCHID_LOST")])
def test_a_house_may_want_the_hiding_place_too_or_19(where: str, code: str) -> None:
    state = in_window(hidden(virtual(credible="place")))
    wish = accuse(ANA, CLO, 1, cmd.Hideout(where))

    assert replace(wish, at=None) in ORCHIDEE.menu(state, ANA)
    after = expire(play(ORCHIDEE, state, wish))
    assert after.round.last is not None
    assert after.round.last.code == code
    table = play(ORCHIDEE, in_window(real(credible="place")), ANA_AT_3, cmd.Point(accused=CLO))
    assert "là où Ana l’a dit" in render(ORCHIDEE, ORCHIDEE.prompt(table).sentence)


def test_a_house_may_hear_the_first_accusation_only_or_19() -> None:
    state = play(ORCHIDEE, in_window(real(accusations="first_only")), ANA_AT_3)

    assert refusal(state, lock(BEN, 4)) == "one-accusation"
    assert ORCHIDEE.menu(state, BEN) == ()


@pytest.mark.parametrize(("window", "last"), [("end", 9.999), ("onset", 7.999)])
def test_ten_seconds_run_from_the_end_of_the_shout_or_its_onset_or_19(window: str, last: float) -> None:
    state = in_window(real(window_from=window))

    assert play(ORCHIDEE, state, lock(ANA, last)).round.raid is not None
    assert refusal(state, lock(ANA, last + 0.001)) == "window-closed"


def test_ten_seconds_may_run_from_the_first_hand_shown_or_19() -> None:
    state = shouted(real(window_from="first_hand"))
    opened = play(ORCHIDEE, state, cmd.GoOn(at=after_end(5)))

    assert ORCHIDEE.wake(state) is None
    assert "première main" in render(ORCHIDEE, ORCHIDEE.prompt(state).sentence)
    assert play(ORCHIDEE, state, lock(BEN, 12)).round.raid is not None
    assert ORCHIDEE.prompt(opened).until == after_end(15)
    assert play(ORCHIDEE, state, cmd.GoOn()).round.raid == play(ORCHIDEE, state, cmd.GoOn(at=ONSET)).round.raid
    assert shouted(hidden(virtual(window_from="first_hand"))).round.raid is not None
    assert in_window(hidden(virtual(window_from="first_hand"))).phase is Phase.WINDOW


@pytest.mark.parametrize(
    ("state", "command", "code"),
    [
        (real(), cmd.LockIn(accuser=ANA, at=ONSET), "no-window"),
        (WINDOW, cmd.LockIn(accuser=ANA, at=HostNs(ONSET - 1)), "no-window"),
        (WINDOW, lock(ANA, 10.0), "window-closed"),
        (WINDOW, accuse(ANA, BEN, 10.0), "window-closed"),
        (expire(WINDOW), ANA_AT_3, "window-closed"),
        (play(ORCHIDEE, shouted(real()), cmd.GoOn()), ANA_AT_3, "no-window"),
        (ACCUSED, lock(ANA, 5), "one-accusation-each"),
        (ACCUSED, accuse(ANA, BEN, 5), "one-accusation-each"),
        (play(ORCHIDEE, WINDOW, ANA_AT_3), cmd.Point(accused=ANA), "self"),
        (WINDOW, accuse(BEN, BEN, 1), "self"),
        (play(ORCHIDEE, WINDOW, ANA_AT_3), lock(ANA, 4), "accusation-first"),
        (play(ORCHIDEE, WINDOW, ANA_AT_3), cmd.GoOn(), "accusation-first"),
        (play(ORCHIDEE, WINDOW, ANA_AT_3), cmd.Answered(yes=True), "name-accused"),
        (WINDOW, cmd.LockIn(accuser=NOBODY, at=after_end(1)), "seat-not-playing"),
        (WINDOW, cmd.Accuse(accuser=ANA, accused=NOBODY), "seat-not-playing"),
        (WINDOW, cmd.Point(accused=BEN), "no-accuser"),
        (real(), cmd.Point(accused=BEN), "no-accuser"),
        (WINDOW, cmd.Answered(yes=True), "no-question"),
        (real(), cmd.Answered(yes=True), "no-question"),
        (WINDOW, cmd.Strike(at=END), "not-now"),
        (real(), cmd.Strike(at=END), "not-now"),
        (shouted(real(press_in_shout="refused")), lock(ANA, -0.5), "no-window"),
    ],
)
def test_what_cannot_be_is_refused_by_code_or_20(state: State, command: cmd.Command, code: str) -> None:
    assert refusal(state, command) == code


def test_a_press_at_9_999_counts_and_at_10_000_does_not_or_20() -> None:
    state = play(ORCHIDEE, WINDOW, lock(ANA, 9.999))

    assert state.round.raid is not None
    assert state.round.raid.locks[0].at == after_end(9.999)
    over = ORCHIDEE.wake(run_out(WINDOW))
    assert (over or 0) > after_end(10.0)  # a press told a little late still finds the window


def run_out(state: State) -> State:
    """Return the state after the ticks of the last three seconds."""
    for left in (3, 2, 1):
        due = ORCHIDEE.wake(state)
        assert due is not None
        assert due == after_end(10 - left)
        state = play(ORCHIDEE, state, cmd.Strike(at=due))
    return state


def test_each_of_the_last_three_seconds_ticks_until_the_raid_is_settled() -> None:
    (tick,) = ORCHIDEE.decide(WINDOW, cmd.Strike(at=after_end(7)))
    settled = play(ORCHIDEE, play(ORCHIDEE, HIDDEN, accuse(BEN, CLO, 2)), cmd.Strike(at=after_end(7.1)))

    assert tick == ev.SecondsLeft(left=3)
    assert ORCHIDEE.cues(WINDOW, tick) == (Play(sound=Sound.LAST_SECOND),)
    assert run_out(WINDOW).round.raid
    assert settled.phase is Phase.RULED
    assert ORCHIDEE.fleeting(tick)


def test_presses_during_the_shout_count_in_their_order_or_20() -> None:
    state = play(ORCHIDEE, shouted(real()), lock(BEN, -1.2), lock(CLO, -1.9), cmd.Strike(at=END))
    raid = state.round.raid

    assert raid is not None
    assert [one.accuser for one in raid.locks] == [CLO, BEN]
    assert state.phase is Phase.WINDOW


def locked(state: State, *presses: cmd.LockIn) -> list[Seat]:
    raid = play(ORCHIDEE, state, *presses).round.raid
    assert raid is not None
    return [one.accuser for one in raid.locks]


def test_two_accusers_in_one_millisecond_are_heard_from_the_dealer_on_or_20() -> None:
    ms, ben = after_end(3), cmd.LockIn(accuser=BEN, at=after_end(3))
    state = replace(WINDOW, dealer=CLO)
    dan_later = cmd.LockIn(accuser=DAN, at=HostNs(ms + NS_PER_MS - 1))

    assert locked(state, ben, dan_later) == locked(state, dan_later, ben) == [DAN, BEN]
    assert locked(state, ben, cmd.LockIn(accuser=DAN, at=HostNs(ms + NS_PER_MS))) == [BEN, DAN]


def test_the_next_accuser_is_asked_when_the_first_has_named_somebody_or_20() -> None:
    two = play(ORCHIDEE, WINDOW, ANA_AT_3, lock(BEN, 3.1))
    named = ORCHIDEE.decide(two, cmd.Point(accused=CLO))
    after = ORCHIDEE.replay(two, named)

    assert spoken(ORCHIDEE, two, ev.AccuserLockedIn(accuser=BEN, at=after_end(3.1))) == []
    assert spoken(ORCHIDEE, after, named[0])[-1] == "Ben accuse… qui\u202f?"
    assert spoken(ORCHIDEE, after, ev.AccuserLeft(accuser=ANA)) == ["Ben accuse… qui\u202f?"]


def test_a_refused_press_uses_nothing_up_or_20() -> None:
    taken_back = play(ORCHIDEE, WINDOW, ANA_AT_3, cmd.Answered(yes=False))

    assert taken_back == WINDOW
    assert play(ORCHIDEE, taken_back, lock(ANA, 6)).round.raid is not None


def test_a_house_may_let_a_refused_accusation_be_the_only_one_or_20() -> None:
    state = play(ORCHIDEE, in_window(real(refused_accusation="used")), ANA_AT_3, cmd.Point(accused=ANA))

    assert refusal(state, lock(ANA, 6)) == "one-accusation-each"
    assert ORCHIDEE.menu(state, ANA) == ()


def test_ten_seconds_without_a_right_accusation_lose_the_orchid_or_21() -> None:
    for state in (WINDOW, HIDDEN):
        lost = expire(state)
        assert lost.round.last is not None
        assert (lost.round.last.code, lost.phase, lost.orchid_gone) == ("ORCHID_LOST", Phase.RULED, False)
    assert "O" in expire(HIDDEN).deck


def test_a_mistake_that_outlasts_the_window_loses_the_orchid_or_21() -> None:
    late = expire(play(ORCHIDEE, WINDOW, cmd.GoOn()))

    assert late.phase is Phase.HOLDER
    assert codes(late, cmd.Answered(yes=False)) == ["ORCHID_LOST"]


def test_a_house_may_lose_the_orchid_for_good_or_21() -> None:
    state = expire(in_window(hidden(virtual(orchid_lost="permanent"))))
    said = [render(ORCHIDEE, fact) for fact in ORCHIDEE.view(state, None).facts]
    assert [words for words in said if words.endswith("L’orchidée ne reviendra plus.")]
    state = play(ORCHIDEE, state, cmd.GoOn(), cmd.GoOn(at=HostNs(1)))

    assert state.orchid_gone
    assert (state.number, state.round.holder, state.round.drawn) == (2, None, None)
    assert state.total == 10
    assert arms(state) == [DisarmRaid()]


def test_a_false_accuser_loses_the_highest_nugget_or_22() -> None:
    (event,) = ruled(RICH_ACCUSED, cmd.Answered(yes=False))
    state = play(ORCHIDEE, RICH_ACCUSED, cmd.Answered(yes=False))

    assert (event.ruling.code, event.ruling.against, event.closes) == ("FALSE_ACCUSATION", (ANA,), False)
    assert (player(state, ANA).treasure, state.out) == (("I20", "P4"), ("P9",))
    assert spoken(ORCHIDEE, state, event) == [
        "Fausse accusation, Ana\u00a0: Clo n’a rien.",
        "Ana rend sa plus haute pépite chapardée.",
    ]


def test_a_false_accuser_without_a_nugget_pays_nothing_or_22() -> None:
    state = with_treasures(ACCUSED, {ANA: ("I20",)})

    assert player(play(ORCHIDEE, state, cmd.Answered(yes=False)), ANA).treasure == ("I20",)


def test_a_house_may_give_a_false_nugget_back_to_the_deck_or_22() -> None:
    state = play(ORCHIDEE, in_window(with_treasures(real(false_nugget="returns_to_deck"), RICH)), ANA_AT_3)

    assert play(ORCHIDEE, state, cmd.Point(accused=CLO), cmd.Answered(yes=False)).out == ()


def test_each_false_accuser_pays_or_22() -> None:
    state = expire(play(ORCHIDEE, RICH_ACCUSED, lock(BEN, 5), cmd.Point(accused=CLO)))
    one = ORCHIDEE.decide(state, cmd.Answered(yes=False))
    two = ORCHIDEE.decide(ORCHIDEE.replay(state, one), cmd.Answered(yes=False))

    assert [event.ruling.against for event in one if isinstance(event, ev.Ruled)] == [(ANA,)]
    assert [event.ruling.code for event in two if isinstance(event, ev.Ruled)] == ["FALSE_ACCUSATION", "ORCHID_LOST"]


def test_a_locked_in_accuser_has_five_more_seconds_to_name_or_40() -> None:
    pending = play(ORCHIDEE, WINDOW, ANA_AT_3)
    pending = run_out(pending)
    due = ORCHIDEE.wake(pending) or HostNs(0)
    closed = play(ORCHIDEE, pending, cmd.Strike(at=due))

    assert play(ORCHIDEE, closed, cmd.Point(accused=CLO)).round.raid is not None
    assert ORCHIDEE.wake(closed) == due + 5 * NS_PER_S
    assert expire(closed).round.last is not None
    assert codes(closed, cmd.Answered(yes=False)) == ["ORCHID_LOST"]


def test_a_name_given_in_the_last_seconds_is_judged_at_once_or_40() -> None:
    closed = run_out(play(ORCHIDEE, HIDDEN, lock(ANA, 9.9)))
    closed = play(ORCHIDEE, closed, cmd.Strike(at=ORCHIDEE.wake(closed) or END))

    assert codes(closed, cmd.Point(accused=CLO)) == ["CAUGHT_ACCUSED"]
    assert codes(closed, cmd.Point(accused=BEN)) == ["FALSE_ACCUSATION", "ORCHID_LOST"]


def test_verdicts_wait_for_whoever_locked_in_first_or_40() -> None:
    state = play(ORCHIDEE, HIDDEN, lock(ANA, 1), accuse(BEN, CLO, 2))

    assert ORCHIDEE.wake(state) == ORCHIDEE.wake(play(ORCHIDEE, HIDDEN, lock(ANA, 1)))
    assert ORCHIDEE.wake(play(ORCHIDEE, HIDDEN, accuse(BEN, CLO, 2))) == after_end(2.3)

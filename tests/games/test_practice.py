"""Practice. Names end in the numbers of the rules they cite."""

import pytest
from perroquet.games.practice.rules import Begin, GiveTop, JumpedStart, Stage, Time, Timed, TopGiven, Voided
from perroquet.games.practice.stage import told
from perroquet.kernel.cues import Pattern, Play
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import Next, SeatPressed, TimeUp
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, Fingers, HostNs, Millis

from tests.games.hands import ANA, BEN, PRACTICE, begun, grab, hand, play, render, setup, spoken

AT = HostNs(NS_PER_S)
START = begun(PRACTICE, setup(2))
READY = play(PRACTICE, START, Begin(at=AT))
GO = play(PRACTICE, READY, GiveTop(at=READY.top))


def test_the_top_comes_after_one_to_four_seconds_drawn_anew_es_1() -> None:
    state = START
    delays: list[int] = []
    for _ in range(200):
        state = play(PRACTICE, state, Begin(at=AT))
        delays.append((state.top - AT) // NS_PER_MS)

    assert min(delays) >= 1_000
    assert max(delays) <= 4_000
    assert len(set(delays)) > 150
    assert PRACTICE.wake(READY) == READY.top


def test_time_counts_from_the_top_to_the_first_contact_es_2() -> None:
    events = PRACTICE.decide(GO, Time(grab=grab(hand(ANA), at=GO.top + 312 * NS_PER_MS)))

    assert events == (Timed(took=Millis(312), fingers=Fingers(4), seat=ANA),)


@pytest.mark.parametrize(
    ("result", "words"),
    [
        (Timed(took=Millis(312), fingers=Fingers(4), seat=ANA), "Ana\u00a0: 312 millièmes, 4 doigts."),
        (Timed(took=Millis(312), fingers=Fingers(1), seat=None), "312 millièmes, 1 doigt."),
        (Timed(took=Millis(312), fingers=Fingers(0), seat=None), "312 millièmes."),
        (JumpedStart(seat=ANA), "Faux départ, Ana\u202f!"),
        (JumpedStart(seat=None), "Faux départ\u202f!"),
    ],
)
def test_only_what_is_known_is_told_es_3(result: Timed | JumpedStart, words: str) -> None:
    assert render(PRACTICE, told(result)) == words


def test_a_contact_before_the_top_is_a_false_start_es_4() -> None:
    jumped = play(PRACTICE, READY, Time(grab=grab(hand(BEN), at=READY.top - 1)))

    assert jumped.result == JumpedStart(seat=BEN)
    assert PRACTICE.wake(jumped) is None
    assert PRACTICE.cues(jumped, jumped.result)[0] == Play(sound=Sound.FAULT)


def test_a_grab_told_before_its_top_is_still_timed_es_2() -> None:
    events = PRACTICE.decide(READY, Time(grab=grab(at=READY.top)))

    assert events == (TopGiven(), Timed(took=Millis(0), fingers=Fingers(0), seat=None))


def test_the_first_of_several_hands_is_timed_es_5() -> None:
    timed = play(PRACTICE, GO, Time(grab=grab(hand(BEN), hand(ANA, 30), at=GO.top + NS_PER_S)))

    assert timed.result.seat == BEN


def test_a_brush_is_timed_too_es_6() -> None:
    timed = play(PRACTICE, GO, Time(grab=grab(hand(BEN, brush=True), at=GO.top + NS_PER_S)))

    assert timed.result == Timed(took=Millis(1_000), fingers=Fingers(4), seat=BEN)


def test_start_begins_again_at_any_time_es_7() -> None:
    for state in (START, READY, GO):
        assert PRACTICE.hear(state, Next(at=AT)) == Begin(at=AT)
        assert play(PRACTICE, state, Begin(at=AT)).stage is Stage.READY


def test_a_power_cut_voids_a_try_es_8() -> None:
    assert PRACTICE.interrupt(START) == ()
    assert PRACTICE.interrupt(GO) == (Voided(),)
    assert PRACTICE.replay(GO, PRACTICE.interrupt(GO)).stage is Stage.START
    assert "annulé" in spoken(PRACTICE, START, Voided())[0]


def test_what_is_not_due_means_nothing_or_is_refused() -> None:
    assert PRACTICE.hear(START, grab(hand(ANA))) is None
    assert PRACTICE.hear(GO, TimeUp(at=AT)) is None
    assert PRACTICE.hear(GO, SeatPressed(seat=ANA, at=AT)) is None
    assert PRACTICE.hear(READY, TimeUp(at=AT)) == GiveTop(at=AT)
    assert PRACTICE.hear(GO, grab()) == Time(grab=grab())
    for command in (GiveTop(at=AT), Time(grab=grab())):
        with pytest.raises(IllegalCommand):
            PRACTICE.decide(START, command)


def test_there_is_nothing_to_overrule() -> None:
    with pytest.raises(IllegalCommand) as refused:
        PRACTICE.overrule(START, (ANA,))

    assert refused.value.code == "no-ruling"
    assert PRACTICE.ruling(TopGiven()) is None


def test_the_top_shows_nowhere_before_it_comes() -> None:
    early, late = (play(PRACTICE, begun(PRACTICE, setup(2, luck=luck)), Begin(at=AT)) for luck in "ab")

    assert early.top != late.top
    assert PRACTICE.view(early, None) == PRACTICE.view(late, None)


def test_the_lamp_says_wait_then_grab_then_how_it_went() -> None:
    jumped = play(PRACTICE, READY, Time(grab=grab(at=READY.top - 1)))
    timed = play(PRACTICE, GO, Time(grab=grab(at=GO.top + 1)))

    lamps = [PRACTICE.lamps(state) for state in (START, READY, GO, jumped, timed)]
    assert lamps == [{}, {None: Pattern.WAITING}, {}, {None: Pattern.PAYS}, {None: Pattern.WINS}]
    assert Play(sound=Sound.TICK) in PRACTICE.cues(GO, TopGiven())


def test_practice_has_no_secrets_and_no_end() -> None:
    assert not PRACTICE.secret(TopGiven())
    assert not PRACTICE.reveals(TopGiven())
    assert PRACTICE.prior(GO) == {}
    assert not PRACTICE.over(GO)

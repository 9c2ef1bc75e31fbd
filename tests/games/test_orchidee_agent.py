"""L'Orchidée: the undercover agent. Names end in the numbers of the rules they cite."""

from dataclasses import replace

import pytest
from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.cues import Ambience, Pattern, Play
from perroquet.kernel.game import Awaits, Next, SeatPressed, TimeUp
from perroquet.kernel.luck import Luck
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, HostNs, Seat

from tests.games.hands import ANA, BEN, CLO, DAN, ORCHIDEE, begun, play, render, setup, spoken
from tests.games.orchid import (
    ONSET,
    RICH,
    codes,
    hidden,
    player,
    real,
    refusal,
    ruled,
    shouted,
    told,
    virtual,
    with_treasures,
)


def parrot(state: State, seconds: float = 30.0) -> State:
    """Return the state after the parrot called, so long into the game."""
    called = ev.ParrotCalled(at=HostNs(round(seconds * NS_PER_S)))
    return ORCHIDEE.evolve(with_treasures(state, RICH), called)


def shout(seat: Seat, at: int = ONSET) -> cmd.Shout:
    return cmd.Shout(by=seat, at=HostNs(at))


TABLE = parrot(real(variant="agent"))
VIRTUAL = parrot(hidden(virtual(variant="agent")))
SHOUTED = play(ORCHIDEE, TABLE, shout(ANA))


def test_the_parrot_calls_when_it_was_drawn_and_nobody_knows_when_or_37() -> None:
    state = real(variant="agent")
    due = ORCHIDEE.wake(state)
    (called,) = ORCHIDEE.decide(state, cmd.Strike(at=due or HostNs(0)))
    after = ORCHIDEE.evolve(state, called)

    assert due == state.round.parrot
    assert (due or 0) >= 20 * NS_PER_S
    assert [cue.sound for cue in ORCHIDEE.cues(after, called) if isinstance(cue, Play)] == [Sound.PARROT]
    assert "perroquet" in " ".join(render(ORCHIDEE, fact) for fact in ORCHIDEE.view(after, None).facts)
    assert ORCHIDEE.prompt(state).until is None
    assert refusal(state, cmd.Strike(at=HostNs((due or 1) - 1))) == "not-now"
    assert real().round.parrot is None


def test_a_power_cut_draws_the_parrot_anew_unless_it_called_or_32() -> None:
    before = real(variant="agent")
    anew = ORCHIDEE.replay(before, ORCHIDEE.interrupt(before))
    called = ORCHIDEE.replay(TABLE, ORCHIDEE.interrupt(TABLE))

    assert ORCHIDEE.wake(anew) not in (None, ORCHIDEE.wake(before))
    assert ORCHIDEE.wake(called) is None
    assert play(ORCHIDEE, called, shout(ANA)).phase is Phase.SHOUT


def test_a_power_cut_closes_a_call_that_is_counted_in_seconds_or_32() -> None:
    called = parrot(real(variant="agent", parrot_window_s=10))
    after = ORCHIDEE.replay(called, ORCHIDEE.interrupt(called))

    assert ORCHIDEE.wake(after) is None
    assert refusal(after, shout(ANA, at=NS_PER_S)) == "no-agent"


def test_a_parrot_whose_time_went_by_in_a_pause_waits_anew_or_37() -> None:
    state = real(variant="agent")
    due = ORCHIDEE.wake(state) or HostNs(0)
    late, overdue = HostNs(due + NS_PER_S), HostNs(due + NS_PER_S + 1)
    (put_off,) = ORCHIDEE.decide(state, cmd.Strike(at=overdue))
    after = ORCHIDEE.evolve(state, put_off)

    assert ORCHIDEE.decide(state, cmd.Strike(at=late)) == (ev.ParrotCalled(at=late),)
    assert isinstance(put_off, ev.ParrotPutOff)
    assert put_off.until > overdue
    assert ORCHIDEE.secret(put_off)
    assert ORCHIDEE.cues(after, put_off) == ()
    assert ORCHIDEE.view(after, None) == ORCHIDEE.view(state, None)
    assert ORCHIDEE.wake(after) == put_off.until
    assert refusal(after, shout(ANA, at=overdue)) == "no-agent"


def test_pauses_neither_hasten_the_parrot_nor_keep_it_away_or_37() -> None:
    """The wait in live play has the mean it would have without a pause, wherever the pause falls."""
    waits: list[float] = []
    for number in range(4000):
        state: State = begun(ORCHIDEE, replace(setup(4, variant="agent"), luck=Luck(f"pause {number}")))
        due = ORCHIDEE.wake(state) or HostNs(0)
        begins, ends = HostNs(60 * NS_PER_S), HostNs(660 * NS_PER_S)
        if due < begins:
            continue
        if due < ends:
            state = play(ORCHIDEE, state, cmd.Strike(at=ends))
        waits.append(((ORCHIDEE.wake(state) or ends) - ends) / NS_PER_S)

    assert len(waits) > 2500
    assert sum(waits) / len(waits) == pytest.approx(120, rel=0.06)


def test_an_alarm_that_a_press_left_nothing_to_do_means_nothing() -> None:
    assert ORCHIDEE.hear(SHOUTED, TimeUp(at=ONSET)) is None


def test_without_a_parrot_nobody_shouts_or_37() -> None:
    assert refusal(real(variant="agent"), shout(ANA)) == "no-agent"
    assert refusal(real(), shout(ANA)) == "no-agent"


def test_a_house_may_punish_false_alarms_or_37() -> None:
    state = with_treasures(real(variant="agent", false_alarm="penalty"), RICH)
    (event,) = ruled(state, shout(ANA))
    after = play(ORCHIDEE, state, shout(ANA))

    assert (event.ruling.code, event.ruling.against) == ("FALSE_ALARM", (ANA,))
    assert (after.phase, player(after, ANA).treasure) == (Phase.PLAY, ("I20", "P4"))


@pytest.mark.parametrize(("seconds", "counts"), [(39.999, True), (40.0, False)])
def test_a_house_may_let_the_parrots_call_fade_or_37(seconds: float, counts: bool) -> None:  # noqa: FBT001
    state = parrot(real(variant="agent", parrot_window_s=10))
    at = HostNs(round(seconds * NS_PER_S))

    if counts:
        assert play(ORCHIDEE, state, cmd.Shout(by=ANA, at=at)).phase is Phase.SHOUT
    else:
        assert refusal(state, cmd.Shout(by=ANA, at=at)) == "no-agent"


def test_a_shout_ends_the_tricks_and_accuses_or_38() -> None:
    (event,) = ORCHIDEE.decide(TABLE, shout(ANA))

    assert cmd.Shout(by=ANA) in ORCHIDEE.menu(TABLE, ANA)
    assert Ambience(on=False) in ORCHIDEE.cues(SHOUTED, event)
    assert spoken(ORCHIDEE, SHOUTED, event) == ["Ana crie «\u00a0haut les mains\u00a0» et accuse… qui\u202f?"]
    assert ORCHIDEE.lamps(SHOUTED)[ANA] is Pattern.READY
    assert ORCHIDEE.prompt(SHOUTED).awaits is Awaits.QUESTION
    assert ORCHIDEE.interrupt(SHOUTED) == (ev.Voided(),)
    assert ORCHIDEE.menu(SHOUTED, ANA) == tuple(cmd.Point(accused=one) for one in (BEN, CLO, DAN))
    assert ORCHIDEE.menu(SHOUTED, BEN) == ()
    assert refusal(SHOUTED, cmd.Point(accused=ANA)) == "self"
    assert refusal(SHOUTED, cmd.GoOn()) == "name-accused"
    assert refusal(SHOUTED, cmd.Answered(yes=True)) == "name-accused"


def test_a_shout_by_mistake_is_taken_back_or_38() -> None:
    back = play(ORCHIDEE, SHOUTED, cmd.Answered(yes=False))

    assert back == TABLE
    assert [cue.on for cue in ORCHIDEE.cues(back, ev.ShoutTakenBack()) if isinstance(cue, Ambience)] == [True]


def test_an_agent_who_is_right_takes_the_highest_nugget_or_38() -> None:
    named = play(ORCHIDEE, SHOUTED, cmd.Point(accused=CLO))
    table = play(ORCHIDEE, named, cmd.Answered(yes=True))
    device = play(ORCHIDEE, VIRTUAL, shout(ANA), cmd.Point(accused=CLO))
    (event,) = ruled(named, cmd.Answered(yes=True))

    for state in (table, device):
        assert (player(state, ANA).treasure, player(state, CLO).treasure) == (("I20", "P4", "P9", "P18"), ("I18", "I3"))
        assert state.phase is Phase.RULED
    assert refusal(named, cmd.Point(accused=BEN)) == "no-accuser"
    assert spoken(ORCHIDEE, table, event) == [
        "Bravo, agent Ana\u202f! Clo avait l’orchidée.",
        "Ana prend la plus haute pépite de Clo.",
    ]


def test_a_culprit_without_nuggets_pays_nothing_or_38() -> None:
    state = with_treasures(VIRTUAL, {CLO: ("I20",)})
    after = play(ORCHIDEE, state, shout(ANA), cmd.Point(accused=CLO))

    assert player(after, CLO).treasure == ("I20",)
    assert after.round.last is not None
    assert render(ORCHIDEE, after.round.last.long[1]) == "Clo n’a rien à rendre."


def test_an_unknown_nugget_is_not_guessed_or_33() -> None:
    named = play(ORCHIDEE, TABLE, shout(ANA), cmd.Point(accused=DAN), cmd.Answered(yes=True))

    assert player(named, DAN).treasure is None
    assert player(named, ANA).treasure is None


@pytest.mark.parametrize(("house", "gone"), [("returns", False), ("lost", True)])
def test_an_agent_who_is_wrong_pays_or_38(house: str, gone: bool) -> None:  # noqa: FBT001
    state = parrot(hidden(virtual(variant="agent", agent_wrong=house, orchid_lost="permanent")))
    after = play(ORCHIDEE, state, shout(ANA), cmd.Point(accused=BEN))

    assert player(after, ANA).treasure == ("I20", "P4")
    assert after.orchid_gone is gone
    facts = " ".join(render(ORCHIDEE, fact) for fact in ORCHIDEE.view(after, None).facts)
    assert ("ne reviendra plus" in facts, "revient à la prochaine donne" in facts) == (gone, not gone)
    assert codes(play(ORCHIDEE, SHOUTED, cmd.Point(accused=BEN)), cmd.Answered(yes=False)) == ["AGENT_WRONG"]


def test_the_orchid_in_a_hand_pays_the_agent_or_by_house_the_customs_or_38() -> None:
    paid = play(ORCHIDEE, parrot(virtual(variant="agent")), shout(ANA), cmd.Point(accused=CLO))
    house = parrot(virtual(variant="agent", agent_in_hand="customs"))
    customs = play(ORCHIDEE, house, shout(ANA), cmd.Point(accused=CLO))
    table = play(ORCHIDEE, parrot(real(variant="agent", agent_in_hand="customs")), shout(ANA), cmd.GoOn())

    assert player(paid, ANA).treasure == ("I20", "P4", "P9", "P18")
    assert (player(customs, ANA).treasure, customs.out) == (RICH[ANA], ("P18",))
    assert play(ORCHIDEE, table, cmd.Point(accused=CLO)).phase is Phase.RULED
    assert play(ORCHIDEE, table, cmd.Answered(yes=False)).phase is Phase.SHOUT
    assert ORCHIDEE.wake(table) is None


def shouter(state: State) -> Seat:
    assert state.round.raid is not None
    return state.round.raid.locks[0].accuser


@pytest.mark.parametrize(
    ("first", "second", "who"),
    [
        (shout(ANA, ONSET), shout(DAN, ONSET + 4 * NS_PER_MS), ANA),
        (shout(DAN, ONSET + 4 * NS_PER_MS), shout(ANA, ONSET), ANA),
        (shout(DAN, ONSET), shout(BEN, ONSET + 1), BEN),
    ],
)
def test_the_earlier_of_two_shouts_counts_or_39(first: cmd.Shout, second: cmd.Shout, who: Seat) -> None:
    state = play(ORCHIDEE, TABLE, first)

    if who == second.by:
        state = play(ORCHIDEE, state, second)
    else:
        assert refusal(state, second) == "shouted-first"
    assert shouter(state) == who


def test_a_shout_before_the_customs_comes_first_however_it_is_told_or_39() -> None:
    early = shout(ANA, ONSET - 1)

    assert refusal(play(ORCHIDEE, TABLE, early), cmd.HearRaid(onset=ONSET, end=HostNs(ONSET + 1))) == "agent-first"
    assert shouter(play(ORCHIDEE, shouted(TABLE), early)) == ANA
    assert refusal(shouted(TABLE), shout(ANA, ONSET)) == "not-now"


def test_a_shout_after_the_customs_is_an_accusation_or_39() -> None:
    state = shouted(play(ORCHIDEE, TABLE, shout(ANA, ONSET + 1)))

    assert state.phase is Phase.RAID
    assert shouter(state) == ANA
    named = play(ORCHIDEE, TABLE, shout(ANA, ONSET + 1), cmd.Point(accused=CLO))
    assert refusal(named, cmd.HearRaid(onset=ONSET, end=HostNs(ONSET + 1))) == "agent-first"


def test_the_table_may_overrule_a_shout_or_31() -> None:
    named = play(ORCHIDEE, SHOUTED, cmd.Point(accused=BEN))

    for who, after in ((CLO, ("I18", "I3")), (ANA, ("I20", "P4"))):
        events = ORCHIDEE.overrule(named, (who,))
        assert player(ORCHIDEE.replay(named, events), who).treasure == after
    assert [event.ruling.code for event in ORCHIDEE.overrule(VIRTUAL, (CLO,)) if isinstance(event, ev.Ruled)]


def test_buttons_of_the_variant_mean_shouts_or_36() -> None:
    state = play(ORCHIDEE, TABLE, cmd.GoOn(at=HostNs(1)))
    later = HostNs(ONSET + NS_PER_S)

    assert state.round.tricks[0].told is False
    assert ORCHIDEE.hear(TABLE, SeatPressed(seat=ANA, at=ONSET)) == shout(ANA)
    assert ORCHIDEE.hear(SHOUTED, SeatPressed(seat=BEN, at=HostNs(ONSET + 1))) == shout(BEN, ONSET + 1)
    assert ORCHIDEE.hear(SHOUTED, SeatPressed(seat=BEN, at=later)) == cmd.Point(accused=BEN)
    assert ORCHIDEE.hear(TABLE, Next(at=later)) == cmd.GoOn(at=later)
    waiting = real(variant="agent", parrot_mean_s=1)
    assert ORCHIDEE.hear(waiting, TimeUp(at=later)) == cmd.Strike(at=later)
    assert "Agent sûr de lui" in render(ORCHIDEE, ORCHIDEE.prompt(TABLE).sentence)


def test_without_an_orchid_there_is_no_agent_or_37() -> None:
    state = replace(play(ORCHIDEE, real(variant="agent"), cmd.EndTricks()), orchid_gone=True)
    (drawn,) = told(state, cmd.GoOn(at=HostNs(5)), ev.RaidDrawn)

    assert (drawn.parrot, drawn.live) == (None, None)


def test_after_the_orchid_is_gone_a_late_shout_is_wrong_or_38() -> None:
    state = replace(VIRTUAL, orchid_gone=True, round=replace(VIRTUAL.round, holder=None))

    assert codes(play(ORCHIDEE, state, shout(ANA)), cmd.Point(accused=BEN)) == ["AGENT_WRONG"]

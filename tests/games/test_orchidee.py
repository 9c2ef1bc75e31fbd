"""L'Orchidée: rounds, raids and accusations. Names end in the numbers of the rules they cite."""

from dataclasses import replace
from typing import Any

import pytest
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import DECK, Card, highest_card, highest_nugget
from perroquet.games.orchidee.house import House
from perroquet.games.orchidee.raid import draw
from perroquet.games.orchidee.state import Phase
from perroquet.kernel.cues import Ambience, ArmRaid, DisarmRaid, Pattern, Play, Say
from perroquet.kernel.errors import ConfigurationError, IllegalCommand
from perroquet.kernel.game import Answer, Awaits, Next, SeatPressed, TimeUp, TotemBack
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Heard
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import NS_PER_S, SAMPLE_RATE, HostNs

from tests.games.hands import ANA, BEN, CLO, DAN, NOBODY, ORCHIDEE, begun, play, render, setup, spoken

ONSET, END = HostNs(60 * NS_PER_S), HostNs(62 * NS_PER_S)


def after_end(seconds: float) -> HostNs:
    """Return the instant so long after the end of the shout."""
    return HostNs(END + round(seconds * NS_PER_S))


START = begun(ORCHIDEE, setup())
SHOUT = play(ORCHIDEE, START, ev.HearRaid(onset=ONSET, end=END))
WINDOW = play(ORCHIDEE, SHOUT, ev.Strike(at=END))
ANA_AT_3 = ev.LockIn(accuser=ANA, at=after_end(3))
ACCUSED = play(ORCHIDEE, WINDOW, ANA_AT_3, ev.Point(accused=CLO))
RICH: tuple[tuple[Card, ...] | None, ...] = (
    (Card("I20"), Card("P4"), Card("P9")),
    (),
    (Card("P18"), Card("I18"), Card("I3")),
    None,
)


def rich(state: Any) -> Any:
    return replace(state, treasures=RICH)


def ruled(state: Any, command: Any) -> ev.Ruled:
    (event,) = (event for event in ORCHIDEE.decide(state, command) if isinstance(event, ev.Ruled))
    return event


def refusal(state: Any, command: Any) -> str:
    with pytest.raises(IllegalCommand) as refused:
        ORCHIDEE.decide(state, command)
    return refused.value.code


def expire(state: Any) -> Any:
    """Return the state after everything that is due has come."""
    while (due := ORCHIDEE.wake(state)) is not None:
        state = play(ORCHIDEE, state, ev.Strike(at=due))
    return state


# --- rounds


def test_a_game_is_six_rounds_and_then_the_table_counts_or_1() -> None:
    state, rounds = START, [START.number]
    while not ORCHIDEE.over(state):
        state = play(ORCHIDEE, state, ev.GoOn())
        rounds.append(state.number)

    assert sorted(set(rounds)) == [1, 2, 3, 4, 5, 6]
    assert refusal(state, ev.GoOn()) == "game-over"
    assert ORCHIDEE.menu(state, None) == ()


def test_the_dealer_begins_and_starts_the_sound_or_2() -> None:
    (drawn,) = ORCHIDEE.opening(setup())

    assert spoken(ORCHIDEE, START, drawn) == ["Manche 1\u00a0: Ana a distribué et commence."]
    assert [cue.on for cue in ORCHIDEE.cues(START, drawn) if isinstance(cue, Ambience)] == [True]


def test_the_deal_goes_to_the_left_or_3() -> None:
    two = play(ORCHIDEE, START, ev.GoOn(), ev.GoOn())

    assert (two.number, two.dealer) == (2, BEN)
    assert play(ORCHIDEE, replace(two, dealer=DAN), ev.GoOn(), ev.GoOn()).dealer == ANA


def test_each_round_sounds_otherwise_or_4() -> None:
    two = play(ORCHIDEE, START, ev.GoOn(), ev.GoOn())

    assert ORCHIDEE.scene(START)[-1] != ORCHIDEE.scene(two)[-1]
    assert START.live != two.live


# --- the law of the raid


def test_no_raid_comes_in_the_grace_or_4() -> None:
    waits = [draw(Luck("law"), number, House()) for number in range(500)]

    assert min(wait for wait in waits if wait is not None) >= 20 * SAMPLE_RATE


def test_a_mean_of_zero_means_no_raids_or_4() -> None:
    calm = begun(ORCHIDEE, setup(raid_mean_s=0))

    assert calm.live is None
    assert not [cue for cue in ORCHIDEE.scene(calm) if isinstance(cue, ArmRaid)]


def test_the_law_of_the_raid_is_fair_or_4() -> None:
    """The case audio-random-fair: P of a raid in rounds of 2 to 4 minutes, and a flat hazard after the grace."""
    luck, rounds = Luck("audio-random-fair"), 10_000
    waits = [(draw(luck, number, House()) or 0) / SAMPLE_RATE for number in range(rounds)]
    lengths = luck.stream("lengths")
    struck = sum(wait < lengths.uniform(120, 240) for wait in waits)
    hazards: list[float] = []
    for low in range(20, 120, 20):
        due = [wait for wait in waits if wait >= low]
        # Mean hazard of the bin: strikes over the seconds lived in it.
        lived = sum(min(wait, low + 20) - low for wait in due)
        hazards.append(sum(wait < low + 20 for wait in due) / lived)

    assert abs(struck / rounds - 0.581) < 0.015
    assert all(abs(hazard * 180 - 1) < 0.15 for hazard in hazards)


def test_only_live_play_brings_the_raid_closer_or_5() -> None:
    pilfer = play(ORCHIDEE, START, ev.GoOn())

    assert ORCHIDEE.scene(pilfer) == ()
    assert Ambience(on=False) in ORCHIDEE.cues(pilfer, ev.TricksEnded(at=None))


def test_the_raid_is_drawn_from_luck_of_its_own_or_4() -> None:
    other = begun(ORCHIDEE, setup(luck="other"))

    assert other.live != START.live
    assert begun(ORCHIDEE, setup(luck="other")).live == other.live


def test_one_raid_a_round_or_6() -> None:
    assert refusal(WINDOW, ev.HearRaid(onset=ONSET, end=END)) == "one-raid"
    next_round = play(ORCHIDEE, expire(WINDOW), ev.GoOn(), ev.GoOn())
    assert play(ORCHIDEE, next_round, ev.HearRaid(onset=ONSET, end=END)).phase is Phase.RAID


def test_no_raid_after_the_tricks_or_6() -> None:
    assert (
        refusal(play(ORCHIDEE, START, ev.GoOn(at=HostNs(ONSET - 1))), ev.HearRaid(onset=ONSET, end=END))
        == "no-raid-now"
    )
    assert refusal(play(ORCHIDEE, START, ev.GoOn()), ev.HearRaid(onset=ONSET, end=END)) == "no-raid-now"


def test_a_shout_that_began_before_start_came_first_or_6() -> None:
    ended = play(ORCHIDEE, START, ev.GoOn(at=HostNs(ONSET + 1)))

    assert play(ORCHIDEE, ended, ev.HearRaid(onset=ONSET, end=END)).phase is Phase.RAID


def test_the_shout_stops_the_round_and_lights_the_alarm_or_7() -> None:
    assert ORCHIDEE.lamps(SHOUT) == {None: Pattern.ALARM}
    assert ORCHIDEE.cues(SHOUT, ev.RaidHeard(onset=ONSET, end=END)) == ()
    assert ORCHIDEE.reveals(ev.RaidHeard(onset=ONSET, end=END))
    assert ORCHIDEE.wake(SHOUT) == END
    assert WINDOW.phase is Phase.WINDOW


# --- the orchid in a hand


def test_the_orchid_in_a_revealed_hand_is_caught_at_once_or_8() -> None:
    shown = play(ORCHIDEE, rich(SHOUT), ev.GoOn())
    event = ruled(shown, ev.Point(accused=CLO))

    assert event.ruling.code == "CAUGHT_IN_HAND"
    assert event.closes
    assert play(ORCHIDEE, shown, ev.Point(accused=CLO)).phase is Phase.RULED


def test_start_by_mistake_goes_back_to_the_window_or_8() -> None:
    shown = play(ORCHIDEE, WINDOW, ev.GoOn())

    assert play(ORCHIDEE, shown, ev.Answered(yes=False)).phase is Phase.WINDOW
    assert refusal(shown, ev.Answered(yes=True)) == "name-holder"
    assert refusal(shown, ev.GoOn()) == "name-holder"


def test_a_mistake_that_outlasts_the_window_loses_the_orchid_or_14() -> None:
    late = expire(play(ORCHIDEE, WINDOW, ev.GoOn()))

    assert late.phase is Phase.HOLDER
    assert ruled(late, ev.Answered(yes=False)).ruling.code == "ORCHID_LOST"


def test_the_caught_gives_up_the_highest_card_of_any_kind_or_9() -> None:
    assert highest_card(RICH[2] or ()) == "P18"
    assert highest_card([Card("I18"), Card("P5")]) == "I18"
    assert highest_card([]) is None
    event = ruled(play(ORCHIDEE, rich(SHOUT), ev.GoOn()), ev.Point(accused=CLO))

    assert event.loss == ev.Loss(seat=CLO, card=Card("P18"), known=True)
    assert play(ORCHIDEE, play(ORCHIDEE, rich(SHOUT), ev.GoOn()), ev.Point(accused=CLO)).treasure(CLO) == ("I18", "I3")


def test_who_has_nothing_gives_up_nothing_or_9() -> None:
    event = ruled(play(ORCHIDEE, rich(SHOUT), ev.GoOn()), ev.Point(accused=BEN))

    assert event.loss == ev.Loss(seat=BEN, card=None, known=True)
    assert render(ORCHIDEE, event.ruling.long[1]) == "Ben n’a rien à rendre."


def test_an_unknown_treasure_stays_unknown_or_21() -> None:
    event = ruled(play(ORCHIDEE, rich(SHOUT), ev.GoOn()), ev.Point(accused=DAN))

    assert event.loss == ev.Loss(seat=DAN, card=None, known=False)
    assert render(ORCHIDEE, event.ruling.long[1]) == "Dan rend sa plus haute carte chapardée."


# --- accusations


def test_a_right_accusation_closes_the_raid_or_10() -> None:
    event = ruled(rich(ACCUSED), ev.Answered(yes=True))

    assert (event.ruling.code, event.ruling.against, event.closes) == ("CAUGHT_ACCUSED", (CLO,), True)
    assert event.loss == ev.Loss(seat=CLO, card=Card("P18"), known=True)


def test_a_right_accuser_gains_nothing_or_13() -> None:
    after = play(ORCHIDEE, rich(ACCUSED), ev.Answered(yes=True))

    assert after.treasure(ANA) == RICH[0]


@pytest.mark.parametrize(
    ("state", "command", "code"),
    [
        (START, ev.LockIn(accuser=ANA, at=ONSET), "no-window"),
        (WINDOW, ev.LockIn(accuser=ANA, at=HostNs(ONSET - 1)), "no-window"),
        (WINDOW, ev.LockIn(accuser=ANA, at=after_end(10.0)), "window-closed"),
        (expire(WINDOW), ANA_AT_3, "window-closed"),
        (play(ORCHIDEE, SHOUT, ev.GoOn()), ANA_AT_3, "no-window"),
        (ACCUSED, ev.LockIn(accuser=ANA, at=after_end(5)), "one-accusation-each"),
        (play(ORCHIDEE, WINDOW, ANA_AT_3), ev.Point(accused=ANA), "self"),
        (play(ORCHIDEE, WINDOW, ANA_AT_3), ev.LockIn(accuser=BEN, at=after_end(4)), "accusation-first"),
        (play(ORCHIDEE, WINDOW, ANA_AT_3), ev.GoOn(), "accusation-first"),
        (play(ORCHIDEE, WINDOW, ANA_AT_3), ev.Answered(yes=True), "name-accused"),
        (WINDOW, ev.LockIn(accuser=NOBODY, at=after_end(1)), "seat-not-playing"),
        (WINDOW, ev.Point(accused=BEN), "no-accuser"),
        (WINDOW, ev.Answered(yes=True), "no-question"),
        (WINDOW, ev.Strike(at=END), "not-now"),
        (START, ev.Strike(at=END), "not-now"),
    ],
)
def test_what_cannot_be_is_refused_by_code_or_11(state: Any, command: Any, code: str) -> None:
    assert refusal(state, command) == code


def test_a_press_at_9_999_counts_or_11() -> None:
    late = play(ORCHIDEE, WINDOW, ev.LockIn(accuser=ANA, at=after_end(9.999)))

    assert late.pending == (ANA, after_end(9.999))


def test_only_the_open_window_shows_its_end_or_11() -> None:
    ends = [ORCHIDEE.prompt(state).until for state in (START, SHOUT, WINDOW, ACCUSED, expire(WINDOW))]

    assert ends == [None, None, after_end(10), None, None]


def test_a_press_told_after_the_ten_seconds_still_finds_the_window_or_11() -> None:
    assert (ORCHIDEE.wake(WINDOW) or 0) > after_end(10.0)


def test_a_press_during_the_shout_counts_as_made_at_its_end_or_11() -> None:
    early = play(ORCHIDEE, SHOUT, ev.LockIn(accuser=ANA, at=HostNs(ONSET + 1)))

    assert early.pending == (ANA, END)


def test_a_refused_press_uses_nothing_up_or_11() -> None:
    with pytest.raises(IllegalCommand):
        ORCHIDEE.decide(play(ORCHIDEE, WINDOW, ANA_AT_3), ev.Point(accused=ANA))

    taken_back = play(ORCHIDEE, WINDOW, ANA_AT_3, ev.Answered(yes=False))
    assert taken_back == WINDOW
    assert play(ORCHIDEE, taken_back, ev.LockIn(accuser=ANA, at=after_end(6))).pending is not None


def test_a_false_accuser_loses_the_highest_nugget_or_12() -> None:
    assert highest_nugget([Card("I20")]) is None
    event = ruled(rich(ACCUSED), ev.Answered(yes=False))

    assert (event.ruling.code, event.ruling.against) == ("FALSE_ACCUSATION", (ANA,))
    assert event.loss == ev.Loss(seat=ANA, card=Card("P9"), known=True)
    assert not event.closes
    assert play(ORCHIDEE, rich(ACCUSED), ev.Answered(yes=False)).treasure(ANA) == ("I20", "P4")


def test_each_false_accuser_pays_and_the_orchid_is_lost_or_12_or_14() -> None:
    ben = (ev.LockIn(accuser=BEN, at=after_end(5)), ev.Point(accused=CLO))
    state = expire(play(ORCHIDEE, rich(ACCUSED), *ben))
    one = ORCHIDEE.decide(state, ev.Answered(yes=False))
    two = ORCHIDEE.decide(ORCHIDEE.replay(state, one), ev.Answered(yes=False))

    assert [event.ruling.against for event in one] == [(ANA,)]
    assert [event.ruling.code for event in two] == ["FALSE_ACCUSATION", "ORCHID_LOST"]


def test_ten_seconds_without_a_right_accusation_lose_the_orchid_or_14() -> None:
    state = expire(WINDOW)

    assert state.last.code == "ORCHID_LOST"
    assert state.phase is Phase.RULED


def test_a_locked_in_accuser_has_five_more_seconds_to_name_or_15() -> None:
    pending = play(ORCHIDEE, WINDOW, ANA_AT_3)
    due = ORCHIDEE.wake(pending) or HostNs(0)
    closed = play(ORCHIDEE, pending, ev.Strike(at=due))

    assert closed.closed
    assert play(ORCHIDEE, closed, ev.Point(accused=CLO)).accusations
    assert ORCHIDEE.wake(closed) == due + 5 * NS_PER_S
    assert expire(closed).last.code == "ORCHID_LOST"
    assert ruled(closed, ev.Answered(yes=False)).ruling.code == "ORCHID_LOST"


def test_accusations_are_looked_into_by_time_of_press_or_16() -> None:
    ben = (ev.LockIn(accuser=BEN, at=after_end(2)), ev.Point(accused=DAN))

    assert [one.accuser for one in play(ORCHIDEE, ACCUSED, *ben).accusations] == [BEN, ANA]


def test_after_a_raid_everybody_may_pilfer_or_17() -> None:
    told = play(ORCHIDEE, expire(WINDOW), ev.GoOn())

    assert told.phase is Phase.PILFER
    assert "chaparder" in spoken(ORCHIDEE, told, ev.PilferOpened())[0]


def test_the_luck_of_the_raids_is_committed_to_and_revealed_or_18() -> None:
    facts = [render(ORCHIDEE, fact) for fact in ORCHIDEE.view(START, None).facts]
    over = START
    while not ORCHIDEE.over(over):
        over = play(ORCHIDEE, over, ev.GoOn())
    revealed = [render(ORCHIDEE, fact) for fact in ORCHIDEE.view(over, None).facts]

    assert any(START.luck.commitment() in fact for fact in facts)
    assert not any(fact.endswith(" test.") for fact in facts)
    assert "Tirage révélé\u00a0: test." in revealed
    assert DisarmRaid() in ORCHIDEE.cues(over, ev.Ended(seed="test"))


def test_a_power_cut_voids_a_raid_or_19() -> None:
    for state in (SHOUT, WINDOW, ACCUSED, play(ORCHIDEE, WINDOW, ev.GoOn())):
        events = ORCHIDEE.interrupt(state)
        voided = ORCHIDEE.replay(state, events)

        assert events == (ev.Voided(),)
        assert (voided.phase, voided.accusations, voided.pending) == (Phase.RULED, (), None)
        assert isinstance(ORCHIDEE.cues(voided, events[0])[-1], Say)
    assert ORCHIDEE.interrupt(START) == ()


def test_the_table_names_the_smuggler_or_20() -> None:
    (caught,) = ORCHIDEE.overrule(rich(ACCUSED), (BEN,))
    (nobody,) = ORCHIDEE.overrule(ACCUSED, ())

    assert (caught.ruling.code, caught.ruling.against) == ("CAUGHT_BY_TABLE", (BEN,))
    assert (nobody.ruling.code, nobody.closes) == ("NOBODY_CAUGHT", True)
    with pytest.raises(IllegalCommand):
        ORCHIDEE.overrule(ACCUSED, (NOBODY,))


# --- at the table


@pytest.mark.parametrize(
    ("state", "stimulus", "command"),
    [
        (START, Next(at=ONSET), ev.GoOn(at=ONSET)),
        (START, Heard(key="raid", onset=ONSET, end=END), ev.HearRaid(onset=ONSET, end=END)),
        (START, Heard(key="parrot", onset=ONSET, end=END), None),
        (START, TotemBack(at=ONSET), None),
        (SHOUT, TimeUp(at=END), ev.Strike(at=END)),
        (WINDOW, SeatPressed(seat=ANA, at=after_end(3)), ANA_AT_3),
        (play(ORCHIDEE, WINDOW, ANA_AT_3), SeatPressed(seat=CLO, at=after_end(4)), ev.Point(accused=CLO)),
        (play(ORCHIDEE, WINDOW, ev.GoOn()), SeatPressed(seat=CLO, at=after_end(4)), ev.Point(accused=CLO)),
        (ACCUSED, Answer(yes=True, at=after_end(8)), ev.Answered(yes=True)),
    ],
)
def test_presses_and_sounds_mean_commands(state: Any, stimulus: Any, command: Any) -> None:
    assert ORCHIDEE.hear(state, stimulus) == command


@pytest.mark.parametrize(
    ("state", "words", "awaits"),
    [
        (START, "Jouez\u202f! Ana a distribué.", Awaits.PLAY),
        (SHOUT, "Haut les mains\u202f!", Awaits.PLAY),
        (WINDOW, "votre bouton, puis celui de l’accusé", Awaits.PLAY),
        (play(ORCHIDEE, WINDOW, ANA_AT_3), "Ana accuse\u00a0: bouton de l’accusé", Awaits.QUESTION),
        (ACCUSED, "Ana accuse Clo\u00a0: orchidée trouvée", Awaits.QUESTION),
        (play(ORCHIDEE, WINDOW, ev.GoOn()), "Dans quelle main", Awaits.QUESTION),
        (expire(WINDOW), "C’est jugé", Awaits.PLAY),
        (play(ORCHIDEE, START, ev.GoOn()), "Chapardez", Awaits.PLAY),
    ],
)
def test_every_phase_says_what_it_waits_for(state: Any, words: str, awaits: Awaits) -> None:
    assert words in render(ORCHIDEE, ORCHIDEE.prompt(state).sentence)
    assert ORCHIDEE.prompt(state).awaits is awaits


@pytest.mark.parametrize(
    ("state", "lamps"),
    [
        (START, {}),
        (WINDOW, {None: Pattern.ALARM}),
        (play(ORCHIDEE, WINDOW, ANA_AT_3), {None: Pattern.ALARM, ANA: Pattern.READY}),
        (ACCUSED, {None: Pattern.ALARM, ANA: Pattern.READY}),
        (play(ORCHIDEE, ACCUSED, ev.Answered(yes=False)), {None: Pattern.ALARM, CLO: Pattern.WINS, ANA: Pattern.PAYS}),
        (play(ORCHIDEE, ACCUSED, ev.Answered(yes=True)), {ANA: Pattern.WINS, CLO: Pattern.PAYS}),
        (ORCHIDEE.replay(WINDOW, ORCHIDEE.interrupt(WINDOW)), {}),
        (play(ORCHIDEE, START, ev.GoOn()), {None: Pattern.WAITING}),
        (play(ORCHIDEE, START, ev.GoOn(), ev.GoOn()), {}),
        (ORCHIDEE.evolve(START, ev.Ended(seed="")), {None: Pattern.READY}),
    ],
)
def test_lamps_show_the_phase_who_accuses_and_who_pays(state: Any, lamps: dict[Any, Pattern]) -> None:
    assert ORCHIDEE.lamps(state) == lamps


def test_a_voided_raid_takes_its_rulings_with_it_or_19() -> None:
    state = play(ORCHIDEE, ACCUSED, ev.Answered(yes=False))
    voided = ORCHIDEE.replay(state, ORCHIDEE.interrupt(state))

    assert voided.last is None
    assert ORCHIDEE.lamps(voided) == {}


def sounds(state: Any, event: Any) -> list[str]:
    return [cue.sound for cue in ORCHIDEE.cues(state, event) if isinstance(cue, Play)]


def test_the_ten_seconds_tick_at_both_ends_and_when_a_press_counts() -> None:
    for event in (ev.WindowOpened(), ev.WindowClosed(), ev.AccuserLockedIn(accuser=ANA, at=after_end(3))):
        assert sounds(WINDOW, event) == [Sound.TICK]


def test_a_ruling_of_a_raid_sounds_like_what_it_is() -> None:
    right = ruled(ACCUSED, ev.Answered(yes=True))
    wrong = ruled(ACCUSED, ev.Answered(yes=False))
    (nobody,) = ORCHIDEE.overrule(ACCUSED, ())

    assert [sounds(ACCUSED, event) for event in (right, wrong, nobody)] == [[Sound.WIN], [Sound.FAULT], []]
    assert spoken(ORCHIDEE, ACCUSED, wrong)[-1] == "Ana rend sa plus haute pépite chapardée."


def test_the_deck_is_whole() -> None:
    assert len(DECK) == 41


@pytest.mark.parametrize(
    ("rules", "hint"),
    [
        ({"raid_mean": 90}, "did you mean 'raid_mean_s'?"),
        ({"orchid": 1}, "its house rules are raid_grace_s, raid_mean_s"),
        ({"raid_mean_s": -1}, "is not a whole number of seconds from 0 to 3600"),
        ({"raid_grace_s": True}, "raid_grace_s = true of orchidee is not a whole number of seconds from 0 to 300"),
    ],
)
def test_a_house_rule_that_cannot_be_is_refused_with_the_way_out(rules: dict[str, Any], hint: str) -> None:
    with pytest.raises(ConfigurationError) as refused:
        ORCHIDEE.initial(setup(4, **rules))

    assert hint in str(refused.value)

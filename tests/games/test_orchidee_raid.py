"""L'Orchidée: the law of the raid, the shout, the ten seconds and the accusations. Names cite the rules."""

from dataclasses import replace
from itertools import permutations
from typing import Any

import pytest
from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import Card
from perroquet.games.orchidee.house import House
from perroquet.games.orchidee.raid import NEVER, draw
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.cues import Ambience, ArmRaid, Cue, DisarmRaid, Pattern
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, SAMPLE_RATE, HostNs, Seat

from tests.games.hands import ANA, BEN, CLO, DAN, NOBODY, ORCHIDEE, begun, play, render, setup, spoken
from tests.games.orchid import (
    END,
    ONSET,
    RICH,
    accuse,
    after_end,
    cards,
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
    told,
    virtual,
    with_treasures,
)

ANA_AT_3 = lock(ANA, 3)
WINDOW = in_window(real())
ACCUSED = play(ORCHIDEE, WINDOW, ANA_AT_3, cmd.Point(accused=CLO))
RICH_ACCUSED = with_treasures(ACCUSED, RICH)
HIDDEN = in_window(hidden(with_treasures(virtual(), RICH)))


def arms(state: State) -> list[Cue]:
    return [cue for cue in ORCHIDEE.scene(state) if isinstance(cue, (ArmRaid, DisarmRaid))]


# --- the law


def test_no_raid_comes_in_the_grace_or_10() -> None:
    waits = [draw(Luck("law").split(number), House())[0] for number in range(500)]

    assert min(waits) >= 20 * SAMPLE_RATE


def test_the_law_of_the_raid_is_fair_or_10() -> None:
    """The case audio-random-fair: P of a raid in rounds of 2 to 4 minutes, and a flat hazard after the grace."""
    luck, rounds = Luck("audio-random-fair"), 10_000
    waits = [draw(luck.split(number), House())[0] / SAMPLE_RATE for number in range(rounds)]
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


def test_a_mean_of_zero_means_no_raids_or_10() -> None:
    calm = real(raid_mean_s=0)

    assert calm.round.drawn is None
    assert arms(calm) == [DisarmRaid()]


def test_the_raid_is_drawn_from_luck_of_its_own_or_10() -> None:
    other = begun(ORCHIDEE, setup(luck="other"))

    assert other.round.drawn != real().round.drawn
    assert begun(ORCHIDEE, setup(luck="other")).round.drawn == other.round.drawn


def test_a_uniform_law_stays_within_twice_the_mean_or_10() -> None:
    waits = [draw(Luck("u").split(n), House(raid_law="uniform"))[0] / SAMPLE_RATE for n in range(300)]

    assert 20 <= min(waits) < 40
    assert 340 < max(waits) <= 380


def test_a_coin_for_each_trick_strikes_early_in_it_or_10() -> None:
    drawn = [draw(Luck("c").split(n), House(raid_law="coin", raid_coin_percent=20)) for n in range(300)]
    mean = sum(trick or 0 for _, trick in drawn) / len(drawn)

    assert all(SAMPLE_RATE <= live <= 3 * SAMPLE_RATE for live, _ in drawn)
    assert 3 < mean < 5  # 0.8 / 0.2


def test_the_coin_arms_every_trick_alike_or_10() -> None:
    state = real(raid_law="coin")
    state = replace(state, round=replace(state.round, drawn_trick=1))
    second = play(ORCHIDEE, state, cmd.GoOn())
    (closed,) = told(state, cmd.GoOn(), ev.TrickClosed)

    assert arms(state) == [ArmRaid(live=NEVER)]
    assert arms(second) == [ArmRaid(live=state.round.drawn or NEVER)]
    assert arms(second)[0] in ORCHIDEE.cues(second, closed)
    assert not [cue for cue in ORCHIDEE.cues(real(), closed) if isinstance(cue, ArmRaid)]


# --- when it can be


def test_one_raid_a_round_or_11() -> None:
    assert refusal(WINDOW, cmd.HearRaid(onset=ONSET, end=END)) == "one-raid"
    next_round = play(ORCHIDEE, expire(WINDOW), cmd.GoOn(), cmd.GoOn())
    assert shouted(next_round).phase is Phase.RAID


def test_no_raid_after_the_tricks_or_11() -> None:
    pilfer = play(ORCHIDEE, real(), cmd.EndTricks(at=HostNs(ONSET - 1)))

    assert refusal(pilfer, cmd.HearRaid(onset=ONSET, end=END)) == "no-raid-now"
    assert ORCHIDEE.scene(pilfer) == ()


def test_a_house_may_send_customs_while_cards_are_pilfered_or_11() -> None:
    pilfer = play(ORCHIDEE, real(armed="whole_game"), cmd.EndTricks(at=HostNs(1)), cmd.Pilfer(seat=ANA))
    back = play(ORCHIDEE, expire(in_window(pilfer)), cmd.GoOn())

    assert [cue.on for cue in ORCHIDEE.scene(pilfer) if isinstance(cue, Ambience)] == [True]
    assert Ambience(on=False) not in ORCHIDEE.cues(pilfer, ev.TricksEnded(at=None))
    assert (back.phase, player(back, ANA).chose) == (Phase.PILFER, True)
    assert ORCHIDEE.scene(back) == ()


def test_the_shout_cancels_the_open_trick_or_11() -> None:
    state = play(ORCHIDEE, virtual(), cmd.PlayCard(seat=ANA, card=cards("P1")[0]))

    assert state.round.laid
    assert shouted(state).round.laid == ()
    assert "P1" in shouted(state).deck


def test_the_shout_is_public_silences_the_jungle_and_lights_the_alarm_or_11() -> None:
    state = shouted(real())

    assert ORCHIDEE.lamps(state) == {None: Pattern.ALARM}
    assert ORCHIDEE.cues(state, ev.RaidHeard(onset=ONSET, end=END)) == (Ambience(on=False),)
    assert ORCHIDEE.reveals(ev.RaidHeard(onset=ONSET, end=END))
    assert ORCHIDEE.wake(state) == END
    assert WINDOW.phase is Phase.WINDOW


def test_a_shout_that_began_before_the_tricks_ended_came_first_or_12() -> None:
    ended = play(ORCHIDEE, real(), cmd.EndTricks(at=HostNs(ONSET + 1)))

    assert shouted(ended).phase is Phase.RAID


@pytest.mark.parametrize(("at", "tricks"), [(ONSET - 1, 1), (ONSET, 0), (ONSET + 1, 0)])
def test_a_trick_counts_that_closed_before_the_shout_began_or_12(at: int, tricks: int) -> None:
    early = shouted(play(ORCHIDEE, real(), cmd.TakeTrick(winner=BEN, at=HostNs(at))))
    nobody = shouted(play(ORCHIDEE, real(), cmd.TakeTrick(winner=None, at=HostNs(at))))

    assert (player(early, BEN).tricks, len(early.round.tricks)) == (tricks, tricks)
    assert len(nobody.round.tricks) == tricks


def test_a_trick_of_virtual_cards_that_closed_too_late_is_taken_back_or_12() -> None:
    state = virtual()
    for seat, card in ((ANA, "P12"), (BEN, "P2"), (CLO, "P5"), (DAN, "P7")):
        state = play(ORCHIDEE, state, cmd.PlayCard(seat=seat, card=Card(card), at=HostNs(ONSET + 5)))

    assert player(state, ANA).tricks == 1
    assert (player(shouted(state), ANA).tricks, player(shouted(state), ANA).won) == (0, ())


def test_a_press_told_late_still_takes_the_trick_or_12() -> None:
    state = shouted(real())

    assert player(play(ORCHIDEE, state, cmd.TakeTrick(winner=DAN, at=HostNs(ONSET - 1))), DAN).tricks == 1
    assert refusal(state, cmd.TakeTrick(winner=DAN, at=ONSET)) == "not-now"


def test_only_live_play_brings_the_raid_closer_or_13() -> None:
    """The table's part, a pause, is the case audio-pause in tests/table/test_orchidee_evening.py."""
    pilfer = play(ORCHIDEE, real(), cmd.EndTricks())

    assert ORCHIDEE.scene(pilfer) == ()
    assert Ambience(on=False) in ORCHIDEE.cues(pilfer, ev.TricksEnded(at=None))


def test_a_round_that_begins_again_after_an_undo_draws_its_raid_anew_or_16() -> None:
    pilfer = play(ORCHIDEE, real(), cmd.EndTricks())
    first, again = (play(ORCHIDEE, pilfer, cmd.GoOn(at=HostNs(at))) for at in (1, 2))

    assert first.number == again.number == 2
    assert first.round.drawn != again.round.drawn
    assert play(ORCHIDEE, pilfer, cmd.GoOn(at=HostNs(1))).round.drawn == first.round.drawn


def test_a_power_cut_during_play_draws_the_raid_anew_or_16_or_32() -> None:
    drawn = [real().round.drawn]
    state = real()
    for _ in range(3):
        (event,) = ORCHIDEE.interrupt(state)
        state = ORCHIDEE.evolve(state, event)
        drawn.append(state.round.drawn)
        assert ORCHIDEE.secret(event)
        assert ORCHIDEE.reveals(event)  # or an undo past it, and another cut, would bring it back

    assert len(set(drawn)) == 4
    assert ORCHIDEE.interrupt(play(ORCHIDEE, state, cmd.EndTricks())) == ()


# --- the orchid in a hand


def test_the_orchid_in_a_revealed_hand_is_caught_at_once_or_17() -> None:
    shown = play(ORCHIDEE, with_treasures(shouted(real()), RICH), cmd.GoOn())
    (event,) = ruled(shown, cmd.Point(accused=CLO))
    state = play(ORCHIDEE, shown, cmd.Point(accused=CLO))

    assert (event.ruling.code, event.closes, event.catches) == ("CAUGHT_IN_HAND", True, CLO)
    assert (state.phase, player(state, CLO).treasure) == (Phase.RULED, ("I18", "I3"))


def test_virtual_hands_show_by_themselves_or_17() -> None:
    state = shouted(with_treasures(virtual(), RICH))
    after = play(ORCHIDEE, state, cmd.Strike(at=END))

    assert codes(state, cmd.Strike(at=END)) == ["CAUGHT_IN_HAND"]
    assert not told(state, cmd.Strike(at=END), ev.WindowOpened)
    assert refusal(after, accuse(ANA, CLO, 1)) == "no-window"
    assert refusal(shouted(hidden(virtual())), cmd.GoOn()) == "not-now"


def test_start_by_mistake_goes_back_or_17() -> None:
    for state, phase in ((WINDOW, Phase.WINDOW), (shouted(real()), Phase.RAID)):
        shown = play(ORCHIDEE, state, cmd.GoOn())
        assert shown.phase is Phase.HOLDER
        assert play(ORCHIDEE, shown, cmd.Answered(yes=False)).phase is phase
        assert refusal(shown, cmd.Answered(yes=True)) == "name-holder"
        assert refusal(shown, cmd.GoOn()) == "name-holder"


def test_a_house_may_let_the_ten_seconds_run_on_or_17() -> None:
    house: dict[str, Any] = {"hand_orchid": "window"}
    state = in_window(with_treasures(virtual(**house), RICH))
    again = play(ORCHIDEE, state, accuse(ANA, DAN, 2))

    assert (state.phase, state.round.raid is not None and state.round.raid.caught) == (Phase.WINDOW, CLO)
    assert player(expire(again), ANA).treasure == ("I20", "P4")
    assert expire(state).round.last == state.round.last
    assert expire(state).phase is Phase.RULED
    table = play(ORCHIDEE, in_window(real(**house)), cmd.GoOn(), cmd.Point(accused=CLO))
    assert (table.phase, refusal(table, cmd.GoOn())) == (Phase.WINDOW, "one-raid")
    assert ORCHIDEE.menu(table, None) == ()
    right = play(ORCHIDEE, table, lock(BEN, 2), cmd.Point(accused=CLO), cmd.Answered(yes=True))
    assert right.phase is Phase.RULED
    late = play(ORCHIDEE, expire(play(ORCHIDEE, in_window(real(**house)), cmd.GoOn())), cmd.Point(accused=CLO))
    assert late.phase is Phase.RULED


# --- what it costs


def caught(state: State) -> State:
    return play(ORCHIDEE, with_treasures(shouted(state), RICH), cmd.GoOn(), cmd.Point(accused=CLO))


def test_the_caught_gives_up_the_highest_card_of_any_kind_or_18() -> None:
    insect = {CLO: ("I18", "P5")}
    state = play(ORCHIDEE, with_treasures(shouted(real()), insect), cmd.GoOn(), cmd.Point(accused=CLO))

    assert player(state, CLO).treasure == ("P5",)
    assert state.out == ("I18",)
    assert player(caught(real()), CLO).treasure == ("I18", "I3")  # of I18 and P18, the nugget


def test_who_has_nothing_gives_up_nothing_or_18() -> None:
    shown = play(ORCHIDEE, with_treasures(shouted(real()), RICH), cmd.GoOn())
    (event,) = ruled(shown, cmd.Point(accused=BEN))

    assert render(ORCHIDEE, event.ruling.long[1]) == "Ben n’a rien à rendre."
    assert told(shown, cmd.Point(accused=BEN), ev.Moved) == []


def test_a_house_may_keep_the_debt_or_18() -> None:
    shown = play(ORCHIDEE, with_treasures(shouted(real(nothing_left="debt")), RICH), cmd.GoOn())
    state = play(ORCHIDEE, shown, cmd.Point(accused=BEN))
    (owes,) = told(shown, cmd.Point(accused=BEN), ev.Indebted)
    paid = play(ORCHIDEE, state, cmd.GoOn(), cmd.Pilfer(seat=BEN))
    (pilfered,) = told(play(ORCHIDEE, state, cmd.GoOn()), cmd.Pilfer(seat=BEN), ev.Pilfered)

    assert spoken(ORCHIDEE, state, owes) == ["Ben perdra son prochain chapardage."]
    assert (player(paid, BEN).treasure, player(paid, BEN).indebted) == ((), False)
    assert spoken(ORCHIDEE, paid, pilfered) == ["Ben paie sa dette\u00a0: cette carte part à la douane."]


def test_a_house_may_take_nuggets_only_or_give_cards_back_or_18() -> None:
    state = caught(real(confiscates="nugget", confiscated="returns_to_deck"))
    kept = caught(replace(real(confiscated="returns_to_deck"), gone=3))

    assert player(state, CLO).treasure == ("I18", "I3")
    assert (state.out, kept.out, kept.gone) == ((), (), 2)


def test_a_house_may_let_the_owner_choose_between_equals_or_18() -> None:
    state = in_window(with_treasures(virtual(equal="owner"), RICH))
    chosen = play(ORCHIDEE, state, cmd.GiveUp(seat=CLO, card=Card("I18")))

    assert ORCHIDEE.menu(state, CLO) == tuple(cmd.GiveUp(seat=CLO, card=card) for card in cards("I18", "P18"))
    assert ORCHIDEE.menu(state, ANA) == ()
    assert "Clo, choisissez" in render(ORCHIDEE, ORCHIDEE.prompt(state).sentence)
    assert spoken(ORCHIDEE, state, ev.ChoiceAsked(seat=CLO))
    assert player(chosen, CLO).treasure == ("P18", "I3")
    assert refusal(chosen, cmd.GiveUp(seat=CLO, card=Card("P18"))) == "not-now"
    assert player(play(ORCHIDEE, state, cmd.GoOn()), CLO).treasure == ("I18", "I3")


def test_an_unknown_treasure_stays_unknown_or_33() -> None:
    shown = play(ORCHIDEE, with_treasures(shouted(real()), RICH), cmd.GoOn())
    (event,) = ruled(shown, cmd.Point(accused=DAN))
    state = play(ORCHIDEE, shown, cmd.Point(accused=DAN))
    half = with_treasures(shown, {DAN: ("P9", None)})

    assert render(ORCHIDEE, event.ruling.long[1]) == "Dan rend sa plus haute carte chapardée."
    assert player(state, DAN).treasure == (None,)
    assert player(play(ORCHIDEE, half, cmd.Point(accused=DAN)), DAN).treasure == (None,)  # P9, or the other
    assert player(play(ORCHIDEE, with_treasures(shown, {DAN: None}), cmd.Point(accused=DAN)), DAN).treasure is None


def test_whether_a_false_accuser_has_a_nugget_is_not_guessed_or_33() -> None:
    state = play(ORCHIDEE, with_treasures(WINDOW, RICH), lock(DAN, 1), cmd.Point(accused=CLO), cmd.Answered(yes=False))

    assert player(state, DAN).treasure is None
    assert "trésor à recompter" in " ".join(render(ORCHIDEE, fact) for fact in ORCHIDEE.view(state, None).facts)


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
    assert (ORCHIDEE.wake(WINDOW) or 0) > after_end(10.0)  # a press told a little late still finds the window


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
    due = ORCHIDEE.wake(pending) or HostNs(0)
    closed = play(ORCHIDEE, pending, cmd.Strike(at=due))

    assert play(ORCHIDEE, closed, cmd.Point(accused=CLO)).round.raid is not None
    assert ORCHIDEE.wake(closed) == due + 5 * NS_PER_S
    assert expire(closed).round.last is not None
    assert codes(closed, cmd.Answered(yes=False)) == ["ORCHID_LOST"]


def test_a_name_given_in_the_last_seconds_is_judged_at_once_or_40() -> None:
    closed = play(ORCHIDEE, HIDDEN, lock(ANA, 9.9))
    closed = play(ORCHIDEE, closed, cmd.Strike(at=ORCHIDEE.wake(closed) or END))

    assert codes(closed, cmd.Point(accused=CLO)) == ["CAUGHT_ACCUSED"]
    assert codes(closed, cmd.Point(accused=BEN)) == ["FALSE_ACCUSATION", "ORCHID_LOST"]


def test_verdicts_wait_for_whoever_locked_in_first_or_40() -> None:
    state = play(ORCHIDEE, HIDDEN, lock(ANA, 1), accuse(BEN, CLO, 2))

    assert ORCHIDEE.wake(state) == ORCHIDEE.wake(play(ORCHIDEE, HIDDEN, lock(ANA, 1)))
    assert ORCHIDEE.wake(play(ORCHIDEE, HIDDEN, accuse(BEN, CLO, 2))) == after_end(2.3)


# --- the table's word, power cuts, proof


def test_the_table_names_who_pays_or_31() -> None:
    caught_one = next(event for event in ORCHIDEE.overrule(RICH_ACCUSED, (CLO,)) if isinstance(event, ev.Ruled))
    (nobody,) = ORCHIDEE.overrule(ACCUSED, ())

    assert (caught_one.ruling.code, caught_one.ruling.against) == ("CAUGHT_BY_TABLE", (CLO,))
    assert (nobody.ruling.code, nobody.closes) == ("NOBODY_CAUGHT", True)
    assert ORCHIDEE.stake(ACCUSED) == "pays"
    assert ev.HandsShown() in ORCHIDEE.overrule(HIDDEN, ())
    with pytest.raises(ValueError, match="seat 9 does not play"):
        ORCHIDEE.overrule(ACCUSED, (NOBODY,))


def test_a_power_cut_voids_a_raid_or_32() -> None:
    for state in (shouted(real()), WINDOW, ACCUSED, play(ORCHIDEE, WINDOW, cmd.GoOn())):
        events = ORCHIDEE.interrupt(state)
        voided = ORCHIDEE.replay(state, events)

        assert events == (ev.Voided(),)
        assert voided.phase is Phase.RULED
        assert (voided.round.last, ORCHIDEE.lamps(voided)) == (None, {})
        assert spoken(ORCHIDEE, voided, events[0])


def test_the_luck_of_the_raids_is_committed_to_and_revealed_or_35() -> None:
    state = real(tricks="free")
    facts = [render(ORCHIDEE, fact) for fact in ORCHIDEE.view(state, None).facts]
    while not ORCHIDEE.over(state):
        state = play(ORCHIDEE, state, cmd.GoOn())
    revealed = [render(ORCHIDEE, fact) for fact in ORCHIDEE.view(state, None).facts]

    assert any(state.luck.commitment() in fact for fact in facts)
    assert not any(fact.endswith(" test.") for fact in facts)
    assert "Tirage révélé\u00a0: test." in revealed


def test_anybody_can_check_that_a_raid_was_drawn_from_the_luck_or_35() -> None:
    drawn = next(event for event in ORCHIDEE.opening(setup()) if isinstance(event, ev.RaidDrawn))
    live, trick = draw(Luck("test").split("raid").split(1).split(drawn.salt), House())

    assert (drawn.live, drawn.trick) == (live, trick)

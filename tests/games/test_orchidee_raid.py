"""L'Orchidée: the law of the raid, the shout, the ten seconds and the accusations. Names cite the rules."""

from dataclasses import replace
from typing import Any

import pytest
from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import Card
from perroquet.games.orchidee.house import House
from perroquet.games.orchidee.raid import NEVER, draw
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.cues import Ambience, ArmRaid, DisarmRaid, Pattern
from perroquet.kernel.luck import Luck
from perroquet.kernel.sounds import Scene
from perroquet.kernel.units import SAMPLE_RATE, HostNs

from tests.games.hands import ANA, BEN, CLO, DAN, NOBODY, ORCHIDEE, begun, play, render, setup, spoken
from tests.games.orchid import (
    ACCUSED,
    END,
    HIDDEN,
    ONSET,
    RICH,
    RICH_ACCUSED,
    WINDOW,
    accuse,
    arms,
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


@pytest.mark.parametrize(("scene", "wanted"), [("drawn", None), *((each, each) for each in Scene)])
def test_the_table_chooses_its_jungle_or_41(scene: str, wanted: Scene | None) -> None:
    jungle = [cue.scene for cue in ORCHIDEE.scene(real(scene=scene)) if isinstance(cue, Ambience)]

    assert jungle == [wanted]

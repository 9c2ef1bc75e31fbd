"""Amazonas, round by round: set-up, cards, order, money, Indios, the end. Tests cite the rules AM-n they prove."""

from typing import Any

import pytest
from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.cards import DECK, HAND, NO_TILES, ROUNDS, Species
from perroquet.games.amazonas.state import Phase, State, initial
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import Answer, Next, Number
from perroquet.kernel.units import HostNs, Seat

from tests.games.expedition import (
    AMAZONAS,
    CROCODILE,
    EXAMPLE,
    FIRE,
    INDIO,
    JAGUAR,
    ORCHIDS,
    THEFT,
    after,
    board_with,
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
from tests.games.hands import ANA, BEN, CLO, DAN, NOBODY, setup

NOW = HostNs(0)


# --- before the first round


def test_two_to_four_players_am_1() -> None:
    assert AMAZONAS.players == (2, 4)


@pytest.mark.parametrize(("seats", "neutral"), [(2, 6), (3, 0), (4, 0)])
def test_everybody_begins_with_twelve_huts_three_gold_and_seven_cards_am_2_am_3(seats: int, neutral: int) -> None:
    for explorer in table(seats).explorers:
        assert (explorer.huts_left, explorer.purse, explorer.hand, explorer.neutrals) == (12, 9, HAND, neutral)


def test_copper_coins_run_clockwise_from_the_first_player_am_4() -> None:
    drawn = {initial(setup(4, luck=str(n))).order[0] for n in range(30)}
    second = next(initial(setup(4, luck=str(n))) for n in range(30) if initial(setup(4, luck=str(n))).order[0] == 1)

    assert drawn == {0, 1, 2, 3}
    assert [explorer.copper for explorer in second.explorers] == [4, 1, 2, 3]
    assert [explorer.copper for explorer in table(4).explorers] == [1, 2, 3, 4]


def test_every_event_card_comes_once_in_a_drawn_order_am_5() -> None:
    decks = [initial(setup(4, luck=luck)).box.deck for luck in ("a", "b")]

    assert sorted(decks[0], key=repr) == sorted(DECK, key=repr)
    assert decks[0] != decks[1]
    assert ROUNDS == len(DECK) == 18


def test_each_player_gets_a_mission_of_their_own_am_6() -> None:
    state = opened(table(4))
    held = [explorer.missions for explorer in state.explorers]

    assert [len(missions) for missions in held] == [1, 1, 1, 1]
    assert len(set(held)) == 4
    assert all(AMAZONAS.secret(event) for event in (ev.MissionsDealt(seat=ANA, missions=held[0]),))


def test_two_players_may_keep_one_of_two_missions_am_6() -> None:
    state = opened(table(2, two_player_missions="draw2keep1"))
    first, second = of(state, 0).missions

    assert state.phase is Phase.KEEP
    assert AMAZONAS.menu(state, ANA) == (ev.Keep(seat=ANA, mission=first), ev.Keep(seat=ANA, mission=second))
    assert refused(state, ev.Keep(seat=ANA, mission=of(state, 1).missions[0])) == "no-such-mission"
    state = after(state, ev.Keep(seat=ANA, mission=second))
    assert state.phase is Phase.KEEP
    state = after(state, ev.Keep(seat=BEN, mission=of(state, 1).missions[0]))
    assert (state.phase, of(state, 0).missions) == (Phase.START, (second,))
    assert refused(state, ev.Keep(seat=ANA, mission=second)) == "not-now"


@pytest.mark.parametrize("house", [{"missions": "printed"}, {"board": "none"}])
def test_printed_missions_are_nobodys_business_but_their_owners_am_6(house: dict[str, Any]) -> None:
    assert [explorer.missions for explorer in opened(table(3, **house)).explorers] == [(), (), ()]


def test_start_huts_are_paid_in_turn_and_give_their_tile_am_7() -> None:
    state = opened(table(3))

    assert state.active is state.explorers[0]
    assert refused(state, build(state, 1, "Taja")) == "not-your-turn"
    assert refused(state, ev.EndTurn(seat=ANA)) == "not-now"
    state = after(state, build(state, 0, "Ranchos"))
    assert (of(state, 0).purse, of(state, 0).rows, huts(state, 0)) == (3, (0, 0, 1, 0, 0), {"Ranchos"})
    assert state.active is state.explorers[1]
    # the second hut in Ranchos costs three gold, which is all there is
    state = after(state, build(state, 1, "Ranchos"))
    assert (of(state, 1).purse, state.filled[15]) == (0, 2)
    assert refused(state, build(state, 2, "Ranchos")) == "too-dear"


def test_a_table_may_give_start_huts_away_am_7() -> None:
    state = opened(table(3, start_hut="free"))
    state = after(state, build(state, 0, "Quiriba"))

    assert of(state, 0).purse == 9


def test_the_first_seat_that_leaves_while_starting_is_passed_over_am_87() -> None:
    state = after(opened(table(4)), ev.Leave(seat=ANA))

    assert state.active is state.explorers[1]
    assert AMAZONAS.menu(state, ANA) == ()


# --- cards


def test_cards_are_chosen_in_secret_and_may_be_changed_until_the_reveal_am_13() -> None:
    state = started(table(3))
    state = after(state, ev.Choose(seat=ANA, card=3), ev.Choose(seat=ANA, card=5), ev.Choose(seat=BEN, card=1))

    assert state.phase is Phase.CHOOSE
    assert (of(state, 0).card, of(state, 0).hand) == (5, HAND)
    assert AMAZONAS.secret(ev.CardChosen(seat=ANA, card=5))
    state = after(state, ev.Choose(seat=CLO, card=0))
    assert state.phase is Phase.TURNS
    assert of(state, 0).hand == (0, 1, 2, 3, 4, 6)
    assert refused(state, ev.Choose(seat=ANA, card=6)) == "too-late"


def test_printed_cards_are_told_after_the_reveal_seat_by_seat_am_13() -> None:
    state = after(started(table(3)), ev.Choose(seat=BEN, card=4))
    state = after(state, heard(state, Next(at=NOW)))

    assert AMAZONAS.prompt(state).number == (0, 0, 6)
    assert AMAZONAS.lamps(state) == {ANA: "question"}
    assert refused(state, ev.Choose(seat=CLO, card=2)) == "too-late"
    state = after(state, ev.Dial(number=6))
    assert (of(state, 0).card, state.phase) == (6, Phase.SHOW)
    assert not AMAZONAS.reveals(ev.CardDialled(seat=ANA, card=6, value=of(state, 0).purse))
    state = after(state, ev.Dial(number=1))
    assert (state.phase, [explorer.card for explorer in state.explorers]) == (Phase.TURNS, [6, 4, 1])


@pytest.mark.parametrize(("card", "code"), [(7, "no-such-card"), (-1, "no-such-card"), (3, "card-played")])
def test_a_card_that_is_not_in_the_hand_is_refused_am_14(card: int, code: str) -> None:
    state = having(started(table(3)), 0, hand=(0, 1, 2))

    assert refused(state, ev.Choose(seat=ANA, card=card)) == code


def test_the_hand_comes_back_when_all_seven_are_played_am_14() -> None:
    state = having(started(table(3)), 0, hand=(4,))

    assert of(chosen(state, 4, 1, 2), 0).hand == HAND


def test_values_count_tiles_of_the_species_and_indios_am_10_am_11_am_12() -> None:
    state = having(started(table(2)), 0, rows=(1, 0, 3, 0, 3), indios=(1, 0, 0, 0, 1))
    shown = [worth(state, card) for card in HAND]

    # card 0: the longest row once; 1 orchid, 2 butterfly, 3 iguana, 4 parrot, 5 fish; 6: two Indios
    assert shown == [3, 2, 5, 6, 4, 5, 8]


def worth(state: State, card: int) -> int:
    """Return what a card of seat 0 is worth when it is turned up."""
    events = AMAZONAS.decide(after(state, ev.Choose(seat=ANA, card=card)), ev.Reveal())
    return next(event.value for event in events if isinstance(event, ev.CardShown))


def test_the_highest_value_acts_first_and_ties_go_by_copper_am_15_am_16() -> None:
    state = chosen(started(table(4)), 4, 4, 6, 0)

    assert [state.explorers[place].seat for place in state.order] == [CLO, BEN, ANA, DAN]


def test_coins_of_a_tie_are_exchanged_am_17() -> None:
    pair = chosen(started(table(4)), 4, 4, 6, 0)
    three = chosen(started(table(4)), 4, 4, 4, 0)
    rotated = chosen(started(table(4, exchange="rotate")), 4, 4, 4, 0)

    assert [explorer.copper for explorer in pair.explorers] == [2, 1, 3, 4]
    assert [explorer.copper for explorer in three.explorers] == [3, 2, 1, 4]
    # Clo acted first with 3 and takes the smallest, 1; Ben takes Clo's 3 and Ana Ben's 2
    assert [explorer.copper for explorer in rotated.explorers] == [2, 3, 1, 4]


def test_a_table_may_break_ties_by_printed_numbers_am_16() -> None:
    cards = [
        {**card, "tiebreak_id": {str(player): 10 * player + card["value"] for player in (1, 2, 3, 4)}}
        for card in EXAMPLE["income_cards"]
    ]
    state = chosen(started(table(3, board=board_with(income_cards=cards), tiebreak="card_id")), 4, 4, 4)

    assert [state.explorers[place].seat for place in state.order] == [CLO, BEN, ANA]
    assert [explorer.copper for explorer in state.explorers] == [1, 2, 3]


# --- money and events


def money_of(state: State, seat: int = 0) -> int:
    return of(state, seat).purse


def test_income_comes_first_and_change_is_made_am_20_am_21() -> None:
    state = chosen(started(table(2, CROCODILE)), 6, 0)
    facts = {fact.key: dict(fact.numbers) for fact in AMAZONAS.view(state, None).facts[::-1]}

    assert money_of(state) == 3 + 6
    assert facts["fact-purse"] | {"huts": 0} == {"gold": 3, "silver": 0, "copper": 1, "huts": 0}
    # Ben has not had his turn
    assert money_of(state, 1) == 3


@pytest.mark.parametrize(
    ("event", "card", "silver"),
    [(FIRE, 5, 3 + 2), (FIRE, 6, 3 + 6), (THEFT, 5, 3 + 5 - 2), (THEFT, 6, 3 + 6), (ORCHIDS, 6, 3 + 6 + 2)],
)
def test_fire_theft_and_extra_money_am_22_am_32_am_33_am_34(event: Any, card: int, silver: int) -> None:
    state = having(started(table(2, event)), 0, rows=(2, 0, 1, 0, 0))

    assert money_of(chosen(state, card, 0)) == silver


def test_a_monkey_takes_no_more_than_there_is_am_33() -> None:
    state = having(started(table(2, THEFT)), 0, rows=(5, 0, 0, 0, 0), purse=0)
    state = having(state, 1, rows=(5, 0, 0, 0, 0), purse=0)

    assert money_of(chosen(state, 2, 1)) == 0


def test_a_table_may_let_the_monkey_carry_silver_alone_am_33() -> None:
    state = having(started(table(2, THEFT, theft="silver_only")), 0, rows=(0, 2, 0, 0, 2), purse=6)

    assert money_of(chosen(state, 1, 0)) == 6


def test_the_first_who_hires_gets_the_indio_for_the_whole_income_am_35() -> None:
    state = chosen(started(table(3, INDIO)), 3, 5, 0)

    assert state.active is state.explorers[1]
    assert AMAZONAS.prompt(state).sentence.key == "prompt-indio"
    assert refused(state, ev.EndTurn(seat=BEN)) == "not-now"
    assert refused(state, ev.Hire(seat=ANA, species=Species.BUTTERFLY)) == "no-indio"
    state = after(state, ev.TakeMoney(seat=BEN), ev.EndTurn(seat=BEN))
    assert money_of(state, 1) == 3 + 5
    state = after(state, ev.Hire(seat=ANA, species=Species.BUTTERFLY))
    assert (money_of(state), of(state, 0).rows, of(state, 0).indios) == (3, (0, 0, 2, 0, 0), (0, 0, 1, 0, 0))
    # Ana has three silver left, which pay for nothing; Clo is not asked any more
    assert (state.collected, state.offered, state.indios_left) == (True, 0, 3)
    assert refused(state, ev.TakeMoney(seat=CLO)) == "no-indio"


def test_an_indio_joins_a_row_that_was_begun_am_36() -> None:
    state = chosen(started(table(2, INDIO)), 5, 0)
    free = chosen(started(table(2, INDIO, indio_on="any")), 5, 0)

    assert refused(state, ev.Hire(seat=ANA, species=Species.FISH)) == "row-not-started"
    assert of(after(free, ev.Hire(seat=ANA, species=Species.FISH)), 0).rows == (0, 1, 1, 0, 0)
    assert of(after(state, ev.Hire(seat=ANA, species=Species.BUTTERFLY)), 0).rows == (0, 0, 2, 0, 0)


def test_the_panel_asks_for_the_row_when_there_are_several_am_36() -> None:
    state = having(started(table(2, INDIO)), 0, rows=(0, 2, 1, 0, 0))
    state = chosen(state, 5, 0)
    one_row = chosen(started(table(2, INDIO)), 5, 0)

    state = after(state, heard(state, Answer(yes=True, at=NOW)))
    assert (state.aim, AMAZONAS.prompt(state).number) == (ev.Aim.INDIO, (2, 2, 3))
    assert refused(state, ev.Dial(number=6)) == "no-such-species"
    assert of(after(state, ev.Dial(number=2)), 0).rows == (0, 3, 1, 0, 0)
    assert of(after(one_row, ev.Answered(yes=True)), 0).rows == (0, 0, 2, 0, 0)
    assert money_of(after(one_row, ev.Answered(yes=False))) == 3 + 5


def refuse_all(state: State) -> State:
    """Return the game in which the round ends with everybody taking the money."""
    for seat in [state.explorers[place].seat for place in state.order]:
        state = after(state, ev.TakeMoney(seat=seat), ev.EndTurn(seat=seat))
    return state


def test_an_indio_nobody_hires_is_lost_or_waits_am_37() -> None:
    lost = refuse_all(chosen(started(table(2, INDIO)), 5, 0))
    waits = refuse_all(chosen(started(table(2, INDIO, indio_refused="carry_over")), 5, 0))

    assert (lost.number, lost.offered, lost.indios_left) == (2, 1, 3)
    assert (waits.number, waits.offered, waits.indios_left) == (2, 2, 4)
    both = chosen(waits, 0, 4)
    both = after(both, ev.Hire(seat=BEN, species=Species.IGUANA), ev.EndTurn(seat=BEN))
    assert of(after(both, ev.Hire(seat=ANA, species=Species.BUTTERFLY)), 0).indios == (0, 0, 1, 0, 0)


def test_an_indio_that_waits_is_not_on_offer_in_a_fire_am_35() -> None:
    state = chosen(started(table(2, FIRE, indio_refused="carry_over"))._replace(offered=1), 5, 0)

    # the hire is for a whole income, which a fire would have halved: they never meet
    assert refused(state, ev.Hire(seat=ANA, species=Species.BUTTERFLY)) == "no-indio"
    assert money_of(state) == 3 + 2


# --- the end


def test_five_species_win_the_chips_in_order_am_70() -> None:
    state = started(table(3, JAGUAR))
    state = having(rich(state, 0), 0, rows=(1, 1, 1, 0, 1))
    state = having(rich(state, 1), 1, rows=(1, 1, 1, 0, 1))
    state = chosen(state, 6, 4, 0)
    state = after(state, build(state, 0, "Tamandua"))

    assert (of(state, 0).chip, state.chips) == (4, (3, 2))
    state = after(state, ev.EndTurn(seat=ANA), build(state, 1, "Oiapoca"))
    assert (of(state, 1).chip, state.chips) == (3, (2,))


def test_rows_chips_majorities_and_missions_make_the_score_am_71_am_81_am_84() -> None:
    state = having(started(table(3)), 0, rows=(3, 2, 4, 1, 1), chip=4)
    state = ended(having(state, 1, rows=(3, 0, 0, 0, 2)))
    ana, ben = (next(one for one in state.results if one.seat == seat) for seat in (ANA, BEN))

    # three orchids each: nobody's majority; four butterflies are Ana's alone
    assert (ana.rows, ana.chip, ana.majorities, ben.rows, ben.majorities) == (7, 4, 1, 3, 0)
    assert ana.points == 12 + ana.mission
    assert state.phase is Phase.OVER


@pytest.mark.parametrize(("rule", "seats", "points"), [("all", 3, 1), ("2p", 3, 0), ("2p", 2, 1), ("off", 2, 0)])
def test_a_table_may_leave_majorities_out_am_71(rule: str, seats: int, points: int) -> None:
    state = ended(having(started(table(seats, majority=rule)), 0, rows=(3, 0, 0, 0, 0)))

    assert next(one for one in state.results if one.seat == ANA).majorities == points


def test_mission_villages_count_three_or_missing_ones_cost_three_am_82() -> None:
    points: dict[str, list[int]] = {}
    for rule in ("plus3", "minus3"):
        state = started(table(2, mission_scoring=rule))
        state = ended(having(having(state, 0, missions=(0,)), 1, missions=(6,)))  # M1 holds Ranchos, M7 Encanto
        points[rule] = [one.mission for one in sorted(state.results, key=lambda one: one.seat)]

    assert points == {"plus3": [3, 0], "minus3": [-9, -12]}


def test_owners_count_printed_missions_am_83() -> None:
    state = ended(started(table(3, missions="printed")))

    assert AMAZONAS.prompt(state).number == (0, 0, 1)
    assert AMAZONAS.lamps(state) == {ANA: "question"}
    assert refused(state, ev.CountMission(seat=BEN, built=0)) == "not-now"
    assert refused(state, ev.Dial(number=2)) == "no-such-count"
    state = after(state, heard(state, Number(value=1, at=NOW)), ev.Dial(number=0))
    assert state.phase is Phase.COUNT
    assert refused(state, ev.Score()) == "count-first"
    state = after(state, ev.Dial(number=1))
    assert refused(state, ev.Answered(yes=False)) == "not-now"
    state = after(state, ev.Answered(yes=True))
    assert {one.seat: one.mission for one in state.results} == {ANA: 3, BEN: 0, CLO: 3}


def test_ties_go_to_tiles_then_money_then_copper_am_85() -> None:
    state = started(table(3))
    for seat, (rows, silver) in enumerate((((3, 1, 0, 0, 0), 5), ((3, 0, 0, 0, 1), 9), ((3, 0, 0, 0, 0), 50))):
        state = having(state, seat, rows=rows, purse=silver, missions=(3,), huts=0)
    state = ended(state)

    assert [one.seat for one in state.results] == [BEN, ANA, CLO]
    assert len({one.points for one in state.results}) == 1
    equal = ended(having(having(started(table(2)), 0, rows=NO_TILES, huts=0), 1, rows=NO_TILES, huts=0))
    assert [one.seat for one in equal.results] == [BEN, ANA]
    ruling = AMAZONAS.ruling(AMAZONAS.decide(equal._replace(phase=Phase.COUNT), ev.Score())[-1])
    assert ruling is not None
    assert ruling.spoken.key == "wins-tie"


def test_the_game_ends_after_round_eighteen_am_80() -> None:
    state = started(table(2))._replace(number=ROUNDS)
    state = chosen(state, 3, 0)
    events = AMAZONAS.decide(after(state, ev.EndTurn(seat=ANA)), ev.EndTurn(seat=BEN))

    assert [type(event) for event in events] == [ev.TurnEnded, ev.CountBegun]
    last = told(after(state, ev.EndTurn(seat=ANA)), *events)
    # until START tells the result, every slip of the last round can be taken back
    assert AMAZONAS.menu(last, None) == (ev.Score(),)
    assert AMAZONAS.over(after(last, heard(last, Answer(yes=True, at=NOW))))
    assert refused(state, ev.Score()) == "not-now"


def test_the_table_may_name_another_winner_am_86() -> None:
    state = chosen(started(table(2))._replace(number=ROUNDS), 3, 0)
    before = after(state, ev.EndTurn(seat=ANA), ev.EndTurn(seat=BEN))
    winner = AMAZONAS.ruling(AMAZONAS.overrule(before, (BEN,))[0])

    assert winner is not None
    assert (winner.code, winner.who, winner.why) == ("FINAL_BY_TABLE", (BEN,), ("AM-86",))
    with pytest.raises(IllegalCommand, match="one winner"):
        AMAZONAS.overrule(before, (ANA, BEN))
    with pytest.raises(IllegalCommand, match="one winner who plays"):
        AMAZONAS.overrule(before, (CLO,))


# --- leaving


def test_whoever_leaves_has_no_more_turns_and_no_rank_am_87() -> None:
    state = chosen(started(table(3)), 6, 3, 0)
    state = after(state, ev.Leave(seat=ANA))

    assert state.active is state.explorers[1]
    assert refused(state, ev.Leave(seat=ANA)) == "not-playing"
    assert refused(state, ev.Choose(seat=NOBODY, card=1)) == "not-playing"
    state = after(state, ev.EndTurn(seat=BEN), ev.EndTurn(seat=CLO))
    assert (state.phase, state.number) == (Phase.CHOOSE, 2)
    assert chosen_by(state, BEN, CLO).phase is Phase.TURNS
    assert ANA not in {one.seat for one in ended(state).results}
    assert refused(ended(state), ev.Leave(seat=BEN)) == "not-now"


def chosen_by(state: State, *seats: Seat) -> State:
    return after(state, *(ev.Choose(seat=seat, card=2) for seat in seats))


def test_a_card_somebody_waits_for_is_not_waited_for_when_they_leave_am_87() -> None:
    state = after(started(table(3)), ev.Choose(seat=ANA, card=1), ev.Choose(seat=BEN, card=2))

    assert after(state, ev.Leave(seat=CLO)).phase is Phase.TURNS


@pytest.mark.parametrize("when", ["keep", "start", "choose", "turns"])
def test_a_game_of_one_ends_am_80(when: str) -> None:
    keep = opened(table(2, two_player_missions="draw2keep1"))
    start = opened(table(2))
    states = {"keep": keep, "start": start, "choose": started(table(2)), "turns": chosen(started(table(2)), 3, 1)}

    assert [one.seat for one in after(states[when], ev.Leave(seat=ANA), ev.Score()).results] == [BEN]

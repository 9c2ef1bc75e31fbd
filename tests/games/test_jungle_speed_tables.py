"""Every small table: all tops of three seats, every grab by one hand or two, frozen as golden counts.

What nobody thought to write a case for shows here as a number that changes.
"""

from collections import Counter
from itertools import permutations, product

import pytest
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.cards import Card, Kind, kind
from perroquet.games.jungle_speed.dealing import deck
from perroquet.games.jungle_speed.judge import judge
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Grab
from perroquet.kernel.units import Seat

from tests.games.hands import ANA, BEN, CLO, JUNGLE_SPEED, begun, grab, hand, play, setup
from tests.games.jungle import CASES, answer, table

TOPS = ("", "S01V", "S01G", "S01O", "S02V", "S03V", "IN1", "COL1")
"""Nothing, three of a kind, two more of one colour, two arrows."""

SEATS = (ANA, BEN, CLO)


def tables() -> list[State]:
    """Return every table of three seats that shows these tops, each card once, both with and without the colours on."""
    found: list[State] = []
    for tops in product(TOPS, repeat=3):
        shown = [top for top in tops if top]
        if len(set(shown)) < len(shown) or not shown:
            continue
        found.append(table(*tops))
        if any(kind(Card(top)) is Kind.COLOUR for top in shown):
            found.append(table(*tops, colour=Card("COL1")))
    return found


def grabs() -> list[Grab]:
    """Return every grab: one hand, or two that differ in time, fingers and height; and falls."""
    found = [grab(hand(seat), fall_ms=fall) for seat in SEATS for fall in (None, 90)]
    for first, second in permutations(SEATS, 2):
        for fingers, height in product((3, 4, 5), (20.0, 40.0, 60.0)):
            found.append(grab(hand(first), hand(second, 30.0, fingers=fingers, z=height)))
        found.append(grab(hand(first), hand(second, 0.0)))
        found.append(grab(hand(first), hand(second, 60.0)))
        found.append(grab(hand(first), hand(second, 30.0), fall_ms=90))
    return found


HANDS = (Seat(10), Seat(11), Seat(20), Seat(21))
"""Right hands of two players, then their left hands."""


def tables_of_two() -> list[State]:
    """Return every table of two players, four hands, that shows these tops."""
    every = (tops for tops in product(("", "S01V", "S01G", "S02V", "IN1"), repeat=4) if any(tops))
    once = (tops for tops in every if max(Counter(top for top in tops if top).values()) == 1)
    return [table(*tops, seats=HANDS, turn=HANDS[0]) for tops in once]


def grabs_of_two() -> list[Grab]:
    """Return every grab by one hand, or by two at once; and by a person whose hand nobody can tell."""
    one = [grab(hand(seat)) for seat in (*HANDS, ANA, BEN)]
    return [*one, *(grab(hand(first), hand(second, 30, fingers=3)) for first, second in permutations(HANDS, 2))]


def outcome(state: State, taken: Grab) -> str:
    """Return what the referee says first."""
    event = judge(state, taken)[0]
    if isinstance(event, ev.Asked):
        return f"asks {event.question.value}"
    assert isinstance(event, ev.Ruled)
    assert event.ruling.why
    return event.ruling.code


GOLDEN = {
    "ATTEMPT_VOID": 711,
    "DUEL_WON": 2160,
    "IN_WON": 10017,
    "PENALTY_FALL": 747,
    "PENALTY_INTERFERE": 3870,
    "PENALTY_WRONG_GRAB": 13797,
    "asks choice": 756,
    "asks dropped": 2916,
    "asks fault": 1314,
    "asks split": 378,
    "asks winner": 1242,
}
"""Over all tables and grabs: how often each outcome comes."""


def test_every_small_table_is_ruled_as_counted() -> None:
    """JS-1 to JS-11, JS-41, JS-43, JS-52, JS-58, JS-60 to JS-66 at once."""
    counts = Counter(outcome(state, taken) for state in tables() for taken in grabs())

    assert sum(counts.values()) == len(tables()) * len(grabs())
    assert counts == GOLDEN


GOLDEN_OF_TWO = {
    "DUEL_WON": 144,
    "IN_WON": 2152,
    "PENALTY_INTERFERE": 288,
    "PENALTY_WRONG_GRAB": 864,
    "asks choice": 296,
}


def test_every_small_table_of_two_players_is_ruled_as_counted() -> None:
    """JS-67 to JS-70."""
    counts = Counter(outcome(state, taken) for state in tables_of_two() for taken in grabs_of_two())

    assert counts == GOLDEN_OF_TWO


RULINGS = {
    "SETUP", "NOTICE", "PAUSE", "NO_EVENT", "SKIP", "DUEL_OPEN", "IN_OPEN", "COL_ON", "DUEL_WON", "MULTI_WON", "IN_WON",
    "IN_LAST_FAIL", "LAST_COL_TAKE_ALL", "OUT_ALL_FLIP", "PENALTY_WRONG_GRAB", "PENALTY_INTERFERE", "PENALTY_FALL",
    "FALL_UNATTRIBUTED", "ATTEMPT_VOID", "WARNING", "ASK_TABLE", "GAME_OVER", "DATA_ERROR",
}  # fmt: skip
"""Every code of the glossary but PLAYER_OUT, which no case of the file reaches."""


def test_every_outcome_is_reached_by_a_case() -> None:
    assert {answer(case)["ruling"] for case in CASES} == RULINGS


def test_the_last_outcome_is_reached_too_js_50() -> None:
    flip = {"type": "flip", "t": 0, "player": "A", "card": "OUT1"}

    out = answer("FIN-09", events=[flip])
    assert (out["ruling"], out["player_out"], out["pot"], out["next_player"]) == (
        "PLAYER_OUT",
        "A",
        ["S03V", "OUT1"],
        "B",
    )


@pytest.mark.parametrize("seats", [2, 3, 4, 7])
def test_no_card_is_lost_in_a_whole_game(seats: int) -> None:
    luck = Luck(f"whole game of {seats}")
    state = begun(JUNGLE_SPEED, setup(seats, luck=str(seats), cards="virtual"))
    wanted = Counter(deck(state.house, seats))
    number = 0
    while (command := JUNGLE_SPEED.bot(state, luck.split(number))) is not None:
        state = play(JUNGLE_SPEED, state, command)
        number += 1
        assert Counter(state.cards.everything()) == wanted, command

    assert state.ranking

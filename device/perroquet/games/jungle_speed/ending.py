"""Who is out, when the game ends, and in which order."""

from dataclasses import replace
from typing import Final

from perroquet.games.jungle_speed.events import Ended
from perroquet.games.jungle_speed.piles import Cards, person
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.units import Seat

LAST: Final = 2
"""Players left at which the long game ends (JS-22)."""

Groups = tuple[tuple[Seat, ...], ...]


def went_out(state: State, offender: Seat | None) -> State:
    """Note who went out just now: together, or clockwise from who caused it (JS-21, JS-74)."""
    assert state.cards is not None  # noqa: S101 - only known cards tell who is out
    new = tuple(seat for seat in state.cards.out() if seat not in state.out)
    back = tuple(seat for seat in state.out if seat not in state.cards.out())
    gone = tuple(group for each in state.gone if (group := tuple(seat for seat in each if seat not in back)))
    if not new:
        return replace(state, gone=gone) if back else state
    if offender is None or state.house.tie_rank == "tied":
        return replace(state, gone=(*gone, new))
    order = [seat for seat in state.cards.clockwise(offender) if seat in new]
    return replace(state, gone=(*gone, *((seat,) for seat in order)))


def ending(state: State) -> tuple[Ended, ...]:
    """Return the end of the game, when it has come (JS-22, JS-28, JS-71)."""
    cards = state.cards
    if cards is None or state.over:
        return ()
    if state.in_pairs:
        return _of_two(state, cards)
    left = tuple(seat for seat in cards.seats if seat not in state.out)
    if state.gone and (state.house.end == "first_out" or len(left) <= LAST):
        return (Ended(ranking=(*state.gone, *_rest(state, cards, left)), why="JS-22"),)
    return _stuck(state, cards)


def stopped(state: State) -> tuple[Ended, ...]:
    """Return the end of a game in which nobody can turn a card, and nobody goes for the totem (JS-28)."""
    assert state.cards is not None  # noqa: S101 - only known cards run out
    left = tuple(seat for seat in state.cards.seats if seat not in state.out)
    ranking = _by_cards(state.seats, state.cards) if state.in_pairs else (*state.gone, left)
    return (Ended(ranking=tuple(group for group in ranking if group), why="JS-28"),)


def _stuck(state: State, cards: Cards) -> tuple[Ended, ...]:
    return () if cards.able() or state.meeting.open else stopped(state)


def _rest(state: State, cards: Cards, left: tuple[Seat, ...]) -> Groups:
    """Return those who are left: tied, or the last two by their cards (JS-74)."""
    if not left:
        return ()
    if len(left) == LAST and state.house.rank_last_two == "fewest_cards":
        return _by_cards(left, cards)
    return (left,)


def _of_two(state: State, cards: Cards) -> tuple[Ended, ...]:
    """Return the end of the game for two: somebody emptied both hands, or each of the two emptied one (JS-71)."""
    emptied = [person(holding.seat) for holding in cards.holdings if holding.out]
    if len(emptied) > len(set(emptied)) or len(set(emptied)) == len(state.seats):
        return (Ended(ranking=_by_cards(state.seats, cards), why="JS-71"),)
    return _stuck(state, cards)


def _by_cards(persons: tuple[Seat, ...], cards: Cards) -> Groups:
    """Return players by the number of their cards, fewest first, equal ones together."""
    count = dict.fromkeys(persons, 0)
    for holding in cards.holdings:
        if (seat := person(holding.seat)) in count:
            count[seat] += len(holding.reserve) + len(holding.pile)
    return tuple(tuple(seat for seat in persons if count[seat] == number) for number in sorted(set(count.values())))

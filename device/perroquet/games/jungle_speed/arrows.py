"""What an arrow card does when it is turned: one question a function, each a line of RULES.md."""

from collections.abc import Iterable

from perroquet.games.jungle_speed.cards import Card, Kind, kind
from perroquet.games.jungle_speed.meeting import matching, two_people
from perroquet.games.jungle_speed.piles import Cards
from perroquet.games.jungle_speed.state import State, Volley
from perroquet.kernel.units import Seat

FEW = 3
"""Players up to whom colour arrows are taken out of the deck."""


def is_last(cards: Cards, seat: Seat, kinds: Kind) -> bool:
    """Tell whether the last card of `seat` is on its pile and of that kind."""
    holding = cards.of(seat)
    return holding.last and kind(holding.pile[-1]) is kinds


def is_stray(state: State, card: Card) -> bool:
    """Tell whether this colour arrow should not have been in the deck (JS-65, JS-67)."""
    removed = len(state.seats) == FEW or (state.in_pairs and state.house.two_p_remove_col == "yes")
    return kind(card) is Kind.COLOUR and removed and state.house.stray_col == "set_aside"


def lights(state: State, cards: Cards, seat: Seat) -> bool:
    """Tell whether the card that `seat` just turned puts the colours on (JS-52, JS-57)."""
    card = cards.of(seat).pile[-1]
    if kind(card) is not Kind.COLOUR or is_stray(state, card):
        return False
    return not cards.of(seat).last or state.house.last_col == "race"


def calls(state: State, cards: Cards, seat: Seat) -> bool:
    """Tell whether the card that `seat` just turned calls a volley (JS-46, JS-50)."""
    holding = cards.of(seat)
    if kind(holding.pile[-1]) is not Kind.OUTWARD:
        return False
    return not holding.last or state.house.last_out_effect == "others_flip"


def volley(state: State, cards: Cards, callers: Iterable[Seat], before: Volley | None = None) -> Volley | None:
    """Return the volley that the top cards of `callers` call; None when nobody has a card to turn.

    Args:
        state: for its house rules.
        cards: on the table now.
        callers: clockwise; the last one is who turned the last outward arrow.
        before: the volley in which they were turned.
    """
    callers = tuple(callers)
    waiting = cards.able()
    if not callers or not waiting:
        return None
    origin = callers[0] if before is None else before.origin
    then = {
        "flipper_of_last_out": callers[-1],
        "flipper_of_first_out": origin,
        "left_of_flipper": cards.after(callers[-1]),
    }[state.house.out_next]
    return Volley(arrows=tuple(cards.of(each).pile[-1] for each in callers), waiting=waiting, then=then, origin=origin)


def born_in_volley(cards: Cards) -> bool:
    """Tell whether two top cards show one shape: the duel that may pass before a colour arrow (JS-56)."""
    return any(two_people(group) for group in matching(cards.tops(), coloured=False))


def covered(before: Cards, seat: Seat, card: Card | None) -> bool:
    """Tell whether `seat` covers `card` by turning its next one."""
    return card is not None and before.of(seat).top == card


def still_on_top(cards: Cards, card: Card | None) -> bool:
    """Tell whether `card` counts still."""
    return card is not None and card in cards.tops().values()

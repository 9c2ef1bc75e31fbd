"""A grab as the rules see it: hands of two-handed players, brushes and forbidden hands as the house has them."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from perroquet.games.jungle_speed.piles import person
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.readings import Grab, Hand
from perroquet.kernel.units import Probability, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """A grab, read.

    Attributes:
        grab: without hands that do not count.
        forbidden: whose hand that may not play was on the totem (JS-33).
    """

    grab: Grab
    forbidden: tuple[Seat, ...] = ()


def read(state: State, grab: Grab, wrong: Iterable[int] = ()) -> Read:
    """Return `grab` as the rules see it; `wrong` are places of hands that may not play."""
    wrong = frozenset(wrong) if state.house.wrong_hand != "ignore" else frozenset[int]()
    hands = [_hand(state, hand) for hand in grab.hands]
    kept = tuple(hand for place, hand in enumerate(hands) if place not in wrong)
    forbidden = tuple(seat for place in sorted(wrong) if (seat := hands[place].seat) is not None)
    return Read(grab=replace(grab, hands=kept), forbidden=forbidden)


def _hand(state: State, hand: Hand) -> Hand:
    if state.in_pairs:
        posterior: dict[Seat, float] = {}
        for seat, chance in hand.seat_posterior:
            owner = _playing(state, seat)
            posterior[owner] = posterior.get(owner, 0.0) + chance
        seat = None if hand.seat is None else _playing(state, hand.seat)
        hand = replace(
            hand, seat=seat, seat_posterior=tuple((each, Probability(chance)) for each, chance in posterior.items())
        )
    return replace(hand, brush=hand.brush and not _counts_all_the_same(state, hand))


def _playing(state: State, seat: Seat) -> Seat:
    """Return the hand that `seat` plays; the house may count any hand of a player for the one that duels (JS-69)."""
    if state.house.two_p_wrong_hand == "counts_for_player" and seat not in state.meeting.entitled:
        return state.hand_of(person(seat))
    return state.hand_of(seat)


def _counts_all_the_same(state: State, hand: Hand) -> bool:
    """Tell whether a brush is a grab at this table (JS-14)."""
    if state.house.brush == "penalty" and hand.seat not in state.meeting.entitled:
        return True
    return state.house.first == "first_touch" and hand.seat in state.meeting.entitled

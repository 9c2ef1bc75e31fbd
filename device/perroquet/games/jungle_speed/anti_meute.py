"""Anti-meute: whose grab counts when hands meet on the totem. A pure function; it never replays and never shares.

Numbers JS-n are those of RULES.md.
"""

from collections.abc import Set
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from perroquet.games.jungle_speed.house import House
from perroquet.kernel.readings import Grab, Hand
from perroquet.kernel.units import Micros, Millimetres, Probability, Seat

SURE: Final = Probability(0.9)
"""A fact less probable than this is asked (JS-16)."""

RING: Final = Millimetres(11.5)
"""Height of one ring of the totem: two hands closer than this cannot be told apart, unless they share the ring."""

SAME_RING: Final = Millimetres(0.5)

ORDER: Final = Micros(2_000)
"""Two first contacts closer than this have no order."""


class Reason(StrEnum):
    """Why a hand counts."""

    ONLY_HAND = "only-hand"
    FIRST_COME = "first-come"
    FINGERS = "fingers"
    LOWER_HAND = "lower-hand"
    FIRST_CONTACT = "first-contact"


class Beyond(StrEnum):
    """Why the referee does not rule a grab."""

    NO_HANDS = "no-hands"
    """Nobody could be told apart."""
    FALL = "fall"
    OUTSIDER_IN_SCRUM = "outsider-in-scrum"
    THREE_HANDS = "three-hands"
    SAME_SEAT = "same-seat"
    """Two hands of one player."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Take:
    """One hand took the totem.

    Attributes:
        winner: index in `grab.hands`.
        rival: index of the hand it was compared with, if any.
        sure: probability that the rule names this hand, were its owner known.
        late: indices of hands that came after the take.
    """

    winner: int
    rival: int | None
    reason: Reason
    sure: Probability
    late: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Intrusion:
    """A hand without the right to grab took the totem. `hand` is its index in `grab.hands`."""

    hand: int


@dataclass(frozen=True, slots=True, kw_only=True)
class AskTable:
    """The referee does not know: the table decides."""

    why: Beyond


Decision = Take | Intrusion | AskTable


def decide(grab: Grab, entitled: Set[Seat], house: House) -> Decision:
    """Decide who took the totem.

    Args:
        grab: hands by first contact.
        entitled: seats with the right to grab. A hand whose owner is unknown is not an outsider.
        house: the width of "together".
    """
    holds = [index for index, hand in enumerate(grab.hands) if not hand.brush]
    if grab.fall_us is not None:
        return AskTable(why=Beyond.FALL)
    if not holds:
        return AskTable(why=Beyond.NO_HANDS)
    first = grab.hands[holds[0]].first_us
    window = Micros(house.tie_window_ms * 1_000)
    scrum = [index for index in holds if grab.hands[index].first_us - first <= window]
    late = tuple(holds[len(scrum) :])
    outsiders = [index for index in scrum if (seat := grab.hands[index].seat) is not None and seat not in entitled]
    match scrum:
        case [only] if outsiders:
            return Intrusion(hand=only)
        case [only]:
            # JS-3, JS-11
            reason = Reason.FIRST_COME if late else Reason.ONLY_HAND
            rival = late[0] if late else None
            return Take(winner=only, rival=rival, reason=reason, sure=Probability(1.0), late=late)
        case _ if outsiders:
            return AskTable(why=Beyond.OUTSIDER_IN_SCRUM)
        case [one, two]:
            return _together(grab, one, two, late)
        case _:
            return AskTable(why=Beyond.THREE_HANDS)


def _together(grab: Grab, one: int, two: int, late: tuple[int, ...]) -> Decision:
    """Compare two simultaneous hands: fingers (JS-8), then height (JS-9), then first contact (JS-10)."""
    a, b = grab.hands[one], grab.hands[two]
    if a.seat is not None and a.seat == b.seat:
        return AskTable(why=Beyond.SAME_SEAT)
    tie_reason, a_wins_tie = _tie_break(a, b)
    a_more, equal, b_more = _compare(a, b)
    if a.fingers != b.fingers:
        reason, a_wins = Reason.FINGERS, a.fingers > b.fingers
    else:
        reason, a_wins = tie_reason, a_wins_tie >= 0.5
    sure = a_more + equal * a_wins_tie if a_wins else b_more + equal * (1.0 - a_wins_tie)
    winner, rival = (one, two) if a_wins else (two, one)
    return Take(winner=winner, rival=rival, reason=reason, sure=Probability(sure), late=late)


def _tie_break(a: Hand, b: Hand) -> tuple[Reason, float]:
    """Return why, and the probability that `a` (the first contact) wins, were the fingers equal."""
    below = b.lowest_mm - a.lowest_mm
    if abs(below) < SAME_RING:
        return Reason.FIRST_CONTACT, 1.0 if b.first_us - a.first_us >= ORDER else 0.5
    if abs(below) < RING:
        return Reason.LOWER_HAND, 0.6 if below > 0 else 0.4
    return Reason.LOWER_HAND, 1.0 if below > 0 else 0.0


def _compare(a: Hand, b: Hand) -> tuple[float, float, float]:
    """Return the probabilities that `a` has more fingers, as many, and fewer."""
    more = equal = less = 0.0
    for n, p in enumerate(a.fingers_p):
        for m, q in enumerate(b.fingers_p):
            if n > m:
                more += p * q
            elif n == m:
                equal += p * q
            else:
                less += p * q
    return more, equal, less


def likely(hand: Hand) -> Seat | None:
    """Return the owner of `hand`, or who it most probably is; None when nothing is known."""
    if hand.seat is not None or not hand.seat_posterior:
        return hand.seat
    return max(hand.seat_posterior, key=lambda pair: pair[1])[0]


PENALTY_ODDS: Final = 10.0


def accusable(hand: Hand) -> bool:
    """Tell whether the owner is known well enough to pay a penalty: ten to one against the next seat (JS-17)."""
    if hand.seat is None:
        return False
    best_other = max((p for seat, p in hand.seat_posterior if seat != hand.seat), default=0.0)
    own = next((p for seat, p in hand.seat_posterior if seat == hand.seat), 1.0)
    return own >= PENALTY_ODDS * best_other

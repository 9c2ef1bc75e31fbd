"""Anti-meute: whose grab counts when hands meet on the totem. A pure function; it never replays and never shares.

Numbers JS-n are those of RULES.md.
"""

from collections.abc import Sequence, Set
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

UNSEEN: Final = Probability(0.5)
"""How sure it is that a hand which only the supports felt was the only one: others leave no trace (JS-16)."""

ORDER: Final = Micros(2_000)
"""Two first contacts closer than this have no order."""


class Reason(StrEnum):
    """Why a hand counts."""

    ONLY_HAND = "only-hand"
    FIRST_COME = "first-come"
    FINGERS = "fingers"
    LOWER_HAND = "lower-hand"
    FIRST_CONTACT = "first-contact"
    FIRST_LIFT = "first-lift"
    FLIPPER_LOSES = "flipper-loses"


class Beyond(StrEnum):
    """Why the referee does not rule a grab."""

    NO_HANDS = "no-hands"
    """Nobody could be told apart."""
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


def decide(grab: Grab, entitled: Set[Seat], house: House, flipper: Seat | None = None) -> Decision:
    """Decide who took the totem.

    Args:
        grab: hands by first contact.
        entitled: seats with the right to grab. A hand whose owner is unknown is not an outsider.
        house: the width of "together", what breaks the last tie, what an outsider in a scrum costs.
        flipper: who turned the last card.
    """
    holds = [index for index, hand in enumerate(grab.hands) if not hand.brush]
    if not holds:
        return AskTable(why=Beyond.NO_HANDS)
    first = grab.hands[holds[0]].first_us
    window = Micros(house.tie_window_ms * 1_000)
    scrum = [index for index in holds if grab.hands[index].first_us - first <= window]
    late = holds[len(scrum) :]
    outsiders = [index for index in scrum if _is_outsider(grab.hands[index], entitled)]
    if outsiders and (outsiders[0] == holds[0] or house.intruder_in_tie == "penalty"):
        return Intrusion(hand=outsiders[0])  # JS-7
    if outsiders:
        scrum, late = [index for index in scrum if index not in outsiders], [*outsiders, *late]
    owners = [seat for index in scrum if (seat := grab.hands[index].seat) is not None]
    if len(set(owners)) < len(owners):
        return AskTable(why=Beyond.SAME_SEAT)
    if len(scrum) > 1:
        return _together(grab, scrum, tuple(late), house, flipper)
    # JS-3, JS-11
    reason = Reason.FIRST_COME if late else Reason.ONLY_HAND
    sure = Probability(1.0) if _on_the_lines(grab.hands[scrum[0]]) else UNSEEN
    return Take(winner=scrum[0], rival=late[0] if late else None, reason=reason, sure=sure, late=tuple(late))


def _on_the_lines(hand: Hand) -> bool:
    """Tell whether the hand was felt on the totem itself: a gloved one is on no ring, and nobody knows its fingers."""
    return hand.lowest_mm > 0 or max(hand.fingers_p) > 0.5


def _is_outsider(hand: Hand, entitled: Set[Seat]) -> bool:
    return hand.seat is not None and hand.seat not in entitled


def _together(grab: Grab, scrum: Sequence[int], late: tuple[int, ...], house: House, flipper: Seat | None) -> Take:
    """Compare simultaneous hands: fingers (JS-8), then height (JS-9), then the last tie (JS-10)."""

    def against(one: int, other: int) -> tuple[float, Reason, bool]:
        return _versus(grab.hands[one], grab.hands[other], house, flipper)

    winner = scrum[0]
    for index in scrum[1:]:
        if not against(winner, index)[2]:
            winner = index
    others = [index for index in scrum if index != winner]
    rival = min(others, key=lambda index: (against(winner, index)[0], -grab.hands[index].fingers))
    sure, reason, _ = against(winner, rival)
    return Take(winner=winner, rival=rival, reason=reason, sure=Probability(sure), late=late)


def _versus(a: Hand, b: Hand, house: House, flipper: Seat | None) -> tuple[float, Reason, bool]:
    """Return the probability that `a` beats `b` by the rule, why, and whether it does by what was counted."""
    tie_reason, wins_tie = _tie_break(a, b, house, flipper)
    more, equal, _ = _compare(a.fingers_p, b.fingers_p)
    sure = more + equal * wins_tie
    if a.fingers != b.fingers:
        return sure, Reason.FINGERS, a.fingers > b.fingers
    return sure, tie_reason, wins_tie > 0.5 or (wins_tie == 0.5 and a.first_us <= b.first_us)


def _tie_break(a: Hand, b: Hand, house: House, flipper: Seat | None) -> tuple[Reason, float]:
    """Return why, and the probability that `a` wins, were the fingers equal."""
    if a.lowest_p and b.lowest_p:
        lower, level, higher = _compare(a.lowest_p, b.lowest_p)[::-1]
        reason, wins_last = _last_tie(a, b, house, flipper)
        return reason if level > max(lower, higher) else Reason.LOWER_HAND, lower + level * wins_last
    below = b.lowest_mm - a.lowest_mm
    if abs(below) < SAME_RING:
        return _last_tie(a, b, house, flipper)
    if abs(below) < RING:
        return Reason.LOWER_HAND, 0.6 if below > 0 else 0.4
    return Reason.LOWER_HAND, 1.0 if below > 0 else 0.0


def _last_tie(a: Hand, b: Hand, house: House, flipper: Seat | None) -> tuple[Reason, float]:
    """Return the same of hands that are equal in everything (JS-10)."""
    if house.am_final_tie == "first_lift":
        return Reason.FIRST_LIFT, 0.5  # nobody but the table saw who lifted
    if house.am_final_tie == "flipper_loses" and flipper in (a.seat, b.seat) and flipper is not None:
        return Reason.FLIPPER_LOSES, 0.0 if a.seat == flipper else 1.0
    apart = b.first_us - a.first_us
    return Reason.FIRST_CONTACT, 0.5 if abs(apart) < ORDER else 1.0 if apart > 0 else 0.0


def _compare(a: Sequence[float], b: Sequence[float]) -> tuple[float, float, float]:
    """Return the probabilities that `a` is more, as many, and less, of two distributions over 0, 1, 2 ..."""
    more = equal = less = 0.0
    for n, p in enumerate(a):
        for m, q in enumerate(b):
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
    """Tell whether the owner is known well enough to pay: the evidence alone says ten to one (JS-17)."""
    return hand.seat is not None and hand.odds >= PENALTY_ODDS

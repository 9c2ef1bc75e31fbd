"""Hands and arms are given to seats together: two hands are not one player's because both fit him."""

from itertools import product

import numpy as np
import pytest
from perroquet.kernel.readings import ArmLikelihood
from perroquet.kernel.units import Degrees, HostNs, Probability, Seat
from perroquet.totem.who import GRID, Felt, names

TEN = {Seat(seat): Degrees(36.0 * seat) for seat in range(10)}


def felt(*azimuths: float, sd: float = 20.0, there: float = 1.0) -> Felt:
    """Return a hand whose player is at one of the azimuths, as likely at each."""
    off = (GRID - np.array(azimuths)[:, None] + 180.0) % 360.0 - 180.0
    likely = np.exp(-0.5 * (off / sd) ** 2).sum(axis=0)
    return Felt(azimuths=likely / likely.sum(), there=there)


def arms(*whose: dict[int, float]) -> ArmLikelihood:
    """Return arms, each of which may be of some seats."""
    each = (tuple((Seat(seat), Probability(share)) for seat, share in arm.items()) for arm in whose)
    return ArmLikelihood(arms=tuple(each), at=HostNs(0))


def arm(seat: int, sure: float = 0.96) -> dict[int, float]:
    return {other: sure if other == seat else (1.0 - sure) / 9 for other in TEN}


def named(hands: list[Felt], seen: ArmLikelihood | None) -> list[tuple[Seat, float]]:
    return [naming.best for naming in names(hands, TEN, {}, seen) if naming.best is not None]


def test_two_arms_and_two_hands_that_both_fit_one_seat_are_of_two_players():
    likely_first, likely_either = felt(0.0, sd=12.0), felt(0.0, 36.0)
    (first, first_p), (second, second_p) = named([likely_first, likely_either], arms(arm(0), arm(1)))

    assert (first, second) == (0, 1)
    assert min(first_p, second_p) > 0.9


def test_one_arm_is_not_given_to_both_hands():
    (first, first_p), (second, _) = named([felt(0.0, sd=10.0), felt(108.0, 0.0)], arms(arm(0)))

    assert (first, second) == (0, 3)
    assert first_p > 0.9


def test_a_hand_whose_arm_the_picture_does_not_show_keeps_what_the_base_felt():
    alone, missed = (names([felt(180.0, sd=15.0)], TEN, {}, seen)[0] for seen in (None, arms(arm(0))))

    assert missed.best is not None
    assert alone.best is not None
    assert (alone.best[0], missed.best[0]) == (5, 5)
    assert missed.best[1] < alone.best[1]


def test_a_rivals_arm_beside_ones_own_costs_little():
    ((seat, sure),) = named([felt(72.0)], arms(arm(2), arm(7)))

    assert seat == 2
    assert sure > 0.9


def test_one_player_may_have_both_hands_on_it_when_the_totem_felt_nothing_else():
    one, other = names(
        [felt(0.0, sd=8.0), felt(0.0, sd=8.0)], {Seat(0): Degrees(0.0), Seat(1): Degrees(180.0)}, {}, None
    )

    assert dict(one.posterior)[Seat(0)] == pytest.approx(dict(other.posterior)[Seat(0)])
    assert dict(one.posterior)[Seat(0)] > 0.5


def test_a_second_hand_that_is_hardly_there_takes_no_seat_from_the_first():
    (_, doubtful), (_, sure) = (named([felt(0.0), felt(0.0, there=there)], arms(arm(0)))[0] for there in (1.0, 0.2))

    assert sure > 0.9
    assert doubtful < sure


def test_odds_are_of_the_evidence_without_the_rules():
    entitled = {Seat(0): Probability(0.5), Seat(9): Probability(0.5)}
    told = names([felt(0.0, 36.0)], TEN, entitled, None)[0]

    assert told.best is not None
    assert told.best[0] == 0
    assert told.odds == pytest.approx(1.0, abs=0.1)


@pytest.mark.parametrize("seen", [0, 1, 2, 3])
def test_a_hands_seat_is_what_all_ways_to_give_hands_and_arms_come_to(seen: int):
    luck = np.random.default_rng(seen)
    seats = {Seat(seat): Degrees(90.0 * seat) for seat in range(4)}
    hands = [felt(float(luck.uniform(0, 360)), there=float(luck.uniform(0.2, 1))) for _ in range(3)]
    shares = luck.dirichlet(np.ones(4), seen)
    looked = arms(*({seat: float(share) for seat, share in enumerate(each)} for each in shares)) if seen else None

    told = np.array([[share for _, share in naming.posterior] for naming in names(hands, seats, {}, looked)])

    assert told == pytest.approx(counted_out(hands, shares))


def counted_out(hands: list[Felt], shares: np.ndarray) -> np.ndarray:
    """Return (hands, seats): every assignment, one after the other, with the weights that the module states."""
    base = np.array([[0.95 * hand.azimuths[18 * seat] + 0.05 / 72 for seat in range(4)] for hand in hands])
    total = np.zeros((3, 4))
    for whose in product(range(4), repeat=3):
        weight = np.prod([base[hand, seat] for hand, seat in enumerate(whose)])
        for one, other in ((0, 1), (0, 2), (1, 2)):
            if whose[one] == whose[other]:
                weight *= 1 - hands[one].there * hands[other].there * 0.55
        ways = 0.0
        for given in product([None, 0, 1, 2], repeat=len(shares)):
            taken = [hand for hand in given if hand is not None]
            if len(set(taken)) < len(taken):
                continue
            way = np.prod([1 - 0.8 * hand.there for place, hand in enumerate(hands) if place not in taken])
            for each, hand in zip(shares, given, strict=True):
                way *= 0.2 if hand is None else 0.8 * hands[hand].there * 4 * each[whose[hand]]
            ways += way
        for hand, seat in enumerate(whose):
            total[hand, seat] += weight * ways
    return total / total.sum(axis=1, keepdims=True)

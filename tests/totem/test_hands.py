import hashlib
import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from perroquet.drivers.sim.hands import VirtualHand, VirtualTotem
from perroquet.kernel.units import Degrees

OPEN_SHARE = 0.6
"""Open lines count less than this share of their rest."""


def hand(at_ms: float = 0.0, **more: object) -> VirtualHand:
    given_hand = {"azimuth": Degrees(40.0), "at_ms": at_ms, "fingers": 4, "top_mm": 80.0, **more}
    return VirtualHand(**given_hand)  # type: ignore[arg-type]  # a script of named fields


def mean_rise(totem: VirtualTotem, at_us: int) -> float:
    """Lines' mean rise over a quiet second before."""
    now = [sum(totem.sample(at_us + k)[0]) for k in range(0, 2000, 100)]
    rest = [sum(totem.sample(at_us - 1_000_000 + k)[0]) for k in range(0, 2000, 100)]
    return (sum(now) - sum(rest)) / len(now) / 20


@settings(max_examples=20)
@given(st.integers(0, 10_000), st.randoms(use_true_random=False))
def test_a_sample_does_not_depend_on_the_order_of_asking(seed: int, order: random.Random) -> None:
    instants = list(range(0, 200_000, 5_000))
    forward, shuffled = VirtualTotem(str(seed)), VirtualTotem(str(seed))
    for totem in (forward, shuffled):
        totem.grab([hand(20.0), hand(31.0, top_mm=130.0, fingers=3)], 0)
    mixed = instants.copy()
    order.shuffle(mixed)
    expected = {t: forward.sample(t) for t in instants}

    assert {t: shuffled.sample(t) for t in mixed} == expected


def test_a_seed_gives_the_same_totem_for_ever() -> None:
    totem = VirtualTotem("seed")
    totem.grab([hand(5.0)], 0)
    digest = hashlib.sha256(repr([totem.sample(t) for t in range(0, 60_000, 2_000)]).encode()).hexdigest()

    assert digest[:16] == "f99917368deaaa0a"


def test_an_untouched_totem_is_quiet_and_near_its_baseline() -> None:
    totem = VirtualTotem("1")
    counts, codes = totem.sample(5_000_000)

    assert totem.quiet(5_000_000)
    assert all(abs(count - 217 - 5 * i) < 15 for i, count in enumerate(counts))
    assert all(250 < code < 500 for code in codes)


def test_a_touched_totem_is_not_quiet_and_its_lines_rise() -> None:
    totem = VirtualTotem("1")
    totem.grab([hand(0.0, pull=False)], 2_000_000)

    assert not totem.quiet(2_050_000)
    assert mean_rise(totem, 2_050_000) > 5


def test_a_hand_that_holds_and_lets_go_leaves_a_quiet_standing_totem() -> None:
    totem = VirtualTotem("1")
    totem.grab([hand(0.0, pull=False, hold_ms=200.0)], 2_000_000)

    assert totem.quiet(3_000_000)
    assert not totem.lifted(3_000_000)
    assert abs(mean_rise(totem, 3_000_000)) < 8  # a second's drift


def test_a_pull_separates_opens_the_lines_and_putting_back_mends() -> None:
    totem = VirtualTotem("1")
    totem.grab([hand()], 2_000_000)
    lift_us = totem.lift_us()
    assert lift_us is not None
    before, after = totem.sample(lift_us - 1)[0], totem.sample(lift_us + 4_000)[0]  # lines part one after another
    totem.put_back(5_000_000)

    assert totem.lifted(lift_us)
    assert not totem.lifted(lift_us - 1)
    assert all(opened < OPEN_SHARE * closed for opened, closed in zip(after, before, strict=True))
    assert not totem.lifted(5_000_000)
    assert totem.quiet(6_500_000)


def test_hands_on_a_totem_that_is_away_are_not_felt() -> None:
    totem = VirtualTotem("1")
    totem.grab([hand()], 2_000_000)
    totem.grab([hand()], 4_000_000)
    counts = totem.sample(4_050_000)[0]

    assert totem.lifted(4_050_000)
    assert max(counts) < 217


def test_separation_comes_while_everybody_still_pulls_for_most_rushes() -> None:
    lifts: list[int] = []
    for seed in range(100):
        totem = VirtualTotem(str(seed))
        totem.grab([hand()], 0)
        lifts.append(totem.lift_us() or 0)

    assert all(15_000 < lift < 250_000 for lift in lifts)


def test_a_brush_neither_lifts_nor_pushes() -> None:
    totem = VirtualTotem("1")
    totem.grab([hand(0.0, brush=True)], 2_000_000)
    rest = totem.sample(1_000_000)[1]

    assert totem.lift_us() is None
    assert all(
        abs(code - calm) < 15
        for t_us in range(2_000_000, 2_100_000, 1_000)
        for code, calm in zip(totem.sample(t_us)[1], rest, strict=True)
    )


@pytest.mark.parametrize("fingers", [0, 6])
def test_a_hand_has_one_to_five_fingers(fingers: int) -> None:
    with pytest.raises(ValueError, match="1 to 5"):
        hand(0.0, fingers=fingers)

"""From the base's clock to the host's."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st
from perroquet.kernel.units import HostNs, McuUs
from perroquet.link import ClockSync

PING_NS = 237_000_000


def truth(host_ns: int, *, ppm: float, offset_us: int) -> McuUs:
    return McuUs(round(host_ns / 1000 * (1 + ppm * 1e-6)) + offset_us)


def pinged(
    luck: random.Random, *, pings: int, ppm: float, offset_us: int, from_ns: int = 10**12
) -> tuple[ClockSync, int]:
    """Return a clock after `pings` over a USB cable with rare slow turns, and the host's time then."""
    sync = ClockSync()
    now = from_ns
    for _ in range(pings):
        now += PING_NS
        there = 60_000 + luck.expovariate(1 / 90_000) + (luck.random() < 0.05) * luck.uniform(0, 4e6)
        back = 60_000 + luck.expovariate(1 / 110_000) + (luck.random() < 0.08) * luck.uniform(0, 6e6)
        mcu = truth(round(now + there), ppm=ppm, offset_us=offset_us)
        sync.add(sent=HostNs(now), mcu=mcu, received=HostNs(round(now + there + back)))
    return sync, now


@given(st.integers(1, 300), st.floats(-50, 50), st.integers(0, 10**9), st.integers(0, 2**32))
def test_the_truth_lies_within_the_published_bound(pings: int, ppm: float, offset_us: int, seed: int):
    sync, now = pinged(random.Random(seed), pings=pings, ppm=ppm, offset_us=offset_us)
    asked = now + 100_000_000
    at, bound = sync.to_host(truth(asked, ppm=ppm, offset_us=offset_us))

    assert abs(at - asked) <= bound * 1000


def test_after_half_a_minute_the_error_is_small_and_the_bound_honest():
    errors: list[float] = []
    bounds: list[int] = []
    for seed in range(60):
        sync, now = pinged(random.Random(seed), pings=127, ppm=37.0, offset_us=5_000_000)
        at, bound = sync.to_host(truth(now + 10**9, ppm=37.0, offset_us=5_000_000))
        errors.append(abs(at - now - 10**9) / 1000)
        bounds.append(bound)

    assert sorted(errors)[57] < 60  # microseconds, 95 % of bases
    assert max(bounds) < 500


def test_one_slow_turn_moves_nothing():
    sync, now = pinged(random.Random(1), pings=100, ppm=0.0, offset_us=0)
    before, _ = sync.to_host(truth(now, ppm=0.0, offset_us=0))
    sync.add(sent=HostNs(now), mcu=McuUs((now + 9_000_000) // 1000), received=HostNs(now + 10_000_000))
    after, _ = sync.to_host(truth(now, ppm=0.0, offset_us=0))

    assert abs(after - before) < 20_000


def test_old_round_trips_are_forgotten():
    sync, now = pinged(random.Random(2), pings=200, ppm=50.0, offset_us=0)
    later, end = now, now
    for k in range(200):  # the crystal has warmed up
        later = now + (k + 1) * PING_NS
        mcu = McuUs(truth(now, ppm=50.0, offset_us=0) + round((later - now) / 1000 * (1 - 50e-6)))
        sync.add(sent=HostNs(later - 100_000), mcu=mcu, received=HostNs(later + 100_000))
        end = mcu
    at, _ = sync.to_host(McuUs(end))

    assert abs(at - later) < 5_000


def test_before_the_first_answer_the_clock_means_nothing():
    sync = ClockSync()

    assert not sync.ready
    with pytest.raises(LookupError, match="no answered ping yet"):
        sync.to_host(McuUs(1))

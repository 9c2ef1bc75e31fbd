"""Wrong codes."""

from perroquet.kernel.units import NS_PER_S, HostNs
from perroquet.web.buckets import Allowance, Bucket, Buckets
from perroquet.web.lockout import CHANGED_AT, FREE, LOCK_NS, LOCKED_AT, Lockout


def test_wrong_codes_are_slowed_down_and_then_locked_out() -> None:
    lockout = Lockout()
    waits: list[int] = []
    now = HostNs(0)
    for _ in range(LOCKED_AT):
        lockout.failed("10.0.0.7", now)
        waits.append(lockout.waits("10.0.0.7", now))
        now = HostNs(now + waits[-1] * NS_PER_S)

    assert waits == [0, 0, 2, 4, 8, 16, 32, 60, 60, LOCK_NS // NS_PER_S]


def test_one_address_does_not_lock_another() -> None:
    lockout = Lockout()
    for _ in range(LOCKED_AT):
        lockout.failed("10.0.0.7", HostNs(0))

    assert lockout.waits("10.0.0.8", HostNs(0)) == 0


def test_a_right_code_forgives() -> None:
    lockout = Lockout()
    for _ in range(FREE + 1):
        lockout.failed("10.0.0.7", HostNs(0))
    lockout.succeeded("10.0.0.7")

    assert lockout.waits("10.0.0.7", HostNs(0)) == 0


def test_many_wrong_codes_from_many_addresses_change_the_code() -> None:
    lockout = Lockout()
    changes = [lockout.failed(f"10.0.{number // 250}.{number % 250}", HostNs(0)) for number in range(2 * CHANGED_AT)]

    assert [nth + 1 for nth, change in enumerate(changes) if change] == [CHANGED_AT, 2 * CHANGED_AT]


def test_a_bucket_fills_again() -> None:
    bucket = Bucket(Allowance(burst=2, per_s=1.0))
    at_once = [bucket.take(0) for _ in range(3)]

    assert (at_once, bucket.take(NS_PER_S), bucket.take(NS_PER_S)) == ([True, True, False], True, False)


def test_buckets_are_not_kept_without_end() -> None:
    buckets = Buckets(Allowance(burst=1, per_s=0.0), most=2)
    taken = [buckets.take(who, 0) for who in ("Léa", "Tom", "Léa", "Zoé", "Tom")]

    assert taken == [True, True, False, True, True]
    assert len(buckets) == 2

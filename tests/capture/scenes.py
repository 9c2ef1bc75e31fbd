"""Captures of scripted hands on the virtual totem, with their truth."""

import random
from collections.abc import Sequence

import numpy as np
from perroquet.capture import Capture, TrueHand, Truth
from perroquet.drivers.sim.acts import Disturbance, VirtualHand
from perroquet.drivers.sim.hands import VirtualTotem
from perroquet.drivers.sim.model import Reals
from perroquet.drivers.sim.shape import NEWTONS_PER_CODE
from perroquet.games.jungle_speed.anti_meute import Take, decide
from perroquet.games.jungle_speed.house import House
from perroquet.kernel.readings import SETTLE, Grab, Hand
from perroquet.kernel.units import Degrees, Fingers, HostNs, Micros, Millimetres, Probability, Seat

SCAN_US = 400
BEFORE_US = 60_000
"""Recorded before the hands are told to come."""
_QUIET_US = 40_000
_AFTER_FIRST_US = 300_000
_AFTER_LIFT_US = 100_000
_AFTER_FALL_US = 60_000
_BEGIN_US = 1_000_000


def azimuths(seats: int, turned: float = 0.0) -> tuple[tuple[Seat, Degrees], ...]:
    """Return `seats` places evenly around the table."""
    return tuple((Seat(seat), Degrees((turned + 360.0 * seat / seats) % 360.0)) for seat in range(seats))


def capture_of(
    seed: str,
    hands: Sequence[VirtualHand],
    seats: tuple[tuple[Seat, Degrees], ...],
    *,
    acts: Sequence[Disturbance] = (),
    scan_us: int = SCAN_US,
) -> Capture:
    """Return what a base would record of `hands`, coming to the totem of `seed`; `at_ms` count from `BEFORE_US`."""
    totem = VirtualTotem(seed)
    if acts:
        totem.disturb(acts, _BEGIN_US)
    if hands:
        totem.grab(hands, _BEGIN_US)
    start_us = _BEGIN_US - BEFORE_US
    lift_us, fall_us = totem.lift_us(), totem.fall_us()
    t_us = np.arange(start_us, _end(hands, lift_us, fall_us), scan_us, dtype=np.int64)
    quiet = np.arange(start_us - _QUIET_US, start_us, scan_us, dtype=np.int64)
    counts, codes = totem.block(t_us)
    rest = totem.block(quiet)[0].mean(axis=0)
    motion: Reals = np.sqrt((totem.motion(t_us)[:, :3] ** 2).sum(axis=1))
    return Capture(
        scan_us=Micros(scan_us),
        scale=totem.scale,
        ring_mm=totem.ring_mm,
        column_deg=totem.column_deg,
        force_deg=totem.force_deg,
        seats=seats,
        t_us=t_us - start_us,
        lines=np.rint(counts - rest).astype(np.float32),
        forces=np.round(codes * NEWTONS_PER_CODE, 2).astype(np.float32),
        imu=np.round(motion - 1.0, 2).astype(np.float32),
        truth=_truth(totem, hands, seats, start_us, int(t_us[-1])),
    )


def _end(hands: Sequence[VirtualHand], lift_us: int | None, fall_us: int | None) -> int:
    first_us = _BEGIN_US + round(min((hand.at_ms for hand in hands), default=0.0) * 1000)
    ends = [first_us + _AFTER_FIRST_US]
    if lift_us is not None:
        ends = [min(ends[0], lift_us + _AFTER_LIFT_US)]
    if fall_us is not None:
        ends = [fall_us + _AFTER_FALL_US]
    return ends[0]


def _truth(
    totem: VirtualTotem,
    hands: Sequence[VirtualHand],
    seats: tuple[tuple[Seat, Degrees], ...],
    start_us: int,
    end_us: int,
) -> Truth:
    """Return what really happened; the seat of a hand is the one nearest to its player."""
    lift_us, fall_us = totem.lift_us(), totem.fall_us()
    firsts = [one.first_us for one in totem.truth(_BEGIN_US)]
    ruling_us = min(firsts, default=_BEGIN_US) + SETTLE * 1000
    at_us = ruling_us if lift_us is None else min(ruling_us, lift_us - 1)
    by_arrival = sorted(hands, key=lambda hand: hand.at_ms)
    felt = totem.truth(at_us)
    return ruled(
        tuple(
            TrueHand(
                seat=_nearest(hand.azimuth, seats),
                first_us=Micros(int(one.first_us) - start_us),
                fingers=Fingers(int(one.fingers)),
                lowest_mm=None if one.lowest_ring is None else Millimetres(totem.ring_mm[one.lowest_ring]),
                azimuth_deg=hand.azimuth,
            )
            for hand, one in zip(by_arrival, felt, strict=True)
        ),
        brushes=tuple(hand.brush for hand in by_arrival),
        lift_us=None if lift_us is None or lift_us > end_us else Micros(int(lift_us) - start_us),
        fall_us=None if fall_us is None else Micros(int(fall_us) - start_us),
    )


def ruled(
    hands: tuple[TrueHand, ...], *, brushes: tuple[bool, ...], lift_us: Micros | None, fall_us: Micros | None
) -> Truth:
    """Return the truth with the verdict that anti-meute gives when everything is known and certain."""
    known = tuple(
        Hand(
            first_us=Micros((hand.first_us or 0) - (hands[0].first_us or 0)),
            seat=hand.seat,
            seat_posterior=(),
            fingers=hand.fingers or Fingers(0),
            fingers_p=tuple(Probability(float(count == hand.fingers)) for count in range(6)),
            lowest_mm=hand.lowest_mm or Millimetres(0.0),
            azimuth_deg=hand.azimuth_deg or Degrees(0.0),
            brush=brush,
        )
        for hand, brush in zip(hands, brushes, strict=True)
    )
    grab = Grab(grab=0, epoch=0, at=HostNs(0), hands=known)
    verdict = decide(grab, frozenset(hand.seat for hand in hands if hand.seat is not None), House())
    named = (verdict.winner, verdict.reason.value) if isinstance(verdict, Take) else (None, "none")
    return Truth(hands=hands, winner=named[0], rule=named[1], lift_us=lift_us, fall_us=fall_us)


def _nearest(azimuth: float, seats: tuple[tuple[Seat, Degrees], ...]) -> Seat | None:
    return min(seats, key=lambda place: abs((place[1] - azimuth + 180) % 360 - 180))[0] if seats else None


def somebody(luck: random.Random, seats: tuple[tuple[Seat, Degrees], ...], **known: object) -> VirtualHand:
    """Return a hand of a random seat, with what is `known` of it."""
    drawn: dict[str, object] = {
        "azimuth": luck.choice(seats)[1],
        "at_ms": 0.0,
        "fingers": luck.choice((2, 3, 4, 4, 5)),
        "top_mm": luck.uniform(70, 130),
    }
    return VirtualHand(**(drawn | known))  # pyright: ignore[reportArgumentType] its fields, by name

"""One window in, one grab out: who touched when, with how many fingers, how low, and how sure all that is."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from perroquet.kernel.readings import SETTLE, ArmLikelihood, Grab, Hand, Window
from perroquet.kernel.units import Degrees, Fingers, Micros, Millimetres, Millis, Probability, Seat
from perroquet.totem.fingers import fingers_p
from perroquet.totem.forces import Forces, forces_of
from perroquet.totem.grips import Held, held_by
from perroquet.totem.touch import touch_of
from perroquet.totem.who import azimuths, best_azimuth, posterior

_PUSH_OF_A_BRUSH_N: Final = 0.3
_LEAST_FELT_N: Final = 0.4
_NOTHING_KNOWN: Final = tuple(Probability(1 / 6) for _ in range(6))
_DECIDE_AT: Final = Probability(0.9)
_NO_HEIGHT: Final = Millimetres(0.0)


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSettings:
    """What a table may set.

    Attributes:
        decide_at: posterior from which a hand gets a seat.
        count_settle_ms: fingers are counted this long after first contact, or at separation if that is sooner.
    """

    decide_at: Probability = _DECIDE_AT
    count_settle_ms: Millis = SETTLE


DEFAULTS: Final = JudgeSettings()


def judge(
    window: Window,
    seats: Mapping[Seat, Degrees],
    prior: Mapping[Seat, Probability],
    arms: ArmLikelihood | None,
    settings: JudgeSettings = DEFAULTS,
) -> Grab:
    """Return the hands of a window; never a hand, a seat or a count that was not felt.

    Args:
        window: one grab; a bare wooden totem (no lines) gives at most one hand, of height 0 and unknown fingers.
        seats: taught azimuths; seats without one are left out. Empty = nobody can be named.
        prior: who is entitled to grab; empty = all alike.
        arms: what a camera saw at that instant, or None.
        settings: the table's.
    """
    ruling_us = settings.count_settle_ms * 1000
    if window.lift_us is not None:
        ruling_us = min(ruling_us, window.lift_us - 1)
    forces = forces_of(window, ruling_us)
    held = held_by(touch_of(window, ruling_us), forces)
    if held:
        zero_us = held[0].first_us  # the window's own zero is this contact, told more finely by the base
        hands = tuple(_hand(window, one, held, forces, seats, prior, arms, settings, zero_us) for one in held)
    else:
        hands = _felt_only(forces, seats, prior, arms, settings)
    gap_us = Micros(hands[1].first_us - hands[0].first_us) if len(hands) > 1 else None
    return Grab(
        grab=window.contact.grab,
        epoch=window.contact.epoch,
        at=window.contact.at,
        hands=hands,
        gap_us=gap_us,
        lift_us=window.lift_us,
        fall_us=window.fall_us,
        evidence=_evidence(hands, held, gap_us),
    )


def _hand(
    window: Window,
    one: Held,
    held: list[Held],
    forces: Forces,
    seats: Mapping[Seat, Degrees],
    prior: Mapping[Seat, Probability],
    arms: ArmLikelihood | None,
    settings: JudgeSettings,
    zero_us: float,
) -> Hand:
    counts = fingers_p(one, window.column_deg, alone=len(held) == 1)
    later = min((other.first_us / 1000 for other in held if other.first_us > one.first_us), default=np.inf)
    earlier = any(other.first_us < one.first_us for other in held)
    pull = forces.pull(one.first_us / 1000, one.first_us / 1000 if earlier else later)
    found = azimuths(one.columns, window.column_deg, np.array(counts), one.push, pull)
    named = posterior(found, seats, prior, arms)
    return Hand(
        first_us=Micros(round(one.first_us - zero_us)),
        seat=_decided(named, settings),
        seat_posterior=tuple(named.items()),
        fingers=Fingers(int(np.argmax(counts))),
        fingers_p=counts,
        lowest_mm=window.ring_mm[one.lowest],
        azimuth_deg=best_azimuth(found),
        brush=one.released and one.push.newtons < _PUSH_OF_A_BRUSH_N,
    )


def _felt_only(
    forces: Forces,
    seats: Mapping[Seat, Degrees],
    prior: Mapping[Seat, Probability],
    arms: ArmLikelihood | None,
    settings: JudgeSettings,
) -> tuple[Hand, ...]:
    """Return the one hand the supports can tell of, or none."""
    push, pull = forces.push(0.0), forces.pull(0.0, np.inf)
    if max(push.newtons, pull.newtons) < _LEAST_FELT_N:
        return ()
    found = azimuths(np.zeros(0), (), np.array(_NOTHING_KNOWN), push, pull)
    named = posterior(found, seats, prior, arms)
    return (
        Hand(
            first_us=Micros(0),
            seat=_decided(named, settings),
            seat_posterior=tuple(named.items()),
            fingers=Fingers(0),
            fingers_p=_NOTHING_KNOWN,
            lowest_mm=_NO_HEIGHT,
            azimuth_deg=best_azimuth(found),
        ),
    )


def _decided(named: Mapping[Seat, Probability], settings: JudgeSettings) -> Seat | None:
    return next((seat for seat, p in named.items() if p >= settings.decide_at), None)


def _evidence(hands: tuple[Hand, ...], held: list[Held], gap_us: Micros | None) -> str:
    if not hands:
        return "nothing felt on lines or supports"
    if not held:
        return f"supports only: azimuth {hands[0].azimuth_deg:.0f}; count, height and other hands are not known"
    words = [f"{len(hands)} hands" if len(hands) > 1 else "1 hand"]
    if gap_us is not None:
        words.append(f"gap {gap_us / 1000:.1f} ms")
    for number, (hand, one) in enumerate(zip(hands, held, strict=True), start=1):
        count = f"{hand.fingers} fingers p={hand.fingers_p[hand.fingers]:.2f}" if one.clear else "fingers not countable"
        who = max((p for _, p in hand.seat_posterior), default=0.0)
        words.append(
            f"hand {number}: {count}, lowest {hand.lowest_mm:.1f} mm, azimuth {hand.azimuth_deg:.0f}, seat p={who:.2f}"
            + (", released" if one.released else "")
        )
    twice = [seat for seat, times in Counter(hand.seat for hand in hands).items() if seat is not None and times > 1]
    words += [f"two hands of seat {seat + 1}" for seat in twice]
    return "; ".join(words)

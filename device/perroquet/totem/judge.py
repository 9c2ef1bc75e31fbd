"""One window in, one grab out: who touched when, with how many fingers, how low, and how sure all that is."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

import numpy as np

from perroquet.kernel.readings import SETTLE, ArmLikelihood, Grab, Hand, Window
from perroquet.kernel.units import (
    NS_PER_MS,
    Degrees,
    Fingers,
    HostNs,
    Micros,
    Millimetres,
    Millis,
    Probability,
    Seat,
)
from perroquet.totem.evidence import told
from perroquet.totem.forces import Forces, forces_of
from perroquet.totem.hands import SURELY, Held, held_in
from perroquet.totem.touch import Array
from perroquet.totem.view import view_of
from perroquet.totem.who import Felt, Naming, best_azimuth, by_forces, names, pooled

_PUSH_OF_A_BRUSH_N: Final = 0.3
_LEAST_FELT_N: Final = 0.4
_SKIN: Final = 0.5
"""Fingertips below which lines show no bare finger: with a force, it is a glove or a sleeve."""
_NOTHING_KNOWN: Final = tuple(Probability(1 / 6) for _ in range(6))
_KNOCK_LEAVES_N: Final = 0.35
"""A forearm in its sleeve is gone before the window ends, and leaves no more on any support than this."""
_DECIDE_AT: Final = Probability(0.9)
_NO_HEIGHT: Final = Millimetres(0.0)
_PARTS_MS: Final = 20.0
"""A hand that touches needs longer than this until it has pulled the totem out."""
_PARTING_US: Final = 1_600
"""The totem tilts out, and its lines open one after the other: some do before a quarter of them are, which is when it
is said to part, and a level frame spans two scans more."""


@dataclass(frozen=True, slots=True, kw_only=True)
class JudgeSettings:
    """What a table may set.

    Attributes:
        decide_at: probability, of the hand and of whose it is together, from which it gets a seat.
        count_settle_ms: fingers are counted this long after first contact, or at separation if that is sooner.
    """

    decide_at: Probability = _DECIDE_AT
    count_settle_ms: Millis = SETTLE


DEFAULTS: Final = JudgeSettings()


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Touch:
    """One hand before anybody is named.

    Attributes:
        first_ms: first contact, from the window's.
        push_n: how hard it pushed as it landed.
        azimuths: (72,) how likely each azimuth is its player's.
        held: as the lines felt it; None = a glove, a sleeve or bare wood, which the supports alone tell of.
    """

    first_ms: float
    push_n: float
    azimuths: Array
    held: Held | None

    @property
    def there(self) -> float:
        """Probability that there is such a hand."""
        return 1.0 if self.held is None else self.held.there


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
    ruling_us = ruling_of(window, settings.count_settle_ms)
    forces, view = forces_of(window, ruling_us), view_of(window, ruling_us)
    faint = view is None or view.most < _SKIN
    gloved = _gloved(forces) if faint else ()
    held = held_in(view) if view is not None and not gloved else []
    if gloved and window.lift_us is None and forces.left() < _KNOCK_LEAVES_N:
        gloved = ()
    before = _unfelt_before(window, forces, held) if held else None
    unfelt = () if before is None else (_felt_only(forces, before),)
    touches = gloved or (*unfelt, *(_touch(one, held, forces) for one in held))
    felt = [Felt(azimuths=touch.azimuths, there=touch.there) for touch in touches]
    hands = tuple(
        _felt_hand(touch, naming) if touch.held is None else _hand(touch, touch.held, naming, window, held, settings)
        for touch, naming in zip(touches, names(felt, seats, prior, arms), strict=True)
    )
    return Grab(
        grab=window.contact.grab,
        epoch=window.contact.epoch,
        at=HostNs(window.contact.at + (hands[0].first_us * NS_PER_MS // 1000 if hands else 0)),
        hands=hands,
        gap_us=Micros(hands[1].first_us - hands[0].first_us) if len(hands) > 1 else None,
        lift_us=window.lift_us,
        fall_us=window.fall_us,
        evidence=told(window, hands, held, forces),
    )


def ruling_of(window: Window, settle: Millis = SETTLE) -> int:
    """Return the ruling instant, microseconds from the first contact: settled, or before lines open at separation."""
    return settle * 1000 if window.lift_us is None else min(settle * 1000, window.lift_us - _PARTING_US)


def _unfelt_before(window: Window, forces: Forces, held: list[Held]) -> float | None:
    """Return since when, ms, a hand that no line felt was on the totem before those that were felt; None = none was.

    Whatever is told of it is said by the supports: it wears a glove or a sleeve.
    """
    if window.onsets and min(at for _, at in window.onsets) > 0:
        return 0.0
    moved_ms = forces.before()
    if moved_ms is not None:
        return moved_ms
    lift_ms = float("inf") if window.lift_us is None else window.lift_us / 1000
    alone = sum(one.there > SURELY for one in held) == 1
    return min(0.0, held[0].first_ms) if alone and lift_ms < _PARTS_MS else None


def _touch(one: Held, held: list[Held], forces: Forces) -> _Touch:
    others = tuple(other.first_ms for other in held if other is not one)
    push = forces.push(one.first_ms, others=others)
    later = min((first for first in others if first > one.first_ms), default=np.inf)
    alone_until = later if all(first > one.first_ms for first in others) else one.first_ms
    found = pooled(by_forces(push, forces.pull(one.first_ms, alone_until)), one.azimuths)
    return _Touch(first_ms=one.first_ms, push_n=push.newtons, azimuths=found, held=one)


def _gloved(forces: Forces) -> tuple[_Touch, ...]:
    """Return the one hand the supports can tell of, or none: a glove, a sleeve, a bare wooden totem."""
    strongest = max(forces.push(0.0).newtons, forces.pull(0.0, np.inf).newtons)
    return (_felt_only(forces, 0.0),) if strongest >= _LEAST_FELT_N else ()


def _felt_only(forces: Forces, at_ms: float) -> _Touch:
    """Return a hand that no line felt, since `at_ms`: the supports alone tell where from."""
    push = forces.push(at_ms)
    found = by_forces(push, forces.pull(at_ms, np.inf))
    return _Touch(first_ms=at_ms, push_n=push.newtons, azimuths=found, held=None)


def _hand(touch: _Touch, one: Held, naming: Naming, window: Window, held: list[Held], settings: JudgeSettings) -> Hand:
    fingers = int(one.fingers_p.argmax())
    taken = window.lift_us is not None or window.fall_us is not None
    gone = one.fingers_p[0] - (1.0 - one.there) > one.there / 2
    gloved = gone and len(held) > 1 and taken and touch.push_n >= _LEAST_FELT_N
    return Hand(
        first_us=Micros(round(one.first_ms * 1000)),
        seat=_decided(naming.best, one.there, settings),
        seat_posterior=naming.posterior,
        fingers=Fingers(fingers),
        fingers_p=_NOTHING_KNOWN if gloved else tuple(Probability(float(p)) for p in one.fingers_p),
        lowest_mm=window.ring_mm[int(one.lowest_p.argmax())],
        lowest_p=tuple(Probability(float(p)) for p in one.lowest_p),
        azimuth_deg=best_azimuth(touch.azimuths),
        brush=fingers == 0 and not taken and touch.push_n < _PUSH_OF_A_BRUSH_N,
        odds=naming.odds,
    )


def _felt_hand(touch: _Touch, naming: Naming) -> Hand:
    """Return a hand that no line felt.

    It gets no seat, however sure: the supports feel the sum of all hands in gloves, and whose it was is asked.
    """
    return Hand(
        first_us=Micros(round(touch.first_ms * 1000)),
        seat=None,
        seat_posterior=naming.posterior,
        fingers=Fingers(0),
        fingers_p=_NOTHING_KNOWN,
        lowest_mm=_NO_HEIGHT,
        azimuth_deg=best_azimuth(touch.azimuths),
        odds=naming.odds,
    )


def _decided(best: tuple[Seat, Probability] | None, there: float, settings: JudgeSettings) -> Seat | None:
    """Return whose hand it is when that, and that it is `there` at all, is sure enough; `best` takes it to be there."""
    return best[0] if best is not None and best[1] * there >= settings.decide_at else None

"""Every number of the second generator, in one frozen table; nothing is ever fitted on it.

It answers one question: how much of what the analysis can do is knowledge of hands, and how much is knowledge of the
first generator? So it was written without a look at the analysis, and takes other laws wherever it can: contacts grow
as a Hertzian contact under a rising load, with viscoelastic creep; hands have joints and a palm; noise is 1/f with
bursts; pulls are of minimum jerk, with tremor. The figures are guesses of their own, not measurements.
"""

import hashlib
from dataclasses import dataclass
from typing import Final

from perroquet.drivers.sim.budget import force_budget
from perroquet.drivers.sim.model import Surroundings
from perroquet.drivers.sim.shape import SHAPE

Range = tuple[float, float]
"""Lowest and highest of a uniform draw."""
Normal = tuple[float, float]
"""Mean and standard deviation."""
Skewed = tuple[float, float, float, float]
"""Median, sigma of the logarithm, lowest and highest of a log-normal draw."""


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondPhysics:
    """Sizes in millimetres, times in milliseconds, forces in newtons, angles in degrees, signals in fingertips.

    Attributes:
        finger_p: chance of 1 to 5 fingers.
        claw_p: chance that a hand comes from above.
        palm_p, pinch_p: of hands from the side: with the palm on the totem; thumb against fingertips (up to 3 fingers).
        overhand_p: of hands from above: fingers laid along the height, the heel of the hand on the highest rings.
        reversed_p: of hands from the side: thumb down, the little finger uppermost.
        ulnar_p: the fingers missing from the hand are those by the thumb, not the little one.
        finger_long: index, middle, ring, little: length, of the middle finger's.
        phalanx_mm: proximal, middle, distal pad of a middle finger.
        pad_share: share of a phalanx that is pressed flat.
        mcp_deg, pip_deg: flexion; a phalanx touches when its joint bends beyond `touch_deg`.
        slant_deg: how much the fingers slope along their way around.
        sweep_ms: between neighbouring fingers when they land one after the other.
        order_p: index first, little finger first, all at once.
        rise_ms: until the load of a contact is whole; area grows with load to the power 2/3.
        creep: share of the area that comes later, at `creep_ms`.
        bounce_p: chance that a fingertip bounces once.
        bandaged_p: chance that one or two fingertips carry a plaster or a holed glove.
        body: how much the whole hand's area weakens all of its signals: earthing in series.
        fringe_mm: spread of the field at a pad's edge.
        leak: crosstalk to the next line; its square to the next but one.
        pink: share of the noise's power that is 1/f.
        burst_p: chance of a burst of interference in each second.
    """

    finger_p: tuple[float, ...] = (0.05, 0.10, 0.22, 0.35, 0.28)
    claw_p: float = 0.45
    palm_p: float = 0.30
    pinch_p: float = 0.45
    overhand_p: float = 0.5
    reversed_p: float = 0.12
    ulnar_p: float = 0.2
    left_handed: float = 0.12

    hand_size: Normal = (0.97, 0.08)
    knuckle_mm: Normal = (19.5, 1.5)
    finger_long: tuple[float, ...] = (0.92, 1.0, 0.94, 0.76)
    phalanx_mm: tuple[float, ...] = (40.0, 24.0, 21.0)
    pad_share: Range = (0.55, 0.85)
    pad_wide_mm: Normal = (12.6, 1.3)
    mcp_deg: Normal = (58.0, 14.0)
    pip_deg: Normal = (64.0, 14.0)
    touch_deg: float = 50.0
    slant_deg: Normal = (7.0, 8.0)
    thumb_mm: Range = (20.0, 32.0)
    thumb_deg: Normal = (62.0, 18.0)
    start_deg: Normal = (-38.0, 14.0)
    palm_mm: tuple[Range, Range] = ((22.0, 45.0), (18.0, 34.0))
    tip_mm: tuple[Range, Range] = ((11.0, 17.0), (9.0, 14.0))
    overhand_mm: Range = (26.0, 48.0)
    fan_deg: Normal = (44.0, 8.0)
    reach_sd_deg: float = 11.0

    order_p: tuple[float, ...] = (0.40, 0.35, 0.25)
    sweep_ms: Range = (1.5, 6.0)
    jitter_ms: float = 2.5
    thumb_late_ms: Normal = (3.0, 6.0)
    phalanx_late_ms: Range = (1.0, 7.0)
    palm_late_ms: Range = (-5.0, 25.0)
    rise_ms: Skewed = (12.0, 0.5, 4.0, 40.0)
    creep: Range = (0.05, 0.25)
    creep_ms: Range = (30.0, 120.0)
    bounce_p: float = 0.12
    release_ms: Range = (4.0, 12.0)
    near: Range = (0.02, 0.08)
    near_mm: Range = (3.0, 8.0)
    touch_mm_per_ms: Range = (0.4, 2.5)
    slowing_mm_per_ms2: float = 0.03

    pad_gain: Range = (0.6, 1.1)
    bandaged_p: float = 0.08
    bandage: Range = (0.2, 0.5)
    glove: float = 0.03
    earth: tuple[float, float] = (3.0, 1.5)
    body: Range = (0.0, 0.3)
    wet_p: float = 0.1
    wet: Range = (1.3, 2.0)
    wet_spread_mm: float = 4.0
    tremor: float = 0.03
    tremor_hz: Range = (8.0, 12.0)
    fringe_mm: float = 2.2

    leak: Range = (0.03, 0.10)
    ring_to_column: float = 0.008
    snr: Range = (13.0, 36.0)
    pink: float = 0.6
    burst_p: float = 0.3
    burst_ms: Range = (3.0, 20.0)
    burst: Range = (0.03, 0.12)
    hum: Range = (0.01, 0.09)
    harmonics: tuple[float, ...] = (0.25, 0.2, 0.08)
    drift_per_s: Range = (0.001, 0.009)

    impact_n: Skewed = (12.0, 0.55, 4.0, 42.0)
    impact_ms: Range = (4.0, 18.0)
    impact_lever_mm: float = 6.0
    rebound: float = 0.25
    second_blow_p: float = 0.4
    away_sd_deg: float = 20.0
    squeeze_nmm: Range = (3.0, 20.0)
    preload_ms: Skewed = (34.0, 0.45, 15.0, 110.0)
    pull_n: Range = (8.0, 45.0)
    pull_ms: Range = (90.0, 300.0)
    rise_deg: Range = (15.0, 70.0)
    pull_sd_deg: float = 12.0
    wander_deg: float = 28.0
    wander_ms: float = 30.0
    misleading: float = 0.1
    brush_ms: Range = (20.0, 75.0)
    brush_gain: float = 0.45

    force_power: Range = (0.92, 1.05)
    force_gain_sd: float = 0.06
    force_noise_n: float = 0.03
    force_step_n: float = 0.02
    force_jump_n: float = 0.08

    around: Surroundings = Surroundings(  # noqa: RUF009 - frozen
        yaw_deg=(0.0, 6.0),
        yaw_knock_p=0.02,
        yaw_knock_deg=(15.0, 40.0),
        fall_ms=(260.0, 460.0),
        landing_g=(0.3, 1.8),
        settling_g=(0.05, 0.4),
        ring_hz=(10.0, 38.0),
        ring_ms=(30.0, 150.0),
        blow_ms=(8.0, 35.0),
        sleeve=(0.0, 0.12),
        bump_g=(0.03, 1.2),
        knock_n=(1.5, 30.0),
        nudge_deg=(0.5, 12.0),
        crooked=(2, 7),
        motion_g=0.003,
        motion_deg_s=0.12,
    )

    def digest(self) -> str:
        """Return the first 12 hex digits of the SHA-256 of the table, and of the totem as built."""
        return hashlib.sha256(repr((self, SHAPE, force_budget())).encode()).hexdigest()[:12]


SECOND: Final = SecondPhysics()

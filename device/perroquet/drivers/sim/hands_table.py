"""Every number the virtual totem draws from or is built with, in one frozen table.

The figures are guesses and public sources, not measurements: nobody has run a real base yet. `PHYSICS.digest()` names
the table in the output of a bench, so that figures of two tables are never compared by accident.
"""

import hashlib
from dataclasses import dataclass
from typing import Final

from perroquet.firmware.hardware import Hardware

Range = tuple[float, float]
"""Lowest and highest of a uniform draw."""
Normal = tuple[float, float]
"""Mean and standard deviation."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Physics:
    """Sizes in millimetres, times in milliseconds, forces in newtons, angles in degrees, signals in fingertips.

    Attributes:
        tip_mm2: contact area that gives a signal of one fingertip (`scale` counts).
        snr: fingertip over noise, per raw scan; drawn once a totem.
        hum: 50 Hz amplitude; `third` is the share of its third harmonic.
        drift_per_s: steepest slow change of one line.
        earth_pf, body_pf: a player's capacitance to earth (log-uniform) and that of the whole grip; in series.
        wet_bridge: factor on the crosstalk of a wet hand.
        near: proximity signal at contact; it halves every `near_mm` of distance at first.
        preload_ms: how long a hand closes before it pulls; from grip-lift studies, shortened for a rush.
        impact_lever_mm: height at which the seat feels a slap; the totem's inertia takes the rest.
        hold_n: vertical pull that separates: weight and magnets, less the soft contacts.
    """

    radius_mm: float = 20.0
    rings: int = 12
    ring_first_mm: float = Hardware.ring_low / 10
    ring_pitch_mm: float = Hardware.ring_pitch / 10
    columns: int = 8

    scale: float = 24.0
    tip_mm2: float = 150.0
    baseline: float = 217.0
    baseline_step: float = 5.0
    open_share: float = 0.4
    snr: Range = (15.0, 40.0)
    hum: Range = (0.01, 0.10)
    third: float = 0.3
    drift_per_s: Range = (0.001, 0.01)
    crosstalk: Range = (0.03, 0.08)

    finger_p: tuple[float, ...] = (0.03, 0.07, 0.20, 0.35, 0.35)
    hand_scale: Range = (0.8, 1.15)
    pitch_mm: Normal = (19.0, 1.2)
    width_mm: Normal = (13.5, 1.2)
    wrap_mm: Range = (30.0, 55.0)
    thumb_wrap_mm: Range = (18.0, 30.0)
    thumb_width: float = 1.15
    finger_gain: Range = (0.6, 1.1)
    side_deg: Normal = (100.0, 11.0)
    thumb_deg: Normal = (69.0, 14.0)
    claw_step_deg: Normal = (58.0, 7.0)
    claw_arc_mm: Range = (9.0, 14.0)
    claw_long_mm: Range = (20.0, 30.0)
    reach_sd_deg: float = 9.0
    pull_sd_deg: float = 15.0
    misleading: float = 0.1
    spread_ms: Range = (6.0, 8.0)
    tau_ms: Range = (2.0, 10.0)
    release_ms: Range = (3.0, 8.0)
    approach_mm_per_ms: Range = (1.0, 4.0)
    near: float = 0.06
    near_mm: float = 4.0
    near_ms: float = 60.0
    earth_pf: Range = (20.0, 2000.0)
    body_pf: float = 15.0
    wet_bridge: float = 2.5
    brush_hold_ms: Range = (25.0, 70.0)
    brush_gain: float = 0.5

    impact_n: Range = (5.0, 40.0)
    impact_ms: Range = (5.0, 15.0)
    impact_lever_mm: float = 6.0
    preload_ms: Range = (20.0, 60.0)
    ramp_n_per_s: Range = (20.0, 200.0)
    pull_rise_deg: Range = (20.0, 60.0)
    pull_most_n: float = 60.0
    hold_n: float = 5.2
    foot_radius_mm: float = 20.0
    weight_n: float = 2.75
    seat_preload_n: float = 8.0
    support_radius_mm: float = 24.0
    support_first_deg: float = 60.0
    force_noise_n: float = 0.03
    force_gain_sd: float = 0.05
    landing_n: float = 6.0
    landing_ms: float = 9.0

    def digest(self) -> str:
        """Return the first 12 hex digits of the table's SHA-256."""
        return hashlib.sha256(repr(self).encode()).hexdigest()[:12]


PHYSICS: Final = Physics()

ADC_TOP: Final = 4095
NEWTONS_PER_CODE: Final = 0.01
"""Force behind one step of a support's ADC: an FSR's conductance grows with force, and the base reads conductance."""


def code_of(newtons: float) -> int:
    """Return the 12 bit ADC code of a force: compression only, and clipped at the top of the range."""
    return max(0, min(ADC_TOP, int(newtons / NEWTONS_PER_CODE)))

"""Every number the virtual totem draws from or is built with, in one frozen table.

The figures are guesses and public sources, not measurements: nobody has run a real base yet. `PHYSICS.digest()` names
the table in the output of a bench, so that figures of two tables are never compared by accident.
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


@dataclass(frozen=True, slots=True, kw_only=True)
class Physics:
    """Sizes in millimetres, times in milliseconds, forces in newtons, angles in degrees, signals in fingertips.

    Attributes:
        snr: fingertip over noise, per raw scan; drawn once a totem.
        hum: 50 Hz amplitude; `third` is the share of its third harmonic.
        drift_per_s: steepest slow change of one line.
        earth_pf, body_pf: a player's capacitance to earth (log-uniform) and that of the whole grip, in series; the base
            itself closes at least `earth_least` of the circuit.
        wet_p, wet: chance and strength of a wet hand, when a script leaves it open.
        wet_bridge: factor on the crosstalk of a wet hand, and `wet_film` what reaches the next line but one.
        glove: share of the signal that passes a glove.
        near: proximity signal at contact; it halves every `near_mm` of distance at first.
        preload_ms: how long a hand closes before it pulls; from grip-lift studies, shortened for a rush.
        impact_lever_mm: height at which the seat feels a slap; the totem's inertia takes the rest.
        claw_p: chance of a claw.
    """

    snr: Range = (15.0, 40.0)
    hum: Range = (0.01, 0.10)
    third: float = 0.3
    drift_per_s: Range = (0.001, 0.01)
    crosstalk: Range = (0.03, 0.08)

    finger_p: tuple[float, ...] = (0.03, 0.07, 0.20, 0.35, 0.35)
    claw_p: float = 0.3
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
    earth_pf: Range = (1.0, 20_000.0)
    earth_least: float = 0.5
    body_pf: float = 15.0
    wet_p: float = 0.1
    wet: Range = (1.3, 2.0)
    wet_bridge: float = 2.5
    wet_film: float = 0.06
    glove: float = 0.03
    brush_hold_ms: Range = (25.0, 70.0)
    brush_gain: float = 0.5

    impact_n: Range = (5.0, 40.0)
    impact_ms: Range = (5.0, 15.0)
    impact_lever_mm: float = 6.0
    preload_ms: Range = (20.0, 60.0)
    ramp_n_per_s: Range = (20.0, 200.0)
    pull_rise_deg: Range = (20.0, 60.0)
    pull_most_n: float = 60.0
    force_noise_n: float = 0.03
    force_gain_sd: float = 0.05

    around: Surroundings = Surroundings(  # noqa: RUF009 - frozen
        yaw_deg=(0.0, 5.0),
        yaw_knock_p=0.02,
        yaw_knock_deg=(20.0, 40.0),
        fall_ms=(260.0, 460.0),
        landing_g=(0.4, 2.0),
        settling_g=(0.05, 0.4),
        ring_hz=(8.0, 40.0),
        ring_ms=(25.0, 120.0),
        blow_ms=(10.0, 30.0),
        sleeve=(0.0, 0.12),
        bump_g=(0.02, 1.5),
        knock_n=(1.0, 25.0),
        nudge_deg=(0.3, 8.0),
        crooked=(2, 7),
        motion_g=0.002,
        motion_deg_s=0.1,
    )

    def digest(self) -> str:
        """Return the first 12 hex digits of the SHA-256 of the table, and of the totem as built."""
        return hashlib.sha256(repr((self, SHAPE, force_budget())).encode()).hexdigest()[:12]


PHYSICS: Final = Physics()

"""The totem and its base as built: what both generators take for given, since it is hardware and not chance."""

from dataclasses import dataclass
from typing import Final

from perroquet.firmware.hardware import Hardware

ADC_TOP: Final = 4095
NEWTONS_PER_CODE: Final = 0.01
"""Force behind one step of a support's ADC: an FSR's conductance grows with force, and the base reads conductance."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """Millimetres, degrees and counts.

    Attributes:
        scale: counts of one fingertip at full contact.
        tip_mm2: contact area that gives them.
        baseline, baseline_step: counts of the lowest ring at rest, and how much more each next line has.
        open_share: what is left of them when the line ends at an open contact.
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
    support_radius_mm: float = 24.0
    support_first_deg: float = Hardware.support_first / 10
    seat_preload_n: float = 8.0

    @property
    def lines(self) -> int:
        """Rings and columns."""
        return self.rings + self.columns

    def ring_mm(self, ring: int) -> float:
        """Return the centre height of a ring."""
        return self.ring_first_mm + self.ring_pitch_mm * ring


SHAPE: Final = Shape()

"""Grabs to learn from, many at once: level frames and the truth behind them.

Half of them follow the table of the virtual totem's first generator, the others vary more in all of it and in more than
it. The second generator's code and numbers are not used here, but whoever wrote this had read them: joints, pinches and
palms are no surprise of its any more. The third generator was written afterwards.
"""

from dataclasses import dataclass

import numpy as np
from numpy.random import Generator
from perroquet.kernel.readings import SETTLE
from perroquet.totem.view import FRAME_MS, Views, views_of
from totem_fit.casts import NEVER_MS, Cast, Luck, Numbers, Reals, cast
from totem_fit.lines import COLUMN_DEG, FRAMES, ON_NONE, Felt, Visit, felt, visit
from totem_fit.pulls import SUPPORT_DEG, borne
from totem_fit.skin import FINGERS, Skin, skin

_LATE_MS = 1e7


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Truth:
    """What hands really did at the ruling instant; all (n, HANDS), by first contact.

    Attributes:
        first_ms: first contact, from the window's; `NEVER_MS` = no such hand.
        fingers: in contact.
        lowest: ring that a hand lies on, or `ON_NONE`.
        azimuth: its player's.
    """

    first_ms: Reals
    fingers: Numbers
    lowest: Numbers
    azimuth: Reals


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Drawn:
    """Grabs as they are seen, and the truth; `usual` = hands as the first generator's table has them."""

    seen: Views
    truth: Truth
    usual: bool


def draw(generator: Generator, many: int, *, wide: bool, rings: bool) -> Drawn:
    """Draw grabs; the same generator gives the same ones."""
    luck = Luck(generator, many, wide=wide, rings=rings)
    who = cast(luck)
    patches = skin(luck, who)
    stay = visit(luck, who)
    lines = felt(luck, who, patches, stay)
    supports = borne(luck, who, patches, stay, lines.t_ms)
    end_ms = np.minimum(generator.normal(0, 0.3, many) + SETTLE, supports.lift_ms)
    t0_ms = lines.t_ms[:, 0]
    valid = np.clip(np.floor((end_ms - 0.01 - t0_ms) / FRAME_MS).astype(int) + 1, 0, FRAMES)
    seen = views_of(
        lines.lines,
        supports.forces,
        valid,
        t0_ms,
        end_ms.astype(np.float32),
        COLUMN_DEG.astype(np.float64),
        np.array(SUPPORT_DEG),
    )
    return Drawn(seen=seen, truth=_truth(who, patches, stay, lines, end_ms), usual=not wide)


def _truth(who: Cast, patches: Skin, stay: Visit, lines: Felt, end_ms: Reals) -> Truth:
    landed = patches.fingers & (patches.on_ms <= end_ms[:, None, None])
    count = sum(((landed & (patches.finger == finger)).any(2) for finger in range(FINGERS)), np.zeros(1, int))
    gone = stay.off_ms <= end_ms[:, None]
    lowest = np.where(landed, lines.lowest, ON_NONE).min(2)
    order = np.argsort(np.where(who.here, who.at_ms, _LATE_MS), 1)
    return Truth(
        first_ms=np.take_along_axis(np.where(who.here, who.at_ms, NEVER_MS), order, 1),
        fingers=np.take_along_axis(np.where(gone, 0, count), order, 1),
        lowest=np.take_along_axis(np.where(gone, ON_NONE, lowest), order, 1),
        azimuth=np.take_along_axis(who.azimuth, order, 1),
    )

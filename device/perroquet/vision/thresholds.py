"""The numbers that decide, in one place. `thresholds.sha256` freezes them: who changes one measures all anew.

They were chosen on drawn tables of the renderers A, B and C (`drivers/sim/renderers`).
"""

import hashlib
import tokenize
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Thresholds:
    """What decides.

    Attributes:
        size_off: share by which the side of a card's square may differ from what its place on the table makes it.
        least_ink: how much darker than paper the darkest print must be to be print.
        likeness: least correlation with the face that is answered.
        margin: least lead of that face over the next.
        alike: correlation under which it must lead by more,
        doubt: and by how much more, over how much less alike it is.
        votes: how many of the last `ballots` sharp looks must agree.
        ballots: how many looks are remembered.
        empty: how many looks in a row without a card, and without a hand, make a place empty.
        dots: least correlation of a card's corners with the dots of the colour that is answered.
        dots_margin: least lead of that colour over the next.
        tint: least colourfulness of a print, in shares of what it is under white light.
        hue_margin: least lead of the nearest colour over the next, degrees of hue.
        colour_votes: least share of the looks that gave a colour which must agree.
        arm_dark: brightness over background, under which a spot is an arm's and no shadow's.
        arm_bright: over which it is.
        arm_chroma: change of colour over brightness, from which a spot is an arm's whatever its brightness.
        arm_hides: share of the cloth's pattern that must be gone where an arm covers it.
        arm_sd: spread of the azimuth an arm comes from about its owner's seat, degrees, at the outer rings.
        arm_lie: evenness kept in every likelihood of arms.
        dark: mean brightness of the table under which nothing is read.
        moved_px: by how much a marker may be off before the camera is taken for moved.
    """

    size_off: float = 0.08
    least_ink: float = 0.12
    likeness: float = 0.62
    margin: float = 0.035
    alike: float = 0.78
    doubt: float = 0.72
    votes: int = 3
    ballots: int = 5
    empty: int = 8
    dots: float = 0.6
    dots_margin: float = 0.03
    tint: float = 0.3
    hue_margin: float = 10.0
    colour_votes: float = 0.7
    arm_dark: float = 0.5
    arm_bright: float = 1.15
    arm_chroma: float = 0.06
    arm_hides: float = 0.7
    arm_sd: float = 10.0
    arm_lie: float = 0.04
    dark: float = 24.0
    moved_px: float = 4.0


THRESHOLDS: Final = Thresholds()

_READING: Final = ("arms", "book", "colours", "find", "ink", "polar", "reader", "seats", "tracker", "watch")
"""The modules that read: every number written in them is frozen too."""


def digest(thresholds: Thresholds) -> str:
    """Return the hash that `thresholds.sha256` holds."""
    told = ";".join(f"{name}={value!r}" for name, value in sorted(asdict(thresholds).items()))
    written = (" ".join((module, *_numbers(Path(__file__).with_name(f"{module}.py")))) for module in _READING)
    return hashlib.sha256("\n".join((told, *written)).encode()).hexdigest()[:16]


def _numbers(file: Path) -> Iterator[str]:
    with file.open("rb") as source:
        yield from (token.string for token in tokenize.tokenize(source.readline) if token.type == tokenize.NUMBER)

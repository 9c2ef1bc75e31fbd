"""What each scene of the jungle is made of, as one table: its bed, and how often and how loud each voice is.

No parrot is among them: in the variant of the undercover agent a parrot in the jungle is the signal.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final

from perroquet.kernel.luck import Luck
from perroquet.kernel.sounds import Scene


@dataclass(frozen=True, slots=True, kw_only=True)
class Layer:
    """One voice of `wildlife` in a scene.

    Attributes:
        per_minute: mean events a minute.
        near: loudness of the nearest one in its loudest 400 ms, in LU over the ambience's -30 LUFS.
    """

    per_minute: float
    near: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Bed:
    """What goes on without end: gains of river, leaves and rain, and how many insects sing at `insect_gain`.

    Attributes:
        level: brings the bed to its place under -30 LUFS; measured, see `tests/audio/test_jungle.py`.
    """

    river: float
    leaves: float
    rain: float
    insects: int
    insect_gain: float
    level: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Make:
    """One scene."""

    bed: Bed
    layers: Mapping[str, Layer]


def _layers(**layers: tuple[float, float]) -> Mapping[str, Layer]:
    return MappingProxyType(
        {name: Layer(per_minute=per_minute, near=near) for name, (per_minute, near) in layers.items()}
    )


SCENES: Final[Mapping[Scene, Make]] = MappingProxyType(
    {
        Scene.RIVER: Make(
            bed=Bed(river=0.8, leaves=0.35, rain=0.0, insects=5, insect_gain=0.24, level=0.072),
            layers=_layers(
                bird=(11.0, 3.5),
                drip=(10.0, 0.5),
                frog=(3.0, 2.5),
                rustle=(3.0, 0.5),
                whistle=(2.5, 2.5),
                piha=(1.6, 4.5),
                toucan=(1.6, 3.5),
                chatter=(1.2, 2.5),
                woodpecker=(1.0, 2.5),
                splash=(1.0, 2.5),
                howler=(0.7, 3.5),
                fly=(0.7, 1.5),
                cicada=(0.7, 1.5),
            ),
        ),
        Scene.STORM: Make(
            bed=Bed(river=0.5, leaves=0.5, rain=0.7, insects=1, insect_gain=0.12, level=0.032),
            layers=_layers(
                drip=(24.0, 1.5),
                thunder=(2.2, 5.0),
                bird=(3.0, 1.5),
                frog=(5.0, 2.5),
                tree_frog=(3.0, 1.5),
                rustle=(4.0, 1.5),
                howler=(1.0, 2.5),
                whistle=(1.0, 1.5),
                splash=(1.5, 2.5),
            ),
        ),
        Scene.NIGHT: Make(
            bed=Bed(river=0.4, leaves=0.2, rain=0.0, insects=8, insect_gain=0.3, level=0.097),
            layers=_layers(
                frog=(9.0, 0.5),
                tree_frog=(8.0, -0.5),
                owl=(2.5, 1.5),
                drip=(8.0, -1.5),
                rustle=(4.0, -1.5),
                whistle=(1.5, -0.5),
                splash=(1.2, 0.5),
                fly=(1.5, -0.5),
                cicada=(2.0, -0.5),
                howler=(0.5, 0.5),
            ),
        ),
    }
)


def scene_of(luck: Luck, wanted: Scene | None) -> Make:
    """Return the scene that was asked for, or the one this luck draws."""
    return SCENES[wanted or luck.stream("scene").choice(list(SCENES))]

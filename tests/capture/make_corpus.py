"""Make the regression corpus: `python -m tests.capture.make_corpus`. Same seeds, same bytes.

Each file is one grab of the virtual totem (first generator), with its truth; the seed of `<kind>-<n>` is its name. The
files are kept in the repository so that an analysis that changes meets the same grabs, and a generator that changes
does not make it look better or worse.
"""

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from perroquet.capture import packed, text_of
from perroquet.drivers.sim.acts import (
    BadSupply,
    Bump,
    DeadLine,
    Disturbance,
    DriftingForce,
    Knock,
    StuckLine,
    VirtualHand,
)
from perroquet.kernel.units import Degrees, Seat

from tests.capture.scenes import SCAN_US, azimuths, capture_of

CORPUS: Final = Path(__file__).with_name("corpus")

Seats = tuple[tuple[Seat, Degrees], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Scene:
    hands: Sequence[VirtualHand] = ()
    acts: Sequence[Disturbance] = field(default=())
    scan_us: int = SCAN_US


Make = Callable[[random.Random, Seats], Scene]


def _one(luck: random.Random, seats: Seats) -> Scene:
    return Scene(
        hands=[
            VirtualHand(
                azimuth=luck.choice(seats)[1],
                at_ms=20.0,
                fingers=luck.choice((2, 3, 4, 5)),
                top_mm=luck.uniform(70, 130),
            )
        ]
    )


def _claw(luck: random.Random, seats: Seats) -> Scene:
    hand = VirtualHand(
        azimuth=luck.choice(seats)[1],
        at_ms=20.0,
        fingers=luck.choice((3, 4, 5)),
        top_mm=luck.uniform(120, 136),
        grip="claw",
    )
    return Scene(hands=[hand])


def _two(luck: random.Random, seats: Seats, *, fingers: tuple[int, int], late_ms: float, pull: bool = True) -> Scene:
    """Return two hands, one above the other with a ring between, either of them first."""
    below, above = luck.sample(seats, 2)
    heights = (21.0 * max(1, fingers[0] - 2) + 12.0, 136.0)
    times = (20.0, 20.0 + late_ms) if luck.random() < 0.5 else (20.0 + late_ms, 20.0)
    return Scene(
        hands=[
            VirtualHand(azimuth=seat[1], at_ms=at_ms, fingers=count, top_mm=top_mm, pull=pull)
            for seat, at_ms, count, top_mm in zip((below, above), times, fingers, heights, strict=True)
        ]
    )


def _fingers(luck: random.Random, seats: Seats) -> Scene:
    return _two(
        luck, seats, fingers=luck.choice(((4, 2), (2, 4), (3, 2), (4, 3), (5, 3), (2, 3))), late_ms=luck.uniform(3, 35)
    )


def _lower(luck: random.Random, seats: Seats) -> Scene:
    count = luck.choice((2, 3, 4))
    return _two(luck, seats, fingers=(count, count), late_ms=luck.uniform(3, 35))


def _first(luck: random.Random, seats: Seats) -> Scene:
    return _two(luck, seats, fingers=(3, 4), late_ms=luck.uniform(60, 110), pull=False)


def _mingled(luck: random.Random, seats: Seats) -> Scene:
    one, two = luck.sample(seats, 2)
    return Scene(
        hands=[
            VirtualHand(azimuth=one[1], at_ms=20.0, fingers=3, top_mm=80.0, pull=False),
            VirtualHand(azimuth=two[1], at_ms=luck.uniform(26, 45), fingers=3, top_mm=92.0, pull=False),
        ]
    )


def _brush(luck: random.Random, seats: Seats) -> Scene:
    hand = VirtualHand(azimuth=luck.choice(seats)[1], at_ms=20.0, fingers=2, top_mm=luck.uniform(60, 120), brush=True)
    return Scene(hands=[hand])


def _glove(luck: random.Random, seats: Seats) -> Scene:
    hand = VirtualHand(azimuth=luck.choice(seats)[1], at_ms=20.0, fingers=4, top_mm=100.0, gloved=True)
    return Scene(hands=[hand])


def _wet(luck: random.Random, seats: Seats) -> Scene:
    hand = VirtualHand(azimuth=luck.choice(seats)[1], at_ms=20.0, fingers=3, top_mm=100.0, wet=luck.uniform(1.3, 2.0))
    return Scene(hands=[hand])


def _fall(luck: random.Random, seats: Seats) -> Scene:
    hand = VirtualHand(azimuth=luck.choice(seats)[1], at_ms=20.0, fingers=3, top_mm=120.0, drop_ms=luck.uniform(10, 60))
    return Scene(hands=[hand])


def _bump(luck: random.Random, _seats: Seats) -> Scene:
    return Scene(acts=[Bump(at_ms=20.0, g=luck.uniform(0.1, 0.6))])


def _knock(luck: random.Random, seats: Seats) -> Scene:
    return Scene(acts=[Knock(at_ms=20.0, azimuth=luck.choice(seats)[1], newtons=luck.uniform(5, 20))])


def _hum(luck: random.Random, seats: Seats) -> Scene:
    return Scene(hands=_fingers(luck, seats).hands, acts=[BadSupply(hum=0.5, at_ms=-500.0)])


def _dead(luck: random.Random, seats: Seats) -> Scene:
    return Scene(hands=_fingers(luck, seats).hands, acts=[DeadLine(line=luck.randrange(20), at_ms=-500.0)])


def _stuck(luck: random.Random, seats: Seats) -> Scene:
    return Scene(hands=_fingers(luck, seats).hands, acts=[StuckLine(line=luck.randrange(20), at_ms=-10.0)])


def _drift(luck: random.Random, seats: Seats) -> Scene:
    return Scene(hands=_fingers(luck, seats).hands, acts=[DriftingForce(support=luck.randrange(3), at_ms=-10_000.0)])


def _slow(luck: random.Random, seats: Seats) -> Scene:
    return Scene(hands=_fingers(luck, seats).hands, scan_us=800)


KINDS: Final[dict[str, tuple[int, Make]]] = {
    "one": (4, _one),
    "claw": (3, _claw),
    "fingers": (6, _fingers),
    "lower": (4, _lower),
    "first": (4, _first),
    "mingled": (2, _mingled),
    "brush": (2, _brush),
    "glove": (2, _glove),
    "wet": (2, _wet),
    "fall": (2, _fall),
    "bump": (2, _bump),
    "knock": (2, _knock),
    "hum": (2, _hum),
    "dead": (2, _dead),
    "stuck": (2, _stuck),
    "drift": (1, _drift),
    "slow": (2, _slow),
}
"""Kind -> how many, and how one is made."""


def corpus() -> dict[str, bytes]:
    """Return the bytes of every file, by name."""
    files: dict[str, bytes] = {}
    for kind, (many, make) in KINDS.items():
        for number in range(many):
            name = f"{kind}-{number}"
            luck = random.Random(name)
            seats = azimuths(luck.choice((3, 4, 5)), turned=luck.uniform(0, 360))
            scene = make(luck, seats)
            capture = capture_of(name, scene.hands, seats, acts=scene.acts, scan_us=scene.scan_us)
            files[f"{name}.csv.gz"] = packed(text_of(capture))
    return files


def main() -> None:
    CORPUS.mkdir(exist_ok=True)
    for old in CORPUS.glob("*.csv.gz"):
        old.unlink()
    for name, data in corpus().items():
        (CORPUS / name).write_bytes(data)


if __name__ == "__main__":
    main()

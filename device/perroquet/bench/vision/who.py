"""Who grabbed: told by the base alone, by the camera alone, and by both.

The window of the base and the pictures of the camera are of the same grab. Pictures come at their own pace: some show a
hand on its way, some one on the totem, some one that has left with it. Half of the grabs of one hand have a rival's arm
on its way too, which never touches.
"""

import contextlib
import random
from collections import defaultdict
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Final

import numpy as np

from perroquet.bench.vision import scenes
from perroquet.bench.vision.scenes import Reach
from perroquet.bench.vision.table import BASE, BOTH, CAMERA, DUELLIST, ONE, OUTSIDER, TABLES, TWO
from perroquet.drivers.sim.model import Model
from perroquet.drivers.sim.scenes import NobodyFelt, rush
from perroquet.kernel.readings import ArmLikelihood, Window
from perroquet.kernel.units import NS_PER_MS, Degrees, HostNs, Probability, Seat
from perroquet.ports.camera import Frame
from perroquet.table.ears import reaching
from perroquet.totem import judge
from perroquet.totem.judge import DEFAULTS
from perroquet.vision.arms import ArmWatch, likelihood
from perroquet.vision.scene import Renderer, Scene

_BETWEEN_MS: Final = 66.7
"""Pictures are read fifteen times a second."""
_AROUND: Final = range(-2, 3)
_SPEEDS: Final = (0.8, 2.0)
_RIVALS: Final = 0.5
_RIVAL_MS: Final = (20.0, 150.0)
_OUTSIDERS: Final = 0.1
_TOGETHER_MS: Final = 40.0

Named = tuple[Seat | None, ...]
"""Whose each hand is; None = not sure."""

Mark = Callable[[str, bool], None]


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Lit:
    """The same lamp and camera for a few grabs."""

    renderer: Renderer
    rest: Scene
    quiet: Frame

    def arms(self, seats: Mapping[Seat, Degrees], reaches: list[Reach], ms: float, at: HostNs) -> ArmLikelihood | None:
        """Take a picture `ms` after a first contact, which is `at`, and tell whose arms it shows."""
        watch = ArmWatch(self.rest.camera.sight)
        watch.look(self.quiet)
        arms = tuple(reach.at(ms) for reach in reaches)
        frame = self.renderer.render(replace(self.rest, arms=arms, moment=1, at=HostNs(at + round(ms * NS_PER_MS))))
        return likelihood(watch.look(frame), seats, frame.at)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class _Grabbed:
    """One grab at one table, and what was seen of it."""

    seats: Mapping[Seat, Degrees]
    window: Window
    arms: ArmLikelihood | None

    def judged(self, prior: Mapping[Seat, Probability]) -> Mapping[str, Named]:
        """Return whom each way names: the base without the camera, and with it."""
        ways = ((BASE, None), (BOTH, self.arms))
        return {
            way: tuple(hand.seat for hand in judge(self.window, self.seats, prior, arms).hands) for way, arms in ways
        }

    def seen(self) -> Named:
        """Return whom the camera names by itself."""
        return tuple(seat for seat, share in by_seat(self.arms).items() if share >= DEFAULTS.decide_at) or (None,)


def by_seat(seen: ArmLikelihood | None) -> Mapping[Seat, float]:
    """Return how likely one of the arms that were seen, no matter which, is each seat's; empty = none was seen."""
    if seen is None:
        return {}
    shares = defaultdict[Seat, float](float)
    for arm in seen.arms:
        for seat, share in arm:
            shares[seat] += share / len(seen.arms)
    return shares


def who_grabbed(rng: np.random.Generator, renderer: Renderer, model: Model, mark: Mark) -> None:
    """Play one grab of one hand and one of two, at a table of each size, under one lamp."""
    rest = scenes.cleared(scenes.evening(rng))
    lit = _Lit(renderer=renderer, rest=rest, quiet=renderer.render(rest))
    for count in TABLES:
        seats = scenes.around(rng, count)
        luck = random.Random(int(rng.integers(1 << 30)))
        for hands in (1, 2):
            whose = [Seat(seat) for seat in luck.sample(range(count), 2)]
            with contextlib.suppress(NobodyFelt):
                grabbed = _grabbed(rng, luck, lit, model, seats, whose, hands)
                if hands == 1:
                    _one(mark, grabbed, whose[0], luck)
                else:
                    _two(mark, grabbed, whose)


def _grabbed(
    rng: np.random.Generator,
    luck: random.Random,
    lit: _Lit,
    model: Model,
    seats: Mapping[Seat, Degrees],
    whose: list[Seat],
    hands: int,
) -> _Grabbed:
    late = [0.0, luck.uniform(0, _TOGETHER_MS)][:hands]
    window = rush(luck.randrange(1 << 30), [seats[seat] for seat in whose[:hands]], gaps_ms=late, model=model).window
    if hands == 1 and luck.random() < _RIVALS:
        late.append(luck.uniform(*_RIVAL_MS))
    lift_ms = None if window.lift_us is None else window.lift_us / 1000
    reaches = [
        Reach(
            arm=scenes.grasping(rng, seat, seats[seat]),
            touches_ms=touches_ms,
            lift_ms=lift_ms,
            speed=luck.uniform(*_SPEEDS),
        )
        for seat, touches_ms in zip(whose, late, strict=False)
    ]
    at = window.contact.at
    phase = luck.uniform(0, _BETWEEN_MS)
    nearest_first = sorted((phase + number * _BETWEEN_MS for number in _AROUND), key=abs)
    shown = (lit.arms(seats, reaches, ms, at) for ms in nearest_first)
    some = next((arms for arms in shown if arms is not None), None)
    return _Grabbed(seats=seats, window=window, arms=None if some is None else reaching([some], at))


def _one(mark: Mark, grabbed: _Grabbed, mine: Seat, luck: random.Random) -> None:
    """Name one hand: not knowing who may grab, then in a duel, in which an outsider grabs at times."""
    count = len(grabbed.seats)
    for way, named in (*grabbed.judged({}).items(), (CAMERA, grabbed.seen())):
        _mark(mark, f"who {count} {ONE} {way}", {mine}, named)
    others = [seat for seat in grabbed.seats if seat != mine]
    legal = luck.random() >= _OUTSIDERS
    entitled = [mine, luck.choice(others)] if legal else luck.sample(others, 2)
    for way, named in grabbed.judged(dict.fromkeys(entitled, Probability(0.5))).items():
        _mark(mark, f"who {count} {DUELLIST if legal else OUTSIDER} {way}", {mine}, named)


def _two(mark: Mark, grabbed: _Grabbed, whose: list[Seat]) -> None:
    """Name two hands that came together; the camera alone cannot tell which was first."""
    for way, named in grabbed.judged({}).items():
        _mark(mark, f"who {len(grabbed.seats)} {TWO} {way}", set(whose), named)


def _mark(mark: Mark, row: str, whose: set[Seat], named: Named) -> None:
    asked = None in named or len(named) != len(whose)
    mark(f"{row} asked", asked)
    if not asked:
        mark(f"{row} wrong", set(named) != whose)

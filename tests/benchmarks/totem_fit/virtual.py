"""Grabs of the virtual totem's first generator, with the truth: never learnt from, they set how sharp answers are."""

import random
from collections.abc import Iterator
from typing import Final

import numpy as np
from numpy.typing import NDArray
from perroquet.drivers.sim.scenes import NobodyFelt, Scene, mingled, rush, single, stacked
from perroquet.totem.judge import ruling_of
from perroquet.totem.network import HANDS
from perroquet.totem.view import view_of
from totem_fit.casts import NEVER_MS
from totem_fit.drawing import Drawn, Truth
from totem_fit.lessons import answers
from totem_fit.lines import ON_NONE

HELD_OUT: Final = range(10_000_000, 10_003_000)
KINDS: Final = ("single",) * 7 + ("stacked",) * 3 + ("mingled",) * 4 + ("two",) * 5 + ("three",)

Floats = NDArray[np.float32]


def held_out() -> tuple[Floats, Floats]:
    """Return what the wide network sees of grabs played on the virtual totem, and what it should say."""
    lessons = [(each.seen.whole(), answers(each)) for each in _played()]
    seen, wanted = (np.concatenate(part) for part in zip(*lessons, strict=True))
    return seen, wanted


def _played() -> Iterator[Drawn]:
    for seed in HELD_OUT:
        try:
            scene = _scene(seed)
        except NobodyFelt:
            continue
        seen = view_of(scene.window, ruling_of(scene.window))
        if seen is not None:
            yield Drawn(seen=seen, truth=_truth(scene), usual=True)


def _truth(scene: Scene) -> Truth:
    first_ms = np.full((1, HANDS), NEVER_MS)
    fingers, lowest = np.zeros((1, HANDS), int), np.full((1, HANDS), ON_NONE)
    azimuth = np.zeros((1, HANDS))
    for k, hand in enumerate(scene.truth[:HANDS]):
        first_ms[0, k] = (hand.first_us - int(scene.window.contact.first)) / 1000
        fingers[0, k] = hand.fingers
        lowest[0, k] = ON_NONE if hand.lowest_ring is None else hand.lowest_ring
        azimuth[0, k] = hand.azimuth
    return Truth(first_ms=first_ms, fingers=fingers, lowest=lowest, azimuth=azimuth)


def _scene(seed: int) -> Scene:
    luck = random.Random(f"lesson/{seed}")
    azimuth = luck.uniform(0, 360)
    match luck.choice(KINDS):
        case "single":
            return single(seed)
        case "stacked":
            return stacked(seed)
        case "mingled":
            return mingled(seed)
        case "two":
            gap = luck.uniform(0, 45) if luck.random() < 0.75 else luck.uniform(45, 140)
            return rush(seed, (azimuth, azimuth + luck.uniform(25, 335)), gaps_ms=(0.0, gap))
        case _:
            return rush(seed, (azimuth, azimuth + luck.uniform(30, 120), azimuth + luck.uniform(150, 330)))

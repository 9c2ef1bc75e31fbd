"""Windows of the virtual totem's first generator, with the truth. The second generator is never learnt from."""

import random

from perroquet.drivers.sim.scenes import NobodyFelt, Scene, mingled, rush, single, stacked
from perroquet.totem.judge import ruling_of
from totem_fit.lessons import LEAST_FRAMES, LEAST_SEEN_MS, Lesson, Truth

KINDS = ("single",) * 7 + ("stacked",) * 3 + ("mingled",) * 4 + ("two",) * 5 + ("three",)
FINGER_P = (0.06, 0.10, 0.20, 0.32, 0.32)


def played(seed: int) -> Lesson | None:
    """Play one grab; None when nobody was felt in time."""
    try:
        scene = _scene(seed)
    except NobodyFelt:
        return None
    window = scene.window
    first = int(window.contact.first)
    end_ms = ruling_of(window) / 1000
    hands = tuple(
        Truth(
            azimuth=hand.azimuth, first_ms=(hand.first_us - first) / 1000, fingers=hand.fingers, lowest=hand.lowest_ring
        )
        for hand in scene.truth
    )
    seen = tuple(hand for hand in hands if hand.first_ms < end_ms - LEAST_SEEN_MS)
    return Lesson(window=window, hands=seen) if seen and len(window.t_us) >= LEAST_FRAMES else None


def _scene(seed: int) -> Scene:
    luck = random.Random(f"lesson/{seed}")
    azimuth = luck.uniform(0, 360)
    match luck.choice(KINDS):
        case "single":
            return single(seed, FINGER_P)
        case "stacked":
            return stacked(seed, FINGER_P)
        case "mingled":
            return mingled(seed, FINGER_P)
        case "two":
            gap = luck.uniform(0, 45) if luck.random() < 0.75 else luck.uniform(45, 140)
            return rush(seed, (azimuth, azimuth + luck.uniform(25, 335)), gaps_ms=(0.0, gap))
        case _:
            return rush(seed, (azimuth, azimuth + luck.uniform(30, 120), azimuth + luck.uniform(150, 330)))

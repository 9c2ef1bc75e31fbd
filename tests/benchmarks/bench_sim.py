"""Measure the virtual totem: how fast both generators are, and nights of knocks through the firmware; simulated."""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterable

from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import Model
from perroquet.drivers.sim.night import spend_night
from perroquet.drivers.sim.rounds import play_rounds
from perroquet.drivers.sim.scenes import SCENES, hand_from
from perroquet.drivers.sim.second_model import SECOND_MODEL
from perroquet.drivers.sim.third_model import THIRD_MODEL

MODELS = (FIRST_MODEL, SECOND_MODEL, THIRD_MODEL)
APPROACH_MS = 120.0


def cost(work: Callable[[], object]) -> float:
    """Return the processor seconds `work` takes."""
    start = time.process_time()
    work()
    return time.process_time() - start


def direct(model: Model, n: int) -> Iterable[str]:
    """Yield how many windows, and whole recordings, a core makes in a second."""
    for name, scene in SCENES.items():
        seconds = cost(lambda scene=scene: [scene(seed, model=model) for seed in range(n)])
        yield f"{model.name} generator, {name} windows made directly: {n / seconds:.0f} a second, n={n}"
    seconds = cost(lambda: [SCENES["stacked"](seed, model=model).recording() for seed in range(n)])
    yield f"{model.name} generator, stacked windows and recordings: {n / seconds:.0f} a second, n={n}"


def through(model: Model, n: int) -> str:
    """Return how many grabs of two hands go through firmware and link in a second, put back between them."""
    luck = random.Random("through")
    grabs = [
        [
            hand_from(luck, luck.uniform(0, 360), APPROACH_MS, model=model),
            hand_from(luck, luck.uniform(0, 360), APPROACH_MS + luck.uniform(0, 40), model=model),
        ]
        for _ in range(n)
    ]
    seconds = cost(lambda: play_rounds(grabs, "through", model=model))
    return f"{model.name} generator, grabs through firmware and link: {n / seconds:.1f} a second, n={n}"


def main() -> None:
    """Print every figure."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--grabs", type=int, default=300, help="grabs a row")
    options.add_argument("--hours", type=float, default=0.2, help="hours of knocks, each generator")
    options.add_argument("--attentive", type=float, default=0.01, help="hours in which every scan is decoded")
    chosen = options.parse_args()
    for model in MODELS:
        sys.stdout.write(f"{model.name} generator, table {model.digest}: simulated figures\n")
        for line in direct(model, chosen.grabs):
            sys.stdout.write(line + "\n")
        sys.stdout.write(through(model, max(10, chosen.grabs // 10)) + "\n")
        sys.stdout.write(f"{model.name} generator, knocks: {spend_night('bench', chosen.hours, model)}\n")
        noisy = spend_night("bench", chosen.attentive, model, attentive=True)
        sys.stdout.write(f"{model.name} generator, knocks, every scan decoded: {noisy}\n")


if __name__ == "__main__":
    main()

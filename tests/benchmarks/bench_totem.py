"""Measure the analysis on the virtual totem, fixed seeds; simulated figures, nobody has measured a real base yet."""

import argparse
import math
import statistics
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass

from perroquet.drivers.sim.hands_table import PHYSICS
from perroquet.drivers.sim.scenes import Scene, duel, mingled, single, stacked
from perroquet.kernel.readings import Grab
from perroquet.kernel.units import Degrees, Seat
from perroquet.totem import judge

FIRST_SEED = 50_000
"""Neither the tests' seeds nor those the weights were fitted on."""
TABLES = (4, 6, 8)


@dataclass(frozen=True, slots=True, kw_only=True)
class Judged:
    """A scene, what the analysis made of it, and how long it took."""

    scene: Scene
    grab: Grab
    ms: float
    seat_of: tuple[Seat, ...]

    @property
    def found(self) -> bool:
        """As many hands as there were."""
        return len(self.grab.hands) == len(self.scene.hands)


def judged(scenes: Iterable[Scene], seats: int) -> list[Judged]:
    """Judge each scene at a table of evenly spaced seats, turned so that the first hand comes from seat 1."""
    rows: list[Judged] = []
    for scene in scenes:
        step = 360 / seats
        places = [round((hand.azimuth - scene.hands[0].azimuth) / step) % seats for hand in scene.hands]
        table = {Seat(k): Degrees((scene.hands[0].azimuth + k * step) % 360) for k in range(seats)}
        for place, hand in zip(places, scene.hands, strict=True):
            table[Seat(place)] = hand.azimuth
        start = time.process_time()
        grab = judge(scene.window, table, {}, None)
        ms = 1000 * (time.process_time() - start)
        rows.append(Judged(scene=scene, grab=grab, ms=ms, seat_of=tuple(Seat(place) for place in places)))
    return rows


def share(right: Iterable[bool]) -> str:
    """Return a percentage with its 95 % bounds (Wilson) and n."""
    marks = list(right)
    n = len(marks)
    if not n:
        return "none (n=0)"
    p, z = sum(marks) / n, 1.96
    middle = (p + z * z / (2 * n)) / (1 + z * z / n)
    half = z * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n)) / (1 + z * z / n)
    return f"{100 * p:5.1f} % [{100 * (middle - half):.1f}, {100 * (middle + half):.1f}] n={n}"


def spread(values: Iterable[float], unit: str) -> str:
    """Return median, 95th and 99th percentile of sizes."""
    sizes = sorted(abs(value) for value in values)
    if not sizes:
        return "none (n=0)"
    at = [sizes[min(len(sizes) - 1, int(q * len(sizes)))] for q in (0.5, 0.95, 0.99)]
    return f"median {at[0]:.2f}, p95 {at[1]:.2f}, p99 {at[2]:.2f} {unit} n={len(sizes)}"


def report(name: str, rows: list[Judged]) -> list[str]:
    """Return one block of figures."""
    sure = 0.9
    found = [row for row in rows if row.found]
    hands = [(hand, truth) for row in found for hand, truth in zip(row.grab.hands, row.scene.fingers, strict=True)]
    claimed = [(hand, truth) for hand, truth in hands if max(hand.fingers_p) >= sure]
    named = [(hand.seat, seat) for row in found for hand, seat in zip(row.grab.hands, row.seat_of, strict=True)]
    figures = [
        ("as many hands as there were", share(row.found for row in rows)),
        ("a hand that was not there", share(len(row.grab.hands) > len(row.scene.hands) for row in rows)),
        ("fingers exact", share(hand.fingers == truth for hand, truth in hands)),
        ("fingers within one", share(abs(hand.fingers - truth) <= 1 for hand, truth in hands)),
        ("fingers claimed, p >= 0.9", share(max(hand.fingers_p) >= sure for hand, _ in hands)),
        ("exact where claimed", share(hand.fingers == truth for hand, truth in claimed)),
        ("probability given, mean", f"{100 * statistics.fmean([max(h.fingers_p) for h, _ in hands] or [0.0]):5.1f} %"),
        ("seat named", share(seat is not None for seat, _ in named)),
        ("right where named", share(seat == truth for seat, truth in named if seat is not None)),
    ]
    pairs = [row for row in found if len(row.scene.hands) == 2]
    if pairs:
        figures += _two_hands(pairs)
    figures.append(("processor time to judge", spread((row.ms for row in rows), "ms")))
    return [name, *(f"  {quantity:<28}{value}" for quantity, value in figures)]


def _two_hands(rows: list[Judged]) -> list[tuple[str, str]]:
    apart = [row for row in rows if abs(row.scene.gap_ms) >= 5.0]
    uneven = [row for row in rows if len(set(row.scene.fingers)) == 2]
    return [
        ("gap error", spread(((row.grab.gap_us or 0) / 1000 - row.scene.gap_ms for row in rows), "ms")),
        ("order, 5 ms apart or more", share(_from_first(row) for row in apart)),
        ("more fingers, if not equal", share(_more(row) for row in uneven)),
    ]


def _from_first(row: Judged) -> bool:
    """Return True when the hand called first lies lower or higher as the first one did."""
    truly_lower = row.scene.hands[0].top_mm < row.scene.hands[1].top_mm
    return (row.grab.hands[0].lowest_mm < row.grab.hands[1].lowest_mm) == truly_lower


def _more(row: Judged) -> bool:
    """Return True when the hand with more fingers is more likely than not the one that had them."""
    first, second = (hand.fingers_p for hand in row.grab.hands)
    ahead = sum(first[i] * second[j] for i in range(6) for j in range(i))
    behind = sum(first[i] * second[j] for j in range(6) for i in range(j))
    return (ahead > behind) == (row.scene.fingers[0] > row.scene.fingers[1])


def main() -> None:
    """Print every block."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--grabs", type=int, default=300, help="grabs a row")
    n = options.parse_args().grabs
    seeds = range(FIRST_SEED, FIRST_SEED + n)
    lines = [f"virtual totem, physics {PHYSICS.digest()}, seeds {seeds.start}..{seeds.stop - 1}: simulated figures"]
    for seats in TABLES:
        lines += report(f"one hand, {seats} seats", judged((single(seed) for seed in seeds), seats))
    lines += report("two hands apart in height, 4 seats", judged((stacked(seed) for seed in seeds), 4))
    lines += report("two hands mingled, 4 seats", judged((mingled(seed) for seed in seeds), 4))
    for lower in (True, False):
        where = "below" if lower else "above"
        scenes = (duel(seed, lower_first=lower) for seed in range(1, 51))
        lines += report(f"the bench's duel, 4 fingers {where} then 3, 3 seats", judged(scenes, 3))
    sys.stdout.write("\n".join(lines) + "\n")


if __name__ == "__main__":
    main()

"""The law of the raid, simulated: rounds with a raid, hazard in bins of ten seconds, and how well a uniform law hides.

python tests/benchmarks/bench_raid.py [--rounds 10000] [--seed bench] [--plot raid.svg]
"""

import argparse
import math
from collections.abc import Sequence
from pathlib import Path

from perroquet.games.orchidee.house import House
from perroquet.games.orchidee.raid import draw
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import SAMPLE_RATE

BIN_S = 10
LAST_S = 240
LIVE_S = (120, 240)
GRACE_S, MEAN_S = House().raid_grace_s, House().raid_mean_s


def waits(law: str, rounds: int, seed: str) -> list[float]:
    """Return the live seconds before the raid of each round."""
    luck, house = Luck(seed), House(raid_law=law)
    return [draw(luck.split("raid").split(n), house)[0] / SAMPLE_RATE for n in range(rounds)]


def hazard(times: Sequence[float]) -> list[tuple[int, int, float, float]]:
    """Return (from second, raids, raids per second lived, half of the 95 % interval) of each bin."""
    rows: list[tuple[int, int, float, float]] = []
    for low in range(0, LAST_S, BIN_S):
        due = [time for time in times if time >= low]
        struck = sum(time < low + BIN_S for time in due)
        lived = sum(min(time, low + BIN_S) - low for time in due)
        rows.append((low, struck, struck / lived, 1.96 * math.sqrt(struck) / lived))
    return rows


def chi_square(times: Sequence[float], bins: int = 20) -> tuple[float, float]:
    """Return chi-square and p against the law, over bins that are equally likely under it."""
    counts = [0] * bins
    for time in times:
        share = 1.0 - math.exp(-(time - GRACE_S) / MEAN_S)
        counts[min(bins - 1, int(share * bins))] += 1
    wanted = len(times) / bins
    chi = sum((count - wanted) ** 2 / wanted for count in counts)
    return chi, _upper_tail(chi, bins - 1)


def _upper_tail(chi: float, degrees: int) -> float:
    """Return P(X > chi) of the chi-square distribution, by the series of the incomplete gamma function."""
    half, x = degrees / 2.0, chi / 2.0
    term = total = 1.0 / half
    for step in range(1, 1000):
        term *= x / (half + step)
        total += term
    return 1.0 - total * math.exp(-x + half * math.log(x) - math.lgamma(half))


def plot(rows: dict[str, list[tuple[int, int, float, float]]]) -> str:
    """Return the hazards of both laws as SVG: the chance of a raid in the next second, second by second."""
    width, height, left, bottom, top = 760, 420, 70, 360, 30
    highest = 3.0 / MEAN_S

    def x(seconds: float) -> float:
        return left + seconds / LAST_S * (width - left - 30)

    def y(value: float) -> float:
        return bottom - min(value, highest) / highest * (bottom - top)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{height}" font-family="sans-serif">']
    parts.append(f'<rect width="{width}" height="{height}" fill="white"/>')
    parts += [
        f'<line x1="{x(t):.0f}" x2="{x(t):.0f}" y1="{bottom}" y2="{bottom + 5}" stroke="black"/>'
        f'<text x="{x(t):.0f}" y="{bottom + 20}" text-anchor="middle" font-size="13">{t}</text>'
        for t in range(0, LAST_S + 1, 20)
    ]
    parts += [
        f'<line x1="{left}" x2="{width - 30}" y1="{y(k / MEAN_S):.0f}" y2="{y(k / MEAN_S):.0f}" stroke="#ddd"/>'
        f'<text x="{left - 8}" y="{y(k / MEAN_S) + 5:.0f}" text-anchor="end" font-size="13">{k}/{MEAN_S}</text>'
        for k in range(4)
    ]
    for colour, (name, bins) in zip(("#1b6f3a", "#b5531c"), rows.items(), strict=True):
        for low, _, rate, half in bins:
            middle = x(low + BIN_S / 2)
            parts.append(
                f'<line x1="{middle:.1f}" x2="{middle:.1f}" y1="{y(rate - half):.1f}" y2="{y(rate + half):.1f}" '
                f'stroke="{colour}"/><circle cx="{middle:.1f}" cy="{y(rate):.1f}" r="3" fill="{colour}"/>'
            )
        place = top + 12 + 18 * list(rows).index(name)
        parts.append(f'<text x="{left + 30}" y="{place}" font-size="14" fill="{colour}">{name}</text>')
    parts.append(f'<text x="{width / 2}" y="{height - 8}" text-anchor="middle" font-size="13">live play, s</text>')
    parts.append(f'<text x="{left}" y="{top - 10}" font-size="13">raids per second of live play</text></svg>')
    return "\n".join(parts)


def main() -> None:
    """Print the figures, and write the plot."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rounds", type=int, default=10_000)
    parser.add_argument("--seed", default="bench")
    parser.add_argument("--plot", type=Path)
    wish = parser.parse_args()
    times, uniform = waits("hazard", wish.rounds, wish.seed), waits("uniform", wish.rounds, wish.seed)
    lengths = Luck(wish.seed).stream("lengths")
    struck = sum(time < lengths.uniform(*LIVE_S) for time in times) / wish.rounds
    chi, p = chi_square(times)
    rows = hazard(times)
    print(f"simulated rounds: {wish.rounds}, seed {wish.seed!r}, of {LIVE_S[0]} to {LIVE_S[1]} s of live play")
    print(f"P(raid in a round): {struck:.4f} (goal 0.581 +- 0.015)")
    print(f"chi-square against the law, 20 bins: {chi:.1f}, p = {p:.3f} (goal > 0.01)")
    worst = 0.0
    for low in range(GRACE_S, 120, 20):
        due = [time for time in times if time >= low]
        rate = sum(time < low + 20 for time in due) / sum(min(time, low + 20) - low for time in due)
        worst = max(worst, abs(rate * MEAN_S - 1))
    print(f"worst departure from a flat hazard, bins of 20 s from {GRACE_S} to 120 s: {worst:.1%} (goal 15 %)")
    print("from s   raids   hazard x mean   +-95 %   uniform law, hazard x mean")
    for (low, raids, rate, half), (_, _, other, _) in zip(rows, hazard(uniform), strict=True):
        print(f"{low:6d} {raids:7d} {rate * MEAN_S:15.2f} {half * MEAN_S:8.2f} {other * MEAN_S:28.2f}")
    if wish.plot is not None:
        wish.plot.write_text(plot({"constant hazard": rows, "uniform law": hazard(uniform)}), encoding="utf-8")


if __name__ == "__main__":
    main()

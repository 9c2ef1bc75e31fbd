"""Kill the device 100 times, at random and aimed, and print what was proven.

Run: python tests/benchmarks/bench_kill.py [--kills N] [--seed S] [--python PATH]. With `--python` the victims run on
another interpreter, such as that of an empty environment with a built wheel.
"""

import argparse
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a script, the tests are not a package yet

from tests.process.coroner import Coroner
from tests.process.victim import AIMS

GENERATION = 20
"""Deaths in one evening; then a new state folder."""


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--kills", type=int, default=100)
    options.add_argument("--seed", default="1")
    options.add_argument("--python", default=sys.executable, help="interpreter of the victims")
    asked = options.parse_args()
    began = time.monotonic()
    coroners: list[Coroner] = []
    startups: list[float] = []
    with tempfile.TemporaryDirectory(prefix="perroquet-kill-") as folder:
        for number in range(asked.kills):
            if number % GENERATION == 0:
                home = Path(folder, str(number))
                home.mkdir()
                coroners.append(Coroner(home / "state", seed=f"{asked.seed}/{number}", python=asked.python))
            # Half at random, half aimed at each place in turn.
            aim = "random" if number % 2 else AIMS[1 + number // 2 % (len(AIMS) - 1)]
            startups.append(coroners[-1].kill(aim).startup_s)
    _report(coroners, startups, time.monotonic() - began)


def _report(coroners: list[Coroner], startups: list[float], seconds: float) -> None:
    figures = [coroner.figures for coroner in coroners]
    rows = [f"kill -9: {len(startups)} in {seconds:.0f} s, {len(coroners)} evenings, 0 of what was seen is missing"]
    for aim in AIMS:
        deaths = sum(one.deaths[aim] for one in figures)
        missed = sum(one.missed[aim] for one in figures)
        late = f" ({missed} of them right after it, or at a shutdown before it)" if missed else ""
        rows.append(f"  {aim:<14} {deaths:>4}{late}")
    kinds = ("lamp", "ring", "sound", "view", "ready")
    rows.extend(f"  seen {kind:<9} {sum(one.seen[kind] for one in figures):>4}" for kind in kinds)
    resumed, paused = sum(one.resumed for one in figures), sum(one.paused for one in figures)
    voided = {game: sum(one.voided[game] for one in figures) for game in sorted({g for o in figures for g in o.voided})}
    rows.append(f"  evenings shut down and put away {sum(one.archived for one in figures)}")
    rows.append(f"  events kept    {sum(one.events for one in figures):>4}")
    rows.append(f"  resumed in a game {resumed}, paused {paused}, open windows void and announced {voided}")
    rows.append(f"  start to first sign: median {median(startups):.2f} s, worst {max(startups):.2f} s")
    sys.stdout.write("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()

"""What the sound costs and how exact it is here: the goals of `perroquet sound bench`, and the player's share.

SDL's dummy device keeps its own time: its count of late buffers says whether the player was in time, not how a sound
card would fare.
"""

import argparse
import sys
import time
from itertools import islice

import psutil
from perroquet.audio.jungle import PIECE, pieces
from perroquet.audio.live_measures import player
from perroquet.cli.sound_bench import bench_lines
from perroquet.kernel.cues import Ambience
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import SAMPLE_RATE

PIECES = 6
WATCHED_S = 5


def say(quantity: str, figure: str) -> None:
    sys.stdout.write(f"{quantity:<44} {figure}\n")
    sys.stdout.flush()


def making() -> None:
    row = pieces(Luck("bench"))
    began = time.process_time()
    for _ in islice(row, PIECES):
        pass
    took, seconds = time.process_time() - began, PIECES * PIECE / SAMPLE_RATE
    say("jungle, making", f"{100 * took / seconds:.2f} % of a core ({seconds / took:.0f} times as fast as it plays)")


def family(pid: int) -> list[psutil.Process]:
    """The player, its maker and its voice."""
    parent = psutil.Process(pid)
    return [parent, *parent.children(recursive=True)]


def cpu_s(processes: list[psutil.Process]) -> float:
    return sum(sum(process.cpu_times()[:2]) for process in processes)


def costs(name: str, sink: str, driver: str = "") -> None:
    with player(sink, driver) as one:
        for state in ("idle", "jungle"):
            if state == "jungle":
                one.send(Ambience(on=True, seed="bench"))
            for _ in range(2):
                one.until("strain")
            processes = family(one.process.pid)
            before, began = cpu_s(processes), time.monotonic()
            for _ in range(WATCHED_S):
                one.until("strain")
            used = (cpu_s(processes) - before) / (time.monotonic() - began)
            memory = sum(process.memory_full_info().pss for process in processes)
            say(f"player and its two, {name}, {state}", f"{100 * used:.1f} % of a core, PSS {memory / 1e6:.0f} MB")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--n", type=int, default=4, help="tries; 20 for the figures of the goals (20 minutes)")
    options.add_argument("--seed", type=int, default=1)
    chosen = options.parse_args()
    making()
    costs("null", "null")
    costs("SDL dummy", "pygame", "dummy")
    for line in bench_lines(n=chosen.n, seed=chosen.seed, json=False):
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()


if __name__ == "__main__":
    main()

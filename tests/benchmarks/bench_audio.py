"""What the sound costs and how exact it is, on this machine.

Orders reach the mix through a real player process on the null sink, which takes what is due every 20 ms, and on SDL's
dummy device, which asks for 512 samples (10.7 ms) at a time. The dummy device keeps its own time: its count of late
buffers says whether the player was in time, not how a sound card would fare.
"""

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from itertools import islice
from typing import Any

import psutil
from perroquet.audio.effects import effects
from perroquet.audio.engine import Engine
from perroquet.audio.jungle import PIECE, pieces
from perroquet.kernel.sounds import Sound
from perroquet.audio.maker import OnDemand
from perroquet.audio.orders import PlayerOrder, write_order
from perroquet.drivers.speaker import ENVIRONMENT
from perroquet.kernel.cues import Ambience, Play
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import SAMPLE_RATE

PIECES = 6
TRIGGERS = 100
IDLE_S = 5


def say(quantity: str, figure: str) -> None:
    sys.stdout.write(f"{quantity:<44} {figure}\n")
    sys.stdout.flush()


def engine_and_jungle() -> None:
    row = pieces(Luck("bench"))
    began = time.process_time()
    for _ in islice(row, PIECES):
        pass
    making = time.process_time() - began
    seconds = PIECES * PIECE / SAMPLE_RATE
    say(
        "jungle, making", f"{100 * making / seconds:.2f} % of a core ({seconds / making:.0f} times as fast as it plays)"
    )
    for name, ambience in (("silent", False), ("jungle", True)):
        engine = Engine(effects(), OnDemand())
        if ambience:
            engine.ambience(on=True, seed="bench")
            engine.pull(512)
        spent = 0.0
        count = (PIECE - 512) // 512  # within the first piece, so that nothing is made meanwhile
        began = time.process_time()
        for _ in range(count):
            engine.pull(512)
        spent = time.process_time() - began
        say(f"engine, mixing ({name})", f"{100 * spent * SAMPLE_RATE / (count * 512):.2f} % of a core")


class Player:
    """A player process whose reports are read as they come."""

    def __init__(self, sink: str, driver: str = "") -> None:
        environment = {**os.environ, **ENVIRONMENT, **({"SDL_AUDIODRIVER": driver} if driver else {})}
        command = [sys.executable, "-m", "perroquet.audio.player", "--sink", sink]
        self._process = subprocess.Popen(
            command, env=environment, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.watch = psutil.Process(self._process.pid)
        self.until("found")

    def send(self, order: PlayerOrder) -> None:
        assert self._process.stdin is not None
        self._process.stdin.write(write_order(order))
        self._process.stdin.flush()

    def until(self, key: str) -> Any:
        assert self._process.stdout is not None
        for line in self._process.stdout:
            if key in (report := json.loads(line)):
                return report[key]
        raise RuntimeError(f"the player ended before it said {key}")

    def cpu_s(self) -> float:
        used = self.watch.cpu_times()
        return used.user + used.system

    def end(self) -> None:
        self._process.communicate()  # its stdin closes, so it ends


@contextmanager
def player(sink: str, driver: str = "") -> Generator[Player]:
    one = Player(sink, driver)
    try:
        yield one
    finally:
        one.end()


def costs(name: str, sink: str, driver: str = "") -> None:
    with player(sink, driver) as one:
        for state in ("idle", "jungle"):
            if state == "jungle":
                one.send(Ambience(on=True, seed="bench"))
            for _ in range(2):
                one.until("strain")
            before, began = one.cpu_s(), time.monotonic()
            for _ in range(IDLE_S):
                one.until("strain")
            used = (one.cpu_s() - before) / (time.monotonic() - began)
            memory = one.watch.memory_full_info()
            say(
                f"player, {name}, {state}",
                f"{100 * used:.1f} % of a core, PSS {memory.pss / 1e6:.0f} MB, RSS {memory.rss / 1e6:.0f} MB",
            )


def trigger_to_mix(name: str, sink: str, driver: str = "") -> None:
    """Time from the order to the report that the sound is in the mix, both pipes included."""
    spacing = random.Random(1)
    with player(sink, driver) as one:
        waits: list[float] = []
        for _ in range(TRIGGERS):
            time.sleep(spacing.uniform(0.02, 0.06))
            began = time.perf_counter()
            one.send(Play(sound=Sound.WIN))
            one.until("sounded")
            waits.append(1000 * (time.perf_counter() - began))
    waits.sort()
    say(
        f"order -> report of the mix, {name}",
        f"median {statistics.median(waits):.1f} ms, p95 {waits[int(0.95 * TRIGGERS)]:.1f} ms (n={TRIGGERS})",
    )


def under_runs(seconds: int) -> None:
    """Play jungle on SDL's dummy device while two threads of this process work without pause."""
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            sum(range(20_000))

    with player("pygame", "dummy") as one:
        one.send(Ambience(on=True, seed="bench"))
        one.until("strain")
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        strains = [one.until("strain") for _ in range(seconds + 1)]
        stop.set()
        for thread in threads:
            thread.join()
    late, starved, busy = (last - first for first, last in zip(strains[0], strains[-1], strict=True))
    say(
        f"late buffers in {seconds} s, two busy threads",
        f"{late} of {seconds * SAMPLE_RATE // 512}, jungle late {starved} times, "
        f"mixing {busy / seconds / 10_000:.2f} % of a core",
    )


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--seconds", type=int, default=30, help="how long the player is watched for late buffers")
    seconds = options.parse_args().seconds
    engine_and_jungle()
    costs("null", "null")
    costs("SDL dummy", "pygame", "dummy")
    trigger_to_mix("null", "null")
    trigger_to_mix("SDL dummy", "pygame", "dummy")
    under_runs(seconds)


if __name__ == "__main__":
    main()

"""The goals of the sound that only a real player process shows: how soon, how steadily, and what a loss costs."""

import json
import os
import random
import subprocess
import sys
import threading
import time
from collections.abc import Generator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Final

from perroquet.audio.orders import Cable, PlayerOrder, write_order
from perroquet.kernel.cues import Ambience, ArmRaid, Play
from perroquet.kernel.errors import PerroquetError
from perroquet.kernel.sounds import Scene, Sound
from perroquet.kernel.units import SAMPLE_RATE, Samples

BUFFER: Final = 512


class PlayerEnded(PerroquetError, RuntimeError):
    """The player ended in the middle of a measurement."""


class Player:
    """A player process whose reports are read as they come."""

    def __init__(self, sink: str, driver: str = "") -> None:
        environment = {**os.environ, "OPENBLAS_NUM_THREADS": "1"}
        if driver:
            environment["SDL_AUDIODRIVER"] = driver
        self.process = subprocess.Popen(  # noqa: S603 - our own module
            [sys.executable, "-m", "perroquet.audio.player", "--sink", sink],
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def send(self, order: PlayerOrder) -> None:
        """Give one order."""
        assert self.process.stdin is not None  # noqa: S101 - asked for as a pipe
        self.process.stdin.write(write_order(order))
        self.process.stdin.flush()

    def until(self, key: str) -> Any:  # noqa: ANN401 - what a report holds
        """Return the next report of this kind."""
        assert self.process.stdout is not None  # noqa: S101 - asked for as a pipe
        for line in self.process.stdout:
            if key in (report := json.loads(line)):
                return report[key]
        raise PlayerEnded(f"the player ended before it said «{key}»; `perroquet doctor` looks at the sound")


@contextmanager
def player(sink: str, driver: str = "") -> Generator[Player]:
    """Have a player that plays."""
    one = Player(sink, driver)
    try:
        one.until("found")
        yield one
    finally:
        one.process.communicate()  # its stdin closes, so it ends


def trigger_to_mix(tries: int, seed: int, sink: str = "pygame", driver: str = "dummy") -> list[float]:
    """Return the milliseconds from an order to the report that its sound is in the mix, both pipes included; sorted."""
    spacing, waits = random.Random(seed), list[float]()
    with player(sink, driver) as one:
        for _ in range(tries):
            time.sleep(spacing.uniform(0.15, 0.25))
            began = time.monotonic()
            one.send(Play(sound=Sound.TICK))
            one.until("sounded")
            waits.append(1000 * (time.monotonic() - began))
    return sorted(waits)


@dataclass(frozen=True, slots=True, kw_only=True)
class Steadiness:
    """Buffers of which the device waited more than twice their time; times the jungle was late; mixing, of a core."""

    buffers: int
    late: int
    starved: int
    busy: float


def steadiness(seconds: int, sink: str = "pygame", driver: str = "dummy") -> Steadiness:
    """Play jungle while two threads of this process work without pause."""
    stop = threading.Event()

    def work() -> None:
        while not stop.is_set():
            sum(range(20_000))

    with player(sink, driver) as one:
        one.send(Ambience(on=True, seed="bench", scene=Scene.RIVER))
        for _ in range(2):
            one.until("strain")
        threads = [threading.Thread(target=work) for _ in range(2)]
        for thread in threads:
            thread.start()
        try:
            strains = [one.until("strain") for _ in range(seconds + 1)]
        finally:
            stop.set()
            for thread in threads:
                thread.join()
    late, starved, busy = (last - first for first, last in zip(strains[0], strains[-1], strict=True))
    return Steadiness(
        buffers=seconds * SAMPLE_RATE // BUFFER, late=late, starved=starved, busy=busy / 1e6 / max(1, seconds)
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """A cable pulled in the middle of an armed raid: ms until noticed, until back, and whether the raid was heard."""

    noticed: float
    back: float
    raid_kept: bool


def loss() -> Loss:
    """Pull the simulated cable of the null sink and put it back."""
    with player("null") as one:
        one.send(Ambience(on=True, seed="bench"))
        one.send(ArmRaid(live=Samples(SAMPLE_RATE // 2)))
        pulled = time.monotonic()
        one.send(Cable(plugged=False))
        one.until("lost")
        noticed = time.monotonic()
        time.sleep(1.0)
        plugged = time.monotonic()
        one.send(Cable(plugged=True))
        one.until("found")
        found = time.monotonic()
        key, _, _ = one.until("sounded")
    return Loss(noticed=1000 * (noticed - pulled), back=1000 * (found - plugged), raid_kept=key == Sound.RAID)

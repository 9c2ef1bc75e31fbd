"""Level 4b: cut the machine's power while a table plays, again and again, and prove that nothing durable was lost.

Run: python -m tests.hil.powercut [--cuts 20] [--cold 6] [--seed 1] [--suite bookworm]. As root. What the machine had
told of its journal is compared with what its disk holds after the cut; the coroner of `tests.process` then proves that
the evening woke up where it had died: paused, with open windows void and announced.
"""

import argparse
import json
import random
import shutil
import sys
import time
from pathlib import Path
from typing import Any, Final

from perroquet.drivers.journal_file import examine, is_there
from perroquet.drivers.salvage import Row
from typing_extensions import override

from tests.hil import kit
from tests.hil.figures import Figure, same, table, told
from tests.hil.ladder import PYTHON
from tests.hil.vm import ACCELERATOR, BOOT_S, SLOWNESS, Disks, LadderError, Machine, running
from tests.process.coroner import Coroner, Death, Figures

LONGEST_LIFE_S: Final = 3.0 * SLOWNESS
"""From the first event told to the cut."""

LONGEST_START_S: Final = 4.0 * SLOWNESS
"""From the machine's first word, which comes before the service is ready, to a cut in its start."""

PLAYERS: Final = f"systemctl start hil-parts && exec {PYTHON}/players.py"
"""Hands need the pins, which are made after the machine's first word."""

STATES: Final = ("early", "later", "late")
"""One evening, saved at three moments."""

UNWANTED: Final = ("NetworkManager", "avahi-daemon", "wpa_supplicant")
LEAN: Final = " ".join(("softdog.soft_noboot=1", *(f"systemd.mask={unit}.service" for unit in UNWANTED)))
"""It starts sooner without a network; and an emulated machine may be so slow that its watchdog would cut in too."""


class PowerCuts(Coroner):
    """A coroner whose victims are whole machines on one evening.

    Attributes:
        seen_events: how many were seen durable before a cut.
        lost: those of them that were not there afterwards, or were others.
    """

    def __init__(self, disks: Disks, work: Path, seed: str, figures: Figures) -> None:
        self.seen_events = 0
        self.lost: list[dict[str, Any]] = []
        self._disks = disks
        self._work = work
        super().__init__(work / "state", seed=seed)
        self.figures = figures

    def save_states(self) -> dict[str, tuple[dict[str, Any], ...]]:
        """Start once more, and save the machine as each of `STATES`, while the evening goes on; return what it told."""
        told_by: dict[str, tuple[dict[str, Any], ...]] = {}
        lines: list[dict[str, Any]] = []
        with running(self._disks, self._work / "console.txt", append=LEAN) as machine:
            machine.wait_for_hello()
            for state in STATES:
                lines += self._play(machine, state, LONGEST_LIFE_S)
                machine.must("pkill -f '[p]layers.py'")
                machine.save(state)
                told_by[state] = tuple(lines)
        return told_by

    @override
    def _die(self, aim: str) -> Death:
        """Die `playing`, while `starting`, or where a saved machine went on; or as this checkout, that of the tests."""
        if aim == "random":
            return super()._die(aim)
        number, saved = sum(self.figures.deaths.values()), aim if aim in STATES else None
        with running(self._disks, self._work / "console.txt", append=LEAN, saved=saved) as machine:
            up_s = 0.0 if saved else machine.wait_for_hello()
            if aim == "starting":
                order = machine.start(f"{PLAYERS} {self._seed}/{number}")
                life_s = self._luck.uniform(0, LONGEST_START_S)
                lines = [json.loads(line) for line in machine.heard(order, time.monotonic() + life_s)]
                machine.cut()
            else:
                lines = self._play(machine, f"{number}", self._luck.uniform(0, LONGEST_LIFE_S), cut=True)
        self._fetch()
        return Death(aim, tuple(lines), hit=True, startup_s=up_s)

    def _play(self, machine: Machine, name: str, for_s: float, *, cut: bool = False) -> list[dict[str, Any]]:
        """Let players play from the first event told on, then cut if that is wanted; return what was told."""
        order = machine.start(f"{PLAYERS} {self._seed}/{name}")
        lines = list(machine.heard(order, time.monotonic() + BOOT_S, most=1))
        if not lines or not lines[0].startswith("{"):
            raise LadderError(f"the machine's journal told nothing ({lines}); see {self._work}/console.txt")
        lines += machine.heard(order, time.monotonic() + for_s)
        if cut:
            machine.cut()
        lines += machine.heard(order, time.monotonic())  # what was on its way was told before
        return [json.loads(line) for line in lines]

    def _fetch(self) -> None:
        """Take the state folder off a copy of the disk, as the next start would find it."""
        assert self._disks.data is not None
        copy = self._work / "copy.ext4"
        kit.call(["qemu-img", "convert", "-O", "raw", str(self._disks.data), str(copy)])
        kit.call(["bash", "-c", f"e2fsck -fy {copy} || [ $? -le 1 ]"])  # 1: it replayed or mended something
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir()
        kit.call(["debugfs", "-R", f"rdump / {self._folder}", str(copy)])

    @override
    def _compare(self, death: Death) -> None:
        if death.aim == "random":
            super()._compare(death)
        else:
            self.look_for(death.told)
            self.seen_events += len(death.told)

    def look_for(self, events: tuple[dict[str, Any], ...]) -> None:
        """Look for events that were seen durable in what the last cut left."""
        rows = {row.seq: row for row in self._rows()}
        self.lost += [
            line for line in events if line["seq"] not in rows or rows[line["seq"]].digest().hex() != line["digest"]
        ]

    def _rows(self) -> tuple[Row, ...]:
        file = self._folder / "evening.db"
        return examine(file, self._codec, live=False).rows if is_there(file) else ()


def main() -> int:
    """Install once, cut often; print the table; return the exit code."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--cuts", type=int, default=20)
    options.add_argument(
        "--cold", type=int, default=6, help="how many of them in one evening that is started anew each time"
    )
    options.add_argument("--seed", default=str(random.randrange(1 << 32)))
    options.add_argument("--suite", default="bookworm")
    options.add_argument("--again", action="store_true", help="take the system that was installed last")
    asked = options.parse_args()
    began = time.monotonic()
    work = kit.WORK / "powercut"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    figures = Figures()
    coroners: list[PowerCuts] = []
    try:
        system, data = kit.installed(asked.suite, "powercut/run", again=asked.again, data_partition=True)
        disks = kit.disks(asked.suite, system, kit.payload(), data)
        coroners.append(PowerCuts(disks, work, asked.seed, figures))
        for number in range(asked.cold):
            say(coroners[0].kill("starting" if number % 2 else "playing"), figures)
        told_before = coroners[0].save_states()
        for number in range(asked.cuts - asked.cold):
            coroner = PowerCuts(disks, work, f"{asked.seed}/{number}", figures)
            coroners.append(coroner)
            state = STATES[number % len(STATES)]
            say(coroner.kill(state), figures)
            coroner.look_for(told_before[state])
            coroner.kill("random")  # the next start is this checkout's own, on what the disk held
    except (LadderError, AssertionError) as err:
        print(f"powercut: {err} (--seed {asked.seed}; disks are in {work})", file=sys.stderr)
        return 1
    lost = sum(len(coroner.lost) for coroner in coroners)
    rows: list[Figure] = [
        told("machine", f"{asked.suite} under qemu with {ACCELERATOR}, seed {asked.seed}"),
        told(
            "power cuts of machines that had started anew, one evening",
            f"{figures.deaths['playing']} playing, {figures.deaths['starting']} starting",
        ),
        told(
            "power cuts of machines that went on where they were saved",
            {state: figures.deaths[state] for state in STATES},
        ),
        told("events that were durable before a cut", sum(coroner.seen_events for coroner in coroners)),
        same("of them missing or changed after it", lost, 0),
        same("resumes in a game that were paused", figures.paused, figures.resumed),
        told("open windows void and announced", dict(figures.voided)),
        told("events in the journals", figures.events),
    ]
    print(f"\nLevel 4b in {time.monotonic() - began:.0f} s:\n{table(rows)}")
    return 1 if any(row.met is False for row in rows) else 0


def say(death: Death, figures: Figures) -> None:
    """Tell of one cut."""
    print(f"{death.aim}: {len(death.told)} events told, journals hold {figures.events}", flush=True)


if __name__ == "__main__":
    sys.exit(main())

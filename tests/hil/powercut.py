"""Level 4b: cut the machine's power while a table plays, again and again, and prove that nothing durable was lost.

Run: python -m tests.hil.powercut [--cuts 20] [--seed 1] [--suite bookworm]. As root. What the machine had told of its
journal is compared with what its disk holds after the cut; the coroner of `tests.process` then proves that the evening
woke up where it had died: paused, with open windows void and announced.
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
from tests.hil.vm import ACCELERATOR, BOOT_S, SLOWNESS, Disks, LadderError, running
from tests.process.coroner import Coroner, Death

LONGEST_LIFE_S: Final = 3.0 * SLOWNESS
"""From the first event told to the cut; the machine's start and the service's are cut through too, by the next."""

UNWANTED: Final = ("NetworkManager", "avahi-daemon", "wpa_supplicant")
LEAN: Final = " ".join(("softdog.soft_noboot=1", *(f"systemd.mask={unit}.service" for unit in UNWANTED)))
"""It starts sooner without a network; and an emulated machine may be so slow that its watchdog would cut in too."""


class PowerCuts(Coroner):
    """A coroner whose victims are whole machines."""

    def __init__(self, disks: Disks, work: Path, seed: str) -> None:
        self.seen_events = 0
        self._disks = disks
        self._work = work
        super().__init__(work / "state", seed=seed)

    @override
    def _die(self, aim: str) -> Death:
        number = sum(self.figures.deaths.values())
        lines: list[dict[str, Any]] = []
        with running(self._disks, self._work / "console.txt", append=LEAN) as machine:
            up_s = machine.wait_for_hello()
            order = machine.start(f"{PYTHON}/players.py {self._seed}/{number}")
            for first in machine.heard(order, time.monotonic() + BOOT_S, most=1):
                if not first.startswith("{"):
                    raise LadderError(f"the players stumble: {first}")
                lines.append(json.loads(first))
            lines += map(json.loads, machine.heard(order, time.monotonic() + self._luck.uniform(0, LONGEST_LIFE_S)))
            machine.cut()
            lines += map(json.loads, machine.heard(order, time.monotonic()))  # what was on its way was told before
        if not lines:
            raise LadderError(f"the machine's journal told nothing before cut {number}; see {self._work}/console.txt")
        self._fetch()
        return Death(aim, tuple(lines), hit=True, startup_s=up_s)

    def _fetch(self) -> None:
        """Take the state folder off a copy of the disk, as the next start would find it."""
        assert self._disks.data is not None
        copy = self._work / "copy.ext4"
        kit.call(["cp", "--sparse=always", str(self._disks.data), str(copy)])
        kit.call(["bash", "-c", f"e2fsck -fy {copy} || [ $? -le 1 ]"])  # 1: it replayed or mended something
        shutil.rmtree(self._folder, ignore_errors=True)
        self._folder.mkdir()
        kit.call(["debugfs", "-R", f"rdump / {self._folder}", str(copy)])

    @override
    def _compare(self, death: Death) -> None:
        rows: dict[int, Row] = {row.seq: row for row in self._rows()}
        for line in death.told:
            row = rows.get(line["seq"])
            assert row is not None, f"durable before the cut, and not there after it: {line}; it ends at {len(rows)}"
            assert row.digest().hex() == line["digest"], f"another event than before the cut: {row}"
        self.seen_events += len(death.told)

    def _rows(self) -> tuple[Row, ...]:
        file = self._folder / "evening.db"
        return examine(file, self._codec, live=False).rows if is_there(file) else ()


def main() -> int:
    """Install once, cut often; print the table; return the exit code."""
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--cuts", type=int, default=20)
    options.add_argument("--seed", default=str(random.randrange(1 << 32)))
    options.add_argument("--suite", default="bookworm")
    options.add_argument("--again", action="store_true", help="take the system that was installed last")
    asked = options.parse_args()
    began = time.monotonic()
    work = kit.WORK / "powercut"
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    try:
        system, data = kit.installed(asked.suite, "powercut/run", again=asked.again, data_partition=True)
        disks = kit.disks(asked.suite, system, kit.payload(), data)
        coroner = PowerCuts(disks, work, asked.seed)
        for number in range(asked.cuts):
            death = coroner.kill("random")
            print(f"cut {number + 1}: {len(death.told)} events told, the journal has all of them", flush=True)
    except (LadderError, AssertionError) as err:
        print(f"powercut: {err} (--seed {asked.seed}; disks are in {work})", file=sys.stderr)
        return 1
    figures = coroner.figures
    rows: list[Figure] = [
        told("machine", f"{asked.suite} under qemu with {ACCELERATOR}, seed {asked.seed}"),
        told("power cuts", asked.cuts),
        told("events that were durable before a cut", coroner.seen_events),
        same("of them missing or changed after it", 0, 0),
        same(
            "resumes in a game that were paused",
            f"{figures.paused} of {figures.resumed}",
            f"{figures.resumed} of {figures.resumed}",
        ),
        told("open windows void and announced", dict(figures.voided)),
        told("events in the journals", figures.events),
    ]
    print(f"\nLevel 4b in {time.monotonic() - began:.0f} s:\n{table(rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())

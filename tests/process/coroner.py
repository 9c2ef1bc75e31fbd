"""Kill a Perroquet again and again on one state folder, and prove after each death that nothing seen was lost.

What was seen is what came down the victim's pipe. What must be is computed here, from the journal alone, by an
uninterrupted replay.
"""

import json
import os
import random
import select
import shutil
import subprocess
import sys
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final

from perroquet.drivers.journal_file import examine, is_there
from perroquet.kernel.cues import Flash, Play
from perroquet.kernel.journal import Record
from perroquet.kernel.units import Seat, Seq
from perroquet.table.chronicle import Chronicle, Effect, follow
from perroquet.table.codec import codec
from perroquet.table.evening import Evening
from perroquet.table.events import PoweredOn
from perroquet.table.flashes import FLASHES
from perroquet.table.panel import situation
from perroquet.table.portrait import portrait
from perroquet.table.stage import spoken
from perroquet.table.views import Situation
from perroquet.table.words import Line, Words

from tests.process.victim import BY_NAME, digest

VICTIM: Final = Path(__file__).parent / "victim.py"
PATIENCE_S: Final = 60.0
"""A victim that has not died by then is a failure of the aim, not of the device."""

LONGEST_LIFE_S: Final = 1.5
"""Of a victim that dies at random, from its first sign: a few hundred effects."""

LONGEST_COUNTDOWN: Final = {"in-publish": 200, "open-window": 12}
"""How many effects (else commits) an aimed victim may survive at most."""


@dataclass(frozen=True, slots=True)
class Death:
    """What one victim told before it died.

    Attributes:
        aim: where it was to die.
        told: its lines, in order.
        hit: it died where it was to, not right after that operation, nor because the evening was shut down before.
        startup_s: from its start to its first sign.
    """

    aim: str
    told: tuple[dict[str, Any], ...]
    hit: bool
    startup_s: float


@dataclass(slots=True)
class Figures:
    """What was seen and proven over all deaths."""

    deaths: Counter[str] = field(default_factory=Counter[str])
    missed: Counter[str] = field(default_factory=Counter[str])
    seen: Counter[str] = field(default_factory=Counter[str])
    archived: int = 0
    resumed: int = 0
    paused: int = 0
    voided: Counter[str] = field(default_factory=Counter[str])
    events: int = 0


class Coroner:
    """One state folder, its deaths, and the journal that must explain them all."""

    def __init__(self, folder: Path, *, seed: str, python: str = sys.executable) -> None:
        self.figures = Figures()
        self._folder = folder
        self._python = python
        self._seed = seed
        self._luck = random.Random(seed)
        self._codec = codec(BY_NAME)
        self._words = Words(BY_NAME)
        self._begin()

    def kill(self, aim: str) -> Death:
        """Start a victim on what the last one left, let it die, and examine what it leaves."""
        before, put_away = len(self._records), self.figures.archived
        death = self._die(aim)
        self._read_journal()
        if self.figures.archived > put_away:
            before = 0
        self._compare(death)
        self._check_resume(before, death)
        self.figures.events += len(self._records) - before
        self.figures.deaths[aim] += 1
        self.figures.missed[aim] += not death.hit
        return death

    def _begin(self) -> None:
        self._records: list[Record] = []
        self._chronicles = [Chronicle(evening=Evening.dawn(BY_NAME))]
        self._effects: list[tuple[Effect, ...]] = [()]

    # --- the death -------------------------------------------------------------------------------------------------

    def _die(self, aim: str) -> Death:
        number = sum(self.figures.deaths.values())
        countdown = self._luck.randint(1, LONGEST_COUNTDOWN.get(aim, 40))
        survives_s = self._luck.uniform(0, LONGEST_LIFE_S) if aim == "random" else PATIENCE_S
        command = [self._python, str(VICTIM), str(self._folder), f"{self._seed}/{number}", aim, str(countdown)]
        started = time.monotonic()
        with subprocess.Popen(command, stdout=subprocess.PIPE, cwd=self._folder.parent) as victim:
            try:
                assert victim.stdout is not None
                pipe = victim.stdout.fileno()
                seen = _read(pipe, until=started + PATIENCE_S, at_most=1)
                startup_s = time.monotonic() - started
                seen += _read(pipe, until=time.monotonic() + survives_s)
            finally:
                victim.kill()
            while more := os.read(pipe, 1 << 16):  # what a person could still see is what had been shown
                seen += more
        assert victim.returncode == -9, f"the victim ended by itself ({victim.returncode}); its errors are above"
        told = tuple(json.loads(line) for line in seen.splitlines(keepends=True) if line.endswith(b"\n"))
        aimed = any("aimed" in line for line in told)
        off = any("off" in line for line in told)
        assert off or aimed == (aim != "random"), f"it was to die {aim} within {PATIENCE_S} s"
        return Death(aim, told, not off and not any("outlived" in line for line in told), startup_s)

    # --- the proof -------------------------------------------------------------------------------------------------

    def _read_journal(self) -> None:
        """Read a copy, so that the next victim finds what the last one left; the journal only ever grows."""
        copy = self._folder.with_name("copy")
        shutil.rmtree(copy, ignore_errors=True)
        shutil.copytree(self._folder, copy)
        evening = self._chronicles[-1].evening
        if evening.off and evening.running is None and self._is_put_away(copy):
            self.figures.archived += 1
            self._begin()
        records = self._examined(copy / "evening.db")
        assert list(records[: len(self._records)]) == self._records, "the journal's past changed"
        for record in records[len(self._records) :]:
            chronicle, effects = follow(self._chronicles[-1], record, BY_NAME)
            self._records.append(record)
            self._chronicles.append(chronicle)
            self._effects.append(effects)

    def _is_put_away(self, folder: Path) -> bool:
        """Tell whether the evening that was shut down is in the archive yet; the next power-on puts it there whole."""
        archive = folder / "evenings" / f"{self.figures.archived + 1:04d}.db"
        if not archive.exists():
            return False
        assert list(self._examined(archive)) == self._records, "the archived evening is not the one that was played"
        return True

    def _examined(self, file: Path) -> tuple[Record, ...]:
        if not is_there(file):
            return ()
        examined = examine(file, self._codec, live=False)
        assert examined.recovery is None, f"a kill damaged the journal: {examined.recovery}"
        return examined.records

    def _compare(self, death: Death) -> None:
        """Prove that each effect that was seen has its event, and is what an uninterrupted run shows at that event."""
        for line in death.told:
            if "cause" not in line:
                continue
            cause: int = line["cause"]
            assert cause <= len(self._records), (
                f"seen, but not in the journal (it ends at {len(self._records)}): {line}"
            )
            kind = next(iter(line))
            self.figures.seen[kind] += 1
            chronicle = self._chronicles[cause]
            match kind:
                case "view":
                    viewer = None if line["view"] is None else Seat(line["view"])
                    assert line["digest"] == self._digest(chronicle, viewer), f"another view than at event {cause}"
                case "lamp" if line["lamp"] in frozenset[str](Flash):
                    assert line["lamp"] in self._flashes(cause), line
                case "lamp":
                    assert line["lamp"] == portrait(chronicle, None, BY_NAME, self._words).lamp, line
                case "sound":
                    assert line["sound"] in self._sounds(cause), line
                case "ready":
                    assert line["digest"] == self._digest(chronicle, None), f"another view than at event {cause}"
                case _:
                    assert kind == "ring", line

    def _flashes(self, cause: int) -> list[str]:
        return [FLASHES[effect.sound] for effect in self._effects[cause] if isinstance(effect, Play)]

    def _check_resume(self, before: int, death: Death) -> None:
        """Prove that the victim woke up where its predecessor died: paused, an open window void and announced."""
        woken = self._records[before:]
        if not woken:
            return  # it died before it could wake up
        left, power = self._chronicles[before].evening, woken[0]
        assert isinstance(power.event, PoweredOn), f"woke up without saying so: {power}"
        assert power.boot == left.boot + 1
        if left.running is None:
            return
        self.figures.resumed += 1
        game = BY_NAME[left.running.game]
        voids = game.interrupt(left.running.state)
        assert tuple(record.event for record in woken[1 : 1 + len(voids)]) == voids, "an open window is not void"
        end = before + 1 + len(voids)
        evening = self._chronicles[end].evening
        assert situation(evening, BY_NAME) is Situation.PAUSED, f"resumed in {situation(evening, BY_NAME)}"
        self.figures.paused += 1
        if all(game.secret(event) for event in voids):  # a raid drawn anew: nobody may notice
            return
        self.figures.voided[game.name] += 1
        assert evening.running is not None
        assert all(game.secret(event) for event in game.interrupt(evening.running.state)), "the window is still open"
        announced = [line for line in self._chronicles[end].story if line.seq > before + 1]
        assert announced, f"void, but not announced: {voids}"
        if any("ready" in line for line in death.told):
            heard = {line["cause"] for line in death.told if "Speak" in str(line.get("sound"))}
            assert announced[-1].seq in heard, "void, but nobody heard it"

    def _digest(self, chronicle: Chronicle, viewer: Seat | None) -> str:
        return digest(portrait(chronicle, viewer, BY_NAME, self._words))

    def _sounds(self, cause: int) -> set[str]:
        evening = self._chronicles[cause].evening
        orders = (
            spoken(effect, self._words, evening, Seq(0)) if isinstance(effect, Line) else effect
            for effect in self._effects[cause]
        )
        return {repr(order) for order in orders}


def _read(pipe: int, *, until: float, at_most: int = 1 << 16) -> bytes:
    """Read until the other end closes, `until` (monotonic seconds) comes, or `at_most` bytes are there when few."""
    seen = b""
    while (left := until - time.monotonic()) > 0 and select.select([pipe], [], [], left)[0]:
        more = os.read(pipe, at_most)
        seen += more
        if not more or at_most == 1:
            break
    return seen

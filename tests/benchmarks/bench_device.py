"""Measure the assembled device on simulated parts: start, memory, idle processor time, and how soon a contact shows.

Run: python tests/benchmarks/bench_device.py [--starts N] [--grabs N] [--idle SECONDS]; with no starts only grabs are
measured. Goals: ready in 2 s, at most 220 MB (sum of the processes' PSS, one page open), at most 5 % of a core when
idle; a verdict at most 400 ms after separation. All of it is simulation on a PC.
"""

import argparse
import asyncio
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles

sys.path.insert(0, str(Path(__file__).parents[2]))  # run as a script, the tests are not a package yet

from perroquet.audio.keys import VOICE
from perroquet.audio.orders import Report, Sounded
from perroquet.bench.evening import duel, put_back, sit_down
from perroquet.bench.stage import Stage, begin
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.gpio import LampFrame
from perroquet.drivers.sim.panel import SimPanel
from perroquet.drivers.speaker import PlayerSpeaker
from perroquet.drivers.store import SqliteStore
from perroquet.games.jungle_speed.events import Asked as JungleAsked
from perroquet.games.jungle_speed.events import ContactFelt, Ruled
from perroquet.kernel.journal import Record
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, NS_PER_US, HostNs, Millis, Seq
from perroquet.ports import SoundOrder, Speak
from perroquet.table.codec import codec
from perroquet.wiring.choice import WIRED
from perroquet.wiring.config import Configuration, Device
from perroquet.wiring.device import GAMES_BY_NAME, device

from tests.web.browser import LAPTOP, chromium, tab

TICKS = os.sysconf("SC_CLK_TCK")
TICK_NS = 25 * NS_PER_MS
OPENING = Millis(16_000)
"""Until the safety words and the rest of the opening have been said, which nothing cuts."""


@contextmanager
def running(state: Path) -> Generator[tuple[int, str, float]]:
    """Run the device; give its process id, the page's address and the seconds to "Ready"."""
    config = state / "perroquet.toml"
    config.write_text(f'[device]\nstate_dir = "{state}"\n', encoding="utf-8")
    began = time.monotonic()
    command = [sys.executable, "-m", "perroquet", "run", "--sim", "--port", "0", "--config", str(config)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True) as process:
        try:
            assert process.stdout is not None
            url = ""
            for line in process.stdout:
                if address := re.search(r"http://\S+", line):
                    url = address[0]
                if line.startswith("Ready"):
                    break
            yield process.pid, url, time.monotonic() - began
        finally:
            process.terminate()


def family(pid: int) -> dict[int, str]:
    """Return the process and all it started: id -> its module."""
    parents = {int(stat.parent.name): _parent(stat) for stat in Path("/proc").glob("[0-9]*/stat")}
    found = {pid}
    while more := {child for child, parent in parents.items() if parent in found} - found:
        found |= more
    return {one: _name(one) for one in sorted(found)}


def _parent(stat: Path) -> int:
    try:
        return int(stat.read_text().rpartition(")")[2].split()[1])
    except (OSError, IndexError, ValueError):  # it has just ended
        return -1


def _name(pid: int) -> str:
    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    return next((word for word in words if word.startswith("perroquet")), words[0])


def pss_mb(pid: int) -> float:
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def busy_s(pids: dict[int, str]) -> dict[int, float]:
    fields = {pid: Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split() for pid in pids}
    return {pid: (int(words[11]) + int(words[12])) / TICKS for pid, words in fields.items()}


def measure_process(starts: int, idle_s: float) -> None:
    ready: list[float] = []
    for _ in range(starts):
        with tempfile.TemporaryDirectory() as state, running(Path(state)) as (_, _, seconds):
            ready.append(seconds)
    print(f"start to ready: median {median(ready):.2f} s, worst {max(ready):.2f} s (n={starts}; goal < 2 s)")
    with (
        tempfile.TemporaryDirectory() as state,
        running(Path(state)) as (pid, url, _),
        chromium() as browser,
        tab(browser, url, LAPTOP) as opened,
    ):
        opened.page.wait_for_load_state("networkidle")
        pids = family(pid)
        before = busy_s(pids)
        time.sleep(idle_s)
        after = busy_s(pids)
        print(f"idle, one page open, {idle_s:.0f} s:")
        for one, name in pids.items():
            share = 100 * (after[one] - before[one]) / idle_s
            print(f"  {name:<36} {pss_mb(one):6.1f} MB PSS  {share:5.2f} % of a core")
        share = 100 * (sum(after.values()) - sum(before.values())) / idle_s
        print(f"  {'all':<36} {sum(map(pss_mb, pids)):6.1f} MB PSS  {share:5.2f} % of a core (goals 220 MB, 5 %)")


async def measure_grabs(grabs: int) -> None:
    """Let three seated players grab in declared duels, and tell how soon each verdict is decided, told and heard."""
    frames: list[LampFrame] = []
    handed: list[tuple[Seq, HostNs]] = []
    sounded: list[tuple[str, HostNs]] = []
    clock = MonotonicClock()
    with tempfile.TemporaryDirectory() as state:
        config = Configuration(device=Device(state_dir=Path(state)))
        async with device(config, WIRED) as assembled:
            handles, session = assembled.handles, assembled.session
            assert handles is not None
            assert handles.base is not None
            assert isinstance(handles.panel, SimPanel)
            handles.panel.watch(frames.append)
            speaker = session.parts.speaker
            assert isinstance(speaker, PlayerSpeaker)
            perform, hear, timeline = speaker.perform, speaker._hear, speaker._timeline  # pyright: ignore[reportPrivateUsage] - nobody else asks when a sentence begins

            def heard(report: Report) -> None:
                hear(report)
                if isinstance(report, Sounded) and (at := timeline.heard_at(report.onset)) is not None:
                    sounded.append((report.key, at))

            def told(order: SoundOrder, cause: Seq) -> None:
                perform(order, cause)
                if isinstance(order, Speak):
                    handed.append((cause, clock.now()))

            speaker.perform = told
            speaker._hear = heard  # pyright: ignore[reportPrivateUsage]
            stage = Stage(session=session, panel=handles.panel, base=handles.base, clock=clock, luck=Luck("grabs"))
            evening = asyncio.create_task(session.run())
            await session.ready.wait()
            await sit_down(stage)
            await begin(stage, "jungle-speed")
            await stage.wait(OPENING)
            for grab in range(grabs):
                await duel(stage, (0, 1), ((0.0, 4, 68.0), ((12.0, 90.0)[grab % 2], 3, 126.0)))
                await put_back(stage)  # until the ruling has been said
            evening.cancel()
            await asyncio.gather(evening, return_exceptions=True)
        store = SqliteStore(Path(state), codec(GAMES_BY_NAME))
        records = await store.load()
        await store.aclose()
    shown = {frame.cause: frame.at for frame in reversed(frames)}
    contacts = [(record, record.event.at) for record in records if isinstance(record.event, ContactFelt)]
    _print("contact -> lamp", [(shown[record.seq] - at) / NS_PER_MS for record, at in contacts if record.seq in shown])
    firsts: dict[int, tuple[Record, HostNs]] = {}  # a grab is told once, then perhaps confirmed: the first counts
    for record in records:
        event = record.event
        if isinstance(event, Ruled | JungleAsked) and event.grab is not None and event.grab.lift_us is not None:
            left = HostNs(event.grab.at + event.grab.lift_us * NS_PER_US)
            firsts.setdefault(event.grab.grab, (record, left))
    for kind, what in (Ruled, "ruling"), (JungleAsked, "question"):
        found = [(record, left) for record, left in firsts.values() if isinstance(record.event, kind)]
        rows = [_instants(record, left, handed, sounded) for record, left in found]
        for step in STEPS:
            _print(f"separation -> {what}: {step}", [row[step] for row in rows if step in row])


STEPS = ("decided", "its sentence with the voice", "its first sound is heard", "its first word is heard")


def _instants(
    record: Record, left: HostNs, handed: list[tuple[Seq, HostNs]], sounded: list[tuple[str, HostNs]]
) -> dict[str, float]:
    """Return the steps of one verdict, ms after the totem left. Of what is cut before it is heard there is no last one.

    What is heard is looked for until the next sentence is handed over, so that no other is taken for it. The null sink
    makes up to a tick of sound behind its time.
    """
    place, told = next((place, at) for place, (cause, at) in enumerate(handed) if cause == record.seq)
    ends = handed[place + 1][1] if place + 1 < len(handed) else HostNs(told + NS_PER_S)
    heard = [(key, at) for key, at in sounded if told - TICK_NS <= at < ends - TICK_NS]
    marks = {
        STEPS[0]: record.at,
        STEPS[1]: told,
        STEPS[2]: min((at for _, at in heard), default=None),
        STEPS[3]: min((at for key, at in heard if key == VOICE), default=None),
    }
    return {step: (at - left) / NS_PER_MS for step, at in marks.items() if at is not None}


def _print(what: str, ms: list[float]) -> None:
    if len(ms) > 1:
        worst = quantiles(ms, n=100, method="inclusive")[98]
        print(f"{what}: median {median(ms):.1f} ms, p99 {worst:.1f} ms (n={len(ms)}, live mounting)")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--starts", type=int, default=5)
    options.add_argument("--grabs", type=int, default=30)
    options.add_argument("--idle", type=float, default=20.0)
    asked = options.parse_args()
    if asked.starts:
        measure_process(asked.starts, asked.idle)
    asyncio.run(measure_grabs(asked.grabs))

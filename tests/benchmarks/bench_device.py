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
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.gpio import LampFrame
from perroquet.drivers.sim.hands import VirtualHand
from perroquet.drivers.sim.panel import SimPanel
from perroquet.drivers.speaker import PlayerSpeaker
from perroquet.drivers.store import SqliteStore
from perroquet.games.jungle_speed.events import Asked as JungleAsked
from perroquet.games.jungle_speed.events import ContactFelt, Ruled
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, Degrees, HostNs, Seq
from perroquet.ports import SoundOrder, Speak
from perroquet.table.codec import codec
from perroquet.table.views import Situation
from perroquet.wiring.choice import WIRED
from perroquet.wiring.config import Configuration, Device
from perroquet.wiring.device import GAMES_BY_NAME, device

from tests.web.browser import LAPTOP, chromium, tab

TICKS = os.sysconf("SC_CLK_TCK")


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
    frames: list[LampFrame] = []
    spoken: dict[Seq, HostNs] = {}
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
            assert speaker is not None
            assert isinstance(speaker, PlayerSpeaker)
            perform, hear, timeline = speaker.perform, speaker._hear, speaker._timeline  # pyright: ignore[reportPrivateUsage] - nobody else asks when a sentence begins

            def heard(report: Report) -> None:
                hear(report)
                if isinstance(report, Sounded) and (at := timeline.heard_at(report.onset)) is not None:
                    sounded.append((report.key, at))

            def handed(order: SoundOrder, cause: Seq) -> None:
                perform(order, cause)
                if isinstance(order, Speak):
                    spoken.setdefault(cause, clock.now())

            speaker.perform = handed
            speaker._hear = heard  # pyright: ignore[reportPrivateUsage]
            evening = asyncio.create_task(session.run())
            await session.ready.wait()

            async def tap(*lines: str) -> None:
                assert handles.panel is not None
                for line in lines:
                    await handles.panel.tap(line)
                    await clock.sleep_until(HostNs(clock.now() + 60 * NS_PER_MS))

            await clock.sleep_until(HostNs(clock.now() + NS_PER_S))
            await tap("start", "start")
            for _ in range(grabs):
                await tap("seat_1", "seat_2")
                handles.base.grab(
                    (
                        VirtualHand(azimuth=Degrees(40.0), at_ms=100.0, fingers=4, top_mm=130.0),
                        VirtualHand(azimuth=Degrees(160.0), at_ms=112.0, fingers=3, top_mm=62.0),
                    )
                )
                await clock.sleep_until(HostNs(clock.now() + NS_PER_S))
                if session.view(None).situation is Situation.QUESTION:
                    await tap("start", "seat_1")
                handles.base.put_back()
                await clock.sleep_until(HostNs(clock.now() + 4 * NS_PER_S))  # until the ruling has been said
            evening.cancel()
            await asyncio.gather(evening, return_exceptions=True)
        store = SqliteStore(Path(state), codec(GAMES_BY_NAME))
        records = await store.load()
        await store.aclose()
    shown = {frame.cause: frame.at for frame in reversed(frames)}
    contacts = [(record, record.event.at) for record in records if isinstance(record.event, ContactFelt)]
    _print("contact -> lamp", [(shown[record.seq] - at) / NS_PER_MS for record, at in contacts if record.seq in shown])
    first: dict[int, tuple[float, ...]] = {}  # a grab is told once, then perhaps confirmed: the first counts
    for record in records:
        event = record.event
        if isinstance(event, Ruled | JungleAsked) and event.grab is not None and event.grab.lift_us is not None:
            left = event.grab.at + event.grab.lift_us * 1000
            told = spoken[record.seq]
            soon = told - 50 * NS_PER_MS  # the null sink makes up to a tick of sound behind its time
            sign = min(at for _, at in sounded if at >= soon)
            word = min(at for key, at in sounded if key == VOICE and at >= soon)
            instants = record.at, told, sign, word
            first.setdefault(event.grab.grab, tuple((at - left) / NS_PER_MS for at in instants))
    steps = ("verdict decided", "its sentence with the voice", "its first sound is heard", "its first word is heard")
    for place, step in enumerate(steps):
        _print(f"separation -> {step}", [instants[place] for instants in first.values()])


def _print(what: str, ms: list[float]) -> None:
    worst = quantiles(ms, n=100)[98] if len(ms) > 1 else float("nan")
    print(f"{what}: median {median(ms):.2f} ms, p99 {worst:.2f} ms (n={len(ms)}, live mounting)")


if __name__ == "__main__":
    options = argparse.ArgumentParser(description=__doc__)
    options.add_argument("--starts", type=int, default=5)
    options.add_argument("--grabs", type=int, default=30)
    options.add_argument("--idle", type=float, default=20.0)
    asked = options.parse_args()
    if asked.starts:
        measure_process(asked.starts, asked.idle)
    asyncio.run(measure_grabs(asked.grabs))

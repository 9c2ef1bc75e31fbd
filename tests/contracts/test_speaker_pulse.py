"""A real sound server loses its only output in the middle of a raid, and gets it back."""

import asyncio
import os
import shutil
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from perroquet.audio.keys import RAID
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.speaker import PlayerSpeaker
from perroquet.kernel.cues import Ambience, ArmRaid
from perroquet.kernel.readings import Heard, Part, PartFound, PartLost
from perroquet.kernel.units import NS_PER_MS, Millis, Percent, Samples, Seq, after
from perroquet.ports import SetVolume, SoundOrder

DEADLINE_S = 30
SINK = "module-null-sink", "sink_name=box", "rate=48000"


class Pulse:
    """PulseAudio of our own, with one null sink."""

    def __init__(self, folder: Path) -> None:
        folder.chmod(0o700)
        socket = folder / "box.socket"  # `pulse` is a folder of its own
        self.environment = {
            "PULSE_SERVER": f"unix:{socket}",
            "XDG_RUNTIME_DIR": str(folder),
            "HOME": str(folder),
            "SDL_AUDIODRIVER": "pulseaudio",
        }
        self._process = subprocess.Popen(
            [
                *(
                    "pulseaudio",
                    "-n",
                    "--daemonize=no",
                    "--exit-idle-time=-1",
                    "--use-pid-file=no",
                    "--disable-shm=yes",
                ),
                *("-L", f"module-native-protocol-unix socket={socket} auth-anonymous=1", "-L", " ".join(SINK)),
            ],
            env={**os.environ, **self.environment},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait(self) -> None:
        until = time.monotonic() + DEADLINE_S
        while not self.control("list", "short", "sinks"):
            assert time.monotonic() < until, "PulseAudio does not answer"

    def control(self, *words: str) -> str:
        done = subprocess.run(
            ["pactl", *words],
            env={**os.environ, **self.environment},
            capture_output=True,
            text=True,
            check=False,
            timeout=DEADLINE_S,
        )
        return done.stdout.strip()

    def pull(self) -> None:
        self.control("unload-module", "module-null-sink")

    def put_back(self) -> None:
        self.control("load-module", *SINK)

    def end(self) -> None:
        self._process.terminate()
        self._process.wait(timeout=DEADLINE_S)


@pytest.fixture
def pulse(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Pulse]:
    if shutil.which("pulseaudio") is None or shutil.which("pactl") is None:
        pytest.skip("no PulseAudio on this system (`make deps` installs it on Debian)")
    server = Pulse(tmp_path)
    for name, value in server.environment.items():
        monkeypatch.setenv(name, value)
    try:
        server.wait()
        yield server
    finally:
        server.end()


def do(speaker: PlayerSpeaker, *orders: SoundOrder) -> None:
    for order in orders:
        speaker.perform(order, Seq(1))


def test_a_raid_that_meets_a_lost_device_is_heard_when_it_is_back(pulse: Pulse) -> None:
    async def main() -> tuple[list[object], int]:
        clock = MonotonicClock()
        speaker = PlayerSpeaker(clock, sink="pygame")
        do(speaker, SetVolume(percent=Percent(60)), Ambience(on=True, seed="s"))
        try:
            async with asyncio.timeout(DEADLINE_S):
                while not pulse.control("list", "short", "sink-inputs"):
                    await clock.sleep_until(after(clock.now(), Millis(20)))
                do(speaker, ArmRaid(live=Samples(24_000)))
                await asyncio.to_thread(pulse.pull)
                reports = aiter(speaker.reports())
                told: list[object] = [await anext(reports)]
                await clock.sleep_until(after(clock.now(), Millis(700)))  # the raid falls due, and nobody can hear it
                put_back = clock.now()
                await asyncio.to_thread(pulse.put_back)
                while not isinstance(told[-1], Heard):  # a slow server may be lost and found again on the way
                    told.append(await anext(reports))
                return told, put_back
        finally:
            await speaker.aclose()

    (lost, *between, heard), put_back = asyncio.run(main())

    assert isinstance(lost, PartLost)
    assert lost.part is Part.SPEAKER
    assert any(isinstance(one, PartFound) for one in between)
    assert isinstance(heard, Heard)
    assert heard.key == RAID
    assert heard.onset > put_back - 50 * NS_PER_MS

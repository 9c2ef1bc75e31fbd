"""The player as a process: what it survives, and when it ends."""

import asyncio
import json
import os
import signal
import subprocess
import sys
import wave
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import psutil
import pytest
from perroquet.audio.keys import LENGTH, RAID
from perroquet.audio.orders import LONGEST, PlayerOrder, Quit, write_order
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.speaker import PlayerSpeaker
from perroquet.kernel.cues import Ambience, ArmRaid
from perroquet.kernel.readings import Heard, PartFound, PartLost
from perroquet.kernel.units import Millis, Percent, Samples, Seq, after
from perroquet.ports import Hush, SetVolume

DEADLINE_S = 20


class Piped:
    """A player at the other end of two pipes."""

    def __init__(self, *arguments: str) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "perroquet.audio.player", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
        )

    def send(self, *orders: PlayerOrder) -> None:
        self.write(b"".join(write_order(order) for order in orders))

    def write(self, data: bytes) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def until(self, wanted: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the first report that is wanted; the player reports ten times a second, so this ends."""
        assert self.process.stdout is not None
        for line in self.process.stdout:
            if wanted(report := json.loads(line)):
                return report
        pytest.fail(f"the player ended: {self.errors()}")

    def errors(self) -> str:
        assert self.process.stderr is not None
        return self.process.stderr.read().decode()

    def ends(self) -> int:
        return self.process.wait(timeout=DEADLINE_S)

    def close(self) -> None:
        self.process.kill()
        with self.process:  # closes the pipes and waits
            pass


@pytest.fixture
def null() -> Iterator[Piped]:
    player = Piped("--sink", "null")
    yield player
    player.close()


def said(key: str) -> Callable[[dict[str, Any]], bool]:
    return lambda report: key in report


def test_the_player_ends_when_its_stdin_does(null: Piped) -> None:
    null.until(said("mark"))
    assert null.process.stdin is not None
    null.process.stdin.close()

    assert null.ends() == 0


def test_the_player_ends_when_it_is_told_to_and_only_then(null: Piped) -> None:
    null.until(said("mark"))
    null.process.send_signal(signal.SIGINT)  # Ctrl-C at the terminal of `perroquet run`
    null.until(said("strain"))
    null.send(Quit())

    assert null.ends() == 0


def test_a_player_on_a_sound_device_ends_at_a_terminating_signal(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "dummy")
    player = Piped("--sink", "pygame")
    player.until(said("mark"))
    player.process.terminate()

    assert player.ends() == -signal.SIGTERM
    player.close()


@pytest.mark.parametrize(
    ("line", "why"),
    [
        (b"hello\n", "not JSON"),
        (b'{"do": "dance"}\n', "not an order this player knows"),
        (b'{"do": "play", "sound": "gong"}\n', "no sound «gong»"),
        (b"\x00\xff\xfe\n", "not JSON"),
        (b"[" * 5000 + b"\n", "not JSON"),
        (b"9" * 6000 + b"\n", "not JSON"),
        (b"x" * 300_000 + b"\n", f"more than {LONGEST} bytes"),
    ],
    ids=["text", "unknown", "sound", "binary", "deep", "number", "huge"],
)
def test_a_hostile_line_is_answered_and_the_player_goes_on(line: bytes, why: str, null: Piped) -> None:
    null.write(line)
    refused = null.until(said("refused"))
    null.write(b'{"do": "play", "sound": "win"}\n')

    assert why in refused["refused"]
    assert null.until(said("sounded"))["sounded"][0] == "win"


def test_what_the_file_holds_is_what_the_marks_say(tmp_path: Path) -> None:
    heard = tmp_path / "heard.wav"
    player = Piped("--sink", "file", "--device", str(heard))
    player.send(SetVolume(percent=Percent(100)), Ambience(on=True, seed="s"), ArmRaid(live=Samples(12_345)))
    key, onset, end = player.until(said("sounded"))["sounded"]
    player.until(said("strain"))
    player.send(Hush(on=True))
    player.until(said("strain"))
    player.send(Quit())
    player.ends()
    player.close()
    with wave.open(str(heard)) as file:
        samples = np.frombuffer(file.readframes(file.getnframes()), "<i2").reshape(-1, 2).astype(int)
        shape = (file.getframerate(), file.getnchannels())

    assert shape == (48_000, 2)
    assert (key, end - onset) == (RAID, LENGTH[RAID])
    loud = np.flatnonzero(np.abs(samples[:, 0]) > 5000)
    assert onset <= loud[0] < onset + 480
    assert not samples[-2400:].any()


def speak_to(sink: str) -> PlayerSpeaker:
    return PlayerSpeaker(MonotonicClock(), sink=sink)


def test_a_killed_player_comes_back_with_its_state() -> None:
    async def main() -> tuple[list[object], bool]:
        clock, speaker = MonotonicClock(), speak_to("null")
        speaker.perform(Ambience(on=True, seed="s"), Seq(1))
        speaker.perform(ArmRaid(live=Samples(96_000)), Seq(2))
        try:
            async with asyncio.timeout(DEADLINE_S):
                while speaker.strain is None or speaker.pid is None:
                    await clock.sleep_until(after(clock.now(), Millis(5)))
                killed = speaker.pid
                os.kill(killed, signal.SIGKILL)
                reports = aiter(speaker.reports())
                return [await anext(reports) for _ in range(3)], speaker.pid != killed
        finally:
            await speaker.aclose()

    (lost, found, heard), another = asyncio.run(main())

    assert isinstance(lost, PartLost)
    assert "code -9" in lost.why
    assert isinstance(found, PartFound)
    assert isinstance(heard, Heard)
    assert another


def test_a_hanging_player_is_ended_and_replaced() -> None:
    async def main() -> list[object]:
        clock = MonotonicClock()
        speaker = PlayerSpeaker(clock, sink="null", silence=Millis(1500))
        try:
            async with asyncio.timeout(DEADLINE_S):
                while speaker.strain is None or speaker.pid is None:
                    await clock.sleep_until(after(clock.now(), Millis(5)))
                os.kill(speaker.pid, signal.SIGSTOP)
                reports = aiter(speaker.reports())
                return [await anext(reports) for _ in range(2)]
        finally:
            await speaker.aclose()

    lost, found = asyncio.run(main())

    assert isinstance(lost, PartLost)
    assert isinstance(found, PartFound)


def test_a_player_is_not_taken_for_dead_when_it_is_we_who_slept() -> None:
    async def main() -> tuple[int | None, int | None]:
        clock = MonotonicClock()
        speaker = PlayerSpeaker(clock, sink="null", silence=Millis(300))
        try:
            async with asyncio.timeout(DEADLINE_S):
                while speaker.strain is None:
                    await clock.sleep_until(after(clock.now(), Millis(5)))
                before, told = speaker.pid, speaker.strain
                other = Piped("--sink", "null")  # the loop is held up, as by a suspended machine
                other.until(said("strain"))  # which a player tells when it has played for a second
                other.close()
                while speaker.strain is told:
                    await clock.sleep_until(after(clock.now(), Millis(5)))
                return before, speaker.pid
        finally:
            await speaker.aclose()

    before, now = asyncio.run(main())

    assert before == now


PARENT = """
import asyncio
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.speaker import PlayerSpeaker

async def main():
    speaker = PlayerSpeaker(MonotonicClock(), sink="null")
    while speaker.strain is None:
        await asyncio.sleep(0.01)
    print(speaker.pid, flush=True)
    await asyncio.Event().wait()

asyncio.run(main())
"""


def test_a_killed_parent_leaves_no_orphan() -> None:
    parent = subprocess.Popen([sys.executable, "-c", PARENT], stdout=subprocess.PIPE)
    assert parent.stdout is not None
    player = psutil.Process(int(parent.stdout.readline()))
    parent.kill()
    parent.communicate()

    assert player.wait(timeout=DEADLINE_S) is None or not player.is_running()

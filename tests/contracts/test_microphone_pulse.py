"""`perroquet sound record` hears a real capture device: the monitor of a sound server's output is its microphone."""

import subprocess
import sys
import wave
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from perroquet.audio.bank import from_wav
from perroquet.audio.loudness import integrated

from tests.contracts.pulse import DEADLINE_S, Pulse

RATE = 48_000
RECORDED_S = 5


def shout(level: float) -> NDArray[np.float64]:
    """Return 0.8 s of silence, a shout of 1.2 s that swells and fades, and silence to the end of any recording."""
    along = np.arange(round(1.2 * RATE)) / RATE
    voice = sum(np.sin(2 * np.pi * 220 * harmonic * along) / harmonic for harmonic in range(1, 9))
    swelling = np.sin(np.pi * along / 1.2) ** 0.2
    loudest = np.clip(level * voice * swelling, -1.0, 1.0)
    return np.concatenate([np.zeros(round(0.8 * RATE)), loudest, np.zeros(6 * RATE)])


def record(pulse: Pulse, tmp_path: Path, sound: NDArray[np.float64]) -> tuple[int, str]:
    """Play `sound` into the room while `sound record` listens; return its exit code and what it said."""
    played = tmp_path / "played.wav"
    with wave.open(str(played), "wb") as file:
        file.setparams((1, 2, RATE, 0, "NONE", ""))
        file.writeframes((sound * 32_767).astype("<i2").tobytes())
    command = (sys.executable, "-m", "perroquet", "sound", "record", "raid")
    options = ("--seconds", str(RECORDED_S), "--folder", str(tmp_path / "sounds"))
    with subprocess.Popen(
        (*command, *options), env=pulse.everything, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    ) as listening:
        while not pulse.listened_to and listening.poll() is None:
            pass  # each look takes a program its time
        with subprocess.Popen(["paplay", str(played)], env=pulse.everything) as playing:
            try:
                told, _ = listening.communicate(timeout=DEADLINE_S)
            finally:
                listening.kill()
                playing.kill()
    return listening.returncode, told


def test_a_shout_is_recorded_cut_and_levelled(pulse: Pulse, tmp_path: Path) -> None:
    code, told = record(pulse, tmp_path, shout(0.25))
    kept = from_wav((tmp_path / "sounds" / "recordings" / "raid.wav").read_bytes())

    assert code == 0, told
    assert "kept, and heard from the next start on" in told
    assert kept is not None
    assert 1.0 < len(kept) / RATE < 1.35
    assert abs(integrated(kept / np.float32(32_767.0)) + 16.0) <= 1.0


@pytest.mark.parametrize(("level", "why"), [(3.0, "it is overdriven"), (0.0, "hardly more than silence")])
def test_a_shout_that_is_overdriven_or_not_heard_is_refused(
    pulse: Pulse, tmp_path: Path, level: float, why: str
) -> None:
    code, told = record(pulse, tmp_path, shout(level))

    assert code == 1
    assert why in " ".join(told.split())
    assert not (tmp_path / "sounds" / "recordings").exists()

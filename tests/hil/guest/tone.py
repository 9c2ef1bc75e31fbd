"""A pure tone through the shipped player and a sound card of the kernel: is it that tone, and whole? Prints JSON.

Run as the service's user: the table's own recording of one sound is the tone; the card is snd-aloop, whose other side
is recorded.
"""

import asyncio
import json
import logging
import subprocess
import sys
import tempfile
import wave
from pathlib import Path

import numpy as np
from perroquet.audio.shelf import RECORDINGS
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.pi.speaker import PiSpeaker
from perroquet.kernel.cues import Play
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import SAMPLE_RATE, Percent, Seq
from perroquet.ports.speaker import SetVolume

HERTZ = 880.0
TONE_S = 3.5
RECORD_S = 120
GAP_SAMPLES = SAMPLE_RATE // 200
"""Five milliseconds without a sign of the tone are a gap."""
LATE_S = 60.0


class SoundThere(logging.Handler):
    """Hears when sound has somewhere to go; only a loss and its end are reported otherwise."""

    def __init__(self) -> None:
        super().__init__()
        self.told = asyncio.Event()

    def emit(self, record: logging.LogRecord) -> None:
        """Look at what the driver logs, in the loop's own thread."""
        if record.getMessage().startswith("sound goes to"):
            self.told.set()


async def play(sounds: Path) -> None:
    """Play the tone once."""
    there = SoundThere()
    log = logging.getLogger("perroquet.drivers.speaker")
    log.setLevel(logging.INFO)
    log.addHandler(there)
    speaker = PiSpeaker(MonotonicClock(), sounds=sounds)
    await there.told.wait()
    speaker.perform(SetVolume(percent=Percent(80)), Seq(0))
    speaker.perform(Play(sound=Sound.FANFARE), Seq(0))
    await asyncio.sleep(TONE_S + 1)
    await speaker.aclose()


def heard(file: Path) -> dict[str, float]:
    """Measure what came out."""
    with wave.open(str(file)) as record:
        pcm = np.frombuffer(record.readframes(record.getnframes()), dtype="<i2").reshape(-1, 2)[:, 0].astype(float)
    loud = np.flatnonzero(np.abs(pcm) > np.abs(pcm).max() / 4) if len(pcm) else np.array([])
    if len(loud) < SAMPLE_RATE:
        return {"hertz": 0.0, "seconds": len(loud) / SAMPLE_RATE, "gaps": -1, "jumps": -1}
    tone = pcm[loud[0] : loud[-1]]
    spectrum = np.abs(np.fft.rfft(tone * np.hanning(len(tone)), 8 * len(tone)))
    hertz = float(spectrum.argmax()) * SAMPLE_RATE / (8 * len(tone))
    gaps = int((np.diff(loud) > GAP_SAMPLES).sum())
    # A repeated or dropped buffer keeps the sound but breaks the phase: take the tone away and look at what is left.
    at = np.arange(len(tone)) / SAMPLE_RATE
    slip = np.unwrap(
        np.angle((tone * np.exp(-2j * np.pi * hertz * at))[: len(tone) // 480 * 480].reshape(-1, 480).mean(1))
    )
    jumps = int((np.abs(np.diff(slip)) > 0.5).sum())
    return {"hertz": round(hertz, 2), "seconds": round(len(tone) / SAMPLE_RATE, 2), "gaps": gaps, "jumps": jumps}


def main() -> None:
    """Make the recording, play it and measure it."""
    at = np.arange(int(TONE_S * SAMPLE_RATE)) / SAMPLE_RATE
    pcm = (np.sin(2 * np.pi * HERTZ * at) * 20_000).astype("<i2")
    with tempfile.TemporaryDirectory() as folder:
        sounds, record = Path(folder), Path(folder, "record.wav")
        (sounds / RECORDINGS).mkdir()
        with wave.open(str(sounds / RECORDINGS / f"{Sound.FANFARE}.wav"), "wb") as file:
            file.setnchannels(1)
            file.setsampwidth(2)
            file.setframerate(SAMPLE_RATE)
            file.writeframes(pcm.tobytes())
        ear = ["arecord", "-q", "-D", "plughw:Loopback,1,0", "-f", "S16_LE", "-r", str(SAMPLE_RATE), "-c", "2"]
        with subprocess.Popen([*ear, "-d", str(RECORD_S), str(record)]) as recorder:
            asyncio.run(asyncio.wait_for(play(sounds), LATE_S + TONE_S))
            recorder.terminate()
        print(json.dumps(heard(record)))


if __name__ == "__main__":
    sys.exit(main())

"""Look at the jungle: pictures of every voice and of minutes of each scene, what a raid changes, hours of it.

python tests/benchmarks/bench_jungle.py [--pictures FOLDER] [--minutes 10] [--fingerprint] [--hours 3]

Simulated: no loudspeaker. Pictures are PNG: time to the right, 60 Hz to 16 kHz upwards by octaves, bright is loud;
under a scene its loudness over 3 s, between -40 and -20 LUFS, with a line at -30.
"""

import argparse
import hashlib
import os
import subprocess
import sys
import time
from itertools import islice
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray
from perroquet.audio.effects import effect
from perroquet.audio.engine import Engine
from perroquet.audio.jungle import PIECE, pieces
from perroquet.audio.loudness import integrated, short_term
from perroquet.audio.maker import OnDemand
from perroquet.audio.measures import resident
from perroquet.audio.synthesis import dice
from perroquet.audio.wildlife import VOICES
from perroquet.drivers.speaker import ENVIRONMENT
from perroquet.kernel.luck import Luck
from perroquet.kernel.sounds import Scene, Sound
from perroquet.kernel.units import SAMPLE_RATE, Samples

Picture = NDArray[np.uint8]

LOW_HZ, HIGH_HZ = 60.0, 16_000.0
WINDOW = 4096
ROWS = 180
SECOND_PX = 60
SMALL_SPEAKER_HZ = 180.0
_SHADE = np.hanning(WINDOW).astype(np.float32)


def spectrum(wave: NDArray[np.float32], columns: int) -> NDArray[np.float32]:
    """Return the power of `wave` at `columns` instants, (columns, WINDOW / 2 + 1)."""
    padded = np.concatenate([np.zeros(WINDOW // 2, np.float32), wave, np.zeros(WINDOW, np.float32)])
    starts = np.linspace(0, len(wave), columns, endpoint=False).astype(int)
    return np.stack([np.abs(np.fft.rfft(padded[at : at + WINDOW] * _SHADE)) ** 2 for at in starts])


def picture(wave: NDArray[np.float32], columns: int) -> Picture:
    """Draw the spectrogram of `wave`, 70 dB from black to white."""
    power = spectrum(wave, columns)
    hertz = np.geomspace(HIGH_HZ, LOW_HZ, ROWS)
    bins = np.clip(np.round(hertz * WINDOW / SAMPLE_RATE).astype(int), 0, power.shape[1] - 1)
    decibels = 10.0 * np.log10(np.maximum(power[:, bins].T, 1e-12))
    shade = np.clip((decibels - decibels.max() + 70.0) / 70.0 * 255.0, 0, 255).astype(np.uint8)
    return np.asarray(cv2.applyColorMap(shade, cv2.COLORMAP_INFERNO), np.uint8)


def labelled(drawn: Picture, words: str) -> Picture:
    """Write `words` above a picture."""
    band = np.zeros((18, drawn.shape[1], 3), np.uint8)
    cv2.putText(band, words, (4, 13), cv2.FONT_HERSHEY_SIMPLEX, 0.42, (255, 255, 255), 1, cv2.LINE_AA)
    return np.concatenate([band, drawn])


def sheet(cells: list[Picture], across: int = 4) -> Picture:
    """Put pictures of one height into rows."""
    width = max(cell.shape[1] for cell in cells)
    padded = [np.pad(cell, ((0, 6), (0, width - cell.shape[1] + 6), (0, 0))) for cell in cells]
    padded += [np.zeros_like(padded[0])] * (-len(padded) % across)
    return np.concatenate([np.concatenate(padded[row : row + across], 1) for row in range(0, len(padded), across)])


def curve(levels: NDArray[np.float64], columns: int) -> Picture:
    """Draw loudness over time."""
    drawn = np.full((100, columns, 3), 24, np.uint8)
    drawn[50] = 96
    across = np.linspace(0, columns - 1, len(levels))
    down = np.clip((-20.0 - levels) / 20.0 * 99.0, 0, 99)
    line = np.stack([across, down], 1).round().astype(np.int32)
    cv2.polylines(drawn, [line], isClosed=False, color=(90, 220, 90))
    return drawn


def under(wave: NDArray[np.float32]) -> float:
    """Return the part of the energy under what a small speaker plays."""
    power = spectrum(wave, 1 + len(wave) // WINDOW).sum(axis=0)
    return float(power[: round(SMALL_SPEAKER_HZ * WINDOW / SAMPLE_RATE)].sum() / power.sum())


def jungle(scene: Scene, seed: str, seconds: int) -> NDArray[np.float32]:
    count = -(-seconds * SAMPLE_RATE // PIECE)
    return np.concatenate(list(islice(pieces(Luck(seed), scene), count))).astype(np.float32) / np.float32(32_767.0)


def say(words: str) -> None:
    sys.stdout.write(f"{words}\n")
    sys.stdout.flush()


def voices(folder: Path, seed: str) -> None:
    """Draw every voice of the jungle, three tries each, and every sound of the bank."""
    cells: list[Picture] = []
    for name, voice in VOICES.items():
        wave = np.concatenate([voice(dice(Luck(f"{seed}/{name}/{number}"))) for number in range(3)])[: 6 * SAMPLE_RATE]
        cells.append(labelled(picture(wave, 6 * SECOND_PX), f"{name}, {under(wave):.1%} under 180 Hz"))
    cv2.imwrite(str(folder / "voices.png"), sheet(cells))
    cells = []
    for sound in Sound:
        wave = effect(sound).astype(np.float32) / np.float32(32_767.0)
        columns = max(90, round(len(wave) / SAMPLE_RATE * 2 * SECOND_PX))
        cells.append(labelled(picture(wave, columns), f"{sound} {under(wave):.1%}"))
    cv2.imwrite(str(folder / "sounds.png"), sheet(cells))


def scenes(folder: Path, seed: str, minutes: int) -> None:
    """Draw minutes of every scene, and say what does not fit into a picture."""
    for scene in Scene:
        heard = jungle(scene, seed, 60 * minutes)
        mono, levels = heard.mean(axis=1), np.asarray(short_term(heard))
        lufs = integrated(heard)
        words = (
            f"{scene}: {minutes} min, {lufs:.1f} LUFS, 3 s between {levels.min():.1f} and {levels.max():.1f}, mono "
            f"{integrated(mono) - lufs:+.1f} LU, {under(mono):.1%} under 180 Hz, steps of 3 s up to "
            f"{np.abs(np.diff(levels)).max():.1f} LU"
        )
        say(words)
        columns = 1400
        drawn = np.concatenate([picture(mono, columns), curve(levels, columns)])
        cv2.imwrite(str(folder / f"{scene}.png"), labelled(drawn, words))


def endurance(hours: float, seed: str) -> None:
    """Make hours of jungle as its process does, and say what that cost; memory after each tenth of them."""
    if not ENVIRONMENT.items() <= os.environ.items():  # read when a process starts
        again = [sys.executable, __file__, "--hours", str(hours), "--seed", seed]
        subprocess.run(again, env={**os.environ, **ENVIRONMENT}, check=True)
        return
    row, tenth = pieces(Luck(seed), Scene.RIVER), round(hours * 360 * SAMPLE_RATE / PIECE)
    loudest, memory = 0, list[int]()
    began = time.process_time()
    for _ in range(10):
        loudest = max(loudest, *(int(np.abs(piece).max()) for piece in islice(row, tenth)))
        memory.append(resident())
    share = (time.process_time() - began) / (10 * tenth * PIECE / SAMPLE_RATE)
    say(
        f"{hours:g} h of jungle: {100 * share:.2f} % of a core to make, loudest sample {loudest / 32_767:.3f}, "
        f"memory after each tenth {', '.join(f'{size / 1e6:.0f}' for size in memory)} MB"
    )


def fingerprint(seed: str, raid_s: int | None) -> list[str]:
    """Return a hash for each second of a minute that the engine mixes, with a raid at `raid_s` or without one."""
    engine = Engine({sound: effect(sound) for sound in Sound}, OnDemand())
    engine.ambience(on=True, seed=seed, scene=Scene.RIVER)
    if raid_s is not None:
        engine.arm(Samples(raid_s * SAMPLE_RATE))
    seconds = (np.concatenate([engine.pull(480).copy() for _ in range(100)]) for _ in range(60))
    return [hashlib.sha256(second.tobytes()).hexdigest() for second in seconds]


def compare(seed: str) -> None:
    """Say whether a raid changes anything before its onset, and give a hash to compare runs and Pythons by."""
    without, struck = fingerprint(seed, None), fingerprint(seed, 30)
    alike = next(at for at, (one, other) in enumerate(zip(without, struck, strict=True)) if one != other)
    whole = hashlib.sha256("".join(struck).encode()).hexdigest()
    python = ".".join(map(str, sys.version_info[:2]))
    say(f"raid at 30 s: bit-identical to no raid for {alike} s; Python {python}, numpy {np.__version__}: {whole}")


def main() -> None:
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--pictures", type=Path, help="the folder they go to")
    options.add_argument("--minutes", type=int, default=10)
    options.add_argument("--hours", type=float, default=0.0)
    options.add_argument("--fingerprint", action="store_true", help="hash a minute with a raid and without")
    options.add_argument("--seed", default="1")
    wish = options.parse_args()
    if wish.pictures is not None:
        wish.pictures.mkdir(parents=True, exist_ok=True)
        voices(wish.pictures, wish.seed)
        scenes(wish.pictures, wish.seed, wish.minutes)
    if wish.fingerprint:
        compare(wish.seed)
    if wish.hours:
        endurance(wish.hours, wish.seed)


if __name__ == "__main__":
    main()

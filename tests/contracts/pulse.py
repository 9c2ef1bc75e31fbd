"""A sound server of a test's own: PulseAudio with one null sink, whose monitor is a microphone that hears it."""

import os
import subprocess
import time
from pathlib import Path

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
            env=self.everything,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def wait(self) -> None:
        until = time.monotonic() + DEADLINE_S
        while not self.control("list", "short", "sinks"):
            assert time.monotonic() < until, "PulseAudio does not answer"

    @property
    def everything(self) -> dict[str, str]:
        """What a program finds the server by."""
        return {**os.environ, **self.environment}

    @property
    def listened_to(self) -> bool:
        """True while a program records."""
        return bool(self.control("list", "short", "source-outputs"))

    def control(self, *words: str) -> str:
        done = subprocess.run(
            ["pactl", *words],
            env=self.everything,
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

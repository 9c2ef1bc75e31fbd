"""The sound device as SDL has it."""

import os
import subprocess
import sys

DEADLINE_S = 20


def test_a_device_that_asks_for_sound_while_it_is_closed_is_answered_and_closed() -> None:
    command = [sys.executable, "-m", "tests.audio.closing"]
    dummy = {**os.environ, "SDL_AUDIODRIVER": "dummy"}
    done = subprocess.run(command, env=dummy, capture_output=True, text=True, timeout=DEADLINE_S, check=False)

    assert (done.returncode, done.stderr) == (0, "")

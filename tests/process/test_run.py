"""`perroquet run` as a process: what goes wrong beside the evening does not end it."""

import os
import signal
import subprocess
import sys
from pathlib import Path
from subprocess import PIPE, STDOUT
from threading import Timer

DEADLINE_S = 20


def test_an_evening_goes_on_without_a_page(tmp_path: Path) -> None:
    (tmp_path / "nicegui.py").write_text("raise ImportError('planted')\n", encoding="utf-8")
    config = tmp_path / "perroquet.toml"
    config.write_text(f'[device]\nstate_dir = "{tmp_path}/state"\n', encoding="utf-8")
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-m", "perroquet", "run", "--sim", "--port", "0", "--config", str(config)]
    with subprocess.Popen(command, stdout=PIPE, stderr=STDOUT, text=True, env=environment) as running:
        assert running.stdout is not None
        deadline = Timer(DEADLINE_S, running.kill)
        deadline.start()
        said = next((line for line in running.stdout if "goes on without it" in line), "")
        running.send_signal(signal.SIGTERM)
        rest, _ = running.communicate()
        deadline.cancel()

    assert "the page has broken; the evening goes on without it" in said
    assert running.returncode == 0, rest

"""`perroquet run` as a process: what goes wrong beside the evening does not end it."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

DEADLINE_S = 20


def test_an_evening_goes_on_without_a_page(tmp_path: Path) -> None:
    (tmp_path / "nicegui.py").write_text("raise ImportError('planted')\n", encoding="utf-8")
    config = tmp_path / "perroquet.toml"
    config.write_text(f'[device]\nstate_dir = "{tmp_path}/state"\n', encoding="utf-8")
    log = tmp_path / "log"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])}
    command = [sys.executable, "-m", "perroquet", "run", "--sim", "--port", "0", "--config", str(config)]
    with log.open("w") as out, subprocess.Popen(command, stdout=out, stderr=out, env=environment) as running:
        deadline = time.monotonic() + DEADLINE_S
        while "goes on without it" not in log.read_text() and running.poll() is None and time.monotonic() < deadline:
            time.sleep(0.05)
        running.send_signal(signal.SIGTERM)
        code = running.wait(DEADLINE_S)

    assert code == 0, log.read_text()
    assert "the page has broken; the evening goes on without it" in log.read_text()

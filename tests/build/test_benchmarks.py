"""Every measurement says what it takes before it begins."""

import subprocess
import sys
from pathlib import Path

import pytest

SCRIPTS = sorted(Path(__file__).parent.with_name("benchmarks").glob("*.py"))


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_help_is_printed(script: Path) -> None:
    helped = subprocess.run([sys.executable, script, "--help"], capture_output=True, text=True, timeout=60, check=False)

    assert (helped.returncode, helped.stderr) == (0, "")
    assert helped.stdout.startswith(f"usage: {script.name}")

"""Every pinned package comes as a wheel for 64-bit ARM, for the Pythons of Bookworm and Trixie."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
GLIBC = (17, 28, 34, 36)
"""Of the wheels' platforms that Bookworm (2.36) takes; Trixie takes them too."""


def pip(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "pip", "--disable-pip-version-check", "--retries", "0", *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=300)


def resolve(requirements: Path, python: str, target: Path) -> subprocess.CompletedProcess[str]:
    """Let pip choose wheels for a Pi, and fetch nothing but what it must look at."""
    platforms = [f"--platform=manylinux_2_{minor}_aarch64" for minor in GLIBC]
    return pip(
        *("install", "--dry-run", "--quiet", "--no-deps", "--only-binary=:all:", "--implementation=cp"),
        *(f"--python-version={python}", "--platform=manylinux2014_aarch64", *platforms),
        *(f"--target={target}", f"--requirement={requirements}"),
    )


@pytest.fixture(scope="module")
def registry() -> None:
    """A package registry, or skip."""
    if pip("index", "versions", "pip").returncode != 0:
        pytest.skip("no package registry answers: whether the Pi's wheels exist was not checked")


@pytest.mark.usefixtures("registry")
@pytest.mark.parametrize("python", ["3.11", "3.13"])
def test_every_requirement_has_a_wheel_for_the_pi(python: str, tmp_path: Path):
    resolved = resolve(ROOT / "device/requirements/run.txt", python, tmp_path)

    assert resolved.returncode == 0, resolved.stderr


@pytest.mark.usefixtures("registry")
def test_a_package_without_such_a_wheel_would_be_noticed(tmp_path: Path):
    only_source = tmp_path / "run.txt"
    only_source.write_text("sdnotify==0.3.2\n")

    assert "No matching distribution found for sdnotify" in resolve(only_source, "3.11", tmp_path).stderr

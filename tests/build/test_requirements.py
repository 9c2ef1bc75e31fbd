import re
import tomllib
from pathlib import Path

import perroquet
import pytest

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]


def pins(name: str) -> dict[str, str]:
    """The lines of a requirement file that are not comments: package in lower case -> version."""
    lines = (ROOT / "device" / "requirements" / name).read_text("utf-8").splitlines()
    return dict(line.lower().split("==") for line in lines if not line.startswith("#"))


@pytest.mark.parametrize("name", ["run.txt", "test.txt"])
def test_every_requirement_is_one_exact_version_from_whatever_registry_the_machine_uses(name: str):
    assert all(re.fullmatch(r"[a-z0-9_.-]+", word) for pin in pins(name).items() for word in pin)


def test_no_package_is_pinned_twice():
    assert set(pins("run.txt")) & set(pins("test.txt")) == set()


def test_all_that_the_package_needs_is_pinned():
    needed = {re.split(r"[<>=!~\[]", requirement)[0] for requirement in PROJECT["dependencies"]}

    assert needed - set(pins("run.txt")) == set()


def test_the_package_knows_its_own_version():
    assert perroquet.__version__ == PROJECT["version"]

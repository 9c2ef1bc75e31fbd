import json
import subprocess
import sys
import sysconfig
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
ASKS_FOR_ASSETS = """
import json
from perroquet.assets import asset, firmware
from perroquet.firmware.shared import codec
names = ["hardware/pins.toml", "systemd/perroquet.service", "systemd/perroquet.toml"]
print(json.dumps([str(asset(name)) for name in names] + [str(firmware() / "shared" / "codec.py"), codec.__file__]))
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built through the source archive as a release is."""
    out = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "build", "--no-isolation", "--outdir", str(out), str(ROOT)]
    subprocess.run(command, check=True, capture_output=True)
    [built] = out.glob("*.whl")
    return built


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of an environment with nothing of ours but the wheel.

    What perroquet depends on is lent by a `.pth` file from the environment of the tests; a path added so does not run
    the `.pth` files it holds, thus the editable checkout stays out of sight.
    """
    env = tmp_path_factory.mktemp("env")
    venv.create(env, with_pip=False)
    python = env / "bin" / "python"
    command = [sys.executable, "-m", "pip", "--python", str(python), "install", "--quiet", "--no-deps", "--no-index"]
    subprocess.run([*command, str(wheel)], check=True, capture_output=True)
    [site] = env.glob("lib/python*/site-packages")
    (site / "lent.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return env / "bin"


def output(folder: Path, *command: str) -> str:
    """What `command` prints, run in an empty folder, away from the checkout."""
    return subprocess.run(command, check=False, stdout=subprocess.PIPE, text=True, cwd=folder).stdout


def test_the_wheel_carries_all_that_is_not_in_the_package(wheel: Path):
    names = set(zipfile.ZipFile(wheel).namelist())

    sources = {
        f"perroquet/firmware/{path.relative_to(ROOT / 'firmware')}" for path in (ROOT / "firmware").rglob("*.py")
    }
    systemd = {f"perroquet/_data/systemd/{path.name}" for path in (ROOT / "systemd").iterdir()}
    assert sources | systemd | {"perroquet/_data/hardware/pins.toml", "perroquet/wiring/doctor.toml"} <= names


def test_an_installed_perroquet_finds_its_assets_in_itself(installed: Path, tmp_path: Path):
    found = json.loads(output(tmp_path, str(installed / "python"), "-c", ASKS_FOR_ASSETS))

    assert [path for path in found if not Path(path).is_relative_to(installed.parent)] == []
    assert all(Path(path).exists() for path in found)


def test_an_installed_perroquet_examines_the_machine(installed: Path, tmp_path: Path):
    state = tmp_path / "home.toml"
    state.write_text(f'[device]\nstate_dir = "{tmp_path}"\n')
    lines = output(tmp_path, str(installed / "perroquet"), "doctor", "--json", "--config", str(state)).splitlines()

    assert {json.loads(line)["part"] for line in lines} >= {"machine", "packages", "pin-map"}

import configparser
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from perroquet.assets import asset

UNIT = asset("systemd/perroquet.service")
MOUNT = asset("systemd/perroquet.mount")
BINARY = "/opt/perroquet/bin/perroquet"


def systemd_tool(name: str) -> str:
    """The path of one of systemd's tools, or skip where systemd cannot exist."""
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not on this system (`make deps` installs it on Debian)")
    return found


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    """`systemd-analyze` with its words in English."""
    command = [systemd_tool("systemd-analyze"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, env={**os.environ, "LC_ALL": "C"})


def settings(unit: Path = UNIT) -> configparser.RawConfigParser:
    """The unit's settings; of a key that is set several times, the last."""
    parser = configparser.RawConfigParser(strict=False)
    parser.read_string(unit.read_text(encoding="utf-8"))
    return parser


def verify(unit: str, tmp_path: Path) -> str:
    """What `systemd-analyze verify` says of `unit`, as if perroquet were installed where the unit expects it."""
    stub = tmp_path / "perroquet"
    stub.write_text("#!/bin/sh\n")
    stub.chmod(0o755)
    copy = tmp_path / UNIT.name
    copy.write_text(unit.replace(BINARY, str(stub)), encoding="utf-8")
    return analyze("verify", str(copy)).stderr


def test_systemd_has_nothing_to_say_of_the_unit(tmp_path: Path):
    assert verify(UNIT.read_text(encoding="utf-8"), tmp_path) == ""


def test_systemd_would_say_so_if_a_key_were_misspelt(tmp_path: Path):
    unit = UNIT.read_text(encoding="utf-8").replace("WatchdogSec=", "WatchdogSecs=")

    assert "WatchdogSecs" in verify(unit, tmp_path)


def test_the_service_is_hardened_to_an_exposure_of_two_and_a_half():
    judged = analyze("security", "--offline=true", "--threshold=25", str(UNIT))

    assert judged.returncode == 0, judged.stdout


def test_the_service_says_it_is_ready_and_is_restarted_when_it_hangs_or_dies():
    service = settings()["Service"]

    assert (service["Type"], service["WatchdogSec"], service["Restart"]) == ("notify", "3", "on-failure")


def test_a_table_waits_for_the_partition_of_its_evenings_and_plays_without_it(tmp_path: Path):
    """A state directory would require what is mounted there: a stick that is not plugged in left the table dead."""
    name = "var-lib-perroquet.mount"
    shutil.copy(MOUNT, tmp_path / name)
    mount = settings(MOUNT)

    assert analyze("verify", str(tmp_path / name)).stderr == ""
    assert "perroquet.service" in mount["Unit"]["Before"].split()
    assert 20 <= int(mount["Unit"]["JobTimeoutSec"]) < 60
    assert not {"statedirectory", "requiresmountsfor"} & {key for group in settings().values() for key in group}
    assert mount["Mount"]["Where"] in settings()["Service"]["ReadWritePaths"]


def test_the_service_starts_without_a_network():
    unit = settings()["Unit"]

    assert not [key for key in ("after", "wants", "requires") if "network" in unit.get(key, "")]


def test_lgpio_keeps_its_pipes_in_the_runtime_folder():
    service = settings()["Service"]

    assert f"LG_WD=/run/{service['RuntimeDirectory']}" in service["Environment"].split()


def test_the_users_file_makes_the_services_user_with_its_groups(tmp_path: Path):
    (tmp_path / "etc").mkdir()
    subprocess.run(
        [systemd_tool("systemd-sysusers"), f"--root={tmp_path}", str(asset("systemd/perroquet.sysusers"))],
        check=True,
        capture_output=True,
    )

    service = settings()["Service"]
    groups = [line.split(":") for line in (tmp_path / "etc/group").read_text().splitlines()]
    assert f"{service['User']}:" in (tmp_path / "etc/passwd").read_text()
    assert {name for name, _x, _id, members in groups if members == service["User"]} == set(
        service["SupplementaryGroups"].split()
    )


def test_the_base_gets_the_name_that_the_example_configuration_offers():
    rules = asset("systemd/60-perroquet.rules").read_text(encoding="utf-8")
    link = re.search(r'SYMLINK\+="([^"]+)"', rules)

    assert link is not None
    assert f"/dev/{link[1]}" in asset("systemd/perroquet.toml").read_text(encoding="utf-8")


ALSA = Path("/usr/share/alsa/alsa.conf")
READ_ALSA = """
import ctypes
alsa = ctypes.CDLL("libasound.so.2")
assert alsa.snd_config_update() >= 0
print("read")
"""


def test_alsa_can_read_its_own_settings_and_then_ours():
    """Whoever opens a sound card reads both: a mistake in ours silences every program."""
    if not ALSA.exists():
        pytest.skip("no ALSA on this system (`make deps` installs it on Debian)")
    paths = {"ALSA_CONFIG_PATH": f"{ALSA}:{asset('systemd/perroquet.alsa')}"}
    read = subprocess.run(
        [sys.executable, "-c", READ_ALSA], capture_output=True, text=True, check=False, env={**os.environ, **paths}
    )

    assert (read.returncode, read.stdout, read.stderr) == (0, "read\n", "")

"""The installation script, in an empty root and in one whose programs are played by a stand-in for `chroot`."""

import configparser
import os
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

ROOT = Path(__file__).parents[2]
SCRIPT = ROOT / "systemd" / "install.sh"
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=1-2 rootwait\n"
CONFIG = "arm_64bit=1\n\n[cm4]\notg_mode=1"
SETTINGS = "etc/perroquet/perroquet.toml"
WANTED = "etc/systemd/system/perroquet.service.wants/var-lib-perroquet.mount"
HOTSPOT = "etc/NetworkManager/system-connections/perroquet-hotspot.nmconnection"

CHROOT = """#!/bin/sh
# Plays the programs of a Raspberry Pi OS: an environment is a folder whose perroquet fails when the root says so.
root=$1; shift
case "$*" in
"dpkg --print-architecture") echo arm64 ;;
dpkg-query*) echo installed ;;
"python3 -m venv"*) for last; do :; done; mkdir -p "$root$last/bin" ;;
*/bin/perroquet*) [ ! -e "$root/broken" ] ;;
esac
"""


def install(root: Path, *options: str, path: Path | None = None) -> subprocess.CompletedProcess[str]:
    """Run the script on `root`; programs in `path` come before the system's."""
    found = os.environ["PATH"]
    env = {**os.environ, "LC_ALL": "C", "PATH": found if path is None else f"{path}:{found}"}
    command = ["bash", str(SCRIPT), "--root", str(root), *options]
    return subprocess.run(command, capture_output=True, text=True, check=False, env=env, timeout=60)


def tree(root: Path) -> dict[str, tuple[bytes, int, int]]:
    """Every file with its content, its mode and when it was written."""
    return {
        str(file.relative_to(root)): (file.read_bytes(), file.stat().st_mode, file.stat().st_mtime_ns)
        for file in root.rglob("*")
        if file.is_file() and not file.is_symlink()
    }


@pytest.fixture
def card(tmp_path: Path) -> Path:
    """A root with the boot files of a Pi and nothing else."""
    root = tmp_path / "card"
    boot = root / "boot/firmware"
    boot.mkdir(parents=True)
    (boot / "config.txt").write_text(CONFIG)
    (boot / "cmdline.txt").write_text(CMDLINE)
    (root / "etc").mkdir()
    (root / "etc/fstab").write_text("proc /proc proc defaults 0 0\n")
    (root / "etc/avahi").mkdir()
    (root / "etc/avahi/avahi-daemon.conf").write_text("[server]\nuse-ipv4=yes\n\n[wide-area]\n")
    return root


@pytest.fixture
def system(card: Path) -> Path:
    """That card with what the script takes for a whole system."""
    (card / "usr/bin").mkdir(parents=True)
    for name in ("dpkg-query", "env"):
        (card / "usr/bin" / name).touch(mode=0o755)
    (card / "etc/os-release").write_text("VERSION_CODENAME=trixie\n")
    return card


@pytest.fixture
def programs(tmp_path: Path) -> Path:
    """A folder with the stand-in for `chroot`."""
    folder = tmp_path / "programs"
    folder.mkdir()
    (folder / "chroot").write_text(CHROOT)
    (folder / "chroot").chmod(0o755)
    return folder


@pytest.fixture
def wheelhouse(tmp_path: Path) -> Path:
    """A wheelhouse as far as the script looks at it."""
    folder = tmp_path / "wheels"
    folder.mkdir()
    (folder / "perroquet-1-py3-none-any.whl").touch()
    (folder / "run.txt").touch()
    return folder


def test_a_second_installation_writes_nothing(card: Path):
    first = install(card, "--data-partition")
    written = tree(card)
    second = install(card, "--data-partition")

    assert (first.returncode, second.returncode) == (0, 0), first.stderr + second.stderr
    assert tree(card) == written
    assert "  /" in first.stdout
    assert "  /" not in second.stdout


def test_an_empty_root_is_enough_for_the_files(tmp_path: Path):
    done = install(tmp_path)

    assert done.returncode == 0, done.stderr
    assert "no config.txt" in done.stderr
    assert (tmp_path / "etc/systemd/system/perroquet.service").read_bytes() == (
        ROOT / "systemd/perroquet.service"
    ).read_bytes()


def test_uninstalling_leaves_the_root_as_it_was_but_for_settings(card: Path):
    before = {name: content.rstrip(b"\n") for name, (content, _, _) in tree(card).items()}
    install(card)
    done = install(card, "--uninstall")

    after = {name: content.rstrip(b"\n") for name, (content, _, _) in tree(card).items()}
    assert done.returncode == 0, done.stderr
    assert set(after) - set(before) == {SETTINGS}
    assert {name: after[name] for name in before} == before


def test_purging_takes_evenings_settings_and_the_data_partition_too(card: Path):
    before = set(tree(card))
    install(card, "--data-partition")
    (card / "var/lib/perroquet/evening.db").write_bytes(b"an evening")
    install(card, "--uninstall", "--purge")

    assert set(tree(card)) == before
    assert not (card / WANTED).is_symlink()


def test_uninstalling_keeps_the_evening(card: Path):
    install(card, "--data-partition")
    (card / "var/lib/perroquet/evening.db").write_bytes(b"an evening")
    install(card, "--uninstall")

    assert (card / "var/lib/perroquet/evening.db").read_bytes() == b"an evening"


def test_settings_and_the_wifi_key_outlive_an_update(card: Path):
    install(card)
    (card / SETTINGS).write_text("[device]\nvolume = 20\n")
    key = (card / HOTSPOT).read_bytes()
    install(card)

    assert (card / SETTINGS).read_text() == "[device]\nvolume = 20\n"
    assert (card / HOTSPOT).read_bytes() == key


def test_an_older_unit_is_replaced(card: Path):
    install(card)
    unit = card / "etc/systemd/system/perroquet.service"
    unit.write_text("[Unit]\n")
    install(card)

    assert "ExecStart=" in unit.read_text()


def test_the_serial_console_leaves_the_pins_of_two_seats(card: Path):
    install(card)

    assert (card / "boot/firmware/cmdline.txt").read_text() == "console=tty1 root=PARTUUID=1-2 rootwait\n"


def test_the_wifi_has_a_key_of_its_own_that_only_root_reads(card: Path, tmp_path: Path):
    other = tmp_path / "other"
    other.mkdir()
    printed = install(card).stdout
    install(other)

    keys: list[str] = []
    for root in (card, other):
        profile = configparser.RawConfigParser()
        profile.read_string((root / HOTSPOT).read_text())
        keys.append(profile["wifi-security"]["psk"])
        assert (root / HOTSPOT).stat().st_mode & 0o777 == 0o600
    assert all(re.fullmatch(r"\d{16}", key) for key in keys)
    assert keys[0] != keys[1]
    assert keys[0] not in printed


def test_known_networks_come_before_the_devices_own(card: Path):
    install(card)

    profile = configparser.RawConfigParser()
    profile.read_string((card / HOTSPOT).read_text())
    assert (profile["wifi"]["mode"], profile["ipv4"]["method"]) == ("ap", "shared")
    assert int(profile["connection"]["autoconnect-priority"]) < 0


def test_no_wifi_of_its_own_when_it_is_not_wanted(card: Path):
    install(card, "--no-hotspot")

    assert not (card / HOTSPOT).exists()


def test_another_sound_card_may_be_named(card: Path):
    install(card, "--sound", "Device")

    assert 'defaults.pcm.!card "Device"' in (card / "etc/alsa/conf.d/99-perroquet.conf").read_text()


def test_the_overlays_use_the_pins_of_the_pin_map():
    boot = (ROOT / "systemd/perroquet.boot").read_text()
    pins = tomllib.loads((ROOT / "hardware/pins.toml").read_text())["pi"]

    assert re.findall(r"(?:sdmode-pin|gpio_pin)=(\d+)", boot) == [str(pins["amplifier_enable"]), str(pins["shutdown"])]


def test_the_page_is_announced_on_the_port_it_has():
    group = ET.parse(ROOT / "systemd/perroquet.avahi").getroot()  # noqa: S314 - our own file
    settings = tomllib.loads((ROOT / "systemd/perroquet.toml").read_text())

    assert group.findtext("service/port") == str(settings["page"]["port"])


def test_a_system_that_is_not_known_is_refused(system: Path, programs: Path):
    (system / "etc/os-release").write_text("VERSION_CODENAME=bullseye\n")
    refused = install(system, path=programs)

    assert refused.returncode == 1
    assert "'bullseye'; Raspberry Pi OS Bookworm or Trixie is wanted" in refused.stderr


def test_an_update_moves_to_the_new_release_and_keeps_the_evening(system: Path, programs: Path, wheelhouse: Path):
    install(system, "--wheelhouse", str(wheelhouse), path=programs)
    first = (system / "opt/perroquet").readlink()
    evening = system / "var/lib/perroquet/evening.db"
    evening.parent.mkdir(parents=True)
    evening.write_bytes(b"an evening")
    evening.with_name("evening.db-wal").write_bytes(b"its newest events")
    updated = install(system, "--wheelhouse", str(wheelhouse), path=programs)

    assert updated.returncode == 0, updated.stderr
    second = (system / "opt/perroquet").readlink()
    assert first != second
    assert {path.name for path in (system / "opt/perroquet.releases").iterdir()} == {first.name, second.name}
    assert evening.read_bytes() == b"an evening"
    kept = evening.parent / "before-update"
    assert {file.name: file.read_bytes() for file in kept.iterdir()} == {
        "evening.db": b"an evening",
        "evening.db-wal": b"its newest events",
    }


def test_a_release_that_does_not_play_leaves_the_old_one(system: Path, programs: Path, wheelhouse: Path):
    install(system, "--wheelhouse", str(wheelhouse), path=programs)
    old = (system / "opt/perroquet").readlink()
    (system / "broken").touch()
    failed = install(system, "--wheelhouse", str(wheelhouse), path=programs)

    assert failed.returncode == 1
    assert "the old one still serves" in failed.stderr
    assert (system / "opt/perroquet").readlink() == old


@pytest.mark.parametrize(("options", "machine"), [((), "aarch64"), (("--machine", "x86_64"), "x86_64")])
def test_a_wheelhouse_is_for_both_systems_and_the_machine_asked_for(
    tmp_path: Path, options: tuple[str, ...], machine: str
):
    said = tmp_path / "said"
    (tmp_path / "python3").write_text(f'#!/bin/sh\necho "$*" >>{said}\n')
    (tmp_path / "python3").chmod(0o755)
    done = install(tmp_path, "--make-wheelhouse", str(tmp_path / "wheels"), *options, path=tmp_path)

    downloads = [line for line in said.read_text().splitlines() if line.startswith("-m pip download")]
    assert done.returncode == 0, done.stderr
    assert [re.findall(r"--python-version (\S+)", line) for line in downloads] == [["3.11"], ["3.13"]]
    assert set(re.findall(r"--platform \w+?_(aarch64|x86_64)", " ".join(downloads))) == {machine}
    assert (tmp_path / "wheels/run.txt").exists()


@pytest.mark.parametrize("option", ["--roof", "--wheelhouse"])
def test_wrong_use_is_told_with_the_options(tmp_path: Path, option: str):
    wrong = install(tmp_path, option)

    assert wrong.returncode == 2
    assert "--wheelhouse DIR" in wrong.stderr
    assert list(tmp_path.iterdir()) == []


def test_the_shell_finds_nothing_to_say_of_our_scripts():
    shellcheck = shutil.which("shellcheck", path=f"{Path(sys.executable).parent}:{os.environ['PATH']}")
    assert shellcheck is not None
    scripts = [SCRIPT, *sorted((ROOT / "tests/hil").glob("*.sh"))]
    checked = subprocess.run([shellcheck, *map(str, scripts)], capture_output=True, text=True, check=False)

    assert (checked.returncode, checked.stdout) == (0, "")


def test_the_evenings_partition_is_wanted_by_the_service_and_no_line_of_fstab(card: Path):
    """A read-only root lays a layer that forgets over all that fstab mounts: it would take the evenings too."""
    before = (card / "etc/fstab").read_text()
    install(card, "--data-partition")

    assert (card / "etc/fstab").read_text() == before
    assert (card / WANTED).readlink() == Path("/etc/systemd/system/var-lib-perroquet.mount")
    assert (card / str((card / WANTED).readlink()).lstrip("/")).is_file()

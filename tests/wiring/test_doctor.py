import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from perroquet.cli.doctor import as_json, doctor_report, render
from perroquet.kernel.sentences import Language
from perroquet.wiring.config import Configuration, Device, parse
from perroquet.wiring.doctor import (
    CHECKS,
    PACKAGES,
    PHRASES,
    Finding,
    State,
    diagnose,
    examine,
    healthy,
)
from perroquet.wiring.machine import Machine

GOOD_PACKAGES = {name: ".".join(map(str, version)) for name, version in PACKAGES.items()} | {"lgpio": "0.2.2.0"}
PI_FILES = (
    "dev/gpiochip0",
    "dev/snd/pcmC0D0p",
    "dev/serial/by-id/usb-MicroPython_Board_in_FS_mode_e6614103-if00",
    "dev/video0",
)


@pytest.fixture
def pi(tmp_path: Path) -> Machine:
    """A Pi with every part in order."""
    for name in PI_FILES:
        touch(tmp_path, name)
    touch(tmp_path, "proc/device-tree/model", "Raspberry Pi 5 Model B Rev 1.0\0")
    return Machine(
        root=tmp_path,
        python=(3, 11, 2),
        bits=64,
        packages=GOOD_PACKAGES,
        user="perroquet",
        groups=frozenset({"perroquet", "gpio", "audio", "dialout"}),
        free_bytes=lambda _folder: 10**9,
    )


@pytest.fixture
def laptop(tmp_path: Path) -> Machine:
    """A laptop without a single part."""
    return Machine(
        root=tmp_path,
        python=(3, 13, 0),
        bits=64,
        packages={name: version for name, version in GOOD_PACKAGES.items() if name != "lgpio"},
        user="lea",
        groups=frozenset({"lea"}),
        free_bytes=lambda _folder: 10**9,
    )


def touch(root: Path, name: str, text: str = "") -> None:
    (root / name).parent.mkdir(parents=True, exist_ok=True)
    (root / name).write_text(text, encoding="utf-8")


def ten_megabytes(_folder: Path) -> int:
    return 10_000_000


def settings(toml: str = "") -> Configuration:
    return parse(toml, "home.toml", state_dir=Path("/var/lib/perroquet"))


def part(name: str, machine: Machine, toml: str = "") -> Finding:
    """The one finding about `name`."""
    [found] = [finding for finding in examine(machine, settings(toml)) if finding.part == name]
    return found


def states(machine: Machine, toml: str = "") -> dict[str, State]:
    """How each part is that is not in order."""
    found = examine(machine, settings(toml))
    return {finding.part: finding.state for finding in found if finding.state is not State.OK}


def test_a_pi_with_every_part_is_healthy(pi: Machine):
    assert states(pi) == {}
    assert healthy(examine(pi, settings()))


def test_a_laptop_is_healthy_without_any_part(laptop: Machine):
    assert set(states(laptop).values()) == {State.ABSENT_OPTIONAL}
    assert healthy(examine(laptop, settings()))


def test_a_real_part_asked_for_on_a_laptop_is_required(laptop: Machine):
    asked = '[parts]\ntotem = "real"'

    assert part("base", laptop, asked).state is State.MISSING
    assert not healthy(examine(laptop, settings(asked)))


def test_a_simulated_part_is_not_required_on_a_pi(pi: Machine):
    (pi.root / PI_FILES[2]).unlink()

    assert part("base", pi, '[parts]\ntotem = "sim"').state is State.ABSENT_OPTIONAL


@pytest.mark.parametrize(
    ("name", "file"),
    [("gpio", PI_FILES[0]), ("sound", PI_FILES[1]), ("base", PI_FILES[2])],
    ids=["pins", "sound", "base"],
)
def test_a_part_missing_on_a_pi_is_told_with_its_mend_in_both_languages(pi: Machine, name: str, file: str):
    (pi.root / file).unlink()

    told = part(name, pi)
    assert (told.state, told.found) == (State.MISSING, "")
    assert told.mend_fr
    assert told.mend_en
    assert states(pi) == {name: State.MISSING}


def test_a_missing_camera_is_never_required(pi: Machine):
    (pi.root / PI_FILES[3]).unlink()

    assert states(pi) == {"camera": State.ABSENT_OPTIONAL}


@pytest.mark.parametrize(
    ("change", "name", "state"),
    [
        ({"bits": 32}, "machine", State.WRONG),
        ({"python": (3, 10, 4)}, "python", State.WRONG),
        ({"packages": GOOD_PACKAGES | {"nicegui": "2.24.1"}}, "packages", State.WRONG),
        ({"packages": {"lgpio": "0.2.2"}}, "packages", State.MISSING),
        ({"packages": GOOD_PACKAGES | {"lgpio": "0.0.0.2"}}, "gpio-library", State.WRONG),
        ({"packages": {n: v for n, v in GOOD_PACKAGES.items() if n != "lgpio"}}, "gpio-library", State.MISSING),
        ({"groups": frozenset({"perroquet", "audio"})}, "groups", State.MISSING),
        ({"free_bytes": ten_megabytes}, "disk", State.WRONG),
    ],
    ids=["32 bit", "old python", "old package", "missing packages", "empty lgpio", "no lgpio", "groups", "full disk"],
)
def test_one_fault_of_a_pi_is_the_one_finding(pi: Machine, change: dict[str, Any], name: str, state: State):
    assert states(replace(pi, **change)) == {name: state}


@pytest.mark.parametrize(
    ("packages", "state"),
    [
        ({"rpi-lgpio": "0.6"}, State.OK),
        ({"rpi-lgpio": "0.6", "rpi.gpio": "0.7.1"}, State.WRONG),
        ({"rpi.gpio": "0.7.1"}, State.WRONG),
        ({}, State.MISSING),
    ],
)
def test_rpi_gpio_itself_never_counts_as_the_compatible_library(pi: Machine, packages: dict[str, str], state: State):
    machine = replace(pi, packages=GOOD_PACKAGES | packages)

    assert part("gpio-library", machine, '[gpio]\nfactory = "rpigpio"').state is state


def test_the_mock_factory_drives_no_real_pins(pi: Machine):
    assert part("gpio-library", pi, '[gpio]\nfactory = "mock"').state is State.WRONG


def test_the_mock_factory_is_enough_for_a_bench(laptop: Machine):
    assert part("gpio-library", laptop, '[gpio]\nfactory = "mock"').state is State.OK


def test_the_empty_lgpio_does_no_harm_on_a_laptop(laptop: Machine):
    machine = replace(laptop, packages=GOOD_PACKAGES | {"lgpio": "0.0.0.2"})

    assert healthy(examine(machine, settings()))


def test_sound_that_goes_nowhere_needs_no_device(pi: Machine):
    (pi.root / PI_FILES[1]).unlink()

    assert part("sound", pi, '[parts]\nspeaker = "sim"\n[speaker]\nsink = "null"').state is State.OK


@pytest.mark.parametrize("sink", ["null", "file"])
def test_a_sink_that_makes_no_sound_is_no_speaker_of_a_pi(sink: str, pi: Machine):
    told = part("sound", pi, f'[speaker]\nsink = "{sink}"\ndevice = "evening.wav"')

    assert told.state is State.WRONG
    assert 'sink = "auto"' in told.mend_fr


def test_another_serial_device_is_named_but_is_no_base(pi: Machine):
    (pi.root / PI_FILES[2]).unlink()
    touch(pi.root, "dev/serial/by-id/usb-Arduino_Uno-if00")

    told = part("base", pi)
    assert (told.state, told.found) == (State.MISSING, "usb-Arduino_Uno-if00")


def test_a_named_port_is_found_by_its_name(pi: Machine):
    touch(pi.root, "dev/perroquet-base")

    assert part("base", pi, '[totem]\nport = "/dev/perroquet-base"').found == "perroquet-base"


def test_a_named_port_is_the_only_one_looked_at(pi: Machine):
    assert part("base", pi, '[totem]\nport = "/dev/ttyACM7"').state is State.MISSING


def test_a_state_folder_that_is_a_file_is_wrong(pi: Machine):
    touch(pi.root, "var/lib/perroquet")

    told = part("state-folder", pi)
    assert told.state is State.WRONG
    assert "sudo chown -R perroquet /var/lib/perroquet" in told.mend_fr


def test_a_state_folder_that_refuses_writing_is_wrong(pi: Machine):
    refused = Configuration(device=Device(state_dir=Path("/proc/perroquet")))  # /proc takes no file, not even root's
    [told] = [f for f in examine(replace(pi, root=Path("/")), refused) if f.part == "state-folder"]

    assert told.state is State.WRONG


def test_examining_leaves_no_file_behind(pi: Machine):
    before = sorted(pi.root.rglob("*"))
    examine(pi, settings())

    assert sorted(pi.root.rglob("*")) == before


def test_more_seats_than_lines_is_wrong(pi: Machine):
    assert states(pi, "[seats]\ncount = 9") == {"pin-map": State.WRONG}


def test_the_superuser_needs_no_group(pi: Machine):
    assert states(replace(pi, user="root", groups=frozenset({"root"}))) == {}


def test_a_broken_configuration_is_the_first_finding_and_the_rest_is_still_examined(pi: Machine, tmp_path: Path):
    touch(tmp_path, "home.toml", "[device]\nvolum = 3\n")
    config, findings = diagnose(tmp_path / "home.toml", machine=pi, environ={"STATE_DIRECTORY": "/var/lib/perroquet"})

    assert config is None
    assert (findings[0].part, findings[0].state) == ("configuration", State.WRONG)
    assert "home.toml:2: unknown key 'volum'" in findings[0].found
    assert len(findings) == 1 + len(CHECKS)


def test_the_packages_wanted_are_those_of_pyproject():
    pyproject = Path(__file__).parents[2] / "pyproject.toml"
    dependencies = tomllib.loads(pyproject.read_text("utf-8"))["project"]["dependencies"]

    wanted = {f"{name}>={'.'.join(map(str, version))}" for name, version in PACKAGES.items()}
    assert set(dependencies) == wanted


def test_json_is_one_object_a_line_as_the_command_line_promises(pi: Machine):
    lines = [json.loads(line) for line in as_json(examine(pi, settings())).splitlines()]

    keys = ["format", "part", "state", "found", "wanted", "mend_fr", "mend_en"]
    assert [list(line) for line in lines] == [keys] * len(CHECKS)
    assert {line["format"] for line in lines} == {"perroquet-doctor/1"}


@pytest.mark.parametrize(
    ("language", "state", "mend", "end"),
    [
        (Language.FR, "base du totem : manque.", "Branchez la base", "1 point à régler."),
        (Language.EN, "totem base : missing.", "Plug the base", "1 thing to mend."),
    ],
)
def test_the_table_says_the_state_in_words_and_the_mend(
    pi: Machine, language: Language, state: str, mend: str, end: str
):
    (pi.root / PI_FILES[2]).unlink()
    lines = render(examine(pi, settings()), language).splitlines()

    at = next(n for n, line in enumerate(lines) if state in line)
    assert lines[at + 1].strip().startswith(mend)
    assert lines[-1] == end


def test_every_part_has_its_words(pi: Machine):
    named = {key for key in PHRASES.templates if key.startswith("part-")}

    assert named == {"part-configuration", *(f"part-{finding.part}" for finding in examine(pi, settings()))}


@pytest.mark.parametrize("json_wanted", [False, True])
def test_this_machine_is_examined_by_the_command(tmp_path: Path, *, json_wanted: bool):
    touch(tmp_path, "home.toml", f'[device]\nlanguage = "en"\nstate_dir = "{tmp_path}"\n')
    text, _well = doctor_report(tmp_path / "home.toml", json=json_wanted)

    assert ("All that is needed" in text or "to mend" in text) is not json_wanted
    assert str(tmp_path) in text

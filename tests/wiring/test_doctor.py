import json
import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from perroquet.cli.doctor import as_json, doctor_report, render
from perroquet.kernel.errors import PartBusy, PartMissing
from perroquet.kernel.sentences import Language
from perroquet.link.selftest import Finding as Answer
from perroquet.wiring.config import Configuration, Device
from perroquet.wiring.doctor import CHECKS, PACKAGES, diagnose, examine, healthy
from perroquet.wiring.doctor_base import ORGANS
from perroquet.wiring.findings import PHRASES, State
from perroquet.wiring.machine import Machine

from tests.wiring.machines import (
    GOOD_PACKAGES,
    PI_FILES,
    WELL,
    no_bus,
    part,
    settings,
    states,
    touch,
)


def ten_megabytes(_folder: Path) -> int:
    return 10_000_000


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
    [("gpio", PI_FILES[0]), ("sound", PI_FILES[1])],
    ids=["pins", "sound"],
)
def test_a_part_missing_on_a_pi_is_told_with_its_mend_in_both_languages(pi: Machine, name: str, file: str):
    (pi.root / file).unlink()

    told = part(name, pi)
    assert (told.state, told.found.en) == (State.MISSING, "")
    assert told.mend.fr
    assert told.mend.en
    assert states(pi) == {name: State.MISSING}


def test_a_missing_base_is_told_with_its_mend_and_has_no_firmware(pi: Machine):
    (pi.root / PI_FILES[2]).unlink()

    assert part("base", pi).mend
    assert states(pi) == {"base": State.MISSING} | dict.fromkeys(ORGANS, State.ABSENT_OPTIONAL)


def test_a_base_with_another_firmware_is_told_how_to_flash_it(pi: Machine):
    def older(_port: str) -> tuple[Answer, ...]:
        return (replace(WELL, ok=False, found="beef"),)

    told = part("base-firmware", replace(pi, ask_base=older))

    assert (told.state, told.found.en) == (State.WRONG, "beef")
    assert "perroquet totem flash" in told.mend.fr


def test_a_base_that_the_running_device_holds_is_left_alone(pi: Machine):
    def held(port: str) -> tuple[Answer, ...]:
        raise PartBusy(f"serial port {port} is in use by another program")

    assert part("base-firmware", replace(pi, ask_base=held)).state is State.OK


def test_a_base_that_does_not_answer_is_wrong(pi: Machine):
    def silent(port: str) -> tuple[Answer, ...]:
        raise PartMissing(f"nothing at {port} answered as a totem base")

    assert part("base-firmware", replace(pi, ask_base=silent)).state is State.WRONG


@pytest.mark.parametrize(
    ("name", "ailing", "found"),
    [
        ("base-lines", "ring 3", "ring 3: rests at 4"),
        ("base-lines", "column 8", "column 8: rests at 4"),
        ("base-supports", "support 2", "support 2: rests at 4"),
        ("base-motion", "IMU", "rests at 4"),
    ],
)
def test_an_ailing_part_of_the_base_is_named_with_its_mend_in_both_languages(
    pi: Machine, name: str, ailing: str, found: str
):
    well = [Answer(part=part, ok=True, found="", wanted="") for part in ("ring 1", "column 1", "support 1", "IMU")]
    sick = Answer(part=ailing, ok=False, found="rests at 4", wanted="60 to 900", mend="look at it")

    def ill_base(_port: str) -> tuple[Answer, ...]:
        return (WELL, *well, sick)

    ill = replace(pi, ask_base=ill_base)
    told = part(name, ill)
    assert told.found.en == found
    assert told.mend.fr
    assert told.mend.en
    assert states(ill) == {name: State.WRONG}


def test_a_totem_that_is_away_is_told_before_the_lines_that_miss_it(pi: Machine):
    away = Answer(part="totem", ok=False, found="away", wanted="standing in its seat", mend="put it there")
    silent = Answer(part="ring 1", ok=False, found="rests at 4", wanted="60 to 900", mend="look at it")

    def lonely(_port: str) -> tuple[Answer, ...]:
        return (WELL, away, silent)

    told = part("base-lines", replace(pi, ask_base=lonely))

    assert told.found.en == "away; ring 1: rests at 4"


def test_a_base_is_asked_once_for_all_its_parts(pi: Machine):
    asked: list[str] = []

    def slow(port: str) -> tuple[Answer, ...]:
        asked.append(port)
        raise PartMissing(f"nothing at {port} answered as a totem base")

    examine(replace(pi, ask_base=slow), settings())

    assert len(asked) == 1


@pytest.mark.parametrize(
    ("file", "line", "taken"),
    [
        ("config.txt", "dtparam=spi=on\n", "dtparam=spi=on"),
        ("config.txt", "enable_uart=1\n", "enable_uart=1"),
        ("cmdline.txt", "console=serial0,115200 console=tty1\n", "console=serial0,115200"),
    ],
)
def test_whatever_sits_on_the_pins_of_seats_is_wrong(pi: Machine, file: str, line: str, taken: str):
    touch(pi.root, f"boot/firmware/{file}", line)

    told = part("overlays", pi)
    assert (told.state, told.found.en) == (State.WRONG, f"taken by {taken}")
    assert states(pi) == {"overlays": State.WRONG}


def test_missing_overlays_are_named_but_a_usb_speaker_needs_none(pi: Machine):
    touch(pi.root, "boot/firmware/config.txt", "dtparam=watchdog=on\n")

    told = part("overlays", pi)
    assert (told.state, told.found.en) == (State.ABSENT_OPTIONAL, "dtparam=watchdog=on")
    assert "gpio-shutdown,gpio_pin=6" in told.wanted.en


def test_a_screen_alone_is_no_speaker(pi: Machine):
    touch(pi.root, "sys/class/sound/card0/id", "vc4hdmi0\n")
    (pi.root / "etc/alsa/conf.d/99-perroquet.conf").unlink()

    assert states(pi) == {"sound": State.WRONG}


def test_a_screen_may_be_chosen_by_name(pi: Machine):
    touch(pi.root, "sys/class/sound/card0/id", "vc4hdmi0\n")

    assert part("sound", pi, '[speaker]\ndevice = "vc4-hdmi"').state is State.OK


def test_a_default_card_that_is_not_there_is_wrong(pi: Machine):
    touch(pi.root, "sys/class/sound/card0/id", "Device\n")

    told = part("sound", pi)
    assert (told.state, told.found.en, told.wanted.en) == (State.WRONG, "Device", "MAX98357A")
    assert "--sound" in told.mend.fr


def test_a_supply_that_sagged_is_wrong(pi: Machine):
    touch(pi.root, "sys/class/hwmon/hwmon1/in0_lcrit_alarm", "1\n")

    assert states(pi) == {"power": State.WRONG}


def test_a_clock_without_network_or_chip_is_told(pi: Machine):
    (pi.root / "dev/rtc0").unlink()
    assert states(pi) == {"clock": State.ABSENT_OPTIONAL}

    touch(pi.root, "run/systemd/timesync/synchronized")
    assert states(pi) == {}


@pytest.mark.parametrize("bits", [32, 64])
def test_facts_are_told_in_both_languages(pi: Machine, laptop: Machine, bits: int):
    told = [*examine(pi, settings()), part("machine", replace(laptop, root=pi.root / "empty", bits=bits))]

    mixed = [f.part for f in told for words in (f.found, f.wanted, f.mend) if bool(words.fr) != bool(words.en)]
    assert mixed == []
    assert (told[-1].found.fr, told[-1].found.en) == (
        f"pas un Raspberry Pi, {bits} bits",
        f"no Raspberry Pi, {bits} bits",
    )


@pytest.mark.parametrize(
    ("change", "name", "state"),
    [
        ({"bits": 32}, "machine", State.WRONG),
        ({"python": (3, 10, 4)}, "python", State.WRONG),
        ({"packages": lambda: GOOD_PACKAGES | {"nicegui": "2.24.1"}}, "packages", State.WRONG),
        ({"packages": lambda: {"lgpio": "0.2.2"}}, "packages", State.MISSING),
        ({"packages": lambda: GOOD_PACKAGES | {"lgpio": "0.0.0.2"}}, "gpio-library", State.WRONG),
        ({"packages": lambda: {n: v for n, v in GOOD_PACKAGES.items() if n != "lgpio"}}, "gpio-library", State.MISSING),
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
    machine = replace(pi, packages=lambda: GOOD_PACKAGES | packages)

    assert part("gpio-library", machine, '[gpio]\nfactory = "rpigpio"').state is state


def test_the_mock_factory_drives_no_real_pins(pi: Machine):
    assert part("gpio-library", pi, '[gpio]\nfactory = "mock"').state is State.WRONG


def test_the_mock_factory_is_enough_for_a_bench(laptop: Machine):
    assert part("gpio-library", laptop, '[gpio]\nfactory = "mock"').state is State.OK


def test_the_empty_lgpio_does_no_harm_on_a_laptop(laptop: Machine):
    machine = replace(laptop, packages=lambda: GOOD_PACKAGES | {"lgpio": "0.0.0.2"})

    assert healthy(examine(machine, settings()))


def test_sound_that_goes_nowhere_needs_no_device(pi: Machine):
    (pi.root / PI_FILES[1]).unlink()

    assert part("sound", pi, '[parts]\nspeaker = "sim"\n[speaker]\nsink = "null"').state is State.OK


@pytest.mark.parametrize("sink", ["null", "file"])
def test_a_sink_that_makes_no_sound_is_no_speaker_of_a_pi(sink: str, pi: Machine):
    told = part("sound", pi, f'[speaker]\nsink = "{sink}"\ndevice = "evening.wav"')

    assert told.state is State.WRONG
    assert 'sink = "auto"' in told.mend.fr


def test_another_serial_device_is_named_but_is_no_base(pi: Machine):
    (pi.root / PI_FILES[2]).unlink()
    touch(pi.root, "dev/serial/by-id/usb-Arduino_Uno-if00")

    told = part("base", pi)
    assert (told.state, told.found.en) == (State.MISSING, "usb-Arduino_Uno-if00")


def test_a_named_port_is_found_by_its_name(pi: Machine):
    touch(pi.root, "dev/perroquet-base")

    assert part("base", pi, '[totem]\nport = "/dev/perroquet-base"').found.en == "perroquet-base"


def test_a_named_port_is_the_only_one_looked_at(pi: Machine):
    assert part("base", pi, '[totem]\nport = "/dev/ttyACM7"').state is State.MISSING


def test_a_state_folder_that_is_a_file_is_wrong(pi: Machine):
    touch(pi.root, "var/lib/perroquet")

    told = part("state-folder", pi)
    assert told.state is State.WRONG
    assert "sudo chown -R perroquet /var/lib/perroquet" in told.mend.fr


def test_a_state_folder_that_refuses_writing_is_wrong(pi: Machine):
    refused = Configuration(device=Device(state_dir=Path("/proc/perroquet")))  # /proc takes no file, not even root's
    [told] = [f for f in examine(replace(pi, root=Path("/")), refused) if f.part == "state-folder"]

    assert told.state is State.WRONG


def test_evenings_whose_partition_is_not_there_are_told(pi: Machine):
    touch(pi.root, "etc/systemd/system/var-lib-perroquet.mount")
    told = part("state-folder", replace(pi, own_disk=Path.is_mount))

    assert told.state is State.WRONG
    assert "systemctl status var-lib-perroquet.mount" in told.mend.en
    assert part("state-folder", pi).state is State.OK


def test_examining_leaves_no_file_behind(pi: Machine):
    before = sorted(pi.root.rglob("*"))
    examine(pi, settings())

    assert sorted(pi.root.rglob("*")) == before


def test_ten_seats_and_a_display_want_the_two_wire_bus_and_its_group(pi: Machine):
    options = '[seats]\ncount = 10\n[display]\nchip = "ssd1306"'
    asked: list[int] = []
    wired = replace(pi, groups=pi.groups | {"i2c"}, ask_chip=asked.append)

    assert states(wired, options) == {}
    assert asked == [0x20, 0x3C]
    assert states(pi, options) == {"groups": State.MISSING}
    assert part("groups", pi, options).mend.en == "sudo usermod -aG i2c perroquet, then log out and in again."


@pytest.mark.parametrize(
    ("name", "option", "address", "way_out"),
    [
        ("expander", "[seats]\ncount = 9", "0x20", "Not fitted? Change [seats] count = 9 in the configuration."),
        ("display", '[display]\nchip = "sh1106"', "0x3c", 'Change [display] chip = "sh1106" in the configuration.'),
    ],
)
def test_a_chip_that_is_configured_and_silent_is_missing(
    pi: Machine, name: str, option: str, address: str, way_out: str
):
    bare = replace(pi, groups=pi.groups | {"i2c"}, ask_chip=no_bus)

    assert states(bare, option) == {name: State.MISSING}
    assert address in part(name, bare, option).wanted.fr
    assert way_out in part(name, bare, option).mend.en


def test_a_box_without_the_options_asks_no_bus(pi: Machine):
    bare = replace(pi, ask_chip=no_bus)

    assert [part(name, bare).state for name in ("expander", "display")] == [State.OK] * 2


def test_where_the_seats_are_simulated_no_bus_is_asked(laptop: Machine):
    assert part("expander", laptop, "[seats]\ncount = 10").state is State.OK


def test_the_superuser_needs_no_group(pi: Machine):
    assert states(replace(pi, user="root", groups=frozenset({"root"}))) == {}


def test_a_broken_configuration_is_the_first_finding_and_the_rest_is_still_examined(pi: Machine, tmp_path: Path):
    touch(tmp_path, "home.toml", "[device]\nvolum = 3\n")
    config, findings = diagnose(tmp_path / "home.toml", machine=pi, environ={"STATE_DIRECTORY": "/var/lib/perroquet"})

    assert config is None
    assert (findings[0].part, findings[0].state) == ("configuration", State.WRONG)
    assert "home.toml:2: unknown key 'volum'" in findings[0].found.en
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

"""Examine the machine: each part present, missing or mis-set, with the mend in French and English.

A part is required where `wiring` would drive the real one: on a Pi, or where the configuration says `real`.
"""

import os
import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from perroquet.assets import asset
from perroquet.drivers.gpio.pins import load_pins
from perroquet.drivers.pi.totem import BY_ID, find_port
from perroquet.kernel.errors import ConfigurationError, PartMissing
from perroquet.kernel.sentences import Language, Phrasebook, Sentence, say
from perroquet.wiring.config import SYSTEM_FILE, Configuration, GpioFactory, PartChoice, Sink, defaults, load
from perroquet.wiring.machine import Machine
from perroquet.wiring.pins import check_pins

PHRASES: Final = Phrasebook.parse(Path(__file__).with_name("doctor.toml").read_text("utf-8"))
PACKAGES: Final[Mapping[str, tuple[int, ...]]] = {
    "gpiozero": (2, 0, 1),
    "itsdangerous": (2, 1),
    "nicegui": (3, 0),
    "numpy": (1, 24),
    "pydantic": (2, 7),
    "pygame-ce": (2, 5),
    "pyserial": (3, 5),
    "segno": (1, 5),
    "typer": (0, 12),
    "typing_extensions": (4, 12),
}
"""Distribution -> oldest version, as `pyproject.toml` has them."""
LGPIO: Final = (0, 2, 2)
FREE_BYTES: Final = 64 * 1024 * 1024
"""A long evening's journal, its recovery copy and the voice's cache."""


class State(StrEnum):
    """How a part is."""

    OK = "ok"
    MISSING = "missing"
    WRONG = "wrong"
    ABSENT_OPTIONAL = "absent-optional"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One part and how it is. `found` is empty when there is nothing; the mends are empty when all is well."""

    part: str
    state: State
    found: str
    wanted: str
    mend_fr: str = ""
    mend_en: str = ""


def diagnose(
    path: Path | None, *, machine: Machine, environ: Mapping[str, str] = os.environ, system: Path = SYSTEM_FILE
) -> tuple[Configuration | None, tuple[Finding, ...]]:
    """Examine `machine` under the configuration at `path`, as `config.load` finds it.

    Returns:
        The configuration, None when it cannot be used (the rest is then examined under the defaults); the findings.
    """
    try:
        config = load(path, environ=environ, system=system)
    except ConfigurationError as err:
        mend = say("mend-configuration", words={"example": str(asset("systemd/perroquet.toml"))})
        told = _finding("configuration", State.WRONG, str(err), "settings that perroquet knows", mend)
        return None, (told, *examine(machine, defaults(environ)))
    file = path or (system if system.exists() else None)
    told = _finding("configuration", State.OK, str(file) if file else "the defaults", "")
    return config, (told, *examine(machine, config))


def examine(machine: Machine, config: Configuration) -> tuple[Finding, ...]:
    """Return one finding a check, in the order a maker should mend them."""
    return tuple(check(machine, config) for check in CHECKS)


def healthy(findings: tuple[Finding, ...]) -> bool:
    """Return whether nothing that is required here is missing or wrong."""
    return all(finding.state in (State.OK, State.ABSENT_OPTIONAL) for finding in findings)


def check_machine(machine: Machine, _config: Configuration) -> Finding:
    """Want a 64-bit system on a Pi; elsewhere any machine is a bench."""
    state = State.WRONG if machine.is_pi and machine.bits < 64 else State.OK
    found = f"{machine.model or 'no Raspberry Pi'}, {machine.bits} bit"
    return _finding("machine", state, found, "64 bit", say("mend-machine"))


def check_python(machine: Machine, _config: Configuration) -> Finding:
    """Want Python 3.11 or newer."""
    state = State.OK if machine.python >= (3, 11) else State.WRONG
    return _finding("python", state, ".".join(map(str, machine.python)), ">= 3.11", say("mend-python"))


def check_packages(machine: Machine, _config: Configuration) -> Finding:
    """Want every package perroquet builds on, new enough."""
    found = {name: machine.packages[name] for name in PACKAGES if name in machine.packages}
    missing = [name for name in PACKAGES if name not in found]
    old = [name for name, version in found.items() if _numbers(version) < PACKAGES[name]]
    state = State.MISSING if missing else State.WRONG if old else State.OK
    wanted = ", ".join(f"{name} >= {'.'.join(map(str, version))}" for name, version in PACKAGES.items())
    mend = say("mend-packages", words={"packages": ", ".join(missing + old)})
    return _finding("packages", state, ", ".join(f"{name} {version}" for name, version in found.items()), wanted, mend)


def check_gpio_library(machine: Machine, config: Configuration) -> Finding:
    """Want the library that `[gpio] factory` names; lgpio 0.0.0.2, which pip may install, is empty."""
    part, required = "gpio-library", _pins_wanted(machine, config)
    match config.gpio.factory:
        case GpioFactory.LGPIO:
            name, mend = "lgpio", say("mend-lgpio")
            wanted = "lgpio >= 0.2.2"
        case GpioFactory.RPIGPIO:
            name, mend = "rpi-lgpio", say("mend-rpigpio")
            wanted = "rpi-lgpio, without RPi.GPIO"
        case GpioFactory.MOCK:
            return _finding(part, State.WRONG if required else State.OK, "mock", "lgpio or rpigpio", say("mend-mock"))
    version = machine.packages.get(name)
    rival = machine.packages.get("rpi.gpio") if config.gpio.factory is GpioFactory.RPIGPIO else None
    found = ", ".join(f"{n} {v}" for n, v in ((name, version), ("RPi.GPIO", rival)) if v)
    if version is None and rival is None:
        return _finding(part, _absent(required=required), found, wanted, mend)
    good = version is not None and rival is None and (name != "lgpio" or _numbers(version) >= LGPIO)
    return _finding(part, State.OK if good else State.WRONG if required else State.ABSENT_OPTIONAL, found, wanted, mend)


def check_gpio(machine: Machine, config: Configuration) -> Finding:
    """Want the kernel to show pins."""
    chips = sorted(chip.name for chip in machine.path("/dev").glob("gpiochip*"))
    state = State.OK if chips else _absent(required=_pins_wanted(machine, config))
    return _finding("gpio", state, ", ".join(chips), "/dev/gpiochip*", say("mend-gpio"))


def check_sound(machine: Machine, config: Configuration) -> Finding:
    """Want something that plays; where sound goes nowhere or to a file, the speaker is simulated."""
    if config.speaker.sink in (Sink.NULL, Sink.FILE):
        found = f"[speaker] sink = {config.speaker.sink}"
        state = State.WRONG if _wanted(machine, config.parts.speaker) else State.OK
        return _finding("sound", state, found, "auto or pygame", say("mend-sink"))
    outputs = sorted(output.name for output in machine.path("/dev/snd").glob("pcmC*D*p"))
    state = State.OK if outputs else _absent(required=_wanted(machine, config.parts.speaker))
    return _finding("sound", state, ", ".join(outputs), "/dev/snd/pcmC*D*p", say("mend-sound"))


def check_base(machine: Machine, config: Configuration) -> Finding:
    """Want the base where its driver will look for it."""
    by_id = machine.path(BY_ID)
    named = None if config.totem.port == "auto" else config.totem.port
    wanted = named or f"a Pico or MicroPython board in {BY_ID}"
    try:
        port = find_port(str(machine.path(named)) if named else None, by_id=by_id)
    except PartMissing:
        others = ", ".join(sorted(path.name for path in by_id.glob("*")))
        state = _absent(required=_wanted(machine, config.parts.totem))
        return _finding("base", state, others, wanted, say("mend-base"))
    return _finding("base", State.OK, Path(port).name, wanted)


def check_state_folder(machine: Machine, config: Configuration) -> Finding:
    """Want to be able to write in the state folder, or to make it; nothing is left behind."""
    folder = machine.path(config.device.state_dir)
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    try:
        with tempfile.TemporaryFile(dir=existing):
            state, found = State.OK, str(config.device.state_dir)
    except OSError as err:
        state, found = State.WRONG, f"{existing}: {err.strerror}"
    mend = say("mend-state", words={"user": machine.user, "folder": str(config.device.state_dir)})
    return _finding("state-folder", state, found, "a folder to write in", mend)


def check_disk(machine: Machine, config: Configuration) -> Finding:
    """Want room for an evening where the state folder is."""
    folder = machine.path(config.device.state_dir)
    free = machine.free_bytes(next(path for path in (folder, *folder.parents) if path.is_dir()))
    state = State.OK if free >= FREE_BYTES else State.WRONG
    return _finding("disk", state, f"{free >> 20} MB", f">= {FREE_BYTES >> 20} MB", say("mend-disk"))


def check_pin_map(_machine: Machine, config: Configuration) -> Finding:
    """Want the pin map to fit the hardware and the configuration."""
    try:
        check_pins(load_pins(asset("hardware/pins.toml")), seats=config.seats.count)
    except ConfigurationError as err:
        return _finding("pin-map", State.WRONG, str(err), "one pin, one line", say("mend-pins"))
    return _finding("pin-map", State.OK, "hardware/pins.toml", "one pin, one line")


def check_groups(machine: Machine, config: Configuration) -> Finding:
    """Want the user in the groups that own the real parts."""
    needed = {
        "gpio": _pins_wanted(machine, config),
        "audio": _wanted(machine, config.parts.speaker),
        "dialout": _wanted(machine, config.parts.totem),
    }
    lacking = sorted(group for group, wanted in needed.items() if wanted and group not in machine.groups)
    state = State.OK if not lacking or machine.user == "root" else State.MISSING
    wanted = ", ".join(group for group, wanted in needed.items() if wanted)
    mend = say("mend-groups", words={"groups": ",".join(lacking), "user": machine.user})
    return _finding("groups", state, f"{machine.user}: {', '.join(sorted(machine.groups))}", wanted, mend)


def check_camera(machine: Machine, _config: Configuration) -> Finding:
    """Look for a camera; no game needs one."""
    cameras = sorted(camera.name for camera in machine.path("/dev").glob("video[0-9]*"))
    state = State.OK if cameras else State.ABSENT_OPTIONAL
    return _finding("camera", state, ", ".join(cameras), "/dev/video*", say("mend-camera"))


CHECKS: Final[tuple[Callable[[Machine, Configuration], Finding], ...]] = (
    check_machine,
    check_python,
    check_packages,
    check_gpio_library,
    check_gpio,
    check_sound,
    check_base,
    check_state_folder,
    check_disk,
    check_pin_map,
    check_groups,
    check_camera,
)


def _finding(part: str, state: State, found: str, wanted: str, mend: Sentence | None = None) -> Finding:
    if state is State.OK or mend is None:
        return Finding(part=part, state=state, found=found, wanted=wanted)
    french, english = (PHRASES.render(mend, language, str) for language in (Language.FR, Language.EN))
    return Finding(part=part, state=state, found=found, wanted=wanted, mend_fr=french, mend_en=english)


def _wanted(machine: Machine, choice: PartChoice) -> bool:
    return choice is PartChoice.REAL or (choice is PartChoice.AUTO and machine.is_pi)


def _pins_wanted(machine: Machine, config: Configuration) -> bool:
    return _wanted(machine, config.parts.buttons) or _wanted(machine, config.parts.lamp)


def _absent(*, required: bool) -> State:
    return State.MISSING if required else State.ABSENT_OPTIONAL


def _numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version: `2.0.1.post3` -> (2, 0, 1)."""
    leading = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(number) for number in leading[0].split(".")) if leading else ()

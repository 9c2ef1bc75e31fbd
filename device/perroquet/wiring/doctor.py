"""Examine the machine: each part present, missing or mis-set, with the mend in French and English.

A part is required where `wiring` would drive the real one: on a Pi, or where the configuration says `real`.
"""

import os
import re
import tempfile
from collections.abc import Callable, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Final

from perroquet import __version__
from perroquet.assets import asset
from perroquet.drivers.gpio.pins import load_pins
from perroquet.kernel.errors import ConfigurationError
from perroquet.kernel.sentences import say
from perroquet.wiring.config import SYSTEM_FILE, Configuration, GpioFactory, defaults, load
from perroquet.wiring.doctor_base import ORGANS, ask_once, check_base, check_organ
from perroquet.wiring.doctor_camera import check_camera, check_camera_deck, check_camera_lens
from perroquet.wiring.doctor_parts import (
    check_clock,
    check_display,
    check_expander,
    check_gpio,
    check_overlays,
    check_power,
    check_sound,
    display_wanted,
    expander_wanted,
)
from perroquet.wiring.findings import Finding, State, absent, finding, pins_wanted, wanted_here
from perroquet.wiring.machine import Machine
from perroquet.wiring.pins import check_pins

PACKAGES: Final[Mapping[str, tuple[int, ...]]] = {
    "fpdf2": (2, 8),
    "gpiozero": (2, 0, 1),
    "itsdangerous": (2, 1),
    "mpremote": (1, 25),
    "nicegui": (3, 0),
    "numpy": (1, 24),
    "opencv-python-headless": (4, 7),
    "pillow": (10, 1),
    "py-nanotts": (0, 1, 1),
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
        told = finding("configuration", State.WRONG, str(err), say("wanted-settings"), mend)
        return None, (told, *examine(machine, defaults(environ)))
    file = path or (system if system.exists() else None)
    found = str(file) if file else say("found-defaults")
    told = finding("configuration", State.OK, found, say("wanted-settings"), say("nothing"))
    return config, (told, *examine(machine, config))


def examine(machine: Machine, config: Configuration) -> tuple[Finding, ...]:
    """Return one finding a check, in the order a maker should mend them."""
    machine = replace(machine, ask_base=ask_once(machine.ask_base))
    return tuple(check(machine, config) for check in CHECKS)


def healthy(findings: tuple[Finding, ...]) -> bool:
    """Return whether nothing that is required here is missing or wrong."""
    return all(finding.state in (State.OK, State.ABSENT_OPTIONAL) for finding in findings)


def check_machine(machine: Machine, _config: Configuration) -> Finding:
    """Want a 64-bit system on a Pi; elsewhere any machine is a bench."""
    state = State.WRONG if machine.is_pi and machine.bits < 64 else State.OK
    words = {"model": machine.model or ""}
    found = say("found-machine" if machine.model else "found-no-pi", numbers={"bits": machine.bits}, words=words)
    return finding("machine", state, found, say("wanted-64"), say("mend-machine"))


def check_python(machine: Machine, _config: Configuration) -> Finding:
    """Want Python 3.11 or newer; tell the release of Perroquet too, for who reports a fault."""
    state = State.OK if machine.python >= (3, 11) else State.WRONG
    found = f"{'.'.join(map(str, machine.python))} (Perroquet {__version__})"
    return finding("python", state, found, ">= 3.11", say("mend-python"))


def check_packages(machine: Machine, _config: Configuration) -> Finding:
    """Want every package perroquet builds on, new enough."""
    installed = machine.packages()
    found = {name: installed[name] for name in PACKAGES if name in installed}
    missing = [name for name in PACKAGES if name not in found]
    old = [name for name, version in found.items() if _numbers(version) < PACKAGES[name]]
    state = State.MISSING if missing else State.WRONG if old else State.OK
    wanted = ", ".join(f"{name} >= {'.'.join(map(str, version))}" for name, version in PACKAGES.items())
    mend = say("mend-packages", words={"packages": ", ".join(missing + old)})
    return finding("packages", state, ", ".join(f"{name} {version}" for name, version in found.items()), wanted, mend)


def check_gpio_library(machine: Machine, config: Configuration) -> Finding:
    """Want the library that `[gpio] factory` names; lgpio 0.0.0.2, which pip may install, is empty."""
    part, required = "gpio-library", pins_wanted(machine, config)
    match config.gpio.factory:
        case GpioFactory.LGPIO:
            name, mend = "lgpio", say("mend-lgpio")
            wanted = "lgpio >= 0.2.2"
        case GpioFactory.RPIGPIO:
            name, mend = "rpi-lgpio", say("mend-rpigpio")
            wanted = say("wanted-rpigpio")
        case GpioFactory.MOCK:
            return finding(part, State.WRONG if required else State.OK, "mock", "lgpio, rpigpio", say("mend-mock"))
    installed = machine.packages()
    version = installed.get(name)
    rival = installed.get("rpi.gpio") if config.gpio.factory is GpioFactory.RPIGPIO else None
    found = ", ".join(f"{n} {v}" for n, v in ((name, version), ("RPi.GPIO", rival)) if v)
    if version is None and rival is None:
        return finding(part, absent(required=required), found, wanted, mend)
    good = version is not None and rival is None and (name != "lgpio" or _numbers(version) >= LGPIO)
    return finding(part, State.OK if good else State.WRONG if required else State.ABSENT_OPTIONAL, found, wanted, mend)


def check_state_folder(machine: Machine, config: Configuration) -> Finding:
    """Want to be able to write in the state folder, or to make it, and its partition if it has one of its own.

    Nothing is left behind.
    """
    folder = machine.path(config.device.state_dir)
    existing = next(path for path in (folder, *folder.parents) if path.exists())
    unit = f"{str(config.device.state_dir).strip('/').replace('/', '-')}.mount"
    if machine.path(f"/etc/systemd/system/{unit}").exists() and not machine.own_disk(existing):
        found = say("found-no-partition", words={"folder": str(config.device.state_dir)})
        mend = say("mend-partition", words={"unit": unit})
        return finding("state-folder", State.WRONG, found, say("wanted-partition"), mend)
    try:
        with tempfile.TemporaryFile(dir=existing):
            state, found = State.OK, str(config.device.state_dir)
    except OSError as err:
        state, found = State.WRONG, f"{existing}: {err.strerror}"
    mend = say("mend-state", words={"user": machine.user, "folder": str(config.device.state_dir)})
    return finding("state-folder", state, found, say("wanted-folder"), mend)


def check_disk(machine: Machine, config: Configuration) -> Finding:
    """Want room for an evening where the state folder is."""
    folder = machine.path(config.device.state_dir)
    free = machine.free_bytes(next(path for path in (folder, *folder.parents) if path.is_dir()))
    state = State.OK if free >= FREE_BYTES else State.WRONG
    return finding("disk", state, f"{free >> 20} MB", f">= {FREE_BYTES >> 20} MB", say("mend-disk"))


def check_pin_map(_machine: Machine, config: Configuration) -> Finding:
    """Want the pin map to fit the hardware and the configuration."""
    try:
        check_pins(load_pins(asset("hardware/pins.toml")), seats=config.seats.count)
    except ConfigurationError as err:
        return finding("pin-map", State.WRONG, str(err), say("wanted-pins"), say("mend-pins"))
    return finding("pin-map", State.OK, "hardware/pins.toml", say("wanted-pins"), say("mend-pins"))


def check_groups(machine: Machine, config: Configuration) -> Finding:
    """Want the user in the groups that own the real parts."""
    needed = {
        "gpio": pins_wanted(machine, config),
        "audio": wanted_here(machine, config.parts.speaker),
        "dialout": wanted_here(machine, config.parts.totem),
        "i2c": expander_wanted(machine, config) or display_wanted(machine, config),
    }
    lacking = sorted(group for group, wanted in needed.items() if wanted and group not in machine.groups)
    state = State.OK if not lacking or machine.user == "root" else State.MISSING
    wanted = ", ".join(group for group, wanted in needed.items() if wanted)
    mend = say("mend-groups", words={"groups": ",".join(lacking), "user": machine.user})
    return finding("groups", state, f"{machine.user}: {', '.join(sorted(machine.groups))}", wanted, mend)


CHECKS: Final[tuple[Callable[[Machine, Configuration], Finding], ...]] = (
    check_machine,
    check_python,
    check_packages,
    check_gpio_library,
    check_gpio,
    check_overlays,
    check_expander,
    check_display,
    check_sound,
    check_base,
    *(check_organ(part) for part in ORGANS),
    check_state_folder,
    check_disk,
    check_pin_map,
    check_groups,
    check_power,
    check_clock,
    check_camera,
    check_camera_deck,
    check_camera_lens,
)


def _numbers(version: str) -> tuple[int, ...]:
    """Return the leading numbers of a version: `2.0.1.post3` -> (2, 0, 1)."""
    leading = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(int(number) for number in leading[0].split(".")) if leading else ()

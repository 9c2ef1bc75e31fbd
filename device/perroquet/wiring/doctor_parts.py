"""The doctor's checks of what is plugged in: pins, overlays, sound, power, clock."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from perroquet.assets import asset
from perroquet.drivers.gpio.pins import load_pins
from perroquet.kernel.errors import PartUnavailable
from perroquet.kernel.sentences import say
from perroquet.wiring.config import Configuration, DisplayChip, Sink
from perroquet.wiring.findings import Finding, State, absent, finding, pins_wanted, wanted_here
from perroquet.wiring.machine import Machine

_BOOT: Final = ("/boot/firmware", "/boot")
_SERIAL_CONSOLE: Final = "console=serial0"
_ON_SEATS: Final = ("dtparam=spi=on", "enable_uart=1")
"""Settings that take the pins of seats 3-8."""
_DIRECT_SEATS: Final = 8
_DEFAULT_CARD: Final = "/etc/alsa/conf.d/99-perroquet.conf"
_HDMI: Final = "vc4hdmi"


def check_gpio(machine: Machine, config: Configuration) -> Finding:
    """Want the kernel to show pins."""
    chips = sorted(chip.name for chip in machine.path("/dev").glob("gpiochip*"))
    state = State.OK if chips else absent(required=pins_wanted(machine, config))
    return finding("gpio", state, ", ".join(chips), "/dev/gpiochip*", say("mend-gpio"))


def check_overlays(machine: Machine, config: Configuration) -> Finding:
    """Want nothing on the pins of the seats, and look for the overlays that install.sh writes."""
    wanted = tuple(_settings(asset("systemd/perroquet.boot").read_text("utf-8")))
    there = tuple(_settings(_boot_text(machine, "config.txt")))
    taken = [line for line in _ON_SEATS if line in there]
    taken += [word for word in _boot_text(machine, "cmdline.txt").split() if word.startswith(_SERIAL_CONSOLE)]
    found = ", ".join(line for line in wanted if line in there)
    if taken and pins_wanted(machine, config):
        told = say("found-taken", words={"lines": ", ".join(taken)})
        return finding("overlays", State.WRONG, told, say("wanted-free"), say("mend-taken"))
    lacking = [line for line in wanted if line not in there]
    state = State.ABSENT_OPTIONAL if lacking else State.OK
    return finding("overlays", state, found, ", ".join(wanted), say("mend-overlays"))


def check_sound(machine: Machine, config: Configuration) -> Finding:
    """Want a card that plays and is no screen, and the default card to be there.

    Where sound goes nowhere or to a file, the speaker is simulated.
    """
    required = wanted_here(machine, config.parts.speaker)
    if config.speaker.sink in (Sink.NULL, Sink.FILE):
        told = f"[speaker] sink = {config.speaker.sink}"
        return finding("sound", State.WRONG if required else State.OK, told, "auto, pygame", say("mend-sink"))
    cards = tuple(_cards(machine))
    found, default = ", ".join(cards), _default_card(machine)
    if not cards:
        return finding("sound", absent(required=required), found, say("wanted-card"), say("mend-sound"))
    if not required or config.speaker.device:
        return finding("sound", State.OK, found, say("wanted-card"), say("mend-sound"))
    if default is not None and default not in cards:
        mend = say("mend-default-card", words={"card": default})
        return finding("sound", State.WRONG, found, default, mend)
    only_screens = all(card.startswith(_HDMI) for card in cards)
    state = State.WRONG if only_screens else State.OK
    return finding("sound", state, found, say("wanted-card"), say("mend-sound"))


def check_expander(machine: Machine, config: Configuration) -> Finding:
    """Want the chip of seats 9 and 10, if the box has so many."""
    pins = load_pins(asset("hardware/pins.toml"))
    wanted = expander_wanted(machine, config)
    return _chip(
        "expander", machine, pins.expander.address if wanted else None, f"[seats] count = {config.seats.count}"
    )


def check_display(machine: Machine, config: Configuration) -> Finding:
    """Want the small display, if the configuration names one."""
    address = load_pins(asset("hardware/pins.toml")).display
    wanted = display_wanted(machine, config)
    return _chip("display", machine, address if wanted else None, f'[display] chip = "{config.display.chip}"')


def expander_wanted(machine: Machine, config: Configuration) -> bool:
    """Return whether a real chip of seats 9 and 10 is driven here."""
    return config.seats.count > _DIRECT_SEATS and wanted_here(machine, config.parts.buttons)


def display_wanted(machine: Machine, config: Configuration) -> bool:
    """Return whether a real display is driven here."""
    return config.display.chip is not DisplayChip.OFF and wanted_here(machine, config.parts.lamp)


def _chip(part: str, machine: Machine, address: int | None, setting: str) -> Finding:
    """Ask the two-wire bus for a chip; none is asked for where `setting` wants none."""
    if address is None:
        return finding(part, State.OK, setting, setting, say("nothing"))
    wanted = say("wanted-chip", words={"address": f"{address:#04x}", "setting": setting})
    try:
        machine.ask_chip(address)
    except PartUnavailable as err:
        mend = say("mend-chip", words={"setting": setting})
        return finding(part, State.MISSING, str(err), wanted, mend)
    return finding(part, State.OK, f"/dev/i2c-1, {address:#04x}", wanted, say("nothing"))


def check_power(machine: Machine, _config: Configuration) -> Finding:
    """Want a supply that never sagged since power-on, as the Pi's own sensor remembers."""
    for sensor in machine.path("/sys/class/hwmon").glob("*/name"):
        if _text(sensor).strip() == "rpi_volt":
            sagged = _text(sensor.with_name("in0_lcrit_alarm")).strip() == "1"
            state, found = (State.WRONG, say("found-sagged")) if sagged else (State.OK, say("found-steady"))
            return finding("power", state, found, say("wanted-power"), say("mend-power"))
    return finding("power", State.ABSENT_OPTIONAL, "", say("wanted-power"), say("mend-power-unknown"))


def check_clock(machine: Machine, _config: Configuration) -> Finding:
    """Look for a clock that knows the date; no ruling needs one."""
    clocks = [name for name in ("/run/systemd/timesync/synchronized", "/dev/rtc0") if machine.path(name).exists()]
    state = State.OK if clocks else State.ABSENT_OPTIONAL
    return finding("clock", state, ", ".join(clocks), say("wanted-clock"), say("mend-clock"))


def _cards(machine: Machine) -> Iterator[str]:
    """Yield the names of the cards that play."""
    playing = sorted(machine.path("/dev/snd").glob("pcmC*D*p"))
    for number in dict.fromkeys(re.findall(r"pcmC(\d+)D", " ".join(device.name for device in playing))):
        yield _text(machine.path(f"/sys/class/sound/card{number}/id")).strip() or f"card {number}"


def _default_card(machine: Machine) -> str | None:
    named = re.search(r'^defaults\.pcm\.!card "(.+)"$', _text(machine.path(_DEFAULT_CARD)), re.MULTILINE)
    return named[1] if named else None


def _boot_text(machine: Machine, name: str) -> str:
    """Return a boot file where this release of the system keeps it; Bookworm moved it and left a note behind."""
    return next((text for folder in _BOOT if (text := _text(machine.path(f"{folder}/{name}")))), "")


def _settings(text: str) -> Iterator[str]:
    return (line.strip() for line in text.splitlines() if line.strip() and line.lstrip()[0] not in "#[")


def _text(path: Path) -> str:
    try:
        return path.read_text("utf-8", errors="replace")
    except OSError:
        return ""

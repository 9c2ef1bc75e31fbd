"""The other side of the pins: what a finger is to a button, and an eye to the lamp."""

import os
import time
from pathlib import Path

from perroquet.assets import asset
from perroquet.drivers.gpio.pins import load_pins

CHIP = next(Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*"))
PINS = load_pins(asset("hardware/pins.toml"))
DOWN, UP = b"pull-down", b"pull-up"


class Wires:
    """Every line of the panel, held ready: one write a change."""

    def __init__(self) -> None:
        self._pulls = {line: os.open(_file(pin, "pull"), os.O_WRONLY) for line, pin in PINS.lines.items()}

    def press(self, line: str) -> None:
        """Close a contact to ground."""
        os.pwrite(self._pulls[line], DOWN, 0)

    def release(self, line: str) -> None:
        """Open it."""
        os.pwrite(self._pulls[line], UP, 0)

    def push(self, *lines: str, for_s: float = 0.08) -> None:
        """Press `lines` together for a while."""
        for line in lines:
            self.press(line)
        time.sleep(for_s)
        for line in lines:
            self.release(line)

    def lamp(self) -> tuple[bool, ...]:
        """Return whether red, green and blue are lit at this instant."""
        return tuple(_file(pin, "value").read_text().strip() == "1" for pin in PINS.lamp)


def _file(pin: int, name: str) -> Path:
    return CHIP / f"sim_gpio{pin}" / name

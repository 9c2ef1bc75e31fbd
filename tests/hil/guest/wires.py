"""The other side of the pins: what a finger is to a button, and an eye to the lamp."""

import os
import time
from pathlib import Path

from perroquet.assets import asset
from perroquet.drivers.gpio.pins import load_pins
from perroquet.drivers.i2c.expander import INTFA
from perroquet.drivers.pi.i2c import LgpioChip

CHIP = next(Path("/sys/devices/platform").glob("gpio-sim.*/gpiochip*"))
PINS = load_pins(asset("hardware/pins.toml"))
DOWN, UP = b"pull-down", b"pull-up"
INTERRUPT = "expander_interrupt"
READ_S = 0.3
"""What the service is given to read the expander: the kernel's stub does not end its interrupt by itself."""


class Wires:
    """Every line of the panel, held ready: one write a change."""

    def __init__(self) -> None:
        pins = {**PINS.lines, INTERRUPT: PINS.others[INTERRUPT]}
        self._pulls = {line: os.open(_file(pin, "pull"), os.O_WRONLY) for line, pin in pins.items()}
        for line in pins:
            self.release(line)  # hands that were here before may have been ended with a finger on a button

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

    def push_expanded(self, line: str) -> None:
        """Press and release a button on the expander."""
        chip = LgpioChip(PINS.expander.address)
        bit = 1 << PINS.expander.lines[line]
        for port in (0xFF & ~bit, 0xFF):
            chip.write(INTFA, bytes([bit, 0, port, 0, port]))  # and INTFB, INTCAPA, INTCAPB, GPIOA
            self.press(INTERRUPT)
            time.sleep(READ_S)
            self.release(INTERRUPT)
        chip.close()

    def lamp(self) -> tuple[bool, ...]:
        """Return whether red, green and blue are lit at this instant."""
        return tuple(_file(pin, "value").read_text().strip() == "1" for pin in PINS.lamp)


def _file(pin: int, name: str) -> Path:
    return CHIP / f"sim_gpio{pin}" / name

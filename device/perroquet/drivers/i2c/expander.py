"""More lines of the panel, on port A of an MCP23017: each has the stamp of the chip's interrupt.

Registers as in the data sheet of Microchip (DS20001952), bank 0. The chip notes what the port was when a line changed
and pulls its interrupt pin to ground, until the port is read.
"""

import logging
from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from perroquet.drivers.gpio.pins import PinMap
from perroquet.drivers.i2c.chip import Chip
from perroquet.kernel.errors import PartUnavailable

if TYPE_CHECKING:
    from gpiozero.pins import Factory

log = logging.getLogger(__name__)

INTFA: Final = 0x0E
INTCAPA: Final = 0x10
GPIOA: Final = 0x12
OPEN_DRAIN: Final = 0x04
"""Of IOCON: the interrupt pin only pulls down, as the Pi pulls it up."""
TRIES: Final = 3
"""A chip that was not read keeps its interrupt down, and no edge would ever come again."""

Tell = Callable[[str, float, bool], None]
"""Line, ticks as gpiozero has them, and whether the contact is closed; any thread."""


class Expander:
    """The lines of `pins.expander`. Hand it to `GpioButtons`, which closes it.

    A line that changes while another's change waits to be read has the stamp of the reading, a millisecond later.

    Raises:
        PartUnavailable: the chip does not answer, or its interrupt's pin cannot be claimed; nothing is held then.
    """

    def __init__(self, chip: Chip, factory: "Factory", pins: PinMap) -> None:
        self._chip = chip
        self._bits = {line: 1 << bit for line, bit in pins.expander.lines.items()}
        self._factory = factory
        self._tell: Tell | None = None
        self._silent = False
        self._pin = factory.pin(pins.others["expander_interrupt"])
        try:
            chip.write(0, self._settings())
            self._closed = self._contacts(chip.read(GPIOA, 1)[0])
        except PartUnavailable:
            self._pin.close()
            raise

    def listen(self, tell: Tell) -> None:
        """Tell every change from now on."""
        self._tell = tell
        self._pin.input_with_pull("up")
        self._pin.edges = "falling"
        self._pin.when_changed = self._interrupted

    def down(self) -> frozenset[str]:
        """Return the lines that are active, as far as is known."""
        return frozenset(line for line, bit in self._bits.items() if self._closed & bit)

    def close(self) -> None:
        """Let pin and chip go."""
        self._pin.when_changed = None
        self._pin.close()
        self._chip.close()

    def _settings(self) -> bytes:
        """Return the registers from IODIRA to GPPUB: inputs, pulled up, that interrupt at any change."""
        used = sum(self._bits.values())
        return bytes([0xFF, 0xFF, 0, 0, used, 0, 0, 0, 0, 0, OPEN_DRAIN, OPEN_DRAIN, used, 0])

    def _contacts(self, port: int) -> int:
        """A contact pulls its line to ground."""
        return ~port & sum(self._bits.values())

    def _interrupted(self, ticks: float, state: float) -> None:
        """Read the port in the thread that brings the edges: a millisecond, within what sorting them allows for."""
        if state:
            return
        for _ in range(TRIES):
            try:
                seen = self._chip.read(INTFA, GPIOA + 1 - INTFA)
            except PartUnavailable as err:
                self._fell_silent(err)
                continue
            self._silent = False
            self._changed(self._contacts(seen[INTCAPA - INTFA]), ticks)
            self._changed(self._contacts(seen[GPIOA - INTFA]), self._factory.ticks())
            return

    def _changed(self, closed: int, ticks: float) -> None:
        changed, self._closed = closed ^ self._closed, closed
        for line, bit in self._bits.items():
            if changed & bit and self._tell is not None:
                self._tell(line, ticks, bool(closed & bit))

    def _fell_silent(self, error: PartUnavailable) -> None:
        if not self._silent:
            self._silent = True
            log.warning("%s: %s (said once)", ", ".join(self._bits), error)

"""Twins of the chips on the two-wire bus: their registers, and what hand and eye have of them."""

from typing import TYPE_CHECKING, Final

from typing_extensions import override

from perroquet.drivers.i2c import oled
from perroquet.drivers.i2c.chip import BLOCK, Chip
from perroquet.drivers.i2c.expander import GPIOA, INTCAPA, INTFA
from perroquet.kernel.errors import PartMissing
from perroquet.kernel.units import HostNs
from perroquet.ports import Clock

if TYPE_CHECKING:
    from perroquet.drivers.sim.pins import SimPin

ROWS: Final = 8
WIDTH: Final = 128
GPINTENA: Final = 0x04
GPPUA: Final = 0x0C


class _SimChip(Chip):
    """A chip that may be off the bus."""

    def __init__(self) -> None:
        self.there = True

    def _asked(self, count: int) -> None:
        if not self.there:
            raise PartMissing("nothing answers on the two-wire bus (simulated)")
        if not 1 <= count <= BLOCK:
            raise ValueError(f"{count} bytes in one message of the two-wire bus; wanted 1 to {BLOCK}")

    @override
    def close(self) -> None:
        return


class SimExpander(_SimChip):
    """An MCP23017 whose interrupt pulls `wire` down: what port A was at the first change stays noted until it is read.

    A line whose pull-up was not switched on reads as closed, as nothing holds it.
    """

    def __init__(self, wire: "SimPin", clock: Clock) -> None:
        super().__init__()
        self._wire = wire
        self._clock = clock
        self._registers = bytearray(0x16)
        self._open = 0xFF

    def contact(self, bit: int, *, closed: bool, at: HostNs) -> None:
        """Close or open the contact at pin `bit` of port A."""
        before = self._open
        self._open = before & ~(1 << bit) if closed else before | 1 << bit
        changed = (before ^ self._open) & self._registers[GPINTENA]
        if changed and not self._registers[INTFA]:
            self._registers[INTFA], self._registers[INTCAPA] = changed, self._port()
            self._wire.contact(closed=True, at=at)

    @override
    def read(self, register: int, count: int) -> bytes:
        self._asked(count)
        self._registers[GPIOA] = self._port()
        told = bytes(self._registers[register : register + count])
        if register <= GPIOA < register + count and self._registers[INTFA]:
            self._registers[INTFA] = 0
            self._wire.contact(closed=False, at=self._clock.now())
        return told

    @override
    def write(self, register: int, data: bytes) -> None:
        self._asked(len(data))
        self._registers[register : register + len(data)] = data

    def _port(self) -> int:
        return self._open & self._registers[GPPUA]


class SimOled(_SimChip):
    """An SSD1306 or SH1106 in page mode: what its memory holds, and whether it shows it."""

    def __init__(self) -> None:
        super().__init__()
        self.lit = False
        self.sent = 0
        self._memory = [bytearray(WIDTH + 4) for _ in range(ROWS)]
        self._row = self._column = 0

    def rows(self, first: int = 0) -> list[bytes]:
        """Return the dots from column `first` on, as `drivers.i2c.paper.draw` has them."""
        return [bytes(row[first : first + WIDTH]) for row in self._memory]

    @override
    def read(self, register: int, count: int) -> bytes:
        self._asked(count)
        return bytes(count)

    @override
    def write(self, register: int, data: bytes) -> None:
        self._asked(len(data))
        match register:
            case oled.DOTS:
                self.sent += len(data)
                self._memory[self._row][self._column : self._column + len(data)] = data
                self._column += len(data)
            case oled.COMMANDS:
                self._obey(data)
            case _:
                raise ValueError(f"{register:#04x} is neither commands nor dots")

    def _obey(self, commands: bytes) -> None:
        rest = iter(commands)
        for command in rest:
            if command in _WITH_ONE_MORE:
                next(rest)
            elif command in (0xAE, 0xAF):
                self.lit = command == 0xAF
            elif 0xB0 <= command < 0xB0 + ROWS:
                self._row = command - 0xB0
            elif command < 0x10:
                self._column = self._column & 0xF0 | command
            elif command < 0x20:
                self._column = self._column & 0x0F | (command & 0x0F) << 4


_WITH_ONE_MORE: Final = (0x20, 0x81, 0x8D, 0xA8, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB)
"""Commands that are followed by a value."""

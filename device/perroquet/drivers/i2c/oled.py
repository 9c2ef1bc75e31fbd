"""A display of 128 x 64 dots: an SSD1306, or an SH1106, which keeps four dots more a row and shows the middle ones."""

import asyncio
import contextlib
import logging
from enum import StrEnum
from typing import Final

from typing_extensions import override

from perroquet.drivers.i2c.chip import BLOCK, Chip
from perroquet.kernel.errors import PartUnavailable
from perroquet.kernel.units import Seq
from perroquet.ports import Display

log = logging.getLogger(__name__)

COMMANDS: Final = 0x00
DOTS: Final = 0x40
"""What the bytes after it are; sent where other chips have a register's number."""

# Data sheet SSD1306 rev 1.1, table 9 and the application note: the same voltages and rows as most boards have.
_WAKE: Final = bytes.fromhex("AE D580 A83F D300 40 8D14 A1 C8 DA12 818F D9F1 DB40 A4 A6 2002 AF")
_DARK: Final = bytes.fromhex("AE")


class OledChip(StrEnum):
    """What drives the dots."""

    SSD1306 = "ssd1306"
    SH1106 = "sh1106"

    @property
    def first(self) -> int:
        """The column of its memory at the left edge."""
        return 2 if self is OledChip.SH1106 else 0


class Oled(Display):
    """The display behind `chip`. Build it inside the running loop; it draws in a thread, as the bus is slow.

    Rows that have not changed are not sent.
    """

    def __init__(self, chip: Chip, kind: OledChip) -> None:
        from perroquet.drivers.i2c.paper import draw

        self._rows = draw
        self._chip = chip
        self._kind = kind
        self._shown: list[bytes] | None = None  # None: not known, the display was not woken or was lost
        self._lost = False
        self._words = ("", "")
        self._more = asyncio.Event()
        self._drawing: asyncio.Task[None] | None = asyncio.get_running_loop().create_task(self._draw(), name="display")

    @override
    def show(self, said: str, awaits: str, cause: Seq) -> None:
        self._words = (said, awaits)
        self._more.set()

    @override
    async def aclose(self) -> None:
        drawing, self._drawing = self._drawing, None
        if drawing is None:
            return
        drawing.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await drawing
        with contextlib.suppress(PartUnavailable):
            await asyncio.to_thread(self._chip.write, COMMANDS, _DARK)
        self._chip.close()

    async def _draw(self) -> None:
        while True:
            await self._more.wait()
            self._more.clear()
            # A message half sent would be taken for the beginning of the next: a close waits for its end.
            await asyncio.shield(asyncio.to_thread(self._put, *self._words))

    def _put(self, said: str, awaits: str) -> None:
        rows = self._rows(said, awaits)
        try:
            if self._shown is None:
                self._chip.write(COMMANDS, _WAKE)
            for number, row in enumerate(rows):
                if self._shown is None or self._shown[number] != row:
                    self._send(number, row)
        except PartUnavailable as err:
            self._shown = None
            if not self._lost:
                self._lost = True
                log.warning("the display: %s (said once)", err)
            return
        self._shown, self._lost = rows, False

    def _send(self, number: int, row: bytes) -> None:
        first = self._kind.first
        self._chip.write(COMMANDS, bytes([0xB0 + number, first & 0x0F, 0x10 + (first >> 4)]))
        for begin in range(0, len(row), BLOCK):
            self._chip.write(DOTS, row[begin : begin + BLOCK])

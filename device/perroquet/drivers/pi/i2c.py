"""Chips on the Pi's own two-wire bus, through lgpio."""

from typing import Final

from typing_extensions import override

from perroquet.drivers.i2c import Chip
from perroquet.kernel.errors import PartForbidden, PartMissing

BUS: Final = 1
"""The bus on GPIO2 and 3: `/dev/i2c-1`."""


class LgpioChip(Chip):
    """The chip at `address`.

    Raises:
        PartMissing: no bus, or lgpio is not installed.
        PartForbidden: this user may not use it.
    """

    def __init__(self, address: int) -> None:
        try:
            import lgpio  # pyright: ignore[reportMissingModuleSource] - only installed on a Pi
        except ImportError as err:
            raise PartMissing(f"the two-wire bus cannot be opened: {err}; install python3-lgpio") from err
        self._bus = lgpio
        self._address = address
        self._open = True
        try:
            self._handle = lgpio.i2c_open(BUS, address)
        except lgpio.error as err:
            raise PartForbidden(
                f"/dev/i2c-{BUS} cannot be opened: {err}; put dtparam=i2c_arm=on into config.txt and i2c-dev among "
                "the modules (systemd/install.sh does), and join the group i2c"
            ) from err

    @override
    def read(self, register: int, count: int) -> bytes:
        try:
            _count, data = self._bus.i2c_read_i2c_block_data(self._handle, register, count)
        except self._bus.error as err:
            raise self._silent(err) from err
        return bytes(data)

    @override
    def write(self, register: int, data: bytes) -> None:
        try:
            self._bus.i2c_write_i2c_block_data(self._handle, register, data)
        except self._bus.error as err:
            raise self._silent(err) from err

    @override
    def close(self) -> None:
        if self._open:
            self._open = False
            self._bus.i2c_close(self._handle)

    def _silent(self, error: Exception) -> PartMissing:
        return PartMissing(
            f"nothing answers at {self._address:#04x} on the two-wire bus: {error}; check its 3V3, ground, SDA and SCL"
        )


def answers(address: int) -> None:
    """Ask whether a chip is there.

    Raises:
        PartUnavailable: it is not, or the bus cannot be opened.
    """
    chip = LgpioChip(address)
    try:
        chip.read(0, 1)
    finally:
        chip.close()

"""lgpio's pins, with its refusals in our words. Import it only where lgpio is installed."""

import lgpio  # pyright: ignore[reportMissingModuleSource] - only installed on a Pi
from gpiozero.pins import Pin
from gpiozero.pins.lgpio import LGPIOFactory
from typing_extensions import override

from perroquet.drivers.pi.board import revision
from perroquet.kernel.errors import PartBusy, PartMissing


class LgpioFactory(LGPIOFactory):
    """The pins of this Pi, stamped by its kernel.

    Raises:
        PartMissing: the chip cannot be opened.
        OSError: no Pi.
    """

    def __init__(self) -> None:
        try:
            super().__init__()
        except lgpio.error as err:
            raise PartMissing(f"the GPIO chip cannot be opened: {err}; join the group gpio, or run as root") from err

    @override
    def _get_revision(self) -> int:
        return revision()

    @override
    def pin(self, name: int) -> Pin:
        """Claim a pin.

        Raises:
            PartBusy: another program or an overlay holds it.
        """
        try:
            return super().pin(name)
        except lgpio.error as err:
            raise PartBusy(f"GPIO{name} cannot be claimed: {err}; end the program or overlay that holds it") from err

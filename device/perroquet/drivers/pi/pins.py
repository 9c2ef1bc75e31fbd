"""lgpio's pins, with its refusals in our words. Import it only where lgpio is installed."""

import contextlib

import lgpio  # pyright: ignore[reportMissingModuleSource] - only installed on a Pi
from gpiozero.pins import Pin
from gpiozero.pins.lgpio import LGPIOFactory, LGPIOPin
from typing_extensions import override

from perroquet.drivers.pi.board import revision
from perroquet.kernel.errors import PartBusy, PartMissing


class LgpioPin(LGPIOPin):
    """A pin that can be let go.

    lgpio's own thread may still hold a line whose edges nobody wants any more; gpiozero claims it at once and is
    refused. Who lets go needs no claim: the factory's close frees what is left.
    """

    @override
    def close(self) -> None:
        with contextlib.suppress(lgpio.error):
            super().close()

    @override
    def _disable_event_detect(self) -> None:
        with contextlib.suppress(lgpio.error):
            super()._disable_event_detect()


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
        self.pin_class = LgpioPin

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

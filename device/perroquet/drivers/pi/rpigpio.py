"""rpi-lgpio's pins, with its refusals in our words. Import it only where rpi-lgpio is installed."""

from gpiozero.pins import Pin
from gpiozero.pins.rpigpio import RPiGPIOFactory
from typing_extensions import override

from perroquet.drivers.pi.board import revision
from perroquet.kernel.errors import PartBusy


class RpigpioFactory(RPiGPIOFactory):
    """The pins of this Pi, through the RPi.GPIO interface.

    Raises:
        OSError: no Pi.
    """

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
        except RuntimeError as err:
            raise PartBusy(f"GPIO{name} cannot be claimed: {err}; end the program or overlay that holds it") from err

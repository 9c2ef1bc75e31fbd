"""The Pi's own pins: the factory that `[gpio] factory` names."""

from enum import StrEnum
from typing import TYPE_CHECKING, assert_never

from perroquet.kernel.errors import PartMissing

if TYPE_CHECKING:
    from gpiozero.pins import Factory


class FactoryName(StrEnum):
    """A library that drives the pins of a Pi."""

    LGPIO = "lgpio"
    RPIGPIO = "rpigpio"
    """The RPi.GPIO interface, as `rpi-lgpio` provides it. RPi.GPIO itself has not worked since kernel 6.6."""


def open_factory(name: FactoryName) -> "Factory":
    """Open the pins; close the factory after the drivers that use it.

    Raises:
        PartMissing: not a Pi, no access to its pins, or the library is not installed.
    """
    from gpiozero.exc import GPIOZeroError

    try:
        match name:
            case FactoryName.LGPIO:
                from perroquet.drivers.pi.pins import LgpioFactory

                return LgpioFactory()
            case FactoryName.RPIGPIO:
                from gpiozero.pins.rpigpio import RPiGPIOFactory

                return RPiGPIOFactory()
            case _:
                assert_never(name)
    except PartMissing:
        raise
    except (ImportError, RuntimeError, OSError, GPIOZeroError) as err:
        raise PartMissing(
            f"the pins cannot be opened with {name.value!r}: {err}; on a Pi install python3-lgpio (or the extra "
            f"rpi-gpio-compat for 'rpigpio') and join the group gpio, elsewhere run with --sim"
        ) from err

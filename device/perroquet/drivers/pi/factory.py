"""The Pi's own pins: the factory that `[gpio] factory` names."""

import os
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, assert_never

from perroquet.drivers.pi.board import revision
from perroquet.kernel.errors import PartForbidden, PartMissing, PartUnavailable

if TYPE_CHECKING:
    from gpiozero.pins import Factory


class FactoryName(StrEnum):
    """A library that drives the pins of a Pi."""

    LGPIO = "lgpio"
    RPIGPIO = "rpigpio"
    """The RPi.GPIO interface, as `rpi-lgpio` provides it. RPi.GPIO itself has not worked since kernel 6.6."""


def open_factory(name: FactoryName, dev: Path = Path("/dev")) -> "Factory":
    """Open the pins; close the factory after the drivers that use it.

    Raises:
        PartForbidden: `dev` has pins, and this user may open none.
        PartMissing: not a Pi, or the library is not installed.
    """
    from gpiozero.exc import GPIOZeroError

    chips = sorted(dev.glob("gpiochip*"))
    if chips and not any(os.access(chip, os.R_OK | os.W_OK) for chip in chips):
        raise PartForbidden(f"no permission to open {chips[0]}; add this user to the group: `sudo adduser $USER gpio`")
    try:
        match name:
            case FactoryName.LGPIO:
                from perroquet.drivers.pi.pins import LgpioFactory

                return LgpioFactory()
            case FactoryName.RPIGPIO:
                os.environ.setdefault("RPI_LGPIO_REVISION", f"{revision():x}")  # read at the library's import
                from perroquet.drivers.pi.rpigpio import RpigpioFactory

                return RpigpioFactory()
            case _:
                assert_never(name)
    except PartUnavailable:
        raise
    except (ImportError, RuntimeError, OSError, GPIOZeroError) as err:
        raise PartMissing(
            f"the pins cannot be opened with {name.value!r}: {err}; on a Pi install python3-lgpio (or the extra "
            f"rpi-gpio-compat for 'rpigpio') and join the group gpio, elsewhere run with --sim"
        ) from err

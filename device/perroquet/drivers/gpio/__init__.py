"""The one driver of the panel: gpiozero on a factory that is passed in, real or simulated."""

from perroquet.drivers.gpio.buttons import GpioButtons
from perroquet.drivers.gpio.lamp import GpioLamp, LampFrame
from perroquet.drivers.gpio.pins import PicoMap, PinMap, load_pins

__all__ = ["GpioButtons", "GpioLamp", "LampFrame", "PicoMap", "PinMap", "load_pins"]

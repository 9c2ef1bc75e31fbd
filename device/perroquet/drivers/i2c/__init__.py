"""What may be added on the two-wire bus: seats 9-10 and a small display. Chips are passed in, real or simulated."""

from perroquet.drivers.i2c.chip import Chip
from perroquet.drivers.i2c.expander import Expander
from perroquet.drivers.i2c.oled import Oled, OledChip

__all__ = ["Chip", "Expander", "Oled", "OledChip"]

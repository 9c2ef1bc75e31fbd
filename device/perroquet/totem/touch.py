"""What it takes for a line to be touched."""

from typing import Final

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.float64]

TOUCHED: Final = 0.25
"""Fingertips on a line that make it touched; crosstalk of a neighbour stays below."""

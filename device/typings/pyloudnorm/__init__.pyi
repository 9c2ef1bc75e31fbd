from typing import Any

import numpy as np
from numpy.typing import NDArray

class Meter:
    def __init__(self, rate: int) -> None: ...
    def integrated_loudness(self, data: NDArray[np.floating[Any]]) -> float: ...

"""What the IMU tells: how hard the base shakes, when something landed on it, and how far it has turned."""

from math import sqrt

from .hardware import MOTION_US

SHAKEN_MG = 40
"""More than the noise of the accelerometer."""
BURST_MG = 250
"""What a totem that lands on the base, or right beside it, makes it feel at least."""
BURST_US = 100_000
"""Blows that follow one another faster are one burst, told with its beginning."""
STILL_US = 200_000
"""How long the base must not have turned before a turn is told."""
LEAST_TURN = 100
"""Smallest turn that is told, hundredths of a degree."""
_TURNING = 100
"""Hundredths of a degree a second; below it is the gyroscope's own drift, which is learnt."""
_QUIET = SHAKEN_MG * SHAKEN_MG
_RESTING = 7
"""The rest moves by one part in 128 at each look: the base may stand askew, and its sensor drifts."""
_STUCK = 400
"""Samples that are all the same: a sensor that is there but does not answer any more."""


class Motion:
    """The base's movements, sample by sample.

    Attributes:
        shake: newest magnitude of the acceleration less gravity, milli-g.
        burst_us: when the last burst began, microseconds since boot; -1 = never.
        shaken_us: when the base last moved by more than noise; -1 = never.
        struck_us: when it last moved as after a blow; -1 = never.
        silent: the sensor does not answer.
    """

    def __init__(self) -> None:
        self.shake = 0
        self.burst_us = -1
        self.shaken_us = -1
        self.struck_us = -1
        self.silent = False
        self._rest = [0, 0, 1000 << 8]
        self._last = (0, 0, 0, 0)
        self._bias = 0
        self._turned = 0
        self._turned_us = 0
        self._same = 0

    def feel(self, samples: "list[tuple[int, int, int, int, int, int, int]]") -> None:
        """Take samples as `Hardware.motion` gives them."""
        if not samples:
            return
        rest_x, rest_y, rest_z = [value >> 8 for value in self._rest]
        bias = self._bias >> 8
        for at_us, ax, ay, az, _, _, gz in samples:
            x = ax - rest_x
            y = ay - rest_y
            z = az - rest_z
            squared = x * x + y * y + z * z
            if squared <= _QUIET:
                self.shake = z
            else:
                self._shaken(at_us, squared)
                self.shake = int(sqrt(ax * ax + ay * ay + az * az)) - 1000
            rate = gz - bias
            if abs(rate) < _TURNING:
                self._bias += rate
            else:
                self._turned += rate
                self._turned_us = at_us
        _, ax, ay, az, _, _, gz = samples[-1]
        newest = (ax, ay, az, gz)
        self._same = self._same + len(samples) if newest == self._last else 0
        self._last = newest
        self.silent = self._same >= _STUCK
        for axis in range(3):
            self._rest[axis] += ((newest[axis] << 8) - self._rest[axis]) >> _RESTING

    def _shaken(self, at_us: int, squared: int) -> None:
        self.shaken_us = at_us
        if squared > BURST_MG * BURST_MG:
            if self.struck_us < 0 or at_us - self.struck_us > BURST_US:
                self.burst_us = at_us
            self.struck_us = at_us

    def sample(self) -> "tuple[int, int, int, int]":
        """Return the newest acceleration along x, y, z and turning about z."""
        return self._last

    def row(self) -> int:
        """Return the newest shake as a row of the history keeps it: 1/64 g, 128 = at rest."""
        return max(0, min(255, 128 + self.shake * 64 // 1000))

    def turn(self, now_us: int) -> int:
        """Return hundredths of a degree turned, clockwise, once the base rests again; 0 = not, or too little."""
        if now_us - self._turned_us < STILL_US:
            return 0
        by = self._turned * MOTION_US // 1_000_000
        if abs(by) < LEAST_TURN:
            return 0
        self._turned = 0
        return by

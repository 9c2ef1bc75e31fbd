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
_STUCK = 400
"""Samples that are all the same: a sensor that is there but does not answer any more."""


class Motion:
    """The base's movements, sample by sample.

    Attributes:
        shake: newest magnitude of the acceleration less gravity, milli-g.
        burst_us: when the last burst began, microseconds since boot; -1 = never.
        shaken_us: when the base last moved by more than noise; -1 = never.
        silent: the sensor does not answer.
    """

    def __init__(self) -> None:
        self.shake = 0
        self.burst_us = -1
        self.shaken_us = -1
        self.silent = False
        self._rest = [0, 0, 1000 << 8]
        self._last = (0, 0, 0, 0)
        self._blow_us = -BURST_US
        self._bias = 0
        self._turned = 0
        self._turned_us = 0
        self._same = 0

    def feel(self, samples: "list[tuple[int, int, int, int, int, int, int]]") -> None:
        """Take samples as `Hardware.motion` gives them."""
        rest = self._rest
        for at_us, ax, ay, az, _, _, gz in samples:
            self.shake = int(sqrt(ax * ax + ay * ay + az * az)) - 1000
            x = (ax << 8) - rest[0]
            y = (ay << 8) - rest[1]
            z = (az << 8) - rest[2]
            rest[0] += x >> 9
            rest[1] += y >> 9
            rest[2] += z >> 9
            off = int(sqrt((x >> 8) ** 2 + (y >> 8) ** 2 + (z >> 8) ** 2))
            if off > SHAKEN_MG:
                self.shaken_us = at_us
            if off > BURST_MG:
                if at_us - self._blow_us > BURST_US:
                    self.burst_us = at_us
                self._blow_us = at_us
            rate = gz - (self._bias >> 8)
            if -_TURNING < rate < _TURNING:
                self._bias += rate
            else:
                self._turned += rate
                self._turned_us = at_us
            sample = (ax, ay, az, gz)
            self._same = self._same + 1 if sample == self._last else 0
            self._last = sample
            self.silent = self._same >= _STUCK

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

"""What the three supports tell without the lines: a hand in a sleeve, or a bare wooden totem."""

PUSHED = 100
"""Codes one support must move from its rest to be pushed or pulled: 1 N."""
FELT = 40
"""Codes one support must move to tell when a hand came that then took the totem: 0.4 N, well over its noise."""
HELD = 4
"""Looks (2 ms) in a row for a push to be believed; a knock of the table is shorter, or shakes the base too."""
_GONE = 12
"""Looks in a row at the weight of an empty seat for the totem to be gone."""
_TOP = 4095
_CREPT = 150
"""Codes that a support's rest may move in an evening: 1.5 N; a sensor that creeps further is told."""
_SETTLED = 16
"""Looks at rest (3 s) until what the supports carry is what they usually do."""


class Forces:
    """The supports against their rest, one look every few scans.

    Attributes:
        onset: scan at which the push that goes on began; -1 = none.
        emptied: scan since which the seat is as light as an empty one, while it is.
        faulty: a bit a support at the end of its range, or far from where it used to rest.
    """

    def __init__(self, empty: int, weight: int) -> None:
        self.onset = -1
        self.emptied = 0
        self.faulty = 0
        self._empty = empty
        self._weight = weight
        self._rest: list[int] = []
        self._usual: list[int] = []
        self._rested = 0
        self._pushed = 0
        self._calm = 0
        self._light = 0

    def look(self, scan: int, a: int, b: int, c: int) -> None:
        """Take the codes of `scan`."""
        if not self._rest:
            self.rest(a, b, c)
        if self.off(a, b, c):
            if self.onset < 0:
                self.onset = scan
            self._pushed += 1
            self._calm = 0
        else:
            self._calm += 1
            if self._calm >= HELD:
                self.onset = -1
                self._pushed = 0
        off = a + b + c - self._empty
        if self._light == 0:
            self.emptied = scan
        self._light = self._light + 1 if -self._weight < 4 * off < self._weight else 0

    def off(self, a: int, b: int, c: int, by: int = PUSHED) -> bool:
        """Return True when a support is pushed or pulled by more than `by` codes."""
        rest = self._rest
        if not rest:
            return False
        return abs(a - rest[0]) > by or abs(b - rest[1]) > by or abs(c - rest[2]) > by

    def pushed(self) -> bool:
        """Return True when somebody has pushed or pulled for a while."""
        return self._pushed >= HELD

    def gone(self) -> bool:
        """Return True when the supports carry nothing, steadily."""
        return self._light >= _GONE

    def carries(self, a: int, b: int, c: int) -> bool:
        """Return True when the supports carry a totem's weight, whatever its lines say."""
        return (a + b + c - self._empty) * 2 > self._weight

    def rest(self, a: int, b: int, c: int) -> None:
        """Follow drift while nothing happens: the rest moves an eighth of the way."""
        codes = (a, b, c)
        if not self._rest:
            self._rest = [a, b, c]
        self._rested += 1
        settled = self._rested >= _SETTLED
        if settled and not self._usual:
            self._usual = list(self._rest)
        for i in range(3):
            self._rest[i] += (codes[i] - self._rest[i]) >> 3
            bit = 1 << i
            if not settled:
                continue
            off = abs(self._rest[i] - self._usual[i])
            if off > _CREPT or codes[i] == 0 or codes[i] >= _TOP:
                self.faulty |= bit
            elif off * 2 < _CREPT:
                self.faulty &= ~bit

    def restart(self) -> None:
        """The totem has come or gone: what its supports carry at rest is to be learnt anew."""
        self._rest = []
        self._rested = 0
        self.onset = -1
        self._pushed = 0
        self._light = 0

"""From single looks to what lies before a seat: votes, and the courage to say that it is not sure."""

from collections import Counter, deque
from dataclasses import dataclass, field
from typing import Final

import numpy as np

from perroquet.kernel.readings import CardReading, Sighting
from perroquet.kernel.units import HostNs, Seat
from perroquet.vision.deck import Face
from perroquet.vision.find import Corners
from perroquet.vision.reader import Look
from perroquet.vision.sight import Sight
from perroquet.vision.thresholds import THRESHOLDS, Thresholds

_PATIENCE: Final = 12
"""Looks at a card that were given no answer before it must be shown."""
_DISSENT: Final = 1
"""Looks among the last that may have answered otherwise."""
_STIRRED_MM: Final = 5.0
_STIRRED_DEG: Final = 4.0
"""By how much a card must have moved, or another lies there that looks the same."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Lies:
    """Where a card lies: x and y in mm, and its turn in degrees, of which a square knows a quarter."""

    x: float
    y: float
    turned: float

    def stirred(self, other: "Lies") -> bool:
        """Tell whether it does not lie as it did."""
        turn = abs((self.turned - other.turned + 45.0) % 90.0 - 45.0)
        return abs(self.x - other.x) + abs(self.y - other.y) > _STIRRED_MM or turn > _STIRRED_DEG


def lies_at(corners: Corners, sight: Sight) -> Lies:
    """Return where the card lies whose square is seen there."""
    table = sight.on_table(corners.astype(np.float64))
    x, y = table.mean(axis=0).tolist()
    along, down = (table[1] - table[0]).tolist()
    return Lies(x=x, y=y, turned=float(np.degrees(np.arctan2(down, along)) % 90.0))


@dataclass
class Tracker:
    """What lies before one seat. A reading is returned when it changes, never twice.

    Attributes:
        plain: faces without a colour to tell.
    """

    seat: Seat
    thresholds: Thresholds = THRESHOLDS
    plain: frozenset[Face] = frozenset()
    told: CardReading | None = None
    _looks: "deque[tuple[Face | None, str]]" = field(init=False)
    _missing: int = 0
    _unanswered: int = 0
    _lay: Lies | None = None

    def __post_init__(self) -> None:
        self._looks = deque(maxlen=self.thresholds.ballots)

    @property
    def deciding(self) -> bool:
        """Whether the next look may change what is told: only then is its colour worth finding."""
        if len(self._looks) < self.thresholds.ballots or self.told is None or not self.told.colour:
            return True
        face, _ = self._looks[-1]
        return face != self.told.face

    @property
    def empty(self) -> bool:
        """Whether there was no card for long enough to be sure of that."""
        return self._missing >= self.thresholds.empty

    def card(self, look: Look, lies: Lies, at: HostNs) -> CardReading | None:
        """Take a look at the card that lies there."""
        self._missing = 0
        if self._lay is None or lies.stirred(self._lay):
            self._looks.clear()
            self._unanswered = 0
            self._lay = lies
        self._looks.append((look.face, look.colour))
        votes = Counter(face for face, _ in self._looks if face is not None)
        (face, count) = votes.most_common(1)[0] if votes else (None, 0)
        if face is not None and count >= self.thresholds.votes and votes.total() - count <= _DISSENT:
            self._unanswered = 0
            colour = self._colour(face)
            # Who is told a card without its colour asks for it: the colour is given some more looks.
            waits = not colour and face not in self.plain and len(self._looks) < self.thresholds.ballots
            return None if waits else self._tell(Sighting.SEEN, at, face, colour)
        self._unanswered += 1
        if self._unanswered == _PATIENCE:
            return self._tell(Sighting.UNSURE, at)
        return None

    def nothing(self, at: HostNs) -> CardReading | None:
        """Take a look that found no card, and nothing over the place."""
        self._missing += 1
        if not self.empty:
            return None
        self._forget()
        return self._tell(Sighting.EMPTY, at)

    def covered(self, at: HostNs) -> CardReading | None:
        """Take a look at a hand."""
        self._forget()
        self._missing = 0
        return self._tell(Sighting.HIDDEN, at)

    def _forget(self) -> None:
        self._looks.clear()
        self._unanswered = 0
        self._lay = None

    def _colour(self, face: Face) -> str:
        given = Counter(colour for one, colour in self._looks if one == face and colour)
        if not given:
            return ""
        colour, count = given.most_common(1)[0]
        return colour if count >= 2 and count >= self.thresholds.colour_votes * given.total() else ""

    def _tell(self, sighting: Sighting, at: HostNs, face: str = "", colour: str = "") -> CardReading | None:
        reading = CardReading(seat=self.seat, sighting=sighting, at=at, face=face, colour=colour)
        before, self.told = self.told, reading
        if before is None:
            return reading
        if (before.sighting, before.face) != (sighting, face):
            return reading
        # A colour that was not sure at first is told as soon as it is; one that was told is not taken back by doubt.
        if colour and colour != before.colour:
            return reading
        self.told = before
        return None

"""Points: rows, chips, majorities and missions; who wins. Plain arithmetic."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final, TypeVar

from perroquet.games.amazonas.cards import ENOUGH, SPECIES, Rows, Silver
from perroquet.kernel.units import Seat

K = TypeVar("K")

MISSION_POINTS: Final = 3
MISSION_VILLAGES: Final = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Result:
    """How a player ends.

    Attributes:
        rows: points for rows that are long enough.
        chip: points for five species.
        majorities: points for rows longer than anybody's.
        mission: points for mission villages; negative when missing ones are counted.
        tiles: research tiles, for ties.
    """

    seat: Seat
    rows: int
    chip: int
    majorities: int
    mission: int
    tiles: int
    silver: Silver
    copper: int

    @property
    def points(self) -> int:
        """All points."""
        return self.rows + self.chip + self.majorities + self.mission

    @property
    def standing(self) -> tuple[int, int, int, int]:
        """What ranks players: points, then tiles, money and the copper coin (AM-85)."""
        return self.points, self.tiles, self.silver, self.copper


def row_points(rows: Rows) -> int:
    """Return a point a tile of every row of three or more (AM-81)."""
    return sum(tiles for tiles in rows if tiles >= ENOUGH)


def mission_points(built: int, *, minus: bool) -> int:
    """Return the points of a mission with `built` of its villages (AM-82)."""
    return MISSION_POINTS * (built - MISSION_VILLAGES if minus else built)


def majority(tiles: Mapping[K, int]) -> K | None:
    """Return who alone has the most tiles of one species, three at least (AM-71)."""
    most = max(tiles.values(), default=0)
    leaders = [player for player, count in tiles.items() if count == most]
    return leaders[0] if most >= ENOUGH and len(leaders) == 1 else None


def majorities(rows: Mapping[K, Rows]) -> Sequence[K | None]:
    """Return who holds the majority of each species, in the order of `SPECIES`."""
    return [majority({player: held[row] for player, held in rows.items()}) for row in range(len(SPECIES))]

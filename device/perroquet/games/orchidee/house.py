"""The house sheet of L'Orchidée: what a table may choose, with the default of each choice."""

from dataclasses import dataclass
from typing import Final

from perroquet.kernel.sheet import Sheet, Within


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """House rules of L'Orchidée.

    Attributes:
        raid_grace_s: live play at the start of a round in which no raid comes, seconds.
        raid_mean_s: mean wait after that, seconds of live play; 0 = no raids.
    """

    raid_grace_s: int = 20
    raid_mean_s: int = 180


SHEET: Final = Sheet(
    game="orchidee",
    form=House,
    rules={
        "raid_grace_s": Within(lowest=0, highest=300, unit="seconds"),
        "raid_mean_s": Within(lowest=0, highest=3_600, unit="seconds"),
    },
)

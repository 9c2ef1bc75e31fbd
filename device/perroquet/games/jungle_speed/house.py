"""The house sheet: what a table may choose, with the default of each choice."""

from dataclasses import dataclass
from typing import Final

from perroquet.kernel.sheet import OneOf, Sheet, Within
from perroquet.kernel.units import Millis

TIE_WINDOW_MS: Final = Millis(45)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """House rules of Jungle Speed.

    Attributes:
        cards: `unknown` = only grabs are seen; `virtual` = the device deals and knows every card.
        tie_window_ms: two first contacts no further apart are simultaneous; 20 to 120.
        end: `last_two` = when two players are left; `first_out` = when the first has no card left.
    """

    cards: str = "unknown"
    tie_window_ms: Millis = TIE_WINDOW_MS
    end: str = "last_two"


SHEET: Final = Sheet(
    game="jungle-speed",
    form=House,
    rules={
        "cards": OneOf(words=("unknown", "virtual")),
        "tie_window_ms": Within(lowest=20, highest=120, unit="milliseconds"),
        "end": OneOf(words=("last_two", "first_out")),
    },
)

"""The house sheet: what a table may choose, with the default of each choice."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Any, Final

from perroquet.kernel.errors import ConfigurationError
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


CHOICES: Final[Mapping[str, tuple[str, ...]]] = {"cards": ("unknown", "virtual"), "end": ("last_two", "first_out")}
WIDTHS_MS: Final = (20, 120)


def house(rules: Mapping[str, object]) -> House:
    """Return the sheet with `rules` laid over the defaults.

    Raises:
        ConfigurationError: an unknown rule or value; quotes it and suggests the nearest.
    """
    known = [field.name for field in fields(House)]
    given: dict[str, Any] = {}
    for name, value in rules.items():
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"choose among {', '.join(known)}"
            raise ConfigurationError(f"jungle-speed has no house rule {name!r} yet; {hint}")
        given[name] = _checked(name, value)
    return replace(House(), **given)


def _checked(name: str, value: object) -> object:
    if name in CHOICES:
        if value not in CHOICES[name]:
            raise ConfigurationError(f"jungle-speed: {name} = {value!r}; choose {' or '.join(CHOICES[name])}")
        return value
    low, high = WIDTHS_MS
    if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
        raise ConfigurationError(f"jungle-speed: {name} = {value!r}; choose {low} to {high} milliseconds")
    return Millis(value)

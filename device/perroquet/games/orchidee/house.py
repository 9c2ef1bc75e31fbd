"""The house sheet of L'Orchidée: what a table may choose, with the default of each choice."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from difflib import get_close_matches
from typing import Final

from perroquet.kernel.errors import ConfigurationError


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """House rules of L'Orchidée.

    Attributes:
        raid_grace_s: live play at the start of a round in which no raid comes, seconds.
        raid_mean_s: mean wait after that, seconds of live play; 0 = no raids.
    """

    raid_grace_s: int = 20
    raid_mean_s: int = 180


BOUNDS: Final[Mapping[str, tuple[int, int]]] = {"raid_grace_s": (0, 300), "raid_mean_s": (0, 3_600)}


def house(rules: Mapping[str, object]) -> House:
    """Return the sheet with `rules` laid over the defaults.

    Raises:
        ConfigurationError: an unknown rule or value; quotes it and suggests the nearest.
    """
    known = [field.name for field in fields(House)]
    given: dict[str, int] = {}
    for name, value in rules.items():
        if name not in known:
            near = get_close_matches(name, known, n=1)
            hint = f"did you mean {near[0]!r}?" if near else f"choose among {', '.join(known)}"
            raise ConfigurationError(f"orchidee has no house rule {name!r} yet; {hint}")
        low, high = BOUNDS[name]
        if not isinstance(value, int) or isinstance(value, bool) or not low <= value <= high:
            raise ConfigurationError(f"orchidee: {name} = {value!r}; choose {low} to {high} seconds")
        given[name] = value
    return replace(House(), **given)

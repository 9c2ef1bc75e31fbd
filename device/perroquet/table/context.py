"""What a decision may depend on, and what it gives."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from perroquet.kernel.sentences import Language, say
from perroquet.kernel.sheet import HouseValue
from perroquet.kernel.units import HostNs, Percent
from perroquet.table import events as ev
from perroquet.table.evening import Evening, Games


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What this device and table are set to.

    Attributes:
        seats: how many seat buttons are wired.
        volume: polite volume at power-on.
        language: at power-on of a new evening.
        rules: house rules per game.
    """

    seats: int = 8
    volume: Percent
    language: Language = Language.FR
    rules: Mapping[str, Mapping[str, HouseValue]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a decision may depend on besides the command.

    Attributes:
        at: the decision's stamp; each is later than the one before.
        seed: fresh luck, for a game that starts with this decision.
    """

    evening: Evening
    at: HostNs
    games: Games
    house: House
    seed: str


Decided = tuple[tuple[str, Any], ...]
"""(source, event) pairs, in order."""


def table(*events: ev.TableEvent) -> Decided:
    """Return the table's own events as decided."""
    return tuple((ev.TABLE, event) for event in events)


def refuse(key: str, **words: str) -> Decided:
    """Return a refusal, said with the sentence `key`."""
    return table(ev.Refused(sentence=say(key, words=words)))

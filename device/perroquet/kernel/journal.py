"""The journal's records and their JSON form, versioned."""

from dataclasses import dataclass
from typing import Any

from perroquet.kernel.units import HostNs, Seq

FORMAT = "perroquet-journal/1"


@dataclass(frozen=True, slots=True, kw_only=True)
class Record:
    """One event of the evening, as kept for ever.

    Attributes:
        seq: from 1, without gaps.
        at: when it was decided, host clock of its boot.
        source: `table`, or the name of the game that decided it.
        event: a frozen dataclass of that source's closed union.
        boot: counts power-ons of this evening, from 1; `at` of two boots are never compared.
    """

    seq: Seq
    at: HostNs
    boot: int
    source: str
    event: Any

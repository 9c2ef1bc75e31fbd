"""What the one task that decides can be told. Everything else only sends these."""

from dataclasses import dataclass
from typing import Any

from perroquet.kernel.readings import (
    BaseTurned,
    CardReading,
    Contact,
    Grab,
    Heard,
    PartAiling,
    PartFound,
    PartLost,
    Press,
    TotemFell,
    TotemHeld,
    TotemStanding,
)
from perroquet.kernel.sheet import HouseValue
from perroquet.kernel.units import Degrees, HostNs, Percent, Seat, Seq
from perroquet.ports import Kept


@dataclass(frozen=True, slots=True, kw_only=True)
class Tapped:
    """Somebody tapped the totem while a seat was joining; `azimuth` None = it could not be told."""

    azimuth: Degrees | None
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Recording:
    """The recording of a grab was kept as `kept`."""

    kept: Kept
    grab: Grab
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Woken:
    """The instant the running game asked to be woken at has come."""

    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Chosen:
    """A viewer chose a command from its menu, as shown at event `seq`."""

    viewer: Seat | None
    command: Any
    seq: Seq
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Named:
    """A player gave a name to a seat."""

    seat: Seat
    name: str
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Offer:
    """The host's page chose the game that START begins."""

    game: str
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseRule:
    """The host's page chose a house rule, for games that start from now on."""

    game: str
    rule: str
    value: HouseValue
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class ChooseVolume:
    """The host's page moved the volume."""

    percent: Percent
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Overrule:
    """The host's page gave the table's word on the last ruling, and why."""

    seats: tuple[Seat, ...]
    reason: str
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Announce:
    """The page is open: say where, and the code of the table."""

    address: str
    code: str
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Stuck:
    """Buttons of the panel that are stuck now, all of them, by line."""

    lines: tuple[str, ...]
    at: HostNs


Command = (
    Press
    | Contact
    | Grab
    | TotemFell
    | TotemStanding
    | BaseTurned
    | Recording
    | Tapped
    | Heard
    | CardReading
    | PartLost
    | PartFound
    | PartAiling
    | TotemHeld
    | Woken
    | Chosen
    | Named
    | Offer
    | ChooseRule
    | ChooseVolume
    | Overrule
    | Announce
    | Stuck
)

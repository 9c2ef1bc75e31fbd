"""What the one task that decides can be told. Everything else only sends these."""

from dataclasses import dataclass
from typing import Any

from perroquet.kernel.readings import Contact, Grab, Heard, PartFound, PartLost, Press, TotemFell, TotemStanding
from perroquet.kernel.units import Degrees, HostNs, Seat, Seq


@dataclass(frozen=True, slots=True, kw_only=True)
class Tapped:
    """Somebody tapped the totem while a seat was joining; `azimuth` None = it could not be told."""

    azimuth: Degrees | None
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
class Stuck:
    """Lines of the panel that are down since power-on."""

    lines: tuple[str, ...]
    at: HostNs


Command = (
    Press
    | Contact
    | Grab
    | TotemFell
    | TotemStanding
    | Tapped
    | Heard
    | PartLost
    | PartFound
    | Woken
    | Chosen
    | Named
    | Stuck
)

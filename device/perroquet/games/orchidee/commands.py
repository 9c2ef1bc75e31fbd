"""What a table can wish for in L'Orchidée. `at` = when it was pressed or tapped; None = it does not matter."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import cast

from perroquet.games.orchidee.cards import Card
from perroquet.kernel.units import HostNs, Seat


class Hideout(StrEnum):
    """Where an orchid may lie: at the table, out of sight (OR-14)."""

    UNDER_TABLE = "table"
    OWN_TRICKS = "tricks"
    UNDER_BOX = "box"
    THEIR_TRICKS = "others"


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOn:
    """START while playing."""

    at: HostNs | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTricks:
    """The tricks of the round are over, whatever was counted."""

    at: HostNs | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeTrick:
    """A trick of real cards is over; `winner` None = nobody took it."""

    winner: Seat | None
    at: HostNs | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlayCard:
    """Lay a card, and under cover of that hide the orchid (`hide`), or not."""

    seat: Seat
    card: Card
    hide: Hideout | None = None
    at: HostNs | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HearRaid:
    """The shout reached the air."""

    onset: HostNs
    end: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """Time has come for what was due: the shout or the ten seconds are over, a parrot calls."""

    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class LockIn:
    """Accuse: the own seat button first."""

    accuser: Seat
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Point:
    """Name the accused, or the one whose revealed hand holds the orchid."""

    accused: Seat
    hideout: Hideout | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Accuse:
    """Accuse in one go, on a page."""

    accuser: Seat
    accused: Seat
    hideout: Hideout | None = None
    at: HostNs | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Say whether the orchid was found where the accuser said, or take a step back (no)."""

    yes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Shout:
    """An undercover agent shouts « haut les mains »."""

    by: Seat
    at: HostNs | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUp:
    """Choose which of two equal cards to give up."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Pilfer:
    """Lay one card of the own tricks aside, face down; `card` None = the device is not told which."""

    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassPilfer:
    """Lay none aside."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Steal:
    """Use an insect to take the lowest nugget of `target`; `insect` None = the device is not told which."""

    thief: Seat
    target: Seat
    insect: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class PassTheft:
    """Steal nothing more."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Defend:
    """Answer a theft with a higher insect; None = the device is not told which."""

    seat: Seat
    insect: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Yield:
    """Let it happen."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """Say what the nuggets of a seat add up to."""

    seat: Seat
    points: int


Command = (
    GoOn
    | EndTricks
    | TakeTrick
    | PlayCard
    | HearRaid
    | Strike
    | LockIn
    | Point
    | Accuse
    | Answered
    | Shout
    | GiveUp
    | Pilfer
    | PassPilfer
    | Steal
    | PassTheft
    | Defend
    | Yield
    | Count
)


def stamped(command: Command, at: HostNs) -> Command:
    """Return `command` as given at `at`, if its instant matters."""
    match command:
        case GoOn() | EndTricks() | TakeTrick() | PlayCard() | Accuse() | Shout():
            return cast("Command", replace(command, at=at))
        case _:
            return command

"""What a table can wish for in L'Orchidée, and what happened."""

from dataclasses import dataclass

from perroquet.games.orchidee.cards import Card
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.units import HostNs, Samples, Seat

# --- commands


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOn:
    """START while playing. `at`: when it was pressed, if it matters."""

    at: HostNs | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class HearRaid:
    """The shout reached the air."""

    onset: HostNs
    end: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """Time has come: the shout is over, or the ten seconds are."""

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


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """Say whether the orchid was found where the accuser said, or take a step back (no)."""

    yes: bool


Command = GoOn | HearRaid | Strike | LockIn | Point | Answered

# --- events


@dataclass(frozen=True, slots=True, kw_only=True)
class RaidDrawn:
    """A round begins; its raid strikes after `live` samples of live play, or never. Secret until it is heard."""

    number: int
    dealer: Seat
    live: Samples | None


@dataclass(frozen=True, slots=True, kw_only=True)
class RaidHeard:
    """« Haut les mains ! »: the trick is cancelled, hands are shown."""

    onset: HostNs
    end: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOpened:
    """The shout is over; ten seconds run."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowClosed:
    """The ten seconds are over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccuserLockedIn:
    """Somebody accuses, and has not named anybody yet."""

    accuser: Seat
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class AccuserLeft:
    """The accuser took it back, or named nobody."""

    accuser: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Accused:
    """An accusation is complete; the table looks for the orchid."""

    accuser: Seat
    accused: Seat
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class OrchidShown:
    """The orchid lies in a revealed hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrchidNotShown:
    """That was a mistake."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """What a seat gives up. `known` = its treasure is known, and then `card` None = it had none."""

    seat: Seat
    card: Card | None
    known: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """The referee, or the table, ruled. `closes`: the raid is over."""

    ruling: Ruling
    loss: Loss | None
    closes: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TricksEnded:
    """The round's tricks are over. `at`: when START said so, if known."""

    at: HostNs | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PilferOpened:
    """After a raid, the round ends as every round does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """The power went away during a raid; it does not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The sixth round is over. `seed` is what the commitment was made of."""

    seed: str


Event = (
    RaidDrawn
    | RaidHeard
    | WindowOpened
    | WindowClosed
    | AccuserLockedIn
    | AccuserLeft
    | Accused
    | OrchidShown
    | OrchidNotShown
    | Ruled
    | TricksEnded
    | PilferOpened
    | Voided
    | Ended
)

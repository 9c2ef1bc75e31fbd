"""What a table can wish for in Jungle Speed."""

from dataclasses import dataclass
from enum import StrEnum

from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.readings import Grab
from perroquet.kernel.units import HostNs, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinDuel:
    """Enter a duel with the seat button: the second seat opens it."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """Turn the next card face up. `card` None = the one the device dealt."""

    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """The base felt a hand."""

    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """Rule this grab."""

    grab: Grab


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """Answer a question with a seat button."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Accept:
    """START on a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Refuse:
    """MODE on a question."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TotemReturned:
    """The totem stands in its place again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOn:
    """START while playing: a card was turned, go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUpContact:
    """The measure of a contact never came."""


class Plea(StrEnum):
    """What tables ask for after a contested grab, in vain."""

    REPLAY = "replay"
    SPLIT = "split"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plead:
    """Ask to replay or to share a contested grab. Nothing on the panel means it: rule cases ask (JS-12)."""

    plea: Plea


Command = JoinDuel | Flip | Touch | Judge | Claim | Accept | Refuse | TotemReturned | GoOn | GiveUpContact | Plead

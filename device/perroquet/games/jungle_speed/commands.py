"""What a table can wish for in Jungle Speed."""

from dataclasses import dataclass
from enum import StrEnum

from perroquet.games.jungle_speed.cards import Card
from perroquet.games.jungle_speed.piles import Handful
from perroquet.kernel.readings import Grab
from perroquet.kernel.units import HostNs, Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class NameFirst:
    """Say who begins (JS-37)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class JoinDuel:
    """Enter a duel with the seat button: the second seat opens it."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Tell:
    """Say with a button that this seat took the totem: how to play without the base (JS-31)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Flip:
    """Turn the next card face up; in a volley, one's card of it. `card` None = the one the device dealt."""

    seat: Seat
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class See:
    """A camera saw `card` turned by whose turn it is (JS-77)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Correct:
    """A camera that looked again reads the card turned last otherwise (JS-77)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class ShowCard:
    """A camera could not read the card that was turned (JS-77)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class FlipAll:
    """Turn a card each, at once: the volley of an outward arrow (JS-46). Who is not listed has not turned yet."""

    cards: tuple[tuple[Seat, Card], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class LateFlip:
    """Note that a seat has not turned its card of the volley (JS-49)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Peek:
    """Note that a seat turned its next card towards itself (JS-34)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Wait:
    """Note that nobody goes for the totem."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """The base felt a hand."""

    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Judge:
    """Rule this grab.

    Attributes:
        wrong: places in `grab.hands` of hands that may not play (JS-33); only rule cases and cameras can tell.
    """

    grab: Grab
    wrong: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Drop:
    """Rule a fall of the totem.

    Attributes:
        by: who made it fall; None = nobody can be named.
        grab: hands that were on it before it fell.
    """

    by: Seat | None
    off_table: bool
    grab: Grab


@dataclass(frozen=True, slots=True, kw_only=True)
class Fell:
    """The base heard the totem land, after `grab` or with nobody's hand felt (None)."""

    grab: int | None
    at: HostNs


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
class Split:
    """Share the winner's pile and the pot out among the losers (JS-39)."""

    given: tuple[Handful, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class TotemGone:
    """The totem does not stand in its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TotemReturned:
    """The totem stands in its place again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoOn:
    """START while playing: a card was turned, go on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GiveUpContact:
    """The measure of a contact never came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Configure:
    """Choose a house rule during play."""

    rule: str
    value: str | int


class Plea(StrEnum):
    """What tables ask for after a contested grab, in vain."""

    REPLAY = "replay"
    SPLIT = "split"


@dataclass(frozen=True, slots=True, kw_only=True)
class Plead:
    """Ask to replay or to share a contested grab. Nothing on the panel means it: rule cases ask (JS-12)."""

    plea: Plea


Command = (
    NameFirst
    | JoinDuel
    | Tell
    | Flip
    | See
    | Correct
    | ShowCard
    | FlipAll
    | LateFlip
    | Peek
    | Wait
    | Touch
    | Judge
    | Drop
    | Fell
    | Claim
    | Accept
    | Refuse
    | Split
    | TotemGone
    | TotemReturned
    | GoOn
    | GiveUpContact
    | Configure
    | Plead
)

"""What happened in a game of Jungle Speed."""

from dataclasses import dataclass
from enum import StrEnum

from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.readings import Grab
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.units import HostNs, Seat


class Question(StrEnum):
    """What the referee needs to know about a grab."""

    WINNER = "winner"
    """Which duellist took the totem? A default may be named."""
    WHO = "who"
    """Whose hand was it?"""
    WHAT = "what"
    """The hand is known, the cards are not: a duel, a fault, or nothing?"""
    FAULT = "fault"
    """Did the one named take the totem without the right?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """The device dealt its virtual cards; top card of each reserve first, by place at the table."""

    reserves: tuple[tuple[Card, ...], ...]
    pot: tuple[Card, ...]
    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelJoined:
    """One seat entered a duel; another must."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelLeft:
    """The seat that waited for a rival waits no more."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelOpened:
    """The table declared a duel: these two may grab."""

    seats: tuple[Seat, Seat]


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelClosed:
    """The table gave its duel up."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Flipped:
    """A card was turned face up.

    That it opens a duel, or covers the card of one that nobody saw (JS-1, JS-2), follows from the cards and is no event
    of its own: whatever counts events would tell the players so.
    """

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactFelt:
    """A hand is on the totem; its measure follows."""

    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class ContactLost:
    """The measure never came."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Brushed:
    """Hands touched the totem and let it be."""

    seats: tuple[Seat, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A fact is missing; the table is asked.

    Attributes:
        seat: who is named by default (`WINNER`, `WHO`, `FAULT`) or took the totem (`WHAT`).
        ruling: what will hold if the table says yes, or that the table must say.
    """

    question: Question
    seat: Seat | None
    grab: Grab
    ruling: Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Pickup:
    """Cards a seat slides under its reserve, first to last."""

    seat: Seat
    cards: tuple[Card, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """The referee, or the table, ruled.

    Attributes:
        restart: who turns the next card, when it is known.
        pickups: None while the cards are unknown.
        grab: what was measured, when a grab was; the evidence stays with the ruling.
    """

    ruling: Ruling
    restart: Seat | None
    pickups: tuple[Pickup, ...] | None
    warned: tuple[Seat, ...] = ()
    grab: Grab | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class LetBe:
    """The table said that the grab meant nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TotemStood:
    """The totem is back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WentOn:
    """Play went on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """The power went away while a declared duel or a grab was open; it does not count."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The game is over. `ranking`: groups from first to last, tied players together."""

    ranking: tuple[tuple[Seat, ...], ...]
    why: str


Event = (
    Dealt
    | DuelJoined
    | DuelLeft
    | DuelOpened
    | DuelClosed
    | Flipped
    | ContactFelt
    | ContactLost
    | Brushed
    | Asked
    | Ruled
    | LetBe
    | TotemStood
    | WentOn
    | Voided
    | Ended
)

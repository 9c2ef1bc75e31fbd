"""What happened in a game of Jungle Speed."""

from dataclasses import dataclass
from enum import StrEnum

from perroquet.games.jungle_speed.cards import Card
from perroquet.games.jungle_speed.piles import Handful
from perroquet.kernel.readings import Grab
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.units import HostNs, Seat


class Question(StrEnum):
    """What the referee needs to know."""

    WINNER = "winner"
    """Which of those entitled took the totem? A default may be named."""
    WHO = "who"
    """Whose hand was it?"""
    WHAT = "what"
    """The hand is known, the cards are not: a duel, an inward arrow, or a fault?"""
    FAULT = "fault"
    """Did the one named take the totem without the right?"""
    DROPPED = "dropped"
    """Who made the totem fall?"""
    RIGHT = "right"
    """The cards are unknown: had the one who dropped it the right, and was the first to touch it?"""
    CHOICE = "choice"
    """The fastest hand chooses: the duel, or the pot (JS-43)?"""
    SPLIT = "split"
    """How does the winner share out among several losers (JS-39)?"""
    NEXT = "next"
    """Who restarts, says the winner (JS-40)?"""
    HAND = "hand"
    """Which of the two hands of the one named pays (JS-72)?"""
    CARD = "card"
    """Is that really the card of the one named? It would rule by itself (JS-77)."""
    FIRST = "first"
    """Who begins (JS-37)?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """The device dealt its virtual cards; who begins follows.

    Attributes:
        packs: each seat's reserve, the next card first; in order of play. In the game for two: one a hand (JS-67).
    """

    packs: tuple[Handful, ...]
    pot: tuple[Card, ...]


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
class FirstNamed:
    """Somebody begins: drawn by the device, or named by the table (JS-37)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Flipped:
    """A card was turned face up; in a volley there is one such event a seat.

    What it opens, covers or puts out follows from the cards and is no event of its own: whatever counts events would
    tell the players so.
    """

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Peeked:
    """A player turned the next card towards themselves (JS-34)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Waited:
    """Long enough: nobody took what was to be taken."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TotemLeft:
    """The totem does not stand in its place."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Noted:
    """A remark that changes nothing, in the form of a ruling: the totem is wanted back, a variant is stretched."""

    ruling: Ruling


@dataclass(frozen=True, slots=True, kw_only=True)
class Configured:
    """The table chose a house rule during play."""

    rule: str
    value: str | int


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
    """A fact, or a choice, is missing; the table is asked.

    Attributes:
        seat: who is named by default (`WINNER`, `WHO`, `FAULT`, `DROPPED`), took the totem (`WHAT`, `CHOICE`, `SPLIT`,
            `NEXT`), dropped it (`RIGHT`) or pays (`HAND`).
        ruling: what will hold if the table says yes, or that the table must say.
        losers: among whom the winner shares (`SPLIT`, `NEXT`).
        given: how they shared (`NEXT`).
        fall: the grab made the totem fall.
        card: what a camera read (`CARD`).
    """

    question: Question
    seat: Seat | None
    grab: Grab | None
    ruling: Ruling
    losers: tuple[Seat, ...] = ()
    given: tuple[Handful, ...] = ()
    fall: bool = False
    card: Card | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class CardWanted:
    """The camera cannot read the card that was turned; it is to be shown (JS-77)."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Misread:
    """The camera had read the card turned last wrongly: it is `card` (JS-77)."""

    seat: Seat
    card: Card


@dataclass(frozen=True, slots=True, kw_only=True)
class Pointed:
    """The table pointed a loser out, or took that back, while it says what a grab was."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """The referee, or the table, ruled.

    Attributes:
        winner: who took the totem rightfully; a hand in the game for two.
        losers: who pick up because of it.
        offender: who pays, or is told off.
        restart: who turns the next card, when it is known.
        pickups: cards under reserves, in order; None while the cards are unknown.
        laid: cards onto the pot.
        aside: cards out of the game.
        warned: seats told off without paying.
        void: sets of top cards that meet no more.
        stays: what was open stays open: nobody took anything.
        totem: it was taken or fell; False = a card, or a remark, brought the ruling about.
        grab: what was measured, when a grab was; the evidence stays with the ruling.
    """

    ruling: Ruling
    restart: Seat | None
    pickups: tuple[Handful, ...] | None
    winner: Seat | None = None
    losers: tuple[Seat, ...] = ()
    offender: Seat | None = None
    laid: tuple[Handful, ...] = ()
    aside: tuple[Card, ...] = ()
    warned: tuple[Seat, ...] = ()
    void: tuple[tuple[Card, ...], ...] = ()
    stays: bool = False
    totem: bool = True
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
class Recalled:
    """The totem landed right after a grab that was ruled: nobody held it, so that ruling is taken back (JS-61)."""


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
    | FirstNamed
    | DuelJoined
    | DuelLeft
    | DuelOpened
    | DuelClosed
    | Flipped
    | Peeked
    | Waited
    | ContactFelt
    | ContactLost
    | Brushed
    | CardWanted
    | Misread
    | Asked
    | Pointed
    | Ruled
    | Recalled
    | Noted
    | Configured
    | LetBe
    | TotemLeft
    | TotemStood
    | WentOn
    | Voided
    | Ended
)

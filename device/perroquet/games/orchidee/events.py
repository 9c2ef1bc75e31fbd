"""What happened in a game of L'Orchidée.

What a single player may know travels in events of its own, `SECRET`: whoever tells the evening leaves them out and says
nothing less. Each comes with its public twin whatever it holds, so that not even their number tells.
"""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from perroquet.games.orchidee.cards import Card
from perroquet.games.orchidee.commands import Hideout
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.units import HostNs, Samples, Seat

# --- rounds and tricks


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegan:
    """A round begins; everybody was dealt `each` cards."""

    number: int
    dealer: Seat
    each: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RaidDrawn:
    """This round's surprises. Secret.

    Attributes:
        live: samples of live play before the raid; None = no raid.
        trick: the trick, from 0, in which they are counted; None = from the beginning of the round.
        parrot: when the agent's parrot calls; None = never.
        salt: what made this draw another than the last one of the same round.
        redrawn: in the middle of its round; no undo goes back past it, or a third draw could be the second again.
    """

    live: Samples | None
    trick: int | None
    parrot: HostNs | None
    salt: str
    redrawn: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """Virtual hands, by seat. Secret, and everybody has seen their own."""

    hands: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class CardPlayed:
    """A card was laid; None = face down."""

    seat: Seat
    card: Card | None
    at: HostNs | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Concealed:
    """What went with a card laid: which it was if it lies face down, where the orchid went if it did. Secret."""

    seat: Seat
    card: Card | None
    hideout: Hideout | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TrickClosed:
    """A trick is over.

    Attributes:
        winner: None = nobody took it, or nobody said who (`told` False).
        best: the card that took it; None when nobody did, or unknown.
        cards: face up, by order of play; empty when unknown.
    """

    winner: Seat | None
    best: Card | None
    told: bool
    cards: tuple[Card, ...]
    at: HostNs | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TricksEnded:
    """The round's tricks are over; `at`: when, if it is known."""

    at: HostNs | None


# --- the customs


@dataclass(frozen=True, slots=True, kw_only=True)
class RaidHeard:
    """« Haut les mains ! »: the trick is cancelled, hands are shown."""

    onset: HostNs
    end: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowOpened:
    """Ten seconds run from `start`."""

    start: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class SecondsLeft:
    """So many of the ten seconds are left, of the last three."""

    left: int


@dataclass(frozen=True, slots=True, kw_only=True)
class WindowClosed:
    """The ten seconds are over."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AccuserLockedIn:
    """Somebody accuses by a press at `at`, and has not named anybody yet."""

    accuser: Seat
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class AccuserLeft:
    """The accuser took it back, or named nobody."""

    accuser: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class AccusationSpent:
    """A refused accusation used up the one allowed: a house rule."""

    accuser: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Accused:
    """An accusation is complete; the table looks for the orchid."""

    accuser: Seat
    accused: Seat
    hideout: Hideout | None
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class OrchidShown:
    """The orchid lies in a revealed hand."""


@dataclass(frozen=True, slots=True, kw_only=True)
class OrchidNotShown:
    """That was a mistake."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """The referee, or the table, ruled.

    Attributes:
        closes: the raid is over.
        catches: the smuggler, if caught.
        loses_orchid: nobody was found: it is lost in the wild.
    """

    ruling: Ruling
    closes: bool
    catches: Seat | None = None
    loses_orchid: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class RaidSettled:
    """The smuggler was caught before; now the ten seconds are over too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class HandsShown:
    """Virtual hands lie open. Everybody sees them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Moved:
    """A pilfered card changed hands, or left the game. Secret.

    Attributes:
        card: None = the device does not know which.
        sure: False = not even whether there was one.
        target: None = out of the game, or back in the deck (`back`).
    """

    source: Seat
    card: Card | None
    sure: bool
    target: Seat | None
    back: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceAsked:
    """Whoever was caught has two highest cards, and chooses."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Indebted:
    """Whoever was caught had nothing: the next pilfered card is lost."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PilferOpened:
    """After a raid, the round ends as every round does."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """The power went away during a raid; it does not count."""


# --- the undercover agent


@dataclass(frozen=True, slots=True, kw_only=True)
class ParrotCalled:
    """The parrot: an agent is among us."""

    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class ParrotPutOff:
    """Its time went by while nobody played; it calls at `until`. Secret."""

    until: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Shouted:
    """A player shouts « haut les mains »; the tricks are over."""

    by: Seat
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class ShoutTakenBack:
    """That was a mistake; play goes on."""


# --- treasures


@dataclass(frozen=True, slots=True, kw_only=True)
class Pilfered:
    """A card was laid aside, face down; `lost` to an old debt."""

    seat: Seat
    lost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Stowed:
    """Which card that was; None = the device was not told. Secret."""

    seat: Seat
    card: Card | None
    lost: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class PilferPassed:
    """A player took none."""

    seat: Seat


# --- the end of the game


@dataclass(frozen=True, slots=True, kw_only=True)
class TheftsOpened:
    """After the sixth round: `turn` may steal first; None = nobody has an insect."""

    turn: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Planned:
    """A player has chosen in secret what to steal, or nothing."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class PlanSealed:
    """What that was. Secret."""

    seat: Seat
    insect: Card | None
    target: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class PlansShown:
    """Everybody has chosen; the plans are carried out clockwise."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TheftTried:
    """An insect goes for a nugget."""

    thief: Seat
    target: Seat
    insect: Card | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Defended:
    """A higher insect stops it."""

    seat: Seat
    insect: Card | None


@dataclass(frozen=True, slots=True, kw_only=True)
class TheftEnded:
    """A nugget was stolen, or not; `turn` is next, None = nobody."""

    thief: Seat
    target: Seat
    stolen: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class TheftDropped:
    """A planned theft found no nugget; the insect is kept."""

    thief: Seat
    target: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TheftPassed:
    """A player steals nothing more."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnPassed:
    """The next thief; None = the thefts are over."""

    turn: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Counted:
    """The gold of a seat."""

    seat: Seat
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Ended:
    """The richest win. `seed` is what the commitment was made of."""

    winners: tuple[Seat, ...]
    seed: str


Event = (
    RoundBegan
    | RaidDrawn
    | Dealt
    | CardPlayed
    | Concealed
    | TrickClosed
    | TricksEnded
    | RaidHeard
    | WindowOpened
    | SecondsLeft
    | WindowClosed
    | AccuserLockedIn
    | AccuserLeft
    | AccusationSpent
    | Accused
    | OrchidShown
    | OrchidNotShown
    | Ruled
    | RaidSettled
    | HandsShown
    | Moved
    | ChoiceAsked
    | Indebted
    | PilferOpened
    | Voided
    | ParrotCalled
    | ParrotPutOff
    | Shouted
    | ShoutTakenBack
    | Pilfered
    | Stowed
    | PilferPassed
    | TheftsOpened
    | Planned
    | PlanSealed
    | PlansShown
    | TheftTried
    | Defended
    | TheftEnded
    | TheftDropped
    | TheftPassed
    | TurnPassed
    | Counted
    | Ended
)

SECRET: Final = (RaidDrawn, Dealt, Concealed, Moved, ParrotPutOff, Stowed, PlanSealed)

REVEALING: Final = (RaidHeard, Dealt, HandsShown, PlansShown)
"""After these, somebody knows what they did not: no undo goes back past them. So does a card laid face up."""


class Cost(StrEnum):
    """What a seat gives up, as everybody sees it."""

    CARD = "card"
    NUGGET = "nugget"
    NOTHING = "nothing"

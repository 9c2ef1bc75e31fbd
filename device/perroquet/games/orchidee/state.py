"""What the referee of L'Orchidée remembers. What it was not told is None; it never guesses (OR-33)."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final

from perroquet.games.orchidee.cards import DECK, ORCHID, Card
from perroquet.games.orchidee.commands import Hideout
from perroquet.games.orchidee.house import SHEET, House
from perroquet.kernel.game import Setup
from perroquet.kernel.luck import Luck
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, HostNs, Samples, Seat

ROUNDS: Final = 6
WINDOW_S: Final = 10
WINDOW_NS: Final = WINDOW_S * NS_PER_S


class Phase(StrEnum):
    """Where a game is."""

    PLAY = "play"
    """Tricks are open; the raid may strike."""
    RAID = "raid"
    """The shout is in the air."""
    WINDOW = "window"
    """Ten seconds to accuse, and the accusations they left."""
    HOLDER = "holder"
    """The orchid lies in a revealed hand: whose?"""
    SHOUT = "shout"
    """An agent shouted, and accuses."""
    RULED = "ruled"
    PILFER = "pilfer"
    THEFTS = "thefts"
    DEFENCE = "defence"
    """A theft waits for its answer."""
    COUNT = "count"
    OVER = "over"


Treasure = tuple[Card | None, ...] | None
"""Pilfered cards; a None among them lies face down and unknown; None altogether = not even how many there are."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Player:
    """One seat.

    Attributes:
        hand: None = real cards, or not known.
        tricks: tricks of this round that are known to be theirs.
        won: the cards of those tricks; None = not known.
        treasure: what they pilfered.
        chose: they have pilfered, or not, this round.
        indebted: the next card they pilfer is lost.
        passed: they steal nothing more.
        bonus: points for orchids that were not found.
        points: their gold at the end, once counted.
    """

    seat: Seat
    hand: tuple[Card, ...] | None = None
    tricks: int = 0
    won: tuple[Card, ...] | None = None
    treasure: Treasure = ()
    chose: bool = False
    indebted: bool = False
    passed: bool = False
    bonus: int = 0
    points: int | None = None

    @property
    def known(self) -> tuple[Card, ...] | None:
        """Their pilfered cards when the device knows them all."""
        cards = tuple(card for card in self.treasure or () if card is not None)
        return cards if self.treasure is not None and len(cards) == len(self.treasure) else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Laid:
    """A card of the open trick; `face_up` = everybody sees it."""

    seat: Seat
    card: Card
    face_up: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Trick:
    """A trick that is over, as `events.TrickClosed` has it."""

    winner: Seat | None
    told: bool
    cards: tuple[Card, ...]
    at: HostNs | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lock:
    """Somebody who accuses by a press at `at` and has not named anybody."""

    accuser: Seat
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Accusation:
    """A complete accusation; `at` is the press of the accuser's button."""

    accuser: Seat
    accused: Seat
    hideout: Hideout | None
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Theft:
    """A theft in the making.

    Attributes:
        insects: laid in turn by thief and target, the last one on top; None = unknown.
    """

    thief: Seat
    target: Seat
    insects: tuple[Card | None, ...]

    @property
    def answers(self) -> Seat:
        """Whose turn it is to lay a higher insect, or to let it be."""
        return self.target if len(self.insects) % 2 else self.thief


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What somebody chose in secret; `insect` and `target` None = nothing."""

    seat: Seat
    insect: Card | None
    target: Seat | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Raid:
    """A raid that was heard.

    Attributes:
        start: when the ten seconds begin; None = when the first hand is shown.
        opened: the shout is over, and they run.
        left: seconds that were still to come at the last tick.
        closed: they are over; what is still open is settled.
        locks: accusers who have not named anybody, the first first.
        accusations: complete and not yet looked into, by time of the press.
        spent: seats that have used their accusation.
        caught: the smuggler, while the window stays open.
    """

    onset: HostNs
    end: HostNs
    start: HostNs | None = None
    opened: bool = False
    left: int = WINDOW_S
    closed: bool = False
    locks: tuple[Lock, ...] = ()
    accusations: tuple[Accusation, ...] = ()
    spent: tuple[Seat, ...] = ()
    caught: Seat | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """One round.

    Attributes:
        each: cards dealt to everybody.
        drawn: live play before the raid, while it may come; secret. `drawn_trick`: see `events.RaidDrawn`.
        parrot: when the parrot will call; secret. `called`: when it did.
        holder: who was dealt the orchid; None = not known.
        hideout: where it went, once it left the hand.
        laid: the open trick.
        tricks: those that are over.
        ended_at: when the tricks ended.
        raid: once it was heard, or an agent shouted (`shouted`).
        settled: a raid of this round is over.
        shown: everybody sees the hands.
        choosing: who chooses between two highest cards.
        last: the last ruling told.
    """

    each: int = 0
    drawn: Samples | None = None
    drawn_trick: int | None = None
    parrot: HostNs | None = None
    called: HostNs | None = None
    holder: Seat | None = None
    hideout: Hideout | None = None
    laid: tuple[Laid, ...] = ()
    tricks: tuple[Trick, ...] = ()
    ended_at: HostNs | None = None
    raid: Raid | None = None
    shouted: bool = False
    settled: bool = False
    shown: bool = False
    choosing: Seat | None = None
    last: Ruling | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Thefts:
    """The thefts at the end.

    Attributes:
        turn: who may steal; None = nobody, or everybody chooses at once.
        open: the theft that waits for an answer.
        plans: chosen in secret.
        queue: shown, and not carried out yet.
        stolen: nuggets that changed hands.
    """

    turn: Seat | None = None
    open: Theft | None = None
    plans: tuple[Plan, ...] = ()
    queue: tuple[Plan, ...] = ()
    stolen: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """A game of L'Orchidée.

    Attributes:
        players: clockwise.
        number: of the round, from 1; 0 before the first.
        gone: cards that will not be dealt again, whoever has them.
        out: those of them that left the game, as far as they are known.
        orchid_gone: it was lost for good.
        winners: at the end.
    """

    house: House
    luck: Luck
    players: tuple[Player, ...]
    dealer: Seat
    phase: Phase = Phase.PILFER
    number: int = 0
    round: Round = Round()
    gone: int = 0
    out: tuple[Card, ...] = ()
    orchid_gone: bool = False
    thefts: Thefts = Thefts()
    winners: tuple[Seat, ...] = ()

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Seats, clockwise."""
        return tuple(player.seat for player in self.players)

    def player(self, seat: Seat) -> Player:
        """Return the player of `seat`."""
        return next(player for player in self.players if player.seat == seat)

    def changed(self, seat: Seat, **changes: Any) -> "State":  # noqa: ANN401 - fields of Player
        """Return the state with some of the player's fields changed."""
        players = tuple(replace(one, **changes) if one.seat == seat else one for one in self.players)
        return replace(self, players=players)

    def clockwise(self, first: Seat) -> tuple[Seat, ...]:
        """Return all seats from `first` on."""
        place = self.seats.index(first)
        return (*self.seats[place:], *self.seats[:place])

    def left_of(self, seat: Seat) -> Seat:
        """Return the neighbour in order of play."""
        return self.clockwise(seat)[1]

    def precedence(self, press: "Lock | Accusation") -> tuple[int, int]:
        """Return what presses are put in order by: the millisecond, and in one of them the dealer's side (OR-20)."""
        return press.at // NS_PER_MS, self.clockwise(self.dealer).index(press.accuser)

    @property
    def leader(self) -> Seat:
        """Who leads the open trick: the dealer, then one seat further each trick (OR-6)."""
        return self.clockwise(self.dealer)[len(self.round.tricks) % len(self.seats)]

    @property
    def total(self) -> int:
        """How many tricks the round can have: the orchid is dealt and never played (OR-9)."""
        return self.round.each - (not self.orchid_gone)

    @property
    def orchid_lost_for_good(self) -> bool:
        """True = once lost in the wild, it is never dealt again: a house rule (OR-21)."""
        return self.house.orchid_lost == "permanent"

    @property
    def deck(self) -> tuple[Card, ...]:
        """Virtual cards that are dealt: neither pilfered nor out of the game."""
        away = {*self.out, *(card for player in self.players for card in player.treasure or ())}
        return tuple(card for card in DECK if card not in away and not (card == ORCHID and self.orchid_gone))


def initial(setup: Setup) -> State:
    """Return the state before the first round; the first seat deals first.

    Raises:
        ConfigurationError: a house rule that is unknown or has an impossible value.
    """
    return State(
        house=SHEET.laid(setup.house),
        luck=setup.luck,
        players=tuple(Player(seat=seat) for seat in setup.seats),
        dealer=setup.seats[0],
    )

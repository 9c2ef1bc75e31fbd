"""What players of Amazonas wish, and what then happened."""

from dataclasses import dataclass
from enum import StrEnum

from perroquet.games.amazonas.cards import EventCard, Gold, Silver, Species
from perroquet.games.amazonas.money import Takings
from perroquet.games.amazonas.scoring import Result
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.units import Seat

# --- wishes


@dataclass(frozen=True, slots=True, kw_only=True)
class Keep:
    """Keep this one of two mission cards, a place in `board.missions`. Secret."""

    seat: Seat
    mission: int


@dataclass(frozen=True, slots=True, kw_only=True)
class BeginPlay:
    """Everybody has their mission before them: go on to the start huts."""


@dataclass(frozen=True, slots=True, kw_only=True)
class PrintMissions:
    """Nobody looks at missions on a phone: play with printed cards, or with none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Choose:
    """Choose an income card for this round, or another instead. Secret."""

    seat: Seat
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Reveal:
    """Everybody has chosen: turn the cards up."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TakeMoney:
    """Take the income of this turn rather than an Indio."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Hire:
    """Hire the Indio for all the income of this turn and put the tile on a row."""

    seat: Seat
    species: Species


@dataclass(frozen=True, slots=True, kw_only=True)
class Build:
    """Build a hut in a village, by its name, for the price the player saw."""

    seat: Seat
    village: str
    price: Gold


@dataclass(frozen=True, slots=True, kw_only=True)
class BuildNeutral:
    """Build a neutral hut in a village, by its name."""

    seat: Seat
    village: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Declare:
    """Without map: tell a hut that was built, in village `number` as the table counts them."""

    seat: Seat
    number: int
    species: Species
    price: Gold


@dataclass(frozen=True, slots=True, kw_only=True)
class DeclareNeutral:
    """Without map: tell a neutral hut that was built; where is the table's to watch."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class EndTurn:
    """Build no more."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class CountMission:
    """Tell how many villages of a printed mission have a hut of its owner."""

    seat: Seat
    built: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Score:
    """Everything is counted: say who wins."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Leave:
    """A player goes; the others play on."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class AskLeave:
    """A seat button in mid-game: does this player go?"""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Stay:
    """Whoever was asked plays on."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Dial:
    """A number on the encoder; what it means is what was asked."""

    number: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Answered:
    """START (yes) or MODE (no) on what was asked."""

    yes: bool


Wish = (
    Keep
    | BeginPlay
    | PrintMissions
    | Choose
    | Reveal
    | TakeMoney
    | Hire
    | Build
    | BuildNeutral
    | Declare
    | DeclareNeutral
    | EndTurn
    | CountMission
    | Score
    | Leave
    | AskLeave
    | Stay
)
"""A wish that says all of itself."""

Command = Wish | Dial | Answered

# --- facts


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionsDealt:
    """A player got these mission cards. Secret."""

    seat: Seat
    missions: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionKept:
    """A player kept this one. Secret."""

    seat: Seat
    mission: int


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionsAsked:
    """Missions are about to be dealt; the table says whether it looks at them on phones."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionsPrinted:
    """The dealt missions went back: this table has printed ones, or none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StartBegun:
    """`first` was drawn, or sits first, and begins with the start huts."""

    first: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class RoundBegun:
    """Round `number` began with this event card; so many Indio tiles are on offer."""

    number: int
    event: EventCard
    offered: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CardChosen:
    """A player chose an income card. Secret."""

    seat: Seat
    card: int


@dataclass(frozen=True, slots=True, kw_only=True)
class RevealCalled:
    """The table turned its cards up; what no phone chose is dialled."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CardShown:
    """A card chosen in secret was turned up, worth `value` silver."""

    seat: Seat
    card: int
    value: Silver


@dataclass(frozen=True, slots=True, kw_only=True)
class CardDialled:
    """A card that lay on the table was told, worth `value` silver."""

    seat: Seat
    card: int
    value: Silver


@dataclass(frozen=True, slots=True, kw_only=True)
class Tie:
    """Players whose cards were worth the same.

    Attributes:
        seats: in the order they act.
        coins: what put them in that order: copper coins before the exchange, or printed numbers.
    """

    value: Silver
    seats: tuple[Seat, ...]
    coins: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Ordered:
    """Who acts first to last in this round.

    Attributes:
        copper: every player's coin after the exchange, in seat order.
    """

    order: tuple[Seat, ...]
    copper: tuple[int, ...]
    ties: tuple[Tie, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Collected:
    """A player took the money of a turn."""

    seat: Seat
    takings: Takings


@dataclass(frozen=True, slots=True, kw_only=True)
class Hired:
    """A player gave up `forgone` silver for an Indio on this row."""

    seat: Seat
    species: Species
    forgone: Silver


@dataclass(frozen=True, slots=True, kw_only=True)
class HutBuilt:
    """A player paid for a hut and took the tile; `purse` is what is left."""

    seat: Seat
    village: str
    species: Species
    price: Gold
    purse: Silver


@dataclass(frozen=True, slots=True, kw_only=True)
class HutDeclared:
    """The same without map, in village `number`."""

    seat: Seat
    number: int
    species: Species
    price: Gold
    purse: Silver


@dataclass(frozen=True, slots=True, kw_only=True)
class NeutralBuilt:
    """A neutral hut was built; None = without map."""

    seat: Seat
    village: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class ChipWon:
    """A player has all five species."""

    seat: Seat
    chip: int


class Aim(StrEnum):
    """What a number dialled in a turn means."""

    HUT = "hut"
    NEUTRAL = "neutral"
    INDIO = "indio"


@dataclass(frozen=True, slots=True, kw_only=True)
class AimChanged:
    """The next number means something else."""

    aim: Aim


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """One number of a declaration."""

    number: int


Step = AimChanged | Told
"""A step toward a wish."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnEnded:
    """A player builds no more in this round."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class IndiosLost:
    """Nobody hired: so many Indio tiles went out of the game."""

    count: int


@dataclass(frozen=True, slots=True, kw_only=True)
class CountBegun:
    """The last round is over; printed missions are counted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionCounted:
    """A player's printed mission has `built` villages with a hut of theirs."""

    seat: Seat
    built: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LeaveAsked:
    """A player was asked at the panel whether they go."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Stayed:
    """They play on."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class LeftGame:
    """A player went."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Scored:
    """The end: results by rank, and the ruling."""

    results: tuple[Result, ...]
    ruling: Ruling


Event = (
    MissionsAsked
    | MissionsDealt
    | MissionKept
    | MissionsPrinted
    | StartBegun
    | RoundBegun
    | CardChosen
    | RevealCalled
    | CardShown
    | CardDialled
    | Ordered
    | Collected
    | Hired
    | HutBuilt
    | HutDeclared
    | NeutralBuilt
    | ChipWon
    | AimChanged
    | Told
    | TurnEnded
    | IndiosLost
    | CountBegun
    | MissionCounted
    | LeaveAsked
    | Stayed
    | LeftGame
    | Scored
)

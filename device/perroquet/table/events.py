"""Facts of an evening that belong to no game. Games journal their own."""

from dataclasses import dataclass
from enum import StrEnum

from perroquet.kernel.game import Stake
from perroquet.kernel.readings import Ailment, Cause, Grab, Part
from perroquet.kernel.sentences import Language, Sentence
from perroquet.kernel.sheet import HouseValue
from perroquet.kernel.units import Degrees, Percent, Seat, Seq


class Question(StrEnum):
    """A question the table itself asks; games ask theirs in their own prompt."""

    START_GAME = "start-game"
    HOUSE_RULE = "house-rule"
    HOW_MANY = "how-many"
    END_GAME = "end-game"
    UNDO = "undo"
    SHUT_DOWN = "shut-down"
    CONTEST = "contest"
    ORDER = "order"
    """Play in the order of the taps, or in that of the buttons?"""


@dataclass(frozen=True, slots=True, kw_only=True)
class PoweredOn:
    """Power arrived. A running game is paused; an open question is forgotten; the volume is polite again.

    Attributes:
        names: what the table called its seats in an earlier evening.
        house: the house rules it chose then, as (game, rule, value).
    """

    volume: Percent
    language: Language
    names: tuple[tuple[Seat, str], ...] = ()
    house: tuple[tuple[str, str, HouseValue], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonsStuck:
    """Buttons were down at power-on, or for too long since: they mean nothing until they are let go."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ButtonsFreed:
    """Stuck buttons were let go."""

    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class JournalMended:
    """The journal had a damaged tail: it was cut after event `kept`; `dropped` later events are known to be lost."""

    kept: Seq
    dropped: int


@dataclass(frozen=True, slots=True, kw_only=True)
class GameOffered:
    """MODE showed the next game."""

    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class HouseRuleChosen:
    """The table chose a house rule, for games that start from now on."""

    game: str
    rule: str
    value: HouseValue


@dataclass(frozen=True, slots=True, kw_only=True)
class PageOpened:
    """The table's page can be joined at `address` with `code`."""

    address: str
    code: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatJoined:
    """A seat sat down; `tap` says whether the base can learn its place now."""

    seat: Seat
    tap: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatTaught:
    """A tap on the totem taught where the seat is."""

    seat: Seat
    azimuth: Degrees


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatSighted:
    """A hand whose owner is beyond doubt came from `off` degrees beside where the seat was taught, clockwise."""

    seat: Seat
    off: Degrees


@dataclass(frozen=True, slots=True, kw_only=True)
class TapWanted:
    """A seat's hands keep coming from beside its place: it should tap again."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class MapTurned:
    """The base turned on the table, clockwise: its azimuths did, the players did not."""

    by: Degrees


@dataclass(frozen=True, slots=True, kw_only=True)
class TotemAwaited:
    """The totem is not in its seat, and nobody plays with it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class TotemKept:
    """A hand stays on the totem: asked to let go."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GrabRecorded:
    """The recording of a grab was kept.

    Attributes:
        capture: name of its file, which may be gone by the time it is wanted.
        sha256: of the file, in hex.
        grab: what was made of it, as the game was told.
    """

    capture: str
    sha256: str
    grab: Grab


@dataclass(frozen=True, slots=True, kw_only=True)
class SafetyTold:
    """The safety words of a game were said, before its first start of the evening."""

    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatNamed:
    """A player gave a name."""

    seat: Seat
    name: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatLeft:
    """A seat got up."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class LanguageChosen:
    """The device speaks another language."""

    language: Language


@dataclass(frozen=True, slots=True, kw_only=True)
class VolumeSet:
    """The encoder turned the volume."""

    percent: Percent


@dataclass(frozen=True, slots=True, kw_only=True)
class Hushed:
    """HUSH was pressed: silence, or sound again."""

    on: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """A question of the table opened.

    Attributes:
        number: (lowest, default, highest) when it is answered on the encoder.
        ruling: the ruling a contest is about.
        stake: what the seat that is pointed out would be.
        around: (a seat, who taps say sits next, who the buttons say) when the two orders differ.
        rule: the house rule that is being set.
    """

    question: Question
    number: tuple[int, int, int] | None = None
    ruling: Seq | None = None
    stake: Stake = Stake.WINS
    around: tuple[Seat, Seat, Seat] | None = None
    rule: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dialled:
    """The encoder shows another number."""

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPointedOut:
    """In a contest, a seat the table names as the winner; again = no longer."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Dropped:
    """The question was left: nothing changes."""

    question: Question


@dataclass(frozen=True, slots=True, kw_only=True)
class GameStarted:
    """A game began. Its opening events follow.

    Attributes:
        seed: its luck; the journal is the only place that holds it before the game is over.
        house: house rules that differ from the game's sheet.
    """

    game: str
    seats: tuple[Seat, ...]
    seed: str
    house: tuple[tuple[str, HouseValue], ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class GameEnded:
    """The table ended the game."""

    game: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Paused:
    """Play is suspended."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Resumed:
    """Play goes on."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Repeated:
    """Somebody asked for the last sentence again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Overruled:
    """The table ruled otherwise: the game is where it was before `ruling`, and the new ruling follows.

    Attributes:
        reason: in the table's own words; may be empty.
    """

    ruling: Seq
    seats: tuple[Seat, ...]
    reason: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Undone:
    """The game is where it was before event `to`; nothing is erased."""

    to: Seq


@dataclass(frozen=True, slots=True, kw_only=True)
class Refused:
    """A wish that cannot be; said, and nothing changes."""

    sentence: Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class PartWentMissing:
    """A part is missing; said once for each cause. `why` is in English, for the log."""

    part: Part
    cause: Cause
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartCameBack:
    """A part is there (again)."""

    part: Part
    what: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartSickened:
    """A part works less well than it should; said, with the mend. `why` is in English, for the log."""

    part: Part
    ailment: Ailment
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class PartHealed:
    """What ailed a part ails it no more."""

    part: Part


@dataclass(frozen=True, slots=True, kw_only=True)
class ShutDown:
    """The evening rests; the power may go."""


TableEvent = (
    SafetyTold
    | PoweredOn
    | ButtonsStuck
    | ButtonsFreed
    | JournalMended
    | GameOffered
    | HouseRuleChosen
    | PageOpened
    | SeatJoined
    | SeatTaught
    | SeatSighted
    | TapWanted
    | MapTurned
    | TotemAwaited
    | TotemKept
    | GrabRecorded
    | SeatNamed
    | SeatLeft
    | LanguageChosen
    | VolumeSet
    | Hushed
    | Asked
    | Dialled
    | SeatPointedOut
    | Dropped
    | GameStarted
    | GameEnded
    | Paused
    | Resumed
    | Repeated
    | Overruled
    | Undone
    | Refused
    | PartWentMissing
    | PartCameBack
    | PartSickened
    | PartHealed
    | ShutDown
)

TABLE = "table"
"""`Record.source` of these events."""

"""What a viewer may know of the evening, built from its state: never filtered from it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from perroquet.kernel.cues import Pattern, Weight
from perroquet.kernel.game import Stake
from perroquet.kernel.readings import Part
from perroquet.kernel.sentences import Language, Sentence, say
from perroquet.kernel.sheet import HouseValue
from perroquet.kernel.units import Degrees, Millis, Percent, Seat, Seq
from perroquet.table.events import Question

UNSAID: Final = say("")


class Situation(StrEnum):
    """The column of the panel table that applies."""

    IDLE = "idle"
    """Nothing running."""
    PLAYING = "playing"
    QUESTION = "question"
    """After a ruling, or a question is open."""
    PAUSED = "paused"


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatView:
    """One place at the table.

    Attributes:
        named: the player gave a name; without one `name` is the seat's number.
        azimuth: None = not taught yet.
        pattern: what its lamps show.
    """

    seat: Seat
    name: str
    named: bool
    joined: bool
    azimuth: Degrees | None
    pattern: Pattern


@dataclass(frozen=True, slots=True, kw_only=True)
class PartView:
    """One part of the device, and in words what is wrong with it; `ailing` = it works, but not as well as it should."""

    part: Part
    present: bool
    words: str
    ailing: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryLine:
    """One line of the evening's story."""

    seq: Seq
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceView:
    """A command this viewer may give now.

    Attributes:
        index: its place in the game's menu at event `seq`.
        sentence: what `label` says, with its slots: a drawing may put the choice where it belongs.
    """

    index: int
    label: str
    sentence: Sentence = UNSAID


@dataclass(frozen=True, slots=True, kw_only=True)
class FactView:
    """A fact of the running game that this viewer may know; `sentence` is what `text` says, with its slots."""

    text: str
    sentence: Sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleView:
    """A house rule of a game.

    Attributes:
        means: in words.
        value: as it stands for the next game.
        options: (value, in words), when it is one of these.
        bounds: (lowest, highest), when it is a number; with neither it is a text.
    """

    rule: str
    means: str
    value: HouseValue
    options: tuple[tuple[str, str], ...] = ()
    bounds: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class GameView:
    """A game that can be chosen. `players`: fewest and most."""

    name: str
    title: str
    players: tuple[int, int]
    offered: bool
    rules: tuple[RuleView, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class HostView:
    """What the host's console shows besides the evening.

    Attributes:
        running: name of the running game.
        named: seats pointed out in an open contest.
        stake: what the seats the table names would be, when there is a ruling to overrule; else None.
        playing: seats of the running game.
        wired: how many seat buttons the box has.
    """

    wired: int
    games: tuple[GameView, ...]
    running: str | None
    playing: tuple[Seat, ...]
    named: tuple[Seat, ...]
    stake: Stake | None


@dataclass(frozen=True, slots=True, kw_only=True)
class FinishView:
    """A recorded grab whose picture `Session.photo_finish` gives.

    Attributes:
        seq: its number; what the picture is asked for by.
        words: what was said of it.
        contested: more than one hand came.
    """

    seq: Seq
    words: str
    contested: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningView:
    """Everything a page may show one viewer after event `seq`, in words of `language`.

    Attributes:
        weight: how much it matters that what is `said` is heard.
        ruling: what the last ruling was based on; `ruled` tells whether it is that ruling which is `said`.
        asked: the open question, if it is the table's own.
        dialling: the open question is answered with a number on the encoder.
        tapping: the seat whose tap on the totem is awaited.
        standing: the totem stands on its base; None = not known. No journal knows it: only a live view does.
        known: every fact of the game for this viewer, those of `ruling` and `facts` too, for a drawing.
        layers: what lies on the table, as SVG drawings that lie on one another.
        running: name of the running game.
        left: time before what is awaited comes too late, counted from the making of a live view.
        finishes: the newest recorded grabs, newest first; public, as everybody saw them.
    """

    seq: Seq
    language: Language
    situation: Situation
    game: str | None
    said: str
    awaits: str
    asked: Question | None
    dialling: bool
    tapping: Seat | None
    ruling: tuple[str, ...]
    ruled: bool
    facts: tuple[str, ...]
    lamp: Pattern
    seats: tuple[SeatView, ...]
    parts: tuple[PartView, ...]
    volume: Percent
    hushed: bool
    choices: tuple[ChoiceView, ...]
    story: tuple[StoryLine, ...]
    known: tuple[FactView, ...] = ()
    layers: tuple[str, ...] = ()
    running: str | None = None
    weight: Weight = Weight.NEWS
    standing: bool | None = None
    left: Millis | None = None
    finishes: tuple[FinishView, ...] = ()

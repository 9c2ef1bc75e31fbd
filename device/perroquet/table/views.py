"""What a viewer may know of the evening, built from its state: never filtered from it."""

from dataclasses import dataclass
from enum import StrEnum

from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import Part
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import Degrees, Millis, Percent, Seat, Seq
from perroquet.table.events import Question


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
    """One part of the device, and in words what is wrong with it."""

    part: Part
    present: bool
    words: str


@dataclass(frozen=True, slots=True, kw_only=True)
class StoryLine:
    """One line of the evening's story."""

    seq: Seq
    text: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ChoiceView:
    """A command this viewer may give now. `index` is its place in the game's menu at event `seq`."""

    index: int
    label: str


@dataclass(frozen=True, slots=True, kw_only=True)
class EveningView:
    """Everything a page may show one viewer after event `seq`, in words of `language`.

    Attributes:
        ruling: what the last ruling was based on; `ruled` tells whether it is that ruling which is `said`.
        asked: the open question, if it is the table's own.
        dialling: the open question is answered with a number on the encoder.
        tapping: the seat whose tap on the totem is awaited.
        standing: the totem stands on its base; None = not known. No journal knows it: only a live view does.
        left: time before what is awaited comes too late, counted from the making of a live view.
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
    standing: bool | None = None
    left: Millis | None = None

"""What a game is: a table of pure functions over its own state, commands and events.

A game decides (`decide`: state and command -> events, may refuse), and remembers (`evolve`: state and event -> state,
total). Luck and time come in as values. Replay is a fold of `evolve`. A game is one folder under `games/` and one line
in `games/__init__.py`.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import reduce
from typing import Any, Generic, TypeVar

from perroquet.kernel.cases import CaseOutcome
from perroquet.kernel.cues import Cue, Pattern
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import CardReading, Grab, Heard
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.sentences import Phrasebook, Sentence, say
from perroquet.kernel.sheet import HouseValue, Sheet
from perroquet.kernel.units import HostNs, Probability, Seat

S = TypeVar("S")
C = TypeVar("C")
E = TypeVar("E")


@dataclass(frozen=True, slots=True, kw_only=True)
class Setup:
    """What a game starts from.

    Attributes:
        seats: clockwise.
        luck: this game's own luck.
        house: house rules that differ from the game's default sheet.
        at: start, host clock.
    """

    seats: tuple[Seat, ...]
    luck: Luck
    house: Mapping[str, HouseValue] = field(default_factory=dict[str, HouseValue])
    at: HostNs


# What a game can be told. The table turns presses and readings into these; a game turns them into its own commands.


@dataclass(frozen=True, slots=True, kw_only=True)
class Next:
    """START while playing: go on."""

    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class SeatPressed:
    """A seat button: « c'est moi », accuse, join a duel."""

    seat: Seat
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """START (yes) or MODE (no) on a question."""

    yes: bool
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Number:
    """A number dialled on the encoder and accepted with START."""

    value: int
    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class TimeUp:
    """The instant a game asked to be woken at has come."""

    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Touched:
    """The base felt a first contact; its grab will follow."""

    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class TotemBack:
    """The totem stands in its seat again."""

    at: HostNs


@dataclass(frozen=True, slots=True, kw_only=True)
class Fallen:
    """The totem landed on its side, after `grab` or with nobody's hand felt (None)."""

    grab: int | None
    at: HostNs


Stimulus = Next | SeatPressed | Answer | Number | TimeUp | Touched | TotemBack | Fallen | Grab | Heard | CardReading


class Stake(StrEnum):
    """What the table says of a seat it points out in a contest."""

    WINS = "wins"
    PAYS = "pays"


class Awaits(StrEnum):
    """Which column of the panel table applies."""

    PLAY = "play"
    QUESTION = "question"


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """What the game waits for, in a sentence.

    Attributes:
        number: (lowest, default, highest) when the answer is a number on the encoder.
        options: what each number from the lowest on stands for, said as it is dialled; empty = the number itself.
        until: when it is too late, host clock; only for an end that everybody may know.
    """

    sentence: Sentence
    awaits: Awaits = Awaits.PLAY
    number: tuple[int, int, int] | None = None
    options: tuple[Sentence, ...] = ()
    until: HostNs | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """What one seat, or everybody (`seat` None), may know: built from the state, never filtered from it.

    Attributes:
        facts: sentences worth showing to this viewer.
        layers: what lies on the table, as SVG drawings of one size that lie on one another: what never changes first.
            Everything they show is told by `facts` as well.
    """

    facts: tuple[Sentence, ...] = ()
    layers: tuple[str, ...] = ()


def winning(_state: object) -> Stake:
    """Return the stake of a game whose contests are about who wins."""
    return Stake.WINS


def never(_event: object) -> bool:
    """Return False: the game has no such event."""
    return False


def silent(_state: object) -> tuple[Cue, ...]:
    """Return the scene of a game that has no sound of its own."""
    return ()


def label_of(command: object) -> Sentence:
    """Return `label-` and the name of the command's class in small letters: what most buttons say."""
    return say(f"label-{type(command).__name__.lower()}")


def timeless(command: C, _at: HostNs) -> C:
    """Return `command` as it is: when a page gave it does not matter to its game."""
    return command


@dataclass(frozen=True, slots=True, kw_only=True)
class Game(Generic[S, C, E]):
    """A game as a value.

    Attributes:
        name: on the command line, such as `jungle-speed`.
        title: what the device calls it; a key of `phrases`.
        players: fewest and most.
        events: the closed union, as a tuple of its classes, for the journal.
        phrases: its `sentences.toml`.
        sheet: its house rules; called with the chosen ones it gives all of them, as the game's own value. A rule's
            meaning is the sentence `house-` and its name, that of a word `house-`, name, `-` and the word.
        initial: setup -> state.
        opening: setup -> events at the start (deals, draws); they are journalled like all others.
        decide: (state, command) -> events. Raises `IllegalCommand`; the state is untouched.
        evolve: (state, event) -> state. Total: never raises for an event that `decide` gave.
        hear: (state, stimulus) -> the command it means here, or None when it means nothing.
        menu: (state, seat) -> legal commands of a seat, or of the host (None).
        view: (state, seat) -> what that viewer may know.
        prompt: state -> what it waits for.
        cues: (state after, event) -> what to say and play.
        lamps: state -> what the lamps of seats show, and under None the lamp of the box while the game is being played.
            What is absent rests. Lamps are a public view: they never show what one player alone may know.
        ruling: event -> the ruling it carries, if any.
        overrule: (state *before* the ruling, seats the table names) -> events that rule it so.
        stake: state *before* a ruling -> what a seat the table points out would be: the winner, or the one who pays.
        interrupt: state -> what a power cut does: events that void an open window, and secret ones that draw anew what
            players could otherwise know; empty when neither is needed.
        wake: state -> when to send `TimeUp`, or None.
        prior: state -> who is entitled to grab, with probability; empty = nobody special.
        secret: event -> True when no view, lamp, log or message may show that it happened.
        reveals: event -> True when it turned hidden information face up, so undo must stop there.
        fleeting: event -> True when the world made it, not a person, and more must follow (a first contact): undo
            goes back past it.
        over: state -> True when the game has ended.
        label: command -> what its button on a page says.
        stamped: (command of a menu, when a page gave it) -> that command, for rules in which the instant counts.
        scene: state -> the `Ambience` and `ArmRaid` that belong to it, to bring its sound back after a pause or a
            power cut.
        bot: (state, luck) -> a command a player might give next, or None when only time can go on.
        safe: key of the safety words that are said before its first start of an evening; empty = none are needed.
        keep: (state before a ruling, events of it, events seen) -> the dispute as the text of a case file; the events
            seen are others when the table overruled what followed from them. Raises `IllegalCommand` when too little
            is known for somebody else to rule it.
        cases: text of its case file -> outcomes, in order. Raises `MalformedCase` when the file itself is unreadable.
    """

    name: str
    title: str
    players: tuple[int, int]
    events: tuple[type[E], ...]
    phrases: Phrasebook
    sheet: Sheet[Any]
    initial: Callable[[Setup], S]
    opening: Callable[[Setup], tuple[E, ...]]
    decide: Callable[[S, C], tuple[E, ...]]
    evolve: Callable[[S, E], S]
    hear: Callable[[S, Stimulus], C | None]
    menu: Callable[[S, Seat | None], tuple[C, ...]]
    view: Callable[[S, Seat | None], View]
    prompt: Callable[[S], Prompt]
    cues: Callable[[S, E], tuple[Cue, ...]]
    lamps: Callable[[S], Mapping[Seat | None, Pattern]]
    ruling: Callable[[E], Ruling | None]
    overrule: Callable[[S, tuple[Seat, ...]], tuple[E, ...]]
    interrupt: Callable[[S], tuple[E, ...]]
    wake: Callable[[S], HostNs | None]
    prior: Callable[[S], Mapping[Seat, Probability]]
    secret: Callable[[E], bool]
    reveals: Callable[[E], bool]
    over: Callable[[S], bool]
    bot: Callable[[S, Luck], C | None]
    label: Callable[[C], Sentence] = label_of
    stamped: Callable[[C, HostNs], C] = timeless
    stake: Callable[[S], Stake] = winning
    fleeting: Callable[[E], bool] = never
    scene: Callable[[S], tuple[Cue, ...]] = silent
    keep: Callable[[S, Sequence[E], Sequence[E]], str] | None = None
    cases: Callable[[str], tuple[CaseOutcome, ...]] | None = None
    safe: str = ""

    def replay(self, state: S, events: Iterable[E]) -> S:
        """Fold `events` over `state`."""
        return reduce(self.evolve, events, state)


AnyGame = Game[Any, Any, Any]
"""A game whose types only itself knows: what the registry and the table hold."""

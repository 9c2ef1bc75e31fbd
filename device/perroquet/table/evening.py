"""The evening as a value: the fold of its journal.

`evolve` is total and pure; live play and replay run the same code. The running game's state is inside, as that game's
own value: the table never looks into it but through the game's functions.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, Final, assert_never

from perroquet.kernel.game import AnyGame, Awaits, Setup, Stake
from perroquet.kernel.journal import Record
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Ailment, Cause, Grab, Part
from perroquet.kernel.sentences import Language
from perroquet.kernel.sheet import HouseValue
from perroquet.kernel.units import Degrees, HostNs, Percent, Seat, Seq
from perroquet.table import events as ev

Games = Mapping[str, AnyGame]
"""By name, in the order MODE offers them."""

UNDO_DEPTH = 50

ASTRAY: Final = 3
"""So many confirmed hands beside a seat, on the same side, say that the seat is elsewhere."""
_BESIDE: Final = Degrees(20.0)
"""How far beside: twice what a player's reach wanders."""
_FOLLOW: Final = 0.1
"""Share of a sighting by which a seat's azimuth follows."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """A seat that plays: its name when one was given, its azimuth when a tap taught it.

    Attributes:
        astray: confirmed hands in a row that came from well beside it, clockwise positive.
    """

    seat: Seat
    name: str = ""
    azimuth: Degrees | None = None
    astray: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkpoint:
    """The game's state before the decision that began at event `seq`, stamped `at`."""

    seq: Seq
    at: HostNs
    state: Any


@dataclass(frozen=True, slots=True, kw_only=True)
class Running:
    """The game being played.

    Attributes:
        latest: stamp of its last event, or of its start.
        begun: where the last decision began, or what it revealed.
        past: what undo can go back to, oldest first; emptied by an event that reveals something hidden.
        fleeting: the last event was one that undo goes back past.
        ruling: where the last ruling was given, for a contest.
    """

    game: str
    setup: Setup
    state: Any
    latest: HostNs
    begun: Checkpoint | None = None
    past: tuple[Checkpoint, ...] = ()
    fleeting: bool = False
    ruling: Checkpoint | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class OpenQuestion:
    """A question of the table, as `events.Asked` has it, and the seats pointed out so far."""

    question: ev.Question
    number: tuple[int, int, int] | None = None
    ruling: Seq | None = None
    stake: Stake = Stake.WINS
    rule: str = ""
    named: tuple[Seat, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Evening:
    """All that the journal's events add up to.

    Attributes:
        seq: of the last event; 0 before the first.
        at: stamp of the last event, in the clock of `boot`.
        offered: the game START begins.
        joining: the seat whose tap is awaited.
        dialled: the number the encoder shows, when a question is answered with one.
        names: what the table calls its seats, whether they sit there now or not.
        house: house rules the table chose, as (game, rule, value).
        lost: missing parts and why, in the order they were lost.
        ailing: parts that work less well than they should, and why.
        stuck: buttons that mean nothing until they are let go, by line.
        off: the evening rests until power arrives again.
        cautioned: games whose safety words were said.
        unsettled: the last recorded grab while the game asks about it: the answer will say whose hand it was.
    """

    seq: Seq
    at: HostNs
    boot: int
    offered: str
    language: Language
    volume: Percent
    hushed: bool = False
    places: tuple[Place, ...] = ()
    names: tuple[tuple[Seat, str], ...] = ()
    house: tuple[tuple[str, str, HouseValue], ...] = ()
    joining: Seat | None = None
    running: Running | None = None
    paused: bool = False
    question: OpenQuestion | None = None
    dialled: int | None = None
    lost: tuple[tuple[Part, Cause], ...] = ()
    ailing: tuple[tuple[Part, Ailment], ...] = ()
    stuck: tuple[str, ...] = ()
    off: bool = False
    cautioned: frozenset[str] = frozenset()
    unsettled: Grab | None = None

    @classmethod
    def dawn(cls, games: Games) -> "Evening":
        """Return the evening before its first event."""
        return cls(seq=Seq(0), at=HostNs(0), boot=0, offered=next(iter(games)), language=Language.FR, volume=Percent(0))

    def place(self, seat: Seat) -> Place | None:
        """Return the place of `seat`, or None when nobody joined there."""
        return next((place for place in self.places if place.seat == seat), None)

    @property
    def tapping(self) -> Seat | None:
        """The seat whose place the next tap teaches: one that joins, or, while nobody plays, one that has moved."""
        if self.joining is not None or (self.running is not None and not self.paused):
            return self.joining
        return next((place.seat for place in self.places if abs(place.astray) >= ASTRAY), None)

    def house_of(self, game: str) -> Mapping[str, HouseValue]:
        """Return the house rules the table chose for `game`."""
        return {rule: value for name, rule, value in self.house if name == game}

    def has(self, part: Part) -> bool:
        """Tell whether `part` is present."""
        return all(part is not lost for lost, _ in self.lost)


def strays(astray: int, off: Degrees) -> int:
    """Return `Place.astray` after a sighting."""
    if abs(off) < _BESIDE:
        return 0
    side = 1 if off > 0 else -1
    return astray + side if astray * side > 0 else side


def evolve(evening: Evening, record: Record, games: Games) -> Evening:
    """Return the evening after `record`. Total."""
    now = replace(evening, seq=record.seq, at=record.at, boot=record.boot)
    if record.source == ev.TABLE:
        return _table(now, record.event, record, games)
    # A game's own question is answered by its events: what was dialled for it is spent.
    ruled = games[record.source].ruling(record.event) is not None
    unsettled = None if ruled else now.unsettled
    return replace(now, running=_game(now, record, games[record.source]), dialled=None, unsettled=unsettled)


def _game(evening: Evening, record: Record, game: AnyGame) -> Running | None:
    running = evening.running
    if running is None:  # an event of a game that is not running: kept in the journal, without effect
        return None
    before = Checkpoint(seq=record.seq, at=record.at, state=running.state)
    # Events of one decision share its stamp, and decisions never share one: undo goes back whole decisions, and
    # neither into one that revealed something nor to before the opening.
    goes_on = running.latest == record.at or (running.fleeting and bool(running.past))
    begun = running.begun if goes_on and running.begun is not None else before
    past = running.past if goes_on else (*running.past, before)[-UNDO_DEPTH:]
    ruled, reveals = game.ruling(record.event) is not None, game.reveals(record.event)
    return replace(
        running,
        state=game.evolve(running.state, record.event),
        latest=record.at,
        begun=None if reveals else begun,
        past=() if reveals else past,
        fleeting=game.fleeting(record.event),
        ruling=begun if ruled else running.ruling,
    )


def _without(ailing: tuple[tuple[Part, Ailment], ...], part: Part) -> tuple[tuple[Part, Ailment], ...]:
    return tuple(pair for pair in ailing if pair[0] is not part)


def _table(evening: Evening, event: ev.TableEvent, record: Record, games: Games) -> Evening:
    match event:
        case ev.PoweredOn():
            return replace(
                evening,
                volume=event.volume,
                language=event.language,
                names=event.names,
                house=event.house,
                paused=evening.running is not None,
                hushed=False,
                joining=None,
                question=None,
                dialled=None,
                lost=(),
                stuck=(),
                off=False,
            )
        case ev.SafetyTold():
            return replace(evening, cautioned=evening.cautioned | {event.game})
        case ev.GameOffered():
            return replace(evening, offered=event.game)
        case ev.HouseRuleChosen():
            others = tuple(one for one in evening.house if one[:2] != (event.game, event.rule))
            return replace(evening, house=(*others, (event.game, event.rule, event.value)))
        case ev.SeatJoined():
            newcomer = Place(seat=event.seat, name=dict(evening.names).get(event.seat, ""))
            joined = (*(place for place in evening.places if place.seat != event.seat), newcomer)
            return replace(
                evening,
                places=tuple(sorted(joined, key=lambda place: place.seat)),
                joining=event.seat if event.tap else None,
            )
        case ev.SeatTaught():
            return replace(_changed(evening, event.seat, azimuth=event.azimuth, astray=0), joining=None)
        case ev.SeatSighted():
            return _sighted(evening, event)
        case ev.MapTurned():
            return replace(evening, places=tuple(_shifted(place, -event.by) for place in evening.places))
        case ev.GrabRecorded():
            running = evening.running
            asks = running is not None and games[running.game].prompt(running.state).awaits is Awaits.QUESTION
            return replace(evening, unsettled=event.grab if asks else None)
        case ev.SeatNamed():
            names = {**dict(evening.names), event.seat: event.name}
            return replace(_changed(evening, event.seat, name=event.name), names=tuple(names.items()))
        case ev.SeatLeft():
            return replace(
                evening,
                places=tuple(place for place in evening.places if place.seat != event.seat),
                joining=None if evening.joining == event.seat else evening.joining,
            )
        case ev.LanguageChosen():
            return replace(evening, language=event.language)
        case ev.VolumeSet():
            return replace(evening, volume=event.percent)
        case ev.Hushed():
            return replace(evening, hushed=event.on)
        case ev.Asked():
            asked = OpenQuestion(
                question=event.question,
                number=event.number,
                ruling=event.ruling,
                stake=event.stake,
                rule=event.rule,
            )
            return replace(evening, question=asked, dialled=None, joining=None)
        case ev.Dialled():
            return replace(evening, dialled=event.value)
        case ev.SeatPointedOut():
            return replace(evening, question=_pointed(evening.question, event.seat))
        case ev.Dropped():
            return replace(evening, question=None, dialled=None)
        case ev.GameStarted():
            setup = Setup(seats=event.seats, luck=Luck(event.seed), house=dict(event.house), at=record.at)
            state = games[event.game].initial(setup)
            running = Running(game=event.game, setup=setup, state=state, latest=record.at)
            return replace(evening, running=running, question=None, dialled=None, paused=False, joining=None)
        case ev.GameEnded():
            return replace(evening, running=None, question=None, dialled=None, paused=False)
        case ev.Paused():
            return replace(evening, paused=True)
        case ev.Resumed():
            return replace(evening, paused=False)
        case ev.Overruled():
            return replace(evening, running=_back_to_ruling(evening.running), question=None, dialled=None)
        case ev.Undone():
            return replace(evening, running=_back_to(evening.running, event.to), question=None, dialled=None)
        case ev.PartWentMissing():
            lost = (*(pair for pair in evening.lost if pair[0] is not event.part), (event.part, event.cause))
            joining = None if event.part is Part.TOTEM else evening.joining
            return replace(evening, lost=lost, ailing=_without(evening.ailing, event.part), joining=joining)
        case ev.PartSickened():
            return replace(evening, ailing=(*_without(evening.ailing, event.part), (event.part, event.ailment)))
        case ev.PartHealed():
            return replace(evening, ailing=_without(evening.ailing, event.part))
        case ev.PartCameBack():
            return replace(evening, lost=tuple(pair for pair in evening.lost if pair[0] is not event.part))
        case ev.ButtonsStuck():
            return replace(evening, stuck=(*evening.stuck, *event.lines))
        case ev.ButtonsFreed():
            return replace(evening, stuck=tuple(line for line in evening.stuck if line not in event.lines))
        case ev.ShutDown():
            return replace(evening, off=True, question=None)
        case (
            ev.Repeated()
            | ev.Refused()
            | ev.JournalMended()
            | ev.PageOpened()
            | ev.TapWanted()
            | ev.TotemAwaited()
            | ev.TotemKept()
        ):
            return evening
        case _:
            assert_never(event)


def _sighted(evening: Evening, event: ev.SeatSighted) -> Evening:
    place = evening.place(event.seat)
    if place is None:
        return evening
    moved = _shifted(replace(place, astray=strays(place.astray, event.off)), _FOLLOW * event.off)
    return _changed(evening, event.seat, azimuth=moved.azimuth, astray=moved.astray)


def _shifted(place: Place, by: float) -> Place:
    return place if place.azimuth is None else replace(place, azimuth=Degrees((place.azimuth + by) % 360.0))


def _changed(evening: Evening, seat: Seat, **changes: Any) -> Evening:  # noqa: ANN401 - fields of Place
    places = tuple(replace(place, **changes) if place.seat == seat else place for place in evening.places)
    return replace(evening, places=places)


def _pointed(question: OpenQuestion | None, seat: Seat) -> OpenQuestion | None:
    if question is None:
        return None
    named = tuple(s for s in question.named if s != seat)
    return replace(question, named=named if seat in question.named else (*named, seat))


def _back_to_ruling(running: Running | None) -> Running | None:
    if running is None or running.ruling is None:
        return running
    return replace(running, state=running.ruling.state, begun=None, past=(), ruling=None)


def _back_to(running: Running | None, seq: Seq) -> Running | None:
    if running is None:
        return None
    kept = tuple(checkpoint for checkpoint in running.past if checkpoint.seq < seq)
    state = next((checkpoint.state for checkpoint in running.past if checkpoint.seq == seq), running.state)
    ruling = running.ruling if running.ruling is not None and running.ruling.seq < seq else None
    return replace(running, state=state, begun=None, past=kept, ruling=ruling)

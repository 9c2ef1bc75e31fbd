"""Decide an evening: (evening, command) -> events. Pure: luck and time come in with the context.

A command means something by the table of `panel`; what a game is told, the game decides. A refusal is an event too,
because it is said, and whatever is said can be found in the journal.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, assert_never

from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import (
    Answer,
    AnyGame,
    Next,
    Number,
    SeatPressed,
    Setup,
    Stimulus,
    TimeUp,
    TotemBack,
    Touched,
)
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import (
    Contact,
    Grab,
    Heard,
    Part,
    PartFound,
    PartLost,
    Press,
    TotemStanding,
)
from perroquet.kernel.sentences import Language, say
from perroquet.kernel.units import HostNs, Percent, Seat
from perroquet.table import events as ev
from perroquet.table.commands import Chosen, Command, Named, Tapped, Woken
from perroquet.table.evening import Evening, Games, Place, Running
from perroquet.table.panel import PANEL, Action, situation

VOLUME_STEP = 5
NAME_LENGTH = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """What this device and table are set to.

    Attributes:
        seats: how many seat buttons are wired.
        volume: polite volume at power-on.
        language: at power-on of a new evening.
        rules: house rules per game.
    """

    seats: int = 8
    volume: Percent
    language: Language = Language.FR
    rules: Mapping[str, Mapping[str, ev.HouseValue]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Context:
    """What a decision may depend on besides the command.

    Attributes:
        at: the decision's stamp; each is later than the one before.
        seed: fresh luck, for a game that starts with this decision.
    """

    evening: Evening
    at: HostNs
    games: Games
    house: House
    seed: str


Decided = tuple[tuple[str, Any], ...]
"""(source, event) pairs, in order."""


def decide(now: Context, command: Command) -> Decided:
    """Return what follows from `command`; empty = nothing."""
    match command:
        case Press():
            column = PANEL.get((command.control, command.gesture), {})
            action = column.get(situation(now.evening, now.games))
            return _ACTIONS[action](now, command) if action is not None else ()
        case Grab() | Heard():
            return _tell(now, command)
        case Contact():
            return _tell(now, Touched(at=command.at))
        case TotemStanding():
            return _tell(now, TotemBack(at=command.at)) if command.standing else ()
        case Woken():
            return _tell(now, TimeUp(at=command.at))
        case Tapped():
            return _tapped(now, command)
        case PartLost():
            return _table(ev.PartWentMissing(part=command.part, why=command.why))
        case PartFound():
            return _table(ev.PartCameBack(part=command.part, what=command.what))
        case Chosen():
            return _chosen(now, command)
        case Named():
            return _named(now, command)
        case _:
            assert_never(command)


def power_on(now: Context) -> Decided:
    """Return what happens when power arrives: an open window of the running game is void, and announced."""
    running = now.evening.running
    fresh = now.evening.seq == 0
    power = ev.PoweredOn(volume=now.house.volume, language=now.house.language if fresh else now.evening.language)
    if running is None:
        return _table(power)
    voided = now.games[running.game].interrupt(running.state)
    return (*_table(power), *((running.game, event) for event in voided))


def _table(*events: ev.TableEvent) -> Decided:
    return tuple((ev.TABLE, event) for event in events)


def _refuse(key: str, **words: str) -> Decided:
    return _table(ev.Refused(sentence=say(key, words=words)))


# --- games -----------------------------------------------------------------------------------------------------------


def _playing(now: Context) -> tuple[Running, AnyGame] | None:
    running = now.evening.running
    if running is None or now.evening.paused:
        return None
    return running, now.games[running.game]


def _tell(now: Context, stimulus: Stimulus) -> Decided:
    if (playing := _playing(now)) is None:
        return ()
    running, game = playing
    command = game.hear(running.state, stimulus)
    return () if command is None else _ask(running, game, command)


def _ask(running: Running, game: AnyGame, command: object) -> Decided:
    try:
        return tuple((running.game, event) for event in game.decide(running.state, command))
    except IllegalCommand as refusal:
        key = refusal.code.replace("_", "-")
        return _refuse(key if key in game.phrases.templates else "refused")


def _chosen(now: Context, command: Chosen) -> Decided:
    if (playing := _playing(now)) is None:
        return _refuse("not-now")
    running, game = playing
    if command.command not in game.menu(running.state, command.viewer):
        return _refuse("not-now")
    return _ask(running, game, command.command)


# --- the panel -------------------------------------------------------------------------------------------------------


def _begin(_now: Context, _press: Press) -> Decided:
    return _table(ev.Asked(question=ev.Question.START_GAME))


def _next_game(now: Context, _press: Press) -> Decided:
    names = list(now.games)
    return _table(ev.GameOffered(game=names[(names.index(now.evening.offered) + 1) % len(names)]))


def _language(now: Context, _press: Press) -> Decided:
    languages = list(Language)
    following = languages[(languages.index(now.evening.language) + 1) % len(languages)]
    return _table(ev.LanguageChosen(language=following))


def _shut_down(_now: Context, _press: Press) -> Decided:
    return _table(ev.Asked(question=ev.Question.SHUT_DOWN))


def _end_game(_now: Context, _press: Press) -> Decided:
    return _table(ev.Asked(question=ev.Question.END_GAME))


def _hush(now: Context, _press: Press) -> Decided:
    return _table(ev.Hushed(on=not now.evening.hushed))


def _volume(now: Context, press: Press) -> Decided:
    wanted = Percent(min(100, max(0, now.evening.volume + VOLUME_STEP * press.steps)))
    return () if wanted == now.evening.volume else _table(ev.VolumeSet(percent=wanted))


def _join(now: Context, press: Press) -> Decided:
    seat = _seat(press)
    if now.evening.place(seat) is not None:
        return _table(ev.SeatLeft(seat=seat))
    return _table(ev.SeatJoined(seat=seat, tap=now.evening.has(Part.TOTEM)))


def _next(now: Context, press: Press) -> Decided:
    return _tell(now, Next(at=press.at))


def _pause(_now: Context, _press: Press) -> Decided:
    return _table(ev.Paused())


def _resume(_now: Context, _press: Press) -> Decided:
    return _table(ev.Resumed())


def _remind(_now: Context, _press: Press) -> Decided:
    return _refuse("paused-reminder")


def _repeat(_now: Context, _press: Press) -> Decided:
    return _table(ev.Repeated())


def _contest(now: Context, _press: Press) -> Decided:
    running = now.evening.running
    if running is None or running.ruling is None:
        return _refuse("no-ruling")
    return _table(ev.Asked(question=ev.Question.CONTEST, ruling=running.ruling.seq))


def _undo(now: Context, press: Press) -> Decided:
    if now.evening.question is not None:
        return _no(now, press)
    running = now.evening.running
    if running is None or not running.past:
        return _refuse("cannot-undo")
    return _table(ev.Undone(to=running.past[-1].seq))


def _seat_pressed(now: Context, press: Press) -> Decided:
    running, question = now.evening.running, now.evening.question
    if running is None:
        return ()
    if _seat(press) not in running.setup.seats:
        return _refuse("seat-not-playing")
    if question is None:
        return _tell(now, SeatPressed(seat=_seat(press), at=press.at))
    if question.question is not ev.Question.CONTEST:
        return ()
    return _table(ev.SeatPointedOut(seat=_seat(press)))


def _seat(press: Press) -> Seat:
    assert press.seat is not None, "a seat press names its seat"  # noqa: S101 - the panel table leads only seats here
    return press.seat


def _number(now: Context, press: Press) -> Decided:
    bounds = asked_number(now.evening, now.games)
    if bounds is None:
        return _volume(now, press)
    lowest, default, highest = bounds
    shown = now.evening.dialled if now.evening.dialled is not None else default
    wanted = min(highest, max(lowest, shown + press.steps))
    return () if wanted == shown else _table(ev.Dialled(value=wanted))


def asked_number(evening: Evening, games: Games) -> tuple[int, int, int] | None:
    """Return (lowest, default, highest) when the open question wants a number."""
    if evening.question is not None:
        return evening.question.number
    if evening.running is None or evening.paused:
        return None
    return games[evening.running.game].prompt(evening.running.state).number


# --- answers ---------------------------------------------------------------------------------------------------------


def _yes(now: Context, press: Press) -> Decided:
    evening, bounds = now.evening, asked_number(now.evening, now.games)
    number = evening.dialled if evening.dialled is not None else bounds[1] if bounds else None
    if evening.question is None:
        if number is not None:
            return _tell(now, Number(value=number, at=press.at))
        return _tell(now, Answer(yes=True, at=press.at))
    match evening.question.question:
        case ev.Question.START_GAME:
            return _seat_players(now)
        case ev.Question.HOW_MANY:
            return _start(now, tuple(Seat(index) for index in range(number or 0)))
        case ev.Question.END_GAME:
            return _table(ev.GameEnded(game=evening.running.game)) if evening.running else ()
        case ev.Question.SHUT_DOWN:
            return _table(ev.ShutDown())
        case ev.Question.CONTEST:
            return _overrule(now)
        case _:
            assert_never(evening.question.question)


def _no(now: Context, press: Press) -> Decided:
    question = now.evening.question
    if question is None:
        return _tell(now, Answer(yes=False, at=press.at))
    return _table(ev.Dropped(question=question.question))


def _seat_players(now: Context) -> Decided:
    """Start with those who joined; if nobody did, with every wired seat, or ask how many."""
    evening = now.evening
    fewest, most = now.games[evening.offered].players
    joined = tuple(place.seat for place in clockwise(evening))
    if joined:
        if fewest <= len(joined) <= most:
            return _start(now, joined)
        refusal = ev.Refused(
            sentence=say("wrong-number", numbers={"joined": len(joined), "fewest": fewest, "most": most})
        )
        return _table(ev.Dropped(question=ev.Question.START_GAME), refusal)
    if fewest <= now.house.seats <= most:
        return _start(now, tuple(Seat(index) for index in range(now.house.seats)))
    highest = min(most, now.house.seats)
    if highest < fewest:
        return _table(
            ev.Dropped(question=ev.Question.START_GAME),
            ev.Refused(sentence=say("too-few-seats", numbers={"wired": now.house.seats, "fewest": fewest})),
        )
    bounds = (fewest, min(highest, max(fewest, 4)), highest)
    return _table(ev.Asked(question=ev.Question.HOW_MANY, number=bounds))


def clockwise(evening: Evening) -> tuple[Place, ...]:
    """Return the places in order of play: by azimuth when every tap is known, else by button."""
    if all(place.azimuth is not None for place in evening.places):
        return tuple(sorted(evening.places, key=lambda place: place.azimuth or 0.0))
    return evening.places


def _start(now: Context, seats: tuple[Seat, ...]) -> Decided:
    name = now.evening.offered
    house = now.house.rules.get(name, {})
    started = ev.GameStarted(game=name, seats=seats, seed=now.seed, house=tuple(house.items()))
    setup = Setup(seats=seats, luck=Luck(now.seed), house=house, at=now.at)
    return (*_table(started), *((name, event) for event in now.games[name].opening(setup)))


def _overrule(now: Context) -> Decided:
    question, running = now.evening.question, now.evening.running
    if question is None or question.ruling is None or running is None or running.ruling is None:
        return ()
    if not question.named:
        return _refuse("name-winner")
    game = now.games[running.game]
    try:
        ruled = game.overrule(running.ruling.state, question.named)
    except IllegalCommand as refusal:
        key = refusal.code.replace("_", "-")
        return _refuse(key if key in game.phrases.templates else "refused")
    overruled = ev.Overruled(ruling=running.ruling.seq, seats=question.named)
    return (*_table(overruled), *((running.game, event) for event in ruled))


# --- seats -----------------------------------------------------------------------------------------------------------


def _tapped(now: Context, command: Tapped) -> Decided:
    seat = now.evening.joining
    if seat is None:
        return ()
    if command.azimuth is None:
        return _refuse("tap-unclear")
    return _table(ev.SeatTaught(seat=seat, azimuth=command.azimuth))


def _named(now: Context, command: Named) -> Decided:
    name = " ".join("".join(c if c.isprintable() else " " for c in command.name).split())[:NAME_LENGTH]
    if now.evening.place(command.seat) is None or not name:
        return ()
    return _table(ev.SeatNamed(seat=command.seat, name=name))


_ACTIONS: dict[Action, Callable[[Context, Press], Decided]] = {
    Action.BEGIN: _begin,
    Action.NEXT: _next,
    Action.YES: _yes,
    Action.PAUSE: _pause,
    Action.RESUME: _resume,
    Action.REMIND: _remind,
    Action.NEXT_GAME: _next_game,
    Action.REPEAT: _repeat,
    Action.NO: _no,
    Action.LANGUAGE: _language,
    Action.CONTEST: _contest,
    Action.UNDO: _undo,
    Action.SHUT_DOWN: _shut_down,
    Action.END_GAME: _end_game,
    Action.HUSH: _hush,
    Action.VOLUME: _volume,
    Action.NUMBER: _number,
    Action.JOIN: _join,
    Action.SEAT: _seat_pressed,
}

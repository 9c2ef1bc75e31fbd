"""What each action of the panel table decides."""

from collections.abc import Callable
from typing import assert_never

from perroquet.kernel.game import Answer, Next, Number, SeatPressed
from perroquet.kernel.readings import Part, Press
from perroquet.kernel.sentences import Language, say
from perroquet.kernel.units import Percent, Seat
from perroquet.table import events as ev
from perroquet.table.context import Context, Decided, refuse, table
from perroquet.table.evening import Evening, Games
from perroquet.table.house_menu import ask_rule, ask_start, choose
from perroquet.table.panel import Action
from perroquet.table.places import clockwise, out_of_order
from perroquet.table.playing import overrule, start, tell

VOLUME_STEP = 5


def _begin(now: Context, _press: Press) -> Decided:
    return ask_start(now)


def _next_game(now: Context, _press: Press) -> Decided:
    names = list(now.games)
    return table(ev.GameOffered(game=names[(names.index(now.evening.offered) + 1) % len(names)]))


def _language(now: Context, _press: Press) -> Decided:
    languages = list(Language)
    following = languages[(languages.index(now.evening.language) + 1) % len(languages)]
    return table(ev.LanguageChosen(language=following))


def _shut_down(_now: Context, _press: Press) -> Decided:
    return table(ev.Asked(question=ev.Question.SHUT_DOWN))


def _end_game(now: Context, _press: Press) -> Decided:
    return () if now.evening.question is not None else table(ev.Asked(question=ev.Question.END_GAME))


def _hush(now: Context, _press: Press) -> Decided:
    return table(ev.Hushed(on=not now.evening.hushed))


def _volume(now: Context, press: Press) -> Decided:
    wanted = Percent(min(100, max(0, now.evening.volume + VOLUME_STEP * press.steps)))
    return () if wanted == now.evening.volume else table(ev.VolumeSet(percent=wanted))


def _join(now: Context, press: Press) -> Decided:
    seat = _seat(press)
    if seat >= now.house.seats:
        return refuse("seat-not-wired")
    if now.evening.place(seat) is not None:
        return table(ev.SeatLeft(seat=seat))
    return table(ev.SeatJoined(seat=seat, tap=now.evening.has(Part.TOTEM)))


def _next(now: Context, press: Press) -> Decided:
    running = now.evening.running
    if running is not None and now.games[running.game].over(running.state):
        return table(ev.GameEnded(game=running.game))
    return tell(now, Next(at=press.at))


def _pause(now: Context, _press: Press) -> Decided:
    if now.evening.question is not None:
        return ()
    running = now.evening.running
    if running is not None and now.games[running.game].prompt(running.state).until is not None:
        return refuse("no-pause-now")  # seconds that everybody counts: a pause would eat them
    return table(ev.Paused())


def _resume(_now: Context, _press: Press) -> Decided:
    return table(ev.Resumed())


def _remind(_now: Context, _press: Press) -> Decided:
    return refuse("paused-reminder")


def _repeat(_now: Context, _press: Press) -> Decided:
    return table(ev.Repeated())


def _contest(now: Context, _press: Press) -> Decided:
    running = now.evening.running
    if running is not None and running.ruling is not None:
        stake = now.games[running.game].stake(running.ruling.state)
        return table(ev.Asked(question=ev.Question.CONTEST, ruling=running.ruling.seq, stake=stake))
    if running is not None and running.past:
        return table(ev.Asked(question=ev.Question.UNDO))
    return refuse("no-ruling")


def _undo(now: Context, press: Press) -> Decided:
    """Undo in a question of the game's, or in a contest; any other question of the table's is just left."""
    question = now.evening.question
    if question is None or question.question is ev.Question.CONTEST:
        return _go_back(now)
    if question.question is ev.Question.ORDER:
        return table(ev.Dropped(question=ev.Question.ORDER))
    return _no(now, press)


def _go_back(now: Context) -> Decided:
    running = now.evening.running
    if running is None or not running.past:
        return refuse("cannot-undo")
    return table(ev.Undone(to=running.past[-1].seq))


def _seat_pressed(now: Context, press: Press) -> Decided:
    running, question = now.evening.running, now.evening.question
    if running is None:
        return ()
    if _seat(press) not in running.setup.seats:
        return refuse("seat-not-playing")
    if question is None:
        return tell(now, SeatPressed(seat=_seat(press), at=press.at))
    if question.question is not ev.Question.CONTEST:
        return ()
    return table(ev.SeatPointedOut(seat=_seat(press)))


def _seat(press: Press) -> Seat:
    assert press.seat is not None, "a seat press names its seat"  # noqa: S101 - the panel table leads only seats here
    return press.seat


def _number(now: Context, press: Press) -> Decided:
    bounds, shown = asked_number(now.evening, now.games), shown_number(now.evening, now.games)
    if bounds is None or shown is None:
        return _volume(now, press)
    wanted = min(bounds[2], max(bounds[0], shown + press.steps))
    return () if wanted == shown else table(ev.Dialled(value=wanted))


def shown_number(evening: Evening, games: Games) -> int | None:
    """Return the number START would accept now; None when no number is asked for."""
    bounds = asked_number(evening, games)
    if bounds is None:
        return None
    return evening.dialled if evening.dialled is not None else bounds[1]


def asked_number(evening: Evening, games: Games) -> tuple[int, int, int] | None:
    """Return (lowest, default, highest) when the open question wants a number."""
    if evening.question is not None:
        return evening.question.number
    if evening.running is None or evening.paused:
        return None
    return games[evening.running.game].prompt(evening.running.state).number


def _yes(now: Context, press: Press) -> Decided:
    evening, number = now.evening, shown_number(now.evening, now.games)
    if evening.question is None:
        if number is not None:
            return tell(now, Number(value=number, at=press.at))
        return tell(now, Answer(yes=True, at=press.at))
    match evening.question.question:
        case ev.Question.START_GAME:
            return ask_rule(now, number) if number else _seat_players(now)
        case ev.Question.HOUSE_RULE:
            return choose(now, evening.question.rule, number or 0)
        case ev.Question.HOW_MANY:
            return start(now, tuple(Seat(index) for index in range(number or 0)))
        case ev.Question.END_GAME:
            return table(ev.GameEnded(game=evening.running.game)) if evening.running else ()
        case ev.Question.SHUT_DOWN:
            return table(ev.ShutDown())
        case ev.Question.CONTEST:
            return overrule(now)
        case ev.Question.UNDO:
            return _go_back(now)
        case ev.Question.ORDER:
            return start(now, tuple(place.seat for place in clockwise(evening)))
        case _:
            assert_never(evening.question.question)


def _no(now: Context, press: Press) -> Decided:
    question = now.evening.question
    if question is None:
        return tell(now, Answer(yes=False, at=press.at))
    if question.question is ev.Question.HOUSE_RULE:
        return ask_start(now)
    if question.question is ev.Question.ORDER:
        return start(now, tuple(place.seat for place in now.evening.places))
    return table(ev.Dropped(question=question.question))


def _seat_players(now: Context) -> Decided:
    """Start with those who joined; if nobody did, with every wired seat, or ask how many."""
    evening = now.evening
    fewest, most = now.games[evening.offered].players
    joined = tuple(place.seat for place in clockwise(evening))
    if joined:
        if fewest <= len(joined) <= most:
            around = out_of_order(evening)
            return start(now, joined) if around is None else table(ev.Asked(question=ev.Question.ORDER, around=around))
        refusal = ev.Refused(
            sentence=say("wrong-number", numbers={"joined": len(joined), "fewest": fewest, "most": most})
        )
        return table(ev.Dropped(question=ev.Question.START_GAME), refusal)
    if fewest <= now.house.seats <= most:
        return start(now, tuple(Seat(index) for index in range(now.house.seats)))
    highest = min(most, now.house.seats)
    if highest < fewest:
        return table(
            ev.Dropped(question=ev.Question.START_GAME),
            ev.Refused(sentence=say("too-few-seats", numbers={"wired": now.house.seats, "fewest": fewest})),
        )
    bounds = (fewest, min(highest, max(fewest, 4)), highest)
    return table(ev.Asked(question=ev.Question.HOW_MANY, number=bounds))


ACTIONS: dict[Action, Callable[[Context, Press], Decided]] = {
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

"""Decide an evening: (evening, command) -> events. Pure: luck and time come in with the context.

A command means something by the table of `panel`; what a game is told, the game decides. A refusal is an event too,
because it is said, and whatever is said can be found in the journal.
"""

from typing import assert_never

from perroquet.kernel.game import Fallen, TimeUp, TotemBack, Touched
from perroquet.kernel.readings import (
    BaseTurned,
    CardReading,
    Contact,
    Grab,
    Heard,
    PartAiling,
    PartFound,
    PartLost,
    Press,
    TotemFell,
    TotemHeld,
    TotemStanding,
)
from perroquet.kernel.sheet import HouseValue
from perroquet.table import events as ev
from perroquet.table.actions import ACTIONS
from perroquet.table.commands import (
    Announce,
    ChooseRule,
    ChooseVolume,
    Chosen,
    Command,
    Named,
    Offer,
    Overrule,
    Recording,
    Stuck,
    Tapped,
    Woken,
)
from perroquet.table.context import Context, Decided, refuse, table
from perroquet.table.evening import Evening
from perroquet.table.hosting import hosted, is_rule, tidied
from perroquet.table.panel import PANEL, situation
from perroquet.table.places import sightings, turned
from perroquet.table.playing import chosen, seen, tell

NAME_LENGTH = 24


def decide(now: Context, command: Command) -> Decided:
    """Return what follows from `command`; empty = nothing."""
    told = _decided(now, command)
    return (*told, *sightings(now, told, command if isinstance(command, Grab) else now.evening.unsettled))


def _decided(now: Context, command: Command) -> Decided:
    match command:
        case Press():
            column = PANEL.get((command.control, command.gesture), {})
            action = column.get(situation(now.evening, now.games))
            return ACTIONS[action](now, command) if action is not None else ()
        case Grab() | Heard():
            return tell(now, command)
        case CardReading():
            return seen(now, command)
        case Contact():
            return tell(now, Touched(at=command.at))
        case TotemFell():
            return tell(now, Fallen(grab=command.grab, at=command.at))
        case TotemStanding():
            return _standing(now, command)
        case BaseTurned():
            return turned(now, command.by)
        case Recording():
            return _recorded(now, command)
        case Woken():
            return tell(now, TimeUp(at=command.at))
        case Tapped():
            return _tapped(now, command)
        case PartLost():
            return table(ev.PartWentMissing(part=command.part, cause=command.cause, why=command.why))
        case PartFound():
            news = ev.PartCameBack(part=command.part, what=command.what)
            return () if now.evening.has(command.part) else table(news)
        case PartAiling():
            return _ailing(now, command)
        case TotemHeld():
            return table(ev.TotemKept())
        case Stuck():
            return _stuck(now, command)
        case Chosen():
            return chosen(now, command)
        case Named():
            return _named(now, command)
        case Offer() | ChooseRule() | ChooseVolume() | Overrule() | Announce():
            return hosted(now, command)
        case _:
            assert_never(command)


def _ailing(now: Context, reading: PartAiling) -> Decided:
    """Say what ails a part; that it is well again, or as bad as it was, is not news."""
    before = dict(now.evening.ailing).get(reading.part)
    if reading.ailment is before:
        return ()
    if reading.ailment is None:
        return table(ev.PartHealed(part=reading.part))
    return table(ev.PartSickened(part=reading.part, ailment=reading.ailment, why=reading.why))


def _stuck(now: Context, command: Stuck) -> Decided:
    """Say which buttons came to be stuck, and note which are not any more."""
    before = now.evening.stuck
    stuck = tuple(line for line in command.lines if line not in before)
    freed = tuple(line for line in before if line not in command.lines)
    return (
        *(table(ev.ButtonsStuck(lines=stuck)) if stuck else ()),
        *(table(ev.ButtonsFreed(lines=freed)) if freed else ()),
    )


def _standing(now: Context, reading: TotemStanding) -> Decided:
    """Tell the game that the totem is back; when nobody plays, ask for one that is away."""
    if reading.standing:
        return tell(now, TotemBack(at=reading.at))
    return table(ev.TotemAwaited()) if now.evening.running is None else ()


def _recorded(now: Context, command: Recording) -> Decided:
    if now.evening.running is None:
        return ()
    kept = command.kept
    return table(ev.GrabRecorded(capture=kept.name, sha256=kept.sha256, grab=command.grab))


def power_on(now: Context, last: Evening) -> Decided:
    """Return what happens when power arrives: an open window of the running game is void, and announced.

    Args:
        now: the evening that is taken up, or a new one.
        last: the evening before the power went: its language and names are remembered.
    """
    running = now.evening.running
    language = now.house.language if last.boot == 0 else last.language
    power = ev.PoweredOn(volume=now.house.volume, language=language, names=last.names, house=_still_rules(now, last))
    if running is None:
        return table(power)
    voided = now.games[running.game].interrupt(running.state)
    return (*table(power), *((running.game, event) for event in voided))


def _still_rules(now: Context, last: Evening) -> tuple[tuple[str, str, HouseValue], ...]:
    """Return the house rules of the evening before that their games still have."""
    return tuple(one for one in last.house if is_rule(now.games, *one))


def _tapped(now: Context, command: Tapped) -> Decided:
    seat = now.evening.tapping
    if seat is None:
        return ()
    if command.azimuth is None:
        return refuse("tap-unclear")
    return table(ev.SeatTaught(seat=seat, azimuth=command.azimuth))


def _named(now: Context, command: Named) -> Decided:
    name = tidied(command.name, NAME_LENGTH)
    if now.evening.place(command.seat) is None or not name:
        return ()
    return table(ev.SeatNamed(seat=command.seat, name=name))

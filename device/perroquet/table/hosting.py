"""What the host's page decides beyond the panel: the game, its house rules, the volume, the table's word and why."""

from typing import Final, assert_never

from perroquet.kernel.errors import ConfigurationError
from perroquet.kernel.sheet import HouseValue
from perroquet.table import events as ev
from perroquet.table.commands import Announce, ChooseRule, ChooseVolume, Offer, Overrule
from perroquet.table.context import Context, Decided, refuse, table
from perroquet.table.evening import Games
from perroquet.table.panel import situation
from perroquet.table.playing import overrule_so
from perroquet.table.views import Situation

REASON_LENGTH: Final = 120


def hosted(now: Context, command: Offer | ChooseRule | ChooseVolume | Overrule | Announce) -> Decided:
    """Return what follows from `command`; what a page of ours cannot send is ignored."""
    match command:
        case Offer():
            if command.game not in now.games:
                return ()
            if situation(now.evening, now.games) is not Situation.IDLE:
                return refuse("not-now")
            return table(ev.GameOffered(game=command.game))
        case ChooseRule():
            if not is_rule(now.games, command.game, command.rule, command.value):
                return ()
            return table(ev.HouseRuleChosen(game=command.game, rule=command.rule, value=command.value))
        case ChooseVolume():
            return table(ev.VolumeSet(percent=command.percent)) if command.percent in range(101) else ()
        case Overrule():
            question = now.evening.question
            if question is not None and question.question is not ev.Question.CONTEST:
                return refuse("not-now")
            return overrule_so(now, command.seats, tidied(command.reason, REASON_LENGTH).rstrip("."))
        case Announce():
            return table(ev.PageOpened(address=command.address, code=command.code))
        case _:
            assert_never(command)


def is_rule(games: Games, game: str, rule: str, value: HouseValue) -> bool:
    """Tell whether `game` has such a house rule, and it may be `value`."""
    if game not in games:
        return False
    try:
        games[game].sheet({rule: value})
    except ConfigurationError:
        return False
    return True


def tidied(text: str, longest: int) -> str:
    """Return what somebody typed without what cannot be printed, its blanks single, at most `longest` characters."""
    return " ".join("".join(c if c.isprintable() else " " for c in text).split())[:longest]

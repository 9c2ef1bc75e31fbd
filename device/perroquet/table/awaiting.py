"""What the device waits for: every state has a sentence for it, on the page, on MODE, and after a change of state."""

from perroquet.kernel.sentences import Sentence, say
from perroquet.table import events as ev
from perroquet.table.actions import shown_number
from perroquet.table.evening import Evening, Games
from perroquet.table.house_menu import is_menu


def awaits(evening: Evening, games: Games) -> tuple[str, Sentence]:
    """Return what the device waits for, and whose sentence it is. Every state waits for something."""
    if evening.off:
        return ev.TABLE, say("awaits-power")
    if is_menu(evening):
        rule = evening.question is not None and evening.question.rule
        return ev.TABLE, say("awaits-house-rule" if rule else "awaits-start")
    shown = shown_number(evening, games)
    if shown is not None:
        return ev.TABLE, say("awaits-number", numbers={"value": shown})
    if evening.question is not None:
        contest = evening.question.question is ev.Question.CONTEST
        return ev.TABLE, say(f"awaits-who-{evening.question.stake}" if contest else "awaits-answer")
    if evening.joining is not None:
        return ev.TABLE, say("awaits-tap", seats={"seat": evening.joining})
    if evening.running is None:
        return ev.TABLE, say("awaits-begin")
    if evening.paused and evening.tapping is not None:
        return ev.TABLE, say("awaits-tap-again", seats={"seat": evening.tapping})
    if evening.paused:
        return ev.TABLE, say("awaits-resume")
    return evening.running.game, games[evening.running.game].prompt(evening.running.state).sentence

"""The house sheet on the encoder: turn to hear a rule, START to hear and turn its values, START to keep one.

The one question by default stays one: « règles de la boîte ? » and START. Who wants more turns the knob there. What is
chosen is remembered for the table, as when a page chooses it.
"""

from perroquet.kernel.game import AnyGame
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.sheet import HouseValue, OneOf, Within
from perroquet.table import events as ev
from perroquet.table.context import Context, Decided, table
from perroquet.table.evening import Evening, Games

PLAY = 0
"""The place on the knob that changes nothing: play."""


def turnable(game: AnyGame) -> tuple[str, ...]:
    """Return the rules that a knob can set, in the order of the sheet: texts are for the page."""
    return tuple(name for name, allowed in game.sheet.rules.items() if isinstance(allowed, OneOf | Within))


def ask_start(now: Context) -> Decided:
    """Ask whether to begin; the knob offers the house rules."""
    count = len(turnable(now.games[now.evening.offered]))
    number = (PLAY, PLAY, count) if count else None
    return table(ev.Asked(question=ev.Question.START_GAME, number=number))


def ask_rule(now: Context, place: int) -> Decided:
    """Ask for the value of the rule at `place` on the knob."""
    game = now.games[now.evening.offered]
    rule = turnable(game)[place - 1]
    chosen = {**now.house.rules.get(game.name, {}), **now.evening.house_of(game.name)}
    value: HouseValue = getattr(game.sheet(chosen), rule)
    allowed = game.sheet.rules[rule]
    if isinstance(allowed, OneOf):
        number = (0, allowed.words.index(str(value)), len(allowed.words) - 1)
    else:
        assert isinstance(allowed, Within)  # noqa: S101 - see `turnable`
        number = (allowed.lowest, int(value), allowed.highest)
    return table(ev.Asked(question=ev.Question.HOUSE_RULE, number=number, rule=rule))


def choose(now: Context, rule: str, number: int) -> Decided:
    """Keep what the knob shows, and ask again whether to begin."""
    game = now.games[now.evening.offered]
    chosen = ev.HouseRuleChosen(game=game.name, rule=rule, value=_value(game, rule, number))
    return (*table(chosen), *ask_start(now))


def _value(game: AnyGame, rule: str, number: int) -> HouseValue:
    allowed = game.sheet.rules[rule]
    return allowed.words[number] if isinstance(allowed, OneOf) else number


# --- in words --------------------------------------------------------------------------------------------------------


def is_menu(evening: Evening) -> bool:
    """Tell whether the knob turns through the house sheet."""
    question = evening.question
    return question is not None and (
        question.question is ev.Question.HOUSE_RULE
        or (question.question is ev.Question.START_GAME and question.number is not None)
    )


def shown(evening: Evening, games: Games, number: int) -> Sentence:
    """Return what the knob shows at `number`, in the words of the game offered."""
    game, question = games[evening.offered], evening.question
    if question is not None and question.rule:
        return _words_of_value(game, question.rule, number, "menu-value")
    if number == PLAY:
        return start_sentence(evening)
    return _named(game, "menu-rule", turnable(game)[number - 1])


def rule_sentence(evening: Evening, games: Games, rule: str, number: int) -> Sentence:
    """Return the question for a rule's value, with the value it has now."""
    return _words_of_value(games[evening.offered], rule, number, "ask-house-rule")


def start_sentence(evening: Evening) -> Sentence:
    """Return the question whether to begin: with the rules of the box, or those of this table."""
    own = "-own" if evening.house_of(evening.offered) else ""
    return say(f"ask-start-game{own}", words={"game": evening.offered})


def _named(game: AnyGame, key: str, rule: str) -> Sentence:
    if f"house-{rule}" in game.phrases.templates:
        return say(key, terms={"rule": f"house-{rule}"})
    return say(key, words={"rule": rule.replace("_", " ")})


def _words_of_value(game: AnyGame, rule: str, number: int, key: str) -> Sentence:
    value = str(_value(game, rule, number))
    name, meaning = f"house-{rule}", f"house-{rule}-{value}"
    known = game.phrases.templates
    terms = {slot: term for slot, term in (("rule", name), ("value", meaning)) if term in known}
    plain = {slot: text.replace("_", " ") for slot, text in (("rule", rule), ("value", value)) if slot not in terms}
    return say(key, terms=terms, words=plain)

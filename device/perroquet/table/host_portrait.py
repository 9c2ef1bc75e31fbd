"""Build what the host's console shows besides the evening: games, their house rules in words, what can be overruled."""

from collections.abc import Mapping

from perroquet.kernel.game import AnyGame
from perroquet.kernel.sentences import say
from perroquet.kernel.sheet import HouseRule, HouseValue, OneOf, Within, Written
from perroquet.table.context import House
from perroquet.table.evening import Evening, Games
from perroquet.table.views import GameView, HostView, RuleView
from perroquet.table.words import Words


def host_portrait(evening: Evening, games: Games, house: House, words: Words) -> HostView:
    """Return what the host may choose now."""
    running = evening.running
    before = running.ruling if running is not None else None
    return HostView(
        wired=house.seats,
        games=tuple(
            GameView(
                name=name,
                title=words.text(name, say(game.title), evening),
                players=game.players,
                offered=name == evening.offered,
                rules=_rules(game, {**house.rules.get(name, {}), **evening.house_of(name)}, words, evening),
            )
            for name, game in games.items()
        ),
        running=running.game if running is not None else None,
        playing=running.setup.seats if running is not None else (),
        named=evening.question.named if evening.question is not None else (),
        stake=games[running.game].stake(before.state) if running is not None and before is not None else None,
    )


def _rules(game: AnyGame, chosen: Mapping[str, HouseValue], words: Words, evening: Evening) -> tuple[RuleView, ...]:
    laid = game.sheet(chosen)

    def text(key: str, otherwise: str) -> str:
        return words.text(game.name, say(key), evening) if key in game.phrases.templates else otherwise

    def view(rule: str, allowed: HouseRule) -> RuleView:
        value: HouseValue = getattr(laid, rule)
        means = text(f"house-{rule}", rule.replace("_", " "))
        match allowed:
            case OneOf():
                options = tuple((word, text(f"house-{rule}-{word}", word.replace("_", " "))) for word in allowed.words)
                return RuleView(rule=rule, means=means, value=value, options=options)
            case Within():
                return RuleView(rule=rule, means=means, value=value, bounds=(allowed.lowest, allowed.highest))
            case Written():
                return RuleView(rule=rule, means=means, value=value)

    return tuple(view(rule, allowed) for rule, allowed in game.sheet.rules.items())

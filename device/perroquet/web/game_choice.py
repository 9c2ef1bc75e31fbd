"""The game START begins, and its house rules in words. Importing this module imports NiceGUI."""

from perroquet.kernel.sheet import HouseValue
from perroquet.table.views import EveningView, GameView, RuleView, Situation
from perroquet.web.forms import on_number, on_text
from perroquet.web.nodes import Attribute, Node
from perroquet.web.visit import Visit
from perroquet.web.wording import Words


class GameChoice:
    """Which game, under which rules."""

    def __init__(self, words: Words, visit: Visit) -> None:
        self._words = words
        self._visit = visit
        self._games: dict[str, Node] = {}
        self._rules: dict[tuple[str, str], _Rule] = {}
        with Node("section", "panel game-choice"):
            Node("h2", "eyebrow", words("game-choice"))
            self._list = Node("div", "games", role="radiogroup", aria_label=words("game-choice"))
            self._note = Node("p", "note-line")
            with Node("details", "rules"):
                Node("summary", "", words("house-rules"))
                Node("p", "hint-line", words("house-rules-next"))
                self._sheet = Node("div", "sheet")
                self._none = Node("p", "empty", words("house-rules-none"))

    def show(self, view: EveningView) -> None:
        """Draw the games, and the rules of the one that is offered."""
        games = self._visit.link.host().games
        idle = view.situation is Situation.IDLE
        for game in games:
            if game.name not in self._games:
                with self._list:
                    self._games[game.name] = self._game(game)
            chosen: dict[str, Attribute] = {"checked": game.offered, "disabled": not idle}
            self._games[game.name].put(**chosen)
        self._note.write("" if idle else self._words("game-choice-later"))
        offered = next(game for game in games if game.offered)
        wanted = {(offered.name, rule.rule): rule for rule in offered.rules}
        for gone in self._rules.keys() - wanted.keys():
            self._rules.pop(gone).node.delete()
        for key, rule in wanted.items():
            if key not in self._rules:
                with self._sheet:
                    self._rules[key] = _Rule(offered.name, rule, self._visit)
            self._rules[key].show(rule)
        self._none.put(hidden=bool(wanted))

    def _game(self, game: GameView) -> Node:
        fewest, most = game.players
        with Node("label", "game-option"):
            radio = Node("input", type="radio", name="game", value=game.name)
            on_text(radio, self._visit.offer)
            with Node("span", "option"):
                Node("span", "option-name", game.title)
                Node("span", "option-note", self._words("players-range", fewest=fewest, most=most))
        return radio


class _Rule:
    """One rule: a list of words, a number, or a text."""

    def __init__(self, game: str, rule: RuleView, visit: Visit) -> None:
        def choose(value: HouseValue) -> None:
            visit.choose_rule(game, rule.rule, value)

        with Node("label", "rule") as self.node:
            self._means = Node("span", "means")
            if rule.bounds is not None:
                lowest, highest = rule.bounds
                self._field = Node("input", type="number", min=lowest, max=highest, inputmode="numeric")
                on_number(self._field, choose)
            elif rule.options:
                with Node("select") as self._field:
                    self._options = [(value, Node("option", "", text, value=value)) for value, text in rule.options]
                on_text(self._field, choose)
            else:
                self._field = Node("textarea", rows=3, spellcheck="false")
                on_text(self._field, choose)

    def show(self, rule: RuleView) -> None:
        self._means.write(rule.means)
        # The attribute, not the property: what somebody is choosing must not be drawn over.
        if rule.options:
            for value, option in self._options:
                option.put(**{"^selected": value == rule.value})
        else:
            self._field.put(**{"^value": str(rule.value)})

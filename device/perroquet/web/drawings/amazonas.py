"""Amazonas: income cards with the change they would make, the mission, villages with their price, everybody's rows.

Importing this module imports NiceGUI.
"""

from base64 import b64encode
from typing import Final

from perroquet.kernel.sentences import Sentence
from perroquet.kernel.units import Seat
from perroquet.table.views import ChoiceView, EveningView
from perroquet.web.drawings.faces import Face, Faces
from perroquet.web.nodes import Node
from perroquet.web.visit import Visit
from perroquet.web.wording import Words

_SPECIES: Final = ("orchidee", "poisson", "papillon", "perroquet", "iguane")
_COLUMNS: Final = ("gold", "silver", "copper", "huts", *_SPECIES, "indios")


class Expedition:
    """Income cards, the mission, villages and the table of explorers."""

    facts = frozenset({"own-card", "own-choice", "own-mission", "fact-purse", "fact-rows"})
    choices = frozenset({"label-choose", "label-keep", "label-build", "label-buildneutral"})

    def __init__(self, words: Words, visit: Visit) -> None:
        self._words = words
        self._visit = visit
        self._rows: dict[Seat, _Explorer] = {}
        with Node("section", "panel expedition") as self._box:
            self._cards = Faces(words("income"), visit.choose)
            self._mission = Faces(words("mission"), visit.choose)
            self._plan = _Plan(words)
            self._villages = Faces(words("villages"), visit.choose)
            self._neutrals = Faces(words("neutral-villages"), visit.choose)
            scroll = Node("div", "explorers-scroll", tabindex=0, role="region", aria_label=words("explorers"))
            with scroll, Node("table", "explorers"):
                with Node("thead"), Node("tr"):
                    Node("th", "", words("explorer"), scope="col")
                    for column in _COLUMNS:
                        with Node("th", "", scope="col", title=words(f"amazonas-{column}")):
                            Node("span", "unseen", words(f"amazonas-{column}"))
                            with Node("svg", "icon", viewBox="0 0 24 24", aria_hidden="true"):
                                Node("use", href=f"#amazonas-{column}")
                self._body = Node("tbody")

    def show(self, view: EveningView) -> None:
        """Draw what this viewer may know."""
        told = [fact.sentence for fact in view.known if fact.sentence.key in self.facts]
        chosen = next((dict(one.numbers)["card"] for one in told if one.key == "own-choice"), None)
        choose = {dict(choice.sentence.numbers)["card"]: choice.index for choice in _choices(view, "label-choose")}
        self._cards.show([self._income(one, choose, chosen) for one in told if one.key == "own-card"])
        missions = [one for one in told if one.key == "own-mission"]
        wanted = {village for one in missions for village in dict(one.words)["villages"].split(", ")}
        self._villages.show([self._site(choice, wanted) for choice in _choices(view, "label-build")])
        self._neutrals.show(
            [
                Face(
                    big=dict(choice.sentence.words)["village"],
                    classes="village",
                    label=choice.label,
                    index=choice.index,
                )
                for choice in _choices(view, "label-buildneutral")
            ]
        )
        keep = [choice.index for choice in _choices(view, "label-keep")] or [None] * len(missions)
        self._mission.show([self._held(*held) for held in zip(missions, keep, strict=False)])
        self._plan.show(view.layers)
        self._show_explorers(told, {seat.seat: seat.name for seat in view.seats})

    def _income(self, told: Sentence, choose: dict[int, int], chosen: int | None) -> Face:
        numbers = dict(told.numbers)
        card = numbers["card"]
        return Face(
            big=str(card),
            note=self._words("income-note", value=numbers["value"], gold=numbers["gold"], silver=numbers["silver"]),
            classes="card income chosen" if card == chosen else "card income",
            label=self._words("income-chosen" if card == chosen else "income-card", card=card),
            index=choose.get(card),
        )

    def _site(self, choice: ChoiceView, wanted: set[str]) -> Face:
        village, gold = dict(choice.sentence.words)["village"], dict(choice.sentence.numbers)["price"]
        note = self._words("mission-price" if village in wanted else "price", gold=gold)
        return Face(big=village, note=note, classes="village", index=choice.index)

    def _held(self, mission: Sentence, index: int | None) -> Face:
        numbers = dict(mission.numbers)
        return Face(
            big=dict(mission.words)["villages"],
            note=self._words("mission-note", built=numbers["built"], of=numbers["of"]),
            classes="mission",
            index=index,
        )

    def _show_explorers(self, told: list[Sentence], names: dict[Seat, str]) -> None:
        numbers: dict[Seat, dict[str, int]] = {}
        for one in told:
            if one.key in {"fact-purse", "fact-rows"}:
                numbers.setdefault(dict(one.seats)["seat"], {}).update(dict(one.numbers))
        for gone in self._rows.keys() - numbers.keys():
            self._rows.pop(gone).row.delete()
        for seat, known in numbers.items():
            if seat not in self._rows:
                with self._body:
                    self._rows[seat] = _Explorer(mine=seat == self._visit.viewer)
            self._rows[seat].show(names.get(seat, ""), known)

    def delete(self) -> None:
        """Take the drawing away."""
        self._box.delete()


class _Plan:
    """The board as it lies, wide enough to be read: on a phone it is moved sideways. Facts say the same in words."""

    def __init__(self, words: Words) -> None:
        self._box = Node("div", "plan-scroll", tabindex=0, role="region", aria_label=words("board-plan"))
        with self._box:
            self._sheet = Node("div", "plan")
        self._layers: list[Node] = []

    def show(self, layers: tuple[str, ...]) -> None:
        """Draw these; a layer that has not changed is not sent again."""
        self._box.put(hidden=not layers)
        with self._sheet:
            self._layers += [Node("img", alt="", width=1500, height=1000) for _ in layers[len(self._layers) :]]
        for node, layer in zip(self._layers, layers, strict=False):
            node.put(src=f"data:image/svg+xml;base64,{b64encode(layer.encode()).decode()}")


def _choices(view: EveningView, key: str) -> list[ChoiceView]:
    return [choice for choice in view.choices if choice.sentence.key == key]


class _Explorer:
    def __init__(self, *, mine: bool) -> None:
        with Node("tr", "mine" if mine else "") as self.row:
            self._name = Node("th", scope="row")
            self._cells = {column: Node("td") for column in _COLUMNS}

    def show(self, name: str, known: dict[str, int]) -> None:
        self._name.write(name)
        for column, cell in self._cells.items():
            cell.write(str(known.get(column, "")))

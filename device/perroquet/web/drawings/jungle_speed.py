"""Jungle Speed: everybody's visible card and reserve, when the device knows them. Imports NiceGUI."""

from typing import Final

from perroquet.kernel.sentences import Sentence
from perroquet.table.views import EveningView
from perroquet.web.drawings.faces import Face, Faces
from perroquet.web.drawings.shapes import ARROWS, symbol
from perroquet.web.nodes import Node
from perroquet.web.visit import Visit
from perroquet.web.wording import Words

_COLOURS: Final = {"V": "violet", "G": "green", "O": "orange", "J": "yellow", "R": "red", "B": "blue"}


class Piles:
    """One face a pile; one's own first."""

    facts = frozenset({"fact-top", "fact-no-pile", "fact-out"})
    choices = frozenset[str]()

    def __init__(self, words: Words, visit: Visit) -> None:
        self._words = words
        self._visit = visit
        with Node("section", "panel piles") as self._box:
            self._faces = Faces(words("piles"), visit.choose)

    def show(self, view: EveningView) -> None:
        """Draw the piles that are known; nothing with cards that only the players see."""
        told = [fact.sentence for fact in view.known if fact.sentence.key in self.facts]
        told.sort(key=lambda sentence: dict(sentence.seats)["seat"] != self._visit.viewer)
        names = {seat.seat: seat.name for seat in view.seats}
        self._box.put(hidden=not told)
        self._faces.show([self._face(sentence, names[dict(sentence.seats)["seat"]]) for sentence in told])

    def _face(self, told: Sentence, name: str) -> Face:
        words, reserve = self._words, dict(told.numbers).get("reserve", 0)
        note = words("pile-out", name=name) if told.key == "fact-out" else words("pile", name=name, cards=reserve)
        card = dict(told.words).get("card", "")
        mine = " mine" if dict(told.seats)["seat"] == self._visit.viewer else ""
        if not card or card == "?":
            return Face(big=card or "–", note=note, classes=f"card back{mine}", label=words("card-none"))
        if card[0] == "S" and card[1:-1].isdecimal():
            colour = _COLOURS.get(card[-1], "ivory")
            label = words("card-symbol", number=int(card[1:-1]), colour=words(f"colour-{colour}"))
            return Face(big="", note=note, classes=f"card c-{colour}{mine}", label=label, path=symbol(int(card[1:-1])))
        kind = card.rstrip("0123456789")
        path = ARROWS.get(kind, "")
        label = words(f"card-{kind.lower()}") if path else card
        return Face(big="" if path else card, note=note, classes=f"card c-ivory{mine}", label=label, path=path)

    def delete(self) -> None:
        """Take the drawing away."""
        self._box.delete()

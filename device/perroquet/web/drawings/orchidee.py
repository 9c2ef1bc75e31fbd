"""L'Orchidée: one's own hand to play from, the trick, one's treasure. Importing this module imports NiceGUI."""

from collections.abc import Mapping
from typing import Final

from perroquet.kernel.sentences import Sentence
from perroquet.table.views import EveningView
from perroquet.web.drawings.faces import Face, Faces
from perroquet.web.nodes import Node
from perroquet.web.visit import Visit
from perroquet.web.wording import Words

_KINDS: Final = {"insects": "insect", "nuggets": "nugget"}
_NONE: Final = "–"


class Jungle:
    """Hand, trick and treasure."""

    facts = frozenset({"fact-hand", "fact-treasure", "fact-laid", "fact-laid-down", "fact-commitment"})
    choices = frozenset({"label-insect", "label-nugget"})

    def __init__(self, words: Words, visit: Visit) -> None:
        self._words = words
        with Node("section", "panel jungle") as self._box:
            self._trick = Faces(words("trick"), visit.choose)
            self._hand = Faces(words("hand"), visit.choose)
            self._treasure = Faces(words("treasure"), visit.choose)
            self._commitment = Node("p", "fineprint")

    def show(self, view: EveningView) -> None:
        """Draw what this viewer may know."""
        told = [fact.sentence for fact in view.known if fact.sentence.key in self.facts]
        playable = {
            (choice.sentence.key.removeprefix("label-"), _number(choice.sentence)): choice.index
            for choice in view.choices
            if choice.sentence.key in self.choices
        }
        names = {seat.seat: seat.name for seat in view.seats}
        hand = [face for one in told if one.key == "fact-hand" for face in self._cards(one, playable)]
        held = {(face.classes.removeprefix("card "), face.big) for face in hand}
        loose = [self._card(*key, index=index) for key, index in playable.items() if key not in held]
        trick = [self._laid(one, names[dict(one.seats)["seat"]]) for one in told if one.key.startswith("fact-laid")]
        treasure = [face for one in told if one.key == "fact-treasure" for face in self._cards(one, {})]
        self._trick.show(trick)
        self._hand.show([*hand, *loose])
        self._treasure.show(treasure)
        commitment = next((fact.text for fact in view.known if fact.sentence.key == "fact-commitment"), "")
        self._commitment.write(commitment)
        self._box.put(hidden=not (trick or hand or loose or treasure or commitment))

    def _cards(self, told: Sentence, playable: Mapping[tuple[str, str], int]) -> list[Face]:
        words = dict(told.words)
        return [
            self._card(kind, number, index=playable.get((kind, number)))
            for slot, kind in _KINDS.items()
            for number in words.get(slot, _NONE).split()
            if number != _NONE
        ]

    def _card(self, kind: str, number: str, *, index: int | None = None) -> Face:
        return Face(big=number, classes=f"card {kind}", label=self._words(f"card-{kind}", number=number), index=index)

    def _laid(self, told: Sentence, name: str) -> Face:
        card = dict(told.words).get("card", "")
        if not card:
            return Face(big="?", note=name, classes="card back", label=self._words("card-down"))
        kind = "insect" if card.startswith("I") else "nugget"
        face = self._card(kind, card[1:])
        return Face(big=face.big, note=name, classes=face.classes, label=face.label)

    def delete(self) -> None:
        """Take the drawing away."""
        self._box.delete()


def _number(sentence: Sentence) -> str:
    return dict(sentence.words).get("number", "")

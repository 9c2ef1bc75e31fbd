"""One seat's private page: what it may know, choose and press. Importing this module imports NiceGUI."""

from collections.abc import Callable
from dataclasses import replace
from typing import Final, Self

from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import Control, Gesture
from perroquet.kernel.units import Seq
from perroquet.table.decide import NAME_LENGTH
from perroquet.table.panel import Action
from perroquet.table.views import EveningView
from perroquet.web.drawings import DRAWINGS, Drawing
from perroquet.web.forms import button, on_text
from perroquet.web.meaning import meaning
from perroquet.web.nodes import Glyph, Node
from perroquet.web.sections import Hero
from perroquet.web.visit import Visit
from perroquet.web.wording import Words

_MODE_HELD: Final = (Control.MODE, Gesture.LONG)


class SeatHead:
    """Who one is, and what one's lamp shows."""

    def __init__(self, words: Words, visit: Visit) -> None:
        self._words = words
        self._visit = visit
        with Node("section", "seat-head") as self._box:
            with Node("svg", "lamp", viewBox="-16 -16 32 32", aria_hidden="true"):
                Node("circle", "halo", r=15)
                self._glyph = Glyph(x=-11, y=-11, width=22, height=22)
            with Node("div"):
                self._name = Node("p", "big")
                self._word = Node("p", "pattern")

    def show(self, view: EveningView) -> None:
        """Draw name and lamp."""
        mine = next((seat for seat in view.seats if seat.seat == self._visit.viewer), None)
        number = (self._visit.viewer or 0) + 1
        self._name.write(self._words("place", number=number) if mine is None else mine.name)
        self._word.write(self._words("not-seated") if mine is None else self._words(f"seat-{mine.pattern}"))
        self._box.wear(f"seat-head p-{'off' if mine is None else mine.pattern}")
        self._glyph.show(Pattern.OFF if mine is None else mine.pattern)


class GameDrawing:
    """The drawing of the running game, if it has one; it comes and goes with its game."""

    def __init__(self, words: Words, visit: Visit) -> None:
        self._words = words
        self._visit = visit
        self._game: str | None = None
        self._drawing: Drawing | None = None
        self._place = Node("div", "drawing")

    @property
    def facts(self) -> frozenset[str]:
        """Keys of the facts it draws."""
        return frozenset() if self._drawing is None else self._drawing.facts

    @property
    def choices(self) -> frozenset[str]:
        """Keys of the choices it draws."""
        return frozenset() if self._drawing is None else self._drawing.choices

    def show(self, view: EveningView) -> None:
        """Draw what this viewer may know."""
        if view.running != self._game:
            self._game = view.running
            if self._drawing is not None:
                self._drawing.delete()
            make = DRAWINGS.get(view.running or "")
            with self._place:
                self._drawing = None if make is None else make(self._words, self._visit)
        if self._drawing is not None:
            self._drawing.show(view)


class Told:
    """What is said, and where `draw` is called the drawing of the game; what is drawn is not listed again.

    Without `choose` one only looks.
    """

    def __init__(self, words: Words, visit: Visit, choose: Callable[[int, Seq], None] | None = None) -> None:
        self._words = words
        self._visit = visit
        self._hero = Hero(words, choose)

    def draw(self) -> Self:
        """Place the drawing in NiceGUI's current slot."""
        self._drawing = GameDrawing(self._words, self._visit)
        return self

    def show(self, view: EveningView) -> None:
        """Draw it all."""
        self._drawing.show(view)
        facts, choices = self._drawing.facts, self._drawing.choices
        told = tuple(fact.text for fact in view.known if fact.sentence.key not in facts and fact.text in view.facts)
        left = tuple(choice for choice in view.choices if choice.sentence.key not in choices)
        self._hero.show(replace(view, facts=told if view.known else view.facts, choices=left))


class Moves:
    """What one's own seat may press: its button, and the contest."""

    def __init__(self, words: Words, visit: Visit) -> None:
        self._words = words
        with Node("section", "panel my-moves", aria_label=words("my-moves")), Node("div", "own"):
            with button("", visit.press_own, "button main own-button") as self._own:
                self._own_does = Node("span", "does")
                Node("span", "how", words("own-button"))
            with button("", visit.contest, "button own-contest") as self._contest:
                Node("span", "does", words("action-contest"))
                Node("span", "how", words("contest-how"))

    def show(self, view: EveningView) -> None:
        """Draw what they do now."""
        own = meaning(Control.SEAT, Gesture.SHORT, view)
        self._own.put(disabled=own is None)
        self._own_does.write("—" if own is None else self._words(f"action-{own}"))
        self._contest.put(disabled=meaning(*_MODE_HELD, view) is not Action.CONTEST)


class Mine:
    """One's own name, notes that never leave the phone, and the way out."""

    def __init__(self, words: Words, visit: Visit) -> None:
        self._visit = visit
        with Node("section", "panel mine"):
            with Node("label", "notes-field"):
                Node("span", "eyebrow", words("notes"))
                Node("textarea", "notes", rows=4, data_notes=visit.viewer or 0, placeholder=words("notes-how"))
            with Node("label", "name-field"):
                Node("span", "caption", words("my-name"))
                self._name = Node("input", type="text", maxlength=NAME_LENGTH, autocomplete="off")
                on_text(self._name, self._named)
            with Node("div", "actions"):
                button(words("rise"), visit.rise, "button quiet")

    def _named(self, name: str) -> None:
        if self._visit.viewer is not None:
            self._visit.rename(self._visit.viewer, name)

    def show(self, view: EveningView) -> None:
        """Draw the name."""
        mine = next((seat for seat in view.seats if seat.seat == self._visit.viewer), None)
        self._name.put(**{"^value": mine.name if mine is not None and mine.named else ""}, disabled=mine is None)

"""The sections of the page, each a `show(view)` that sends only what differs. Importing this module imports NiceGUI."""

from collections import Counter
from collections.abc import Callable, Sequence
from typing import Final

from nicegui.events import GenericEventArguments

from perroquet.kernel.cues import Weight
from perroquet.kernel.units import Millis, Seq
from perroquet.table.views import ChoiceView, EveningView
from perroquet.web.nodes import Lines, Node, icon
from perroquet.web.wording import Words

_STORY: Final = 40
"""Lines of the story that are drawn; the journal has them all."""

CHOSEN: Final = (
    "(e) => emit(Number(e.currentTarget.dataset.index), Number(document.querySelector('[data-seq]').dataset.seq))"
)
"""A choice goes back with the event its reader *saw*, which may be older than the one we last sent."""


class Choices:
    """Buttons for what this page's viewer may choose now."""

    def __init__(self, words: Words, choose: Callable[[int, Seq], None]) -> None:
        self._choose = choose
        self._buttons: list[Node] = []
        self._place = Node("div", "choices", role="group", aria_label=words("choices"))

    def show(self, choices: Sequence[ChoiceView]) -> None:
        """Draw one button a choice."""
        while len(self._buttons) > len(choices):
            self._buttons.pop().delete()
        with self._place:
            while len(self._buttons) < len(choices):
                button = Node("button", "button", type="button").on("click", self._chosen, js_handler=CHOSEN)
                self._buttons.append(button)
        for button, choice in zip(self._buttons, choices, strict=True):
            button.put(data_index=choice.index).write(choice.label)

    def _chosen(self, event: GenericEventArguments) -> None:
        match event.args:
            case [int(index), int(seq)]:
                self._choose(index, Seq(seq))
            case _:
                pass  # forged: our own page always sends two whole numbers


class Hero:
    """What is said, what is awaited, and what can be chosen; without `choose` nothing can be chosen here."""

    def __init__(self, words: Words, choose: Callable[[int, Seq], None] | None = None) -> None:
        self._words = words
        with Node("section", "panel hero"):
            Node("h2", "eyebrow", words("says"))
            self._said = Node("p", "said", role="status")
            with Node("div", "grounds") as self._grounds:
                self._old = Node("h3", "eyebrow", words("last-ruling"))
                self._ruling = Lines("ul", "li", "facts")
            with Node("div", "awaits"):
                icon("hourglass")
                with Node("p"):
                    Node("span", "label", words("awaits"))
                    self._awaits = Node("span", "what")
                self._countdown = _Countdown()
            self._facts = Lines("ul", "li", "facts")
            self._choices = None if choose is None else Choices(words, choose)

    def show(self, view: EveningView) -> None:
        """Draw the sentence, the facts and the choices."""
        # A screen reader tells each sentence once, and not every step of a knob that somebody turns.
        self._said.put(aria_live="off" if view.weight is Weight.PASSING else "polite")
        self._said.write(view.said or self._words("silent"))
        self._ruling.show(view.ruling)
        self._old.put(hidden=view.ruled)
        self._grounds.put(hidden=not view.ruling).wear("grounds" if view.ruled else "grounds old")
        self._facts.show(view.facts)
        self._countdown.show(view.left)
        self._awaits.write(view.awaits)
        if self._choices is not None:
            self._choices.show(view.choices)


class _Countdown:
    """Seconds that run down by themselves in the browser; nothing when no time is limited."""

    def __init__(self) -> None:
        self._place = Node("span", "countdown", aria_hidden="true")

    def show(self, left: Millis | None) -> None:
        self._place.clear()  # a new element, so that its seconds run from `left` again
        if left is not None:
            with self._place:
                Node("span", "seconds", style=f"--from:{left / 1000:.1f}; animation-duration:{left}ms", data_left=left)


class Device:
    """The parts, and in words what is wrong with one and how to mend it."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._items: list[_PartItem] = []
        with Node("section", "panel device", aria_label=words("parts")):
            self._list = Node("ul", "parts")

    def show(self, view: EveningView) -> None:
        """Draw each part; a missing one gets room for its words."""
        while len(self._items) > len(view.parts):
            self._items.pop().item.delete()
        with self._list:
            while len(self._items) < len(view.parts):
                self._items.append(_PartItem())
        for item, part in zip(self._items, view.parts, strict=True):
            state = "missing" if not part.present else "ailing" if part.ailing else "ok"
            item.item.wear(f"part {state}")
            item.mark.put(href="#check" if state == "ok" else "#cross")
            item.name.write(self._words(f"part-{part.part}"))
            item.state.write(self._words(f"part-{state}"))
            item.mend.write("" if state == "ok" else part.words)


class _PartItem:
    def __init__(self) -> None:
        with Node("li", "part") as self.item:
            with Node("svg", "icon", viewBox="0 0 24 24", aria_hidden="true"):
                self.mark = Node("use")
            self.name = Node("span", "part-name")
            self.state = Node("span", "part-state")
            self.mend = Node("p", "mend")


class Story:
    """The evening in words, newest first."""

    def __init__(self, words: Words) -> None:
        self._lines: dict[tuple[Seq, int], Node] = {}
        with Node("section", "panel story"):
            Node("h2", "eyebrow", words("story"))
            with Node("div", "lines", role="log", aria_live="off", tabindex=0, aria_label=words("story")):
                self._list = Node("ol")
            self._empty = Node("p", "empty", words("story-empty"))

    def show(self, view: EveningView) -> None:
        """Add what happened; forget lines that are gone or too old to draw."""
        nth: Counter[Seq] = Counter()
        wanted: dict[tuple[Seq, int], str] = {}
        for line in view.story[-_STORY:]:
            wanted[line.seq, nth[line.seq]] = line.text
            nth[line.seq] += 1
        for gone in self._lines.keys() - wanted.keys():
            self._lines.pop(gone).delete()
        for key, text in wanted.items():
            if key not in self._lines:
                with self._list:
                    self._lines[key] = Node("li", "line").move(target_index=0)
            self._lines[key].write(text)
        self._empty.put(hidden=bool(wanted))

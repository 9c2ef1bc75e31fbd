"""One browser's page: built once, then only what changed is sent. Importing this module imports NiceGUI."""

import json
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Protocol

from nicegui import context

from perroquet.kernel.sentences import Language, Phrasebook
from perroquet.kernel.units import Seat
from perroquet.table.views import EveningView
from perroquet.web.head import Place
from perroquet.web.nodes import Node
from perroquet.web.wording import Words, words_of

Rename = Callable[[Seat, str], None]
"""Asks that a seat be called as typed: `EveningLink.rename`."""


class Section(Protocol):
    """A part of the page."""

    def show(self, view: EveningView, /) -> None:
        """Draw what differs from the last view."""
        ...


class Corner(Protocol):
    """Room on the site for a layer above this one: the bench draws its table there."""

    def assets(self) -> str:
        """Return HTML for the page's head: its own style and script."""
        ...

    def listen(self) -> AsyncIterator[bytes] | None:
        """Return what a simulated speaker plays from now on, 48 kHz stereo, signed 16 bit; None = nothing to hear."""
        ...

    def build(self, language: Language, rename: Rename) -> Section:
        """Build the section in NiceGUI's current slot; called anew for each browser and each change of language."""
        ...


Layout = Callable[[Words, Language], Sequence[Section]]
"""Builds the sections of a page in NiceGUI's current slot."""


class Screen:
    """The page of one browser at `place`. Make it inside a NiceGUI page."""

    def __init__(self, place: Place, book: Phrasebook, layout: Layout) -> None:
        self._place = place
        self._book = book
        self._layout = layout
        self._drawn: EveningView | None = None
        self._sections: Sequence[Section] = ()
        self._root = Node("main", f"perroquet at-{place.name.lower()}")

    def show(self, view: EveningView, *, anew: bool = False) -> None:
        """Draw `view`; only a change of language draws everything anew.

        Args:
            view: what this page's viewer may know now.
            anew: look at what is no part of the view as well: who joined, what is asked for.
        """
        if self._drawn == view and not anew:
            return
        if self._drawn is None or self._drawn.language is not view.language:
            self._root.clear()
            with self._root:
                self._sections = self._build(view.language)
        self._drawn = view
        self._root.put(data_seq=view.seq, data_situation=str(view.situation), lang=str(view.language))
        for section in self._sections:
            section.show(view)

    def _build(self, language: Language) -> Sequence[Section]:
        words = words_of(self._book, language)
        _say_what_nicegui_says(language, words)
        Node("h1", "unseen", words(f"place-{self._place.name.lower()}"))
        return self._layout(words, language)


def _say_what_nicegui_says(language: Language, words: Words) -> None:
    """Give the page's language to what is not our own element: the document, and the toast of a lost network."""
    texts = json.dumps([str(language), words("connection-lost"), words("connection-again")])
    context.client.run_javascript(
        f"(([lang, ...texts]) => {{ document.documentElement.lang = lang;"
        f" document.querySelectorAll('#popup > span').forEach((span, nth) => {{ span.textContent = texts[nth]; }}); }})"
        f"({texts})"
    )

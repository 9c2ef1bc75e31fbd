"""One browser's page: built once, then only what changed is sent. Importing this module imports NiceGUI."""

import json
from collections.abc import Callable, Sequence
from typing import Protocol

from nicegui import context

from perroquet.kernel.sentences import Language, Phrasebook
from perroquet.kernel.units import Seat, Seq
from perroquet.table.views import EveningView
from perroquet.web.link import EveningLink
from perroquet.web.names import Names
from perroquet.web.nodes import Node
from perroquet.web.round_table import RoundTable
from perroquet.web.sections import Device, Head, Hero, Story
from perroquet.web.wording import Words, words_of

Rename = Callable[[Seat, str], None]
"""Asks that a seat be called as typed: `EveningLink.rename`."""


class Section(Protocol):
    """A part of the page."""

    def show(self, view: EveningView) -> None:
        """Draw what differs from the last view."""
        ...


class Corner(Protocol):
    """Room on the page for a layer above this one: the bench draws its panel there."""

    def assets(self) -> str:
        """Return HTML for the page's head: its own style and script."""
        ...

    def build(self, language: Language, rename: Rename) -> Section:
        """Build the section in NiceGUI's current slot; called anew for each browser and each change of language."""
        ...


class Screen:
    """The page of one browser. Make it inside a NiceGUI page."""

    def __init__(self, link: EveningLink, viewer: Seat | None, book: Phrasebook, corner: Corner | None) -> None:
        self._link = link
        self._viewer = viewer
        self._book = book
        self._corner = corner
        self._drawn: EveningView | None = None
        self._sections: Sequence[Section] = ()
        self._root = Node("div", "perroquet")  # inside the `main` that NiceGUI makes

    def show(self, view: EveningView) -> None:
        """Draw `view`; only a change of language draws everything anew."""
        if self._drawn == view:
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
        sections: list[Section] = [Head(words)]
        with Node("div", "rooms" if self._corner is None else "rooms with-corner"):
            with Node("div", "room a"):
                sections.append(Hero(words, self._choose))
            with Node("div", "room b"):
                with Node("section", "panel round"):
                    sections.append(RoundTable(words))
                    sections.append(Names(words, self._link.rename))
                sections.append(Device(words))
            if self._corner is not None:
                with Node("div", "room c"):
                    sections.append(self._corner.build(language, self._link.rename))
            with Node("div", "room d"):
                sections.append(Story(words))
        return sections

    def _choose(self, index: int, seq: Seq) -> None:
        self._link.choose(self._viewer, index, seq)


def _say_what_nicegui_says(language: Language, words: Words) -> None:
    """Give the page's language to what is not our own element: the document, and the toast of a lost network."""
    texts = json.dumps([str(language), words("connection-lost"), words("connection-again")])
    context.client.run_javascript(
        f"(([lang, ...texts]) => {{ document.documentElement.lang = lang;"
        f" document.querySelectorAll('#popup > span').forEach((span, nth) => {{ span.textContent = texts[nth]; }}); }})"
        f"({texts})"
    )

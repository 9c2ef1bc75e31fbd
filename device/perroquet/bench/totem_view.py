"""The totem from the side: its rings and columns light up as the base felt the last grab. Imports NiceGUI."""

from typing import Final

from nicegui import context

from perroquet.bench.tape import Tape
from perroquet.table.views import EveningView
from perroquet.web.nodes import Node
from perroquet.web.wording import Words

RINGS: Final = 12
COLUMNS: Final = 8
_PITCH: Final = 11.0
_FOOT: Final = 150.0
"""Where the lowest ring lies on the drawing."""


class TotemView:
    """Rings and columns, and a button for slow motion. The browser plays the tape by itself."""

    def __init__(self, tape: Tape, words: Words) -> None:
        self._tape = tape
        with Node("figure", "totem-view"):
            with Node("svg", "side", viewBox="-70 0 140 190", role="img", aria_label=words("totem-side")):
                Node("path", "body", d="M-26 20Q0 4 26 20L24 158Q0 166 -24 158z")
                for ring in range(RINGS):
                    Node("rect", "felt ring-line", x=-25, y=_FOOT - _PITCH * ring - 4, width=50, height=8, rx=3.5)
                for column in range(COLUMNS):
                    Node("rect", "felt column-line", x=-64 + 16 * column, y=172, width=14, height=14, rx=3)
                Node("path", "carving", d="M-12 52a6 6 0 0 1 10 0M2 52a6 6 0 0 1 10 0M-10 74Q0 82 10 74")
            with Node("figcaption", "tape"):
                self._told = Node("p", "tape-told", words("tape-none"))
                with Node("div", "tape-speeds", role="group", aria_label=words("tape-speed")):
                    for times in (1, 10, 50):
                        Node("button", "button", words(f"slow-{times}"), type="button", data_slow=times)
        self._data = Node("div", "tape-data", hidden=True)
        self._words = words
        stop = tape.watch(self._play)
        context.client.on_delete(stop)  # pyright: ignore[reportUnknownMemberType] untyped there
        if tape.newest:
            self._play()

    def _play(self) -> None:
        if self._data.is_deleted:  # the page was built anew in another language
            return
        self._told.write(self._words("tape-told"))
        self._data.put(data_tape=self._tape.newest)

    def show(self, _view: EveningView, /) -> None:
        """Draw nothing: the tape comes by itself."""

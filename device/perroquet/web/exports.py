"""What can be taken home: the evening in words, and the last ruling as a case. Imports NiceGUI."""

from perroquet.table.views import EveningView
from perroquet.web.nodes import Node
from perroquet.web.visit import Visit
from perroquet.web.wording import Words


class Exports:
    """Two files."""

    def __init__(self, words: Words, visit: Visit) -> None:
        self._visit = visit
        with Node("section", "panel exports"):
            Node("h2", "eyebrow", words("exports"))
            with Node("div", "actions"):
                Node("a", "button", words("export-evening"), href="/soiree.txt", download="perroquet.txt")
                self._case = Node(
                    "a", "button", words("export-dispute"), href="/litige.json", download="perroquet-case.json"
                )
            self._note = Node("p", "note-line", words("export-dispute-how"))

    def show(self, _view: EveningView, /) -> None:
        """Offer the case while there is a ruling."""
        can = self._visit.link.host().stake is not None
        self._case.put(hidden=not can)
        self._note.put(hidden=not can)

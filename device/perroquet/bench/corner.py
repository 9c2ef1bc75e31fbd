"""The bench's corner of the page."""

from pathlib import Path
from typing import TYPE_CHECKING, Final

from perroquet.bench.fingers import Fingers
from perroquet.bench.handles import BenchHandles
from perroquet.bench.holds import Holds
from perroquet.kernel.sentences import Language
from perroquet.web import wording
from perroquet.web.wording import read_book, words_of

if TYPE_CHECKING:
    from perroquet.web.screen import Rename, Section

_HERE: Final = Path(__file__).parent
_WEB: Final = Path(wording.__file__).parent
"""What a press means is worded there."""


class BenchCorner:
    """The virtual panel and totem, for `Page(corner=...)`."""

    def __init__(self, handles: BenchHandles) -> None:
        self._handles = handles
        self._fingers = Fingers(handles.panel) if handles.panel is not None else None
        self._holds = Holds(self._fingers) if self._fingers is not None else None
        self._book = read_book(_WEB / "sentences.toml").merged(read_book(_HERE / "sentences.toml"))
        self._assets = (
            f"<style>{(_HERE / 'style.css').read_text(encoding='utf-8')}</style>"
            f"<script>{(_HERE / 'panel.js').read_text(encoding='utf-8')}</script>"
        )

    def assets(self) -> str:
        """Return the corner's style and script."""
        return self._assets

    def build(self, language: Language, rename: "Rename") -> "Section":
        """Build the corner in NiceGUI's current slot."""
        from perroquet.bench.panel import BenchPanel

        return BenchPanel(self._handles, self._fingers, self._holds, rename, words_of(self._book, language))

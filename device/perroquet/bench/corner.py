"""The bench's corner of the page."""

from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import TYPE_CHECKING, Final

from perroquet.bench.fingers import Fingers
from perroquet.bench.handles import BenchHandles
from perroquet.bench.holds import Holds
from perroquet.bench.robots import Robots, Table
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import Seat
from perroquet.web import wording
from perroquet.web.wording import read_book, words_of

if TYPE_CHECKING:
    from perroquet.web.screen import Rename, Section

_HERE: Final = Path(__file__).parent
_WEB: Final = Path(wording.__file__).parent
"""What a press means is worded there."""


class BenchCorner:
    """The virtual panel and totem, for `Page(corner=...)`.

    Args:
        handles: what can be touched.
        table: the evening, for robots; None = no robots.
        has_phone: tells whether somebody plays a seat.
    """

    def __init__(
        self,
        handles: BenchHandles,
        table: Table | None = None,
        has_phone: Callable[[Seat], bool] = lambda _: False,
    ) -> None:
        self._handles = handles
        self._fingers = Fingers(handles.panel) if handles.panel is not None else None
        self._holds = Holds(self._fingers) if self._fingers is not None else None
        self._robots = None if table is None else Robots(table, has_phone, handles.evening, handles.reach)
        self._book = read_book(_WEB / "sentences.toml").merged(read_book(_HERE / "sentences.toml"))
        self._assets = (
            f"<style>{(_HERE / 'style.css').read_text(encoding='utf-8')}</style>"
            f"<script>{(_HERE / 'panel.js').read_text(encoding='utf-8')}</script>"
        )

    def assets(self) -> str:
        """Return the corner's style and script."""
        return self._assets

    def listen(self) -> AsyncIterator[bytes] | None:
        """Return what the simulated speaker plays from now on; None when the machine sounds by itself."""
        return None if self._handles.listen is None else self._handles.listen()

    def build(self, language: Language, rename: "Rename") -> "Section":
        """Build the corner in NiceGUI's current slot."""
        from perroquet.bench.panel import BenchPanel

        words = words_of(self._book, language)
        return BenchPanel(self._handles, self._fingers, self._holds, self._robots, rename, words)

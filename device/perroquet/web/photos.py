"""Photo finishes: the newest one to look into, and the evening's gallery. Importing this module imports NiceGUI."""

from perroquet.kernel.units import Seq
from perroquet.table.views import EveningView, FinishView
from perroquet.web.forms import button
from perroquet.web.nodes import Node, icon
from perroquet.web.wording import Words

_SIZE = {"width": 960, "height": 952}
"""A photo of two hands, and the place that any is fitted into."""

_READING: tuple[str, ...] = ("photo-time", "photo-rings", "photo-force", "photo-marks", "photo-grey")


_GRABS = frozenset({None, "jungle-speed", "practice"})
"""Games around the totem, and no game: in another one an old photo finish is in the way."""


class LastPhoto:
    """The newest contested grab, on a player's page."""

    def __init__(self, words: Words) -> None:
        self._words = words
        with Node("section", "panel last-photo") as self._box:
            Node("h2", "eyebrow", words("last-photo"))
            with Node("a", "photo-link", href="/photos"):
                self._picture = Node("img", "photo", **_SIZE)

    def show(self, view: EveningView) -> None:
        """Draw it when there is one."""
        felt = view.running in _GRABS
        finish = next((one for one in view.finishes if felt and one.contested), None)
        self._box.put(hidden=finish is None)
        if finish is not None:
            self._picture.put(src=_source(finish.seq), alt=self._words("photo-of", words=finish.words))


class Viewer:
    """One photo finish large, with zoom, what it shows in plain words, and its file; below it all the others."""

    def __init__(self, words: Words) -> None:
        self._words = words
        self._chosen: Seq | None = None
        self._finishes: tuple[FinishView, ...] = ()
        self._thumbs: dict[Seq, tuple[Node, Node]] = {}
        with Node("section", "panel photo-viewer"):
            self._told = Node("p", "big", words("photos-none"), role="status")
            with Node("div", "photo-tools") as self._tools:
                Node("button", "button", "−", type="button", data_zoom=-1, aria_label=words("zoom-out"))
                Node("button", "button", "+", type="button", data_zoom=1, aria_label=words("zoom-in"))
                self._file = Node("a", "button", words("download-svg"), download="")
            with Node("div", "photo-frame", tabindex=0, role="group", aria_label=words("photo-frame")) as self._frame:
                self._picture = Node("img", "photo", **_SIZE)
            with Node("details", "reading") as self._reading:
                Node("summary", "", words("photo-reading"))
                with Node("ul", "facts"):
                    for key in _READING:
                        Node("li", "", words(key))
        with Node("section", "panel gallery", aria_label=words("gallery")) as self._gallery:
            Node("h2", "eyebrow", words("gallery"))
            self._row = Node("div", "thumbs")

    def show(self, view: EveningView) -> None:
        """Draw the chosen one, the newest when none is, and thumbnails of all."""
        self._finishes = view.finishes
        wanted = {one.seq: one for one in view.finishes}
        for gone in self._thumbs.keys() - wanted.keys():
            self._thumbs.pop(gone)[0].delete()
        for seq, finish in sorted(wanted.items()):
            if seq not in self._thumbs:
                with self._row:
                    self._thumbs[seq] = self._thumb(finish)
                self._thumbs[seq][0].move(target_index=0)
            self._thumbs[seq][1].write(finish.words)
        self._gallery.put(hidden=not wanted)
        self._show_chosen()

    def _thumb(self, finish: FinishView) -> tuple[Node, Node]:
        with button("", lambda: self._choose(finish.seq), "thumb") as node:
            Node("img", "", src=_source(finish.seq), alt="", loading="lazy", **_SIZE)
            with Node("span", "thumb-told"):
                icon("hand" if finish.contested else "check")
                told = Node("span")
        return node, told

    def _choose(self, seq: Seq) -> None:
        self._chosen = seq
        self._show_chosen()

    def _show_chosen(self) -> None:
        chosen = next((one for one in self._finishes if one.seq == self._chosen), None)
        finish = chosen or next(iter(self._finishes), None)
        for node in (self._tools, self._frame, self._reading):
            node.put(hidden=finish is None)
        for seq, (thumb, _) in self._thumbs.items():
            thumb.put(aria_pressed="true" if finish is not None and seq == finish.seq else "false")
        if finish is None:
            self._told.write(self._words("photos-none"))
            return
        self._told.write(finish.words)
        self._picture.put(src=_source(finish.seq), alt=self._words("photo-of", words=finish.words))
        self._file.put(href=_source(finish.seq), download=f"perroquet-{finish.seq}.svg")


def _source(seq: Seq) -> str:
    return f"/photo/{seq}.svg"

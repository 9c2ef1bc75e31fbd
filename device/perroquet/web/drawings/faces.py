"""Cards drawn in a row: those that can be chosen are buttons. Importing this module imports NiceGUI."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from nicegui.events import GenericEventArguments

from perroquet.kernel.units import Seq
from perroquet.web.nodes import Node
from perroquet.web.sections import CHOSEN


@dataclass(frozen=True, slots=True, kw_only=True)
class Face:
    """One card.

    Attributes:
        big: what stands on it, such as a number.
        note: a line below; may be empty.
        classes: how it looks.
        label: what it is, in words, when `big` does not say it.
        index: of the choice it stands for; None = it only lies there.
        path: drawn instead of `big`, on a square of 60; may be empty.
    """

    big: str
    note: str = ""
    classes: str = ""
    label: str = ""
    index: int | None = None
    path: str = ""


class Faces:
    """A row whose elements are reused."""

    def __init__(self, title: str, choose: Callable[[int, Seq], None]) -> None:
        self._choose = choose
        self._slots: list[_Slot] = []
        with Node("div", "faces") as self._box:
            Node("h3", "eyebrow", title)
            self._row = Node("div", "face-row")

    def show(self, faces: Sequence[Face]) -> None:
        """Draw exactly these."""
        self._box.put(hidden=not faces)
        while len(self._slots) > len(faces):
            self._slots.pop().node.delete()
        with self._row:
            while len(self._slots) < len(faces):
                self._slots.append(_Slot(self._chosen))
        for slot, face in zip(self._slots, faces, strict=True):
            slot.show(face)

    def _chosen(self, event: GenericEventArguments) -> None:
        match event.args:
            case [int(index), int(seq)]:
                self._choose(index, Seq(seq))
            case _:
                pass  # forged: our own page always sends two whole numbers


class _Slot:
    def __init__(self, chosen: Callable[[GenericEventArguments], None]) -> None:
        with Node("button", "face", type="button").on("click", chosen, js_handler=CHOSEN) as self.node:
            with Node("svg", "shape", viewBox="0 0 60 60", aria_hidden="true") as self._svg:
                self._path = Node("path", "")
            self._big = Node("span", "big")
            self._note = Node("span", "face-note")

    def show(self, face: Face) -> None:
        self.node.wear(f"face {face.classes}")
        # Not `disabled`: what cannot be chosen is still to be read, and NiceGUI's own style would dim it.
        free = "false" if face.index is not None else "true"
        self.node.put(aria_disabled=free, data_index=-1 if face.index is None else face.index)
        self.node.put(aria_label=f"{face.label or face.big} {face.note}".strip())
        self._svg.wear("shape" if face.path else "shape none")
        self._path.put(d=face.path)
        self._big.put(hidden=not face.big).write(face.big)
        self._note.write(face.note)

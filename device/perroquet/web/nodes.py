"""Elements of the page. Importing this module imports NiceGUI."""

from collections.abc import Sequence
from typing import Self

from nicegui.elements.mixins.text_element import TextElement

from perroquet.kernel.cues import Pattern

Attribute = str | int | float | bool


class Node(TextElement):
    """One HTML or SVG element. Its text and attributes are data, whatever they contain; equal values send nothing."""

    def __init__(self, tag: str, classes: str = "", text: str = "", /, **attributes: Attribute) -> None:
        super().__init__(tag=tag, text=text)
        self._given: dict[str, Attribute] = {}
        self.classes(classes)
        self.put(**attributes)

    def put(self, **attributes: Attribute) -> Self:
        """Set attributes: `aria_label` is `aria-label`."""
        for key, value in attributes.items():
            name = key.replace("_", "-")
            if self._given.get(name) != value:
                self._given[name] = value
                self.props[name] = value
        return self

    def write(self, text: str) -> None:
        """Set the text."""
        self.text = text

    def wear(self, classes: str) -> None:
        """Replace all classes."""
        self.classes(replace=classes)


class Lines:
    """A list whose items are reused: a changed line sends one small update and keeps the focus where it is."""

    def __init__(self, tag: str, item: str, classes: str) -> None:
        self._parent = Node(tag, classes)
        self._item = item
        self._items: list[Node] = []

    def show(self, texts: Sequence[str]) -> Sequence[Node]:
        """Show exactly these lines; return their elements."""
        while len(self._items) > len(texts):
            self._items.pop().delete()
        with self._parent:
            self._items += [Node(self._item) for _ in texts[len(self._items) :]]
        for node, text in zip(self._items, texts, strict=True):
            node.write(text)
        return self._items


class Glyph(Node):
    """The shape of a lamp pattern."""

    def __init__(self, **place: Attribute) -> None:
        super().__init__("use", "glyph", **place)

    def show(self, pattern: Pattern) -> None:
        """Draw `pattern`."""
        self.put(href=f"#glyph-{pattern}")


def icon(name: str, classes: str = "icon") -> None:
    """Draw a symbol of `glyphs.svg`, a shape a pattern; decoration only, words say the same beside it."""
    with Node("svg", classes, viewBox="0 0 24 24", aria_hidden="true"):
        Node("use", href=f"#{name}")

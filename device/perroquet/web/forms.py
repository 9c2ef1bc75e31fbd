"""Things to press and to fill in. What a browser sends is checked here. Importing this module imports NiceGUI."""

from collections.abc import Callable
from typing import Final

from nicegui.events import GenericEventArguments

from perroquet.web.nodes import Attribute, Node

_VALUE: Final = "(e) => emit(e.currentTarget.value)"
_LONGEST: Final = 10_000
"""Characters of a field that are looked at; a written house rule may be long, a name is cut by the table."""


def button(text: str, act: Callable[[], None], classes: str = "button", **attributes: Attribute) -> Node:
    """Make a button that calls `act`; whatever the browser sends with the press is not looked at."""
    node = Node("button", classes, text, type="button", **attributes)
    node.on("click", lambda _: act(), args=[])
    return node


def on_text(node: Node, act: Callable[[str], None], event: str = "change") -> None:
    """Call `act` with what stands in a field when it changes."""

    def handle(told: GenericEventArguments) -> None:
        match told.args:
            case str(text):
                act(text[:_LONGEST])
            case _:
                pass  # forged: a field's value is a text

    node.on(event, handle, js_handler=_VALUE)


def on_number(node: Node, act: Callable[[int], None]) -> None:
    """Call `act` with the whole number in a field when it changes."""

    def handle(text: str) -> None:
        if text.lstrip("-").isdecimal() and len(text) < 9:
            act(int(text))

    on_text(node, handle)

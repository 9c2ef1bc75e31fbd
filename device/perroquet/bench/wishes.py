"""Hear what `panel.js` tells the bench's section; messages that our page never sends are refused. Imports NiceGUI."""

import logging
from collections.abc import Callable
from typing import Final

from nicegui.events import GenericEventArguments

from perroquet.bench.grabs import SEATS
from perroquet.web.nodes import Node

_log = logging.getLogger(__name__)

SEAT_LINES: Final = tuple(f"seat_{number}" for number in range(1, SEATS + 1))
LINES: Final = frozenset({"start", "mode", "hush", *SEAT_LINES})
"""Buttons of the panel."""


def on(section: Node, event_name: str, act: Callable[[object], None]) -> None:
    """Call `act` with the event's detail; the listener goes with the section when the language changes."""

    def handle(event: GenericEventArguments) -> None:
        act(event.args)

    section.on(event_name, handle, js_handler="(event) => emit(event.detail)")


def on_line(section: Node, event_name: str, act: Callable[[str], None]) -> None:
    """Call `act` with a button's line."""

    def handle(message: object) -> None:
        match message:
            case str(line) if line in LINES:
                act(line)
            case _:
                refuse(event_name, message)

    on(section, event_name, handle)


def refuse(event_name: str, message: object) -> None:
    """Note a message that our page never sends."""
    _log.info("refused a %s that our page never sends: %.80r", event_name, message)

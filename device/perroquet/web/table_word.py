"""The table's word: overrule the last ruling, with a reason. Importing this module imports NiceGUI."""

from typing import Final, cast

from nicegui.events import GenericEventArguments

from perroquet.kernel.units import Seat
from perroquet.table.hosting import REASON_LENGTH
from perroquet.table.views import EveningView
from perroquet.web.nodes import Node
from perroquet.web.visit import Visit
from perroquet.web.wording import Words

_SENT: Final = """(e) => { e.preventDefault(); const form = e.currentTarget;
  emit([...form.querySelectorAll("input[type=checkbox]:checked")].map((box) => Number(box.value)),
       form.elements.reason.value); form.reset(); }"""


class TableWord:
    """A form that is there while a ruling can be overruled."""

    def __init__(self, words: Words, visit: Visit) -> None:
        self._words = words
        self._visit = visit
        self._seats: dict[Seat, tuple[Node, Node]] = {}
        with Node("section", "panel table-word") as self._box:
            Node("h2", "eyebrow", words("table-word"))
            with Node("form").on("submit", self._sent, js_handler=_SENT):
                with Node("fieldset", "named"):
                    self._legend = Node("legend")
                    self._list = Node("div", "checks")
                with Node("label", "reason"):
                    Node("span", "caption", words("reason"))
                    Node("input", type="text", name="reason", maxlength=REASON_LENGTH, autocomplete="off")
                Node("button", "button", words("overrule"), type="submit")

    def _sent(self, event: GenericEventArguments) -> None:
        match event.args:
            case [seats, str(reason)] if isinstance(seats, list):
                named = tuple(seat for seat in self._seats if seat in cast("list[object]", seats))
                self._visit.overrule(named, reason[: REASON_LENGTH * 4])
            case _:
                pass  # forged: our own form sends seats and a text

    def show(self, view: EveningView) -> None:
        """Draw who can be named."""
        host = self._visit.link.host()
        self._box.put(hidden=host.stake is None)
        self._legend.write("" if host.stake is None else self._words(f"overrule-{host.stake}"))
        names = {seat.seat: seat.name for seat in view.seats}
        for gone in self._seats.keys() - set(host.playing):
            self._seats.pop(gone)[0].delete()
        for seat in host.playing:
            if seat not in self._seats:
                with self._list, Node("label", "check") as label:
                    Node("input", type="checkbox", value=seat)
                    self._seats[seat] = (label, Node("span"))
            self._seats[seat][1].write(names.get(seat, ""))

"""Take a place: a phone asks for a seat and its button answers. Importing this module imports NiceGUI."""

from perroquet.kernel.units import Seat
from perroquet.table.views import EveningView
from perroquet.web.forms import button
from perroquet.web.nodes import Node, icon
from perroquet.web.visit import Visit
from perroquet.web.wording import Words


class Lobby:
    """The seats a guest without one may ask for."""

    def __init__(self, words: Words, visit: Visit) -> None:
        self._words = words
        self._visit = visit
        self._seats: dict[Seat, tuple[Node, Node, Node]] = {}
        with Node("section", "panel lobby"):
            Node("h2", "big", words("lobby"))
            Node("p", "lead", words("lobby-how"))
            with Node("div", "asked", role="status") as self._asked:
                icon("hand")
                self._asked_text = Node("p")
                button(words("withdraw"), visit.withdraw)
            self._list = Node("div", "lobby-seats", role="group", aria_label=words("lobby"))
            with Node("div", "lobby-others"):
                self._lead = button(words("lead"), visit.lead, "button quiet")
                button(words("leave"), visit.leave, "button quiet")

    def show(self, view: EveningView) -> None:
        """Draw the seats, and what was asked for."""
        words, asked = self._words, self._visit.claims.pending().get(self._visit.guest_id)
        names = {seat.seat: seat.name for seat in view.seats}
        wired = range(self._visit.link.host().wired)
        for seat in map(Seat, wired):
            if seat not in self._seats:
                with self._list:
                    self._seats[seat] = self._seat(seat)
            node, name, note = self._seats[seat]
            taken = self._visit.guests.in_seat(seat) is not None
            name.write(names.get(seat, words("place", number=seat + 1)))
            note.write(words("seat-taken") if taken else words("seat-free" if seat not in names else "seat-sits"))
            node.put(aria_pressed="true" if seat == asked else "false")
        self._asked.put(hidden=asked is None)
        self._asked_text.write("" if asked is None else words("press-your-button", number=asked + 1))
        self._lead.put(hidden=not self._visit.guests.may_lead())

    def _seat(self, seat: Seat) -> tuple[Node, Node, Node]:
        node = button("", lambda: self._visit.claim(seat), "button lobby-seat")
        with node:
            Node("span", "number", str(seat + 1), aria_hidden="true")
            with Node("span", "lobby-name"):
                return node, Node("span"), Node("span", "option-note")

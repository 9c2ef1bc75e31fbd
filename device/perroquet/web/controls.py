"""The panel on the host's page: what each press would do now, and nothing that would do nothing. Imports NiceGUI."""

from typing import Final

from perroquet.kernel.cues import Pattern
from perroquet.kernel.readings import Control, Gesture
from perroquet.kernel.units import Percent, Seat
from perroquet.table.views import EveningView
from perroquet.web.forms import button, on_number
from perroquet.web.meaning import meaning
from perroquet.web.nodes import Node, icon
from perroquet.web.visit import Visit
from perroquet.web.wording import Words

_PRESSES: Final = (
    (Control.START, Gesture.SHORT),
    (Control.MODE, Gesture.SHORT),
    (Control.START, Gesture.LONG),
    (Control.MODE, Gesture.LONG),
    (Control.START, Gesture.CHORD),
    (Control.HUSH, Gesture.SHORT),
)
_KNOB: Final = (Control.ENCODER, Gesture.TURN)


class Controls:
    """START, MODE, HUSH, the knob and the seat buttons, as on the box."""

    def __init__(self, words: Words, visit: Visit) -> None:
        self._words = words
        self._visit = visit
        self._presses: dict[tuple[Control, Gesture], tuple[Node, Node]] = {}
        self._seats: dict[Seat, tuple[Node, Node]] = {}
        with Node("section", "panel controls"):
            Node("h2", "eyebrow", words("controls"))
            with Node("div", "presses"):
                for press in _PRESSES:
                    self._press(*press)
            with Node("div", "knob-row") as self._knob:
                Node("span", "caption", words("number"))
                button("−", lambda: visit.press(*_KNOB, steps=-1), "button step", aria_label=words("number-less"))
                button("+", lambda: visit.press(*_KNOB, steps=1), "button step", aria_label=words("number-more"))
            with Node("div", "seat-presses") as self._seat_row:
                self._seat_caption = Node("p", "caption")
                self._seat_buttons = Node("div", "choices")
            with Node("label", "field volume-field"):
                icon("speaker")
                Node("span", "caption", words("volume-label"))
                self._volume = Node("input", type="range", min=0, max=100, step=5)
                on_number(self._volume, lambda percent: visit.choose_volume(Percent(percent)))
                self._percent = Node("output", "percent")

    def _press(self, control: Control, gesture: Gesture) -> None:
        node = button("", lambda: self._visit.press(control, gesture), "button press")
        with node:
            label = Node("span", "does")
            Node("span", "how", self._words(f"how-{control}-{gesture}"))
        self._presses[control, gesture] = (node, label)

    def show(self, view: EveningView) -> None:
        """Draw what each press means now."""
        words = self._words
        for (control, gesture), (node, label) in self._presses.items():
            key = meaning(control, gesture, view)
            label.write("—" if key is None else words(f"action-{key}"))
            node.put(disabled=key is None)
        self._knob.put(hidden=not view.dialling)
        self._volume.put(**{"^value": view.volume}, aria_valuetext=words("percent", percent=view.volume))
        self._percent.write(words("percent", percent=view.volume))
        seats = {} if view.game is None else {seat.seat: seat for seat in view.seats}
        pressed = meaning(Control.SEAT, Gesture.SHORT, view) if seats else None
        self._seat_row.put(hidden=pressed is None)
        self._seat_caption.write("" if pressed is None else words(f"seats-{pressed}"))
        for gone in self._seats.keys() - seats.keys():
            self._seats.pop(gone)[0].delete()
        for seat, one in seats.items():
            if seat not in self._seats:
                with self._seat_buttons:
                    self._seats[seat] = self._seat(seat)
            node, name = self._seats[seat]
            node.put(aria_pressed="true" if one.pattern in {Pattern.READY, Pattern.WINS} else "false")
            name.write(one.name)

    def _seat(self, seat: Seat) -> tuple[Node, Node]:
        node = button("", lambda: self._visit.press(Control.SEAT, Gesture.SHORT, seat=seat), "button seat-press")
        with node:
            Node("span", "number", str(seat + 1), aria_hidden="true")
            name = Node("span")
        return node, name

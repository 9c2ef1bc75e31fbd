"""START, MODE, HUSH, the encoder and the seat buttons: they can be held, by mouse, finger and key. Imports NiceGUI."""

from typing import Final

from nicegui import context

from perroquet.bench.fingers import Fingers
from perroquet.bench.holds import Holds
from perroquet.bench.wishes import SEAT_LINES, on, on_line, refuse
from perroquet.kernel.readings import Control, Gesture
from perroquet.kernel.units import Millis
from perroquet.table.views import EveningView
from perroquet.web.meaning import meaning
from perroquet.web.nodes import Node
from perroquet.web.wording import Words

_TAP: Final = Millis(120)
_MOST_STEPS: Final = 24


class Box:
    """The simulated panel."""

    def __init__(self, section: Node, fingers: Fingers, holds: Holds, words: Words) -> None:
        self._words = words
        self._hints: dict[tuple[Control, Gesture], Node] = {}
        with Node("div", "box", role="group", aria_label=words("panel")):
            with Node("div", "keys-row"):
                for control in (Control.START, Control.MODE, Control.HUSH):
                    with Node("div", "key-slot"):
                        Node("button", f"key {control}", words(control), type="button", data_line=str(control))
                        self._hint(control, Gesture.SHORT)
                        if control is not Control.HUSH:
                            self._hint(control, Gesture.LONG)
                with Node("div", "key-slot"):
                    with Node("div", "encoder"):
                        Node("button", "step", "−", type="button", data_turn=-1, aria_label=words("turn-down"))
                        Node("span", "knob", aria_hidden="true")
                        Node("button", "step", "+", type="button", data_turn=1, aria_label=words("turn-up"))
                    self._hint(Control.ENCODER, Gesture.TURN)
            self._chord = Node("button", "chord", type="button", data_chord="start mode")
            with Node("div", "seat-row", role="group", aria_label=words("seats")):
                for number, line in enumerate(SEAT_LINES, start=1):
                    label = words("seat-button", number=number)
                    Node("button", "key seat-key", str(number), type="button", data_line=line, aria_label=label)
                self._hint(Control.SEAT, Gesture.SHORT)
        hand = context.client.id
        on_line(section, "bench_press", lambda line: holds.press(hand, line))
        on_line(section, "bench_release", lambda line: holds.release(hand, line))
        on_line(section, "bench_tap", lambda line: fingers.tap(line, _TAP))
        on(section, "bench_turn", lambda steps: _turn(fingers, steps))
        context.client.on_disconnect(lambda: holds.let_go(hand))  # pyright: ignore[reportUnknownMemberType] untyped there

    def _hint(self, control: Control, gesture: Gesture) -> None:
        self._hints[control, gesture] = Node("span", "hint")

    def show(self, view: EveningView) -> None:
        """Draw what each press means now."""
        for (control, gesture), node in self._hints.items():
            hint = self._meaning(control, gesture, view)
            if hint and control in {Control.START, Control.MODE}:
                hint = self._words(f"press-{gesture}", action=hint)
            node.write(hint)
        both = self._meaning(Control.START, Gesture.CHORD, view)
        self._chord.put(hidden=not both).write(self._words("press-chord", action=both))

    def _meaning(self, control: Control, gesture: Gesture, view: EveningView) -> str:
        key = meaning(control, gesture, view)
        return "" if key is None else self._words(f"action-{key}")


def _turn(fingers: Fingers, message: object) -> None:
    match message:
        case int(steps) if steps and abs(steps) <= _MOST_STEPS:
            fingers.turn(steps)
        case _:
            refuse("bench_turn", message)

"""The virtual panel and totem, as NiceGUI elements. Importing this module imports NiceGUI."""

import json
import logging
from collections.abc import Callable
from typing import Final

from nicegui import context
from nicegui.events import GenericEventArguments

from perroquet.bench.fingers import Fingers
from perroquet.bench.grabs import FINGERS, GAP_MS, SEATS, TOP_MM, read_wish
from perroquet.bench.handles import BenchHandles, SpeakerHandle
from perroquet.bench.holds import Holds
from perroquet.bench.sitting import SitDown
from perroquet.drivers.sim.base_handles import VirtualBase
from perroquet.kernel.readings import Control, Gesture, Part
from perroquet.kernel.units import Degrees, Millis, Seat
from perroquet.table.views import EveningView
from perroquet.web.meaning import meaning
from perroquet.web.nodes import Attribute, Node, icon
from perroquet.web.screen import Rename
from perroquet.web.seating import places
from perroquet.web.wording import Words

_log = logging.getLogger(__name__)
_TAP: Final = Millis(120)
_SEAT_LINES: Final = tuple(f"seat_{number}" for number in range(1, SEATS + 1))
_LINES: Final = frozenset({"start", "mode", "hush", *_SEAT_LINES})
_MOST_STEPS: Final = 24
_NOBODY: Final = -1
_READY: Final = {"gap": 12, "fingers1": 4, "fingers2": 3, "top1": 68, "top2": 126}
"""The first verdict in a minute: twelve milliseconds apart, four fingers to three."""


class BenchPanel:
    """The bench's section of one page."""

    def __init__(
        self, handles: BenchHandles, fingers: Fingers | None, holds: Holds | None, rename: Rename, words: Words
    ) -> None:
        self._parts: list[_Box | _Totem | _Guests | _Plug] = []
        with Node("section", "panel bench") as section:
            with Node("div", "bench-head"):
                Node("h2", "eyebrow", words("bench"))
                if handles.base is not None and fingers is not None:
                    self._parts.append(_Guests(SitDown(fingers, handles.base, rename), words))
            if fingers is not None and holds is not None:
                self._parts.append(_Box(section, fingers, holds, words))
            if handles.base is not None:
                self._parts.append(_Totem(section, handles.base, words))
            with Node("div", "plugs"):
                if handles.base is not None:
                    self._parts.append(_Plug(Part.TOTEM, handles.base, words, "base"))
                if handles.speaker is not None:
                    self._parts.append(_Plug(Part.SPEAKER, handles.speaker, words, "speaker"))
            if fingers is not None:
                Node("p", "keys", words("keys"))

    def show(self, view: EveningView) -> None:
        """Draw names, what a press means now, and which cables are plugged."""
        for part in self._parts:
            part.show(view)


class _Box:
    """START, MODE, HUSH, the encoder and the seat buttons: they can be held, by mouse, finger and key."""

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
                for number, line in enumerate(_SEAT_LINES, start=1):
                    label = words("seat-button", number=number)
                    Node("button", "key seat-key", str(number), type="button", data_line=line, aria_label=label)
                self._hint(Control.SEAT, Gesture.SHORT)
        hand = context.client.id
        _on_line(section, "bench_press", lambda line: holds.press(hand, line))
        _on_line(section, "bench_release", lambda line: holds.release(hand, line))
        _on_line(section, "bench_tap", lambda line: fingers.tap(line, _TAP))
        _on(section, "bench_turn", lambda steps: _turn(fingers, steps))
        context.client.on_disconnect(lambda: holds.let_go(hand))  # pyright: ignore[reportUnknownMemberType] untyped there

    def _hint(self, control: Control, gesture: Gesture) -> None:
        self._hints[control, gesture] = Node("span", "hint")

    def show(self, view: EveningView) -> None:
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


class _Totem:
    """Hands to place on the totem. The fields live in the browser; the server sees a grab only when it is sent."""

    def __init__(self, section: Node, base: VirtualBase, words: Words) -> None:
        self._words = words
        self._base = base
        self._azimuths: dict[Seat, Degrees] = {}
        self._names: list[tuple[Seat, Node]] = []
        self._hindrance: str | None = None
        with Node("form", "grab", aria_label=words("totem")):
            with Node("div", "hands"):
                self._hand(1, fingers=_READY["fingers1"], top=_READY["top1"], seat=0)
                self._hand(2, fingers=_READY["fingers2"], top=_READY["top2"], seat=1)
            self._range("gap", words("gap"), GAP_MS, _READY["gap"], "ms")
            self._note = Node("p", "note", role="alert")
            with Node("div", "actions"):
                with Node("button", "button main", type="submit"):
                    icon("hand")
                    Node("span", "", words("grab"))
                Node("button", "button", words("ready"), type="submit", data_ready=json.dumps(_READY))
                Node("button", "button", words("tap"), type="submit", name="tap")
                self._put_back = Node("button", "button", words("put-back"), type="button")
                self._put_back.on("click", base.put_back, args=[])
        _on(section, "bench_grab", self._grab)

    def _hand(self, nth: int, *, fingers: int, top: int, seat: int) -> None:
        words = self._words
        with Node("fieldset", "hand"):
            Node("legend", "", words(f"hand-{nth}"))
            with Node("label", "field"):
                Node("span", "caption", words("who"))
                with Node("select", "", name=f"seat{nth}"):
                    if nth > 1:
                        Node("option", "", words("nobody"), value=_NOBODY)
                    for number in range(SEATS):
                        chosen: dict[str, Attribute] = {"selected": True} if number == seat else {}
                        self._names.append((Seat(number), Node("option", "", "", value=number, **chosen)))
            with Node("div", "field", role="radiogroup", aria_label=words("fingers")):
                Node("span", "caption", words("fingers"))
                with Node("span", "chips"):
                    for count in range(FINGERS[0], FINGERS[1] + 1):
                        checked: dict[str, Attribute] = {"checked": True} if count == fingers else {}
                        with Node("label", "chip"):
                            Node("input", "", type="radio", name=f"fingers{nth}", value=count, **checked)
                            Node("span", "", str(count))
            self._range(f"top{nth}", words("top"), TOP_MM, top, "mm")

    def _range(self, name: str, caption: str, bounds: tuple[int, int], value: int, unit: str) -> None:
        with Node("label", "field"):
            Node("span", "caption", caption)
            slider = Node("input", "", type="range", name=name, min=bounds[0], max=bounds[1], data_unit=unit)
            slider.props["^value"] = value  # the attribute, not the property: redrawing must not undo the hand's choice
            Node("output", "", f"{value} {unit}")

    def _grab(self, message: object) -> None:
        wish = read_wish(message)
        if wish is None:
            _refuse("bench_grab", message)
        elif self._hindrance is not None:
            self._note.write(self._words(self._hindrance))
        else:
            self._base.grab(wish.scripted(self._azimuth))

    def _azimuth(self, seat: Seat) -> Degrees:
        return self._azimuths.get(seat, Degrees(360.0 * seat / SEATS))

    def show(self, view: EveningView) -> None:
        self._azimuths = dict(places(view.seats))
        names = {seat.seat: seat.name for seat in view.seats}
        for seat, option in self._names:
            option.write(names.get(seat) or self._words("place", number=seat + 1))
        away, unplugged = (
            view.standing is False,
            any(part.part is Part.TOTEM and not part.present for part in view.parts),
        )
        self._hindrance = "base-unplugged" if unplugged else "totem-away" if away else None
        self._put_back.wear("button main" if away and not unplugged else "button")
        if self._hindrance is None:
            self._note.write("")


class _Guests:
    """Four people who come and sit down when asked."""

    def __init__(self, sitting: SitDown, words: Words) -> None:
        self._sitting = sitting
        self._view: EveningView | None = None
        self._call = Node("button", "button main", words("sit-down"), type="button")
        self._call.on("click", self._come, args=[])

    def _come(self) -> None:
        if self._view is not None:
            self._sitting.begin(self._view)

    def show(self, view: EveningView) -> None:
        self._view = view
        self._sitting.seen(view)
        self._call.put(hidden=not self._sitting.may_begin(view))


class _Plug:
    """One cable: a button that pulls it, or plugs it in again."""

    def __init__(self, part: Part, handle: VirtualBase | SpeakerHandle, words: Words, name: str) -> None:
        self._part = part
        self._handle = handle
        self._words = words
        self._name = name
        self._plugged = True
        with Node("button", "button plug", type="button").on("click", self._toggle, args=[]):
            icon("plug")
            self._label = Node("span")

    def _toggle(self) -> None:
        if self._plugged:
            self._handle.unplug()
        else:
            self._handle.plug()

    def show(self, view: EveningView) -> None:
        self._plugged = all(part.present for part in view.parts if part.part is self._part)
        self._label.write(self._words(f"{'unplug' if self._plugged else 'plug'}-{self._name}"))


def _on(section: Node, event_name: str, act: Callable[[object], None]) -> None:
    """Hear what `panel.js` tells the section; the listener goes with the section when the language changes."""

    def handle(event: GenericEventArguments) -> None:
        act(event.args)

    section.on(event_name, handle, js_handler="(event) => emit(event.detail)")


def _on_line(section: Node, event_name: str, act: Callable[[str], None]) -> None:
    def handle(message: object) -> None:
        match message:
            case str(line) if line in _LINES:
                act(line)
            case _:
                _refuse(event_name, message)

    _on(section, event_name, handle)


def _turn(fingers: Fingers, message: object) -> None:
    match message:
        case int(steps) if steps and abs(steps) <= _MOST_STEPS:
            fingers.turn(steps)
        case _:
            _refuse("bench_turn", message)


def _refuse(event_name: str, message: object) -> None:
    _log.info("refused a %s that our page never sends: %.80r", event_name, message)

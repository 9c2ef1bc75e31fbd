"""Hands to place on the totem: a script of two, or a rush of whoever is quick. Importing this module imports NiceGUI.

The fields live in the browser; the server sees a grab only when it is sent.
"""

import json
from typing import Final

from perroquet.bench.grabs import FAULTS, FINGERS, GAP_MS, SEATS, TOP_MM, read_wish
from perroquet.bench.wishes import on, refuse
from perroquet.drivers.sim.base_handles import VirtualBase
from perroquet.kernel.readings import Part
from perroquet.kernel.units import Degrees, Seat
from perroquet.table.views import EveningView
from perroquet.web.nodes import Attribute, Node, icon
from perroquet.web.seating import places
from perroquet.web.wording import Words

_NOBODY: Final = -1
_READY: Final = {"gap": 12, "fingers1": 4, "fingers2": 3, "top1": 68, "top2": 126}
"""The first verdict in a minute: twelve milliseconds apart, four fingers to three."""

_RUSH_KEYS: Final = ("KeyQ", "KeyW", "KeyE", "KeyR", "KeyT", "KeyY", "KeyU", "KeyI")
"""By place on the keyboard, not by letter: AZERTY has A Z E R T Y U I there."""


class HandsForm:
    """The form of scripted grabs, and the pads of a rush."""

    def __init__(self, section: Node, base: VirtualBase, words: Words) -> None:
        self._words = words
        self._base = base
        self._azimuths: dict[Seat, Degrees] = {}
        self._names: list[tuple[Seat, Node]] = []
        self._pads: dict[Seat, tuple[Node, Node]] = {}
        self._hindrance: str | None = None
        self._rush()
        with Node("form", "grab", aria_label=words("totem")):
            with Node("div", "hands"):
                self._hand(1, fingers=_READY["fingers1"], top=_READY["top1"], seat=0)
                self._hand(2, fingers=_READY["fingers2"], top=_READY["top2"], seat=1)
            with Node("div", "together"):
                self._range("gap", words("gap"), GAP_MS, _READY["gap"], "ms")
                with Node("span", "chips odd"), Node("label", "chip"):
                    Node("input", "", type="checkbox", name="bump")
                    Node("span", "", words("bump"))
            self._note = Node("p", "note", role="alert")
            with Node("div", "actions"):
                with Node("button", "button main", type="submit"):
                    icon("hand")
                    Node("span", "", words("grab"))
                Node("button", "button", words("ready"), type="submit", data_ready=json.dumps(_READY))
                Node("button", "button", words("tap"), type="submit", name="tap")
                self._put_back = Node("button", "button", words("put-back"), type="button")
                self._put_back.on("click", lambda _: base.put_back(), args=[])
        on(section, "bench_grab", self._grab)

    def _rush(self) -> None:
        with Node("div", "rush"):
            Node("p", "caption", self._words("rush"))
            self._pad_row = Node("div", "pads", role="group", aria_label=self._words("rush-pads"))

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
            with Node("span", "chips odd"):
                for name in ("wet", "drops"):
                    with Node("label", "chip"):
                        Node("input", "", type="checkbox", name=f"{name}{nth}")
                        Node("span", "", words(name))

    def _range(self, name: str, caption: str, bounds: tuple[int, int], value: int, unit: str) -> None:
        with Node("label", "field"):
            Node("span", "caption", caption)
            slider = Node("input", "", type="range", name=name, min=bounds[0], max=bounds[1], data_unit=unit)
            slider.props["^value"] = value  # the attribute, not the property: redrawing must not undo the hand's choice
            Node("output", "", f"{value} {unit}")

    def _grab(self, message: object) -> None:
        wish = read_wish(message)
        if wish is None:
            refuse("bench_grab", message)
        elif self._hindrance is not None:
            self._note.write(self._words(self._hindrance))
        else:
            if wish.bump:
                self._base.disturb((FAULTS["bump"],))
            self._base.grab(wish.scripted(self._azimuth))

    def _azimuth(self, seat: Seat) -> Degrees:
        return self._azimuths.get(seat, Degrees(360.0 * seat / SEATS))

    def show(self, view: EveningView) -> None:
        """Draw names, and what stands in the way of a grab."""
        self._azimuths = dict(places(view.seats))
        names = {seat.seat: seat.name for seat in view.seats}
        for seat, option in self._names:
            option.write(names.get(seat) or self._words("place", number=seat + 1))
        for gone in self._pads.keys() - names.keys():
            self._pads.pop(gone)[0].delete()
        for seat, name in names.items():
            if seat not in self._pads and seat < SEATS:
                with self._pad_row:
                    self._pads[seat] = _pad(seat)
            if seat in self._pads:
                self._pads[seat][1].write(name)
        unplugged = any(part.part is Part.TOTEM and not part.present for part in view.parts)
        away = view.standing is False
        self._hindrance = "base-unplugged" if unplugged else "totem-away" if away else None
        self._put_back.wear("button main" if away and not unplugged else "button")
        if self._hindrance is None:
            self._note.write("")


def _pad(seat: Seat) -> tuple[Node, Node]:
    with Node("button", "pad", type="button", data_pad=seat, data_key=_RUSH_KEYS[seat]) as pad:
        name = Node("span", "pad-name")
        Node("kbd", "pad-key", _RUSH_KEYS[seat].removeprefix("Key"))
    return pad, name

"""What can go wrong, on purpose: cables, a stuck button, blows, hum. Importing this module imports NiceGUI."""

from collections.abc import Callable
from functools import partial

from perroquet.bench.grabs import FAULTS
from perroquet.bench.handles import BenchHandles, PanelHandle, SpeakerHandle
from perroquet.drivers.sim.base_handles import VirtualBase
from perroquet.kernel.readings import Part
from perroquet.table.views import EveningView
from perroquet.web.forms import button
from perroquet.web.nodes import Node, icon
from perroquet.web.wording import Words

_STUCK: str = "seat_1"


class Faults:
    """One button a fault."""

    def __init__(self, handles: BenchHandles, words: Words) -> None:
        self._plugs: list[_Plug] = []
        with Node("details", "faults"):
            Node("summary", "", words("faults"))
            with Node("div", "plugs"):
                if handles.base is not None:
                    self._plugs.append(_Plug(Part.TOTEM, handles.base, words, "base"))
                if handles.speaker is not None:
                    self._plugs.append(_Plug(Part.SPEAKER, handles.speaker, words, "speaker"))
                if handles.panel is not None:
                    _Stuck(handles.panel, words)
                if handles.base is not None:
                    for name, fault in FAULTS.items():
                        button(words(f"fault-{name}"), partial(handles.base.disturb, (fault,)))
                    button(words("fault-reboot"), handles.base.reboot)

    def show(self, view: EveningView) -> None:
        """Draw which cables are plugged."""
        for plug in self._plugs:
            plug.show(view)


class _Plug:
    """One cable: a button that pulls it, or plugs it in again."""

    def __init__(self, part: Part, handle: VirtualBase | SpeakerHandle, words: Words, name: str) -> None:
        self._part = part
        self._handle = handle
        self._words = words
        self._name = name
        self._plugged = True
        with button("", self._toggle, "button plug"):
            icon("plug")
            self._label = Node("span")

    def _toggle(self) -> None:
        act: Callable[[], None] = self._handle.unplug if self._plugged else self._handle.plug
        act()

    def show(self, view: EveningView) -> None:
        self._plugged = all(part.present for part in view.parts if part.part is self._part)
        self._label.write(self._words(f"{'unplug' if self._plugged else 'plug'}-{self._name}"))


class _Stuck:
    """A seat button that does not spring back."""

    def __init__(self, panel: PanelHandle, words: Words) -> None:
        self._panel = panel
        self._words = words
        self._stuck = False
        self._button = button(words("fault-stuck"), self._toggle, aria_pressed="false")

    def _toggle(self) -> None:
        self._stuck = not self._stuck
        (self._panel.stick if self._stuck else self._panel.free)(_STUCK)
        self._button.put(aria_pressed="true" if self._stuck else "false")
        self._button.write(self._words("fault-freed" if self._stuck else "fault-stuck"))

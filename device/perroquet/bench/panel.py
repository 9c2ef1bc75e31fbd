"""The bench's section of one page, as NiceGUI elements. Importing this module imports NiceGUI."""

from collections.abc import Callable
from functools import partial
from typing import Final

from perroquet.bench.box import Box
from perroquet.bench.faults import Faults
from perroquet.bench.fingers import Fingers
from perroquet.bench.handles import BenchHandles
from perroquet.bench.hands_form import HandsForm
from perroquet.bench.holds import Holds
from perroquet.bench.pace import PACES
from perroquet.bench.robots import Robots
from perroquet.bench.sitting import SitDown
from perroquet.bench.totem_view import TotemView
from perroquet.table.views import EveningView
from perroquet.web.forms import button
from perroquet.web.nodes import Node
from perroquet.web.screen import Rename, Section
from perroquet.web.wording import Words

SOUND: Final = "/banc/son"
"""Where a browser fetches what the simulated speaker plays."""


class BenchPanel:
    """The virtual table's controls."""

    def __init__(
        self,
        handles: BenchHandles,
        fingers: Fingers | None,
        holds: Holds | None,
        robots: Robots | None,
        rename: Rename,
        words: Words,
    ) -> None:
        parts: list[Section] = []
        with Node("section", "panel bench") as section:
            with Node("div", "bench-head"):
                Node("h2", "eyebrow", words("bench"))
                with Node("div", "bench-calls"):
                    if handles.base is not None and fingers is not None:
                        parts.append(_Guests(SitDown(fingers, handles.base, rename), words))
                    if handles.listen is not None:
                        Node(
                            "button",
                            "button",
                            words("listen"),
                            type="button",
                            data_listen=SOUND,
                            data_stop=words("listen-stop"),
                        )
                    if robots is not None:
                        parts.append(_Robots(robots, words))
            with Node("div", "box-and-totem"):
                if fingers is not None and holds is not None:
                    parts.append(Box(section, fingers, holds, words))
                if handles.tape is not None:
                    parts.append(TotemView(handles.tape, words))
            if handles.base is not None:
                parts.append(HandsForm(section, handles.base, words))
            parts.append(Faults(handles, words))
            if fingers is not None:
                Node("p", "keys", words("keys"))
        self._parts = tuple(parts)

    def show(self, view: EveningView) -> None:
        """Draw names, what a press means now, and which cables are plugged."""
        for part in self._parts:
            part.show(view)


class _Guests:
    """Four people who come and sit down when asked."""

    def __init__(self, sitting: SitDown, words: Words) -> None:
        self._sitting = sitting
        self._view: EveningView | None = None
        self._call = button(words("sit-down"), self._come, "button main")

    def _come(self) -> None:
        if self._view is not None:
            self._sitting.begin(self._view)

    def show(self, view: EveningView) -> None:
        self._view = view
        self._sitting.seen(view)
        self._call.put(hidden=not self._sitting.may_begin(view))


class _Robots:
    """Robots on the seats without a phone, an evening that plays itself, and the pace of both."""

    def __init__(self, robots: Robots, words: Words) -> None:
        self._robots = robots
        self._words = words
        self._view: EveningView | None = None
        self._seats = button(words("robots"), partial(self._do, robots.toggle_seats), aria_pressed="false")
        self._evening = button(words("play-evening"), partial(self._do, robots.toggle_evening), aria_pressed="false")
        with Node("div", "paces", role="group", aria_label=words("pace")):
            Node("span", "caption", words("pace"), aria_hidden="true")
            self._paces = {times: self._pace(times) for times in PACES}

    def _pace(self, times: float) -> Node:
        def choose() -> None:
            self._robots.pace.times = times

        return button(self._words(f"pace-{times:g}"), partial(self._do, choose), aria_pressed="false")

    def _do(self, act: Callable[[], None]) -> None:
        """Do it, and show it at once here; other pages show it with the next event."""
        act()
        if self._view is not None:
            self.show(self._view)

    def show(self, view: EveningView) -> None:
        self._view = view
        robots, words = self._robots, self._words
        self._seats.put(hidden=view.game is None, aria_pressed="true" if robots.seats_play else "false")
        self._seats.write(words("robots-stop" if robots.seats_play else "robots"))
        self._evening.put(hidden=not robots.has_evening, aria_pressed="true" if robots.evening_plays else "false")
        self._evening.write(words("play-evening-stop" if robots.evening_plays else "play-evening"))
        for times, node in self._paces.items():
            node.put(aria_pressed="true" if times == robots.pace.times else "false")

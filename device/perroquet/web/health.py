"""How the device is, part by part, with the way to mend it: what `perroquet doctor` finds. Imports NiceGUI."""

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass

from perroquet.table.views import EveningView
from perroquet.web.nodes import Node
from perroquet.web.wording import Words


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One part. `mend` is empty when all is well."""

    part: str
    state: str
    found: str
    mend: str


Examine = Callable[[str], Awaitable[Sequence[Finding]]]
"""Examines the machine; told the language of the mends, `fr` or `en`."""


class Health:
    """Nothing until somebody asks: an examination takes a moment."""

    def __init__(self, words: Words, language: str, examine: Examine) -> None:
        self._words = words
        self._language = language
        self._examine = examine
        with Node("section", "panel health"):
            Node("h2", "eyebrow", words("health"))
            self._ask = Node("button", "button", words("examine"), type="button")
            self._ask.on("click", self._look, args=[])
            self._list = Node("ul", "findings", role="status")

    async def _look(self) -> None:
        self._ask.put(disabled=True)
        findings = await self._examine(self._language)
        self._ask.put(disabled=False)
        self._list.clear()
        with self._list:
            for finding in findings:
                with Node("li", "part ok" if finding.state == "ok" else f"part {finding.state}"):
                    with Node("svg", "icon", viewBox="0 0 24 24", aria_hidden="true"):
                        Node("use", href="#check" if finding.state in {"ok", "absent-optional"} else "#cross")
                    Node("span", "part-name", finding.part)
                    Node("span", "found", finding.found)
                    if finding.mend:
                        Node("p", "mend", finding.mend)

    def show(self, _view: EveningView, /) -> None:
        """Draw nothing: what was found stays until somebody asks again."""

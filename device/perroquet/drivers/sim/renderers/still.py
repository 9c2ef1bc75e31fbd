"""What lies still is drawn once: pictures of a card that was laid differ by hands and noise alone."""

from collections.abc import Callable
from copy import deepcopy
from dataclasses import replace
from typing import Generic, TypeVar

from perroquet.kernel.units import HostNs
from perroquet.vision.scene import Scene

Drawn = TypeVar("Drawn")


class Still(Generic[Drawn]):
    """Keeps the last table that was drawn, without arms.

    Args:
        draw: draws what of a scene neither its arms nor its moment change.
    """

    def __init__(self, draw: Callable[[Scene], Drawn]) -> None:
        self._draw = draw
        self._last: tuple[Scene, Drawn] | None = None

    def of(self, scene: Scene) -> Drawn:
        """Return what was drawn, to draw on."""
        still = replace(scene, arms=(), moment=0, at=HostNs(0))
        if self._last is None or self._last[0] != still:
            self._last = still, self._draw(still)
        return deepcopy(self._last[1])

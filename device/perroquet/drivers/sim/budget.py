"""The force budget of `hardware/forces.toml`: what holds the totem, and when it separates."""

import tomllib
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from perroquet.assets import asset
from perroquet.drivers.sim.model import Reals


@dataclass(frozen=True, slots=True, kw_only=True)
class ForceBudget:
    """Newtons and millimetres; the file says what each is."""

    weight_n: float
    magnets_n: float
    contacts: int
    contact_each_n: float
    foot_radius_mm: float
    mass_height_mm: float
    preload_n: float
    support_radius_mm: float
    mass_kg: float

    @property
    def hold_n(self) -> float:
        """Upward pull that separates."""
        return self.weight_n + self.magnets_n - self.contacts * self.contact_each_n

    @property
    def hold_nmm(self) -> float:
        """Moment that separates."""
        return self.hold_n * self.foot_radius_mm

    def separates(self, pull: Reals) -> NDArray[np.bool_]:
        """Return (n,) whether pulls (n, 3: newtons upward, moment in newton millimetres) beat the hold."""
        return (pull[:, 0] > self.hold_n) | (np.hypot(pull[:, 1], pull[:, 2]) > self.hold_nmm)


@cache
def force_budget() -> ForceBudget:
    """Read the table.

    Raises:
        FileNotFoundError: the installation is incomplete.
        TypeError: a key is missing or unknown.
    """
    table = tomllib.loads(asset("hardware/forces.toml").read_text(encoding="utf-8"))
    return ForceBudget(**{key: value for part in table.values() for key, value in part.items()})

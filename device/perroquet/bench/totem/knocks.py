"""An evening of knocks and bumps: what nobody may take for a grab."""

import random
from functools import lru_cache
from typing import Final

from perroquet.bench.totem.grabs import HOUSE, Analyse, Marks
from perroquet.drivers.sim.acts import Bump, Disturbance, Knock
from perroquet.drivers.sim.hands import VirtualTotem
from perroquet.drivers.sim.model import Model
from perroquet.drivers.sim.windows import window_of
from perroquet.games.jungle_speed.anti_meute import AskTable, Beyond, decide
from perroquet.kernel.readings import Window
from perroquet.kernel.units import Degrees

AN_HOUR: Final = 80
"""Knocks and bumps of a lively table; a guess."""
_BUMPS: Final = 0.75
_AT_US: Final = 200_000
_LOOK_US: Final = 600_000


def knocked(seed: int, model: Model, analyse: Analyse) -> Marks:
    """Return whether one bump of the table, or one forearm against the totem, made a grab."""
    window = _window(seed, model)
    if window is None:
        return {"false grabs": [0.0], "knocks felt as a contact": [0.0]}
    decision = decide(analyse(window, {}, {}, None), frozenset(), HOUSE)
    nobody = isinstance(decision, AskTable) and decision.why is Beyond.NO_HANDS
    return {"false grabs": [float(not nobody)], "knocks felt as a contact": [1.0]}


@lru_cache(maxsize=1)
def _window(seed: int, model: Model) -> Window | None:
    """Play it; every way of analysing gets the same window."""
    luck = random.Random(f"bench/knock/{seed}")
    totem = VirtualTotem(f"knock/{seed}", model)
    totem.disturb([_act(luck)], _AT_US)
    return window_of(totem, _AT_US - 20_000, within_us=_LOOK_US)


def _act(luck: random.Random) -> Disturbance:
    if luck.random() < _BUMPS:
        return Bump(at_ms=0.0, g=luck.uniform(0.05, 0.6))
    return Knock(at_ms=0.0, azimuth=Degrees(luck.uniform(0, 360)), newtons=luck.uniform(5, 25))

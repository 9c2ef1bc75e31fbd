"""The fitted numbers of the analysis, as data: `weights.json` names the script, seeds and physics that made it."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final


@dataclass(frozen=True, slots=True, kw_only=True)
class Weights:
    """Two logistic models.

    Attributes:
        parting_bias, parting: log odds of two hands on one group of rings, per piece of evidence.
        mean, spread: by which the features of a hand are standardised.
        fingers: (features, 5) log odds of 1 to 5 fingers.
    """

    parting_bias: float
    parting: tuple[float, ...]
    mean: tuple[float, ...]
    spread: tuple[float, ...]
    fingers: tuple[tuple[float, ...], ...]


def _read() -> Weights:
    raw: dict[str, Any] = json.loads(Path(__file__).with_name("weights.json").read_text(encoding="utf-8"))
    return Weights(
        parting_bias=raw["parting_bias"],
        parting=tuple(raw["parting"]),
        mean=tuple(raw["mean"]),
        spread=tuple(raw["spread"]),
        fingers=tuple(tuple(row) for row in raw["fingers"]),
    )


WEIGHTS: Final = _read()

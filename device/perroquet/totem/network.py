"""The learned part of the analysis: two small networks in plain numpy, their weights as data.

`weights.json` names the script, the seeds and the table of physics that made `weights.npz`, and its SHA-256.
"""

from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

HANDS: Final = 3
"""Hands told apart; more are called three."""
COUNTS: Final = 6
RINGS: Final = 12
BINS: Final = 24
"""Azimuths, 15 degrees apart, clockwise from the first column of a view."""
STEPS: Final = 76
"""First contacts, 2 ms apart, from the first rise of a line."""
STEP_MS: Final = 2.0

_HAND_HEADS: Final = (("fingers", COUNTS), ("lowest", RINGS), ("azimuth", BINS))
HEADS: Final = (
    ("hands", HANDS),
    *((f"{name}{hand}", size) for hand in range(HANDS) for name, size in _HAND_HEADS),
    *((f"arrival{hand}", STEPS) for hand in range(1, HANDS)),
)
"""What the wide network says, in order: name and size; each is a distribution."""


def _slices() -> dict[str, slice]:
    ends = np.cumsum([size for _, size in HEADS])
    return {name: slice(int(end) - size, int(end)) for (name, size), end in zip(HEADS, ends, strict=True)}


WHERE: Final = _slices()
WIDE: Final = sum(size for _, size in HEADS)


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Network:
    """Dense layers, (in, out) weights and (out,) biases, rectified in between."""

    layers: tuple[tuple[Floats, Floats], ...]

    def __call__(self, seen: Floats) -> Floats:
        """Return the scores for each row of `seen`."""
        *hidden, (weights, bias) = self.layers
        for inner, offset in hidden:
            seen = np.maximum(seen @ inner + offset, 0)
        return seen @ weights + bias


def distributions(scores: Floats) -> dict[str, Floats]:
    """Return each head's distributions, rows as in `scores`."""
    return {name: softmax(scores[:, where]) for name, where in WHERE.items()}


def softmax(scores: Floats) -> Floats:
    """Return rows that sum to 1."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


WEIGHTS: Final = Path(__file__).with_name("weights.npz")


@cache
def network(name: str) -> Network:
    """Return the network `name`: `whole` (what is on the totem) or `near` (when exactly a hand came)."""
    with np.load(WEIGHTS) as stored:
        depth = sum(key.startswith(f"{name}_w") for key in stored.files)
        layers = tuple(
            (stored[f"{name}_w{i}"].astype(np.float32), stored[f"{name}_b{i}"].astype(np.float32)) for i in range(depth)
        )
    return Network(layers=layers)


def read_networks() -> None:
    """Read both networks from their file, for whoever may not wait for a disk later."""
    network("whole")
    network("near")

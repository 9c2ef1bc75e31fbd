"""The learned part of the analysis: small networks in plain numpy, their weights as data.

The wide one first looks at every ring, and at every column, beside its neighbours with the same few weights: a finger
is a finger at any height. Then it looks at all of them together. The close one is a plain one.

There are two of the wide ones: one knows hands of any kind, the other only hands as people usually have them, and those
better. The first also says how usual hands look to it, and of how fingers lie both are believed by that, as the law of
total probability has it.

`weights.json` names the script, the seeds and the table of physics that made `weights.npz`, and its SHA-256.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from numpy.typing import NDArray

from perroquet.totem.view import LINES, MOMENTS, RINGS, SETTLED, mirrored

Floats = NDArray[np.float32]

HANDS: Final = 3
"""Hands told apart; more are called three."""
COUNTS: Final = 6
PER_LINE: Final = MOMENTS + 2
"""What is seen of a line alone: its moments, then what it settled at, in fingertips and of the most touched line."""
RING_REACH, COLUMN_REACH = 2, 1
"""Neighbours on either side that a line is looked at with."""
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
    ("usual", 2),
)
"""What a wide network says, in order: name and size; each is a distribution. The last: other hands, or usual ones."""
LAID: Final = tuple(f"{name}{hand}" for hand in range(HANDS) for name in ("fingers", "lowest"))
"""Heads that say how fingers lie."""


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


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Whole:
    """The wide network: `rings` and `columns` look at each line beside its neighbours, `rest` at what they found."""

    rings: Network
    columns: Network
    rest: Network

    def __call__(self, seen: Floats) -> Floats:
        """Return (n, WIDE) scores for rows of `Views.whole()`."""
        rings, columns, other = beside(seen)
        found = [
            np.maximum(network(lines), 0).reshape(len(seen), -1)
            for network, lines in ((self.rings, rings), (self.columns, columns))
        ]
        return self.rest(np.concatenate([*found, other], axis=1))


def beside(seen: Floats) -> tuple[Floats, Floats, Floats]:
    """Split rows of `Views.whole()`: (n * 12, ...) each ring beside its neighbours, (n * 8, ...) each column, the rest.

    Beyond the last ring there is nothing; columns go round.
    """
    count = len(seen)
    moments = seen[:, : MOMENTS * LINES].reshape(count, MOMENTS, LINES)
    settled = seen[:, SETTLED : SETTLED + 2 * LINES].reshape(count, 2, LINES)
    each = np.concatenate([moments, settled], axis=1).transpose(0, 2, 1)
    rings = np.zeros((count, RINGS + 2 * RING_REACH, PER_LINE), dtype=seen.dtype)
    rings[:, RING_REACH:-RING_REACH] = each[:, :RINGS]
    columns = np.concatenate([each[:, -COLUMN_REACH:], each[:, RINGS:], each[:, RINGS : RINGS + COLUMN_REACH]], axis=1)
    return (
        _with_neighbours(rings, RING_REACH),
        _with_neighbours(columns, COLUMN_REACH),
        seen[:, MOMENTS * LINES :],
    )


def _with_neighbours(lines: Floats, reach: int) -> Floats:
    width = 2 * reach + 1
    kept = lines.shape[1] - width + 1
    near = np.stack([lines[:, k : k + kept] for k in range(width)], axis=2)
    return near.reshape(len(lines) * kept, width * lines.shape[2])


def _unmirrored() -> NDArray[np.int64]:
    order = np.arange(WIDE)
    for hand in range(HANDS):
        where = WHERE[f"azimuth{hand}"]
        order[where] = where.start + -np.arange(BINS) % BINS
    return order


MIRRORED: Final = _unmirrored()
"""Where each score of a wide network is in what it says of a mirror image, and the other way round."""


def softmax(scores: Floats) -> Floats:
    """Return rows that sum to 1."""
    raised = np.exp(scores - scores.max(axis=1, keepdims=True))
    return raised / raised.sum(axis=1, keepdims=True)


def said(seen: Floats) -> dict[str, Floats]:
    """Return what is said of rows of `Views.whole()`: (n, size) of each head, rows sum to 1.

    How many hands came, when and from where is said by who knows any: what breaks a rule, two hands of one player for
    instance, is no usual sight.
    """
    anyhow, usually = _both_ways(whole(), seen, WHERE), _both_ways(usual(), seen, LAID)
    alike = anyhow["usual"][:, 1:]
    mixed = {head: ((1 - alike) * anyhow[head] + alike * usually[head]).astype(np.float32) for head in LAID}
    return {**anyhow, **mixed}


def _both_ways(network: Whole, seen: Floats, heads: Iterable[str]) -> dict[str, Floats]:
    """Return what is said by these heads of rows and of their mirror images together."""
    scores = network(np.concatenate([seen, mirrored(seen)]))
    plain, turned = scores[: len(seen)], scores[len(seen) :, MIRRORED]
    both = {head: softmax(plain[:, WHERE[head]]) + softmax(turned[:, WHERE[head]]) for head in heads}
    return {head: (chances / 2).astype(np.float32) for head, chances in both.items()}


WEIGHTS: Final = Path(__file__).with_name("weights.npz")


@cache
def near() -> Network:
    """Return the network that says when exactly a hand came."""
    return _stored("near")


@cache
def whole() -> Whole:
    """Return the network that says what is on the totem, of any hands."""
    return Whole(rings=_stored("rings"), columns=_stored("columns"), rest=_stored("rest"))


@cache
def usual() -> Whole:
    """Return the network that says what is on the totem, of usual hands."""
    return Whole(rings=_stored("usual_rings"), columns=_stored("usual_columns"), rest=_stored("usual_rest"))


def read_networks() -> None:
    """Read all networks from their file, for whoever may not wait for a disk later."""
    near()
    whole()
    usual()


def _stored(name: str) -> Network:
    with np.load(WEIGHTS) as stored:
        depth = sum(key.startswith(f"{name}_w") for key in stored.files)
        layers = tuple(
            (stored[f"{name}_w{i}"].astype(np.float32), stored[f"{name}_b{i}"].astype(np.float32)) for i in range(depth)
        )
    return Network(layers=layers)

"""Networks learnt by gradient steps in plain numpy, so that the same seeds give the same weights."""

from collections.abc import Callable
from itertools import chain, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray
from perroquet.totem.network import Network, Whole, beside

Floats = NDArray[np.float32]
Halves = NDArray[np.float16]
Weights = list[Floats]
"""Of one network: weights and biases, layer by layer."""
Slope = Callable[[Floats, Floats], tuple[Floats, float]]
"""From scores and what was wanted to the slope of the loss by score, and the loss; both means over rows."""
Slopes = Callable[[list[Weights], Floats, Floats], tuple[list[Weights], float]]
"""From the weights of some networks, what they saw and what was wanted to the slopes by weight, and the loss."""

BATCH: Final = 512
_WARM_STEPS: Final = 200


class _Adam:
    """Steps one array of weights down a noisy slope, in place."""

    def __init__(self, weights: Floats) -> None:
        self._weights = weights
        self._mean, self._square = np.zeros_like(weights), np.zeros_like(weights)

    def step(self, slope: Floats, rate: float, step: int, decay: float) -> None:
        self._mean += 0.1 * (slope - self._mean)
        self._square += 0.001 * (slope * slope - self._square)
        mean, square = self._mean / (1 - 0.9**step), self._square / (1 - 0.999**step)
        self._weights -= rate * (mean / (np.sqrt(square) + 1e-8) + decay * self._weights)


def begin(sizes: tuple[int, ...], luck: np.random.Generator) -> Weights:
    """Return random weights of a network of these widths."""
    weights: Weights = []
    for before, after in pairwise(sizes):
        weights.append(luck.normal(0, np.sqrt(2.0 / before), (before, after)).astype(np.float32))
        weights.append(np.zeros(after, dtype=np.float32))
    return weights


def network_of(weights: Weights) -> Network:
    """Return the network with these weights."""
    return Network(layers=tuple(zip(weights[::2], weights[1::2], strict=True)))


def whole_of(weights: list[Weights]) -> Whole:
    """Return the wide network with these weights of its rings, its columns and the rest."""
    rings, columns, rest = (network_of(each) for each in weights)
    return Whole(rings=rings, columns=columns, rest=rest)


def learn(
    weights: list[Weights],
    seen: Halves,
    wanted: Halves,
    slopes: Slopes,
    *,
    epochs: int,
    rate: float,
    seed: int,
    decay: float = 1e-5,
    worn: Callable[[Floats, np.random.Generator], Floats] = lambda seen, _: seen,
    say: Callable[[str], None] = lambda _: None,
) -> None:
    """Better the weights in `epochs` passes over all rows; the rate falls to nothing along half a cosine.

    `worn` returns rows as another totem might have given them, drawn anew in every pass.
    """
    luck = np.random.default_rng(seed)
    parts = [_Adam(part) for each in weights for part in each]
    steps, step = epochs * (len(seen) // BATCH), 0
    for epoch in range(epochs):
        order, total = luck.permutation(len(seen)), 0.0
        for start in range(0, len(order) - BATCH + 1, BATCH):
            rows = order[start : start + BATCH]
            given = worn(seen[rows].astype(np.float32), luck)
            found, loss = slopes(weights, given, wanted[rows].astype(np.float32))
            total += loss
            step += 1
            now = rate * 0.5 * (1 + np.cos(np.pi * step / steps)) * min(1.0, step / _WARM_STEPS)
            for part, gradient in zip(parts, chain(*found), strict=True):
                part.step(gradient, now, step, decay)
        say(f"epoch {epoch + 1}/{epochs}: loss {total / max(1, len(order) // BATCH):.4f}")


def plain_slopes(slope: Slope) -> Slopes:
    """Return how one plain network learns."""

    def slopes(weights: list[Weights], seen: Floats, wanted: Floats) -> tuple[list[Weights], float]:
        levels, scores = _forward(weights[0], seen)
        back, loss = slope(scores, wanted)
        return [_backward(weights[0], levels, back)], loss

    return slopes


def whole_slopes(slope: Slope) -> Slopes:
    """Return how the wide network learns: through what it finds on rings and columns."""

    def slopes(weights: list[Weights], seen: Floats, wanted: Floats) -> tuple[list[Weights], float]:
        *local, rest = weights
        *near, other = beside(seen)
        passed = [_forward(each, lines) for each, lines in zip(local, near, strict=True)]
        found = [np.maximum(scores, 0).reshape(len(seen), -1) for _, scores in passed]
        levels, scores = _forward(rest, np.concatenate([*found, other], axis=1))
        back, loss = slope(scores, wanted)
        of_rest = _backward(rest, levels, back, to_seen=True)
        felt = of_rest.pop()
        of_local: list[Weights] = []
        for each, (inner, given) in zip(local, passed, strict=True):
            size = given.size // len(seen)
            of_local.append(_backward(each, inner, felt[:, :size].reshape(given.shape) * (given > 0)))
            felt = felt[:, size:]
        return [*of_local, of_rest], loss

    return slopes


def _forward(weights: Weights, seen: Floats) -> tuple[list[Floats], Floats]:
    """Return what each layer sees, and the scores."""
    levels = [seen]
    for i in range(0, len(weights) - 2, 2):
        levels.append(np.maximum(levels[-1] @ weights[i] + weights[i + 1], 0))
    return levels, levels[-1] @ weights[-2] + weights[-1]


def _backward(weights: Weights, levels: list[Floats], back: Floats, *, to_seen: bool = False) -> Weights:
    """Return the slopes by weight, and on demand by what was seen as one more."""
    slopes: Weights = []
    for i in range(len(weights) - 2, -1, -2):
        level = levels[i // 2]
        slopes += [back.sum(axis=0), level.T @ back]
        if i or to_seen:
            back = back @ weights[i].T
        if i:
            back = back * (level > 0)
    return [*slopes[::-1], back] if to_seen else slopes[::-1]

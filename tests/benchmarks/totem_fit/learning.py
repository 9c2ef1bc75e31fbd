"""A dense network learnt by gradient steps in plain numpy, so that the same seeds give the same weights."""

from collections.abc import Callable
from itertools import pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray
from perroquet.totem.network import Network

Floats = NDArray[np.float32]
Slope = Callable[[Floats, Floats], tuple[Floats, float]]
"""From scores and what was wanted to the slope of the loss by score, and the loss; both means over rows."""

BATCH: Final = 512


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


def begin(sizes: tuple[int, ...], seed: int) -> Network:
    """Return a network of these widths with random weights."""
    luck = np.random.default_rng(seed)
    return Network(
        layers=tuple(
            (
                luck.normal(0, np.sqrt(2.0 / before), (before, after)).astype(np.float32),
                np.zeros(after, dtype=np.float32),
            )
            for before, after in pairwise(sizes)
        )
    )


def learn(
    network: Network,
    seen: NDArray[np.float16],
    wanted: NDArray[np.float16],
    slope: Slope,
    *,
    epochs: int,
    rate: float,
    seed: int,
    decay: float = 1e-5,
    say: Callable[[str], None] = lambda _: None,
) -> Network:
    """Return the network after `epochs` passes; the rate falls to nothing along half a cosine."""
    luck = np.random.default_rng(seed)
    weights = [part for layer in network.layers for part in layer]
    parts = [_Adam(weight) for weight in weights]
    steps, step = epochs * (len(seen) // BATCH), 0
    for epoch in range(epochs):
        order, total = luck.permutation(len(seen)), 0.0
        for start in range(0, len(order) - BATCH + 1, BATCH):
            rows = order[start : start + BATCH]
            slopes, loss = _slopes(weights, seen[rows].astype(np.float32), wanted[rows].astype(np.float32), slope)
            total += loss
            step += 1
            now = rate * 0.5 * (1 + np.cos(np.pi * step / steps)) * min(1.0, step / 200)
            for part, gradient in zip(parts, slopes, strict=True):
                part.step(gradient, now, step, decay)
        say(f"epoch {epoch + 1}/{epochs}: loss {total / max(1, len(order) // BATCH):.4f}")
    return Network(layers=tuple(zip(weights[::2], weights[1::2], strict=True)))


def _slopes(weights: list[Floats], seen: Floats, wanted: Floats, slope: Slope) -> tuple[list[Floats], float]:
    levels = [seen]
    for i in range(0, len(weights) - 2, 2):
        levels.append(np.maximum(levels[-1] @ weights[i] + weights[i + 1], 0))
    back, loss = slope(levels[-1] @ weights[-2] + weights[-1], wanted)
    slopes: list[Floats] = []
    for i in range(len(weights) - 2, -1, -2):
        level = levels[i // 2]
        slopes += [back.sum(axis=0), level.T @ back]
        back = (back @ weights[i].T) * (level > 0)
    return slopes[::-1], loss

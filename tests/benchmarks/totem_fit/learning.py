"""Networks learnt by gradient steps in plain numpy, so that the same seeds give the same weights."""

from collections.abc import Mapping
from itertools import chain, pairwise
from typing import Final

import numpy as np
from numpy.typing import NDArray
from perroquet.totem.network import WHERE, Network, Whole, beside, softmax

Floats = NDArray[np.float32]
Weights = list[Floats]
"""Of one network: weights and biases, layer by layer."""

_WARM_STEPS: Final = 200
_DECAY: Final = 1e-5


def begin(sizes: tuple[int, ...], luck: np.random.Generator) -> Weights:
    """Return random weights of a network of these widths."""
    weights: Weights = []
    for before, after in pairwise(sizes):
        weights.append(luck.normal(0, np.sqrt(2 / before), (before, after)).astype(np.float32))
        weights.append(np.zeros(after, np.float32))
    return weights


def weights_of(network: Network) -> Weights:
    """Return the weights of a network, to go on learning."""
    return [part.copy() for layer in network.layers for part in layer]


def network_of(weights: Weights) -> Network:
    """Return the network with these weights."""
    return Network(layers=tuple(zip(weights[::2], weights[1::2], strict=True)))


def slowed(rate: float, step: int, steps: int) -> np.float64:
    """Return the rate of a step: it rises at first, then falls to nothing along half a cosine; steps are float64."""
    return np.float64(rate * 0.5 * (1 + np.cos(np.pi * step / steps)) * min(1, step / _WARM_STEPS))


class Adam:
    """Steps weights down a noisy slope, in place."""

    def __init__(self, parts: Weights) -> None:
        self._parts = parts
        self._means = [np.zeros_like(part) for part in parts]
        self._squares = [np.zeros_like(part) for part in parts]
        self._steps = 0

    def step(self, slopes: Weights, rate: np.float64) -> None:
        """Take one step along `slopes`, one for each part."""
        self._steps += 1
        for part, slope, mean, square in zip(self._parts, slopes, self._means, self._squares, strict=True):
            mean[...] += 0.1 * (slope - mean)
            square[...] += 0.001 * (slope * slope - square)
            size = np.sqrt(square / (1 - 0.999**self._steps)) + 1e-8
            part[...] -= rate * (mean / (1 - 0.9**self._steps) / size + _DECAY * part)


class WholeLearner:
    """The wide network while it learns: the weights of `rings`, `columns` and `rest`, as in `network.Whole`."""

    def __init__(self, weights: list[Weights]) -> None:
        self.weights = weights
        self._adam = Adam(list(chain(*self.weights)))

    @property
    def network(self) -> Whole:
        """What has been learnt."""
        rings, columns, rest = (network_of(each) for each in self.weights)
        return Whole(rings=rings, columns=columns, rest=rest)

    def learn(self, seen: Floats, wanted: Floats, rate: np.float64, weights: Mapping[str, float]) -> float:
        """Take one step; return the loss. Heads weigh 1, or what `weights` says."""
        *local, rest = self.weights
        *near, other = beside(seen)
        passed = [_forward(each, lines) for each, lines in zip(local, near, strict=True)]
        found = [np.maximum(scores, 0).reshape(len(seen), -1) for _, scores in passed]
        levels, scores = _forward(rest, np.concatenate([*found, other], axis=1))
        back, loss = _slope(scores, wanted, weights)
        of_rest, felt = _backward(rest, levels, back)
        of_local: list[Weights] = []
        for each, (inner, given) in zip(local, passed, strict=True):
            size = given.size // len(seen)
            of_local.append(_backward(each, inner, felt[:, :size].reshape(given.shape) * (given > 0))[0])
            felt = felt[:, size:]
        self._adam.step([*chain(*of_local), *of_rest], rate)
        return loss


class NearLearner:
    """The close network while it learns."""

    def __init__(self, weights: Weights) -> None:
        self.weights = weights
        self._adam = Adam(self.weights)

    @property
    def network(self) -> Network:
        """What has been learnt."""
        return network_of(self.weights)

    def learn(self, seen: Floats, late_ms: Floats, rate: np.float64) -> float:
        """Take one step; return the mean error. Large ones count as 1 ms: few contacts cannot be timed at all."""
        levels, scores = _forward(self.weights, seen)
        off = scores - late_ms
        slopes, _ = _backward(self.weights, levels, (np.clip(off, -1, 1) / len(seen)).astype(np.float32))
        self._adam.step(slopes, rate)
        return float(np.abs(off).mean())


def _slope(scores: Floats, wanted: Floats, weights: Mapping[str, float]) -> tuple[Floats, float]:
    """Return the slope of the heads' cross entropies, those left out where nothing was asked; and their sum."""
    slopes, loss = np.zeros_like(scores), 0.0
    for head, where in WHERE.items():
        chances, asked = softmax(scores[:, where]), wanted[:, where].sum(axis=1, keepdims=True)
        slopes[:, where] = (chances * asked - wanted[:, where]) * weights.get(head, 1)
        loss -= float((wanted[:, where] * np.log(chances + 1e-9)).sum())
    return (slopes / len(scores)).astype(np.float32), loss / len(scores)


def _forward(weights: Weights, seen: Floats) -> tuple[list[Floats], Floats]:
    """Return what each layer sees, and the scores."""
    levels = [seen]
    for i in range(0, len(weights) - 2, 2):
        levels.append(np.maximum(levels[-1] @ weights[i] + weights[i + 1], 0))
    return levels, levels[-1] @ weights[-2] + weights[-1]


def _backward(weights: Weights, levels: list[Floats], back: Floats) -> tuple[Weights, Floats]:
    """Return the slopes by weight, and by what was seen."""
    slopes: Weights = []
    for i in range(len(weights) - 2, -1, -2):
        level = levels[i // 2]
        slopes += [back.sum(axis=0), level.T @ back]
        back = back @ weights[i].T
        if i:
            back = back * (level > 0)
    return slopes[::-1], back

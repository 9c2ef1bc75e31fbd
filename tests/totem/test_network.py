"""What the learned part says: of usual hands by who knows those, of others by who knows any, alike in a mirror."""

import numpy as np
import pytest
from numpy.typing import NDArray
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import Model
from perroquet.drivers.sim.scenes import single
from perroquet.drivers.sim.second_model import SECOND_MODEL
from perroquet.totem.judge import ruling_of
from perroquet.totem.network import BINS, HEADS, LAID, MIRRORED, WHERE, Whole, said, softmax, usual, whole
from perroquet.totem.view import mirrored, view_of

SEEDS = range(12)


def seen_of(model: Model) -> NDArray[np.float32]:
    """Return (12, WHOLE_SEEN): what is seen of one hand each."""
    views = [view_of(scene.window, ruling_of(scene.window)) for scene in (single(seed, model=model) for seed in SEEDS)]
    return np.concatenate([view.whole() for view in views if view is not None])


def both_ways(network: Whole, seen: NDArray[np.float32], head: str) -> NDArray[np.float32]:
    """Return what a network says of windows and of their mirror images, one after the other."""
    scores = network(seen)[:, WHERE[head]], network(mirrored(seen))[:, MIRRORED][:, WHERE[head]]
    return np.asarray(sum(softmax(each) for each in scores) / 2, np.float32)


@pytest.fixture(scope="module", params=[FIRST_MODEL, SECOND_MODEL], ids=["first", "second"])
def seen(request: pytest.FixtureRequest) -> NDArray[np.float32]:
    return seen_of(request.param)


@pytest.mark.parametrize("head", [name for name, _ in HEADS])
def test_how_fingers_lie_is_said_by_both_as_far_as_hands_look_usual_and_the_rest_by_who_knows_any(
    seen: NDArray[np.float32], head: str
) -> None:
    alike = both_ways(whole(), seen, "usual")[:, 1:] if head in LAID else 0.0
    expected = alike * both_ways(usual(), seen, head) + (1 - alike) * both_ways(whole(), seen, head)

    assert said(seen)[head] == pytest.approx(expected, abs=1e-5)
    assert said(seen)[head].sum(axis=1) == pytest.approx(np.ones(len(seen)), abs=1e-5)


def test_a_window_in_a_mirror_is_read_in_the_mirror(seen: NDArray[np.float32]) -> None:
    plain, turned = said(seen), said(mirrored(seen))

    for head, _ in HEADS:
        as_it_was = turned[head][:, -np.arange(BINS) % BINS] if head.startswith("azimuth") else turned[head]
        assert as_it_was == pytest.approx(plain[head], abs=1e-5)


def test_usual_hands_look_usual_and_those_of_another_generator_do_not() -> None:
    ours, others = (said(seen_of(model))["usual"][:, 1] for model in (FIRST_MODEL, SECOND_MODEL))

    assert np.median(ours) > 0.7
    assert np.median(others) < 0.2

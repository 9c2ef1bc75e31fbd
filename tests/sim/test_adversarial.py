"""Hard scenes: a seed is a scene, both held-out renderers draw each, games hold together."""

from dataclasses import replace
from itertools import pairwise

import numpy as np
import pytest
from perroquet.drivers.sim.renderers.adversarial import ADVERSARIAL, Hard, game
from perroquet.drivers.sim.renderers.photograph import PhotographRenderer
from perroquet.drivers.sim.renderers.raycast import RaycastRenderer
from perroquet.vision.scene import Scene
from perroquet.vision.sight import Lens

SMALL = Lens(size=(288, 162), focal_px=116.6, centre=(143.5, 80.5))


def small(scene: Scene) -> Scene:
    return replace(scene, camera=replace(scene.camera, lens=SMALL))


@pytest.mark.parametrize("name", ADVERSARIAL)
def test_a_seed_is_a_scene(name: str):
    one, again, other = (ADVERSARIAL[name](np.random.default_rng(seed)) for seed in (4, 4, 5))

    assert one == again
    assert one.scene != other.scene


@pytest.mark.parametrize("kind", [PhotographRenderer, RaycastRenderer])
@pytest.mark.parametrize("name", ADVERSARIAL)
def test_held_out_renderers_draw_every_hard_scene(name: str, kind: type[PhotographRenderer] | type[RaycastRenderer]):
    hard: Hard = ADVERSARIAL[name](np.random.default_rng(3))
    frame = kind(hard.troubles).render(small(hard.scene))

    assert frame.y.shape == (162, 288)
    assert frame.y.std() > 4
    assert np.array_equal(frame.y, kind(hard.troubles).render(small(hard.scene)).y)
    if hard.troubles:
        assert not np.array_equal(frame.y, kind().render(small(hard.scene)).y)


def test_a_game_has_one_look_one_lamp_one_camera_and_a_flip_a_turn():
    scenes = list(game(np.random.default_rng(2), turns=8, seats=4))
    tops = [sum(len(pile.lying) for pile in scene.piles) for scene in scenes]

    assert len({(scene.look, scene.light, scene.camera, scene.cloth) for scene in scenes}) == 1
    assert [scene.moment for scene in scenes] == list(range(len(scenes)))
    assert tops[-1] == 8
    assert all(later - earlier in (0, 1) for earlier, later in pairwise(tops))


def test_a_card_is_laid_under_the_hand_and_free_before_the_next_turn():
    scenes = list(game(np.random.default_rng(2), turns=4))
    flips = [later for earlier, later in pairwise(scenes) if earlier.piles != later.piles]

    assert len(flips) == 4
    assert all(flip.arms for flip in flips)

"""What renderer D adds of its own stays out of the truth's way."""

from dataclasses import replace

import numpy as np
import pytest
from perroquet.drivers.sim.renderers.lounge.limbs import limb_of, resting
from perroquet.drivers.sim.renderers.lounge.prints import sheet_of
from perroquet.drivers.sim.renderers.lounge.tints import noise
from perroquet.kernel.units import Degrees, Millimetres, Seat
from perroquet.vision.deck import CARD_MM, DECK
from perroquet.vision.scene import Arm, Scene, at_azimuth

NEAREST_MM = 410.0
"""Cards of seats end before, and so does the base."""


def test_hands_that_rest_lie_beyond_all_that_a_game_looks_at():
    scenes = [Scene(look=look, moment=moment) for look in range(40) for moment in (0, 25)]
    rims = [tube.outline for scene in scenes for arm in resting(scene) for tube in limb_of(arm, scene.look).tubes]

    assert len(rims) > 100
    assert min(float(np.hypot(*rim.T).min()) for rim in rims) > NEAREST_MM


def test_a_person_looks_the_same_wherever_the_hand_is():
    x, y = at_azimuth(40.0, 60.0)
    arm = Arm(seat=Seat(2), hand_x=x, hand_y=y, from_azimuth=Degrees(35.0))
    near, far = (limb_of(each, 7).tubes[0] for each in (arm, replace(arm, hand_x=Millimetres(x + 90.0))))

    assert np.array_equal(near.colour[0], far.colour[0])
    assert not np.array_equal(near.colour[0], limb_of(replace(arm, seat=Seat(3)), 7).tubes[0].colour[0])


@pytest.mark.parametrize("look", range(4))
def test_a_card_is_as_large_as_its_sheet_and_its_paper_is_nearly_white(look: int):
    sheet = sheet_of(DECK[look], look)
    paper = np.median(sheet.print[..., :3].reshape(-1, 3), axis=0)

    assert sheet.size_mm == (CARD_MM, CARD_MM)
    assert paper.min() > 0.6
    assert paper.max() < 1.15


def test_noise_repeats_without_a_seam():
    x = np.array([[511.999, 512.001, -0.001]], np.float32)

    assert abs(float(noise(x, np.full_like(x, 3.5), 0)[0, 0])) > 0.05
    assert np.ptp(noise(x, np.full_like(x, 3.5), 0)) < 0.02

"""Arms, shadows and noise over the base, drawn by hand so that each test has one of them."""

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray
from perroquet.kernel.units import Degrees, HostNs, Seat
from perroquet.ports.camera import Frame
from perroquet.vision.arms import Arm, ArmWatch, likelihood
from perroquet.vision.scene import Camera, at_azimuth
from perroquet.vision.sight import first_lens

SIGHT = Camera(lens=first_lens((1152, 648))).sight
STRIPES = np.where(np.arange(1152) // 16 % 2, 60.0, 130.0) * np.ones((648, 1))
DARK = np.full((648, 1152), 35.0)


def frame(grey: NDArray[np.float64], noise: float = 0.0, moment: int = 0) -> Frame:
    """Return a picture without colour but for that of its noise, in levels."""
    luck = np.random.default_rng(moment)
    y = np.clip(grey + luck.normal(0, noise / 2, grey.shape), 0, 255).astype(np.uint8)
    u, v = (np.clip(luck.normal(128, noise, (324, 576)), 0, 255).astype(np.uint8) for _ in range(2))
    return Frame(y=y, u=u, v=v, at=HostNs(0))


def reached(grey: NDArray[np.float64], azimuth: float, light: float, *, over: bool) -> NDArray[np.float64]:
    """Return a table with a limb on it: a shadow that keeps `light` of the brightness, or one that grey `over` all."""
    ends = np.array([[*at_azimuth(azimuth, distance), 60.0] for distance in (20.0, 480.0)])
    one, other = SIGHT.project(ends).round().astype(int).tolist()
    limb = cv2.line(np.zeros(grey.shape, np.uint8), one, other, 1, 46) > 0
    return np.where(limb, light if over else light * grey, grey)


def seen(rest: NDArray[np.float64], now: NDArray[np.float64], noise: float = 0.0) -> tuple[Arm, ...]:
    watch = ArmWatch(SIGHT)
    watch.look(frame(rest, noise, 1))
    return watch.look(frame(now, noise, 2))


@pytest.mark.parametrize("azimuth", [10.0, 100.0, 250.0])
def test_an_arm_of_the_brightness_of_the_cloth_is_seen_by_the_stripes_it_hides(azimuth: float):
    (arm,) = seen(STRIPES, reached(STRIPES, azimuth, 92.0, over=True), noise=3.0)

    assert arm.azimuth == pytest.approx(azimuth, abs=4.0)
    assert arm.reach_mm > 400.0


@pytest.mark.parametrize("light", [0.6, 0.8])
def test_a_shadow_on_stripes_is_no_arm(light: float):
    assert seen(STRIPES, reached(STRIPES, 100.0, light, over=False), noise=3.0) == ()


def test_the_noise_of_colour_on_a_dark_cloth_is_no_arm():
    assert seen(DARK, DARK, noise=6.0) == ()


def test_an_arm_on_a_noisy_dark_cloth_is_the_only_one():
    (arm,) = seen(DARK, reached(DARK, 200.0, 70.0, over=True), noise=6.0)

    assert arm.azimuth == pytest.approx(200.0, abs=4.0)


def test_each_arm_has_an_owner_of_its_own():
    seats = {Seat(seat): Degrees(60.0 * seat) for seat in range(6)}
    arms = tuple(Arm(azimuth=azimuth, reach_mm=430.0, width_mm=60.0) for azimuth in (3.0, 175.0))
    told = likelihood(arms, seats, HostNs(5))

    assert told is not None
    assert [max(arm, key=lambda pair: pair[1])[0] for arm in told.arms] == [0, 3]
    assert [sum(share for _, share in arm) for arm in told.arms] == pytest.approx([1.0, 1.0])


def test_no_arm_says_nothing():
    assert likelihood((), {Seat(0): Degrees(0.0)}, HostNs(0)) is None


def test_the_direction_of_an_arm_that_is_lost_near_the_base_says_little():
    two = {Seat(0): Degrees(0.0), Seat(1): Degrees(60.0)}

    def surest(reach_mm: float) -> float:
        found = likelihood((Arm(azimuth=37.0, reach_mm=reach_mm, width_mm=60.0),), two, HostNs(0))
        assert found is not None
        return max(share for _, share in found.arms[0])

    assert surest(170.0) < 0.8
    assert surest(430.0) > 0.95

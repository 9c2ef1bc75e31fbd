import numpy as np
import pytest
from perroquet.bench.vision.measure import renderer_named
from perroquet.bench.vision.scenes import evening, place_at, scene, turning_hand
from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.units import Degrees, HostNs, Millimetres
from perroquet.ports.camera import Frame
from perroquet.vision.scene import Camera, Lying, at_azimuth, azimuth_of
from perroquet.vision.sight import Lens

TILTED = Camera(
    lens=Lens(distortion=(-0.08, 0.02, 0.001, -0.001, 0.0)),
    height=Millimetres(750.0),
    x=Millimetres(12.0),
    y=Millimetres(-7.0),
    turned=Degrees(20.0),
    tilt=(3.0, -2.0),
)


def test_under_a_level_camera_the_cable_is_at_the_top_and_azimuths_run_clockwise():
    top, right = (Camera().project(np.array([[*at_azimuth(azimuth, 300.0), 0.0]]))[0] for azimuth in (0.0, 90.0))

    assert top == pytest.approx((1151.5, 647.5 - 300 * 933 / 700))
    assert right == pytest.approx((1151.5 + 300 * 933 / 700, 647.5))


def test_a_camera_turned_clockwise_sees_the_table_turned_the_other_way():
    seen = Camera(turned=Degrees(90.0)).project(np.array([[*at_azimuth(90.0, 300.0), 0.0]]))[0]

    assert seen == pytest.approx((1151.5, 647.5 - 300 * 933 / 700))


def test_what_stands_higher_appears_farther_from_the_middle():
    low, high = Camera().project(np.array([[200.0, 0.0, 0.0], [200.0, 0.0, 100.0]]))

    assert high[0] > low[0]


@pytest.mark.parametrize("height", [0.0, 60.0])
def test_pixels_lead_back_to_where_they_came_from(height: float):
    places = np.array([[-300.0, 200.0], [310.0, -150.0], [0.0, 0.0]])
    pixels = TILTED.project(np.column_stack([places, np.full(3, height)]))

    assert TILTED.on_table(pixels, Millimetres(height)) == pytest.approx(places, abs=0.05)


def test_azimuths_and_points_are_each_other_s_inverse():
    assert [azimuth_of(*at_azimuth(azimuth, 250.0)) for azimuth in (0.0, 45.0, 200.0, 359.0)] == pytest.approx(
        [0.0, 45.0, 200.0, 359.0]
    )


def test_lower_rows_are_exposed_later():
    frame = Frame(y=np.zeros((1296, 2304), np.uint8), at=HostNs(1_000_000_000))

    assert frame.at_row(1295) - frame.at == pytest.approx(17.3e6, rel=0.01)


@pytest.mark.parametrize("renderer", ["a", "b", "c"])
def test_what_lies_still_is_drawn_once_and_no_other_way(renderer: str):
    game = evening(np.random.default_rng(4))
    at = place_at(game, 70.0, 280.0)
    used = renderer_named(renderer)
    for moment, (card, hand) in enumerate([("S03V", 10.0), ("S03V", 70.0), ("S03V", None), ("IN1", None)]):
        lying = (Lying(what=Card(card), x=at.x, y=at.y, turned=Degrees(30.0), glare=0.5),)
        picture = scene(game, at, lying, moment, () if hand is None else (turning_hand(at, hand),))
        one, other = used.render(picture), renderer_named(renderer).render(picture)

        for plane in ("y", "u", "v"):
            assert np.array_equal(getattr(one, plane), getattr(other, plane))

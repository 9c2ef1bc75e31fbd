"""The renderers that readers are measured on: they draw the truth, each in its own way, and the same way twice."""

from dataclasses import replace

import cv2
import numpy as np
import pytest
from perroquet.drivers.sim.renderers.lounge import LoungeRenderer
from perroquet.drivers.sim.renderers.photograph import PhotographRenderer
from perroquet.drivers.sim.renderers.raycast import RaycastRenderer
from perroquet.games.jungle_speed.cards import Card
from perroquet.kernel.units import Degrees, HostNs, Millimetres, Seat
from perroquet.ports.camera import Frame
from perroquet.vision.deck import CARD_MM, DECK
from perroquet.vision.scene import MARKERS, Arm, Camera, Cloth, Light, Lying, Pile, Renderer, Scene, Thing, at_azimuth
from perroquet.vision.sight import FIRST_LENS, Lens

HELD_OUT = (PhotographRenderer, RaycastRenderer, LoungeRenderer)
SOFT = Light(hard=0.0, noise=1.5, slope=0.1, level=0.8)
TILTED = Camera(
    lens=replace(FIRST_LENS, distortion=(-0.05, 0.005, 0.0, 0.0, 0.0)), tilt=(2.0, -2.0), x=Millimetres(12.0)
)


@pytest.fixture(params=HELD_OUT, ids=lambda kind: kind.name)
def renderer(request: pytest.FixtureRequest) -> Renderer:
    return request.param()


def around(camera: Camera, x: float, y: float, side: int = 240) -> Camera:
    """Return the camera that delivers only the surroundings of a point of the table."""
    column, row = camera.project(np.array([[x, y, 0.0]]))[0].round().astype(int).tolist()
    return replace(camera, lens=camera.lens.cut(column - side // 2, row - side // 2, (side, side)))


def laid(what: Card | Thing, x: float, y: float, turned: float = 0.0) -> Lying:
    return Lying(what=what, x=Millimetres(x), y=Millimetres(y), turned=Degrees(turned))


def seat_scene(look: int, lying: tuple[Lying, ...], camera: Camera, cloth: Cloth = Cloth.PLAIN) -> Scene:
    return Scene(look=look, piles=(Pile(seat=Seat(0), lying=lying),), camera=camera, light=SOFT, cloth=cloth)


def same(one: Frame, other: Frame) -> bool:
    pairs = ((one.y, other.y), (one.u, other.u), (one.v, other.v))
    return all(a is not None and b is not None and np.array_equal(a, b) for a, b in pairs)


def changed(one: Frame, other: Frame) -> np.ndarray:
    return cv2.absdiff(one.y, other.y)


def test_a_frame_is_as_its_scene_asks(renderer: Renderer):
    scene = Scene(look=1, camera=Camera(lens=Lens(size=(320, 180), focal_px=130.0, centre=(159.5, 89.5))), at=HostNs(7))
    frame = renderer.render(scene)

    assert (frame.y.shape, frame.at) == ((180, 320), 7)
    assert frame.u is not None
    assert frame.v is not None
    assert (frame.u.shape, frame.v.shape) == ((90, 160), (90, 160))
    assert {frame.y.dtype, frame.u.dtype, frame.v.dtype} == {np.dtype(np.uint8)}


@pytest.mark.parametrize("cloth", Cloth)
def test_the_same_scene_is_the_same_picture(renderer: Renderer, cloth: Cloth):
    scene = seat_scene(3, (laid(DECK[5], 200.0, 150.0),), around(TILTED, 200.0, 150.0), cloth)
    first, again = renderer.render(scene), type(renderer)().render(scene)

    assert same(first, again)
    assert not same(first, renderer.render(replace(scene, moment=1)))
    assert not same(first, renderer.render(replace(scene, look=4)))


@pytest.mark.parametrize("look", range(6))
def test_a_card_lies_where_the_truth_says(renderer: Renderer, look: int):
    x, y, turned = 60.0 * look - 200.0, 230.0, 37.0 * look
    bare = seat_scene(look, (), around(TILTED, x, y))
    with_card = seat_scene(look, (laid(DECK[7 * look], x, y, turned),), bare.camera)
    seen = changed(renderer.render(with_card), renderer.render(bare)) > 40

    half, angle = CARD_MM / 2, np.radians(turned)
    square = np.array([[-half, -half], [half, -half], [half, half], [-half, half]])
    spun = square @ np.array([[np.cos(angle), np.sin(angle)], [-np.sin(angle), np.cos(angle)]])
    corners = bare.camera.project(np.column_stack([spun + np.array([x, y]), np.zeros(4)]))
    middle, size, _ = cv2.minAreaRect(np.argwhere(_largest(seen))[:, ::-1].astype(np.float32))
    wanted_middle, wanted_size, _ = cv2.minAreaRect(corners.astype(np.float32))

    assert middle == pytest.approx(wanted_middle, abs=1.0)
    assert size == pytest.approx(wanted_size, abs=5.0)


def _largest(mask: np.ndarray) -> np.ndarray:
    closed = cv2.morphologyEx(mask.astype(np.uint8), cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    opened = cv2.morphologyEx(closed, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
    _, labels, stats, _ = cv2.connectedComponentsWithStats(opened)
    return labels == 1 + int(np.argmax(stats[1:, cv2.CC_STAT_AREA]))


@pytest.mark.parametrize("base_turned", [0.0, 31.0])
def test_the_markers_are_where_the_truth_says(renderer: Renderer, base_turned: float):
    scene = Scene(
        look=2, light=SOFT, totem=False, base_turned=Degrees(base_turned), camera=around(TILTED, 0.0, 0.0, 480)
    )
    frame = renderer.render(scene)
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, numbers, _ = detector.detectMarkers(cv2.resize(frame.y, None, fx=2, fy=2, interpolation=cv2.INTER_CUBIC))
    seen = {int(number): (quad[0] - 0.5) / 2 for number, quad in zip(numbers.ravel(), corners, strict=True)}

    assert sorted(seen) == sorted(MARKERS)
    for number, (azimuth, distance) in MARKERS.items():
        out = at_azimuth(azimuth + base_turned, distance + 12.0)
        middle = at_azimuth(azimuth + base_turned, distance)
        wanted = scene.camera.project(np.array([[*middle, 0.0], [*out, 0.0]]))
        assert seen[number].mean(axis=0) == pytest.approx(wanted[0], abs=0.8)
        assert seen[number][:2].mean(axis=0) == pytest.approx(wanted[1], abs=1.2)


def test_a_hand_covers_where_it_is_said_to_be_at_its_height(renderer: Renderer):
    x, y = at_azimuth(70.0, 120.0)
    arm = Arm(seat=Seat(1), hand_x=x, hand_y=y, from_azimuth=Degrees(80.0), height=Millimetres(90.0))
    scene = Scene(look=9, light=SOFT, totem=False, camera=around(TILTED, x, y, 480))
    seen = changed(renderer.render(replace(scene, arms=(arm,))), renderer.render(scene))
    column, row = scene.camera.project(np.array([[x, y, 90.0]]))[0].round().astype(int)

    assert np.median(seen[row - 12 : row + 13, column - 12 : column + 13]) > 12


def test_however_little_of_a_hand_is_in_the_picture_it_is_drawn(renderer: Renderer):
    x, y = at_azimuth(70.0, 120.0)
    arm = Arm(seat=Seat(1), hand_x=x, hand_y=y, from_azimuth=Degrees(80.0), height=Millimetres(90.0))

    for aside in range(-140, 20):
        camera = around(TILTED, x + aside, y, 64)
        frame = renderer.render(Scene(look=9, light=SOFT, totem=False, camera=camera, arms=(arm,)))
        assert frame.y.shape == (64, 64)


def test_white_paper_is_as_bright_as_the_light_says(renderer: Renderer):
    for level in (0.3, 0.8):
        light = replace(SOFT, level=level, slope=0.0, warmth=0.0)
        frame = renderer.render(Scene(look=5, light=light, cloth=Cloth.WHITE, camera=around(TILTED, 180.0, 120.0)))

        assert np.median(frame.y) / 255 == pytest.approx(level, rel=0.2)


def test_noise_is_as_strong_as_the_light_says(renderer: Renderer):
    light = replace(SOFT, level=0.5, slope=0.0, noise=3.0)
    scene = Scene(look=5, light=light, cloth=Cloth.WHITE, camera=around(TILTED, 180.0, 120.0))
    one, other = (renderer.render(replace(scene, moment=moment)).y.astype(np.float32) for moment in (0, 1))

    assert np.std(one - other) / np.sqrt(2) == pytest.approx(3.0, rel=0.5)


@pytest.mark.parametrize("what", Thing)
def test_things_are_seen_and_are_no_cards_of_ours(renderer: Renderer, what: Thing):
    bare = seat_scene(11, (), around(TILTED, 250.0, -80.0))
    seen = changed(renderer.render(seat_scene(11, (laid(what, 250.0, -80.0),), bare.camera)), renderer.render(bare))

    assert (seen > 20).mean() > 0.03

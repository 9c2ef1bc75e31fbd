"""Renderer A, the one that thresholds are tuned on.

White paper, inks a little off, even cloths, a lamp to one side, white noise. All it chooses by itself comes from
`Choices`, drawn from `scene.look`.
"""

from dataclasses import dataclass
from typing import Final

import cv2
import numpy as np
from numpy.typing import NDArray

from perroquet.drivers.sim.renderers.brush import (
    Canvas,
    Floats32,
    Quad,
    board,
    disc,
    in_place,
    planar,
    shade,
    strip,
)
from perroquet.drivers.sim.renderers.still import Still
from perroquet.ports.camera import Frame
from perroquet.vision.deck import BACK, CARD_MM, CLASSIC, CLEAR
from perroquet.vision.deck.raster import bgr, draw, outline
from perroquet.vision.scene import (
    BASE_RADIUS_MM,
    MARKER_DICTIONARY,
    MARKER_MM,
    MARKERS,
    TOTEM_RADIUS_MM,
    TOTEM_TOP_MM,
    Arm,
    Cloth,
    Lying,
    Scene,
    Thing,
    at_azimuth,
)

_TEXTURE: Final = 336
"""Side of a card's texture, pixels: six a millimetre."""

_CLOTHS: Final = {
    Cloth.PLAIN: ((40, 45, 55), (60, 110, 50), (110, 60, 40), (60, 50, 120), (150, 150, 150)),
    Cloth.WOOD: ((70, 110, 160), (45, 70, 110), (110, 150, 190)),
    Cloth.WHITE: ((238, 240, 242),),
    Cloth.CHECKED: ((205, 210, 215),),
    Cloth.STRIPED: ((190, 180, 160),),
    Cloth.BUSY: ((130, 140, 120),),
}
"""Colours of cloths, BGR, as daylight shows them."""
_SKINS: Final = ((150, 180, 225), (120, 160, 210), (80, 115, 165), (50, 75, 115), (40, 55, 85))
_SLEEVES: Final = ((60, 40, 40), (150, 60, 40), (40, 40, 160), (200, 200, 200), (70, 120, 60), (30, 30, 30))


@dataclass(frozen=True, slots=True, kw_only=True)
class Choices:
    """What lasts a whole game."""

    cloth: tuple[float, float, float]
    other: tuple[float, float, float]
    pattern_mm: float
    paper: tuple[float, float, float]
    colours: dict[str, str]
    bolder_mm: float
    grain: int


class TuningRenderer:
    """Renderer A."""

    name = "a"

    def __init__(self) -> None:
        self._cards = dict[tuple[int, str], NDArray[np.uint8]]()
        self._still = Still(self._lay)

    def render(self, scene: Scene) -> Frame:
        """Return the picture."""
        canvas = self._still.of(scene)
        for arm in scene.arms:
            _reach(canvas, arm, scene, np.random.default_rng((scene.look, 7, arm.seat)))
        return _develop(canvas, scene, np.random.default_rng((scene.look, scene.moment, 1)))

    def _lay(self, scene: Scene) -> Canvas:
        """Draw all but arms."""
        choices = _choices(scene)
        canvas = Canvas(scene.camera.sight)
        _lay_cloth(canvas, scene, choices)
        self._base(canvas, scene)
        for lying in scene.strays:
            self._lie(canvas, lying, scene, choices)
        for pile in scene.piles:
            for lying in pile.lying:
                self._lie(canvas, lying, scene, choices)
        if scene.totem:
            for height in np.arange(0.0, TOTEM_TOP_MM + 1, 10.0):
                disc(canvas, 0.0, 0.0, float(height), TOTEM_RADIUS_MM, (50 + height / 4, 95 + height / 4, 140))
        return canvas

    def _base(self, canvas: Canvas, scene: Scene) -> None:
        disc(canvas, 0.0, 0.0, 0.0, 165.0, (235, 236, 238))
        for number, (azimuth, distance) in MARKERS.items():
            x, y = at_azimuth(azimuth + scene.base_turned, distance)
            marker = cv2.aruco.generateImageMarker(cv2.aruco.getPredefinedDictionary(MARKER_DICTIONARY), number, 60)
            quad = Quad(x=x, y=y, side=MARKER_MM, turned=azimuth + scene.base_turned, height=0.0)
            board(canvas, np.repeat(np.asarray(marker, np.uint8)[..., None], 3, axis=2), quad)
        disc(canvas, 0.0, 0.0, 25.0, BASE_RADIUS_MM, (60, 60, 62))

    def _lie(self, canvas: Canvas, lying: Lying, scene: Scene, choices: Choices) -> None:
        texture, mask = self._looks(lying, scene, choices)
        height, width = texture.shape[:2]
        quad = Quad(
            x=lying.x,
            y=lying.y,
            side=CARD_MM * height / _TEXTURE,
            turned=lying.turned,
            height=lying.lifted,
            aspect=width / height,
        )
        rng = np.random.default_rng((scene.look, round(lying.x * 10) & 0xFFFF, round(lying.y * 10) & 0xFFFF, 3))
        shade(canvas, quad, 1.2 + lying.lifted * 0.2, 0.35 * (0.5 + scene.light.hard / 2))
        if lying.glare:
            texture = _glaring(texture, lying.glare, rng)
        board(canvas, texture, quad, mask)

    def _looks(self, lying: Lying, scene: Scene, choices: Choices) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
        """Return what is seen of it: (h, w, 3), and where it is: (h, w)."""
        if isinstance(lying.what, Thing):
            if lying.what is not Thing.CARD_BACK:
                return _thing(lying.what, scene.look)
            name = BACK
        else:
            name = lying.what
        key = (scene.look, name)
        if key not in self._cards:
            if len(self._cards) > 200:
                self._cards.clear()
            self._cards[key] = draw(name, _TEXTURE, choices.colours, bolder_mm=choices.bolder_mm)
        return self._cards[key], outline(_TEXTURE)


def _choices(scene: Scene) -> Choices:
    rng = np.random.default_rng((scene.look, 0))
    cloths = _CLOTHS[scene.cloth]
    palette = (CLASSIC, CLEAR)[int(rng.integers(2))]
    colours = {
        paint: "#" + "".join(f"{round(np.clip(v + rng.normal(0, 6), 0, 255)):02x}" for v in bgr(colour)[::-1])
        for paint, colour in palette.colours.items()
    }
    paper = 246 + rng.uniform(-4, 4, 3)
    colours["paper"] = "#" + "".join(f"{round(v):02x}" for v in paper[::-1])
    cloth = np.array(cloths[int(rng.integers(len(cloths)))]) + rng.normal(0, 6, 3)
    other = rng.uniform(30, 170, 3)
    return Choices(
        cloth=tuple(cloth),
        other=tuple(other),
        pattern_mm=float(rng.uniform(25, 60)),
        paper=tuple(paper),
        colours=colours,
        bolder_mm=float(rng.normal(0.0, 0.15)),
        grain=int(rng.integers(1 << 30)),
    )


def _lay_cloth(canvas: Canvas, scene: Scene, choices: Choices) -> None:
    canvas.image[:] = choices.cloth
    rng = np.random.default_rng(choices.grain)
    match scene.cloth:
        case Cloth.PLAIN | Cloth.WHITE:
            canvas.image += in_place(canvas, rng.normal(0, 3.0, (90, 120)).astype(np.float32), 8.0)[..., None]
        case Cloth.WOOD:
            grain = cv2.resize(
                rng.normal(0, 9.0, (200, 12)).astype(np.float32), (120, 200), interpolation=cv2.INTER_CUBIC
            )
            canvas.image += in_place(canvas, np.asarray(grain, np.float32), 6.0)[..., None]
        case Cloth.CHECKED | Cloth.STRIPED:
            table = planar(canvas) / choices.pattern_mm
            cells = np.floor(table).astype(np.int64)
            dark = (cells[..., 0] + (cells[..., 1] if scene.cloth is Cloth.CHECKED else 0)) % 2 == 1
            canvas.image[dark] = choices.other
        case Cloth.BUSY:
            spots = np.full((300, 400, 3), choices.cloth, np.float32)
            for _ in range(180):
                colour = tuple(float(v) for v in rng.uniform(20, 240, 3))
                x, y, size = (int(v) for v in rng.uniform((0, 0, 2), (400, 300, 16)))
                if rng.random() < 0.5:
                    cv2.circle(spots, (x, y), size, colour, -1, cv2.LINE_AA)
                else:
                    cv2.rectangle(spots, (x, y), (x + 2 * size, y + size), colour, -1)
            canvas.image[:] = in_place(canvas, spots, 4.0)


def _thing(thing: Thing, look: int) -> tuple[NDArray[np.uint8], NDArray[np.uint8]]:
    rng = np.random.default_rng((look, 11, len(thing)))
    if thing is Thing.PHONE:
        picture = np.full((900, 432, 3), 18, np.uint8)
        cv2.rectangle(picture, (20, 40), (412, 860), (235, 225, 215), -1)
        for line in range(8):
            cv2.rectangle(
                picture, (50, 90 + 90 * line), (50 + int(rng.uniform(100, 330)), 120 + 90 * line), (90, 90, 90), -1
            )
        return picture, np.full(picture.shape[:2], 255, np.uint8)
    if thing is Thing.NAPKIN:
        rough = rng.normal(0, 7, (12, 12)).astype(np.float32)
        folds = 238 + np.asarray(cv2.resize(rough, (400, 400), interpolation=cv2.INTER_CUBIC), np.float32)
        mask = np.zeros((400, 400), np.uint8)
        corners = np.array([[30, 20], [380, 40], [370, 390], [15, 370]]) + rng.integers(-12, 12, (4, 2))
        cv2.fillPoly(mask, [corners.astype(np.int32)], 255, cv2.LINE_AA)
        return np.repeat(np.clip(folds, 0, 255).astype(np.uint8)[..., None], 3, axis=2), mask
    picture = np.full((_TEXTURE, _TEXTURE, 3), 244, np.uint8)
    cv2.rectangle(picture, (12, 12), (_TEXTURE - 12, _TEXTURE - 12), (50, 40, 35), int(rng.uniform(10, 22)))
    middle = _TEXTURE // 2
    for _ in range(int(rng.integers(1, 5))):
        colour = tuple(float(v) for v in rng.uniform(20, 190, 3))
        x, y = (int(v) for v in rng.normal(middle, 30, 2))
        shape = rng.integers(3)
        if shape == 0:
            cv2.circle(picture, (x, y), int(rng.uniform(20, 70)), colour, int(rng.choice([-1, 14])), cv2.LINE_AA)
        elif shape == 1:
            cv2.ellipse(picture, (x, y), (int(rng.uniform(30, 80)), 24), rng.uniform(0, 180), 0, 360, colour, -1)
        else:
            cv2.putText(picture, str(rng.choice(list("AK37&Q"))), (x - 60, y + 60), 0, 5.0, colour, 18, cv2.LINE_AA)
    return picture, outline(_TEXTURE)


def _glaring(texture: NDArray[np.uint8], strength: float, rng: np.random.Generator) -> NDArray[np.uint8]:
    side = len(texture)
    spot = np.zeros(texture.shape[:2], np.float32)
    at = tuple(int(v) for v in rng.uniform(0.2 * side, 0.8 * side, 2))
    axes = (int(side * rng.uniform(0.1, 0.25)), int(side * rng.uniform(0.06, 0.15)))
    cv2.ellipse(spot, at, axes, float(rng.uniform(0, 180)), 0, 360, 1.0, -1)
    spot = cv2.GaussianBlur(spot, (0, 0), side / 18)[..., None] * strength
    return np.clip(texture * (1 - spot) + 255.0 * spot, 0, 255).astype(np.uint8)


def _reach(canvas: Canvas, arm: Arm, scene: Scene, rng: np.random.Generator) -> None:
    """Draw an arm: sleeve or skin from the edge over the elbow to the wrist, then a hand with fingers spread."""
    skin = _SKINS[int(rng.integers(len(_SKINS)))]
    sleeve = _SLEEVES[int(rng.integers(len(_SLEEVES)))]
    hand = np.array([arm.hand_x, arm.hand_y])
    edge = np.array(at_azimuth(arm.from_azimuth, 760.0))
    along = (hand - edge) / np.linalg.norm(hand - edge)
    side = np.array([-along[1], along[0]])
    elbow = (edge + hand) / 2 - side * arm.bend
    wrist_way = (hand - elbow) / np.linalg.norm(hand - elbow)
    wrist = hand - wrist_way * 75.0
    upper = [(edge, arm.width * 1.25), (elbow, arm.width * 1.1), (wrist, arm.width * 0.8)]
    lower = [(wrist - wrist_way * 4, arm.width * 0.75), (hand, arm.width * 1.1)]
    across = np.array([-wrist_way[1], wrist_way[0]])
    fingers = [
        [(hand + across * (place - 1.5) * 20.0, 17.0), (hand + wrist_way * reach + across * (place - 1.5) * 24.0, 15.0)]
        for place, reach in enumerate((62.0, 74.0, 72.0, 56.0))
    ]
    thumb = [(hand - wrist_way * 25 + across * 34.0, 20.0), (hand + wrist_way * 25 + across * 62.0, 16.0)]
    parts = [
        (upper, skin if arm.bare else sleeve),
        (lower, skin),
        *((finger, skin) for finger in fingers),
        (thumb, skin),
    ]
    light = np.array(at_azimuth(scene.light.toward + 180.0, 1.0))
    for pieces, _ in parts:
        moved = [(point + light * arm.height * 0.5, width) for point, width in pieces]
        strip(canvas, moved, 0.0, None, 0.4, soft=10.0 - 6.0 * scene.light.hard)
    for pieces, colour in parts:
        strip(canvas, pieces, arm.height, colour, 1.0, soft=0.6 + arm.blur * scene.exposure / 20.0)


def _develop(canvas: Canvas, scene: Scene, rng: np.random.Generator) -> Frame:
    """Turn what is there into what the camera delivers: lamp, focus, YUV, noise."""
    light, image = scene.light, canvas.image
    gain = light.level / 0.965
    table = planar(canvas, step=32) / 600.0
    toward = np.array(at_azimuth(light.toward, 1.0))
    field = gain * (1.0 + 0.5 * light.slope * np.clip(table @ toward, -1.2, 1.2))
    image *= cv2.resize(field.astype(np.float32), scene.camera.lens.size)[..., None]
    image *= np.array([1 - 0.45 * light.warmth, 1 - 0.14 * light.warmth, 1.0], np.float32)
    if light.blur_px > 0.2:
        cv2.GaussianBlur(image, (0, 0), light.blur_px, dst=image)
    yuv = np.asarray(cv2.cvtColor(np.clip(image, 0, 255).astype(np.uint8), cv2.COLOR_BGR2YCrCb), np.uint8)
    height, width = yuv.shape[:2]
    small = (width // 2, height // 2)
    y = _noisy(yuv[..., 0], light.noise, rng)
    v, u = (
        _noisy(np.asarray(cv2.resize(plane, small, interpolation=cv2.INTER_AREA), np.uint8), light.noise * 0.6, rng)
        for plane in (yuv[..., 1], yuv[..., 2])
    )
    return Frame(y=y, u=u, v=v, at=scene.at)


def _noisy(plane: NDArray[np.uint8], sd: float, rng: np.random.Generator) -> NDArray[np.uint8]:
    noise: Floats32 = rng.standard_normal(plane.shape, np.float32)
    noise *= sd
    noise += plane
    noise += 0.5
    return np.clip(noise, 0, 255, out=noise).astype(np.uint8)

"""Arms as tubes: a forearm in skin or cloth, a hand of palm and fingers, now and then a watch; drawn strip by strip."""

from dataclasses import dataclass, replace
from typing import Final

import cv2
import numpy as np

from perroquet.drivers.sim.renderers.lounge.lamps import Room, Shade, unshaded
from perroquet.drivers.sim.renderers.lounge.tints import F32, clouds, hued, noise, tint
from perroquet.drivers.sim.renderers.lounge.view import Box, View, filled
from perroquet.kernel.units import Degrees, Millimetres, Seat
from perroquet.vision.scene import Arm, Scene, at_azimuth
from perroquet.vision.sight import Floats

_EDGE_MM: Final = 520.0
"""How far from the totem an arm comes over the table's edge, at least."""
_STRIPS: Final = 8
"""Across a tube."""
_WRIST_MM: Final = 92.0
"""From the knuckles' middle back to the wrist, of a middling hand."""
_ELBOW: Final = 2.5
"""How sharp an elbow bends: 1 = a parabola."""
_FINGERS: Final = ((-29.0, 66.0, 8.5), (-10.0, 78.0, 9.2), (10.0, 73.0, 9.0), (28.0, 56.0, 7.8))
"""Beside the knuckles' middle, length stretched out, radius: mm."""


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Tube:
    """A rounded stretch of arm: (n, 2) its middle, (n,) its radius, mm; (n, 3) BGR; `flat` = less round than a pipe."""

    middle: Floats
    radius: Floats
    colour: F32
    flat: float = 0.85

    @property
    def sides(self) -> tuple[Floats, Floats]:
        """Left and right rim, (n, 2) each."""
        way = np.gradient(self.middle, axis=0)
        way /= np.maximum(np.hypot(way[:, 0], way[:, 1]), 1e-6)[:, None]
        aside = np.column_stack([way[:, 1], -way[:, 0]]) * self.radius[:, None]
        return self.middle + aside, self.middle - aside

    @property
    def outline(self) -> Floats:
        """The rim all round, its end rounded."""
        left, right = self.sides
        way = self.middle[-1] - self.middle[-2]
        out = left[-1] - self.middle[-1]
        start = float(np.arctan2(out[1], out[0]))
        side = 1.0 if out[0] * way[1] - out[1] * way[0] > 0 else -1.0
        turns = start + side * np.linspace(0, np.pi, 9)
        end = self.middle[-1] + self.radius[-1] * np.column_stack([np.cos(turns), np.sin(turns)])
        return np.vstack([left, end, right[::-1]])


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class Limb:
    """An arm in parts, first drawn first; `toward` = unit (2,), from wrist to knuckles."""

    arm: Arm
    tubes: tuple[Tube, ...]
    toward: Floats

    @property
    def shade(self) -> Shade:
        """What keeps light from the table."""
        return [tube.outline for tube in self.tubes], float(self.arm.height)


def limb_of(arm: Arm, look: int) -> Limb:
    """Draw the person: one seat's skin, sleeve and wrist are the same all evening."""
    who = np.random.default_rng((look, 51, int(arm.seat)))
    size = float(np.clip(arm.width / 70.0, 0.82, 1.15) * who.uniform(0.95, 1.05))
    skin = _skin(who)
    spine, toward = _spine(arm, size)
    knuckles = np.array([float(arm.hand_x), float(arm.hand_y)])
    aside = np.array([toward[1], -toward[0]])
    lefty = -1.0 if who.random() < 0.2 else 1.0
    curl = float(who.uniform(0.15, 0.75))
    wrist = spine[-1]
    tubes = [_tube(_bare(spine, arm.width * 0.5, 27.0 * size), skin)]
    tubes.append(_tube(_palm(wrist, knuckles, size), skin, flat=0.6))
    reddish = skin * np.array([0.9, 0.9, 1.0], np.float32)
    root = wrist + toward * 34.0 * size + lefty * aside * 27.0 * size
    tubes.append(_tube(_finger(root, _turned(toward, -lefty * 38.0), 66.0 * size, 11.0 * size), reddish))
    for beside, long, radius in _FINGERS:
        base = knuckles + aside * beside * size - toward * (6.0 + 0.006 * beside**2) * size
        way = _turned(toward, -beside * float(who.uniform(0.15, 0.55)))
        tubes.append(_tube(_finger(base, way, long * size * (1.0 - 0.55 * curl), radius * size), reddish))
    tubes.extend(_worn(who, spine, 27.0 * size, bare=arm.bare))
    if not arm.bare:
        tubes.append(_sleeve(who, spine, arm.width * 0.5))
    return Limb(arm=arm, tubes=tuple(tubes), toward=toward)


def resting(scene: Scene) -> list[Arm]:
    """Return hands that lie near the table's edge, beyond all that a game looks at, and fidget a little."""
    rng = np.random.default_rng((scene.look, 53))
    seats = [float(seat.azimuth) for seat in scene.seats] or rng.uniform(0, 360, 4).tolist()
    hands = list[Arm]()
    for number, azimuth in enumerate(seats):
        near, off, phase = float(rng.uniform(525, 610)), float(rng.normal(0, 12)), float(rng.uniform(0, 6.28))
        if rng.random() > 0.4:
            continue
        x, y = at_azimuth(azimuth + off, near + 6.0 * float(np.sin(0.07 * scene.moment + phase)))
        turn = Degrees((azimuth + off + float(rng.uniform(-8, 8))) % 360)
        arm = Arm(seat=Seat(90 + number), hand_x=x, hand_y=y, from_azimuth=turn, height=Millimetres(22.0))
        hands.append(replace(arm, width=Millimetres(float(rng.uniform(55, 88))), bare=bool(rng.random() < 0.35)))
    return hands


def lay_limb(canvas: F32, limb: Limb, view: View, scene: Scene, room: Room) -> None:
    """Draw an arm over a lit picture, smeared as far as it moves while a row is exposed.

    Args:
        canvas: (h, w, 3) BGR, lit; changed.
        limb: what to draw.
        view: of the camera.
        scene: for the exposure and the side that is brighter.
        room: where light comes from.
    """
    arm = limb.arm
    height = float(arm.height)
    rims = [view.pixels(tube.outline, height) for tube in limb.tubes]
    moved = arm.blur * scene.exposure / 10.0
    box = view.box(np.vstack(rims), 3 + int(moved * view.scale))
    if box is None:
        return
    cover = filled(rims, box).astype(np.float32) / np.float32(255)
    if not cover.any():
        return
    drawn = np.empty((*cover.shape, 3), np.float32)
    drawn[:] = limb.tubes[0].colour[0]
    for tube in limb.tubes:
        _strips(drawn, tube, box, view, height, room)
    left, top, right, bottom = box
    x, y = view.places(box, height)
    away_x, away_y = x - np.float32(arm.hand_x), y - np.float32(arm.hand_y)
    way_x, way_y = np.float32(limb.toward[0]), np.float32(limb.toward[1])
    along = np.asarray(away_x * way_x + away_y * way_y, np.float32)
    across = np.asarray(away_y * way_x - away_x * way_y, np.float32)
    number = scene.look + 7 * int(arm.seat)
    folds = clouds(along * np.float32(0.4), across * np.float32(0.16), number, 1.6) * np.float32(0.05)
    folds += noise(along * np.float32(1.6), across * np.float32(1.6), number + 3, 0.8) * np.float32(0.025)
    drawn *= (np.float32(1.0) + folds)[..., None]
    hand = (np.array([[arm.hand_x]], np.float32), np.array([[arm.hand_y]], np.float32))
    drawn *= unshaded(scene, *hand)
    drawn *= cover[..., None]
    if (smear := _smear(limb, view, moved)) is not None:
        drawn = np.asarray(cv2.filter2D(drawn, -1, smear, borderType=cv2.BORDER_REPLICATE), np.float32)
        cover = np.asarray(cv2.filter2D(cover, -1, smear, borderType=cv2.BORDER_REPLICATE), np.float32)
    under = canvas[top:bottom, left:right]
    under *= (np.float32(1.0) - cover)[..., None]
    under += drawn


def _strips(drawn: F32, tube: Tube, box: Box, view: View, height: float, room: Room) -> None:
    """Paint a tube in quads, each as bright as its side of the tube."""
    left, right = tube.sides
    edges = np.linspace(-1.15, 1.15, _STRIPS + 1)
    share = (edges[:, None, None] + 1) / 2
    lines = left * (1 - share) + right * share
    lines = np.concatenate([lines, lines[:, -1:] + _tip(tube)], axis=1)
    count = lines.shape[1]
    pixels = view.pixels(lines.reshape(-1, 2), height).reshape(_STRIPS + 1, count, 2) - np.array(box[:2])
    corners = (pixels * 16.0).clip(-(1 << 24), 1 << 24).round().astype(np.int32)
    lean = np.clip((edges[:-1] + edges[1:]) / 2, -0.98, 0.98) * tube.flat
    aside = (right - left) / np.maximum(2 * tube.radius, 1e-6)[:, None]
    aside = np.concatenate([aside, aside[-1:]])[: count - 1]
    normals = np.empty((count - 1, _STRIPS, 3))
    normals[..., :2] = lean[None, :, None] * aside[:, None, :]
    normals[..., 2] = np.sqrt(1 - lean**2)
    lit = room.on(normals.reshape(-1, 3)).reshape(count - 1, _STRIPS, 3)
    colours = (tube.colour[: count - 1, None, :] * lit).tolist()
    quads = np.stack([corners[:-1, :-1], corners[1:, :-1], corners[1:, 1:], corners[:-1, 1:]], axis=2)
    for row in range(count - 1):
        for strip in range(_STRIPS):
            cv2.fillConvexPoly(drawn, quads[strip, row], colours[row][strip], cv2.LINE_8, 4)


def _tip(tube: Tube) -> Floats:
    """Return how far paint goes on beyond a tube's last point, (2,) mm."""
    way = tube.middle[-1] - tube.middle[-2]
    return way / max(float(np.hypot(*way)), 1e-6) * tube.radius[-1]


def _smear(limb: Limb, view: View, moved: float) -> F32 | None:
    """Return the kernel of a movement of so many mm along the arm; None = too little to see."""
    hand = np.array([[float(limb.arm.hand_x), float(limb.arm.hand_y)]])
    start, end = view.pixels(np.vstack([hand, hand + limb.toward * moved]), float(limb.arm.height))
    reach = (end - start) / 2
    half = int(np.ceil(np.abs(reach).max()))
    if half < 1:
        return None
    kernel = np.zeros((2 * half + 1, 2 * half + 1), np.uint8)
    ends = [tuple(((half + sign * reach) * 16).round().astype(int).tolist()) for sign in (-1, 1)]
    cv2.line(kernel, ends[0], ends[1], (255,), 1, cv2.LINE_AA, 4)
    return (kernel / max(1.0, float(kernel.sum()))).astype(np.float32)


def _spine(arm: Arm, size: float) -> tuple[Floats, Floats]:
    """Return (n, 2) from beyond the table's edge to the wrist, and which way the hand points."""
    knuckles = np.array([float(arm.hand_x), float(arm.hand_y)])
    far = max(_EDGE_MM, float(np.hypot(*knuckles)) + 190.0)
    edge = np.array(at_azimuth(arm.from_azimuth, far))
    clockwise = np.array([np.cos(np.radians(arm.from_azimuth)), np.sin(np.radians(arm.from_azimuth))])
    elbow = (edge + knuckles) / 2 + arm.bend * clockwise
    # A conic through the elbow: straight before and after it, round within a hand's breadth.
    pulled = elbow + (elbow - (edge + knuckles) / 2) / _ELBOW
    share = np.linspace(0.0, 1.0, 40)[:, None]
    start, bent, end = (1 - share) ** 2, 2 * _ELBOW * share * (1 - share), share**2
    curve = (start * edge + bent * pulled + end * knuckles) / (start + bent + end)
    toward = (knuckles - pulled) / max(float(np.hypot(*(knuckles - pulled))), 1e-6)
    away = np.hypot(*(curve - knuckles).T)
    kept = curve[away > _WRIST_MM * size]
    beyond = kept[0] + (kept[0] - kept[1]) / max(float(np.hypot(*(kept[0] - kept[1]))), 1e-6) * 420.0
    return np.vstack([beyond, kept[::3], knuckles - toward * _WRIST_MM * size]), toward


def _bare(spine: Floats, thick: float, wrist: float) -> tuple[Floats, Floats]:
    """Return a forearm: thickest 190 mm behind the wrist."""
    behind = np.hypot(*(spine - spine[-1]).T)
    grown = np.sin(np.clip(behind / 190.0, 0, 1) * np.pi / 2)
    return spine, wrist + (max(thick, wrist) - wrist) * grown


def _palm(wrist: Floats, knuckles: Floats, size: float) -> tuple[Floats, Floats]:
    share = np.linspace(0.0, 1.0, 6)
    middle = wrist + share[:, None] * (knuckles - wrist)
    return middle, np.interp(share, (0, 0.35, 0.8, 1), (27, 35, 40, 34)) * size


def _finger(base: Floats, way: Floats, long: float, radius: float) -> tuple[Floats, Floats]:
    share = np.linspace(0.0, 1.0, 5)
    return base + share[:, None] * way * long, radius * np.interp(share, (0, 0.5, 1), (1.08, 1.0, 0.8))


def _tube(shape: tuple[Floats, Floats], colour: F32, flat: float = 0.85) -> Tube:
    middle, radius = shape
    return Tube(middle=middle, radius=radius, colour=np.tile(colour, (len(middle), 1)), flat=flat)


def _turned(way: Floats, degrees: float) -> Floats:
    angle = np.radians(degrees)
    return np.array([way[0] * np.cos(angle) - way[1] * np.sin(angle), way[0] * np.sin(angle) + way[1] * np.cos(angle)])


def _skin(who: np.random.Generator) -> F32:
    """Draw a skin between very fair and very dark; the yellowest and reddest lie between."""
    deep = float(who.uniform(0, 1))
    middling = 1 - (2 * deep - 1) ** 2
    a, b = 9 + 3 * middling + float(who.normal(0, 1)), 12 + 7 * middling + float(who.normal(0, 1.5))
    return tint(68 - 38 * deep, a, b)


def _worn(who: np.random.Generator, spine: Floats, wrist: float, *, bare: bool) -> list[Tube]:
    """Draw a watch, a bracelet, or mostly nothing; a sleeve may hide them."""
    chance = float(who.random())
    back = float(who.uniform(14, 34))
    wide = float(who.uniform(16, 24) if chance < 0.25 else who.uniform(4, 9))
    colour = hued(float(who.uniform(8, 75)), float(who.uniform(0, 25)), float(who.uniform(30, 110)))
    dial = hued(float(who.uniform(8, 72)), float(who.uniform(0, 12)), 250.0)
    if chance > (0.45 if bare else 0.35):
        return []
    way = (spine[-2] - spine[-1]) / max(float(np.hypot(*(spine[-2] - spine[-1]))), 1e-6)
    middle = spine[-1] + way * np.array([[back + wide / 2], [back], [back - wide / 2]])
    band = Tube(middle=middle, radius=np.full(3, wrist * 1.05), colour=np.tile(colour, (3, 1)))
    if chance >= 0.25:
        return [band]
    half = float(who.uniform(14, 19))
    face = spine[-1] + way * (back + np.linspace(half, -half, 7)[:, None])
    round_off = half * np.sqrt(np.clip(1 - np.linspace(-1, 1, 7) ** 2, 0.02, 1))
    return [band, Tube(middle=face, radius=round_off, colour=np.tile(dial, (7, 1)), flat=0.15)]


def _sleeve(who: np.random.Generator, spine: Floats, thick: float) -> Tube:
    """Draw a sleeve: where its cuff ends, how wide it falls, its colour, at times its stripes."""
    chroma = float(who.uniform(0, 12) if who.random() < 0.5 else who.uniform(15, 55))
    ground = hued(float(who.uniform(10, 90)), chroma, float(who.uniform(0, 360)))
    stripe = hued(float(who.uniform(10, 92)), float(who.uniform(0, 40)), float(who.uniform(0, 360)))
    cuff, period = float(who.uniform(-6, 55)), float(who.uniform(16, 40))
    loose, striped = float(who.uniform(1.0, 1.18)), who.random() < 0.25
    behind = np.hypot(*(spine - spine[-1]).T)
    step = period / 4 if striped else 20.0
    long: Floats = np.concatenate([behind[:1], np.arange(behind[1], cuff, -step)])
    order = np.argsort(behind)
    at: Floats = behind[order]
    across: Floats = spine[order, 0]
    down: Floats = spine[order, 1]
    middle = np.stack([np.interp(long, at, across), np.interp(long, at, down)], axis=1)
    grown = 0.78 + 0.22 * np.clip(long / 190.0, 0, 1)
    radius = thick * loose * grown * (1 + 0.03 * np.sin(long / 17.0))
    colour = np.where((striped & (np.mod(long, period) < period / 2))[:, None], stripe, ground).astype(np.float32)
    colour[-1] *= np.float32(0.8)
    return Tube(middle=middle, radius=np.maximum(radius, 29.0), colour=colour)

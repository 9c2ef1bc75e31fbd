"""How sheets lie: turned, bent a little, on a pile with sides, a shadow at their edges, a lamp in their varnish."""

import cv2
import numpy as np

from perroquet.drivers.sim.renderers.lounge.lamps import Lamp, Room
from perroquet.drivers.sim.renderers.lounge.prints import TEXELS, sheet_of
from perroquet.drivers.sim.renderers.lounge.tints import F32
from perroquet.drivers.sim.renderers.lounge.view import View, filled
from perroquet.vision.deck import CARD_MM
from perroquet.vision.scene import Lying
from perroquet.vision.sight import Floats

_NEAT_MM = 0.8
"""Above this a card lies on others that nobody drew: their edges are seen."""
_LAYERS = 4


def lay(canvas: F32, shine: F32, lying: Lying, view: View, look: int, room: Room) -> None:
    """Draw one card or thing.

    Args:
        canvas: (h, w, 3) BGR reflectance; changed.
        shine: (h, w, 3) light that comes on top of what is reflected, share of white paper's; changed.
        lying: what, where.
        view: of the camera.
        look: of the game.
        room: where light comes from.
    """
    sheet = sheet_of(lying.what, look)
    own = np.random.default_rng((look, 31, round(8 * lying.x) % 4096, round(8 * lying.turned) % 4096, len(lying.what)))
    middle, height = np.array([float(lying.x), float(lying.y)]), float(lying.lifted)
    right, down = _axes(float(lying.turned))
    corners = _corners(middle, right, down, sheet.size_mm)
    _edge_shadow(canvas, view, corners, height, room.lamps[0], float(own.uniform(0.12, 0.3)))
    if height > _NEAT_MM and sheet.board:
        _pile(canvas, view, middle, float(lying.turned), height, own)
    box = view.box(view.pixels(corners, height), 3)
    if box is None:
        return
    x, y = view.places(box, height)
    away = np.stack([x - np.float32(middle[0]), y - np.float32(middle[1])], axis=-1)
    u, v = (np.asarray(away @ axis.astype(np.float32), np.float32) for axis in (right, down))
    shade = np.ones_like(u)
    if sheet.board:
        u, v, shade = _bent(u, v, view, middle, (right, down), own, room.lamps[0])
    fine = 2.2 * view.sight.scale(*middle.tolist())
    printed = _coarsened(sheet.print, fine)
    wide, tall = sheet.size_mm
    at_u = (u + np.float32(wide / 2)) * np.float32(printed.shape[1] / wide) - np.float32(0.5)
    at_v = (v + np.float32(tall / 2)) * np.float32(printed.shape[0] / tall) - np.float32(0.5)
    seen = cv2.remap(printed, at_u, at_v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(0, 0, 0, 0))
    cover = np.asarray(seen[..., 3:], np.float32)
    part, glow = canvas[box[1] : box[3], box[0] : box[2]], shine[box[1] : box[3], box[0] : box[2]]
    part *= np.float32(1.0) - cover
    part += seen[..., :3] * shade[..., None]
    glow *= np.float32(1.0) - cover
    # Varnish mirrors a bright room a little everywhere.
    glow += cover * (np.float32(0.012 * sheet.coat) * room.around / np.float32(max(float(room.around.max()), 1e-6)))
    if sheet.shines is not None:
        lit = cv2.resize(sheet.shines, (printed.shape[1], printed.shape[0]), interpolation=cv2.INTER_AREA)
        lamp = cv2.remap(lit, at_u, at_v, cv2.INTER_LINEAR, borderMode=cv2.BORDER_CONSTANT, borderValue=(0,))
        glow += np.asarray(lamp, np.float32)[..., None] * np.array([1.12, 1.0, 0.9], np.float32)
    if lying.glare > 0:
        glow += cover * _glare(u, v, lying.glare, own)[..., None] * room.lamps[0].colour


def _axes(turned: float) -> tuple[Floats, Floats]:
    angle = np.radians(turned)
    return np.array([np.cos(angle), np.sin(angle)]), np.array([-np.sin(angle), np.cos(angle)])


def _corners(middle: Floats, right: Floats, down: Floats, size: tuple[float, float], inset: float = 0.0) -> Floats:
    a, b = size[0] / 2 - inset, size[1] / 2 - inset
    return np.array([middle + i * a * right + j * b * down for i, j in ((-1, -1), (1, -1), (1, 1), (-1, 1))])


def _coarsened(printed: F32, fine: float) -> F32:
    """Return a print at `fine` texels a millimetre, smoothed as a pixel's own width does."""
    size = tuple(max(8, round(side * fine / TEXELS)) for side in printed.shape[1::-1])
    small = cv2.resize(printed, (size[0], size[1]), interpolation=cv2.INTER_AREA)
    return np.asarray(cv2.GaussianBlur(small, (0, 0), 0.75, borderType=cv2.BORDER_REPLICATE), np.float32)


def _edge_shadow(canvas: F32, view: View, corners: Floats, height: float, lamp: Lamp, depth: float) -> None:
    """Darken what lies beside a sheet: a hair's breadth around it, and away from the lamp if it is high."""
    off = -lamp.at[:2] / lamp.at[2] * (height + 0.6)
    cast = view.pixels(corners + off)
    if (box := view.box(cast, 6)) is None:
        return
    soft = (0.7 + 0.5 * lamp.penumbra(height) + 0.12 * height) * view.scale
    dark = cv2.GaussianBlur(filled([cast], box), (0, 0), max(0.6, soft)).astype(np.float32)
    canvas[box[1] : box[3], box[0] : box[2]] *= (np.float32(1.0) - np.float32(depth / 255) * dark)[..., None]


def _pile(canvas: F32, view: View, middle: Floats, turned: float, height: float, own: np.random.Generator) -> None:
    """Draw the edges of the cards beneath: pale, each a little aside, darker toward the table."""
    for layer in range(_LAYERS):
        share = layer / _LAYERS
        beside, turn = own.normal(0, 0.9, 2).clip(-2, 2), float(own.normal(0, 1.2))
        corners = _corners(middle + beside, *_axes(turned + turn), (CARD_MM, CARD_MM), 0.4)
        rim = view.pixels(corners, height * share)
        if (box := view.box(rim)) is None:
            continue
        cover = filled([rim], box)[..., None].astype(np.float32) / np.float32(255)
        part = canvas[box[1] : box[3], box[0] : box[2]]
        pale = np.array([0.72, 0.78, 0.82], np.float32) * np.float32(own.uniform(0.72, 0.88) * (0.85 + 0.15 * share))
        part += cover * (pale - part)


def _bent(
    u: F32, v: F32, view: View, middle: Floats, axes: tuple[Floats, Floats], own: np.random.Generator, lamp: Lamp
) -> tuple[F32, F32, F32]:
    """Return where on a bent card a pixel looks, and how bright it is there: it turns to the lamp or away."""
    bow, angle = float(own.uniform(-0.6, 0.9)), float(own.uniform(0, np.pi))
    across = np.float32(np.cos(angle)) * u + np.float32(np.sin(angle)) * v
    steep = np.float32(2 * bow / 28.0**2)
    raised = np.clip(np.float32(bow) * (across / np.float32(28.0)) ** 2, -1.0, 1.2) - np.float32(min(bow, 0.0))
    eye = view.sight.eye
    lean = (eye[:2] - middle) / float(-eye[2])
    toward = (float(lean @ axes[0]), float(lean @ axes[1]))
    ray = lamp.ray()
    facing = np.cos(angle) * float(ray[:2] @ axes[0]) + np.sin(angle) * float(ray[:2] @ axes[1])
    shade = np.float32(1.0) - steep * across * np.float32(0.6 * facing / ray[2])
    moved = (u + raised * np.float32(toward[0]), v + raised * np.float32(toward[1]), np.clip(shade, 0.85, 1.15))
    one, other, bright = (np.asarray(each, np.float32) for each in moved)
    return one, other, bright


def _glare(u: F32, v: F32, strength: float, own: np.random.Generator) -> F32:
    """Return a lamp's image in the varnish, share of its light: a soft spot that hides up to a third of a card."""
    spot, angle = own.uniform(-18, 18, 2), float(own.uniform(0, np.pi))
    long, thin = 10.0 + 12.0 * strength, 6.0 + 7.0 * strength
    away_u, away_v = u - np.float32(spot[0]), v - np.float32(spot[1])
    along = away_u * np.float32(np.cos(angle)) + away_v * np.float32(np.sin(angle))
    across = away_v * np.float32(np.cos(angle)) - away_u * np.float32(np.sin(angle))
    off = (along / np.float32(long)) ** 2 + (across / np.float32(thin)) ** 2
    return (np.float32(2.2 * strength) / (np.float32(1.0) + off**3)).astype(np.float32)

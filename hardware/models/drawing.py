"""Pictures of meshes: a small painter with a depth buffer, parallel projection, edges, cuts and labels.

It draws from the committed STL with numpy alone, so pictures need no CAD and no graphics card.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Final

import numpy as np
import trimesh
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

Reals = NDArray[np.float64]
Colour = tuple[int, int, int]
Point = tuple[float, float, float]
Screen = Callable[[Reals], Reals]
"""(n, 3) places to (n, 3): pixels across and down, and depth."""

PAPER: Final[Colour] = (255, 255, 255)
INK: Final[Colour] = (40, 40, 40)
_FINER: Final = 2
_LIGHT: Final = np.array([0.35, -0.5, 0.8]) / np.linalg.norm([0.35, -0.5, 0.8])
_EDGE_NORMAL: Final = 0.85
_STEP_MM: Final = 0.25
"""A step of this depth is drawn as an edge, and of this many pixels where pixels are larger."""
_STEP_PIXELS: Final = 1.2
_FAR: Final = -1e6


@dataclass(frozen=True, slots=True, kw_only=True)
class Body:
    """A mesh with its colour; `cut_colour` is shown where a cut opened it, None = it is never cut."""

    mesh: trimesh.Trimesh
    colour: Colour
    cut_colour: Colour | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Label:
    """A word with a line to a point of the scene; `at` is the word's middle as shares of the picture."""

    text: str
    to: Point
    at: tuple[float, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class View:
    """Where one looks from: degrees, azimuth from x toward y, and height; and what a cut takes away.

    Attributes:
        cut: normal of a plane through `cut_at`; what lies on its side is taken away.
        frame: corners of what is shown; None = everything.
    """

    azimuth: float = -50.0
    height: float = 30.0
    size: tuple[int, int] = (760, 620)
    cut: Point | None = None
    cut_at: Point = (0.0, 0.0, 0.0)
    labels: tuple[Label, ...] = field(default_factory=tuple)
    margin: float = 0.08
    frame: tuple[Point, ...] | None = None


def draw(bodies: Sequence[Body], view: View) -> Image.Image:
    """Return the picture, few colours, ready to be saved as PNG."""
    shown = [part for body in bodies for part in _cut(body, view)]
    right, up, toward = _axes(view)
    points = np.vstack([mesh.vertices for mesh, _ in shown])
    flat = (points if view.frame is None else np.array(view.frame)) @ np.column_stack([right, up])
    low, high = flat.min(axis=0), flat.max(axis=0)
    width, tall = (side * _FINER for side in view.size)
    scale = (1 - 2 * view.margin) * min(width / (high - low)[0], tall / (high - low)[1])
    middle = (low + high) / 2

    def screen(at: Reals) -> Reals:
        place = (at @ np.column_stack([right, up]) - middle) * scale
        return np.column_stack([place[:, 0] + width / 2, tall / 2 - place[:, 1], at @ toward])

    colours, depths, normals = _paint(shown, screen, toward, (width, tall))
    colours[_edges(depths, normals, 1 / scale)] = INK
    picture = Image.fromarray(colours).resize(view.size, Image.Resampling.LANCZOS)
    _label(picture, view.labels, screen)
    return picture.quantize(128, dither=Image.Dither.NONE)


def _axes(view: View) -> tuple[Reals, Reals, Reals]:
    azimuth, height = np.radians((view.azimuth, view.height))
    toward = np.array([np.cos(height) * np.cos(azimuth), np.cos(height) * np.sin(azimuth), np.sin(height)])
    right = np.array([-np.sin(azimuth), np.cos(azimuth), 0.0])
    return right, np.cross(toward, right), toward


def _cut(body: Body, view: View) -> list[tuple[trimesh.Trimesh, Reals]]:
    """Return what is left of a body, and the colour of each of its faces."""
    mesh = body.mesh
    if view.cut is None or body.cut_colour is None:
        return [(mesh, np.tile(np.array(body.colour, float), (len(mesh.faces), 1)))]
    normal = np.array(view.cut, float)
    level = float(normal @ np.array(view.cut_at))
    if (mesh.vertices @ normal).max() > level:
        mesh = halved(mesh, normal, level)
    if not len(mesh.faces):
        return []
    opened = (mesh.face_normals @ normal > 0.999) & (np.abs(mesh.triangles_center @ normal - level) < 1e-3)
    return [(mesh, np.where(opened[:, None], np.array(body.cut_colour, float), np.array(body.colour, float)))]


def halved(mesh: trimesh.Trimesh, normal: Reals, level: float) -> trimesh.Trimesh:
    """Return the closed part of a mesh where `normal` dot place is below `level`; may be empty."""
    size = 4 * float(np.abs(mesh.bounds).max() + abs(level) + 1)
    away = trimesh.creation.box((size, size, size))
    away.apply_transform(trimesh.geometry.align_vectors((0, 0, 1), normal))
    away.apply_translation(normal * (level + size / 2))
    return trimesh.boolean.difference([mesh, away], engine="manifold", check_volume=False)


def _paint(
    shown: Sequence[tuple[trimesh.Trimesh, Reals]], screen: Screen, toward: Reals, size: tuple[int, int]
) -> tuple[NDArray[np.uint8], Reals, Reals]:
    width, tall = size
    colours = np.full((tall, width, 3), PAPER, np.uint8)
    depths = np.full((tall, width), -np.inf)
    normals = np.zeros((tall, width, 3))
    for mesh, colour in shown:
        place = screen(np.asarray(mesh.vertices))
        shade = np.clip(0.42 + 0.5 * np.abs(mesh.face_normals @ _LIGHT) + 0.1 * (mesh.face_normals @ toward), 0, 1)
        for face, normal, ink in zip(mesh.faces, mesh.face_normals, colour * shade[:, None], strict=True):
            if normal @ toward > -1e-6:
                _triangle(place[face], normal, ink, colours, depths, normals)
    return colours, depths, normals


def _triangle(
    corners: Reals, normal: Reals, ink: Reals, colours: NDArray[np.uint8], depths: Reals, normals: Reals
) -> None:
    x, y, z = corners.T
    tall, width = depths.shape
    left, right = max(0, int(x.min())), min(width - 1, int(x.max()) + 1)
    top, bottom = max(0, int(y.min())), min(tall - 1, int(y.max()) + 1)
    double = (x[1] - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (y[1] - y[0])
    if abs(double) < 1e-9 or right < left or bottom < top:
        return
    across, down = np.meshgrid(np.arange(left, right + 1) + 0.5, np.arange(top, bottom + 1) + 0.5)
    second = ((across - x[0]) * (y[2] - y[0]) - (x[2] - x[0]) * (down - y[0])) / double
    third = ((x[1] - x[0]) * (down - y[0]) - (across - x[0]) * (y[1] - y[0])) / double
    inside = (second >= -1e-6) & (third >= -1e-6) & (second + third <= 1 + 1e-6)
    depth = z[0] + second * (z[1] - z[0]) + third * (z[2] - z[0])
    window = (slice(top, bottom + 1), slice(left, right + 1))
    inside &= depth > depths[window]
    depths[window][inside] = depth[inside]
    colours[window][inside] = ink
    normals[window][inside] = normal


def _edges(depths: Reals, normals: Reals, pixel_mm: float) -> NDArray[np.bool_]:
    """Return where one surface ends before another, or a surface bends sharply."""
    edge = np.zeros(depths.shape, bool)
    solid = np.where(np.isfinite(depths), depths, _FAR)
    least = max(_STEP_MM, _STEP_PIXELS * pixel_mm)
    for axis in (0, 1):
        inner = [slice(None), slice(None)]
        inner[axis] = slice(1, -1)
        step = np.abs(np.diff(solid, 2, axis=axis)) > least
        step &= np.take(solid, range(1, solid.shape[axis] - 1), axis) > _FAR
        edge[tuple(inner)] |= step
        after, before = (np.take(normals, rows, axis) for rows in _neighbours(solid.shape[axis]))
        bend = ((after * before).sum(axis=2) < _EDGE_NORMAL) & ((after != 0).any(axis=2) & (before != 0).any(axis=2))
        inner[axis] = slice(1, None)
        edge[tuple(inner)] |= bend
    return edge


def _neighbours(many: int) -> tuple[range, range]:
    return range(1, many), range(many - 1)


def _label(picture: Image.Image, labels: Sequence[Label], screen: Screen) -> None:
    pen = ImageDraw.Draw(picture)
    font = ImageFont.load_default(15)
    for label in labels:
        to = screen(np.array([label.to]))[0][:2] / _FINER
        at = np.array(label.at) * picture.size
        pen.line([tuple(at), tuple(to)], fill=(200, 30, 30), width=1)
        pen.ellipse([*(to - 2.5), *(to + 2.5)], fill=(200, 30, 30))
        box = pen.textbbox(tuple(at), label.text, font=font, anchor="mm")
        pen.rectangle([box[0] - 4, box[1] - 3, box[2] + 4, box[3] + 3], fill=PAPER, outline=(200, 30, 30))
        pen.text(tuple(at), label.text, font=font, fill=INK, anchor="mm")

"""Meshes put to the test: do two overlap, how thick is a wall, what hangs in the air, what does it weigh."""
# pyright: basic

from functools import cache

import manifold3d
import numpy as np
import trimesh
from numpy.typing import NDArray

from hardware.models.dimensions import DIMENSIONS, grams
from hardware.models.parts import PARTS, Printed, assembled, on_the_bed

Reals = NDArray[np.float64]
Solid = manifold3d.Manifold

BY_NAME = {part.name: part for part in PARTS}
MESH_MM = 0.1
"""How far a mesh may lie off the true surface: it was cut into triangles with 0.08 mm."""


@cache
def lying(name: str) -> trimesh.Trimesh:
    """Return a part as its file has it."""
    return on_the_bed(BY_NAME[name])


@cache
def sitting(name: str) -> trimesh.Trimesh:
    """Return a part where it sits."""
    return assembled(BY_NAME[name])


def solid(mesh: trimesh.Trimesh) -> Solid:
    """Return a closed mesh as a body that can be cut."""
    made = Solid(manifold3d.Mesh(np.asarray(mesh.vertices, np.float32), np.asarray(mesh.faces, np.uint32)))
    assert made.status() == manifold3d.Error.NoError
    return made


def moved(body: Solid, matrix: Reals) -> Solid:
    """Return a body moved by a (4, 4) matrix."""
    return body.transform(matrix[:3])


def shifted(body: Solid, x: float = 0.0, y: float = 0.0, z: float = 0.0) -> Solid:
    """Return a body moved along."""
    return body.translate((x, y, z))


def overlap_mm3(one: Solid, other: Solid) -> float:
    """Return how much room two bodies share."""
    return abs((one ^ other).volume())


def walls(mesh: trimesh.Trimesh, many: int = 600) -> Reals:
    """Return the thickness of the walls at points all over the surface, in millimetres.

    A wall is where the ray inward leaves through a face that looks the other way; edges and slopes are none.
    """
    points, faces = trimesh.sample.sample_surface(mesh, many, seed=1)[:2]
    inward = -mesh.face_normals[faces]
    first, second, third = np.moveaxis(np.asarray(mesh.triangles), 1, 0)
    found = []
    for start, way in zip(points + 1e-3 * inward, inward, strict=True):
        facing = mesh.face_normals @ way > 0.97
        reach = _hits(start, way, first[facing], second[facing], third[facing])
        if len(reach):
            found.append(reach.min() + 1e-3)
    return np.array(found)


def _hits(start: Reals, way: Reals, first: Reals, second: Reals, third: Reals) -> Reals:
    """Return how far along the ray triangles are hit (Moeller and Trumbore)."""
    one, other = second - first, third - first
    across = np.cross(way, other)
    size = (one * across).sum(axis=1)
    away = start - first
    u = (away * across).sum(axis=1) / size
    turned = np.cross(away, one)
    v = turned @ way / size
    reach = (other * turned).sum(axis=1) / size
    return reach[(u >= 0) & (v >= 0) & (u + v <= 1) & (reach > 0)]


def bridges_mm(mesh: trimesh.Trimesh) -> Reals:
    """Return how far each ceiling must be bridged when printed as it lies: the width of what hangs over nothing.

    A ceiling is a patch of faces steeper than 50 degrees from upright that looks down and is not on the bed.
    """
    steep = (mesh.face_normals[:, 2] < -np.sin(np.radians(50))) & (mesh.triangles_center[:, 2] > 0.05)
    pairs = mesh.face_adjacency[steep[mesh.face_adjacency].all(axis=1)]
    patches = trimesh.graph.connected_components(pairs, nodes=np.flatnonzero(steep))
    return np.array([_width(mesh, np.asarray(patch)) for patch in patches])


def _width(mesh: trimesh.Trimesh, patch: NDArray[np.intp]) -> float:
    """Return a patch's area by half its outline: the width of a strip, half the width of a disc."""
    edges = np.sort(mesh.faces[patch][:, [[0, 1], [1, 2], [2, 0]]].reshape(-1, 2), axis=1)
    single, times = np.unique(edges, axis=0, return_counts=True)
    rim = mesh.vertices[single[times == 1]]
    outline = np.linalg.norm((rim[:, 0] - rim[:, 1])[:, :2], axis=1).sum()
    return float(2 * mesh.area_faces[patch].sum() / outline) if outline else 0.0


def printed_g(part: Printed) -> float:
    """Return what a part weighs when it is printed full."""
    return grams(lying(part.name).volume, DIMENSIONS.printing.density_g_cm3)

"""The few shapes everything is made of. Azimuths run clockwise from the cable (x), so y points to azimuth 270."""

from math import cos, radians, sin

from build123d import Align, Box, Cone, Cylinder, Part, Pos, RegularPolygon, Rot, extrude

_UP = (Align.CENTER, Align.CENTER, Align.MIN)


def round_bar(radius: float, high: float, z: float = 0.0) -> Part:
    """Return a cylinder that stands at height `z`."""
    return Pos(0, 0, z) * Cylinder(radius, high, align=_UP)


def cone(bottom: float, top: float, high: float, z: float = 0.0) -> Part:
    """Return a cone that stands at height `z`; radii below and above."""
    return Pos(0, 0, z) * Cone(bottom, top, high, align=_UP)


def block(long: float, deep: float, high: float, z: float = 0.0) -> Part:
    """Return a block on the z axis that stands at height `z`."""
    return Pos(0, 0, z) * Box(long, deep, high, align=_UP)


def pipe(outer: float, inner: float, high: float, z: float = 0.0) -> Part:
    """Return a tube that stands at height `z`; radii."""
    return round_bar(outer, high, z) - round_bar(inner, high, z)


def hexagon(flats: float, high: float, z: float = 0.0) -> Part:
    """Return room for a nut, `flats` across."""
    return Pos(0, 0, z) * extrude(RegularPolygon(flats / 2, 6, major_radius=False), high)


def spot(radius: float, azimuth: float) -> Pos:
    """Return the place at a radius and an azimuth, in degrees."""
    return Pos(radius * cos(radians(azimuth)), -radius * sin(radians(azimuth)), 0)


def around(azimuth: float) -> Rot:
    """Return the turn from the cable to an azimuth, in degrees."""
    return Rot(0, 0, -azimuth)

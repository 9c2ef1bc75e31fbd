"""The totem: a sleeve with grooves for twelve rings and eight columns, and the foot that tilts out of the seat.

Height 0 is the plane on which the totem stands: the sleeve's lower edge, on which it tilts, and the cone's upper end.
"""

from math import radians, tan

from build123d import Axis, GeomType, Part, Rot, chamfer

from hardware.models.dimensions import DIMENSIONS
from hardware.models.shapes import around, block, cone, pipe, round_bar, spot

_ENTRY = 1.0
"""Room the cut shapes have beyond what they cut."""
_PLAIN = 5.0
"""Height without a column at either end: the totem stands and tilts on a whole rim."""


def sleeve() -> Part:
    """Draw the sleeve. Columns lie deep, rings across them with film between; each ring has a hole for its wire."""
    totem = DIMENSIONS.totem
    body = round_bar(totem.radius, totem.height)
    body = chamfer(body.edges().filter_by(GeomType.CIRCLE).sort_by(Axis.Z)[-1:], 2)
    body -= round_bar(totem.bore, totem.height - totem.top)
    washers_to = totem.washers_from + totem.washers * DIMENSIONS.washer.thick
    rib_high = totem.height - totem.top - washers_to
    rib_deep = totem.bore - DIMENSIONS.washer.outer / 2 + 3
    for azimuth in (22.5, 112.5, 202.5, 292.5):
        body += (
            around(azimuth)
            * spot(totem.bore - rib_deep / 2 + 0.2, 0)
            * block(rib_deep + 0.4, totem.rib, rib_high, washers_to)
        )
    for azimuth in totem.column_azimuths:
        groove = block(totem.column_depth + _ENTRY, totem.groove, totem.height - 2 * _PLAIN, _PLAIN)
        body -= around(azimuth) * spot(totem.radius - totem.column_depth / 2 + _ENTRY / 2, 0) * groove
    for number, height in enumerate(totem.ring_heights):
        body -= pipe(totem.radius + _ENTRY, totem.radius - totem.ring_depth, totem.groove, height - totem.groove / 2)
        azimuth = 22.5 + 45 * (number % totem.columns)
        body -= around(azimuth) * _wire(height)
    for azimuth in totem.column_azimuths:
        body -= around(azimuth) * _wire(totem.ring_first + totem.ring_pitch / 2)
    return body


def foot() -> Part:
    """Draw the foot: a cone below, room for magnets, holes for the contacts' pins, a collar, the washers' tube."""
    foot, totem = DIMENSIONS.foot, DIMENSIONS.totem
    collar = totem.bore - foot.spigot_play
    body = cone(foot.tip_radius, foot.cone_radius, foot.depth, -foot.depth)
    body += pipe(collar, collar - DIMENSIONS.printing.wall_least, foot.spigot)
    body += round_bar(foot.tube, totem.washers_from)
    pocket = foot.magnet / 2 + foot.magnet_play
    body -= round_bar(foot.tube - foot.tube_wall, totem.washers_from, foot.magnet_thick + foot.floor - foot.depth)
    for n in range(foot.magnets):
        body -= spot(foot.magnet_circle, 60 + 360 / foot.magnets * n) * round_bar(pocket, 10, foot.floor - foot.depth)
    for azimuth in contact_azimuths():
        body -= spot(foot.pin_circle, azimuth) * round_bar(foot.pin_hole / 2, 20, -foot.depth - _ENTRY)
        body -= spot(foot.pin_circle, azimuth) * round_bar(1.2, 20, foot.floor - foot.depth + 0.6)
    return body - key(foot.key_play)


def contact_azimuths() -> tuple[float, ...]:
    """Azimuth of each contact: an even circle that leaves the key free."""
    many = DIMENSIONS.totem.contacts
    return tuple(360 / many * (n + 0.5) for n in range(many))


def key(play: float) -> Part:
    """Draw the key at the rim, which tells the totem's azimuth 0; with `play`, the room for it in the foot.

    It widens downward as the cone does, so that it lets go whichever way the totem tilts.
    """
    foot, seat = DIMENSIONS.foot, DIMENSIONS.seat
    lean = tan(radians(foot.draft_deg))
    half = foot.key_width / 2 + play
    high = seat.socket_depth
    return spot(foot.cone_radius + seat.play, 0) * cone(half + high * lean, half, high, -high)


def _wire(height: float) -> Part:
    totem = DIMENSIONS.totem
    hole = Rot(0, 90, 0) * round_bar(totem.wire_hole / 2, totem.wall + 2 * _ENTRY, totem.bore - _ENTRY)
    hole.position += (0, 0, height)
    return hole

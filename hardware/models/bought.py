"""The bought parts as plain bodies, each where it sits: for the pictures, and to test that everything fits.

Lengths are the usual ones of such parts; who buys others changes `hardware/dimensions.toml`.
"""

from collections.abc import Iterator
from math import cos, radians, sin
from typing import Final

import trimesh

from hardware.models.dimensions import DIMENSIONS

Mesh = trimesh.Trimesh
PRELOAD_N: Final = 8.0
"""At which the spring is drawn; `forces.toml` asks for it."""
_SECTIONS: Final = 48


def bar(radius: float, high: float, z: float, x: float = 0.0, y: float = 0.0) -> Mesh:
    """Return a cylinder that stands at (x, y, z)."""
    mesh = trimesh.creation.cylinder(radius, high, sections=_SECTIONS)
    mesh.apply_translation((x, y, z + high / 2))
    return mesh


def ring(outer: float, inner: float, high: float, z: float, x: float = 0.0, y: float = 0.0) -> Mesh:
    """Return a tube that stands at (x, y, z); radii."""
    mesh = trimesh.creation.annulus(inner, outer, high, sections=_SECTIONS)
    mesh.apply_translation((x, y, z + high / 2))
    return mesh


def block(long: float, deep: float, high: float, x: float, y: float, z: float) -> Mesh:
    """Return a block whose underside's middle is (x, y, z)."""
    mesh = trimesh.creation.box((long, deep, high))
    mesh.apply_translation((x, y, z + high / 2))
    return mesh


def place(radius: float, azimuth: float) -> tuple[float, float]:
    """Return x and y of a radius and an azimuth."""
    return radius * cos(radians(azimuth)), -radius * sin(radians(azimuth))


def ballast() -> Iterator[tuple[str, Mesh]]:
    """The base's washers, each stack as one."""
    base, washer = DIMENSIONS.base, DIMENSIONS.washer
    for azimuth in base.stacks_deg:
        yield (
            "washers",
            ring(
                washer.outer / 2,
                washer.hole / 2,
                base.stack_washers * washer.thick,
                base.floor,
                *place(base.stack_circle, azimuth),
            ),
        )


def supports() -> Iterator[tuple[str, Mesh]]:
    """Sensors and the rubber on them."""
    seat, support = DIMENSIONS.seat, DIMENSIONS.support
    for azimuth in support.azimuths:
        at = place(support.circle, azimuth)
        yield "sensor", bar(4.5, support.sensor, seat.underside - support.pad - support.sensor, *at)
        yield "rubber", bar(3.5, support.pad, seat.underside - support.pad, *at)


def spring() -> Iterator[tuple[str, Mesh]]:
    """Screw, its washer, the spring as a tube, and the nut in the seat."""
    base, seat, wire = DIMENSIONS.base, DIMENSIONS.seat, DIMENSIONS.spring
    long = DIMENSIONS.spring_at(PRELOAD_N)
    lower = base.well_deep - long
    head = lower - seat.screw_washer
    yield "spring", ring(wire.outer / 2, wire.outer / 2 - wire.wire, long, lower)
    yield "screw washer", ring(4.5, 2.2, seat.screw_washer, head)
    yield "screw", bar(3.5, seat.screw_head, head - seat.screw_head)
    yield "screw", bar(seat.screw / 2, seat.screw_long, head)
    nut = DIMENSIONS.stand - seat.socket_depth - seat.steel_thick - seat.nut_thick
    hexagon = trimesh.creation.cylinder(seat.nut_flats / 3**0.5, seat.nut_thick, sections=6)
    hexagon.apply_translation((0, 0, nut + seat.nut_thick / 2))
    yield "nut", hexagon.difference(bar(seat.screw / 2, 10, nut - 2))


def electronics() -> Iterator[tuple[str, Mesh]]:
    """The Pico with its plug's room, and the lamp ring."""
    base = DIMENSIONS.base
    z = base.floor + base.pico_above_floor
    middle = base.inside - 1.5 - base.pico_play - base.pico_long / 2
    yield "Pico", block(base.pico_long, base.pico_wide, 1.0, middle, 0, z)
    yield "Pico", block(5.6, 8.0, 2.8, base.inside - 1.5 - base.pico_play - 1.5, 0, z + 1.0)
    yield "resistors", block(48, 20, 1.6, middle - 1, 0, z + 9.5)
    top = base.top - base.lamp_window
    yield "lamp ring", ring(base.lamp_outer / 2, base.lamp_inner / 2, 1.6, top - base.lamp_thick)
    for n in range(24):
        yield "lamp", block(5, 5, 1.6, *place((base.lamp_outer + base.lamp_inner) / 4, 15 * n + 7.5), top - 1.75)


def feet() -> Iterator[tuple[str, Mesh]]:
    """Non-slip feet."""
    base = DIMENSIONS.base
    for azimuth in base.feet_deg:
        yield (
            "foot",
            bar(base.foot / 2, base.foot_thick, base.foot_deep - base.foot_thick, *place(base.foot_circle, azimuth)),
        )


def steel() -> Iterator[tuple[str, Mesh]]:
    """The washer in the seat that the magnets pull."""
    seat = DIMENSIONS.seat
    yield (
        "steel",
        ring(seat.steel / 2, 4.2, seat.steel_thick, DIMENSIONS.stand - seat.socket_depth - seat.steel_thick),
    )


def in_the_totem() -> Iterator[tuple[str, Mesh]]:
    """Magnets, the pins' heads, and the washers; heights from the standing plane."""
    foot, totem, washer = DIMENSIONS.foot, DIMENSIONS.totem, DIMENSIONS.washer
    for n in range(foot.magnets):
        at = place(foot.magnet_circle, 60 + 360 / foot.magnets * n)
        yield "magnet", bar(foot.magnet / 2, foot.magnet_thick, foot.floor - foot.depth, *at)
    for n in range(totem.contacts):
        at = place(foot.pin_circle, 360 / totem.contacts * (n + 0.5))
        yield "pin", bar(1.5, foot.pin_head, -foot.depth - foot.pin_head, *at)
        yield "pin", bar(0.6, 8, -foot.depth, *at)
    yield (
        "washers",
        ring(washer.outer / 2, washer.hole / 2, totem.washers * washer.thick, totem.washers_from),
    )


def in_the_box() -> Iterator[tuple[str, Mesh]]:
    """Pi with its sockets, seat board, jacks, amplifier, and what hangs under the panel."""
    box = DIMENSIONS.box
    card, power = box.pi_corner
    z = box.floor + box.pi_above_floor
    middle = (card - box.pi_long / 2, power - box.pi_wide / 2)
    board = block(box.pi_long, box.pi_wide, box.pi_thick, *middle, z)
    for x, y in box.pi_screws:
        board = board.difference(bar(1.35, 10, z - 4, x, y))
    yield "Pi", board
    z += box.pi_thick
    for y in box.pi_usb:
        yield "socket", block(20, 15, 16, card - box.pi_long + 7, power - y, z)
    for x in box.pi_power[:3]:
        yield "socket", block(9, 8, 3.4, card - x, power - 3, z)
    yield "pins", block(51, 5, 8.5, card - 29 - box.pi_hole_in, power - box.pi_wide + 3.5, z)
    yield "seat board", block(70, 50, 1.6, 43, -26, 8)
    yield "amplifier", block(19, 18, 3, -20, -38, box.floor)
    for x, height in box.jacks:
        jack = bar(box.jack / 2 - 0.1, 5, -5)
        jack = trimesh.util.concatenate([jack, block(9, 9, 13, 0, 0, 0)])
        jack.apply_transform(trimesh.transformations.rotation_matrix(radians(90), (1, 0, 0)))
        jack.apply_translation((x, box.deep / 2 - box.wall, height))
        yield "jack", jack
    yield "speaker", bar(box.speaker / 2, 18, box.high - 18, -50, 8)
    under = box.high
    for x in (18.0, 46.0):
        yield "button", bar(box.button / 2 - 0.1, 22, under - 18, x, -26)
        yield "button", bar(7.5, 3, under + box.lid, x, -26)
    yield "encoder", bar(box.encoder / 2 - 0.1, 22, under, 70, -2)
    yield "encoder", block(14, 12, 8, 70, -2, under - 8)
    yield "lamp", bar(box.lamp / 2 - 0.1, 12, under - 5, -8, -26)
    yield "display", block(25.5, 14.5, 1.5, 22, 12, under)


def on_the_base() -> Iterator[tuple[str, Mesh]]:
    """Everything bought of base and totem, with the totem in its seat."""
    for part in (ballast, supports, spring, electronics, feet, steel):
        yield from part()
    for name, mesh in in_the_totem():
        mesh.apply_translation((0, 0, DIMENSIONS.stand))
        yield name, mesh

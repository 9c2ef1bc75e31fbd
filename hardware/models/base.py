"""The base: body, lid, and the seat that floats between them. Height 0 is the body's underside, without its feet."""

from math import radians, tan

from build123d import Axis, GeomType, Part, Pos, chamfer

from hardware.models.dimensions import DIMENSIONS
from hardware.models.shapes import around, block, cone, hexagon, pipe, round_bar, spot
from hardware.models.totem import contact_azimuths, key

_ENTRY = 1.0


def body() -> Part:
    """Draw the cup: pedestals of the supports, pins for the ballast, posts, guides, spring's well, the Pico's place."""
    base = DIMENSIONS.base
    part = round_bar(base.radius, base.rim)
    part = chamfer(part.edges().filter_by(GeomType.CIRCLE).sort_by(Axis.Z)[:1], 1)
    part -= round_bar(base.inside, base.rim, base.floor)
    pedestal = DIMENSIONS.seat.underside - DIMENSIONS.support.sensor - DIMENSIONS.support.pad
    for azimuth in DIMENSIONS.support.azimuths:
        part += spot(DIMENSIONS.support.circle, azimuth) * round_bar(DIMENSIONS.support.pedestal, pedestal)
    for azimuth in base.stacks_deg:
        high = base.floor + base.stack_washers * DIMENSIONS.washer.thick + 1
        part += spot(base.stack_circle, azimuth) * round_bar(base.stack_spindle, high)
    for azimuth in base.posts_deg:
        part += spot(base.post_circle, azimuth) * round_bar(base.post, base.rim)
        part -= spot(base.post_circle, azimuth) * round_bar(
            base.insert / 2, base.insert_deep + _ENTRY, base.rim - base.insert_deep
        )
    for azimuth in base.guides_deg:
        part += spot(DIMENSIONS.seat.plate, azimuth) * round_bar(
            base.guide, DIMENSIONS.seat.underside + DIMENSIONS.seat.plate_thick
        )
    part += round_bar(base.boss, base.well_deep + base.well_ceiling)
    part -= round_bar(base.well, base.well_deep)
    part -= round_bar(DIMENSIONS.seat.screw / 2 + 0.3, 40)
    for azimuth in base.feet_deg:
        part -= spot(base.foot_circle, azimuth) * round_bar(base.foot / 2 + 0.2, base.foot_deep)
    part += _pico_place()
    usb_middle = base.floor + base.pico_above_floor + 2.4
    hole = block(2 * base.wall + 6, base.usb_width, base.usb_height, usb_middle - base.usb_height / 2)
    return part - spot(base.radius, 0) * hole


def lid() -> Part:
    """Draw the lid: thin above the lamps, an edge inside the body's wall, a rim round the seat's collar."""
    base, seat = DIMENSIONS.base, DIMENSIONS.seat
    opening = seat.collar + base.opening_play
    part = round_bar(base.radius, base.lid, base.rim)
    part = chamfer(part.edges().filter_by(GeomType.CIRCLE).sort_by(Axis.Z)[-1:], 0.8)
    edge = base.inside - base.lid_play
    part += pipe(edge, edge - base.lid_lip_wall, base.lid_lip, base.rim - base.lid_lip)
    inner, outer = base.lamp_inner / 2 - base.lamp_play, base.lamp_outer / 2 + base.lamp_play
    ceiling = base.top - base.lamp_window
    deep = ceiling - base.lamp_thick
    part += pipe(outer + base.lamp_rim, outer, base.rim - deep, deep)
    part += pipe(inner, opening, base.rim - deep, deep)
    part -= pipe(outer, inner, ceiling - deep, deep)
    part -= round_bar(opening, base.top)
    for azimuth in base.posts_deg:
        part -= spot(base.post_circle, azimuth) * round_bar(
            base.post + base.lid_play, base.lid_lip, base.rim - base.lid_lip
        )
        part -= spot(base.post_circle, azimuth) * round_bar(1.7, base.top)
        part -= spot(base.post_circle, azimuth) * cone(1.7, 3.2, 1.5, base.top - 1.5)
    return part


def seat() -> Part:
    """Draw the seat: socket for the cone, steel for the magnets, nut for the spring's screw, contacts' channel."""
    seat, base = DIMENSIONS.seat, DIMENSIONS.base
    stand = DIMENSIONS.stand
    floor = stand - seat.socket_depth
    part = round_bar(seat.plate, seat.plate_thick, seat.underside)
    part += round_bar(seat.collar, stand - seat.underside, seat.underside)
    part -= Pos(0, 0, stand) * socket()
    part += Pos(0, 0, stand) * (key(0.0) & round_bar(seat.collar - 1, seat.socket_depth, -seat.socket_depth))
    part -= round_bar(seat.steel / 2 + seat.steel_play, seat.steel_thick, floor - seat.steel_thick)
    nut_to = floor - seat.steel_thick
    part -= hexagon(seat.nut_flats + 0.3, seat.nut_thick, nut_to - seat.nut_thick)
    part -= round_bar(seat.screw / 2 + 0.3, stand)
    middle = DIMENSIONS.foot.pin_circle
    roof = floor - seat.contact_floor
    part -= pipe(middle + seat.channel / 2, middle - seat.channel / 2, roof - seat.underside, seat.underside)
    for azimuth in contact_azimuths():
        part -= spot(middle, azimuth) * round_bar(seat.contact_hole / 2, seat.contact_floor, roof)
    for azimuth in base.guides_deg:
        part -= spot(seat.plate, azimuth) * round_bar(base.guide + base.guide_play, seat.plate_thick, seat.underside)
    return part


def socket() -> Part:
    """Draw the room for the cone, its upper end at height 0."""
    foot, seat = DIMENSIONS.foot, DIMENSIONS.seat
    top = foot.cone_radius + seat.play
    return cone(top - seat.socket_depth * tan(radians(foot.draft_deg)), top, seat.socket_depth, -seat.socket_depth)


def _pico_place() -> Part:
    """Draw four corners on which the Pico lies, its socket at the wall, and walls that keep it there."""
    base = DIMENSIONS.base
    long, wide = base.pico_long + 2 * base.pico_play, base.pico_wide + 2 * base.pico_play
    end = base.inside - 1.5
    places = Part()
    for side in (-1, 1):
        for x in (end - long + 1.5, end - 3.0):
            places += Pos(x, side * (wide / 2 + 0.2), 0) * block(6, 4, base.floor + base.pico_above_floor + 2)
    board = Pos(end - long / 2, 0, 0) * block(long, wide, 20, base.floor + base.pico_above_floor)
    return places - board + around(0) * Pos(end - long - 1, 0, 0) * block(2, 6, base.floor + base.pico_above_floor + 2)

"""What stands beside the base: the box, a player's button, and the camera's mast."""

import math

from build123d import Axis, Circle, Part, Pos, Rot, chamfer, extrude, fillet, loft

from hardware.models.dimensions import DIMENSIONS
from hardware.models.shapes import block, cone, hexagon, pipe, round_bar

_PANEL_Y = -26.0
_POST_HIGH = 18.0
_POST_GROWS = 12.0


def box_body() -> Part:
    """Draw the box: the Pi in its back left corner, jacks in the back wall at the right, slits for air and camera."""
    box = DIMENSIONS.box
    part = block(box.long, box.deep, box.high)
    part = fillet(part.edges().filter_by(Axis.Z), 4)
    part -= block(box.long - 2 * box.wall, box.deep - 2 * box.wall, box.high, box.floor)
    for x, y in box.lid_screws:
        part += _corner_post(x, y)
    for x, y in box.pi_screws:
        part += Pos(x, y, 0) * round_bar(box.pillar, box.floor + box.pi_above_floor)
        part -= Pos(x, y, 0) * round_bar(box.screw_pilot / 2, 10, box.floor + 1.2)
    return part - _box_openings()


def _corner_post(x: float, y: float) -> Part:
    """Draw a screw's post: it grows out of the corner above the Pi's sockets, and so prints without support."""
    box = DIMENSIONS.box
    grown = box.high - _POST_HIGH
    corner = tuple(math.copysign(side / 2 - 2, at) for side, at in ((box.long, x), (box.deep, y)))
    start = Pos(*corner, grown - _POST_GROWS) * Circle(0.8)
    post = loft([start.face(), (Pos(x, y, grown) * Circle(box.corner)).face()])
    post += Pos(x, y, grown) * extrude(Circle(box.corner), _POST_HIGH)
    return post - Pos(x, y, 0) * round_bar(box.screw_pilot / 2, 12, box.high - 11)


def box_lid() -> Part:
    """Draw the panel: lamp, display, speaker, START, MODE, and the encoder with its push (HUSH)."""
    box = DIMENSIONS.box
    part = block(box.long, box.deep, box.lid, box.high)
    part = fillet(part.edges().filter_by(Axis.Z), 4)
    long, deep = (side - 2 * (box.wall + box.lid_play) for side in (box.long, box.deep))
    edge = block(long, deep, box.lid_lip, box.high - box.lid_lip)
    edge -= block(long - 2 * box.lid_lip_wall, deep - 2 * box.lid_lip_wall, box.lid_lip, box.high - box.lid_lip)
    for x, y in box.lid_screws:
        room = box.corner + box.lid_play
        edge -= Pos(x, y, 0) * block(2 * room + 4, 2 * room + 4, box.lid_lip, box.high - box.lid_lip)
        part -= Pos(x, y, 0) * (round_bar(1.4, 10, box.high) + cone(1.4, 2.7, 1.3, box.high + box.lid - 1.3))
    part += edge
    speaker = Pos(-50, 8, 0)
    radius = box.speaker / 2 + box.speaker_play
    part += speaker * pipe(radius + box.lid_lip_wall, radius, 4, box.high - 4)
    grille = Part()
    for n in range(-2, 3):
        grille += Pos(0, 6.5 * n, 0) * block(30 - 5 * abs(n), box.slit, 20, box.high - 5)
    part -= speaker * grille
    for x in (18.0, 46.0):
        part -= Pos(x, _PANEL_Y, 0) * round_bar(box.button / 2, 20, box.high - 5)
    part -= Pos(70, _PANEL_Y + 24, 0) * round_bar(box.encoder / 2, 20, box.high - 5)
    part -= Pos(-8, _PANEL_Y, 0) * round_bar(box.lamp / 2, 20, box.high - 5)
    return part - Pos(22, 12, 0) * block(*box.display, 20, box.high - 5)


def _box_openings() -> Part:
    """Cut what looks out: the Pi's sockets, the seats' jacks, the shutdown button, the slits for air and camera."""
    box = DIMENSIONS.box
    card, power = box.pi_corner
    board = box.floor + box.pi_above_floor + box.pi_thick
    cut = Part()
    for y in box.pi_usb:
        cut += Pos(-box.long / 2, power - y, 0) * block(20, *box.pi_usb_size, board - 1)
    for x in box.pi_power:
        cut += Pos(card - x, box.deep / 2, 0) * block(box.pi_power_size[0], 20, box.pi_power_size[1], board - 1.5)
    for x, height in box.jacks:
        cut += Pos(x, box.deep / 2, height) * Rot(90, 0, 0) * round_bar(box.jack / 2, 20, -10)
    cut += Pos(box.long / 2, -20, 26) * Rot(0, 90, 0) * round_bar(box.button / 2, 20, -10)
    cut += Pos(card - 45, box.deep / 2, 0) * block(box.camera_slit[0], 20, box.camera_slit[1], box.high - 12)
    for n in range(5):
        cut += Pos(card - 20 - 11 * n, power - box.pi_wide / 2, 0) * block(box.slit, 34, 10, -1)
        cut += Pos(-box.long / 2, -box.deep / 2 + 12 + 8 * n, 0) * block(20, box.slit, 24, 16)
    return cut


def seat_button() -> Part:
    """Draw a player's housing: a cup upside down, the button in its face, a hole for the lead."""
    button = DIMENSIONS.button
    part = round_bar(button.radius, button.high)
    part = chamfer(part.edges().sort_by(Axis.Z)[-1:], 1.5)
    part -= round_bar(button.radius - button.wall, button.high - button.wall)
    part -= round_bar(button.hole / 2, button.high + 1)
    return part - Pos(button.radius, 0, button.lid + button.lid_deep + 4) * Rot(0, 90, 0) * round_bar(
        button.cable / 2, 10, -5
    )


def seat_button_lid() -> Part:
    """Draw its floor, pressed in from below."""
    button = DIMENSIONS.button
    edge = button.radius - button.wall - button.lid_play
    return round_bar(edge, button.lid) + pipe(edge, edge - 1.6, button.lid_deep, button.lid)


def mast_clamp() -> Part:
    """Draw the clamp: a jaw over the table's edge with an M6 screw from below, a socket for the upright rod."""
    mast = DIMENSIONS.mast
    thick = 10.0
    side = 2 * (mast.bore + mast.wall)
    high = mast.table_most + 2 * thick + 6
    part = Pos(mast.jaw / 2, 0, 0) * block(mast.jaw + thick, mast.width, high, -high)
    part -= Pos(mast.jaw / 2 + thick, 0, 0) * block(mast.jaw + thick, mast.width, high - 2 * thick, -high + thick)
    part -= Pos(mast.jaw * 0.6, 0, 0) * round_bar(mast.screw / 2 + 0.3, thick, -high)
    part -= Pos(mast.jaw * 0.6, 0, 0) * hexagon(
        mast.nut_flats + 0.3, mast.nut_thick + 0.3, -high + thick - mast.nut_thick - 0.3
    )
    part += Pos((side - thick) / 2, 0, 0) * block(side, mast.width, mast.socket)
    return part - Pos((side - thick) / 2, 0, 0) * round_bar(mast.bore, mast.socket)


def mast_elbow() -> Part:
    """Draw the elbow: the upright rod from below, the arm from the side."""
    mast = DIMENSIONS.mast
    side = 2 * (mast.bore + mast.wall)
    part = block(side, side, mast.socket + side)
    arm = Pos(0, 0, mast.socket + side / 2) * Rot(0, 90, 0)
    part += arm * block(side, side, mast.socket + side / 2)
    part = fillet(part.edges().filter_by(Axis.Y), 3)
    part -= round_bar(mast.bore, mast.socket)
    return part - arm * round_bar(mast.bore, mast.socket, side / 2)


def mast_head() -> Part:
    """Draw the camera's plate at the end of the arm, looking down."""
    mast = DIMENSIONS.mast
    side = 2 * (mast.bore + mast.wall)
    long = mast.camera_long + 10
    part = Pos(mast.socket / 2, 0, 0) * block(mast.socket, side, side, -side / 2)
    plate = Pos(mast.socket + long / 2, 0, -side / 2)
    part += Pos(mast.socket + (long - 1) / 2, 0, -side / 2) * block(long + 1, mast.camera_wide + 6, 4)
    part -= Rot(0, 90, 0) * round_bar(mast.bore, mast.socket - 4, 0)
    for x in (-1, 1):
        for y in (-1, 1):
            hole = Pos(x * mast.camera_holes[1] / 2, y * mast.camera_holes[0] / 2, -1)
            part -= plate * hole * round_bar(mast.camera_pilot / 2, 8)
    return part - plate * round_bar(4.5, 8, -1)

"""Which pictures there are: each printed part, two sections, and one for each step of the build guide."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import replace
from math import pi, radians
from pathlib import Path
from typing import Final

import trimesh

from hardware.models import bought
from hardware.models.dimensions import DIMENSIONS
from hardware.models.drawing import Body, Colour, Label, View, draw
from hardware.models.parts import PARTS, assembled, on_the_bed

Picture = tuple[list[Body], View]
Move = tuple[float, float, float]

_BY_NAME: Final = {part.name: part for part in PARTS}
_PRINT: Final[dict[str, Colour]] = {
    "base_body": (95, 150, 190),
    "base_lid": (235, 235, 225),
    "totem_seat": (240, 190, 90),
    "totem_foot": (120, 175, 110),
    "totem_sleeve": (205, 150, 110),
    "box_body": (95, 150, 190),
    "box_lid": (225, 225, 215),
    "seat_button": (240, 190, 90),
    "seat_button_lid": (150, 150, 150),
    "mast_clamp": (120, 175, 110),
    "mast_elbow": (120, 175, 110),
    "mast_head": (120, 175, 110),
}
_BOUGHT: Final[dict[str, Colour]] = {
    "washers": (165, 165, 170),
    "steel": (150, 150, 158),
    "magnet": (190, 60, 60),
    "pin": (225, 195, 80),
    "copper": (215, 130, 70),
    "spring": (120, 120, 130),
    "Pico": (60, 140, 90),
    "Pi": (60, 140, 90),
    "resistors": (200, 170, 110),
    "seat board": (200, 170, 110),
    "motion sensor": (130, 90, 170),
    "amplifier": (130, 90, 170),
    "lamp ring": (70, 80, 110),
    "lamp": (255, 255, 255),
    "rubber": (60, 60, 60),
    "foot": (60, 60, 60),
    "sensor": (230, 150, 50),
    "speaker": (70, 70, 75),
    "jack": (70, 70, 75),
    "button": (200, 70, 60),
    "wire": (200, 60, 60),
    "rod": (200, 165, 120),
    "card": (245, 245, 235),
}
_PLAIN: Final[Colour] = (175, 178, 185)


def _print(name: str, move: Move = (0, 0, 0), *, cut: bool = True) -> Body:
    mesh = assembled(_BY_NAME[name])
    mesh.apply_translation(move)
    return Body(mesh=mesh, colour=_PRINT[name], cut_colour=_darker(_PRINT[name]) if cut else None)


def _buy(parts: Iterable[tuple[str, trimesh.Trimesh]], move: Move = (0, 0, 0), *, cut: bool = False) -> Iterator[Body]:
    for name, mesh in parts:
        mesh.apply_translation(move)
        colour = _BOUGHT.get(name, _PLAIN)
        yield Body(mesh=mesh, colour=colour, cut_colour=_darker(colour) if cut else None)


def _only(parts: Iterable[tuple[str, trimesh.Trimesh]], *names: str) -> Iterator[tuple[str, trimesh.Trimesh]]:
    return ((name, mesh) for name, mesh in parts if name in names)


def _darker(colour: Colour) -> Colour:
    red, green, blue = (int(0.72 * part) for part in colour)
    return red, green, blue


def _upside_down(bodies: Iterable[Body]) -> list[Body]:
    found = list(bodies)
    for body in found:
        body.mesh.apply_transform(trimesh.transformations.rotation_matrix(pi, (1, 0, 0)))
    return found


def _part(name: str) -> Picture:
    colour = _PRINT[name]
    return [Body(mesh=on_the_bed(_BY_NAME[name]), colour=colour, cut_colour=None)], View(height=38, size=(420, 360))


# Sections.


def section_base() -> Picture:
    """Base and totem, cut through cable and middle."""
    names = ("base_body", "base_lid", "totem_seat", "totem_foot", "totem_sleeve")
    bodies = [*(_print(name) for name in names), *_buy(bought.on_the_base(), cut=True)]
    labels = (
        Label(text="rings and columns", to=(20, 0, 127), at=(0.86, 0.25)),
        Label(text="totem's ballast", to=(-10, 0, 100), at=(0.14, 0.4)),
        Label(text="magnets, steel", to=(-7, 0, 33), at=(0.12, 0.6)),
        Label(text="seat", to=(27, 0, 26), at=(0.7, 0.62)),
        Label(text="lamp ring", to=(-29, 0, 32), at=(0.12, 0.68)),
        Label(text="base's ballast", to=(-46, 10, 14), at=(0.1, 0.97)),
        Label(text="spring", to=(3.6, 0, 12), at=(0.45, 0.97)),
        Label(text="Pico", to=(40, 0, 6), at=(0.75, 0.97)),
    )
    view = View(azimuth=-90, height=0, cut=(0, -1, 0), size=(620, 860), labels=labels)
    return bodies, view


def section_foot() -> Picture:
    """Foot in its seat, and the preload below, close up."""
    names = ("base_body", "base_lid", "totem_seat", "totem_foot", "totem_sleeve")
    bodies = [*(_print(name) for name in names), *_buy(bought.on_the_base(), cut=True)]
    labels = (
        Label(text="magnet", to=(-7, 0, 35), at=(0.1, 0.08)),
        Label(text="steel washer M8", to=(-9, 0, 30), at=(0.14, 0.42)),
        Label(text="nut M4", to=(2.8, 0, 27.4), at=(0.66, 0.68)),
        Label(text="key", to=(19, 0, 33), at=(0.9, 0.08)),
        Label(text="channel of the contacts", to=(14.6, 0, 26), at=(0.83, 0.5)),
        Label(text="support", to=(-24, 0, 23.3), at=(0.1, 0.62)),
        Label(text="spring, screw M4 x 25", to=(-3.6, 0, 10), at=(0.18, 0.85)),
    )
    view = View(
        azimuth=-90,
        height=0,
        cut=(0, -1, 0),
        size=(820, 620),
        labels=labels,
        margin=0.0,
        frame=((-36, 0, -3), (36, 0, 46)),
    )
    return bodies, view


def section_box() -> Picture:
    """The box, cut through speaker and Pi."""
    bodies = [_print("box_body"), _print("box_lid"), *_buy(bought.in_the_box(), cut=True)]
    labels = (
        Label(text="Pi", to=(-30, 8, 8), at=(0.3, 0.95)),
        Label(text="speaker", to=(-50, 8, 45), at=(0.2, 0.05)),
        Label(text="jacks", to=(42, 45, 33), at=(0.62, 0.05)),
        Label(text="slits", to=(-20, 8, 0.5), at=(0.5, 0.95)),
    )
    return bodies, View(azimuth=-90, height=14, cut=(0, -1, 0), cut_at=(0, 8, 0), size=(860, 420), labels=labels)


# Steps of the build guide.


def _box_with(*names: str) -> list[Body]:
    return [_print("box_body"), *_buy(_only(bought.in_the_box(), *names))]


def _panel(*names: str) -> list[Body]:
    return [_print("box_lid"), *_buy(_only(bought.in_the_box(), *names))]


def step_01() -> Picture:
    """The Pi in its place."""
    labels = (
        Label(text="power side: back wall", to=(-40, 53, 12), at=(0.3, 0.06)),
        Label(text="USB side: left wall", to=(-84, 25, 20), at=(0.15, 0.9)),
        Label(text="four screws M2.5 x 6", to=(-3, 0, 9), at=(0.6, 0.93)),
    )
    return _box_with("Pi", "socket", "pins"), View(azimuth=-70, height=48, labels=labels)


def step_02() -> Picture:
    """Power alone."""
    box = DIMENSIONS.box
    card, _ = box.pi_corner
    plug = bought.block(10, 24, 6, card - box.pi_power[0], box.deep / 2 + 16, 8)
    lead = bought.block(4, 30, 4, card - box.pi_power[0], box.deep / 2 + 42, 9)
    bodies = [*_box_with("Pi", "socket", "pins"), *_buy([("wire", plug), ("wire", lead)])]
    return bodies, View(
        azimuth=50, height=42, labels=(Label(text="the Pi's own supply", to=(-8, 80, 11), at=(0.7, 0.92)),)
    )


def step_03() -> Picture:
    """Amplifier in the box, speaker in the lid's ring, seen from below."""
    lid = _upside_down(_panel("speaker"))
    for body in lid:
        body.mesh.apply_translation((0, 135, 60))
    labels = (
        Label(text="amplifier, on foam tape", to=(-20, -38, 5), at=(0.6, 0.95)),
        Label(text="speaker, glued into the lid's ring", to=(-50, 127, 20), at=(0.3, 0.05)),
    )
    bodies = [*_box_with("Pi", "socket", "pins", "amplifier"), *lid]
    return bodies, View(azimuth=-75, height=70, labels=labels, size=(760, 900))


def step_04() -> Picture:
    """The panel's buttons and encoder."""
    labels = (
        Label(text="START", to=(18, -26, 61), at=(0.52, 0.93)),
        Label(text="MODE", to=(46, -26, 61), at=(0.72, 0.93)),
        Label(text="volume, push = HUSH", to=(70, -2, 75), at=(0.8, 0.08)),
    )
    return _panel("speaker", "button", "encoder"), View(azimuth=-80, height=45, labels=labels)


def step_05() -> Picture:
    """The status lamp."""
    labels = (
        Label(text="status lamp", to=(-8, -26, 63), at=(0.4, 0.93)),
        Label(text="display (option)", to=(22, 12, 58), at=(0.55, 0.06)),
    )
    return _panel("speaker", "button", "encoder", "lamp"), View(azimuth=-80, height=45, labels=labels)


def step_06() -> Picture:
    """Seat board and jacks, from behind."""
    first, *_, last = DIMENSIONS.box.jacks
    deep = DIMENSIONS.box.deep / 2
    labels = (
        Label(text="seat 1", to=(first[0], deep + 3, first[1]), at=(0.06, 0.35)),
        Label(text="seat 10", to=(last[0], deep + 3, last[1]), at=(0.45, 0.93)),
        Label(text="seat board, on foam tape", to=(60, -26, 10), at=(0.2, 0.06)),
    )
    return _box_with("Pi", "socket", "pins", "amplifier", "seat board", "jack"), View(
        azimuth=105, height=42, labels=labels
    )


def step_06_button() -> Picture:
    """A player's button."""
    button = DIMENSIONS.button
    push = [
        ("button", bought.bar(button.hole / 2 - 0.2, 32, button.high - 20)),
        ("button", bought.bar(15, 3, button.high + 12)),
    ]
    lid = _print("seat_button_lid", (0, 0, -22))
    labels = (
        Label(text="arcade button 24 mm", to=(10, -10, 54), at=(0.75, 0.1)),
        Label(text="lead, a knot inside", to=(23, 0, 10), at=(0.82, 0.5)),
        Label(text="floor, pressed in", to=(10, -18, -18), at=(0.75, 0.93)),
    )
    lead = bought.bar(1.6, 40, -20)
    lead.apply_transform(trimesh.transformations.rotation_matrix(pi / 2, (0, 1, 0)))
    lead.apply_translation((40, 0, button.lid + button.lid_deep + 4))
    bodies = [_print("seat_button"), lid, *_buy(push), *_buy([("wire", lead)])]
    return bodies, View(azimuth=-55, height=22, size=(520, 520), labels=labels)


def step_07() -> Picture:
    """The box closed, shutdown button in its right wall."""
    box = DIMENSIONS.box
    push = bought.block(4, 12, 12, box.long / 2 + 2, -20, 20)
    bodies = [*_box_with("Pi", "socket", "jack"), *_panel("button", "encoder", "lamp"), *_buy([("button", push)])]
    return bodies, View(azimuth=-48, height=34, labels=(Label(text="shutdown", to=(90, -20, 26), at=(0.85, 0.9)),))


def _base_with(*names: str) -> list[Body]:
    return [_print("base_body"), *_buy(_only(bought.on_the_base(), *names))]


_FROM_BEHIND: Final = View(azimuth=150, height=58)
"""Over the wall opposite to the cable."""


def step_08() -> Picture:
    """The Pico in its place."""
    labels = (
        Label(text="USB, azimuth 0", to=(60, 0, 9), at=(0.2, 0.06)),
        Label(text="Pico on its four corners", to=(30, 0, 7), at=(0.78, 0.06)),
    )
    return _base_with("Pico"), replace(_FROM_BEHIND, labels=labels)


def step_09() -> Picture:
    """Three wires on the Pico, on the table: pin 1 is beside the USB socket, on the near side."""
    pico = [("Pico", bought.block(51, 21, 1, 0, 0, 0)), ("socket", bought.block(5.6, 8, 2.8, -24, 0, 1))]
    wires = [("wire", bought.block(0.9, 40, 0.9, _pin_x(pin), -28, 1)) for pin in (4, 7, 19)]
    labels = (
        Label(text="pin 4 = GP2, ring 1", to=(_pin_x(4), -44, 1), at=(0.16, 0.94)),
        Label(text="pin 7 = GP5, ring 4", to=(_pin_x(7), -44, 1), at=(0.5, 0.94)),
        Label(text="pin 19 = GP14, column 1", to=(_pin_x(19), -44, 1), at=(0.82, 0.94)),
        Label(text="USB", to=(-25, 0, 4), at=(0.1, 0.1)),
    )
    return list(_buy([*pico, *wires])), View(azimuth=-80, height=50, size=(680, 560), labels=labels, margin=0.14)


def _pin_x(pin: int) -> float:
    """Return where a pin of the Pico's first row is, along the board."""
    return 2.54 * (pin - 1) - 24.1


def step_10() -> Picture:
    """The motion sensor beside the Pico."""
    at = bought.place(46.5, 320)
    sensor = [("motion sensor", bought.block(18, 15, 3, *at, DIMENSIONS.base.floor))]
    bodies = [*_base_with("Pico", "resistors"), *_buy(sensor)]
    labels = (
        Label(text="motion sensor: x to the cable", to=(*at, 5.4), at=(0.75, 0.06)),
        Label(text="resistors, on the Pico's pins", to=(40, -3, 16.5), at=(0.2, 0.06)),
    )
    return bodies, replace(_FROM_BEHIND, labels=labels)


def step_11() -> Picture:
    """Supports, seat, and the spring below."""
    away = [_print("totem_seat", (0, 0, 45)), *_buy(_only(bought.on_the_base(), "steel", "nut"), (0, 0, 75))]
    below = _buy(_only(bought.spring(), "spring", "screw", "screw washer"), (0, 0, -50))
    labels = (
        Label(text="steel washer M8, nut M4", to=(0, -12, 105), at=(0.8, 0.08)),
        Label(text="seat", to=(28, -10, 71), at=(0.85, 0.3)),
        Label(text="sensor, rubber on it", to=(12, -20.8, 24), at=(0.12, 0.45)),
        Label(text="spring, screw M4 x 25", to=(0, -4, -40), at=(0.75, 0.93)),
    )
    return [*_base_with("Pico", "sensor", "rubber"), *away, *below], View(
        azimuth=-60, height=32, size=(640, 820), labels=labels
    )


def step_12() -> Picture:
    """The lamp ring in the lid, seen from below."""
    ring = list(_buy(_only(bought.on_the_base(), "lamp ring")))
    bodies = _upside_down([_print("base_lid"), *ring])
    ring[0].mesh.apply_translation((0, 0, 14))
    labels = (
        Label(text="lamp ring, lamps toward the thin face", to=(31, 0, -15), at=(0.6, 0.06)),
        Label(text="lid, face down", to=(50, -20, -33), at=(0.8, 0.93)),
    )
    return bodies, View(azimuth=-60, height=42, labels=labels)


def _copper() -> Iterator[tuple[str, trimesh.Trimesh]]:
    """The tapes on the sleeve."""
    totem, stand = DIMENSIONS.totem, DIMENSIONS.stand
    for azimuth in totem.column_azimuths:
        strip = bought.block(0.2, totem.tape, totem.height - 12, totem.radius - totem.column_depth + 0.2, 0, stand + 6)
        strip.apply_transform(trimesh.transformations.rotation_matrix(-radians(azimuth), (0, 0, 1)))
        yield "copper", strip
    for height in totem.ring_heights:
        low = stand + height - totem.tape / 2
        yield "copper", bought.ring(totem.radius, totem.radius - totem.ring_depth, totem.tape, low)


def step_13() -> Picture:
    """Copper on the sleeve; foot with pins, magnets, washers."""
    totem, stand = DIMENSIONS.totem, DIMENSIONS.stand
    inside = _buy(_only(bought.on_the_base(), "pin"), (70, 0, 0))
    magnets = _buy(_only(bought.on_the_base(), "magnet"), (70, 0, 70))
    washers = _buy([("washers", bought.ring(15, 5.25, 40, stand + totem.washers_from))], (70, 0, 35))
    labels = (
        Label(text="ring 12", to=(0, -20, stand + 138.5), at=(0.1, 0.08)),
        Label(text="ring 1", to=(0, -20, stand + 12), at=(0.1, 0.9)),
        Label(text="column: below the rings", to=(14.2, -14.2, stand + 64), at=(0.2, 0.97)),
        Label(text="16 washers", to=(70, -15, stand + 90), at=(0.86, 0.25)),
        Label(text="magnets, into the tube", to=(70, 5, stand + 68), at=(0.82, 0.5)),
        Label(text="22 brass pins, heads below", to=(80, -12, stand - 4), at=(0.8, 0.95)),
    )
    bodies = [_print("totem_sleeve"), *_buy(_copper()), _print("totem_foot", (70, 0, 0)), *inside, *magnets, *washers]
    return bodies, View(azimuth=-60, height=18, size=(640, 820), labels=labels)


def step_14() -> Picture:
    """Ballast, feet, lid."""
    lid = [_print("base_lid", (0, 0, 55))]
    ballast = _buy(bought.ballast())
    feet = _buy(_only(bought.on_the_base(), "foot"), (0, 0, -25))
    labels = (
        Label(text="four screws M3 x 8", to=(*bought.place(58.6, 60), 90.4), at=(0.15, 0.1)),
        Label(text="7 stacks of 8 washers", to=(-20, -42, 22), at=(0.2, 0.6)),
        Label(text="non-slip feet", to=(*bought.place(54, 45), -26), at=(0.75, 0.95)),
    )
    return [*_base_with("Pico", "resistors", "sensor", "rubber"), *ballast, _print("totem_seat"), *lid, *feet], View(
        azimuth=-60, height=34, size=(680, 760), labels=labels
    )


def step_15() -> Picture:
    """All together."""
    totem = [_print(name) for name in ("base_body", "base_lid", "totem_seat", "totem_foot", "totem_sleeve")]
    box = [*_box_with("socket", "jack"), *_panel("button", "encoder", "lamp")]
    for body in box:
        body.mesh.apply_translation((-190, 80, 0))
    away = (-60, -140, 0)
    button = [_print("seat_button", away), *_buy([("button", bought.bar(15, 5, 40))], away)]
    return [*totem, *_buy(_copper()), *_buy(bought.feet()), *box, *button], View(
        azimuth=-65, height=26, size=(820, 560)
    )


def mast() -> Picture:
    """The camera's mast on the table's edge (option)."""
    mast = DIMENSIONS.mast
    side = 2 * (mast.bore + mast.wall)
    rod_x = (side - 10) / 2
    top = mast.upright
    upright = ("rod", bought.bar(mast.rod / 2, top, 0, rod_x))
    arm = bought.bar(mast.rod / 2, mast.arm, 0)
    arm.apply_transform(trimesh.transformations.rotation_matrix(pi / 2, (0, 1, 0)))
    arm.apply_translation((rod_x + side / 2, 0, top + side / 2))
    table = ("card", bought.block(mast.arm + 150, 200, 28, mast.arm / 2 + 85, 0, -38))
    board = ("Pi", bought.block(25, 24, 1, 0, 0, 0))
    head_x = rod_x + side / 2 + mast.arm - 36
    bodies = [
        *_buy([upright, ("rod", arm), table]),
        _print("mast_clamp"),
        _print("mast_elbow", (rod_x, 0, top - mast.socket)),
        _print("mast_head", (head_x, 0, top + side / 2)),
        *_buy([("screw", bought.bar(mast.screw / 2, 50, -88, 0.6 * mast.jaw))]),
        *_buy([board], (head_x + mast.socket + 17.5, 0, top - 1)),
    ]
    labels = (
        Label(text="clamp, M6 screw from below", to=(20, -20, -60), at=(0.3, 0.95)),
        Label(text="elbow", to=(rod_x, -12, top), at=(0.1, 0.06)),
        Label(text="camera, over the base", to=(head_x + 58, 0, top), at=(0.8, 0.3)),
    )
    return bodies, View(azimuth=-75, height=14, size=(640, 760), labels=labels)


PICTURES: Final[dict[str, Callable[[], Picture]]] = {
    **{f"part_{part.name}": (lambda name=part.name: _part(name)) for part in PARTS},
    "section_base": section_base,
    "section_foot": section_foot,
    "section_box": section_box,
    **{
        step.__name__: step
        for step in (
            step_01, step_02, step_03, step_04, step_05, step_06, step_06_button, step_07, step_08, step_09, step_10,
            step_11, step_12, step_13, step_14, step_15, mast,
        )
    },
}  # fmt: skip


def save_all(folder: Path, names: Iterable[str] = PICTURES) -> None:
    """Draw pictures into a folder."""
    folder.mkdir(exist_ok=True)
    for name in names:
        draw(*PICTURES[name]()).save(folder / f"{name}.png", optimize=True)

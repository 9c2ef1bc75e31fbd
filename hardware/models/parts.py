"""The printed parts: which there are, how each lies on the printer's bed, and where it sits when all is together.

Nothing here draws. A part's file in `hardware/stl` lies as it is printed; `assembled` puts it where its drawing has it.
"""

import hashlib
import json
import re
from dataclasses import dataclass, is_dataclass
from typing import Any, Final

import numpy as np
import trimesh

from hardware.models.dimensions import DIMENSIONS, HARDWARE

STL: Final = HARDWARE / "stl"
FIGURES: Final = HARDWARE / "stl" / "figures.json"


@dataclass(frozen=True, slots=True, kw_only=True)
class Printed:
    """A printed part.

    Attributes:
        drawing: module and function that draw it.
        turn_deg: turn about x that lays it on the bed.
        above: what its drawing's height 0 is above the base's underside; None = it is no part of the base.
        sets: set of the parts list whose filament it takes.
    """

    name: str
    drawing: tuple[str, str]
    turn_deg: int = 0
    above: float | None = None
    sets: str


PARTS: Final = (
    Printed(name="base_body", drawing=("base", "body"), above=0.0, sets="base"),
    Printed(name="base_lid", drawing=("base", "lid"), turn_deg=180, above=0.0, sets="base"),
    Printed(name="totem_seat", drawing=("base", "seat"), above=0.0, sets="base"),
    Printed(name="totem_foot", drawing=("totem", "foot"), above=DIMENSIONS.stand, sets="base"),
    Printed(name="totem_sleeve", drawing=("totem", "sleeve"), turn_deg=180, above=DIMENSIONS.stand, sets="base"),
    Printed(name="box_body", drawing=("table", "box_body"), sets="box"),
    Printed(name="box_lid", drawing=("table", "box_lid"), turn_deg=180, sets="box"),
    Printed(name="seat_button", drawing=("table", "seat_button"), turn_deg=180, sets="seat"),
    Printed(name="seat_button_lid", drawing=("table", "seat_button_lid"), sets="seat"),
    Printed(name="mast_clamp", drawing=("table", "mast_clamp"), turn_deg=90, sets="option"),
    Printed(name="mast_elbow", drawing=("table", "mast_elbow"), turn_deg=90, sets="option"),
    Printed(name="mast_head", drawing=("table", "mast_head"), sets="option"),
)


_DRAWINGS: Final = {"base": ("base", "totem"), "totem": ("totem",), "table": ("table",)}
"""Module -> the modules it draws with."""


def on_the_bed(part: Printed) -> trimesh.Trimesh:
    """Return the part as its file has it."""
    return trimesh.load_mesh(STL / f"{part.name}.stl")


def turned(turn_deg: float) -> np.ndarray:
    """Return (4, 4): a turn about x."""
    return trimesh.transformations.rotation_matrix(np.radians(turn_deg), (1, 0, 0))


def assembled(part: Printed) -> trimesh.Trimesh:
    """Return the part where it sits; parts of base and totem in the base's heights."""
    mesh = on_the_bed(part)
    mesh.apply_translation((0, 0, figures()[part.name]["lowest_mm"]))
    mesh.apply_transform(turned(-part.turn_deg))
    mesh.apply_translation((0, 0, part.above or 0.0))
    return mesh


def figures() -> dict[str, Any]:
    """Return what was noted of each part when it was drawn."""
    return json.loads(FIGURES.read_text("utf-8")) if FIGURES.exists() else {}


def sources(part: Printed) -> str:
    """Return a hash of all that a part's shape depends on: its drawing, and the lengths that it names."""
    module, _ = part.drawing
    texts = [(HARDWARE / "models" / f"{name}.py").read_text("utf-8") for name in ("shapes", *_DRAWINGS[module])]
    named = sorted(set(re.findall(r"DIMENSIONS\.(\w+)", "".join(texts))))
    read = {name: _lengths(getattr(DIMENSIONS, name)) for name in named}
    return hashlib.sha256("".join([*texts, json.dumps(read)]).encode()).hexdigest()


def _lengths(value: object) -> object:
    """Return a length, or each one of a table, given or derived, to a millionth: the last bit is the machine's own."""
    if not is_dataclass(value):
        return np.round(np.array(value, float), 6).tolist()
    return {name: _lengths(getattr(value, name)) for name in dir(value) if not name.startswith("_")}

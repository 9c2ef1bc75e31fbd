"""Draw everything: STL as it is printed, and figures, to `hardware/stl`; STEP to `build/models`; pictures.

A word after the command draws only the pictures whose names begin with it: `python -m hardware.models step_03`.
"""

import hashlib
import importlib
import json
import sys

from build123d import Axis, Part, Pos, export_step, export_stl

from hardware.models import pictures
from hardware.models.dimensions import HARDWARE
from hardware.models.parts import FIGURES, PARTS, STL, Printed, figures, sources

STEP = HARDWARE.parent / "build" / "models"
FINE_MM = 0.08
FINE_RAD = 0.35


def drawn(part: Printed) -> Part:
    """Return the part as its drawing has it.

    Raises:
        ValueError: it fell apart, or is no valid solid.
    """
    module, function = part.drawing
    shape: Part = getattr(importlib.import_module(f"hardware.models.{module}"), function)()
    if len(shape.solids()) != 1 or not shape.is_valid:
        raise ValueError(f"{part.name}: {len(shape.solids())} bodies, valid: {shape.is_valid}; wanted one valid body")
    return shape


def printed(part: Printed, shape: Part) -> Part:
    """Lay it on the bed, its middle over the bed's origin in height only."""
    turned = shape.rotate(Axis.X, part.turn_deg)
    return Pos(0, 0, -turned.bounding_box().min.Z) * turned


def main() -> None:
    """Draw what was asked for."""
    folder = HARDWARE / "pictures"
    if len(sys.argv) > 1:
        pictures.save_all(folder, [name for name in pictures.PICTURES if name.startswith(sys.argv[1])])
        return
    draw_parts()
    pictures.save_all(folder)


def draw_parts() -> None:
    """Draw the parts whose sources changed, or whose STEP is missing, and note their figures."""
    STL.mkdir(exist_ok=True)
    STEP.mkdir(parents=True, exist_ok=True)
    noted = figures()
    for part in PARTS:
        path, step = STL / f"{part.name}.stl", STEP / f"{part.name}.step"
        if step.exists() and noted.get(part.name, {}).get("sources") == sources(part):
            continue
        shape = drawn(part)
        export_step(shape, step)
        export_stl(printed(part, shape), path, tolerance=FINE_MM, angular_tolerance=FINE_RAD)
        noted[part.name] = {
            "volume_cm3": round(shape.volume / 1000, 2),
            "lowest_mm": round(printed_height(part, shape), 3),
            "sha256": hashlib.sha256(path.read_bytes()).hexdigest(),
            "sources": sources(part),
        }
        sys.stdout.write(f"{part.name}: {noted[part.name]['volume_cm3']} cm3, {path.stat().st_size // 1000} kB\n")
    FIGURES.write_text(json.dumps(noted, indent=1) + "\n", encoding="utf-8")


def printed_height(part: Printed, shape: Part) -> float:
    """Return the turned drawing's lowest point: what laying it on the bed took away."""
    return shape.rotate(Axis.X, part.turn_deg).bounding_box().min.Z


if __name__ == "__main__":
    main()

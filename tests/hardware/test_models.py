"""The printed parts, each for itself: sound meshes of today's drawings that a printer can make."""
# pyright: basic

import hashlib

import numpy as np
import pytest
import trimesh

from hardware.models.dimensions import DIMENSIONS, Totem
from hardware.models.parts import PARTS, STL, Printed, figures, sources
from tests.hardware.bodies import MESH_MM, bridges_mm, lying, walls

EACH = pytest.mark.parametrize("part", PARTS, ids=lambda part: part.name)
NOTED = figures()
BRIDGE_MM = 13.0
"""What a printer bridges well enough where nobody looks."""


def test_every_part_is_kept_and_nothing_else() -> None:
    assert set(NOTED) == {part.name for part in PARTS} == {path.stem for path in STL.glob("*.stl")}


@EACH
def test_a_file_is_of_the_drawing_as_it_is(part: Printed) -> None:
    assert NOTED[part.name]["sources"] == sources(part), "the drawing or its tables changed: run `make models`"


def test_a_changed_formula_would_be_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    before = {part.name: sources(part) for part in PARTS}
    monkeypatch.setattr(Totem, "groove", 6.5)

    changed = {part.name for part in PARTS if sources(part) != before[part.name]}
    assert {"totem_sleeve"} <= changed
    assert "box_body" not in changed


@EACH
def test_a_file_is_the_one_that_was_drawn(part: Printed) -> None:
    assert hashlib.sha256((STL / f"{part.name}.stl").read_bytes()).hexdigest() == NOTED[part.name]["sha256"]


@EACH
def test_a_part_is_one_closed_body_of_the_drawing_s_volume(part: Printed) -> None:
    mesh = lying(part.name)

    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.body_count == 1
    assert mesh.volume / 1000 == pytest.approx(NOTED[part.name]["volume_cm3"], rel=0.02)


@EACH
def test_a_part_lies_on_the_bed_and_fits_it(part: Printed) -> None:
    mesh = lying(part.name)
    on_it = (mesh.triangles[:, :, 2] < 1e-3).all(axis=1)

    assert mesh.bounds[0][2] == pytest.approx(0, abs=1e-3)
    assert (mesh.extents <= DIMENSIONS.printing.bed).all()
    assert mesh.area_faces[on_it].sum() > 100


@EACH
def test_no_wall_is_thinner_than_a_printer_makes_it(part: Printed) -> None:
    found = walls(lying(part.name))

    assert len(found) > 100
    assert found.min() >= DIMENSIONS.printing.wall_least - MESH_MM


def test_a_thin_wall_would_be_noticed() -> None:
    assert walls(trimesh.creation.annulus(19.2, 20, 30), 50).min() == pytest.approx(0.8, abs=0.1)


@EACH
def test_nothing_hangs_in_the_air_further_than_a_printer_bridges(part: Printed) -> None:
    found = bridges_mm(lying(part.name))

    assert found.max(initial=0.0) <= BRIDGE_MM


def test_a_table_top_would_be_noticed() -> None:
    top = trimesh.creation.box((60, 40, 2))
    top.apply_translation((0, 0, 30))
    leg = trimesh.creation.cylinder(3, 29)
    leg.apply_translation((0, 0, 14.5))
    found = bridges_mm(trimesh.boolean.union([top, leg], engine="manifold"))

    assert found.max() > BRIDGE_MM


@EACH
def test_a_file_is_small_enough_to_be_kept(part: Printed) -> None:
    assert (STL / f"{part.name}.stl").stat().st_size < 400_000
    assert np.isfinite(lying(part.name).vertices).all()

"""Everything together: nothing bites into anything, what must move has its play, and the foot tilts out every way."""
# pyright: basic

from collections import defaultdict
from collections.abc import Iterable
from functools import cache
from itertools import combinations

import manifold3d
import numpy as np
import pytest
import trimesh

from hardware.models import bought
from hardware.models.dimensions import DIMENSIONS
from hardware.models.parts import PARTS
from tests.hardware.bodies import Solid, moved, overlap_mm3, shifted, sitting, solid

NOTHING_MM3 = 0.5
STAND = (0, 0, DIMENSIONS.stand)
ROUND = [360 / 8 * n for n in range(8)]


def bodies(parts: Iterable[tuple[str, trimesh.Trimesh]]) -> dict[str, Solid]:
    """Return bought parts as bodies; those of one name together."""
    found: dict[str, list[Solid]] = defaultdict(list)
    for name, mesh in parts:
        found[name].append(solid(mesh))
    return {name: Solid.batch_boolean(each, manifold3d.OpType.Add) for name, each in found.items()}


BASE = {part.name: solid(sitting(part.name)) for part in PARTS if part.above is not None} | bodies(bought.on_the_base())
BOX = {name: solid(sitting(name)) for name in ("box_body", "box_lid")} | bodies(bought.in_the_box())


def bites(parts: dict[str, Solid]) -> dict[tuple[str, str], float]:
    """Return which two parts want the same room, and how much, in cubic millimetres."""
    shared = {pair: overlap_mm3(parts[pair[0]], parts[pair[1]]) for pair in combinations(parts, 2)}
    return {pair: round(room, 2) for pair, room in shared.items() if room > NOTHING_MM3}


def toward(azimuth: float, far: float) -> tuple[float, float]:
    return bought.place(far, azimuth)


def test_everything_of_base_and_totem_has_its_room() -> None:
    assert bites(BASE) == {}


def test_everything_of_the_box_has_its_room() -> None:
    assert bites(BOX) == {}


def test_a_part_in_another_s_place_would_be_noticed() -> None:
    spoilt = {**BOX, "speaker": shifted(BOX["speaker"], z=-30)}

    assert ("speaker", "Pi") in {tuple(sorted(pair, reverse=True)) for pair in bites(spoilt)}


@pytest.mark.parametrize(
    ("loose", "fixed", "free_mm", "stuck_mm"),
    [
        ("totem_foot", "totem_seat", 0.4, 0.8),
        ("base_lid", "base_body", 0.25, 0.6),
        ("totem_seat", "base_lid", 0.4, 0.8),
        ("totem_foot", "totem_sleeve", 0.1, 0.4),
    ],
)
def test_a_joint_has_play_and_not_too_much(loose: str, fixed: str, free_mm: float, stuck_mm: float) -> None:
    for azimuth in ROUND:
        x, y = toward(azimuth, 1.0)
        free, stuck = (shifted(BASE[loose], far * x, far * y) for far in (free_mm, stuck_mm))

        assert overlap_mm3(free, BASE[fixed]) < NOTHING_MM3, azimuth
        assert overlap_mm3(stuck, BASE[fixed]) > NOTHING_MM3, azimuth


def test_the_box_s_lid_goes_in_and_stays() -> None:
    for x, y in ((1, 0), (-1, 0), (0, 1), (0, -1)):
        assert overlap_mm3(shifted(BOX["box_lid"], 0.3 * x, 0.3 * y), BOX["box_body"]) < NOTHING_MM3
        assert overlap_mm3(shifted(BOX["box_lid"], 0.7 * x, 0.7 * y), BOX["box_body"]) > NOTHING_MM3


@cache
def totem() -> Solid:
    """Return foot, sleeve and the pins' heads as one."""
    return BASE["totem_foot"] + BASE["totem_sleeve"] + BASE["pin"]


def tilted(body: Solid, azimuth: float, degrees: float) -> Solid:
    """Return the totem tilted outward about the rim's point at `azimuth`."""
    x, y = toward(azimuth, DIMENSIONS.totem.radius)
    axis = (-y, x, 0.0)
    return moved(body, trimesh.transformations.rotation_matrix(np.radians(degrees), axis, (x, y, DIMENSIONS.stand)))


@pytest.mark.parametrize("azimuth", [15.0 * n for n in range(24)])
def test_the_foot_tilts_out_about_any_point_of_the_rim(azimuth: float) -> None:
    standing = totem()

    for degrees in (1, 2, 4, 7, 11, 16, 25):
        assert overlap_mm3(tilted(standing, azimuth, degrees), BASE["totem_seat"]) < NOTHING_MM3, degrees


def test_a_foot_without_draft_would_be_noticed() -> None:
    deep = DIMENSIONS.seat.socket_depth
    straight = solid(bought.bar(DIMENSIONS.foot.cone_radius + 0.45, deep, DIMENSIONS.stand - deep + 0.1))
    steep = solid(bought.ring(23, DIMENSIONS.foot.cone_radius + 0.5, deep, DIMENSIONS.stand - deep))

    assert overlap_mm3(tilted(straight, 90, 4), steep) > NOTHING_MM3


def test_the_totem_can_be_pulled_straight_up() -> None:
    for far in (0.5, 2.0, 5.0, 10.0):
        assert overlap_mm3(shifted(totem(), z=far), BASE["totem_seat"]) < NOTHING_MM3


def test_the_key_tells_which_way_the_totem_stands() -> None:
    def turned(degrees: float) -> float:
        matrix = trimesh.transformations.rotation_matrix(np.radians(degrees), (0, 0, 1))
        return overlap_mm3(moved(BASE["totem_foot"], matrix), BASE["totem_seat"])

    assert max(turned(1.0), turned(-1.0)) < NOTHING_MM3
    assert all(turned(degrees) > NOTHING_MM3 for degrees in (-4, 4, 20, 90, 180, 270))


def test_a_contact_of_the_seat_meets_its_pin_even_when_the_key_is_at_its_end() -> None:
    foot, seat = DIMENSIONS.foot, DIMENSIONS.seat
    turn = np.degrees(foot.key_play / foot.cone_radius)
    off = np.radians(turn) * foot.pin_circle + seat.play

    assert off < 1.5
    assert seat.socket_depth - foot.depth - foot.pin_head >= 0.4


def test_the_seat_cannot_turn_with_a_pull_and_floats_on_its_supports_alone() -> None:
    matrix = trimesh.transformations.rotation_matrix(np.radians(3), (0, 0, 1))
    seat = BASE["totem_seat"]

    assert overlap_mm3(moved(seat, matrix), BASE["base_body"]) > NOTHING_MM3
    assert overlap_mm3(shifted(seat, z=0.5), BASE["base_lid"]) < NOTHING_MM3
    assert overlap_mm3(shifted(seat, z=-0.3), BASE["base_body"]) < NOTHING_MM3
    assert overlap_mm3(shifted(seat, z=-0.3), BASE["rubber"]) > NOTHING_MM3

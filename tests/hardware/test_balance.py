"""Weights, forces and measures of the drawing: what the program, the force budget and the parts list say of them."""
# pyright: basic

import csv
import re
import tomllib

import numpy as np
import pytest
from perroquet.drivers.sim.shape import SHAPE
from perroquet.firmware.hardware import Hardware
from scipy.integrate import quad
from scipy.special import j1

from hardware.models import bought
from hardware.models.dimensions import DIMENSIONS, HARDWARE, grams, read
from hardware.models.parts import PARTS
from tests.hardware.bodies import BY_NAME, printed_g, sitting

FORCES = tomllib.loads((HARDWARE / "forces.toml").read_text("utf-8"))
PINS = tomllib.loads((HARDWARE / "pins.toml").read_text("utf-8"))
PARTS_LIST = list(csv.DictReader((HARDWARE / "bom.csv").read_text("utf-8").splitlines()))
G = 9.81
N35_TESLA = 1.17
MAGNET_G_CM3 = 7.5
GRIP = 0.6
"""Friction of rubber feet on a table, on the low side."""
MARGIN = 1.25
"""Of the moment that tips the base over two feet, above the worst pull; drawn: 1.31, at the lowest ring."""
COPPER_WIRES_G = 12.0


def quantity(part: str) -> int:
    """How many the parts list has of the one line whose name begins so."""
    (line,) = [line for line in PARTS_LIST if line["part"].startswith(part)]
    return int(line["quantity"])


def filament_g(name: str) -> float:
    (line,) = [line for line in PARTS_LIST if line["set"] == name and "filament" in line["part"]]
    found = re.search(r"about (\d+) g", line["part"])
    assert found
    return float(found[1])


def totem_pieces() -> list[tuple[float, float]]:
    """Grams and height above the standing plane of each piece of the totem."""
    totem, foot, washer = DIMENSIONS.totem, DIMENSIONS.foot, DIMENSIONS.washer
    printed = [
        (printed_g(BY_NAME[name]), sitting(name).center_mass[2] - DIMENSIONS.stand)
        for name in ("totem_sleeve", "totem_foot")
    ]
    magnets = grams(foot.magnets * np.pi * (foot.magnet / 2) ** 2 * foot.magnet_thick, MAGNET_G_CM3)
    return [
        *printed,
        (totem.washers * washer.mass_g, totem.washers_from + totem.washers * washer.thick / 2),
        (magnets, 0.0),
        (COPPER_WIRES_G, totem.height / 2),
    ]


def base_g() -> float:
    base = DIMENSIONS.base
    printed = sum(printed_g(BY_NAME[name]) for name in ("base_body", "base_lid", "totem_seat"))
    return printed + len(base.stacks_deg) * base.stack_washers * DIMENSIONS.washer.mass_g + base.parts_mass_g


def magnet_pull_n(gap_mm: float) -> float:
    """Return what one disc magnet pulls of thick steel: two charged discs and their images (R. Ravaud et al., 2010)."""
    foot = DIMENSIONS.foot
    radius, thick, gap = foot.magnet / 2000, foot.magnet_thick / 1000, gap_mm / 1000
    mu = 4e-7 * np.pi

    def share(k: float) -> float:
        return float(j1(k * radius)) ** 2 / k * (1 - np.exp(-k * thick)) ** 2 * np.exp(-2 * k * gap)

    return np.pi * N35_TESLA**2 / mu * radius**2 * quad(share, 1e-3, 3e4, limit=500)[0]


def test_the_drawing_is_the_totem_that_the_program_knows() -> None:
    totem, support = DIMENSIONS.totem, DIMENSIONS.support

    assert (totem.rings, totem.columns, support.many) == (Hardware.rings, Hardware.columns, Hardware.supports)
    assert totem.ring_first == Hardware.ring_low / 10 == SHAPE.ring_first_mm
    assert totem.ring_pitch == Hardware.ring_pitch / 10 == SHAPE.ring_pitch_mm
    assert totem.column_azimuths[0] == Hardware.column_first / 10
    assert support.first_deg == Hardware.support_first / 10 == SHAPE.support_first_deg
    assert totem.radius == SHAPE.radius_mm == FORCES["totem"]["foot_radius_mm"]
    assert support.circle == SHAPE.support_radius_mm == FORCES["seat"]["support_radius_mm"]
    assert totem.contacts == FORCES["totem"]["contacts"] == len(PINS["pico"]["lines"]) + 2
    assert DIMENSIONS.foot.draft_deg >= 10
    assert DIMENSIONS.foot.depth <= DIMENSIONS.seat.socket_depth <= 5


@pytest.mark.parametrize("ring", range(DIMENSIONS.totem.rings))
def test_each_ring_has_its_groove_at_its_height(ring: int) -> None:
    totem = DIMENSIONS.totem
    height = totem.ring_heights[ring] + DIMENSIONS.stand
    between = 22.5

    def depth(z: float) -> float:
        cut = sitting("totem_sleeve").section((0, 0, 1), (0, 0, z))
        assert cut is not None
        x, y = bought.place(1.0, between + 11)
        return totem.radius - float((cut.vertices[:, :2] @ (x, y)).max())

    assert depth(height) == pytest.approx(totem.ring_depth, abs=0.12)
    assert depth(height + totem.ring_pitch / 2) == pytest.approx(0, abs=0.12)
    assert totem.ring_heights[-1] + totem.groove / 2 < totem.height - 4


def test_the_totem_weighs_and_balances_as_the_force_budget_says() -> None:
    pieces = totem_pieces()
    mass = sum(mass for mass, _ in pieces)
    middle = sum(mass * height for mass, height in pieces) / mass

    assert mass / 1000 * G == pytest.approx(FORCES["totem"]["weight_n"], rel=0.05)
    assert middle == pytest.approx(FORCES["totem"]["mass_height_mm"], abs=3)


def test_the_magnets_pull_through_the_gap_what_the_force_budget_says() -> None:
    pull = DIMENSIONS.foot.magnets * magnet_pull_n(DIMENSIONS.magnet_gap)

    assert magnet_pull_n(0.0) == pytest.approx(14.2, abs=0.2)
    assert pull == pytest.approx(FORCES["totem"]["magnets_n"], rel=0.1)


def test_the_base_weighs_what_the_force_budget_says() -> None:
    assert base_g() / 1000 == pytest.approx(FORCES["base"]["mass_kg"], rel=0.1)
    assert base_g() >= 600


def test_the_totem_leaves_its_seat_before_the_base_tips_or_slides() -> None:
    totem, base, force = DIMENSIONS.totem, DIMENSIONS.base, FORCES["totem"]
    hold = force["weight_n"] + force["magnets_n"] - force["contacts"] * force["contact_each_n"]
    weight = G * base_g() / 1000
    feet = base.foot_circle * np.cos(np.radians(180 / len(base.feet_deg)))
    for height in totem.ring_heights:
        pull = hold * totem.radius / height
        arm = DIMENSIONS.stand + height + base.foot_thick - base.foot_deep

        assert pull * arm < (weight + force["weight_n"]) * feet / MARGIN
        assert pull < GRIP * (weight + force["weight_n"])


def test_the_spring_reaches_every_preload_and_the_screw_holds_in_its_nut() -> None:
    seat, base = DIMENSIONS.seat, DIMENSIONS.base
    nut = DIMENSIONS.stand - seat.socket_depth - seat.steel_thick - seat.nut_thick
    assert FORCES["seat"]["preload_n"] == bought.PRELOAD_N
    for preload in (6.0, 8.0, 10.0):
        long = DIMENSIONS.spring_at(preload)
        head = base.well_deep - long - seat.screw_washer
        tip = head + seat.screw_long

        assert long > DIMENSIONS.spring.solid + 1
        assert head - seat.screw_head > 0
        assert tip - nut >= 1.5
        assert tip < DIMENSIONS.stand - DIMENSIONS.foot.depth


def test_the_parts_list_has_what_the_drawing_holds() -> None:
    base = DIMENSIONS.base

    stacked = len(base.stacks_deg) * base.stack_washers + DIMENSIONS.totem.washers
    assert quantity("steel washer M10") == stacked
    assert quantity("steel washer M8") == 1
    assert quantity("disc magnet") == DIMENSIONS.foot.magnets
    assert quantity("spring contacts") == quantity("brass pin") == DIMENSIONS.totem.contacts
    assert quantity("non-slip foot") == len(base.feet_deg)
    assert quantity("M3 screw") == 2 * len(base.posts_deg)
    assert quantity("M2.5 screws") == len(DIMENSIONS.box.pi_screws) + len(DIMENSIONS.box.lid_screws)


@pytest.mark.parametrize("name", ["base", "box", "seat", "option"])
def test_the_filament_is_enough_and_not_twice_too_much(name: str) -> None:
    needed = sum(printed_g(part) for part in PARTS if part.sets == name)

    assert needed <= filament_g(name) <= 2 * needed


def test_the_camera_looks_from_the_height_it_is_made_for() -> None:
    assert 600 <= DIMENSIONS.mast.camera_above_table <= 800


def test_a_table_with_an_unknown_length_is_refused() -> None:
    text = (HARDWARE / "dimensions.toml").read_text("utf-8")

    with pytest.raises(TypeError, match="lenght"):
        read(text.replace("[spring]", "[spring]\nlenght = 1.0"))

"""The wiring diagrams: every wire ends where `hardware/pins.toml` says, on a pin that the connector has."""

import copy
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest
import yaml
from gpiozero.pins.pi import PiBoardInfo

HARDWARE = Path(__file__).parents[2] / "hardware"
PINS = tomllib.loads((HARDWARE / "pins.toml").read_text("utf-8"))
NAMES = ("box", "base")
PI_4 = 0xC03111
SUPPLIES = {"GND", "AGND", "3V3", "5V", "VBUS"}

Harness = dict[str, Any]
Wire = tuple[str, str, str, str]
"""Connector and label of one end, then of the other."""


def load(name: str) -> Harness:
    return yaml.safe_load((HARDWARE / "harness" / f"{name}.yml").read_text("utf-8"))


def label(harness: Harness, connector: str, pin: int) -> str:
    """What stands at a pin; pins are numbered from 1 where they are not listed."""
    drawn = harness["connectors"][connector]
    labels = [str(name) for name in drawn["pinlabels"]]
    numbers = drawn.get("pins", range(1, len(labels) + 1))
    return dict(zip(numbers, labels, strict=True))[pin]


def wires(harness: Harness) -> Iterator[Wire]:
    """Each wire of the harness; both connectors and the cable between them must have as many ends."""
    for bundle in harness["connections"]:
        ends = [next(iter(end.items())) for end in bundle]
        for (left, left_pins), (cable, cores), (right, right_pins) in zip(
            ends[::2], ends[1::2], ends[2::2], strict=False
        ):
            assert sorted(cores) == list(range(1, harness["cables"][cable]["wirecount"] + 1)), cable
            for one, other, _core in zip(left_pins, right_pins, cores, strict=True):
                yield left, label(harness, left, one), right, label(harness, right, other)


def board_lines(harness: Harness, board: str, prefix: str) -> dict[str, int]:
    """Line -> GPIO number, of every wire of `board` that is no supply."""
    return {
        far: int(near.removeprefix(prefix))
        for at, near, _to, far in wires(harness)
        if at == board and near not in SUPPLIES
    }


def pico_lines() -> dict[str, int]:
    pico = PINS["pico"]
    rings, columns = pico["lines"][:12], pico["lines"][12:]
    named = {"ring": rings, "column": columns, "force": pico["forces"]}
    return {
        **{f"{kind} {n}": pin for kind, pins in named.items() for n, pin in enumerate(pins, 1)},
        **{key: pico[key] for key in ("imu_data", "imu_clock", "lamp_ring")},
    }


def pico_edge() -> dict[int, str]:
    """Edge pin -> name, from the board's own pattern: each fifth pin is ground, GP numbers run on around them."""
    ground = range(3, 41, 5)
    signals = [pin for pin in range(1, 30) if pin not in ground]
    tail = {31: "GP26", 32: "GP27", 33: "AGND", 34: "GP28", 36: "3V3", 40: "VBUS"}
    return {**dict.fromkeys(ground, "GND"), **{pin: f"GP{n}" for n, pin in enumerate(signals)}, **tail}


def test_the_box_is_wired_as_the_pin_map_says():
    left_free = {"power_off"}

    wanted = {line: pin for line, pin in PINS["pi"].items() if line not in left_free}
    assert board_lines(load("box"), "PI", "GPIO") == wanted


def test_the_base_is_wired_as_the_pin_map_says():
    assert board_lines(load("base"), "PICO", "GP") == pico_lines()


def test_a_pin_moved_in_the_map_alone_would_be_noticed():
    crossed = copy.deepcopy(load("box"))
    crossed["connections"][0][0]["PI"][:2] = [13, 11]

    wanted = board_lines(load("box"), "PI", "GPIO")
    assert {line for line, pin in board_lines(crossed, "PI", "GPIO").items() if pin != wanted[line]} == {
        "start",
        "mode",
    }


def test_the_header_pins_are_those_of_a_pi():
    header = PiBoardInfo.from_revision(PI_4).headers["J8"].pins
    pi = load("box")["connectors"]["PI"]

    assert {n: header[n].name for n in pi["pins"]} == dict(zip(pi["pins"], pi["pinlabels"], strict=True))


def test_the_edge_pins_are_those_of_a_pico():
    pico = load("base")["connectors"]["PICO"]

    edge = pico_edge()
    assert {n: edge[n] for n in pico["pins"]} == dict(zip(pico["pins"], pico["pinlabels"], strict=True))


@pytest.mark.parametrize("name", NAMES)
def test_a_supply_goes_to_the_same_supply(name: str):
    same = {"AGND": "GND", "VBUS": "5V", "shield": "GND"}
    ends = [(same.get(near, near), same.get(far, far)) for _at, near, _to, far in wires(load(name))]

    assert [end for end in ends if (end[0] in SUPPLIES or end[1] in SUPPLIES) and end[0] != end[1]] == []


@pytest.mark.parametrize("name", NAMES)
def test_no_signal_pin_has_two_wires_of_one_connector(name: str):
    harness = load(name)
    ends = Counter(
        (side, end)
        for at, near, to, far in wires(harness)
        for side, end in (((at, to), near), ((to, at), far))
        if end not in SUPPLIES
    )

    assert [end for end, times in ends.items() if times > 1] == []


@pytest.mark.parametrize("name", NAMES)
def test_cables_have_a_colour_for_each_wire(name: str):
    for cable, drawn in load(name)["cables"].items():
        assert len(drawn.get("colors", range(drawn["wirecount"]))) == drawn["wirecount"], cable


@pytest.mark.parametrize("name", NAMES)
def test_the_picture_shows_every_wire(name: str):
    picture = (HARDWARE / "harness" / f"{name}.svg").read_text("utf-8")

    drawn = picture.replace("&#45;", "-").replace("&amp;", "&")
    ends = {end for _at, near, _to, far in wires(load(name)) for end in (near, far)}
    assert [end for end in ends if f">{end}<" not in drawn] == []


def test_bundles_name_connector_cable_connector():
    for name in NAMES:
        harness = load(name)
        for bundle in harness["connections"]:
            kinds = ["cables" if next(iter(end)) in harness["cables"] else "connectors" for end in bundle]
            assert all(one != other for one, other in pairwise(kinds))
            assert kinds[0] == kinds[-1] == "connectors"

"""The one hardware file, as far as it can be looked at without a board."""

import ast
import tomllib
from pathlib import Path

from perroquet.assets import asset, firmware
from perroquet.firmware.hardware import Hardware

TREE = ast.parse((firmware() / "board.py").read_text(encoding="utf-8"))
PICO = tomllib.loads(asset("hardware/pins.toml").read_text(encoding="utf-8"))["pico"]


def constants() -> dict[str, object]:
    """Return the module's plain constants."""
    found: dict[str, object] = {}
    for node in TREE.body:
        if isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Name):
            try:
                found[node.targets[0].id] = ast.literal_eval(node.value)
            except ValueError:
                continue
    return found


def test_the_pins_are_those_of_the_pin_map():
    pins = constants()
    first, many = pins["FIRST_LINE"], pins["LINES"]
    assert isinstance(first, int)
    assert isinstance(many, int)

    assert PICO["lines"] == list(range(first, first + many))
    assert (pins["IMU_DATA"], pins["IMU_CLOCK"]) == (PICO["imu_data"], PICO["imu_clock"])
    assert (pins["LAMP_RING"], pins["FORCES"]) == (PICO["lamp_ring"], tuple(PICO["forces"]))


def test_the_board_offers_every_call_of_hardware():
    board = next(node for node in TREE.body if isinstance(node, ast.ClassDef) and node.name == "Board")
    offered = {node.name for node in board.body if isinstance(node, ast.FunctionDef)}

    assert {"scans", "oldest", "motion", "read", "write", "lamps", "free"} <= offered
    assert {name for name in vars(Hardware) if not name.startswith("_")} >= {"quiet", "scans"}


def test_the_conversions_of_a_scan_fill_whole_rounds_of_the_supports():
    values = constants()
    period, codes = values["_ADC_PERIOD"], values["_CODES"]
    assert isinstance(period, int)
    assert isinstance(codes, int)

    assert 48 * Hardware.scan_us == period * codes
    assert codes % len(PICO["forces"]) == 0


def test_only_the_board_and_the_program_know_the_hardware():
    for path in sorted(Path(firmware()).rglob("*.py")):
        if path.name in ("board.py", "pio_touch.py"):
            continue
        names = {
            alias.name
            for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
            if isinstance(node, ast.Import)
            for alias in node.names
        }
        assert not names & {"machine", "rp2", "uctypes"}, path

from dataclasses import replace
from pathlib import Path

import pytest
from perroquet.assets import asset
from perroquet.kernel.errors import PinConflict
from perroquet.wiring.config import Seats
from perroquet.wiring.pins import Pins, conflicts, load_pins

MAP = asset("hardware/pins.toml")
PINS = load_pins(MAP, seats=8)


def moved(line: str, pin: int) -> Pins:
    """The shipped map with one line of the Pi on another pin."""
    return replace(PINS, pi={**PINS.pi, line: pin})


def test_the_shipped_map_fits_the_default_configuration():
    assert conflicts(PINS, seats=Seats().count) == ()


@pytest.mark.parametrize(
    ("line", "pin", "conflict"),
    [
        ("mode", 17, "GPIO17 is given to start and mode; one pin, one line"),
        ("start", 28, "[pi] start = 28 is not on the header; GPIO0 to GPIO27 are"),
        ("hush", 20, "[pi] hush = 20 belongs to the sound input of I2S, claimed with the rest of it; take a free pin"),
        ("hush", 0, "[pi] hush = 0 belongs to the add-on board's EEPROM; take a free pin"),
        ("seat_1", 26, "[pi] seat_1 = 26 belongs to power_off; take a free pin"),
        ("lamp_red", 6, "[pi] lamp_red = 6 would glow at power-on; lamps go on GPIO9 to GPIO27"),
        ("i2s_clock", 12, "[pi] i2s_clock = 12 must be 18; the system's driver decides it"),
    ],
)
def test_a_line_on_a_pin_that_is_not_its_own_is_a_conflict(line: str, pin: int, conflict: str):
    assert conflict in conflicts(moved(line, pin), seats=8)


def test_a_line_the_device_uses_must_be_there():
    pins = replace(PINS, pi={line: pin for line, pin in PINS.pi.items() if line != "encoder_b"})

    assert conflicts(pins, seats=8) == ("[pi] encoder_b is missing; the device needs that line",)


def test_more_seats_than_the_box_has_lines_is_a_conflict():
    assert conflicts(PINS, seats=10) == ("[seats] count = 10, but the box has 8 seat lines; set count to 8 or fewer",)


@pytest.mark.parametrize(
    ("change", "conflict"),
    [
        ({"lamp_ring": 21}, "GP21 is given to lines[19] and lamp_ring; one pin, one line"),
        ({"imu_data": 25}, "[pico] imu_data = 25 is not on the board's edge; GP0-22 and GP26-28 are"),
        ({"forces": (26, 27, 22)}, "[pico] forces[2] = 22 cannot measure a voltage; GP26-28 can"),
        ({"forces": (26, 27)}, "[pico] forces has 2 pins; the base has 3"),
    ],
)
def test_a_pin_the_base_cannot_use_is_a_conflict(change: dict[str, int | tuple[int, ...]], conflict: str):
    pico = replace(PINS.pico, **change)  # pyright: ignore[reportArgumentType] - the cases are of both kinds

    assert conflict in conflicts(replace(PINS, pico=pico), seats=8)


def test_the_panel_is_the_lines_the_buttons_driver_watches():
    assert list(PINS.panel(2)) == ["start", "mode", "hush", "encoder_a", "encoder_b", "seat_1", "seat_2"]
    assert PINS.lamp() == (12, 13, 16)


@pytest.mark.parametrize("fault", ["volume = 3\n", "[pi\n", 'format = "perroquet-pins/2"\n'])
def test_a_file_that_is_no_pin_map_is_refused_by_its_name(tmp_path: Path, fault: str):
    file = tmp_path / "pins.toml"
    file.write_text(fault + MAP.read_text(encoding="utf-8"), encoding="utf-8")

    with pytest.raises(PinConflict, match=r"pins\.toml: not a pin map"):
        load_pins(file, seats=8)


def test_a_map_with_conflicts_is_not_loaded(tmp_path: Path):
    file = tmp_path / "pins.toml"
    file.write_text(MAP.read_text(encoding="utf-8").replace("mode = 27", "mode = 17"), encoding="utf-8")

    with pytest.raises(PinConflict, match=r"pins\.toml: GPIO17 is given to start and mode"):
        load_pins(file, seats=8)

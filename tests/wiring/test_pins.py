from dataclasses import replace
from typing import Any

import pytest
from perroquet.assets import asset
from perroquet.drivers.gpio.pins import PinMap, load_pins
from perroquet.kernel.errors import PinConflict
from perroquet.wiring.config import Seats
from perroquet.wiring.pins import check_pins, conflicts

PINS = load_pins(asset("hardware/pins.toml"))


def moved(line: str, pin: int) -> PinMap:
    """The shipped map with one line of the Pi on another pin."""
    kind = "lines" if line in PINS.lines else "others"
    changed: dict[str, Any] = {kind: {**getattr(PINS, kind), line: pin}}
    return replace(PINS, **changed)


def test_the_shipped_map_fits_the_default_configuration():
    check_pins(PINS, seats=Seats().count)


@pytest.mark.parametrize(
    ("line", "pin", "conflict"),
    [
        ("hush", 20, "[pi] hush = 20 belongs to the sound input of I2S, claimed with the rest of it; take a free pin"),
        ("hush", 0, "[pi] hush = 0 belongs to the add-on board's EEPROM; take a free pin"),
        ("seat_1", 26, "[pi] seat_1 = 26 belongs to power_off; take a free pin"),
        ("encoder_a", 3, "[pi] encoder_a = 3 belongs to i2c_clock; take a free pin"),
        ("i2s_clock", 17, "[pi] i2s_clock = 17 must be 18; the system's driver decides it"),
    ],
)
def test_a_line_on_a_pin_that_is_not_its_own_is_a_conflict(line: str, pin: int, conflict: str):
    assert conflict in conflicts(moved(line, pin), seats=8)


def test_the_lamp_may_not_use_the_pins_of_sound():
    on_sound = replace(PINS, lamp=(12, 13, 19))

    assert conflicts(on_sound, seats=8) == ("[pi] lamp_blue = 19 belongs to i2s_frame; take a free pin",)


def test_more_seats_than_the_box_has_lines_is_a_conflict():
    eight = replace(PINS, expander=replace(PINS.expander, lines={}))

    check_pins(PINS, seats=10)
    with pytest.raises(PinConflict, match=r"8 seat lines, but \[seats\] count = 10; set count to 8 or fewer"):
        check_pins(eight, seats=10)


def test_a_pin_wired_on_the_pico_itself_is_a_conflict():
    pins = replace(PINS, pico=replace(PINS.pico, imu_data=25))

    assert conflicts(pins, seats=8) == ("[pico] 25 is not on the board's edge; GP0-22 and GP26-28 are",)


def test_a_force_must_be_on_a_pin_that_measures_a_voltage():
    pins = replace(PINS, pico=replace(PINS.pico, forces=(26, 27, 22)))

    assert conflicts(pins, seats=8) == ("[pico] forces: 22 cannot measure a voltage; GP26-28 can",)

"""The pin map: the shipped one is sound, and every way to spoil it is refused with file, line and value."""

from pathlib import Path

import pytest
from perroquet.assets import asset
from perroquet.drivers.gpio.pins import load_pins, parse_pins
from perroquet.drivers.pi.factory import FactoryName, open_factory
from perroquet.kernel.errors import ConfigurationError, PartForbidden, PartMissing, PinConflict

ON_A_PI = Path("/proc/device-tree/system/linux,revision").exists()

SHIPPED = asset("hardware/pins.toml").read_text("utf-8")


def line_of(text: str) -> int:
    return 1 + SHIPPED[: SHIPPED.index(text)].count("\n")


def test_the_shipped_pin_map_is_sound():
    pins = load_pins(asset("hardware/pins.toml"))

    assert pins.lines["seat_8"] == 15
    assert pins.lamp == (12, 13, 16)
    assert (pins.expander.address, pins.expander.lines, pins.display) == (0x20, {"seat_9": 0, "seat_10": 1}, 0x3C)
    assert len(pins.pico.lines) == 20


@pytest.mark.parametrize(
    ("was", "becomes", "line", "says"),
    [
        ("start = 17", "strat = 17", "start = 17", r"strat = 17; no such pin in \[pi\]; did you mean 'start'\?"),
        ("start = 17", "start = 28", "start = 17", "start = 28; wanted a pin from 0 to 27"),
        ("start = 17", 'start = "17"', "start = 17", "start = '17'; wanted a pin"),
        ("start = 17", "start = true", "start = 17", "start = True; wanted a pin"),
        ("start = 17\n", "", "[pi]", r"\[pi\] lacks start"),
        ("lamp_red = 12", "lamp_red = 3", "lamp_red = 12", "lamp_red = 3; GPIO0-8 are pulled up at reset"),
        ("display = 0x3C", "display = 0x00", "display = 0x3C", "display = 0; wanted an address from 8 to 119"),
        ("seat_9 = 0", "seat_9 = 8", "seat_9 = 0", "seat_9 = 8; wanted a pin from 0 to 7"),
        ("seat_9 = 0\n", "", "[mcp23017]", r"\[mcp23017\] lacks seat_9"),
        ("forces = [26, 27, 28]", "forces = [26, 27]", "forces = [26", "wanted a list of 3 pins"),
        ("perroquet-pins/1", "perroquet-pins/2", "format", "wanted 'perroquet-pins/1'"),
    ],
)
def test_a_spoilt_pin_map_is_refused_by_file_line_and_value(was: str, becomes: str, line: str, says: str):
    assert was in SHIPPED

    with pytest.raises(ConfigurationError, match=rf"^pins\.toml:{line_of(line)}: .*{says}"):
        parse_pins(SHIPPED.replace(was, becomes), "pins.toml")


def test_text_that_is_not_toml_is_refused_with_its_name():
    with pytest.raises(ConfigurationError, match=r"^pins\.toml: .*must be TOML"):
        parse_pins("[pi", "pins.toml")


@pytest.mark.parametrize(
    ("was", "becomes"), [("hush = 22", "hush = 17"), ("forces = [26", "forces = [5"), ("seat_10 = 1", "seat_10 = 0")]
)
def test_two_uses_of_one_pin_are_a_conflict(was: str, becomes: str):
    with pytest.raises(
        PinConflict,
        match=r"hush = 17, but 'start' is on 17|forces = 5, but 'lines' is on 5|seat_10 = 0, but 'seat_9' is",
    ):
        parse_pins(SHIPPED.replace(was, becomes), "pins.toml")


@pytest.mark.skipif(ON_A_PI, reason="a Pi has the real pins that are to be missing")
@pytest.mark.parametrize("name", FactoryName)
def test_off_a_pi_the_real_pins_are_missing_and_the_way_out_is_said(name: FactoryName):
    with pytest.raises(PartMissing, match=rf"'{name.value}'.*elsewhere run with --sim"):
        open_factory(name)


def test_pins_this_user_may_not_open_are_forbidden_with_the_way_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    (tmp_path / "gpiochip0").touch()
    monkeypatch.setattr("os.access", _refused)

    with pytest.raises(PartForbidden, match=r"gpiochip0; add this user to the group: `sudo adduser \$USER gpio`"):
        open_factory(FactoryName.LGPIO, tmp_path)


def _refused(_path: Path, _mode: int) -> bool:
    return False

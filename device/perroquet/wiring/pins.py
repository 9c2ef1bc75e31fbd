"""The pin map against what a Pi and a Pico allow, and against the configuration.

`drivers.gpio.pins` reads the map and refuses a shared or unknown pin; here are the facts about particular pins.
"""

from collections.abc import Iterator, Mapping
from typing import Final

from perroquet.drivers.gpio.pins import LAMP, PicoMap, PinMap
from perroquet.kernel.errors import PinConflict

_RESERVED: Final[Mapping[int, str]] = {
    0: "the add-on board's EEPROM",
    1: "the add-on board's EEPROM",
    2: "i2c_data",
    3: "i2c_clock",
    18: "i2s_clock",
    19: "i2s_frame",
    20: "the sound input of I2S, claimed with the rest of it",
    21: "i2s_data",
    26: "power_off",
}
"""Pins that the system's drivers own, and the one line that may name each."""
_PICO_ON_BOARD: Final = range(23, 26)
"""GP23-25 are wired on the board and reach no edge."""
_PICO_ANALOG: Final = range(26, 29)


def check_pins(pins: PinMap, *, seats: int) -> None:
    """Refuse a map that the hardware cannot follow, or that has too few seat lines.

    Raises:
        PinConflict: all conflicts, one a line.
    """
    found = conflicts(pins, seats=seats)
    if found:
        raise PinConflict("\n".join(f"hardware/pins.toml: {conflict}" for conflict in found))


def conflicts(pins: PinMap, *, seats: int) -> tuple[str, ...]:
    """Return what is wrong with `pins`, one sentence each; empty when all is well."""
    wired = len(pins.expander.lines) + sum(1 for line in pins.lines if line.startswith("seat_"))
    too_many = f"the box has {wired} seat lines, but [seats] count = {seats}; set count to {wired} or fewer"
    uses = {**pins.lines, **dict(zip(LAMP, pins.lamp, strict=True)), **pins.others}
    return (*([too_many] if seats > wired else []), *_pi_conflicts(uses), *_pico_conflicts(pins.pico))


def _pi_conflicts(uses: Mapping[str, int]) -> Iterator[str]:
    for line, pin in uses.items():
        if _RESERVED.get(pin, line) != line:
            yield f"[pi] {line} = {pin} belongs to {_RESERVED[pin]}; take a free pin"
    for pin, owner in _RESERVED.items():
        if uses.get(owner, pin) != pin:
            yield f"[pi] {owner} = {uses[owner]} must be {pin}; the system's driver decides it"


def _pico_conflicts(pico: PicoMap) -> Iterator[str]:
    for pin in (pico.imu_data, pico.imu_clock, pico.lamp_ring, *pico.lines, *pico.forces):
        if pin in _PICO_ON_BOARD:
            yield f"[pico] {pin} is not on the board's edge; GP0-22 and GP26-28 are"
    for pin in pico.forces:
        if pin not in _PICO_ANALOG:
            yield f"[pico] forces: {pin} cannot measure a voltage; GP26-28 can"

"""The pin map: `hardware/pins.toml`, read once and checked against what the hardware allows."""

import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Final, Literal

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from perroquet.kernel.errors import PinConflict

PANEL: Final = ("start", "mode", "hush", "encoder_a", "encoder_b")
LAMP: Final = ("lamp_red", "lamp_green", "lamp_blue")

_HEADER: Final = range(28)
"""BCM numbers that a 40-pin header carries."""
_PULLED_UP_AT_RESET: Final = range(9)
"""GPIO0-8 are pulled up until a program sets them: a lamp there glows at power-on."""
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
_PICO_HEADER: Final = frozenset({*range(23), 26, 27, 28})
"""GP numbers on a Pico's edge; 23-25 and 29 are wired on the board."""
_PICO_ANALOG: Final = range(26, 29)


class _Pico(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    imu_data: int
    imu_clock: int
    lines: Annotated[tuple[int, ...], Field(strict=False)]
    lamp_ring: int
    forces: Annotated[tuple[int, ...], Field(strict=False)]


class _File(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)

    format: Literal["perroquet-pins/1"]
    pi: dict[str, int]
    pico: _Pico


@dataclass(frozen=True, slots=True, kw_only=True)
class PicoPins:
    """GP numbers of the base. `lines`: 12 rings from the lowest, then 8 columns; `forces` in the order of supports."""

    imu_data: int
    imu_clock: int
    lines: tuple[int, ...]
    lamp_ring: int
    forces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Pins:
    """Which pin is what: BCM numbers of the Pi by line name, GP numbers of the base."""

    pi: Mapping[str, int]
    pico: PicoPins

    def panel(self, seats: int) -> dict[str, int]:
        """Return the lines the buttons driver watches: the panel's, then `seat_1` to `seat_<seats>`."""
        return {line: self.pi[line] for line in (*PANEL, *_seat_lines(seats))}

    def lamp(self) -> tuple[int, int, int]:
        """Return the status lamp's red, green and blue."""
        red, green, blue = (self.pi[line] for line in LAMP)
        return red, green, blue


def load_pins(file: Path, *, seats: int) -> Pins:
    """Read and check the pin map for a box with `seats` seat buttons.

    Raises:
        PinConflict: two lines on one pin, a line on a pin that is not its own or does not exist, or a line missing;
            all conflicts in one error.
    """
    try:
        read = _File.model_validate(tomllib.loads(file.read_text(encoding="utf-8")))
    except (OSError, ValueError, ValidationError) as err:
        raise PinConflict(f"{file}: not a pin map: {err}; reinstall perroquet or mend the file") from err
    pins = Pins(pi=read.pi, pico=PicoPins(**read.pico.model_dump()))
    found = conflicts(pins, seats=seats)
    if found:
        raise PinConflict("\n".join(f"{file}: {conflict}" for conflict in found))
    return pins


def conflicts(pins: Pins, *, seats: int) -> tuple[str, ...]:
    """Return what is wrong with `pins`, one sentence each; empty when all is well."""
    return (*_pi_conflicts(pins.pi, seats), *_pico_conflicts(pins.pico))


def _pi_conflicts(lines: Mapping[str, int], seats: int) -> Iterator[str]:
    wired = sum(1 for line in lines if line.startswith("seat_"))
    if seats > wired:
        yield f"[seats] count = {seats}, but the box has {wired} seat lines; set count to {wired} or fewer"
    for line in (*PANEL, *LAMP, *_seat_lines(min(seats, wired))):
        if line not in lines:
            yield f"[pi] {line} is missing; the device needs that line"
    yield from _shared("GPIO", lines.items())
    for line, pin in lines.items():
        if pin not in _HEADER:
            yield f"[pi] {line} = {pin} is not on the header; GPIO0 to GPIO27 are"
        elif _RESERVED.get(pin, line) != line:
            yield f"[pi] {line} = {pin} belongs to {_RESERVED[pin]}; take a free pin"
        elif line in LAMP and pin in _PULLED_UP_AT_RESET:
            yield f"[pi] {line} = {pin} would glow at power-on; lamps go on GPIO9 to GPIO27"
    for pin, owner in _RESERVED.items():
        if lines.get(owner, pin) != pin:
            yield f"[pi] {owner} = {lines[owner]} must be {pin}; the system's driver decides it"


def _pico_conflicts(pico: PicoPins) -> Iterator[str]:
    uses = [
        ("imu_data", pico.imu_data),
        ("imu_clock", pico.imu_clock),
        *((f"lines[{n}]", pin) for n, pin in enumerate(pico.lines)),
        ("lamp_ring", pico.lamp_ring),
        *((f"forces[{n}]", pin) for n, pin in enumerate(pico.forces)),
    ]
    yield from _shared("GP", uses)
    for use, pin in uses:
        if pin not in _PICO_HEADER:
            yield f"[pico] {use} = {pin} is not on the board's edge; GP0-22 and GP26-28 are"
        elif use.startswith("forces") and pin not in _PICO_ANALOG:
            yield f"[pico] {use} = {pin} cannot measure a voltage; GP26-28 can"
    for name, pins, wanted in (("lines", pico.lines, 20), ("forces", pico.forces, 3)):
        if len(pins) != wanted:
            yield f"[pico] {name} has {len(pins)} pins; the base has {wanted}"


def _shared(kind: str, uses: Iterable[tuple[str, int]]) -> Iterator[str]:
    by_pin: defaultdict[int, list[str]] = defaultdict(list)
    for use, pin in uses:
        by_pin[pin].append(use)
    for pin, sharers in by_pin.items():
        if len(sharers) > 1:
            yield f"{kind}{pin} is given to {' and '.join(sharers)}; one pin, one line"


def _seat_lines(seats: int) -> Iterator[str]:
    return (f"seat_{n}" for n in range(1, seats + 1))

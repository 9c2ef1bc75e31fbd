"""The pin map: `hardware/pins.toml`, read once and checked."""

import difflib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, cast

from perroquet.kernel.errors import ConfigurationError, PinConflict

FORMAT: Final = "perroquet-pins/1"

PANEL: Final = ("start", "mode", "hush", "encoder_a", "encoder_b", *(f"seat_{n}" for n in range(1, 9)))
LAMP: Final = ("lamp_red", "lamp_green", "lamp_blue")
OTHERS: Final = (
    "shutdown",
    "amplifier_enable",
    "i2s_clock",
    "i2s_frame",
    "i2s_data",
    "i2c_data",
    "i2c_clock",
    "expander_interrupt",
    "power_off",
)
BCM: Final = range(28)
PULLED_UP_AT_RESET: Final = range(9)
"""A lamp on one of these would glow before the program runs."""

GP: Final = range(29)
PICO_SINGLE: Final = ("imu_data", "imu_clock", "lamp_ring")
ADDRESSES: Final = range(0x08, 0x78)
"""Of the two-wire bus; the others mean something else on it."""
CHIPS: Final = ("expander", "display")
EXPANDED: Final = ("seat_9", "seat_10")
PORT: Final = range(8)

PICO_COUNTS: Final = {"lines": 20, "forces": 3}


@dataclass(frozen=True, slots=True, kw_only=True)
class PicoMap:
    """GP numbers of the base. `lines`: 12 rings from the lowest, then 8 columns. `forces`: the three supports."""

    imu_data: int
    imu_clock: int
    lines: tuple[int, ...]
    lamp_ring: int
    forces: tuple[int, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class ExpanderMap:
    """Where the MCP23017 is on the two-wire bus; line of the panel -> pin of its port A."""

    address: int
    lines: Mapping[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class PinMap:
    """BCM numbers of the box, and the base's own.

    Attributes:
        lines: line of the panel -> pin, as `kernel.readings.Edge` names lines.
        lamp: red, green, blue.
        others: pins that overlays of the system use; nothing else may.
        expander: further lines of the panel, where that chip is fitted.
        display: where a small display is on the two-wire bus, if one is fitted.
        pico: the base.
    """

    lines: Mapping[str, int]
    lamp: tuple[int, int, int]
    others: Mapping[str, int]
    expander: ExpanderMap
    display: int
    pico: PicoMap


def load_pins(path: Path) -> PinMap:
    """Read a pin map.

    Raises:
        ConfigurationError: not the format, a key unknown or missing, a number no pin has, a lamp on a pin that is
            pulled up at reset; quotes file, line and value.
        PinConflict: two uses of one pin.
    """
    return parse_pins(path.read_text("utf-8"), str(path))


def parse_pins(text: str, name: str) -> PinMap:
    """Read a pin map from `text`; `name` is what errors call it. Raises as `load_pins`."""
    source = _Source(text, name)
    try:
        content = tomllib.loads(text)
    except tomllib.TOMLDecodeError as err:
        raise ConfigurationError(f"{name}: {err}; it must be TOML") from err
    if content.get("format") != FORMAT:
        raise source.error("format", content.get("format"), f"wanted {FORMAT!r}; take the file of this version")
    pi = source.table(content, "pi", (*PANEL, *LAMP, *OTHERS))
    i2c = source.table(content, "i2c", CHIPS)
    expander = source.table(content, "mcp23017", EXPANDED)
    pico = source.table(content, "pico", (*PICO_SINGLE, *PICO_COUNTS))
    pins = {key: source.pin(key, value, BCM) for key, value in pi.items()}
    for key in LAMP:
        if pins[key] in PULLED_UP_AT_RESET:
            raise source.error(key, pins[key], "GPIO0-8 are pulled up at reset, a lamp there glows; take 9-27")
    chips = {key: source.pin(key, value, ADDRESSES, "an address") for key, value in i2c.items()}
    port = {key: source.pin(key, value, PORT) for key, value in expander.items()}
    singles = {key: source.pin(key, pico[key], GP) for key in PICO_SINGLE}
    groups = {key: source.pin_group(key, pico[key], count) for key, count in PICO_COUNTS.items()}
    for uses in (pins, chips, port):
        source.refuse_sharing(uses.items())
    source.refuse_sharing([*singles.items(), *((key, pin) for key, group in groups.items() for pin in group)])
    return PinMap(
        lines={key: pins[key] for key in PANEL},
        lamp=(pins["lamp_red"], pins["lamp_green"], pins["lamp_blue"]),
        others={key: pins[key] for key in OTHERS},
        expander=ExpanderMap(address=chips["expander"], lines={key: port[key] for key in EXPANDED}),
        display=chips["display"],
        pico=PicoMap(
            imu_data=singles["imu_data"],
            imu_clock=singles["imu_clock"],
            lines=groups["lines"],
            lamp_ring=singles["lamp_ring"],
            forces=groups["forces"],
        ),
    )


class _Source:
    """The text of a pin map, to quote from."""

    def __init__(self, text: str, name: str) -> None:
        self._lines = text.splitlines()
        self._name = name

    def where(self, key: str) -> str:
        wanted = re.compile(rf"\s*\[?{re.escape(key)}\b")
        numbers = (number for number, line in enumerate(self._lines, 1) if wanted.match(line))
        return f"{self._name}:{next(numbers, 1)}"

    def error(self, key: str, value: object, advice: str) -> ConfigurationError:
        return ConfigurationError(f"{self.where(key)}: {key} = {value!r}; {advice}")

    def table(self, content: Mapping[str, Any], section: str, keys: tuple[str, ...]) -> Mapping[str, Any]:
        table: Mapping[str, Any] = content.get(section, {})
        for key in table:
            if key not in keys:
                nearest = difflib.get_close_matches(key, keys, n=1)
                advice = f"did you mean {nearest[0]!r}?" if nearest else f"known: {', '.join(keys)}"
                raise self.error(key, table[key], f"no such pin in [{section}]; {advice}")
        missing = [key for key in keys if key not in table]
        if missing:
            raise ConfigurationError(f"{self.where(section)}: [{section}] lacks {', '.join(missing)}; add them")
        return table

    def pin(self, key: str, value: object, known: range, what: str = "a pin") -> int:
        if isinstance(value, bool) or not isinstance(value, int) or value not in known:
            raise self.error(key, value, f"wanted {what} from {known.start} to {known.stop - 1}")
        return value

    def pin_group(self, key: str, value: object, count: int) -> tuple[int, ...]:
        if not isinstance(value, list) or len(pins := cast("list[object]", value)) != count:
            raise self.error(key, cast("object", value), f"wanted a list of {count} pins")
        return tuple(self.pin(key, pin, GP) for pin in pins)

    def refuse_sharing(self, uses: Iterable[tuple[str, int]]) -> None:
        taken: dict[int, str] = {}
        for key, pin in uses:
            if pin in taken:
                raise PinConflict(f"{self.where(key)}: {key} = {pin}, but {taken[pin]!r} is on {pin}; move one of them")
            taken[pin] = key

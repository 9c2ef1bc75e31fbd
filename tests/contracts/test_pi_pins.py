"""The Pi's pins on a stand-in for lgpio, which is only installed on a Pi; the ladder of tests/hil has the real one."""

import importlib
import sys
from collections.abc import Iterator
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING

import pytest
from perroquet.drivers.clock import MonotonicClock
from perroquet.drivers.gpio import GpioButtons, PinMap
from perroquet.kernel.errors import PartBusy

if TYPE_CHECKING:
    from gpiozero.pins import Factory

OURS = "perroquet.drivers.pi.pins"
GPIOZEROS = "gpiozero.pins.lgpio"
REVISION_OF_A_PI_4 = 0xC03114


class Lgpio(ModuleType):
    """As much of lgpio as buttons want: whoever once wanted edges of a line still holds it, as lgpio's thread does.

    Attributes:
        held: lines that nobody can claim.
        open: handles of chips.
    """

    SET_PULL_NONE, SET_PULL_UP, SET_PULL_DOWN = 128, 32, 64
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3

    class error(Exception):  # noqa: N801 - lgpio's own name
        """What lgpio raises."""

    def __init__(self) -> None:
        super().__init__("lgpio")
        self.held: set[int] = set()
        self.open: set[int] = set()

    def gpiochip_open(self, chip: int) -> int:
        self.open.add(chip)
        return chip

    def gpiochip_close(self, chip: int) -> None:
        self.open.remove(chip)

    def gpio_claim_input(self, _chip: int, line: int, _flags: int = 0) -> None:
        if line in self.held:
            raise self.error("'GPIO busy'")

    gpio_claim_output = gpio_claim_input

    def gpio_claim_alert(self, _chip: int, line: int, _edges: int, _flags: int) -> None:
        self.held.add(line)

    def gpio_free(self, _chip: int, line: int) -> None:
        self.held.discard(line)

    def gpio_get_mode(self, _chip: int, _line: int) -> int:
        return 0

    def gpio_read(self, _chip: int, _line: int) -> int:
        return 1

    def gpio_set_debounce_micros(self, _chip: int, _line: int, _micros: int) -> None:
        pass

    def callback(self, *_wanted: object) -> SimpleNamespace:
        return SimpleNamespace(cancel=lambda: None)


@pytest.fixture
def lgpio(monkeypatch: pytest.MonkeyPatch) -> Iterator[Lgpio]:
    library = Lgpio()
    monkeypatch.setitem(sys.modules, "lgpio", library)
    yield library
    for name in (OURS, GPIOZEROS):  # they hold the stand-in
        sys.modules.pop(name, None)


@pytest.fixture
def factory(lgpio: Lgpio, monkeypatch: pytest.MonkeyPatch) -> "Factory":
    pins = importlib.import_module(OURS)
    monkeypatch.setattr(pins, "revision", lambda: REVISION_OF_A_PI_4)
    made: Factory = pins.LgpioFactory()
    assert lgpio.open == {0}
    return made


@pytest.mark.anyio
async def test_buttons_let_go_of_pins_whose_edges_lgpio_has_not_let_go_of(
    lgpio: Lgpio, factory: "Factory", pins: PinMap
):
    """They were refused, and the program ended with that instead of with the table's last word."""
    buttons = GpioButtons(factory, pins, MonotonicClock())
    assert set(pins.lines.values()) <= lgpio.held

    await buttons.aclose()
    factory.close()

    assert not lgpio.open


def test_a_pin_that_somebody_else_holds_is_named(lgpio: Lgpio, factory: "Factory"):
    lgpio.held.add(17)

    with pytest.raises(PartBusy, match=r"GPIO17 cannot be claimed: 'GPIO busy'; end the program or overlay"):
        factory.pin(17)
    factory.close()

"""gpiozero's mock pins on our clock: the wires of the simulated panel."""

from typing import TYPE_CHECKING, cast

from gpiozero.pins.mock import MockFactory, MockPin, MockPWMPin
from typing_extensions import override

from perroquet.kernel.errors import PartBusy
from perroquet.kernel.units import NS_PER_S, HostNs
from perroquet.ports import Clock

if TYPE_CHECKING:
    from gpiozero.pins import PinInfo

PI_4B = "c03111"


class SimFactory(MockFactory):
    """Pins of a Pi 4 whose ticks are our clock's, as lgpio's are the kernel's."""

    def __init__(self, clock: Clock) -> None:
        super().__init__(PI_4B, SimPin)
        self._clock = clock
        self._held: set[int] = set()

    def hold(self, number: int) -> None:
        """Let another program hold the pin with BCM `number`."""
        self._held.add(number)

    @override
    def pin(self, name: int, pin_class: type[MockPin] | None = None) -> MockPin:
        if name in self._held:
            raise PartBusy(f"GPIO{name} cannot be claimed: GPIO busy; end the program or overlay that holds it")
        return super().pin(name, pin_class)

    @override
    def ticks(self) -> float:
        return self._clock.now() / NS_PER_S

    def wire(self, number: int) -> "SimPin":
        """Return the pin with BCM `number`, to drive from outside."""
        return cast("SimPin", self.pin(number))


class SimPin(MockPWMPin):
    """A pin that a contact to ground may pull low, whatever the program does to its pull.

    Unlike its parent it keeps no history: an evening of lamp steps would fill the memory.
    """

    def __init__(self, factory: MockFactory, info: "PinInfo") -> None:
        self._grounded = False
        super().__init__(factory, info)

    def contact(self, *, closed: bool, at: HostNs) -> None:
        """Close or open the contact to ground. `at` is the stamp the edge gets, as the kernel would have seen it."""
        self._grounded = closed
        if self._change_state(not closed) and (listener := self.when_changed):
            listener(at / NS_PER_S, self._state)

    @override
    def drive_high(self) -> None:
        if not self._grounded:
            super().drive_high()

    @override
    def clear_states(self) -> None:
        self.states = []

    @override
    def _change_state(self, value: float) -> bool:
        changed = self._state != value
        self._state = value
        return changed

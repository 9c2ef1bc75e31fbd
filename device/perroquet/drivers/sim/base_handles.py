"""What the bench page, the demo and tests can do to a virtual base, whichever way it is mounted."""

from collections.abc import Sequence
from typing import Protocol

from perroquet.drivers.sim.acts import Disturbance, VirtualHand


class VirtualBase(Protocol):
    """A virtual totem on a virtual base. All orders take effect at once, in order, and are never refused."""

    def grab(self, hands: Sequence[VirtualHand]) -> None:
        """Let `hands` come, their times counted from now; they are forgotten while the totem is away."""
        ...

    def disturb(self, acts: Sequence[Disturbance]) -> None:
        """Let blows and faults come, their times counted from now."""
        ...

    def put_back(self, *, crooked: bool = False) -> None:
        """Put the totem into its seat, hands off; crooked, some of its contacts stay open."""
        ...

    def take_away(self) -> None:
        """Take the totem out of its seat, no hand on its lines."""
        ...

    def unplug(self) -> None:
        """Pull the cable, in the middle of whatever flies; the base loses its power with it."""
        ...

    def plug(self) -> None:
        """Plug the cable in; the base boots into a new epoch."""
        ...

    def reboot(self) -> None:
        """Let the firmware crash and boot again, the cable plugged: banner, new epoch."""
        ...

    def ring(self) -> bytes:
        """Return red, green, blue of the 24 lamps, clockwise from the cable."""
        ...

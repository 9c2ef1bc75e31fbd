"""The speaker of the box."""

from pathlib import Path
from typing import Final

from perroquet.drivers.speaker import Performed, PlayerSpeaker, unheeded
from perroquet.kernel.units import Millis
from perroquet.ports import Clock

_NO_LATENCY: Final = Millis(0)


class PiSpeaker(PlayerSpeaker):
    """The player on a real sound device: on a Pi a missing one is missing, and never replaced by silence."""

    def __init__(
        self,
        clock: Clock,
        *,
        sink: str = "auto",
        device: str = "",
        output_latency: Millis = _NO_LATENCY,
        on_performed: Performed = unheeded,
        sounds: Path | None = None,
    ) -> None:
        """Start the player; arguments as in `PlayerSpeaker`, but `auto` means the sound device."""
        super().__init__(
            clock,
            sink="pygame" if sink == "auto" else sink,
            device=device,
            output_latency=output_latency,
            on_performed=on_performed,
            sounds=sounds,
        )

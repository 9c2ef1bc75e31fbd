"""Choose real or simulated, part by part."""

from perroquet.kernel.errors import ConfigurationError
from perroquet.kernel.readings import Part
from perroquet.wiring.config import Configuration, GpioFactory, PartChoice, Sink

WIRED = (Part.BUTTONS, Part.LAMPS, Part.TOTEM, Part.SPEAKER)
"""The parts of today's device, in the order they are told."""


def simulated_parts(config: Configuration, *, on_pi: bool, sim: bool) -> tuple[Part, ...]:
    """Return the parts to simulate.

    Args:
        config: `[parts]` chooses part by part.
        on_pi: this is a Raspberry Pi: what is missing there is missing.
        sim: `--sim` was given.

    Raises:
        ConfigurationError: a part is to be simulated on a Pi, and nobody said `--sim`.
    """
    chosen = dict(
        zip(WIRED, (config.parts.buttons, config.parts.lamp, config.parts.totem, config.parts.speaker), strict=True)
    )
    if config.gpio.factory is GpioFactory.MOCK:
        chosen |= dict.fromkeys((Part.BUTTONS, Part.LAMPS), PartChoice.SIM)
    if config.speaker.sink in (Sink.NULL, Sink.FILE):
        chosen[Part.SPEAKER] = PartChoice.SIM
    asked = [part for part, choice in chosen.items() if choice is PartChoice.SIM]
    if on_pi and not sim and asked:
        raise ConfigurationError(
            f"the configuration simulates {', '.join(asked)} on a Raspberry Pi; nothing is simulated there "
            "unless --sim says so: add --sim, or take `sim`, `mock` and the sinks `null` and `file` out of the "
            "configuration"
        )
    automatic = sim or not on_pi
    return tuple(
        part for part, choice in chosen.items() if choice is PartChoice.SIM or (choice is PartChoice.AUTO and automatic)
    )

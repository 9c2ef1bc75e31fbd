"""How quickly those move who are not there. The device's own time is the real one, always."""

from dataclasses import dataclass
from typing import Final

PACES: Final = (0.5, 1.0, 2.0, 4.0)
"""Times the pace of people."""


@dataclass(slots=True)
class Pace:
    """The pace of robots and of the hands of a scripted evening, changed while they move.

    What the base needs to measure, to judge and to come to rest takes as long as ever, and so do sentences, countdowns
    and raids: only thinking and reaching are hurried.
    """

    times: float = 1.0

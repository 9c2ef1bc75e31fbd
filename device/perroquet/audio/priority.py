"""How the player's threads come before other programs, where the system permits it."""

import os
from contextlib import suppress
from typing import Final

SOUND_CARD: Final = 10
"""Of the thread that fills the sound card's buffers."""

PLAYER: Final = 5
"""Of the thread that keeps the pipes: it may hold the interpreter when the sound card asks."""


def go_first(level: int) -> bool:
    """Let this thread run when it wants to, before every ordinary program; False = the system does not let us.

    Threads and processes it starts are ordinary again. On a Pi `LimitRTPRIO=` of the systemd unit permits it.
    """
    with suppress(AttributeError, OSError):  # not on Linux; not permitted
        os.sched_setscheduler(0, os.SCHED_RR | os.SCHED_RESET_ON_FORK, os.sched_param(level))
        return True
    return False

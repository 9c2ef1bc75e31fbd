"""The totem's machine as one table: which event leads from which stage to which.

Theory of operation. A grab goes IDLE -> ARMED (a duel is open) -> CONTACT (a hand is felt) -> SETTLE (a fact is
missing, the table is asked) -> RULED (told; the totem is away) -> RESET (the totem stands again) -> IDLE. Most grabs
skip some stages: a sure ruling skips SETTLE, and a base without early contact skips CONTACT.

Two rules of this file: it knows stages and kinds of events, never what is inside them; and an event that is absent
from a stage's row cannot be decided there. `REST` is the one residue that no table can hold: where to return to
depends on whether a duel is still open.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from perroquet.games.jungle_speed.events import (
    Asked,
    Brushed,
    ContactFelt,
    ContactLost,
    Dealt,
    DuelClosed,
    DuelJoined,
    DuelLeft,
    DuelOpened,
    Ended,
    Event,
    Flipped,
    LetBe,
    Ruled,
    TotemStood,
    Voided,
    WentOn,
)


class Stage(StrEnum):
    """Where the totem is in its life."""

    IDLE = "idle"
    ARMED = "armed"
    CONTACT = "contact"
    SETTLE = "settle"
    RULED = "ruled"
    RESET = "reset"


REST: Final = None
"""ARMED when a duel is open, else IDLE."""

_GRABBED: Final[Mapping[type[Event], Stage | None]] = {
    ContactFelt: Stage.CONTACT,
    Brushed: REST,
    Asked: Stage.SETTLE,
    Ruled: Stage.RULED,
}
_FREE: Final[Mapping[type[Event], Stage | None]] = {
    **_GRABBED,
    DuelJoined: Stage.IDLE,
    DuelLeft: Stage.IDLE,
    DuelOpened: Stage.ARMED,
    Flipped: REST,
    WentOn: Stage.IDLE,
    Voided: REST,
    Ended: Stage.IDLE,
}

TRANSITIONS: Final[Mapping[Stage, Mapping[type[Event], Stage | None]]] = {
    Stage.IDLE: {**_FREE, Dealt: Stage.IDLE, TotemStood: Stage.IDLE},
    Stage.ARMED: {
        **_GRABBED,
        Flipped: REST,
        DuelClosed: Stage.IDLE,
        TotemStood: Stage.ARMED,
        Voided: REST,
    },
    Stage.CONTACT: {
        **_GRABBED,
        ContactLost: REST,
        TotemStood: Stage.CONTACT,
        Voided: REST,
    },
    Stage.SETTLE: {
        Asked: Stage.SETTLE,
        Ruled: Stage.RULED,
        LetBe: REST,
        TotemStood: Stage.SETTLE,
        Voided: REST,
    },
    Stage.RULED: {
        TotemStood: Stage.RESET,
        WentOn: Stage.IDLE,
        Ended: Stage.RULED,
    },
    Stage.RESET: {**_FREE, TotemStood: Stage.RESET},
}


def next_stage(stage: Stage, event: Event, *, duel_open: bool) -> Stage:
    """Return the stage after `event`; `duel_open` tells whether a duel is open after it."""
    row = TRANSITIONS[stage]
    following = row.get(type(event), stage)
    if following is None:  # REST
        return Stage.ARMED if duel_open else Stage.IDLE
    return following

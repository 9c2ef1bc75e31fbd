"""The totem's machine as one table: which event leads from which stage to which.

Theory of operation. A grab goes IDLE -> ARMED (a duel is open) -> CONTACT (a hand is felt) -> SETTLE (a fact is
missing, the table is asked) -> RULED (told; the totem is away) -> RESET (the totem stands again) -> IDLE. Most grabs
skip some stages: a sure ruling skips SETTLE, and a base without early contact skips CONTACT.

Two rules of this file: it knows stages and kinds of events, never what is inside them; and an event that is absent
from a stage's row cannot be decided there. Two residues no table can hold: `REST` returns to where a duel decides, and
a ruling that nobody's hand brought about (a last card, a remark) leaves the totem where it stands.

The README draws its picture from `TRANSITIONS`: see `diagram`.
"""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final

from perroquet.games.jungle_speed import events as ev


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

Row = Mapping[type[ev.Event], Stage | None]

_GRABBED: Final[Row] = {
    ev.ContactFelt: Stage.CONTACT,
    ev.Brushed: REST,
    ev.Asked: Stage.SETTLE,
    ev.Ruled: Stage.RULED,
}
_CARDS: Final[Row] = {
    ev.Flipped: REST,
    ev.CardWanted: REST,
    ev.Misread: REST,
    ev.Waited: REST,
    ev.Peeked: REST,
    ev.Ended: Stage.IDLE,
}
_REMARKS: Final[Row] = {ev.Noted: REST, ev.Configured: REST, ev.TotemLeft: REST}
_FREE: Final[Row] = {
    **_GRABBED,
    **_CARDS,
    **_REMARKS,
    ev.FirstNamed: Stage.IDLE,
    ev.DuelJoined: Stage.IDLE,
    ev.DuelLeft: Stage.IDLE,
    ev.DuelOpened: Stage.ARMED,
    ev.DuelClosed: Stage.IDLE,
    ev.WentOn: REST,
    ev.Voided: REST,
}

TRANSITIONS: Final[Mapping[Stage, Row]] = {
    Stage.IDLE: {**_FREE, ev.Dealt: Stage.IDLE, ev.TotemStood: Stage.IDLE},
    Stage.ARMED: {
        **_GRABBED,
        **_CARDS,
        **_REMARKS,
        ev.DuelClosed: Stage.IDLE,
        ev.WentOn: Stage.IDLE,
        ev.TotemStood: Stage.ARMED,
        ev.Voided: REST,
    },
    Stage.CONTACT: {
        **_GRABBED,
        ev.ContactLost: REST,
        ev.TotemStood: Stage.CONTACT,
        ev.Voided: REST,
    },
    Stage.SETTLE: {
        ev.Asked: Stage.SETTLE,
        ev.Pointed: Stage.SETTLE,
        ev.Ruled: Stage.RULED,
        ev.FirstNamed: Stage.IDLE,
        ev.LetBe: REST,
        ev.TotemStood: Stage.SETTLE,
        ev.Voided: REST,
    },
    Stage.RULED: {
        ev.Ruled: Stage.RULED,
        ev.Asked: Stage.SETTLE,
        ev.Recalled: REST,
        ev.TotemStood: Stage.RESET,
        ev.WentOn: REST,
        ev.Ended: Stage.RULED,
    },
    Stage.RESET: {**_FREE, ev.TotemStood: Stage.RESET},
}


def next_stage(stage: Stage, event: ev.Event, *, duel_open: bool) -> Stage:
    """Return the stage after `event`; `duel_open` tells whether something may be taken after it."""
    following = TRANSITIONS[stage].get(type(event), stage)
    if isinstance(event, ev.Ruled) and not event.totem:
        following = Stage.RULED if stage is Stage.RULED else REST
    if following is None:  # REST
        return Stage.ARMED if duel_open else Stage.IDLE
    return following


def diagram() -> str:
    """Return the table as a Mermaid state diagram; REST is its fork, and what leaves a stage alone is left out."""
    lines = [
        "stateDiagram-v2",
        "    state REST <<choice>>",
        "    [*] --> IDLE",
        "    REST --> ARMED: something may be taken",
        "    REST --> IDLE: nothing may",
    ]
    for stage, row in TRANSITIONS.items():
        ways: dict[str, list[str]] = {}
        for event, following in row.items():
            if following is not stage:
                ways.setdefault("REST" if following is None else following.name, []).append(event.__name__)
        lines += [f"    {stage.name} --> {name}: {', '.join(events)}" for name, events in ways.items()]
    return "\n".join(lines)

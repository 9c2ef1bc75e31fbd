"""Rulings of L'Orchidée in words: who, what it costs, and the numbers of the rules that decided.

Which card is given up is for its owner to see: what is said of it is the same whether the device knows it or not.
"""

from collections.abc import Callable
from typing import Final

from perroquet.games.orchidee.events import Cost
from perroquet.games.orchidee.losses import Loss
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.units import Seat

Caught = Callable[[Loss, Seat | None], Ruling]
"""(what the smuggler gives up, who accused) -> the ruling."""

ROUND_OVER: Final = "long-round-over"
LOST_FOR_GOOD: Final = "long-round-over-lost"


def in_hand(loss: Loss, _accuser: Seat | None) -> Ruling:
    """Return the ruling when the orchid lies in a revealed hand."""
    return _caught("CAUGHT_IN_HAND", "caught-in-hand", loss, why=("OR-17", "OR-18"))


def accused_rightly(loss: Loss, accuser: Seat | None) -> Ruling:
    """Return the ruling of a right accusation."""
    return _caught("CAUGHT_ACCUSED", "caught-accused", loss, accuser=accuser, why=("OR-19", "OR-18"))


def caught_by_table(loss: Loss, _accuser: Seat | None) -> Ruling:
    """Return the ruling of a contest in which the table names who pays."""
    return _caught("CAUGHT_BY_TABLE", "caught-by-table", loss, why=("OR-31", "OR-18"))


def agent_right(loss: Loss, agent: Seat) -> Ruling:
    """Return the ruling of an agent who found the smuggler."""
    cost = _agent_takes(loss, agent)
    spoken = say("agent-right", seats={"seat": loss.seat, "agent": agent})
    return Ruling(
        code="AGENT_RIGHT",
        who=(agent,),
        against=(loss.seat,),
        why=("OR-38",),
        spoken=spoken,
        long=(spoken, cost, say(ROUND_OVER)),
    )


def _agent_takes(loss: Loss, agent: Seat) -> Sentence:
    if loss.cost is Cost.NOTHING:
        return loses(loss)
    return say("agent-takes", seats={"seat": loss.seat, "agent": agent})


def agent_wrong(loss: Loss, accused: Seat, *, for_good: bool) -> Ruling:
    """Return the ruling of an agent who was wrong; `for_good` = the orchid is never dealt again."""
    return _false("AGENT_WRONG", "agent-wrong", loss, accused, end=_over(for_good=for_good), why=("OR-38", "OR-22"))


def accused_wrongly(loss: Loss, accused: Seat) -> Ruling:
    """Return the ruling of a false accusation."""
    return _false("FALSE_ACCUSATION", "false-accusation", loss, accused, end=(), why=("OR-22",))


def false_alarm(loss: Loss) -> Ruling:
    """Return the ruling of a shout that no parrot had called for."""
    spoken = say("false-alarm", seats={"seat": loss.seat})
    return Ruling(
        code="FALSE_ALARM", against=(loss.seat,), why=("OR-37", "OR-22"), spoken=spoken, long=(spoken, loses(loss))
    )


def orchid_lost(*, for_good: bool) -> Ruling:
    """Return the ruling when ten seconds brought no right accusation; `for_good` = it is never dealt again."""
    spoken = say("orchid-lost")
    return Ruling(code="ORCHID_LOST", why=("OR-21",), spoken=spoken, long=(spoken, *_over(for_good=for_good)))


def _over(*, for_good: bool) -> tuple[Sentence, ...]:
    return (say(LOST_FOR_GOOD if for_good else ROUND_OVER),)


def nobody_caught() -> Ruling:
    """Return the ruling of a contest in which the table names nobody."""
    spoken = say("nobody-caught")
    return Ruling(code="NOBODY_CAUGHT", why=("OR-31",), spoken=spoken, long=(spoken, say(ROUND_OVER)))


def loses(loss: Loss) -> Sentence:
    """Say what a seat gives up."""
    return say(f"loses-{loss.cost}", seats={"seat": loss.seat})


def _caught(code: str, key: str, loss: Loss, *, why: tuple[str, ...], accuser: Seat | None = None) -> Ruling:
    seats = {"seat": loss.seat} if accuser is None else {"seat": loss.seat, "accuser": accuser}
    spoken = say(key, seats=seats)
    return Ruling(
        code=code,
        who=() if accuser is None else (accuser,),
        against=(loss.seat,),
        why=why,
        spoken=spoken,
        long=(spoken, loses(loss), say(ROUND_OVER)),
    )


def _false(
    code: str, key: str, loss: Loss, accused: Seat, *, end: tuple[Sentence, ...], why: tuple[str, ...]
) -> Ruling:
    spoken = say(key, seats={"seat": loss.seat, "accused": accused})
    return Ruling(
        code=code,
        who=(accused,),
        against=(loss.seat,),
        why=why,
        spoken=spoken,
        long=(spoken, loses(loss), *end),
    )

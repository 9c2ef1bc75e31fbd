"""Rulings of L'Orchidée in words: who, what it costs, and the numbers of the rules that decided."""

from perroquet.games.orchidee.events import Loss
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.units import Seat


def in_hand(loss: Loss) -> Ruling:
    """Return the ruling when the orchid lies in a revealed hand."""
    return _caught("CAUGHT_IN_HAND", "caught-in-hand", loss, accuser=None, why=("OR-8", "OR-9"))


def accused_rightly(loss: Loss, accuser: Seat) -> Ruling:
    """Return the ruling of a right accusation."""
    return _caught("CAUGHT_ACCUSED", "caught-accused", loss, accuser=accuser, why=("OR-10", "OR-9", "OR-13"))


def caught_by_table(loss: Loss) -> Ruling:
    """Return the ruling of a contest in which the table names the smuggler."""
    return _caught("CAUGHT_BY_TABLE", "caught-by-table", loss, accuser=None, why=("OR-20", "OR-9"))


def _caught(code: str, key: str, loss: Loss, *, accuser: Seat | None, why: tuple[str, ...]) -> Ruling:
    seats = {"seat": loss.seat} if accuser is None else {"seat": loss.seat, "accuser": accuser}
    cost = loses(loss, caught=True)
    return Ruling(
        code=code,
        who=() if accuser is None else (accuser,),
        against=(loss.seat,),
        why=why,
        spoken=say(key, seats=seats),
        long=(say(key, seats=seats), cost, say("long-round-over")),
    )


def accused_wrongly(loss: Loss, accused: Seat) -> Ruling:
    """Return the ruling of a false accusation."""
    spoken = say("false-accusation", seats={"seat": loss.seat, "accused": accused})
    return Ruling(
        code="FALSE_ACCUSATION",
        who=(accused,),
        against=(loss.seat,),
        why=("OR-12",),
        spoken=spoken,
        long=(spoken, loses(loss, caught=False)),
    )


def orchid_lost() -> Ruling:
    """Return the ruling when ten seconds brought no right accusation."""
    spoken = say("orchid-lost")
    return Ruling(
        code="ORCHID_LOST",
        why=("OR-14",),
        spoken=spoken,
        long=(spoken, say("long-orchid-lost"), say("long-round-over")),
    )


def nobody_caught() -> Ruling:
    """Return the ruling of a contest in which the table names nobody."""
    spoken = say("nobody-caught")
    return Ruling(code="NOBODY_CAUGHT", why=("OR-20",), spoken=spoken, long=(spoken, say("long-round-over")))


def loses(loss: Loss, *, caught: bool) -> Sentence:
    """Say what a seat gives up: any card when it was `caught` (OR-9), a nugget for a false accusation (OR-12)."""
    seats = {"seat": loss.seat}
    if not loss.known:
        return say("loses-card" if caught else "loses-nugget", seats=seats)
    if loss.card is None:
        return say("loses-nothing", seats=seats)
    return say("loses-known", seats=seats, words={"card": loss.card})

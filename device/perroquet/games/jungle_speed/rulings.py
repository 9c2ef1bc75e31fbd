"""Rulings of Jungle Speed in words: who, against whom, what follows, and the numbers of the rules that decided."""

from collections.abc import Mapping
from typing import Final

from perroquet.games.jungle_speed.anti_meute import Beyond, Reason, Take
from perroquet.games.jungle_speed.events import Pickup, Question
from perroquet.kernel.readings import Grab
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.units import Seat

WHY: Final[Mapping[Reason, tuple[str, ...]]] = {
    Reason.ONLY_HAND: ("JS-3",),
    Reason.FIRST_COME: ("JS-3", "JS-11"),
    Reason.FINGERS: ("JS-8", "JS-12", "JS-13"),
    Reason.LOWER_HAND: ("JS-9", "JS-12", "JS-13"),
    Reason.FIRST_CONTACT: ("JS-10", "JS-12", "JS-13"),
}
"""Rules behind each reason."""

BEYOND: Final[Mapping[Beyond, str]] = {beyond: f"ask-{beyond.value}" for beyond in Beyond}
"""What is said when the referee does not rule."""


def duel_won(
    winner: Seat,
    loser: Seat,
    *,
    take: Take | None,
    grab: Grab | None,
    pickup: Pickup | None,
    warned: tuple[Seat, ...] = (),
    ask: bool = False,
) -> Ruling:
    """Return the ruling of a duel.

    Args:
        winner: takes nothing.
        loser: picks up.
        take: what anti-meute says of the winner's hand; None = the table named the winner.
        grab: the hands `take` speaks of.
        pickup: what the loser picks up; None = unknown cards.
        warned: whose hands came after the take, without the right (JS-15).
        ask: the default is named, the table must confirm (JS-16).
    """
    seats = {"winner": winner, "loser": loser}
    numbers: dict[str, int] = {}
    key, why = "won-by-table", ("JS-19", "JS-25")
    long: list[Sentence] = []
    if take is not None and grab is not None:
        key, why = f"won-{take.reason.value}", WHY[take.reason]
        long.append(say(f"rule-{take.reason.value}"))
        if take.rival is not None:
            winning, losing = grab.hands[take.winner], grab.hands[take.rival]
            numbers = {"fingers": winning.fingers, "other": losing.fingers}
            gap_ms = round(abs(losing.first_us - winning.first_us) / 1_000)
            long.append(say("long-gap", numbers={"gap": gap_ms}))
            long.append(say("long-fingers", seats=seats, numbers=numbers))
    cost = _consequence(loser, pickup, duel_winner=winner)
    return Ruling(
        code="DUEL_WON",
        who=(winner,),
        against=(loser,),
        why=(*why, "JS-4", "JS-5", *(("JS-15",) if warned else ()), *(("JS-16",) if ask else ())),
        spoken=say(f"maybe-{key}" if ask else key, seats=seats, numbers=numbers),
        long=(
            say("long-duel", seats=seats),
            *long,
            *cost,
            *(say("late-hand", seats={"seat": seat}) for seat in warned),
            say("long-restart", seats={"seat": loser}),
        ),
        ask=ask,
    )


def penalty(
    offender: Seat,
    *,
    duel: tuple[Seat, ...],
    pickup: Pickup | None,
    told: bool,
    warned: tuple[Seat, ...] = (),
    ask: bool = False,
) -> Ruling:
    """Return the ruling of a grab without the right.

    Args:
        offender: picks up everything.
        duel: the duel it broke into; empty = nothing was to be taken.
        pickup: what the offender picks up; None = unknown cards.
        told: the table said so itself.
        warned: others who grabbed after the first, without the right either (JS-27).
        ask: as in `duel_won`.
    """
    seats = {"seat": offender}
    key = "interfered" if duel else "wrong-grab"
    cost = _consequence(offender, pickup, duel_winner=None)
    why = (
        *(("JS-7",) if duel else ()),
        "JS-6",
        "JS-19" if told else "JS-17",
        *(("JS-27",) if warned else ()),
    )
    return Ruling(
        code="PENALTY_INTERFERE" if duel else "PENALTY_WRONG_GRAB",
        against=(offender,),
        why=why,
        spoken=say(f"maybe-{key}" if ask else key, seats=seats),
        long=(
            say(f"long-{key}", seats=seats),
            *cost,
            *(say("late-hand", seats={"seat": seat}) for seat in warned),
            say("long-restart", seats=seats),
        ),
        ask=ask,
    )


def warning(seat: Seat) -> Ruling:
    """Return the warning of a player who is out and grabs all the same."""
    spoken = say("ghost-grab", seats={"seat": seat})
    return Ruling(code="WARNING", against=(seat,), why=("JS-23",), spoken=spoken, long=(spoken,))


def nobody_to_rule() -> Ruling:
    """Return the ruling of a contest in which the table names nobody."""
    spoken = say("table-says-nothing")
    return Ruling(code="NO_EVENT", why=("JS-25",), spoken=spoken, long=(spoken,))


def ask_table(beyond: Beyond) -> Ruling:
    """Return what is said of a grab the referee does not rule (JS-18)."""
    spoken = say(BEYOND[beyond])
    return Ruling(code="ASK_TABLE", why=("JS-18",), spoken=spoken, long=(spoken,), ask=True)


def ask_three_colours() -> Ruling:
    """Return what is said of a grab when three players show one colour (JS-18)."""
    spoken = say("ask-three-colours")
    return Ruling(code="ASK_TABLE", why=("JS-18",), spoken=spoken, long=(spoken,), ask=True)


def ask_who(named: Seat | None) -> Ruling:
    """Return the question whose hand it was."""
    spoken = say("ask-who") if named is None else say("ask-who-default", seats={"seat": named})
    who = () if named is None else (named,)
    return Ruling(code="ASK_TABLE", who=who, why=("JS-16", "JS-19"), spoken=spoken, long=(spoken,), ask=True)


def ask_what(grabber: Seat, take: Take, grab: Grab) -> Ruling:
    """Return the question what the grab was: who took the totem is known, the cards are not."""
    seats = {"seat": grabber}
    numbers: dict[str, int] = {}
    long = [say(f"rule-{take.reason.value}")]
    if take.rival is not None:
        winning, losing = grab.hands[take.winner], grab.hands[take.rival]
        numbers = {"fingers": winning.fingers, "other": losing.fingers}
        gap_ms = round(abs(losing.first_us - winning.first_us) / 1_000)
        long.append(say("long-gap", numbers={"gap": gap_ms}))
    spoken = say(f"took-{take.reason.value}", seats=seats, numbers=numbers)
    return Ruling(
        code="ASK_TABLE",
        who=(grabber,),
        why=("JS-19", *WHY[take.reason]),
        spoken=spoken,
        long=(spoken, *long, say("prompt-what", seats=seats)),
        ask=True,
    )


def ask_what_told(grabber: Seat) -> Ruling:
    """Return the question what the grab was, when the table said whose hand it was."""
    seats = {"seat": grabber}
    spoken = say("took", seats=seats)
    return Ruling(
        code="ASK_TABLE",
        who=(grabber,),
        why=("JS-19",),
        spoken=spoken,
        long=(spoken, say("prompt-what", seats=seats)),
        ask=True,
    )


QUESTION_PROMPT: Final[Mapping[tuple[Question, bool], str]] = {
    (Question.WINNER, True): "prompt-winner-default",
    (Question.WINNER, False): "prompt-winner",
    (Question.WHO, True): "prompt-who-default",
    (Question.WHO, False): "prompt-who",
    (Question.WHAT, True): "prompt-what",
    (Question.FAULT, True): "prompt-fault",
}
"""(question, is somebody named?) -> what the table may press."""


def _consequence(payer: Seat, pickup: Pickup | None, *, duel_winner: Seat | None) -> tuple[Sentence, ...]:
    """Say who picks up what, in which order."""
    seats = {"loser": payer} if duel_winner is None else {"loser": payer, "winner": duel_winner}
    order = "order-all" if duel_winner is None else "order-duel"
    if pickup is None:
        return (say(order, seats=seats),)
    return (
        say(order, seats=seats),
        say("cards-taken", seats={"loser": payer}, numbers={"cards": len(pickup.cards)}),
    )

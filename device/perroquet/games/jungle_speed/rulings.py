"""Rulings of Jungle Speed in words: who, against whom, what follows, and the numbers of the rules that decided.

The spoken form says the winner, the reason and one consequence in at most four seconds; the long form says everything.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Final

from perroquet.games.jungle_speed.anti_meute import Beyond, Reason, Take
from perroquet.games.jungle_speed.cards import Card, kind
from perroquet.games.jungle_speed.events import Question
from perroquet.games.jungle_speed.piles import LEFT, RIGHT, Handful, person
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
    Reason.FIRST_LIFT: ("JS-10", "JS-12"),
    Reason.FLIPPER_LOSES: ("JS-10", "JS-12"),
}
"""Rules behind each reason."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Evidence:
    """What is known of a grab besides who took it.

    Attributes:
        grab: hands as the rules see them; None = the table said who.
        take: what anti-meute says of the winner's hand; None = the table named the winner.
        warned: whose hands had no business there, without having taken anything (JS-14, JS-15, JS-33).
        told: the table said so itself.
    """

    grab: Grab | None = None
    take: Take | None = None
    warned: tuple[Seat, ...] = ()
    told: bool = False

    @property
    def why(self) -> tuple[str, ...]:
        """Return the rules that named the winner."""
        found = ("JS-25", "JS-31") if self.take is None else WHY[self.take.reason]
        return (*found, *(("JS-15",) if self.warned else ()))

    @property
    def reason(self) -> str:
        """Return the last part of the key of a sentence that gives the reason."""
        return "by-table" if self.take is None else self.take.reason.value

    def numbers(self) -> dict[str, int]:
        """Return the fingers of the winner and of the rival, when both were counted."""
        if self.take is None or self.grab is None or self.take.rival is None:
            return {}
        hands = self.grab.hands
        return {"fingers": hands[self.take.winner].fingers, "other": hands[self.take.rival].fingers}

    def long(self) -> tuple[Sentence, ...]:
        """Return the photo finish in words."""
        if self.take is None or self.grab is None:
            return ()
        rule = say(f"rule-{self.take.reason.value}")
        if self.take.rival is None:
            return (rule,)
        winning, losing = self.grab.hands[self.take.winner], self.grab.hands[self.take.rival]
        gap = say("long-gap", numbers={"gap": round(abs(losing.first_us - winning.first_us) / 1_000)})
        if winning.seat is None or losing.seat is None:
            return (rule, gap)
        seats = {"winner": person(winning.seat), "loser": person(losing.seat)}
        return (rule, gap, say("long-fingers", seats=seats, numbers=self.numbers()))


NOTHING_KNOWN: Final = Evidence()


def _made(
    code: str,
    key: str,
    why: Iterable[str],
    *,
    who: Iterable[Seat] = (),
    against: Iterable[Seat] = (),
    seats: Mapping[str, Seat] | None = None,
    numbers: Mapping[str, int] | None = None,
    long: Iterable[Sentence] = (),
    ask: bool = False,
) -> Ruling:
    named = {slot: person(seat) for slot, seat in (seats or {}).items()}
    spoken = say(key, seats=named, numbers=numbers)
    return Ruling(
        code=code,
        who=_persons(who),
        against=_persons(against),
        why=tuple(dict.fromkeys(why)),
        spoken=spoken,
        long=tuple(long) or (spoken,),
        ask=ask,
    )


def _persons(seats: Iterable[Seat]) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(person(seat) for seat in seats))


def hand_words(seat: Seat) -> Mapping[str, str]:
    """Return the term that names the hand, where each hand has its own cards (JS-67)."""
    return {"hand": "hand-left" if seat >= LEFT else "hand-right" if seat >= RIGHT else "hand-only"}


# --- what follows ----------------------------------------------------------------------------------------------------


def _taken(pickups: Iterable[Handful] | None) -> tuple[Sentence, ...]:
    return tuple(
        say(
            "cards-taken",
            seats={"loser": person(pickup.seat)},
            numbers={"cards": len(pickup.cards)},
            terms=hand_words(pickup.seat),
        )
        for pickup in pickups or ()
    )


def _told_off(seats: Iterable[Seat]) -> tuple[Sentence, ...]:
    return tuple(say("late-hand", seats={"seat": person(seat)}) for seat in seats)


def _restarts(seat: Seat | None) -> tuple[Sentence, ...]:
    return () if seat is None else (say("long-restart", seats={"seat": person(seat)}),)


# --- takes -----------------------------------------------------------------------------------------------------------


def duel_won(
    winner: Seat, loser: Seat, evidence: Evidence, *, pickups: tuple[Handful, ...] | None, cancelled: bool = False
) -> Ruling:
    """Return the ruling of a duel with one loser (JS-3, JS-4). `cancelled`: something else was open too (JS-38)."""
    seats = {"winner": winner, "loser": loser}
    named = {slot: person(seat) for slot, seat in seats.items()}
    return _made(
        "DUEL_WON",
        f"won-{evidence.reason}",
        (*evidence.why, "JS-4", "JS-5", *(("JS-38",) if cancelled else ())),
        who=(winner,),
        against=(loser,),
        seats=seats,
        numbers=evidence.numbers(),
        long=(
            say("long-duel", seats=named),
            *evidence.long(),
            say("order-duel", seats=named),
            *_taken(pickups),
            *((say("long-cancelled"),) if cancelled else ()),
            *_told_off(evidence.warned),
            *_restarts(loser),
        ),
    )


def multi_won(
    winner: Seat, losers: tuple[Seat, ...], restart: Seat | None, *, pickups: tuple[Handful, ...] | None
) -> Ruling:
    """Return the ruling of a duel with several losers, once the winner has shared out (JS-39, JS-40)."""
    seats = {"winner": winner, **({} if restart is None else {"loser": restart})}
    return _made(
        "MULTI_WON",
        "multi-won" if restart is not None else "multi-shared",
        ("JS-39", "JS-40"),
        who=(winner,),
        against=losers,
        seats=seats,
        long=(say("long-multi", seats={"winner": person(winner)}), *_taken(pickups), *_restarts(restart)),
    )


def inward_won(winner: Seat, evidence: Evidence, restart: Seat | None, *, three: bool, cancelled: bool) -> Ruling:
    """Return the ruling of an inward rush (JS-41); `three` = three cards of one colour made it (JS-66)."""
    return _made(
        "IN_WON",
        f"in-{evidence.reason}",
        (*evidence.why, *(("JS-66",) if three else ()), "JS-41", *(("JS-43",) if cancelled else ())),
        who=(winner,),
        seats={"winner": winner},
        numbers=evidence.numbers(),
        long=(
            *evidence.long(),
            *((say("long-three"),) if three else ()),
            say("long-inward", seats={"winner": person(winner)}),
            *((say("long-cancelled"),) if cancelled else ()),
            *_told_off(evidence.warned),
            *_restarts(restart),
        ),
    )


def maybe(winner: Seat, evidence: Evidence) -> Ruling:
    """Return the question whether `winner` took it: the default is named (JS-16)."""
    key = f"maybe-won-{evidence.reason}"
    return _made(
        "ASK_TABLE",
        key,
        (*evidence.why, "JS-16"),
        who=(winner,),
        seats={"winner": winner},
        numbers=evidence.numbers(),
        long=(*evidence.long(), say(key, seats={"winner": person(winner)}, numbers=evidence.numbers())),
        ask=True,
    )


def ask_choice(winner: Seat, evidence: Evidence) -> Ruling:
    """Return the question whether the fastest hand wants the duel or the pot (JS-43)."""
    return _made(
        "ASK_TABLE",
        "ask-choice",
        (*evidence.why, "JS-43"),
        who=(winner,),
        seats={"winner": winner},
        long=(*evidence.long(), say("long-choice", seats={"winner": person(winner)})),
        ask=True,
    )


def ask_split(winner: Seat, evidence: Evidence) -> Ruling:
    """Return the question how the winner shares out (JS-39)."""
    return _made(
        "ASK_TABLE",
        f"multi-{evidence.reason}",
        (*evidence.why, "JS-39"),
        who=(winner,),
        seats={"winner": winner},
        numbers=evidence.numbers(),
        long=(*evidence.long(), say("long-multi", seats={"winner": person(winner)})),
        ask=True,
    )


def ask_next(winner: Seat) -> Ruling:
    """Return the question who restarts (JS-40)."""
    return _made("ASK_TABLE", "ask-next", ("JS-40",), who=(winner,), seats={"winner": winner}, ask=True)


# --- penalties and falls ---------------------------------------------------------------------------------------------

FAULT_KEYS: Final[Mapping[str, str]] = {
    "PENALTY_WRONG_GRAB": "wrong-grab",
    "PENALTY_INTERFERE": "interfered",
    "PENALTY_FALL": "dropped",
    "IN_LAST_FAIL": "last-inward",
    "LAST_COL_TAKE_ALL": "last-colour",
}
"""Codes of rulings in which somebody picks up everything -> the key of their sentence."""

FAULT_WHY: Final[Mapping[str, tuple[str, ...]]] = {
    "PENALTY_WRONG_GRAB": ("JS-6",),
    "PENALTY_INTERFERE": ("JS-7", "JS-6"),
    "PENALTY_FALL": ("JS-60", "JS-6"),
    "IN_LAST_FAIL": ("JS-45",),
    "LAST_COL_TAKE_ALL": ("JS-57",),
}


def pays(
    code: str,
    offender: Seat,
    *,
    pickups: tuple[Handful, ...] | None,
    restart: Seat | None = None,
    told: bool = False,
    warned: tuple[Seat, ...] = (),
    why: tuple[str, ...] = (),
) -> Ruling:
    """Return the ruling that `offender` picks up everything.

    Args:
        code: which of `FAULT_KEYS`.
        offender: who pays.
        pickups: what the offender, and others who share the penalty, pick up; None = unknown cards.
        restart: who turns the next card.
        told: the table said so itself.
        warned: others told off.
        why: further rules.
    """
    key = FAULT_KEYS[code]
    named = {"seat": person(offender)}
    blamed = code.startswith("PENALTY")
    return _made(
        code,
        key,
        (
            *FAULT_WHY[code],
            *why,
            *((("JS-25",) if told else ("JS-17",)) if blamed else ()),
            *(("JS-27",) if warned else ()),
        ),
        against=(offender,),
        seats=named,
        long=(
            say(f"long-{key}", seats=named),
            say("order-all", seats={"loser": person(offender)}),
            *_taken(pickups),
            *_told_off(warned),
            *_restarts(restart),
        ),
    )


def ask_card(seat: Seat, card: Card) -> Ruling:
    """Return the question whether `card` is the last one of `seat` (JS-77)."""
    return _made("ASK_TABLE", f"ask-card-{kind(card).value.lower()}", ("JS-77",), seats={"seat": seat}, ask=True)


def maybe_fault(code: str, offender: Seat) -> Ruling:
    """Return the question whether `offender` pays (JS-17)."""
    return _made(
        "ASK_TABLE",
        f"maybe-{FAULT_KEYS[code]}",
        (*FAULT_WHY[code], "JS-17"),
        against=(offender,),
        seats={"seat": offender},
        ask=True,
    )


def fall_of_nobody(*, to_pot: bool) -> Ruling:
    """Return the ruling of a fall that nobody can be blamed for (JS-64)."""
    key = "fall-to-pot" if to_pot else "fall-ignored"
    return _made("FALL_UNATTRIBUTED", key, ("JS-64",), long=(say(key), say(f"long-{key}")))


def attempt_void(seat: Seat | None, *, off_table: bool) -> Ruling:
    """Return the ruling of a fall by somebody entitled who touched first (JS-61, JS-63)."""
    rule = "JS-63" if off_table else "JS-61"
    if off_table or seat is None:
        return _made("ATTEMPT_VOID", "void-off-table", (rule,), long=(say("void-off-table"), say("long-void")))
    named = {"seat": person(seat)}
    return _made(
        "ATTEMPT_VOID", "void-fall", (rule,), seats=named, long=(say("void-fall", seats=named), say("long-void"))
    )


# --- cards that rule by themselves -----------------------------------------------------------------------------------


def player_out(seat: Seat) -> Ruling:
    """Return the ruling of a last card that is an outward arrow (JS-50)."""
    return _made("PLAYER_OUT", "last-outward", ("JS-50",), who=(seat,), seats={"seat": seat})


def set_aside(seat: Seat) -> Ruling:
    """Return the ruling of a colour arrow that should not be in the deck (JS-65)."""
    return _made("WARNING", "stray-colour", ("JS-65",), seats={"seat": seat})


def warning(key: str, seat: Seat, *why: str) -> Ruling:
    """Return the warning of somebody, without a card that moves."""
    return _made("WARNING", key, why, against=(seat,), seats={"seat": seat})


def remark(code: str, key: str, *why: str) -> Ruling:
    """Return a remark that concerns nobody."""
    return _made(code, key, why)


# --- questions -------------------------------------------------------------------------------------------------------


def ask_table(beyond: Beyond) -> Ruling:
    """Return what is said of a grab the referee does not rule (JS-18)."""
    return _made("ASK_TABLE", f"ask-{beyond.value}", ("JS-18",), ask=True)


def ask_who(named: Seat | None) -> Ruling:
    """Return the question whose hand it was."""
    if named is None:
        return _made("ASK_TABLE", "ask-who", ("JS-16", "JS-19"), ask=True)
    return _made("ASK_TABLE", "ask-who-default", ("JS-16", "JS-19"), who=(named,), seats={"seat": named}, ask=True)


def ask_dropped(named: Seat | None) -> Ruling:
    """Return the question who made the totem fall."""
    if named is None:
        return _made("ASK_TABLE", "ask-dropped", ("JS-64",), ask=True)
    return _made("ASK_TABLE", "ask-dropped-default", ("JS-64", "JS-17"), seats={"seat": named}, ask=True)


def ask_right(seat: Seat) -> Ruling:
    """Return the question whether the one who dropped the totem had the right to take it."""
    return _made("ASK_TABLE", "ask-right", ("JS-61", "JS-19"), seats={"seat": seat}, ask=True)


def ask_hand(seat: Seat) -> Ruling:
    """Return the question which hand pays."""
    return _made("ASK_TABLE", "ask-hand", ("JS-72",), against=(seat,), seats={"seat": seat}, ask=True)


def ask_first(key: str) -> Ruling:
    """Return the question who begins."""
    return _made("ASK_TABLE", key, ("JS-37",), ask=True)


def ask_what(grabber: Seat, evidence: Evidence) -> Ruling:
    """Return the question what the grab was: who took the totem is known, the cards are not (JS-19)."""
    reason = "" if evidence.take is None else f"-{evidence.reason}"
    found = () if evidence.take is None else evidence.why
    return _made(
        "ASK_TABLE",
        f"took{reason}",
        ("JS-19", *found),
        who=(grabber,),
        seats={"seat": grabber},
        numbers=evidence.numbers(),
        long=(*evidence.long(), say("prompt-what", seats={"seat": person(grabber)})),
        ask=True,
    )


QUESTION_PROMPT: Final[Mapping[tuple[Question, bool], str]] = {
    (Question.WINNER, True): "prompt-winner-default",
    (Question.WINNER, False): "prompt-winner",
    (Question.WHO, True): "prompt-who-default",
    (Question.WHO, False): "prompt-who",
    (Question.WHAT, True): "prompt-what",
    (Question.FAULT, True): "prompt-fault",
    (Question.DROPPED, True): "prompt-dropped-default",
    (Question.DROPPED, False): "prompt-dropped",
    (Question.RIGHT, True): "prompt-right",
    (Question.CHOICE, True): "prompt-choice",
    (Question.SPLIT, True): "prompt-split",
    (Question.NEXT, True): "prompt-next",
    (Question.HAND, True): "prompt-hand",
    (Question.CARD, True): "prompt-card",
    (Question.FIRST, False): "prompt-first",
}
"""(question, is somebody named?) -> what the table may press."""

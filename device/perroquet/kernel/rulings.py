"""A ruling is a small value: who, why, and how it is said."""

from dataclasses import dataclass

from perroquet.kernel.sentences import Sentence
from perroquet.kernel.units import Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """What the referee decided: one source for voice, lamps, page, journal and tests.

    Attributes:
        code: the ruling's code in the game's RULES.md and case glossary, such as `DUEL_WON`.
        who: seats it favours.
        against: seats that pay.
        why: numbers of the rules that decided, such as `JS-14`; never empty.
        spoken: winner, reason and one consequence, at most four seconds.
        long: the same at length with every consequence, for the page and for MODE.
        ask: True when a fact below its confidence threshold was assumed: the default is named and the table
            confirms it with one button.
    """

    code: str
    why: tuple[str, ...]
    spoken: Sentence
    who: tuple[Seat, ...] = ()
    against: tuple[Seat, ...] = ()
    long: tuple[Sentence, ...] = ()
    ask: bool = False

"""The headline of a grab that no evening has ruled on, such as a recording's."""

from dataclasses import dataclass
from importlib.resources import files
from typing import Final

from perroquet.kernel.readings import Grab
from perroquet.kernel.sentences import Language, Phrasebook, say
from perroquet.kernel.units import Seat
from perroquet.photo_finish.ink import HANDS

WORDS: Final = Phrasebook.parse(files("perroquet.photo_finish").joinpath("sentences.toml").read_text("utf-8"))


@dataclass(frozen=True, slots=True, kw_only=True)
class Outcome:
    """Which hand took the totem, and why.

    Attributes:
        winner, rival: indices into the grab's hands; None = none is named, or nobody to compare with.
        rule: `only-hand`, `first-come`, `fingers`, `lower-hand`, `first-contact`, or `none`.
        ask: the table would be asked to confirm.
    """

    winner: int | None
    rival: int | None
    rule: str
    ask: bool


def headline(grab: Grab, outcome: Outcome, language: Language) -> str:
    """Return the outcome in words."""
    if outcome.winner is None:
        return WORDS.render(say("verdict-none" if outcome.ask else "verdict-nobody"), language, str)
    hand = grab.hands[outcome.winner]
    winner = who(outcome.winner, hand.seat, language)
    rival = None if outcome.rival is None else grab.hands[outcome.rival]
    numbers = {"fingers": hand.fingers}
    if rival is not None:
        numbers |= {"other": rival.fingers, "gap": round(abs(rival.first_us - hand.first_us) / 1000)}
    told = WORDS.render(say(f"verdict-{outcome.rule}", numbers=numbers, words={"winner": winner}), language, str)
    return WORDS.render(say("maybe", words={"verdict": told}), language, str) if outcome.ask else told


def who(index: int, seat: Seat | None, language: Language) -> str:
    """Return what a hand is called where nobody has a name: its seat, else its letter on the picture."""
    if seat is not None:
        return WORDS.render(say("seat", numbers={"number": seat + 1}), language, str)
    return WORDS.render(say("hand", words={"letter": HANDS[index % len(HANDS)].letter}), language, str)

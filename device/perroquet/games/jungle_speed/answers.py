"""What the table answers to a question of the referee (JS-16, JS-19), as one table."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed import judge
from perroquet.games.jungle_speed.anti_meute import Take
from perroquet.games.jungle_speed.anti_meute import decide as anti_meute
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.units import Seat

Events = tuple[ev.Event, ...]

Answer = cmd.Claim | cmd.Accept | cmd.Refuse


def reply(state: State, answer: Answer) -> Events:
    """Return what follows from `answer`.

    Raises:
        IllegalCommand: nothing was asked, or that is no answer to it.
    """
    asked = state.asked
    if asked is None:
        raise IllegalCommand("no-question", "nothing was asked; go on playing")
    if isinstance(answer, cmd.Claim):
        judge.require_seat(state, answer.seat)
    return ANSWERS[asked.question, type(answer)](state, asked, answer)


_Rule = Callable[[State, ev.Asked, Any], Events]


def _winner_named(state: State, asked: ev.Asked, answer: cmd.Claim) -> Events:
    if answer.seat not in state.duel:
        raise IllegalCommand("not-in-duel", f"seat {answer.seat} is not in the duel of {state.duel}; name one of them")
    return judge.won(state, answer.seat, asked.grab, _take(state, asked, answer.seat))


def _winner_yes(state: State, asked: ev.Asked, _answer: cmd.Accept) -> Events:
    return judge.won(state, _default(asked), asked.grab, _take(state, asked, _default(asked)))


def _winner_no(state: State, asked: ev.Asked, _answer: cmd.Refuse) -> Events:
    return _let_be() if asked.seat is None else judge.other_default(state, asked)


def _take(state: State, asked: ev.Asked, named: Seat) -> Take | None:
    """Return what anti-meute says, if it is what the referee had proposed; else the table decided alone."""
    if asked.seat != named or "JS-25" in asked.ruling.why:
        return None
    decision = anti_meute(asked.grab, frozenset(state.duel), state.house)
    return decision if isinstance(decision, Take) else None


def _who_named(state: State, asked: ev.Asked, answer: cmd.Claim) -> Events:
    if state.cards is not None:
        return judge.pays(state, answer.seat, asked.grab, told=True)
    return judge.what_was_it(state, answer.seat, asked.grab)


def _who_yes(state: State, asked: ev.Asked, _answer: cmd.Accept) -> Events:
    return _who_named(state, asked, cmd.Claim(seat=_default(asked)))


def _what_loser(state: State, asked: ev.Asked, answer: cmd.Claim) -> Events:
    winner = _default(asked)
    if answer.seat == winner:
        raise IllegalCommand("self", f"seat {winner} took the totem; press the button of the other duellist")
    decision = anti_meute(asked.grab, frozenset(state.seats), state.house)
    take = decision if isinstance(decision, Take) and asked.grab.hands[decision.winner].seat == winner else None
    return judge.beaten(state, winner, answer.seat, asked.grab, take)


def _pays(state: State, asked: ev.Asked, answer: Answer) -> Events:
    offender = answer.seat if isinstance(answer, cmd.Claim) else _default(asked)
    return judge.pays(state, offender, asked.grab, told=True)


def _nothing(_state: State, _asked: ev.Asked, _answer: Answer) -> Events:
    return _let_be()


def _let_be() -> Events:
    return (ev.LetBe(),)


def _default(asked: ev.Asked) -> Seat:
    if asked.seat is None:
        raise IllegalCommand("name-a-seat", "nobody was named; press a seat button")
    return asked.seat


ANSWERS: Final[Mapping[tuple[ev.Question, type[Answer]], _Rule]] = {
    (ev.Question.WINNER, cmd.Claim): _winner_named,
    (ev.Question.WINNER, cmd.Accept): _winner_yes,
    (ev.Question.WINNER, cmd.Refuse): _winner_no,
    (ev.Question.WHO, cmd.Claim): _who_named,
    (ev.Question.WHO, cmd.Accept): _who_yes,
    (ev.Question.WHO, cmd.Refuse): _nothing,
    (ev.Question.WHAT, cmd.Claim): _what_loser,
    (ev.Question.WHAT, cmd.Accept): _nothing,
    (ev.Question.WHAT, cmd.Refuse): _pays,
    (ev.Question.FAULT, cmd.Claim): _pays,
    (ev.Question.FAULT, cmd.Accept): _pays,
    (ev.Question.FAULT, cmd.Refuse): _nothing,
}
"""(question, answer) -> what follows: JS-16, JS-19."""

"""What the table answers to a question of the referee (JS-16, JS-19), as one table."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import duels, falls, judge, rushes
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.faults import code_of, fault, pays
from perroquet.games.jungle_speed.piles import LEFT, RIGHT, person
from perroquet.games.jungle_speed.rulings import Evidence
from perroquet.games.jungle_speed.seen import confirmed
from perroquet.games.jungle_speed.settle import Events
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.units import Seat

Answer = cmd.Claim | cmd.Accept | cmd.Refuse


def reply(state: State, answer: Answer) -> Events:
    """Return what follows from `answer`.

    Raises:
        IllegalCommand: nothing was asked, or that is no answer to it.
    """
    asked = _question(state)
    if isinstance(answer, cmd.Claim):
        judge.require_seat(state, answer.seat)
    return ANSWERS[asked.question, type(answer)](state, asked, answer)


def split(state: State, command: cmd.Split) -> Events:
    """Return what follows from how the winner shared out.

    Raises:
        IllegalCommand: nobody has to share, or not that way.
    """
    asked = _question(state)
    if asked.question is not ev.Question.SPLIT:
        raise IllegalCommand("no-question", "nobody has anything to share out; go on playing")
    return duels.shared(state, asked, command.given)


def _question(state: State) -> ev.Asked:
    if state.asked is None:
        raise IllegalCommand("no-question", "nothing was asked; go on playing")
    return state.asked


_Rule = Callable[[State, ev.Asked, Any], Events]


def _let_be(_state: State, _asked: ev.Asked, _answer: Answer) -> Events:
    return (ev.LetBe(),)


def _default(asked: ev.Asked) -> Seat:
    if asked.seat is None:
        raise IllegalCommand("name-a-seat", "nobody was named; press a seat button")
    return asked.seat


# --- who won it ------------------------------------------------------------------------------------------------------


def _winner_named(state: State, asked: ev.Asked, answer: cmd.Claim) -> Events:
    winner = state.hand_of(answer.seat)
    if winner not in state.meeting.entitled:
        entitled = sorted(state.meeting.entitled)
        raise IllegalCommand("not-in-duel", f"seat {answer.seat} may not take it; name one of {entitled}")
    return judge.taken(state, winner, _evidence(state, asked, winner))


def _winner_yes(state: State, asked: ev.Asked, _answer: cmd.Accept) -> Events:
    return judge.taken(state, _default(asked), _evidence(state, asked, _default(asked)))


def _winner_no(state: State, asked: ev.Asked, _answer: cmd.Refuse) -> Events:
    return (ev.LetBe(),) if asked.seat is None else judge.other_default(state, asked)


def _evidence(state: State, asked: ev.Asked, named: Seat) -> Evidence:
    """Return what was measured, if it is what the referee had proposed; else the table decided alone."""
    if asked.seat != named or "JS-25" in asked.ruling.why:
        return Evidence(grab=asked.grab, told=True)
    return judge.measured(state, named, asked.grab)


# --- whose hand, and what was it -------------------------------------------------------------------------------------


def _who_named(state: State, asked: ev.Asked, answer: cmd.Claim) -> Events:
    if state.cards is None:
        return judge.what_was_it(state, answer.seat, asked.grab)
    return fault(state, state.hand_of(answer.seat), Evidence(grab=asked.grab, told=True), sure=True)


def _who_yes(state: State, asked: ev.Asked, _answer: cmd.Accept) -> Events:
    return _who_named(state, asked, cmd.Claim(seat=_default(asked)))


def _what_pointed(_state: State, asked: ev.Asked, answer: cmd.Claim) -> Events:
    if answer.seat == asked.seat:
        raise IllegalCommand("self", f"seat {asked.seat} took the totem; press the buttons of those who lost")
    return (ev.Pointed(seat=answer.seat),)


def _what_done(state: State, asked: ev.Asked, _answer: cmd.Accept) -> Events:
    """START: against those who were pointed out; nobody = an inward arrow (JS-19, JS-41)."""
    winner = _default(asked)
    evidence = judge.measured(state, winner, asked.grab)
    match state.pointed:
        case ():
            return rushes.won(state, winner, evidence)
        case (loser,):
            return duels.beaten(state, winner, loser, evidence)
        case losers:
            return duels.multi_won(state, winner, losers, (), evidence)


def _pays(state: State, asked: ev.Asked, answer: Answer) -> Events:
    offender = state.hand_of(answer.seat) if isinstance(answer, cmd.Claim) else _default(asked)
    return fault(state, offender, Evidence(grab=asked.grab, told=True), sure=True)


# --- falls -----------------------------------------------------------------------------------------------------------


def _dropped_by(state: State, asked: ev.Asked, answer: cmd.Claim) -> Events:
    if state.cards is None and not state.meeting.open:
        return falls.right(answer.seat, asked.grab)
    return _fell(state, asked, state.hand_of(answer.seat), off_table=False)


def _dropped_yes(state: State, asked: ev.Asked, _answer: cmd.Accept) -> Events:
    """START: yes, the one who is named; or, nobody being named, it went off the table (JS-63)."""
    if asked.seat is not None:
        return _fell(state, asked, asked.seat, off_table=False)
    if not state.meeting.open or state.house.fall_off_table != "attempt_void":
        raise IllegalCommand("name-a-seat", "who pays for that fall, or won by it? press a seat button")
    return falls.void(state, None, asked.grab, off_table=True)


def _dropped_by_nobody(state: State, asked: ev.Asked, _answer: cmd.Refuse) -> Events:
    return falls.of_nobody(state, asked.grab)


def _fell(state: State, asked: ev.Asked, by: Seat, *, off_table: bool) -> Events:
    evidence = Evidence(grab=asked.grab, told=True)
    return falls.dropped(
        state, by, asked.grab, evidence, off_table=off_table, take=lambda seat: judge.taken(state, seat, evidence)
    )


def _had_the_right(state: State, asked: ev.Asked, _answer: cmd.Accept) -> Events:
    if state.house.fall_in_legit_duel == "penalty_always":
        return _had_no_right(state, asked, cmd.Refuse())
    return falls.void(state, _default(asked), asked.grab, off_table=False)


def _had_no_right(state: State, asked: ev.Asked, _answer: cmd.Refuse) -> Events:
    return pays(state, "PENALTY_FALL", _default(asked), Evidence(grab=asked.grab, told=True))


# --- choices ---------------------------------------------------------------------------------------------------------


def _the_duel(state: State, asked: ev.Asked, _answer: cmd.Accept) -> Events:
    winner = _default(asked)
    return judge.won_duel(state, winner, state.meeting.duel_of(winner), judge.measured(state, winner, asked.grab))


def _the_pot(state: State, asked: ev.Asked, _answer: cmd.Refuse) -> Events:
    return rushes.won(state, _default(asked), judge.measured(state, _default(asked), asked.grab))


def _split_evenly(state: State, asked: ev.Asked, _answer: cmd.Accept) -> Events:
    return duels.shared(state, asked, duels.evenly(state, asked))


def _split_to(state: State, asked: ev.Asked, answer: cmd.Claim) -> Events:
    return duels.shared(state, asked, duels.all_to(state, asked, _loser(asked, answer.seat)))


def _next_named(state: State, asked: ev.Asked, answer: cmd.Claim) -> Events:
    return duels.multi_won(state, _default(asked), asked.losers, asked.given, restart=_loser(asked, answer.seat))


def _loser(asked: ev.Asked, seat: Seat) -> Seat:
    """Return which of the losers `seat` means: itself, or a hand of that person."""
    loser = next((each for each in asked.losers if seat in (each, person(each))), None)
    if loser is None:
        raise IllegalCommand("did-not-lose", f"seat {seat} did not lose; press one of {asked.losers}")
    return loser


def _next_by_count(state: State, asked: ev.Asked, _answer: cmd.Accept) -> Events:
    return duels.multi_won(state, _default(asked), asked.losers, asked.given)


def _right_hand(state: State, asked: ev.Asked, _answer: cmd.Accept) -> Events:
    return _hand_pays(state, asked, RIGHT)


def _left_hand(state: State, asked: ev.Asked, _answer: cmd.Refuse) -> Events:
    return _hand_pays(state, asked, LEFT)


def _hand_pays(state: State, asked: ev.Asked, side: int) -> Events:
    seat = Seat(_default(asked) + side)
    code = "PENALTY_FALL" if asked.fall else code_of(state)
    return pays(state, code, seat, Evidence(grab=asked.grab, told=True), hand=seat)


def _first(_state: State, _asked: ev.Asked, answer: cmd.Claim) -> Events:
    return (ev.FirstNamed(seat=answer.seat),)


def _nobody_named(_state: State, _asked: ev.Asked, _answer: Answer) -> Events:
    raise IllegalCommand("name-a-seat", "press a seat button")


def _that_card(state: State, asked: ev.Asked, _answer: cmd.Accept) -> Events:
    return confirmed(state, asked)


def _other_card(_state: State, asked: ev.Asked, _answer: cmd.Refuse) -> Events:
    assert asked.seat is not None  # noqa: S101 - whose card it is was asked
    return (ev.LetBe(), ev.CardWanted(seat=asked.seat))


ANSWERS: Final[Mapping[tuple[ev.Question, type[Answer]], _Rule]] = {
    (ev.Question.WINNER, cmd.Claim): _winner_named,
    (ev.Question.WINNER, cmd.Accept): _winner_yes,
    (ev.Question.WINNER, cmd.Refuse): _winner_no,
    (ev.Question.WHO, cmd.Claim): _who_named,
    (ev.Question.WHO, cmd.Accept): _who_yes,
    (ev.Question.WHO, cmd.Refuse): _let_be,
    (ev.Question.WHAT, cmd.Claim): _what_pointed,
    (ev.Question.WHAT, cmd.Accept): _what_done,
    (ev.Question.WHAT, cmd.Refuse): _pays,
    (ev.Question.FAULT, cmd.Claim): _pays,
    (ev.Question.FAULT, cmd.Accept): _pays,
    (ev.Question.FAULT, cmd.Refuse): _let_be,
    (ev.Question.DROPPED, cmd.Claim): _dropped_by,
    (ev.Question.DROPPED, cmd.Accept): _dropped_yes,
    (ev.Question.DROPPED, cmd.Refuse): _dropped_by_nobody,
    (ev.Question.RIGHT, cmd.Claim): _dropped_by,
    (ev.Question.RIGHT, cmd.Accept): _had_the_right,
    (ev.Question.RIGHT, cmd.Refuse): _had_no_right,
    (ev.Question.CHOICE, cmd.Claim): _nobody_named,
    (ev.Question.CHOICE, cmd.Accept): _the_duel,
    (ev.Question.CHOICE, cmd.Refuse): _the_pot,
    (ev.Question.SPLIT, cmd.Claim): _split_to,
    (ev.Question.SPLIT, cmd.Accept): _split_evenly,
    (ev.Question.SPLIT, cmd.Refuse): _split_evenly,
    (ev.Question.NEXT, cmd.Claim): _next_named,
    (ev.Question.NEXT, cmd.Accept): _next_by_count,
    (ev.Question.NEXT, cmd.Refuse): _next_by_count,
    (ev.Question.HAND, cmd.Claim): _nobody_named,
    (ev.Question.HAND, cmd.Accept): _right_hand,
    (ev.Question.HAND, cmd.Refuse): _left_hand,
    (ev.Question.CARD, cmd.Claim): _nobody_named,
    (ev.Question.CARD, cmd.Accept): _that_card,
    (ev.Question.CARD, cmd.Refuse): _other_card,
    (ev.Question.FIRST, cmd.Claim): _first,
    (ev.Question.FIRST, cmd.Accept): _nobody_named,
    (ev.Question.FIRST, cmd.Refuse): _nobody_named,
}
"""(question, answer) -> what follows: JS-16, JS-19, and the choices of players."""

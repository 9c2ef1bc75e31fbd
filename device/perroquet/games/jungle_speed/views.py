"""What each viewer of Jungle Speed may know and wish. A duel that the cards opened shows nowhere."""

from collections.abc import Mapping

from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed.events import Question
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.rulings import QUESTION_PROMPT
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.cues import Pattern
from perroquet.kernel.game import Awaits, Prompt, View, label_of
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.units import Seat


def prompt(state: State) -> Prompt:
    """Return what the game waits for."""
    if state.over:
        return Prompt(sentence=say("prompt-over"))
    if state.stage is Stage.SETTLE and (asked := state.asked) is not None:
        key = QUESTION_PROMPT[asked.question, asked.seat is not None]
        seats = {} if asked.seat is None else {"seat": asked.seat}
        return Prompt(sentence=say(key, seats=seats), awaits=Awaits.QUESTION)
    return Prompt(sentence=_play_prompt(state))


def _play_prompt(state: State) -> Sentence:
    if state.stage is Stage.CONTACT:
        return say("prompt-contact")
    if state.stage is Stage.RULED:
        return say("prompt-totem-back")
    if state.cards is not None:
        return say("prompt-grab") if state.cards.turn is None else say("prompt-turn", seats={"seat": state.cards.turn})
    match state.duel:
        case (one, two):
            return say("prompt-armed", seats={"one": one, "two": two})
        case (waiting,):
            return say("prompt-rival", seats={"seat": waiting})
        case _ if state.restart is not None:
            return say("prompt-restart", seats={"seat": state.restart})
        case _:
            return say("prompt-idle")


def view(state: State, _seat: Seat | None) -> View:
    """Return what anybody may know: nothing here is for one seat alone."""
    facts: list[Sentence] = [] if state.last is None else list(state.last.long)
    if state.cards is not None:
        for holding in state.cards.holdings:
            seats = {"seat": holding.seat}
            count = {"reserve": len(holding.reserve)}
            if holding.out:
                facts.append(say("fact-out", seats=seats))
            elif holding.pile:
                facts.append(say("fact-top", seats=seats, numbers=count, words={"card": holding.pile[-1]}))
            else:
                facts.append(say("fact-no-pile", seats=seats, numbers=count))
    return View(facts=tuple(facts))


def lamps(state: State) -> Mapping[Seat | None, Pattern]:
    """Return what lamps show: a hand felt, a duel that was declared, and until play goes on who won and who pays."""
    lit: dict[Seat | None, Pattern] = {None: Pattern.WAITING} if state.stage is Stage.CONTACT else {}
    if state.declared:
        lit.update(dict.fromkeys(state.duel, Pattern.READY))
    if state.last is not None and state.stage in (Stage.RULED, Stage.RESET):
        lit.update(dict.fromkeys(state.last.against, Pattern.PAYS))
        lit.update(dict.fromkeys(state.last.who, Pattern.WINS))
    if state.over:
        lit.update(dict.fromkeys(state.ranking[0], Pattern.WINS))
    return lit


def menu(state: State, seat: Seat | None) -> tuple[cmd.Command, ...]:
    """Return what a seat, or the host (None), may wish now.

    Every wish is legal, but for a flip that would open a second duel: leaving it out would show the first.
    """
    if state.over:
        return ()
    seats = state.seats if seat is None else (seat,)
    if state.stage is Stage.SETTLE and (asked := state.asked) is not None:
        pool = state.duel if asked.question is Question.WINNER else state.seats
        barred = asked.seat if asked.question is Question.WHAT else None
        claims = tuple(cmd.Claim(seat=one) for one in seats if one in pool and one != barred)
        if seat is not None:
            return claims
        yes = () if asked.seat is None else (cmd.Accept(),)
        return (*yes, cmd.Refuse(), *claims)
    if state.stage is Stage.CONTACT:
        return ()
    go_on = (cmd.GoOn(),) if seat is None and (state.cards is None or state.cards.turn is not None) else ()
    if state.stage is Stage.RULED:
        return (cmd.GoOn(),) if seat is None else ()
    if state.cards is not None:
        return go_on if seat is None else (cmd.Flip(seat=seat),) if state.cards.turn == seat else ()
    joins = () if state.duel_open else tuple(cmd.JoinDuel(seat=one) for one in seats)
    return (*go_on, *joins)


def label(command: cmd.Command) -> Sentence:
    """Return what the button of `command` says."""
    match command:
        case cmd.JoinDuel() | cmd.Flip() | cmd.Claim():
            return say(f"label-{type(command).__name__.lower()}", seats={"seat": command.seat})
        case _:
            return label_of(command)

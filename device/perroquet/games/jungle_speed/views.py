"""What each viewer of Jungle Speed may know and wish. What the cards opened shows nowhere."""

from collections.abc import Mapping

from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed.cards import UNKNOWN
from perroquet.games.jungle_speed.events import Asked, Question
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.piles import Cards, Holding, person
from perroquet.games.jungle_speed.rulings import QUESTION_PROMPT, hand_words
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
        seats = {} if asked.seat is None else {"seat": person(asked.seat)}
        return Prompt(sentence=say(key, seats=seats), awaits=Awaits.QUESTION)
    return Prompt(sentence=_play_prompt(state))


def _play_prompt(state: State) -> Sentence:
    if state.stage is Stage.CONTACT:
        return say("prompt-contact")
    if state.stage is Stage.RULED:
        return say("prompt-totem-back")
    if state.cards is not None:
        return _turn_prompt(state, state.cards)
    match state.declared:
        case (one, two):
            return say("prompt-armed", seats={"one": one, "two": two})
        case (waiting,):
            return say("prompt-rival", seats={"seat": waiting})
        case _ if state.restart is not None:
            return say("prompt-restart", seats={"seat": state.restart})
        case _:
            return say("prompt-idle")


def _turn_prompt(state: State, cards: Cards) -> Sentence:
    if state.volley is not None:
        return say("prompt-late" if state.volley.begun else "prompt-volley")
    if cards.turn is None:
        return say("prompt-grab")
    return say("prompt-turn", seats={"seat": person(cards.turn)}, terms=hand_words(cards.turn))


def view(state: State, _seat: Seat | None) -> View:
    """Return what anybody may know: nothing here is for one seat alone."""
    facts: list[Sentence] = [] if state.last is None else list(state.last.long)
    if state.cards is not None:
        facts += [_fact(holding) for holding in state.cards.holdings]
        if state.colour is not None:
            facts.append(say("fact-colour"))
        if state.cards.pot:
            facts.append(say("fact-pot", numbers={"cards": len(state.cards.pot)}))
    for rank, group in enumerate(state.ranking, start=1):
        facts += [say("fact-rank", seats={"seat": person(seat)}, numbers={"rank": rank}) for seat in group]
    return View(facts=tuple(facts))


def _fact(holding: Holding) -> Sentence:
    seats, terms = {"seat": person(holding.seat)}, hand_words(holding.seat)
    count = {"reserve": len(holding.reserve)}
    if holding.top is not None:
        return say("fact-top", seats=seats, numbers=count, words={"card": holding.top}, terms=terms)
    return say("fact-out" if holding.out else "fact-no-pile", seats=seats, numbers=count, terms=terms)


def lamps(state: State) -> Mapping[Seat | None, Pattern]:
    """Return what lamps show: a hand felt, a declared duel, losers pointed out; then, until play goes on, a ruling."""
    lit: dict[Seat | None, Pattern] = {None: Pattern.WAITING} if state.stage is Stage.CONTACT else {}
    lit.update(dict.fromkeys((*state.declared, *state.pointed), Pattern.READY))
    if state.last is not None and state.stage in (Stage.RULED, Stage.RESET):
        lit.update(dict.fromkeys(state.last.against, Pattern.PAYS))
        lit.update(dict.fromkeys(state.last.who, Pattern.WINS))
    if state.over:
        lit.update(dict.fromkeys((person(seat) for seat in state.ranking[0]), Pattern.WINS))
    return lit


def menu(state: State, seat: Seat | None) -> tuple[cmd.Command, ...]:
    """Return what a seat, or the host (None), may wish now. Every wish is legal, and none shows what cards opened."""
    if state.over:
        return ()
    seats = state.seats if seat is None else (seat,)
    match state.stage:
        case Stage.SETTLE if state.asked is not None:
            return _answers(state, state.asked, seats, host=seat is None)
        case Stage.CONTACT:
            return ()
        case Stage.RULED:
            return (cmd.GoOn(),) if seat is None else ()
        case _ if state.cards is not None:
            return _turns(state, state.cards, seat)
        case _:
            joins = () if state.meeting.open else tuple(cmd.JoinDuel(seat=one) for one in seats)
            tells = tuple(cmd.Tell(seat=one) for one in seats if one in state.meeting.entitled)
            return (*((cmd.GoOn(),) if seat is None else ()), *joins, *tells)


def _answers(state: State, asked: Asked, seats: tuple[Seat, ...], *, host: bool) -> tuple[cmd.Command, ...]:
    match asked.question:
        case Question.WINNER:
            pool = {person(hand) for hand in state.meeting.entitled}
        case Question.SPLIT | Question.NEXT:
            pool = {person(hand) for hand in asked.losers}
        case Question.CHOICE | Question.HAND | Question.CARD:
            pool = set[Seat]()
        case Question.WHAT:
            pool = {one for one in state.seats if one != asked.seat}
        case _:
            pool = set(state.seats)
    claims = tuple(cmd.Claim(seat=one) for one in seats if one in pool)
    if not host:
        return claims
    if asked.question is Question.FIRST:
        return claims
    off_table = state.meeting.open and state.house.fall_off_table == "attempt_void"
    yes = asked.seat is not None or (asked.question is Question.DROPPED and off_table)
    return (*((cmd.Accept(),) if yes else ()), cmd.Refuse(), *claims)


def _turns(state: State, cards: Cards, seat: Seat | None) -> tuple[cmd.Command, ...]:
    """Return who may turn a card, and say who has the totem."""
    waiting = () if state.volley is None else state.volley.waiting
    due = waiting or (() if cards.turn is None else (cards.turn,))
    if seat is not None:
        flips = tuple(
            cmd.Flip(seat=hand) for hand in due if person(hand) == seat and cards.of(hand).reserve[0] != UNKNOWN
        )
        return (*flips, cmd.Tell(seat=seat))
    tells = tuple(cmd.Tell(seat=one) for one in state.seats)
    peeks = tuple(cmd.Peek(seat=hand) for hand in due if not waiting and state.peeker != hand)
    lates = tuple(cmd.LateFlip(seat=hand) for hand in waiting if state.volley is not None and state.volley.begun)
    return (*((cmd.GoOn(),) if due else ()), cmd.Wait(), *peeks, *lates, *tells)


def label(command: cmd.Command) -> Sentence:
    """Return what the button of `command` says."""
    match command:
        case cmd.JoinDuel() | cmd.Claim() | cmd.Tell() | cmd.NameFirst():
            return say(f"label-{type(command).__name__.lower()}", seats={"seat": command.seat})
        case cmd.Flip() | cmd.LateFlip() | cmd.Peek():
            key = f"label-{type(command).__name__.lower()}"
            return say(key, seats={"seat": person(command.seat)}, terms=hand_words(command.seat))
        case _:
            return label_of(command)

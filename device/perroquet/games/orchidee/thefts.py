"""After the sixth round: insects steal nuggets, higher insects defend them (OR-25 to OR-28)."""

from functools import reduce

from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import Card, insects, nuggets, value
from perroquet.games.orchidee.evolve import evolve
from perroquet.games.orchidee.losses import may_have_insect
from perroquet.games.orchidee.scores import count
from perroquet.games.orchidee.state import Phase, State, Theft
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.units import Seat

Events = tuple[ev.Event, ...]


# --- turns


def order(state: State) -> tuple[Seat, ...]:
    """Return the order of thefts: clockwise from the left of the last dealer."""
    return state.clockwise(state.left_of(state.dealer))


def turns(state: State) -> tuple[Seat, ...]:
    """Return who still gets a turn: whoever may have an insect and has not passed."""
    able = {player.seat for player in state.players if may_have_insect(player) and not player.passed}
    return tuple(seat for seat in order(state) if seat in able)


def together(state: State) -> bool:
    """Tell whether everybody chooses at once, in secret. Real cards are simply revealed, and told clockwise."""
    return state.house.virtual and state.house.thefts == "simultaneous_secret"


def begin(state: State) -> Events:
    """Open the thefts; with nobody to steal, the gold is counted at once."""
    first = next(iter(turns(state)), None)
    opened = ev.TheftsOpened(turn=None if together(state) else first)
    return (opened,) if first is not None else count(state, (opened, ev.TurnPassed(turn=None)))


def choosers(state: State) -> tuple[Seat, ...]:
    """Return who may choose a theft now."""
    thefts = state.thefts
    if state.phase is not Phase.THEFTS or thefts.queue:
        return ()
    if together(state):
        planned = {plan.seat for plan in thefts.plans}
        return tuple(seat for seat in turns(state) if seat not in planned)
    return () if thefts.turn is None else (thefts.turn,)


def _next(state: State, told: Events) -> Events:
    """Return `told` and what follows: the next theft of those chosen, the next turn, or the count."""
    state = reduce(evolve, told, state)
    thefts = state.thefts
    if together(state):
        if thefts.queue:
            return (*told, *_carry_out(state))
        if turns(state):
            return told
        return (*told, *count(state, (ev.TurnPassed(turn=None),)))
    behind = order(state)
    place = 0 if thefts.turn is None else behind.index(thefts.turn) + 1
    able = turns(state)
    turn = next((seat for seat in (*behind[place:], *behind[:place]) if seat in able), None)
    passed = ev.TurnPassed(turn=turn)
    return (*told, passed) if turn is not None else (*told, *count(state, (passed,)))


# --- stealing


def steal(state: State, wish: cmd.Steal) -> Events:
    """Use an insect, or choose to in secret."""
    _may_choose(state, wish.thief)
    own = state.player(wish.thief).known
    if wish.thief == wish.target:
        raise IllegalCommand("self", f"seat {wish.thief} cannot steal from itself")
    if wish.insect is None and state.house.virtual:
        raise IllegalCommand("name-insect", "choose which insect steals")
    if own is not None and wish.insect is not None and wish.insect not in insects(own):
        raise IllegalCommand("not-your-insect", "only an insect of the own treasure steals")
    if not together(state):
        return _attempt(state, wish.thief, wish.target, wish.insect)
    return _planned(state, wish.thief, wish.insect, wish.target)


def pass_theft(state: State, seat: Seat) -> Events:
    """Steal nothing more, or nothing this time."""
    _may_choose(state, seat)
    if together(state):
        return _planned(state, seat, None, None)
    return _next(state, (ev.TheftPassed(seat=seat),))


def _may_choose(state: State, seat: Seat) -> None:
    if seat not in choosers(state):
        raise IllegalCommand("not-your-turn", f"it is not the turn of seat {seat} to steal")


def _attempt(state: State, thief: Seat, target: Seat, insect: Card | None) -> Events:
    if not stealable(state, target):
        return (ev.TheftDropped(thief=thief, target=target),)
    return (ev.TheftTried(thief=thief, target=target, insect=insect),)


def stealable(state: State, target: Seat) -> bool:
    """Tell whether there may be a nugget to steal from `target`."""
    player = state.player(target)
    if player.known is None:
        return True
    return bool(_loot(state, player.known))


def _loot(state: State, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Return the nuggets that may be stolen, lowest first."""
    safe = state.thefts.stolen if state.house.resteal == "no" else ()
    return tuple(card for card in nuggets(cards) if card not in safe)


# --- all at once


def _planned(state: State, seat: Seat, insect: Card | None, target: Seat | None) -> Events:
    told: Events = (ev.Planned(seat=seat), ev.PlanSealed(seat=seat, insect=insect, target=target))
    after = reduce(evolve, told, state)
    if choosers(after):
        return told
    shown = ev.PlansShown()
    return (*told, shown, *_carry_out(evolve(after, shown)))


def _carry_out(state: State) -> Events:
    """Carry out what was chosen, up to the first theft that waits for an answer."""
    told: Events = ()
    while state.thefts.queue:
        plan = state.thefts.queue[0]
        if plan.target is None or plan.insect is None:
            step: Events = (ev.TheftPassed(seat=plan.seat),)
        else:
            step = _attempt(state, plan.seat, plan.target, plan.insect)
        told, state = (*told, *step), reduce(evolve, step, state)
        if state.phase is Phase.DEFENCE:
            return told
    return told if turns(state) else (*told, *count(state, (ev.TurnPassed(turn=None),)))


# --- defending


def defend(state: State, wish: cmd.Defend) -> Events:
    """Answer with a higher insect; one answer ends it, unless the house lets it go back and forth."""
    theft = _waiting(state, wish.seat)
    top, own = theft.insects[-1], _free(state, wish.seat)
    if wish.insect is None and state.house.virtual:
        raise IllegalCommand("name-insect", "choose which insect defends")
    if own is not None and wish.insect is not None and wish.insect not in own:
        raise IllegalCommand("not-your-insect", "only an insect of the own treasure defends, if it is not stealing")
    if wish.insect is not None and top is not None and value(wish.insect) <= value(top):
        raise IllegalCommand("defence-must-be-higher", "only a higher insect stops a theft")
    answered = ev.Defended(seat=wish.seat, insect=wish.insect)
    if state.house.counter == "chain":
        return (answered,)
    ended = ev.TheftEnded(thief=theft.thief, target=theft.target, stolen=False)
    return _next(state, (answered, ended))


def let_be(state: State, seat: Seat) -> Events:
    """Lay no higher insect: the last one laid wins."""
    theft = _waiting(state, seat)
    stolen = theft.answers == theft.target
    ended = ev.TheftEnded(thief=theft.thief, target=theft.target, stolen=stolen)
    return _next(state, (ended, *(_loss(state, theft) if stolen else ())))


def _free(state: State, seat: Seat) -> tuple[Card, ...] | None:
    """Return the insects of `seat` that are not laid for a theft of their own; None = not known."""
    known = state.player(seat).known
    laid = {plan.insect for plan in state.thefts.queue}
    return None if known is None else tuple(card for card in insects(known) if card not in laid)


def _waiting(state: State, seat: Seat) -> Theft:
    theft = state.thefts.open
    if state.phase is not Phase.DEFENCE or theft is None:
        raise IllegalCommand("no-counter", "no theft waits for an answer")
    if seat != theft.answers:
        raise IllegalCommand("not-your-turn", f"seat {theft.answers} answers, not {seat}")
    return theft


def _loss(state: State, theft: Theft) -> Events:
    """Return the lowest nugget on its way to the thief."""
    known = state.player(theft.target).known
    card = None if known is None else _loot(state, known)[0]
    return (ev.Moved(source=theft.target, card=card, sure=card is not None, target=theft.thief, back=False),)


def defences(state: State, seat: Seat) -> tuple[Card, ...]:
    """Return the insects with which `seat` can answer, as far as they are known."""
    theft = state.thefts.open
    top = None if theft is None else theft.insects[-1]
    own = _free(state, seat) or ()
    return tuple(card for card in own if top is None or value(card) > value(top))

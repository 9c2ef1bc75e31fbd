"""What the referee remembers of each event. Total: it never refuses."""

from dataclasses import replace
from typing import assert_never

from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.machine import next_stage
from perroquet.games.jungle_speed.state import Cards, Holding, State


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after `event`."""
    after = _remember(state, event)
    return replace(after, stage=next_stage(state.stage, event, duel_open=after.duel_open))


def _remember(state: State, event: ev.Event) -> State:
    match event:
        case ev.Dealt():
            holdings = tuple(
                Holding(seat=seat, reserve=reserve) for seat, reserve in zip(state.seats, event.reserves, strict=True)
            )
            return replace(state, cards=Cards(holdings=holdings, pot=event.pot, turn=event.first))
        case ev.DuelJoined():
            return replace(state, duel=(event.seat,), restart=None)
        case ev.DuelOpened():
            return replace(state, duel=event.seats, restart=None)
        case ev.DuelLeft() | ev.DuelClosed():
            return replace(state, duel=())
        case ev.Flipped():
            return _count_out(_flipped(state, event))
        case ev.ContactFelt():
            return replace(state, contact_at=event.at)
        case ev.ContactLost() | ev.Brushed():
            return replace(state, contact_at=None)
        case ev.Asked():
            return replace(state, asked=event, contact_at=None)
        case ev.Ruled():
            return _ruled(state, event)
        case ev.LetBe():
            return replace(state, asked=None)
        case ev.TotemStood():
            return replace(state, back=state.asked is not None)
        case ev.WentOn():
            return replace(state, restart=None, back=False)
        case ev.Voided():
            duel = () if state.declared else state.duel
            return replace(state, duel=duel, contact_at=None, asked=None, back=False)
        case ev.Ended():
            return replace(state, ranking=event.ranking)
        case _:
            assert_never(event)


def _flipped(state: State, event: ev.Flipped) -> State:
    """Return the state after a flip, with the duel that the cards are in now."""
    assert state.cards is not None  # noqa: S101 - only known cards are flipped
    cards = state.cards.flipped(event.seat, event.card)
    duel = () if event.seat in state.duel else state.duel  # JS-2: a covered card duels no more
    match cards.matching(event.seat):
        case (rival,) if not duel:
            duel = (rival, event.seat)
        case _:
            pass
    return replace(state, cards=cards, duel=duel, restart=None)


def _ruled(state: State, event: ev.Ruled) -> State:
    cards = state.cards
    if cards is not None and event.pickups is not None:
        cards = cards.picked_up(event.pickups)
        cards = replace(cards, turn=event.restart)
    return _count_out(
        replace(
            state,
            cards=cards,
            duel=(),
            contact_at=None,
            asked=None,
            back=False,
            last=event.ruling,
            restart=event.restart,
        )
    )


def _count_out(state: State) -> State:
    """Note who went out just now, together (JS-21)."""
    if state.cards is None:
        return state
    already = {seat for group in state.gone for seat in group}
    new = tuple(seat for seat in state.cards.out() if seat not in already)
    return replace(state, gone=(*state.gone, new)) if new else state

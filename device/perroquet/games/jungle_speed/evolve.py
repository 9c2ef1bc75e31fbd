"""What the referee remembers of each event. Total: it never refuses."""

from dataclasses import replace
from typing import assert_never

from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.arrows import born_in_volley, calls, covered, lights, still_on_top, volley
from perroquet.games.jungle_speed.cards import Card, Kind, kind
from perroquet.games.jungle_speed.ending import went_out
from perroquet.games.jungle_speed.machine import next_stage
from perroquet.games.jungle_speed.meeting import Void
from perroquet.games.jungle_speed.piles import Cards, Holding, person
from perroquet.games.jungle_speed.state import State, Volley
from perroquet.kernel.units import Seat


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after `event`."""
    after = _remember(state, event)
    stage = next_stage(state.stage, event, duel_open=after.meeting.open)
    return after if stage is after.stage else replace(after, stage=stage)


def _remember(state: State, event: ev.Event) -> State:
    match event:
        case ev.Dealt():
            holdings = tuple(Holding(seat=pack.seat, reserve=pack.cards) for pack in event.packs)
            return replace(state, cards=Cards(holdings=holdings, pot=event.pot, turn=None))
        case ev.FirstNamed():
            return replace(state, asked=None, cards=_first(state, event.seat))
        case ev.DuelJoined():
            return replace(state, declared=(event.seat,), restart=None)
        case ev.DuelOpened():
            return replace(state, declared=event.seats, restart=None)
        case ev.DuelLeft() | ev.DuelClosed():
            return replace(state, declared=())
        case ev.Flipped():
            return _flipped(state, event)
        case ev.Peeked():
            return replace(state, peeker=event.seat)
        case ev.ContactFelt():
            return replace(state, contact_at=event.at)
        case ev.ContactLost() | ev.Brushed():
            return replace(state, contact_at=None)
        case ev.Asked():
            judged = event.grab or state.judged
            return replace(state, asked=event, contact_at=None, pointed=(), judged=judged)
        case ev.Pointed():
            others = tuple(seat for seat in state.pointed if seat != event.seat)
            return replace(state, pointed=others if event.seat in state.pointed else (*others, event.seat))
        case ev.Ruled():
            return _ruled(state, event)
        case ev.Configured():
            return replace(state, house=replace(state.house, **{event.rule: event.value}))
        case ev.Recalled():
            return _recalled(state)
        case ev.LetBe():
            return replace(state, asked=None, pointed=())
        case ev.TotemLeft():
            return replace(state, away=True)
        case ev.TotemStood():
            return replace(state, back=state.asked is not None, away=False)
        case ev.WentOn():
            return replace(state, restart=None, back=False, before=None)
        case ev.Voided():
            return replace(state, declared=(), contact_at=None, asked=None, pointed=(), back=False)
        case ev.Ended():
            return replace(state, ranking=event.ranking)
        case ev.Misread():
            return _corrected(state, event.seat, event.card)
        case ev.Waited() | ev.Noted() | ev.CardWanted():
            return state
        case _:
            assert_never(event)


def _first(state: State, seat: Seat) -> Cards | None:
    """Return the cards with the turn given to `seat`, or to that person's right hand (JS-37, JS-67)."""
    if state.cards is None:
        return None
    return replace(state.cards, turn=next(each for each in state.cards.seats if seat in (each, person(each))))


# --- flips -----------------------------------------------------------------------------------------------------------


def _flipped(state: State, event: ev.Flipped) -> State:
    """Return the state after a flip; in a volley, after one card of it."""
    assert state.cards is not None  # noqa: S101 - only known cards are flipped
    seat, salvo = event.seat, state.volley
    begins = salvo is None or not salvo.begun
    void = _expired(state) if begins else state.void
    colour = state.colour or state.dimmed
    permanent = state.house.colour_permanent == "yes"
    if covered(state.cards, seat, colour) and (permanent or state.house.colour_ends_when_covered == "yes"):
        colour = None  # JS-54, JS-55
    cards = state.cards.flipped(seat, event.card)
    if lights(state, cards, seat):
        colour = event.card
    elif salvo is None and kind(event.card) in (Kind.INWARD, Kind.OUTWARD) and not permanent:
        colour = None  # JS-53
    after = replace(
        state,
        cards=cards,
        colour=colour,
        dimmed=None,
        void=_pruned(void, cards),
        flipper=seat,
        left=tuple(pair for pair in state.left if pair[0] != seat),
        peeker=None,
        restart=None,
        before=None,
    )
    if salvo is None:
        called = volley(after, cards, (seat,)) if calls(after, cards, seat) else None
        return went_out(after if called is None else replace(after, volley=called), None)
    waiting = tuple(each for each in salvo.waiting if each != seat)
    if waiting:
        return replace(after, volley=replace(salvo, waiting=waiting, begun=True))
    return went_out(_volleyed(after, salvo), None)


def _volleyed(state: State, salvo: Volley) -> State:
    """Return the state after the last card of a volley: what it opened, and whether another follows."""
    assert state.cards is not None  # noqa: S101 - only known cards are flipped
    cards = replace(state.cards, turn=state.cards.next_to_flip(salvo.then))
    after = replace(state, cards=cards, volley=None)
    if after.colour is not None and after.house.out_with_col == "shape_duel_first" and born_in_volley(cards):
        after = replace(after, colour=None, dimmed=after.colour)
    tops, arrows = cards.tops(), frozenset(card for group in after.void for card in group)
    callers = tuple(
        seat
        for seat in cards.clockwise(salvo.then)
        if seat in tops and calls(after, cards, seat) and tops[seat] not in arrows
    )
    if after.meeting.open and after.house.second_out_with_duel == "cancelled":
        # JS-48: the booklet of 2015 lets a duel do away with the second outward arrow
        return replace(after, void=after.void | {frozenset((tops[seat],)) for seat in callers})
    return replace(after, volley=volley(after, cards, callers, salvo))


def _expired(state: State) -> Void:
    """Return what meets no more once the next card is turned: rushes nobody took (JS-44), duels nobody saw (JS-2)."""
    assert state.cards is not None  # noqa: S101 - only known cards are flipped
    meeting, tops, over = state.meeting, state.cards.tops(), state.void
    if meeting.rush and state.house.in_no_taker == "expires_on_next_flip":
        over |= {frozenset((arrow,)) for arrow in meeting.arrows} or {frozenset(tops.values())}
    if state.house.unseen_duel == "expires_on_next_flip":
        over |= {frozenset(tops[seat] for seat in duel) for duel in meeting.duels}
    if state.volley is not None:
        over |= {frozenset((arrow,)) for arrow in state.volley.arrows}
    return over


def _pruned(void: Void, cards: Cards) -> Void:
    """Forget what is no longer on top."""
    tops = frozenset(cards.tops().values())
    return frozenset(group for group in void if group <= tops)


# --- rulings ---------------------------------------------------------------------------------------------------------


def _corrected(state: State, seat: Seat, card: Card) -> State:
    """Return the state with another top card before `seat`: the camera has looked again."""
    assert state.cards is not None  # noqa: S101 - only known cards are corrected
    holdings = tuple(
        replace(holding, pile=(*holding.pile[:-1], card)) if holding.seat == seat else holding
        for holding in state.cards.holdings
    )
    return replace(state, cards=replace(state.cards, holdings=holdings))


def _ruled(state: State, event: ev.Ruled) -> State:
    told = replace(
        state,
        contact_at=None,
        asked=None,
        pointed=(),
        back=False,
        last=event.ruling,
        restart=event.restart,
        told=state.told + 1,
        judged=event.grab or state.judged,
        before=None if event.grab is None or event.winner is None else replace(state, before=None),
    )
    if state.cards is None:
        return told if event.stays else replace(told, declared=())
    cards = state.cards.moved(pickups=event.pickups or (), laid=event.laid, aside=event.aside)
    if state.house.cards == "seen":
        tops = cards.tops()
        taken = {seat: top for seat, top in state.cards.tops().items() if tops.get(seat) != top}
        told = replace(told, left=tuple({**dict(state.left), **taken}.items()))
        cards = cards.forgotten()
    void = _pruned(state.void | {frozenset(group) for group in event.void}, cards)
    if event.stays:
        return went_out(replace(told, cards=replace(cards, turn=event.restart), void=void), event.offender)
    colour = state.colour if state.house.colour_permanent == "yes" and still_on_top(cards, state.colour) else None
    if still_on_top(cards, state.dimmed):
        colour = state.dimmed  # JS-56: the duel of symbols was first; now the colours
    after = replace(
        told,
        cards=replace(cards, turn=event.restart),
        void=void,
        colour=colour,
        dimmed=None,
        volley=_after_ruling(state.volley, cards, event.restart),
    )
    return went_out(after, event.offender)


def _recalled(state: State) -> State:
    """Return what lay there when the grab was felt whose ruling is taken back."""
    if state.before is None:
        return state
    return replace(state.before, asked=None, pointed=(), contact_at=None, judged=state.judged)


def _after_ruling(salvo: Volley | None, cards: Cards, restart: Seat | None) -> Volley | None:
    """Return the volley that waited (JS-48), if its arrow is still there and somebody can turn a card."""
    if salvo is None or restart is None or not any(still_on_top(cards, arrow) for arrow in salvo.arrows):
        return None
    waiting = salvo.waiting if salvo.begun else cards.able()
    waiting = tuple(seat for seat in waiting if seat in cards.able())
    return replace(salvo, waiting=waiting, then=restart) if waiting else None

"""From a measured grab to a ruling or a question."""

from dataclasses import replace
from typing import assert_never

from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed import rulings
from perroquet.games.jungle_speed.anti_meute import (
    ORDER,
    SURE,
    AskTable,
    Intrusion,
    Take,
    accusable,
    decide,
    likely,
)
from perroquet.games.jungle_speed.cards import colour
from perroquet.games.jungle_speed.evolve import evolve
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.readings import Grab
from perroquet.kernel.units import Seat

Events = tuple[ev.Event, ...]


def require_seat(state: State, seat: Seat) -> None:
    """Refuse a seat that does not play."""
    if seat not in state.seats:
        raise IllegalCommand("seat-not-playing", f"seat {seat} does not play; seats {list(state.seats)} do")


def judge(state: State, grab: Grab) -> Events:
    """Return what follows from `grab`."""
    if grab.hands and all(hand.brush for hand in grab.hands) and grab.fall_us is None:
        # JS-14: a brush is no grab
        return (ev.Brushed(seats=tuple(hand.seat for hand in grab.hands if hand.seat is not None)),)
    if state.duel_open:
        return _in_duel(state, grab)
    if state.cards is not None:
        return _wrong_grab(state, grab)
    return _unseen(state, grab)


def _in_duel(state: State, grab: Grab) -> Events:
    decision = decide(grab, frozenset(state.duel), state.house)
    match decision:
        case AskTable():
            return _ask(ev.Question.WINNER, None, grab, rulings.ask_table(decision.why))
        case Intrusion():
            hand = grab.hands[decision.hand]
            if hand.seat is None or hand.seat not in state.seats:
                return _ask(ev.Question.WINNER, None, grab, rulings.ask_who(None))
            return fault(state, hand.seat, grab, sure=accusable(hand))
        case Take():
            winner = _winner(state, grab, decision)
            if winner is None:
                return _ask(ev.Question.WINNER, None, grab, rulings.ask_who(None))
            shown = (decision.winner, *(() if decision.rival is None else (decision.rival,)))
            known = all(grab.hands[index].seat is not None for index in shown)
            if known and decision.sure >= SURE:
                return won(state, winner, grab, decision)
            return _ask(ev.Question.WINNER, winner, grab, _duel_ruling(state, winner, grab, decision, ask=True))
        case _:
            assert_never(decision)


def _winner(state: State, grab: Grab, take: Take) -> Seat | None:
    """Return whom to name: the owner of the winning hand, or who it most probably is among the duellists."""
    one, two = state.duel
    hand = grab.hands[take.winner]
    if hand.seat is not None:
        return hand.seat
    named = dict(hand.seat_posterior)
    if named and named.get(one, 0.0) != named.get(two, 0.0):
        return max(one, two, key=lambda seat: named.get(seat, 0.0))
    rival = None if take.rival is None else grab.hands[take.rival].seat
    return rival_of(state, rival) if rival in state.duel else None


def rival_of(state: State, seat: Seat | None) -> Seat:
    """Return the other duellist."""
    one, two = state.duel
    return two if seat == one else one


def _wrong_grab(state: State, grab: Grab) -> Events:
    """Nothing was to be taken, and the cards are known: the first hand pays (JS-6, JS-27)."""
    if grab.fall_us is not None or not grab.hands:
        beyond = decide(grab, frozenset(state.seats), state.house)
        assert isinstance(beyond, AskTable)  # noqa: S101 - a fall, or nobody: anti_meute's contract
        return _ask(ev.Question.WHO, None, grab, rulings.ask_table(beyond.why))
    holds = [hand for hand in grab.hands if not hand.brush]
    first = holds[0]
    if _three_colours(state):
        question = ev.Question.WHO if first.seat is None else ev.Question.FAULT
        return _ask(question, first.seat, grab, rulings.ask_three_colours())
    ordered = len(holds) == 1 or holds[1].first_us - first.first_us >= ORDER
    named = likely(first)
    if named is None or named not in state.seats:
        return _ask(ev.Question.WHO, None, grab, rulings.ask_who(None))
    return fault(state, named, grab, sure=ordered and accusable(first))


def _three_colours(state: State) -> bool:
    """Tell whether three players show three cards of one colour: a rush whose rules come later (JS-18)."""
    tops = [] if state.cards is None else [holding.pile[-1] for holding in state.cards.holdings if holding.pile]
    return len(state.seats) == len(tops) == THREE and len({colour(top) for top in tops}) == 1


THREE = 3


def _unseen(state: State, grab: Grab) -> Events:
    """No duel was declared and the cards are unknown: say who took it, ask what it was (JS-19)."""
    decision = decide(grab, frozenset(state.seats), state.house)
    match decision:
        case AskTable():
            return _ask(ev.Question.WHO, None, grab, rulings.ask_table(decision.why))
        case Take():
            hand = grab.hands[decision.winner]
            if hand.seat is None or decision.sure < SURE:
                named = likely(hand) if likely(hand) in state.seats else None
                return _ask(ev.Question.WHO, named, grab, rulings.ask_who(named))
            return what_was_it(state, hand.seat, grab)
        case Intrusion():
            # A hand of somebody who does not play: the table knows what to make of it.
            return _ask(ev.Question.WHO, None, grab, rulings.ask_who(None))
        case _:
            assert_never(decision)


def what_was_it(state: State, grabber: Seat, grab: Grab) -> Events:
    """Ask what the grab of `grabber` was."""
    decision = decide(grab, frozenset(state.seats), state.house)
    if isinstance(decision, Take) and grab.hands[decision.winner].seat == grabber:
        return _ask(ev.Question.WHAT, grabber, grab, rulings.ask_what(grabber, decision, grab))
    return _ask(ev.Question.WHAT, grabber, grab, rulings.ask_what_told(grabber))


def _ask(question: ev.Question, seat: Seat | None, grab: Grab, ruling: rulings.Ruling) -> Events:
    return (ev.Asked(question=question, seat=seat, grab=grab, ruling=ruling),)


def fault(state: State, offender: Seat, grab: Grab, *, sure: bool) -> Events:
    """Rule a grab without the right, or ask whether it was one."""
    if state.cards is not None and state.cards.of(offender).out:
        restart = state.cards.turn
        return _settled(state, ev.Ruled(ruling=rulings.warning(offender), restart=restart, pickups=(), grab=grab))
    if sure:
        return pays(state, offender, grab, told=False)
    ruling = rulings.penalty(offender, duel=_broken(state), pickup=_all(state, offender), told=False, ask=True)
    return _ask(ev.Question.FAULT, offender, grab, ruling)


def _broken(state: State) -> tuple[Seat, ...]:
    return state.duel if state.duel_open else ()


def _all(state: State, payer: Seat) -> ev.Pickup | None:
    return None if state.cards is None else ev.Pickup(seat=payer, cards=state.cards.face_up())


def pays(state: State, offender: Seat, grab: Grab | None, *, told: bool) -> Events:
    """Rule that `offender` pays the penalty and turns the next card."""
    others = () if grab is None or _broken(state) else grab.hands[1:]
    warned = tuple(hand.seat for hand in others if hand.seat not in (None, offender) and not hand.brush)
    pickup = _all(state, offender)
    ruling = rulings.penalty(offender, duel=_broken(state), pickup=pickup, told=told, warned=_seats(warned))
    return _settled(state, _ruled(ruling, offender, pickup, _seats(warned), grab))


def won(state: State, winner: Seat, grab: Grab | None, take: Take | None) -> Events:
    """Rule the open duel for `winner`."""
    loser = rival_of(state, winner)
    return beaten(state, winner, loser, grab, take)


def beaten(state: State, winner: Seat, loser: Seat, grab: Grab | None, take: Take | None) -> Events:
    """Rule a duel that `winner` took from `loser`."""
    late = () if grab is None or take is None else take.late
    hands = () if grab is None else grab.hands
    warned = _seats(
        tuple(
            hand.seat
            for index, hand in enumerate(hands)
            if (index in late or hand.brush) and hand.seat not in (winner, loser)
        )
    )
    pickup = _duel_pickup(state, winner, loser)
    ruling = rulings.duel_won(winner, loser, take=take, grab=grab, pickup=pickup, warned=warned)
    return _settled(state, _ruled(ruling, loser, pickup, warned, grab))


def _seats(seats: tuple[Seat | None, ...]) -> tuple[Seat, ...]:
    return tuple(dict.fromkeys(seat for seat in seats if seat is not None))


def _duel_ruling(state: State, winner: Seat, grab: Grab, take: Take | None, *, ask: bool) -> rulings.Ruling:
    loser = rival_of(state, winner)
    pickup = _duel_pickup(state, winner, loser)
    return rulings.duel_won(winner, loser, take=take, grab=grab, pickup=pickup, ask=ask)


def other_default(state: State, asked: ev.Asked) -> Events:
    """Name the other duellist instead (MODE on a named winner)."""
    other = rival_of(state, asked.seat)
    return _ask(ev.Question.WINNER, other, asked.grab, _duel_ruling(state, other, asked.grab, None, ask=True))


def _duel_pickup(state: State, winner: Seat, loser: Seat) -> ev.Pickup | None:
    """Return the winner's pile, the loser's own, then the pot (JS-4)."""
    cards = state.cards
    if cards is None:
        return None
    return ev.Pickup(seat=loser, cards=(*cards.of(winner).pile, *cards.of(loser).pile, *cards.pot))


def _ruled(
    ruling: rulings.Ruling, payer: Seat, pickup: ev.Pickup | None, warned: tuple[Seat, ...], grab: Grab | None
) -> ev.Ruled:
    pickups = None if pickup is None else (pickup,)
    return ev.Ruled(ruling=ruling, restart=payer, pickups=pickups, warned=warned, grab=grab)


def _settled(state: State, ruled: ev.Ruled) -> Events:
    """Add what a ruling brings about: the right restarter, the totem that is back already, the end of the game."""
    after = evolve(state, ruled)
    if after.cards is not None and ruled.restart is not None:
        ruled = replace(ruled, restart=after.cards.next_to_flip(ruled.restart))
    back: Events = (ev.TotemStood(),) if state.back else ()
    return (ruled, *back, *ending(evolve(state, ruled)))


def ending(state: State) -> Events:
    """Return the end of the game, when it has come (JS-22, JS-28)."""
    cards = state.cards
    if cards is None:
        return ()
    gone = [seat for group in state.gone for seat in group]
    left = tuple(seat for seat in state.seats if seat not in gone)
    ranking = (*state.gone, left)
    if gone and (state.house.end == "first_out" or len(left) <= LAST):
        return (ev.Ended(ranking=tuple(group for group in ranking if group), why="JS-22"),)
    stuck = not any(holding.reserve for holding in cards.holdings) and not state.duel_open
    return (ev.Ended(ranking=ranking, why="JS-28"),) if stuck else ()


LAST = 2
"""Players left at which the long game ends."""

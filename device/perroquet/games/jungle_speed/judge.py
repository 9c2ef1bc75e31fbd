"""From a measured grab to a ruling or a question."""

from dataclasses import replace
from typing import assert_never

from perroquet.games.jungle_speed import duels, falls, rulings, rushes
from perroquet.games.jungle_speed import events as ev
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
from perroquet.games.jungle_speed.arrows import is_last
from perroquet.games.jungle_speed.cards import Kind
from perroquet.games.jungle_speed.faults import code_of, fault, ghost, pays, takes_all, warned
from perroquet.games.jungle_speed.piles import person
from perroquet.games.jungle_speed.reading import read
from perroquet.games.jungle_speed.rulings import Evidence
from perroquet.games.jungle_speed.settle import Events, folded
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.readings import Grab, Hand
from perroquet.kernel.units import Micros, Seat


def require_seat(state: State, seat: Seat) -> None:
    """Refuse a seat that does not play."""
    if seat not in (*state.seats, *_hands(state)):
        raise IllegalCommand("seat-not-playing", f"seat {seat} does not play; seats {list(state.seats)} do")


def _hands(state: State) -> tuple[Seat, ...]:
    return () if state.cards is None else state.cards.seats


def judge(state: State, measured: Grab, wrong: tuple[int, ...] = ()) -> Events:
    """Return what follows from a grab."""
    seen = read(state, measured, wrong)
    grab = seen.grab
    if seen.forbidden and state.house.wrong_hand == "penalty":
        return pays(state, "PENALTY_WRONG_GRAB", seen.forbidden[0], Evidence(grab=grab, told=True))
    if grab.fall_us is not None:
        return falls.felt(state, grab, lambda seat: taken(state, seat, Evidence(grab=grab)))
    if grab.hands and all(hand.brush for hand in grab.hands):
        # JS-14: a brush is no grab
        return (ev.Brushed(seats=tuple(person(hand.seat) for hand in grab.hands if hand.seat is not None)),)
    if not grab.hands and seen.forbidden:
        return warned(state, rulings.warning("wrong-hand", seen.forbidden[0], "JS-33"), seen.forbidden[0], Evidence())
    if state.meeting.open:
        return _open(state, grab, seen.forbidden)
    if state.cards is None:
        return _unseen(state, grab)
    return _nothing_to_take(state, grab)


# --- something may be taken ------------------------------------------------------------------------------------------


def _open(state: State, grab: Grab, forbidden: tuple[Seat, ...]) -> Events:
    decision = decide(grab, state.meeting.entitled, state.house, state.flipper)
    match decision:
        case AskTable():
            return _ask(ev.Question.WINNER, None, grab, rulings.ask_table(decision.why))
        case Intrusion():
            return _intruded(state, grab, grab.hands[decision.hand])
        case Take():
            return _take(state, grab, decision, forbidden)
        case _:
            assert_never(decision)


def _intruded(state: State, grab: Grab, hand: Hand) -> Events:
    if hand.seat is None or hand.seat not in (*state.seats, *_hands(state)):
        return _ask(ev.Question.WINNER, None, grab, rulings.ask_who(None))
    return fault(state, hand.seat, Evidence(grab=grab), sure=accusable(hand))


def _take(state: State, grab: Grab, take: Take, forbidden: tuple[Seat, ...]) -> Events:
    winner = _owner(state, grab, take)
    if winner is None:
        return _ask(ev.Question.WINNER, None, grab, rulings.ask_who(None))
    warned_off = (*forbidden, *_had_no_business(state, grab, take))
    evidence = Evidence(grab=grab, take=take, warned=tuple(s for s in warned_off if s != winner))
    shown = (take.winner, *(() if take.rival is None else (take.rival,)))
    if take.sure < SURE or any(grab.hands[index].seat is None for index in shown):
        return _ask(ev.Question.WINNER, winner, grab, rulings.maybe(winner, evidence))
    late, policy = _late_intruder(state, grab, take)
    if late is not None and policy == "penalty_all":
        return fault(state, late, Evidence(grab=grab), sure=True)
    events = taken(state, winner, evidence)
    if late is None or policy == "warn" or state.house.cards == "seen" or not isinstance(events[-1], ev.Ruled):
        return events
    # JS-15: the duel is settled; then the intruder picks up what is left
    after = folded(state, events)
    return (*events, *pays(after, "PENALTY_WRONG_GRAB", late, Evidence(grab=grab)))


def _owner(state: State, grab: Grab, take: Take) -> Seat | None:
    """Return whom to name: the owner of the winning hand, or who it most probably is among those entitled."""
    hand = grab.hands[take.winner]
    if hand.seat is not None:
        return hand.seat
    entitled = state.meeting.entitled
    chances = {seat: chance for seat, chance in hand.seat_posterior if seat in entitled}
    best = max(chances.values(), default=0.0)
    likeliest = [seat for seat in chances if chances[seat] == best]
    if len(likeliest) == 1:
        return likeliest[0]
    rival = None if take.rival is None else grab.hands[take.rival].seat
    others = [seat for seat in entitled if seat != rival]
    return others[0] if len(others) == 1 and rival in entitled else None


def _had_no_business(state: State, grab: Grab, take: Take) -> tuple[Seat, ...]:
    """Return outsiders who came late, or brushed the totem: told off, nothing more (JS-14, JS-15)."""
    entitled = state.meeting.entitled
    seats = (
        hand.seat
        for index, hand in enumerate(grab.hands)
        if (index in take.late or hand.brush) and hand.seat is not None and hand.seat not in entitled
    )
    return tuple(dict.fromkeys(seats))


def _late_intruder(state: State, grab: Grab, take: Take) -> tuple[Seat | None, str]:
    """Return the first outsider after the take who is known well enough to pay, and what it costs (JS-15)."""
    start, grace = grab.hands[take.winner].first_us, Micros(state.house.late_grace_ms * 1_000)
    for index in take.late:
        hand = grab.hands[index]
        if accusable(hand) and hand.seat not in (*state.meeting.entitled, *state.out):
            over = hand.first_us - start > grace
            return hand.seat, "penalty_after" if over else state.house.late_intruder
    return None, "warn"


def taken(state: State, winner: Seat, evidence: Evidence) -> Events:
    """Rule that `winner`, who was entitled, took the totem."""
    meeting = state.meeting
    duel = meeting.duel_of(winner)
    if meeting.rush and duel:
        # JS-43: the fastest chooses
        ruling = rulings.ask_choice(winner, evidence)
        return (ev.Asked(question=ev.Question.CHOICE, seat=winner, grab=evidence.grab, ruling=ruling),)
    if meeting.rush and meeting.duels and state.house.in_plus_duel_non_duelist == "penalty":
        return fault(state, winner, evidence, sure=True)
    if meeting.rush:
        return rushes.won(state, winner, evidence)
    return won_duel(state, winner, duel, evidence)


def won_duel(state: State, winner: Seat, duel: tuple[Seat, ...], evidence: Evidence) -> Events:
    """Rule a duel, unless it was the colour rush that somebody's last card had to win (JS-57)."""
    cards = state.cards
    for holding in () if cards is None else cards.holdings:
        if cards is not None and is_last(cards, holding.seat, Kind.COLOUR) and holding.top == state.colour:
            return takes_all(state, "LAST_COL_TAKE_ALL", holding.seat, evidence)
    return duels.won(state, winner, duel, evidence)


# --- nothing may be taken --------------------------------------------------------------------------------------------


def _nothing_to_take(state: State, grab: Grab) -> Events:
    """The cards are known: the first hand pays (JS-6, JS-27)."""
    holds = [hand for hand in grab.hands if not hand.brush]
    if not holds:
        return _ask(ev.Question.WHO, None, grab, rulings.ask_who(None))
    first = holds[0]
    if state.house.two_wrong_grabs == "anti_meute":
        first = max(holds, key=lambda hand: (hand.fingers, -hand.lowest_mm, -hand.first_us))
    named = likely(first)
    if named is None or named not in (*state.seats, *_hands(state)):
        return _ask(ev.Question.WHO, None, grab, rulings.ask_who(None))
    others = dict.fromkeys(hand.seat for hand in holds if hand.seat is not None and hand.seat != named)
    evidence = Evidence(grab=grab, warned=tuple(others))
    if named in state.out and state.house.ghost_grab == "warn":
        return ghost(state, named, evidence)
    if state.volley is not None and state.house.jump_gun == "allowed":
        # JS-75
        return warned(state, rulings.warning("jump-gun", named, "JS-75"), named, evidence)
    ordered = len(holds) == 1 or holds[1].first_us - holds[0].first_us >= ORDER
    return fault(state, named, evidence, sure=ordered and accusable(first))


# --- the cards are unknown -------------------------------------------------------------------------------------------


def _unseen(state: State, grab: Grab) -> Events:
    """No duel was declared: say who took it, ask what it was (JS-19)."""
    decision = decide(grab, frozenset(state.seats), state.house, state.flipper)
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


def what_was_it(state: State, grabber: Seat, grab: Grab | None) -> Events:
    """Ask what the grab of `grabber` was."""
    evidence = measured(state, grabber, grab)
    return (ev.Asked(question=ev.Question.WHAT, seat=grabber, grab=grab, ruling=rulings.ask_what(grabber, evidence)),)


def measured(state: State, winner: Seat, grab: Grab | None) -> Evidence:
    """Return what anti-meute says for `winner`; when it says otherwise, the table decided alone."""
    if grab is None:
        return Evidence(told=True)
    entitled = state.meeting.entitled or frozenset(state.seats)
    decision = (
        decide(grab, entitled, state.house, state.flipper) if grab.hands else AskTable(why=rulings.Beyond.NO_HANDS)
    )
    if isinstance(decision, Take) and _owner(state, grab, decision) == winner:
        return Evidence(grab=grab, take=decision, warned=_had_no_business(state, grab, decision))
    return Evidence(grab=grab, told=True)


def told(state: State, seat: Seat) -> Events:
    """Rule that `seat` took the totem, as somebody said with a button (JS-31)."""
    evidence = Evidence(told=True)
    hand = state.hand_of(seat)
    if hand in state.meeting.entitled:
        return taken(state, hand, evidence)
    if state.cards is None and not state.meeting.open:
        return what_was_it(state, seat, None)
    if hand in state.out:
        return ghost(state, hand, evidence)
    ruling = rulings.maybe_fault(code_of(state), hand)
    return (ev.Asked(question=ev.Question.FAULT, seat=hand, grab=None, ruling=ruling),)


def other_default(state: State, asked: ev.Asked) -> Events:
    """Name the next of those entitled instead (MODE on a named winner)."""
    assert asked.seat is not None  # noqa: S101 - a default is named
    entitled = [seat for seat in (_hands(state) or state.seats) if seat in state.meeting.entitled]
    other = entitled[(entitled.index(asked.seat) + 1) % len(entitled)]
    return (replace(asked, seat=other, ruling=rulings.maybe(other, Evidence(told=True))),)


def _ask(question: ev.Question, seat: Seat | None, grab: Grab | None, ruling: rulings.Ruling) -> Events:
    return (ev.Asked(question=question, seat=seat, grab=grab, ruling=ruling),)

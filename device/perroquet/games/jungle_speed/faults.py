"""Penalties: who takes the totem without the right picks up every pile, and the pot."""

from dataclasses import replace

from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed import rulings
from perroquet.games.jungle_speed.piles import Handful, person
from perroquet.games.jungle_speed.rulings import Evidence
from perroquet.games.jungle_speed.settle import Events, nobody, settled, turn
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.units import Seat


def fault(state: State, offender: Seat, evidence: Evidence, *, sure: bool) -> Events:
    """Rule a grab without the right, or ask whether it was one (JS-17)."""
    if offender in state.out and state.house.ghost_grab == "warn":
        return ghost(state, offender, evidence)
    code = code_of(state)
    # JS-77: what only a camera tells of the cards never costs anybody cards unasked
    if sure and (evidence.told or state.house.cards != "seen"):
        return pays(state, code, offender, evidence)
    ruling = rulings.maybe_fault(code, offender)
    return (ev.Asked(question=ev.Question.FAULT, seat=offender, grab=evidence.grab, ruling=ruling),)


def code_of(state: State) -> str:
    """Return what a grab without the right is called now: nothing was to be taken (JS-6), or by others only (JS-7)."""
    return "PENALTY_INTERFERE" if state.meeting.open else "PENALTY_WRONG_GRAB"


def ghost(state: State, seat: Seat, evidence: Evidence) -> Events:
    """Tell off somebody who is out (JS-23)."""
    return warned(state, rulings.warning("ghost-grab", seat, "JS-23"), seat, evidence)


def warned(state: State, ruling: rulings.Ruling, seat: Seat, evidence: Evidence, *, totem: bool = True) -> Events:
    """Tell `seat` off: no card moves, what was open stays open."""
    ruled = ev.Ruled(
        ruling=ruling,
        offender=seat,
        restart=turn(state),
        pickups=nobody(state),
        stays=True,
        totem=totem,
        grab=evidence.grab,
    )
    return settled(state, ruled)


def pays(state: State, code: str, offender: Seat, evidence: Evidence, *, hand: Seat | None = None) -> Events:
    """Rule that `offender` pays the penalty `code`; `hand` = with which hand, when the player chose."""
    if state.in_pairs and state.house.two_p_penalty_hand == "player_chooses" and hand is None:
        ruling = rulings.ask_hand(person(offender))
        fall = code == "PENALTY_FALL"
        return (
            ev.Asked(question=ev.Question.HAND, seat=person(offender), grab=evidence.grab, ruling=ruling, fall=fall),
        )
    payer = offender if hand is None else hand
    if code == "PENALTY_INTERFERE" and state.house.interfere_then_duel == "duel_still_played":
        return _duel_goes_on(state, payer, evidence)
    restart = payer if state.house.penalty_next == "offender" else turn(state)
    if code == "PENALTY_WRONG_GRAB" and state.house.two_wrong_grabs == "split_evenly":
        return _shared(state, (payer, *evidence.warned), evidence, restart)
    return takes_all(state, code, payer, evidence, restart=restart)


def takes_all(
    state: State,
    code: str,
    payer: Seat,
    evidence: Evidence,
    *,
    restart: Seat | None = None,
    pot: bool = True,
    totem: bool = True,
) -> Events:
    """Rule that `payer` picks up every pile in order of seats, then the pot (JS-6), and restarts."""
    cards = state.cards
    pickups = None if cards is None else (Handful(seat=payer, cards=cards.face_up(pot=pot)),)
    return _paid(state, code, payer, pickups, evidence, payer if restart is None else restart, totem=totem)


def _paid(
    state: State,
    code: str,
    payer: Seat,
    pickups: tuple[Handful, ...] | None,
    evidence: Evidence,
    restart: Seat | None,
    *,
    totem: bool = True,
    stays: bool = False,
) -> Events:
    fault = code.startswith("PENALTY")
    losers = () if fault else (payer,)
    told_off = evidence.warned if fault else ()
    ruling = rulings.pays(code, payer, pickups=pickups, restart=restart, told=evidence.told, warned=told_off)
    ruled = ev.Ruled(
        ruling=ruling,
        offender=payer if fault or code == "LAST_COL_TAKE_ALL" else None,
        losers=losers if code == "IN_LAST_FAIL" else (),
        restart=restart,
        pickups=pickups,
        warned=evidence.warned,
        stays=stays,
        totem=totem,
        grab=evidence.grab,
    )
    return settled(state, ruled)


def _shared(state: State, payers: tuple[Seat, ...], evidence: Evidence, restart: Seat | None) -> Events:
    """Rule that all who grabbed wrongly share the penalty, card by card (JS-27)."""
    payers = tuple(seat for seat in dict.fromkeys(payers) if seat not in state.out)
    cards = state.cards
    if cards is None:
        return _paid(state, "PENALTY_WRONG_GRAB", payers[0], None, evidence, restart)
    all_cards = cards.face_up()
    pickups = tuple(Handful(seat=seat, cards=all_cards[n :: len(payers)]) for n, seat in enumerate(payers))
    return _paid(state, "PENALTY_WRONG_GRAB", payers[0], pickups, replace(evidence, warned=()), restart)


def _duel_goes_on(state: State, payer: Seat, evidence: Evidence) -> Events:
    """Rule that `payer` picks up everything but the cards that duel, which are still to be taken (JS-7)."""
    cards = state.cards
    if cards is None:
        return _paid(state, "PENALTY_INTERFERE", payer, None, evidence, payer, stays=True)
    duelling = {seat for duel in state.meeting.duels for seat in duel}
    piles = tuple(card for holding in cards.holdings if holding.seat not in duelling for card in holding.pile)
    pickups = (Handful(seat=payer, cards=(*piles, *cards.pot)),)
    return _paid(state, "PENALTY_INTERFERE", payer, pickups, evidence, payer, stays=True)

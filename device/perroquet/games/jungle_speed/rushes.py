"""Inward rushes: the winner's pile goes to the pot; a last inward arrow that is missed costs everything."""

from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed import rulings
from perroquet.games.jungle_speed.arrows import is_last
from perroquet.games.jungle_speed.cards import Kind
from perroquet.games.jungle_speed.faults import takes_all
from perroquet.games.jungle_speed.piles import Handful
from perroquet.games.jungle_speed.rulings import Evidence
from perroquet.games.jungle_speed.settle import Events, settled, turn
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.units import Seat


def won(state: State, winner: Seat, evidence: Evidence) -> Events:
    """Rule that `winner` took an inward rush (JS-41), unless it was somebody's last card (JS-45)."""
    missed = next((seat for seat in missing(state) if seat != winner), None)
    if missed is not None:
        return _missed(state, missed, evidence)
    cards = state.cards
    restart = winner if state.house.in_next == "winner" else turn(state)
    if cards is None:
        ruling = rulings.inward_won(winner, evidence, winner, three=False, cancelled=False)
        ruled = ev.Ruled(
            ruling=ruling, winner=winner, restart=winner, pickups=None, warned=evidence.warned, grab=evidence.grab
        )
        return settled(state, ruled)
    meeting, tops = state.meeting, cards.tops()
    duels = tuple(tuple(tops[seat] for seat in duel) for duel in meeting.duels)
    three = () if meeting.arrows else (tuple(tops.values()),)
    void = (*duels, *three, *((arrow,) for arrow in meeting.arrows))
    after = cards.moved(laid=(Handful(seat=winner, cards=cards.of(winner).pile),))
    following = None if restart is None else after.next_to_flip(restart)
    ruled = ev.Ruled(
        ruling=rulings.inward_won(winner, evidence, following, three=bool(three), cancelled=bool(duels)),
        winner=winner,
        restart=restart,
        pickups=(),
        laid=(Handful(seat=winner, cards=cards.of(winner).pile),),
        warned=evidence.warned,
        void=void,
        grab=evidence.grab,
    )
    return settled(state, ruled)


def missing(state: State) -> tuple[Seat, ...]:
    """Return whose last card is an inward arrow that is open still."""
    cards, arrows = state.cards, state.meeting.arrows
    if cards is None or not arrows:
        return ()
    return tuple(
        holding.seat
        for holding in cards.holdings
        if is_last(cards, holding.seat, Kind.INWARD) and holding.top in arrows
    )


def expired(state: State) -> Events:
    """Rule that nobody took a last inward arrow before the next card (JS-44, JS-45); empty when there is none."""
    missed = missing(state)
    if not missed or state.house.in_no_taker == "stays_live":
        return ()
    return _missed(state, missed[0], rulings.NOTHING_KNOWN)


def _missed(state: State, seat: Seat, evidence: Evidence) -> Events:
    return takes_all(
        state,
        "IN_LAST_FAIL",
        seat,
        evidence,
        pot=state.house.last_in_pot == "include",
        totem=evidence.grab is not None or evidence.told,
    )

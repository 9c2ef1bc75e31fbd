"""The totem falls: who dropped it, with what right, on the table or off it."""

from collections.abc import Callable, Mapping
from typing import Final

from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed import rulings
from perroquet.games.jungle_speed.anti_meute import accusable
from perroquet.games.jungle_speed.faults import fault, pays
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.piles import Handful
from perroquet.games.jungle_speed.rulings import Evidence
from perroquet.games.jungle_speed.settle import Events, nobody, settled, turn
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.readings import Grab
from perroquet.kernel.units import NS_PER_MS, NS_PER_US, HostNs, Millis, Seat

HELD_MS: Final = Millis(600)
"""A totem that lands sooner after it left its seat was held by nobody: falling takes 260 to 460 ms."""

_TAKING: Final = (
    ev.Question.WINNER,
    ev.Question.WHO,
    ev.Question.WHAT,
    ev.Question.CHOICE,
    ev.Question.SPLIT,
    ev.Question.NEXT,
)
"""Questions about a grab that may have been good; the others are about what it costs, and a fall costs the same."""


def counts(state: State, ended: int | None, landed: HostNs) -> bool:
    """Tell whether a fall that the base heard changes anything now.

    Args:
        state: before it, be it the end of the game.
        ended: the grab that it ends; the one judged last was held by nobody then (JS-61). None = no hand was felt.
        landed: when.
    """
    grab = state.judged
    if grab is None or ended != grab.grab:
        return not state.over and state.stage in (Stage.IDLE, Stage.RESET, Stage.ARMED, Stage.CONTACT)
    if grab.lift_us is None or _POLICY[state.house.fall_in_legit_duel] == "take":
        return False
    if landed - grab.at - grab.lift_us * NS_PER_US > HELD_MS * NS_PER_MS:
        return False
    if state.stage is Stage.SETTLE:
        return state.asked is not None and state.asked.grab == grab and state.asked.question in _TAKING
    return state.stage is Stage.RULED and state.before is not None


def felt(state: State, grab: Grab, take: Callable[[Seat], Events]) -> Events:
    """Rule a grab in which the totem fell, or ask who made it fall: the base hears the fall, not whose it is.

    A single hand had it. Of several, nobody can tell which; the table is asked (JS-64).
    """
    holds = [hand for hand in grab.hands if not hand.brush]
    only = holds[0] if len(holds) == 1 else None
    evidence = Evidence(grab=grab)
    if only is None or only.seat is None or only.seat not in (*state.seats, *_hands(state)):
        return asked(state, grab, None)
    blamed = not _may_drop(state, only.seat, grab)
    if state.cards is None and not state.meeting.open:
        return right(only.seat, grab)
    if blamed and not accusable(only):
        return asked(state, grab, only.seat)
    return dropped(state, only.seat, grab, evidence, off_table=False, take=take)


def _hands(state: State) -> tuple[Seat, ...]:
    return () if state.cards is None else state.cards.seats


def asked(_state: State, grab: Grab | None, named: Seat | None) -> Events:
    """Ask who made the totem fall."""
    ruling = rulings.ask_dropped(named)
    return (ev.Asked(question=ev.Question.DROPPED, seat=named, grab=grab, ruling=ruling, fall=True),)


def right(seat: Seat, grab: Grab | None) -> Events:
    """Ask whether `seat` had the right: the cards are unknown."""
    return (ev.Asked(question=ev.Question.RIGHT, seat=seat, grab=grab, ruling=rulings.ask_right(seat), fall=True),)


def dropped(
    state: State,
    by: Seat | None,
    grab: Grab | None,
    evidence: Evidence,
    *,
    off_table: bool,
    take: Callable[[Seat], Events],
) -> Events:
    """Rule a fall.

    Args:
        state: before it.
        by: who made it fall; None = nobody can be named.
        grab: hands that were on the totem before it fell.
        evidence: see `Evidence`.
        off_table: it left the table.
        take: what follows when somebody entitled has taken the totem.
    """
    if by is None:
        return of_nobody(state, grab)
    if by in state.out:
        return fault(state, by, evidence, sure=True)
    if not _may_drop(state, by, grab):
        return pays(state, "PENALTY_FALL", by, evidence)
    policy = state.house.fall_off_table if off_table else state.house.fall_in_legit_duel
    match _POLICY[policy]:
        case "take":
            return take(by)
        case "pay":
            return pays(state, "PENALTY_FALL", by, evidence)
        case _:
            return void(state, by, grab, off_table=off_table)


_POLICY: Final[Mapping[str, str]] = {
    "free_if_first": "void",
    "reset_and_reopen": "void",
    "attempt_void": "void",
    "penalty_always": "pay",
    "penalty": "pay",
    "first_touch_wins": "take",
}
"""House rule for a fall by somebody entitled who touched first -> what follows (JS-61, JS-63)."""


def _may_drop(state: State, seat: Seat, grab: Grab | None) -> bool:
    """Tell whether `seat` is entitled and was the first to touch the totem (JS-61, JS-62)."""
    holds = [] if grab is None else [hand.seat for hand in grab.hands if not hand.brush]
    return seat in state.meeting.entitled and (not holds or holds[0] in (None, seat))


def void(state: State, seat: Seat | None, grab: Grab | None, *, off_table: bool) -> Events:
    """Rule that the attempt does not count; what was open stays open (JS-61, JS-63)."""
    ruled = ev.Ruled(
        ruling=rulings.attempt_void(seat, off_table=off_table),
        restart=turn(state),
        pickups=nobody(state),
        stays=True,
        grab=grab,
    )
    return settled(state, ruled)


def of_nobody(state: State, grab: Grab | None) -> Events:
    """Rule a fall that nobody can be blamed for: all piles go to the pot, play goes on (JS-64)."""
    to_pot = state.house.unknown_fall == "all_to_pot"
    cards = state.cards
    laid = () if cards is None or not to_pot else tuple(Handful(seat=h.seat, cards=h.pile) for h in cards.holdings)
    ruled = ev.Ruled(
        ruling=rulings.fall_of_nobody(to_pot=to_pot),
        restart=turn(state),
        pickups=nobody(state),
        laid=laid,
        stays=not to_pot,
        grab=grab,
    )
    return settled(state, ruled)

"""The referee of L'Orchidée decides: (state, command) -> events. Numbers OR-n are those of RULES.md."""

from typing import Final, assert_never

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee import rulings
from perroquet.games.orchidee.cards import highest_card, highest_nugget
from perroquet.games.orchidee.raid import draw
from perroquet.games.orchidee.state import NAMING_NS, ROUNDS, WINDOW_NS, Phase, State, evolve, initial
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import Setup
from perroquet.kernel.units import NS_PER_S, HostNs, Millis, Seat, after

Events = tuple[ev.Event, ...]

TOLD_LATE: Final = Millis(300)
"""A press may be told a little after it happened; the window is not declared closed before."""

_RAID: Final = (Phase.RAID, Phase.WINDOW, Phase.HOLDER)


def opening(setup: Setup) -> Events:
    """Begin the first round."""
    return _next_round(initial(setup))


def _next_round(state: State) -> Events:
    number = state.number + 1
    place = (state.seats.index(state.dealer) + (number > 1)) % len(state.seats)
    return (ev.RaidDrawn(number=number, dealer=state.seats[place], live=draw(state.luck, number, state.house)),)


def decide(state: State, command: ev.Command) -> Events:
    """Return what follows from `command`.

    Raises:
        IllegalCommand: it cannot be now; its `code` says why.
    """
    match command:
        case ev.GoOn():
            return _go_on(state, command.at)
        case ev.HearRaid():
            return _hear_raid(state, command)
        case ev.Strike():
            return _time_up(state, command.at)
        case ev.LockIn():
            return _lock_in(state, command)
        case ev.Point():
            return _point(state, command.accused)
        case ev.Answered():
            return _answered(state, yes=command.yes)
        case _:
            assert_never(command)


def _go_on(state: State, at: HostNs | None) -> Events:
    match state.phase:
        case Phase.PLAY:
            return (ev.TricksEnded(at=at),)
        case Phase.RAID | Phase.WINDOW:
            if state.pending is not None or state.accusations:
                raise IllegalCommand("accusation-first", "somebody accuses; name the accused or answer first")
            return (ev.OrchidShown(),)
        case Phase.RULED:
            return (ev.PilferOpened(),)
        case Phase.PILFER if state.number < ROUNDS:
            return _next_round(state)
        case Phase.PILFER:
            return (ev.Ended(seed=state.luck.seed),)
        case Phase.HOLDER:
            raise IllegalCommand("name-holder", "press the button of the one whose hand holds the orchid, or MODE")
        case Phase.OVER:
            raise IllegalCommand("game-over", "this game is over; start another")
        case _:
            assert_never(state.phase)


def _hear_raid(state: State, raid: ev.HearRaid) -> Events:
    # OR-6: a shout that began before START ended the tricks came first
    began = state.tricks_ended_at is not None and raid.onset <= state.tricks_ended_at
    if state.onset is not None:
        raise IllegalCommand("one-raid", f"round {state.number} has had its raid; the next round draws its own")
    if state.phase is not Phase.PLAY and not (state.phase is Phase.PILFER and began):
        raise IllegalCommand("no-raid-now", f"no raid in phase {state.phase.value!r}; only while tricks are played")
    return (ev.RaidHeard(onset=raid.onset, end=raid.end),)


def _time_up(state: State, at: HostNs) -> Events:
    due = wake(state)
    if due is None or at < due:
        raise IllegalCommand("not-now", f"nothing is due at {at}; the next instant is {due}")
    if state.phase is Phase.RAID:
        return (ev.WindowOpened(),)
    if state.closed and state.pending is not None:
        left = ev.AccuserLeft(accuser=state.pending[0])
        return (left, *_settle(evolve(state, left)))
    closed = ev.WindowClosed()
    return (closed, *_settle(evolve(state, closed)))


def _settle(state: State) -> Events:
    """Return the end of a raid in which nothing is open any more (OR-14)."""
    if not state.closed or state.pending is not None or state.accusations or state.phase is not Phase.WINDOW:
        return ()
    return (ev.Ruled(ruling=rulings.orchid_lost(), loss=None, closes=True),)


def _lock_in(state: State, command: ev.LockIn) -> Events:
    _playing(state, command.accuser)
    if state.phase not in (Phase.RAID, Phase.WINDOW) or state.end is None or state.onset is None:
        if state.opened:
            raise IllegalCommand("window-closed", "the raid is settled; contest it if it is wrong")
        raise IllegalCommand("no-window", "nobody can be accused before the customs shout")
    if state.pending is not None:
        raise IllegalCommand("accusation-first", f"seat {state.pending[0]} is accusing; let it name somebody")
    if command.at < state.onset:
        raise IllegalCommand("no-window", "that press came before the customs shouted")
    if command.at - state.end >= WINDOW_NS:
        late_s = (command.at - state.end) / NS_PER_S
        raise IllegalCommand("window-closed", f"{late_s:.3f} s after the shout; less than 10.000 is wanted")
    if command.accuser in state.spent:
        raise IllegalCommand("one-accusation-each", f"seat {command.accuser} has accused in this raid already")
    return (ev.AccuserLockedIn(accuser=command.accuser, at=HostNs(max(command.at, state.end))),)


def _point(state: State, accused: Seat) -> Events:
    _playing(state, accused)
    if state.phase is Phase.HOLDER:
        # OR-8
        loss = _highest_card(state, accused)
        return (ev.Ruled(ruling=rulings.in_hand(loss), loss=loss, closes=True),)
    if state.pending is None:
        raise IllegalCommand("no-accuser", "nobody accuses; the accuser presses first")
    accuser, at = state.pending
    if accuser == accused:
        raise IllegalCommand("self", f"seat {accuser} cannot accuse itself; press another player's button")
    return (ev.Accused(accuser=accuser, accused=accused, at=at),)


def _answered(state: State, *, yes: bool) -> Events:
    if state.phase is Phase.HOLDER:
        if yes:
            raise IllegalCommand("name-holder", "press the button of the one whose hand holds the orchid, or MODE")
        back = ev.OrchidNotShown()
        return (back, *_settle(evolve(state, back)))
    if state.pending is not None:
        if yes:
            raise IllegalCommand("name-accused", "press the button of the one who is accused, or MODE")
        left = ev.AccuserLeft(accuser=state.pending[0])
        return (left, *_settle(evolve(state, left)))
    if not state.accusations:
        raise IllegalCommand("no-question", "nothing was asked; go on playing")
    first = state.accusations[0]
    if yes:
        # OR-10: the first right one closes
        loss = _highest_card(state, first.accused)
        return (ev.Ruled(ruling=rulings.accused_rightly(loss, first.accuser), loss=loss, closes=True),)
    loss = _highest_nugget(state, first.accuser)
    ruled = ev.Ruled(ruling=rulings.accused_wrongly(loss, first.accused), loss=loss, closes=False)
    return (ruled, *_settle(evolve(state, ruled)))


def _highest_card(state: State, seat: Seat) -> ev.Loss:
    treasure = state.treasure(seat)
    return ev.Loss(seat=seat, card=highest_card(treasure or ()), known=treasure is not None)


def _highest_nugget(state: State, seat: Seat) -> ev.Loss:
    treasure = state.treasure(seat)
    return ev.Loss(seat=seat, card=highest_nugget(treasure or ()), known=treasure is not None)


def _playing(state: State, seat: Seat) -> None:
    if seat not in state.seats:
        raise IllegalCommand("seat-not-playing", f"seat {seat} does not play; seats {list(state.seats)} do")


def overrule(state: State, seats: tuple[Seat, ...]) -> Events:
    """Rule the raid as the table says (OR-20): the first named seat is the smuggler; nobody = the orchid is lost.

    Raises:
        IllegalCommand: a seat that does not play.
    """
    for seat in seats:
        _playing(state, seat)
    if not seats:
        return (ev.Ruled(ruling=rulings.nobody_caught(), loss=None, closes=True),)
    loss = _highest_card(state, seats[0])
    return (ev.Ruled(ruling=rulings.caught_by_table(loss), loss=loss, closes=True),)


def interrupt(state: State) -> Events:
    """Void a raid that was being settled (OR-19)."""
    return (ev.Voided(),) if state.phase in _RAID else ()


def wake(state: State) -> HostNs | None:
    """Return when the next instant of the raid is due: the end of the shout, of the window, or of naming."""
    if state.end is None:
        return None
    if state.phase is Phase.RAID:
        return state.end
    window = after(HostNs(state.end + WINDOW_NS), TOLD_LATE)
    if state.phase in (Phase.WINDOW, Phase.HOLDER) and not state.closed:
        return window
    if state.phase is Phase.WINDOW and state.pending is not None:
        return HostNs(window + NAMING_NS)
    return None

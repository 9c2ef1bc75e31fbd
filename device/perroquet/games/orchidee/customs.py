"""The customs: a shout, ten seconds to accuse, and what becomes of the accusations."""

from functools import reduce
from typing import Final

from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee import rulings
from perroquet.games.orchidee.cards import ORCHID
from perroquet.games.orchidee.evolve import evolve
from perroquet.games.orchidee.losses import Loss, confiscation, fine
from perroquet.games.orchidee.state import WINDOW_NS, WINDOW_S, Accusation, Lock, Phase, Raid, State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.units import NS_PER_S, HostNs, Millis, Seat, after

Events = tuple[ev.Event, ...]

TOLD_LATE: Final = Millis(300)
"""A press may be told a little after it happened; nothing is declared over before."""

NAMING_NS: Final = 5 * NS_PER_S
"""How long after the window a locked-in accuser may still name somebody."""

GUARD_NS: Final = NS_PER_S // 2
"""A seat button so soon after an accuser's own is another accuser's: nobody has said « qui ? » yet."""

TICKED: Final = 3
"""So many of the last seconds are told one by one."""

_SHOUTED: Final = (Phase.RAID, Phase.WINDOW)


# --- the shout


def hear_raid(state: State, raid: cmd.HearRaid) -> Events:
    """Stop the round (OR-11), if a raid can be now."""
    if state.phase is Phase.SHOUT:
        return _after_an_agent(state, raid)
    if state.round.raid is not None:
        raise IllegalCommand("one-raid", f"round {state.number} has had its raid; the next round draws its own")
    # A shout that began before START ended the tricks came first.
    began = state.round.ended_at is not None and raid.onset <= state.round.ended_at
    whole = state.house.armed == "whole_game" and state.number > 0
    if state.phase is not Phase.PLAY and not (state.phase is Phase.PILFER and (began or whole)):
        raise IllegalCommand("no-raid-now", f"no raid in phase {state.phase.value!r}; only while tricks are played")
    return (ev.RaidHeard(onset=raid.onset, end=raid.end),)


def _after_an_agent(state: State, raid: cmd.HearRaid) -> Events:
    """Let the earlier of an agent's shout and the customs' count (OR-39)."""
    shout = state.round.raid
    if shout is None or not shout.locks or shout.onset <= raid.onset:
        raise IllegalCommand("agent-first", "an agent shouted before the customs did")
    return (ev.RaidHeard(onset=raid.onset, end=raid.end),)


def wake(state: State) -> HostNs | None:
    """Return when the next instant of the raid is due: the end of the shout, of the window, of naming, a verdict."""
    raid = state.round.raid
    if raid is None or raid.start is None:
        return None
    if state.phase is Phase.RAID:
        return raid.end
    if state.phase not in (Phase.WINDOW, Phase.HOLDER):
        return None
    window = _window_over(raid.start)
    if raid.closed:
        return HostNs(window + NAMING_NS) if state.phase is Phase.WINDOW and raid.locks else None
    if state.phase is Phase.WINDOW and verdict_known(state) and raid.accusations and not raid.locks:
        window = min(after(raid.accusations[0].at, TOLD_LATE), window)
    return window if (tick := _tick(state, raid.start)) is None else min(tick, window)


def _tick(state: State, start: HostNs) -> HostNs | None:
    """Return when the next of the last seconds begins."""
    raid = state.round.raid
    if state.phase is not Phase.WINDOW or raid is None or raid.left == 1:
        return None
    return HostNs(start + (WINDOW_S - min(raid.left - 1, TICKED)) * NS_PER_S)


def _window_over(start: HostNs) -> HostNs:
    return after(HostNs(start + WINDOW_NS), TOLD_LATE)


def time_up(state: State, at: HostNs) -> Events:
    """Do what is due."""
    due, raid = wake(state), state.round.raid
    if due is None or raid is None or raid.start is None or at < due:
        raise IllegalCommand("not-now", f"nothing is due at {at}; the next instant is {due}")
    if state.phase is Phase.RAID:
        return open_window(state, raid.start)
    told: Events = ()
    tick = _tick(state, raid.start)
    if not raid.closed and at >= _window_over(raid.start):
        told = (ev.WindowClosed(),)
    elif not raid.closed and tick is not None and at >= tick:
        told = (ev.SecondsLeft(left=min(raid.left - 1, TICKED)),)
    elif raid.closed:
        told = tuple(ev.AccuserLeft(accuser=lock.accuser) for lock in raid.locks)
    return then_settle(state, *told, at=at)


def open_window(state: State, start: HostNs) -> Events:
    """Let the ten seconds run; whoever is known to hold the orchid in a shown hand is caught at once (OR-17)."""
    opened = ev.WindowOpened(start=start)
    holder = _in_hand(state)
    if holder is None:
        return (opened,)
    if state.house.hand_orchid == "window":
        return (opened, *_caught(state, rulings.in_hand, confiscation(state, holder), closes=False))
    return _caught(state, rulings.in_hand, confiscation(state, holder), closes=True)


def _in_hand(state: State) -> Seat | None:
    return next((player.seat for player in state.players if ORCHID in (player.hand or ())), None)


def verdict_known(state: State) -> bool:
    """Tell whether the device knows who was dealt the orchid, if anybody was, so that nobody is asked."""
    return state.house.virtual and (state.round.holder is not None or state.orchid_gone)


# --- accusations


def lock_in(state: State, wish: cmd.LockIn) -> Events:
    """Lock an accuser in by the instant of the press (OR-20)."""
    raid = _open(state)
    _counts(state, raid, wish.accuser, wish.at)
    if any(lock.accuser == wish.accuser for lock in raid.locks):
        raise IllegalCommand("accusation-first", f"seat {wish.accuser} is accusing; let it name somebody")
    return (ev.AccuserLockedIn(accuser=wish.accuser, at=wish.at),)


def accuse(state: State, wish: cmd.Accuse) -> Events:
    """Accuse in one go; the instant is that of the tap."""
    raid = _open(state)
    at = wish.at if wish.at is not None else raid.end
    _counts(state, raid, wish.accuser, at)
    return _named(state, Lock(accuser=wish.accuser, at=at), wish.accused, wish.hideout)


def _named(state: State, lock: Lock, accused: Seat, hideout: cmd.Hideout | None) -> Events:
    """Complete an accusation; where the house says so, a refused one was the only one (OR-20)."""
    if lock.accuser != accused:
        made = ev.Accused(accuser=lock.accuser, accused=accused, hideout=hideout, at=lock.at)
        return then_settle(state, made)
    if state.house.refused_accusation == "used":
        return then_settle(state, ev.AccusationSpent(accuser=accused))
    raise IllegalCommand("self", f"seat {accused} cannot accuse itself; press another player's button")


def _open(state: State) -> Raid:
    raid = state.round.raid
    if state.phase in _SHOUTED and raid is not None:
        return raid
    if raid is not None and raid.opened:
        raise IllegalCommand("window-closed", "the raid is settled; contest it if it is wrong")
    raise IllegalCommand("no-window", "nobody can be accused before the customs shout")


def _counts(state: State, raid: Raid, accuser: Seat, at: HostNs) -> None:
    """Refuse a press at `at` that does not count (OR-20)."""
    if at < raid.onset:
        raise IllegalCommand("no-window", "that press came before the customs shouted")
    if at < raid.end and state.house.press_in_shout == "refused":
        raise IllegalCommand("no-window", "that press came before the end of the shout")
    if raid.start is not None and at - raid.start >= WINDOW_NS:
        late_s = (at - raid.start) / NS_PER_S
        raise IllegalCommand("window-closed", f"{late_s:.3f} s after the shout; less than 10.000 is wanted")
    if accuser in raid.spent:
        raise IllegalCommand("one-accusation-each", f"seat {accuser} has accused in this raid already")
    if state.house.accusations == "first_only" and (raid.spent or raid.locks):
        raise IllegalCommand("one-accusation", "this table hears one accusation a raid, and it was made")


def point(state: State, wish: cmd.Point) -> Events:
    """Name whoever holds the orchid in a shown hand, or the accused."""
    raid = state.round.raid
    if state.phase is Phase.HOLDER:
        late = raid is not None and raid.closed
        closes = state.house.hand_orchid == "closes" or state.round.shouted or late
        return _caught(state, rulings.in_hand, confiscation(state, wish.accused), closes=closes)
    if raid is None or not raid.locks:
        raise IllegalCommand("no-accuser", "nobody accuses; the accuser presses first")
    return _named(state, raid.locks[0], wish.accused, wish.hideout)


def go_on(state: State, at: HostNs | None) -> Events:
    """START while a raid is settled: the first hand is shown, or the orchid lies in one."""
    raid = state.round.raid
    if state.house.virtual or raid is None:
        raise IllegalCommand("not-now", "virtual hands show by themselves; the ten seconds run")
    if raid.locks or raid.accusations:
        raise IllegalCommand("accusation-first", "somebody accuses; name the accused or answer first")
    if raid.start is None:
        return open_window(state, raid.end if at is None else HostNs(max(at, raid.end)))
    if raid.caught is not None:
        raise IllegalCommand("one-raid", "the smuggler is caught; the ten seconds run out")
    return (ev.OrchidShown(),)


def answered(state: State, *, yes: bool) -> Events:
    """Take the table's answer to the question that is open."""
    raid = state.round.raid
    if state.phase is Phase.HOLDER:
        if yes:
            raise IllegalCommand("name-holder", "press the button of the one whose hand holds the orchid, or MODE")
        return then_settle(state, ev.OrchidNotShown())
    if raid is not None and raid.locks:
        if yes:
            raise IllegalCommand("name-accused", "press the button of the one who is accused, or MODE")
        return then_settle(state, ev.AccuserLeft(accuser=raid.locks[0].accuser))
    if raid is None or not raid.accusations or verdict_known(state):
        raise IllegalCommand("no-question", "nothing was asked; go on playing")
    return _verdict(state, raid.accusations[0], right=yes)


# --- verdicts


def then_settle(state: State, *told: ev.Event, at: HostNs | None = None) -> Events:
    """Return `told` and what is settled by it."""
    return (*told, *settle(reduce(evolve, told, state), at))


def settle(state: State, at: HostNs | None) -> Events:
    """Return the verdicts that are due, and the end of a raid in which nothing is open any more (OR-21)."""
    raid = state.round.raid
    if state.phase is not Phase.WINDOW or raid is None or raid.locks:
        return ()
    if raid.accusations:
        first = raid.accusations[0]
        if not verdict_known(state) or (not raid.closed and (at is None or at < after(first.at, TOLD_LATE))):
            return ()
        return _verdict(state, first, right=_right(state, first))
    if not raid.closed:
        return ()
    if raid.caught is not None:
        return (ev.RaidSettled(), *shown(state))
    ruling = rulings.orchid_lost(for_good=state.orchid_lost_for_good)
    return (ev.Ruled(ruling=ruling, closes=True, loses_orchid=True), *shown(state))


def _right(state: State, made: Accusation) -> bool:
    """Tell whether an accusation names whoever was dealt the orchid, and where the house wants it, its hiding place."""
    place = state.house.credible == "player" or made.hideout == state.round.hideout
    return made.accused == state.round.holder and place


def _verdict(state: State, made: Accusation, *, right: bool) -> Events:
    if right:
        return _caught(state, rulings.accused_rightly, confiscation(state, made.accused), closes=True, by=made.accuser)
    loss = fine(state, made.accuser)
    ruled = ev.Ruled(ruling=rulings.accused_wrongly(loss, made.accused), closes=False)
    return then_settle(state, ruled, *loss.events)


def _caught(state: State, why: rulings.Caught, loss: Loss, *, closes: bool, by: Seat | None = None) -> Events:
    """Return the ruling that catches a smuggler, and what it costs. A second ruling of one raid costs nothing more."""
    raid = state.round.raid
    if raid is not None and raid.caught is not None:
        return (ev.RaidSettled(), *shown(state))
    ruled = ev.Ruled(ruling=why(loss, by), closes=closes, catches=loss.seat)
    return (ruled, *loss.events, *(shown(state) if closes else ()))


def shown(state: State) -> Events:
    """Return the hands of virtual cards, laid open when no accusation is possible any more (OR-15)."""
    return (ev.HandsShown(),) if state.house.virtual else ()

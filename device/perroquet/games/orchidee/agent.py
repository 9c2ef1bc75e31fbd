"""The undercover agent: after the parrot's call a player may shout, and be right or pay."""

from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import customs, rulings
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import ORCHID
from perroquet.games.orchidee.losses import confiscation, fine, reward
from perroquet.games.orchidee.state import Accusation, Lock, Phase, State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.units import NS_PER_S, HostNs, Seat

Events = tuple[ev.Event, ...]


def wake(state: State) -> HostNs | None:
    """Return when the parrot calls. Secret."""
    return state.round.parrot if state.phase is Phase.PLAY else None


def heard(state: State, at: HostNs | None) -> bool:
    """Tell whether the parrot's call still allows a shout at `at` (OR-37)."""
    called, lasts_s = state.round.called, state.house.parrot_window_s
    if called is None:
        return False
    return lasts_s == 0 or at is None or at - called < lasts_s * NS_PER_S


def shout(state: State, wish: cmd.Shout) -> Events:
    """Let a player shout: the tricks are over (OR-38). Earlier presses come first (OR-39)."""
    if not state.house.agent:
        raise IllegalCommand("no-agent", "this table plays without the undercover agent")
    raid = state.round.raid
    at = HostNs(0) if wish.at is None else wish.at
    if state.phase is Phase.SHOUT and raid is not None:
        return _race(state, raid.locks, Lock(accuser=wish.by, at=at))
    before_raid = state.phase is Phase.RAID and raid is not None and at < raid.onset
    if state.phase is not Phase.PLAY and not before_raid:
        raise IllegalCommand("not-now", f"nobody shouts in phase {state.phase.value!r}")
    if heard(state, wish.at):
        return (ev.Shouted(by=wish.by, at=at),)
    if state.house.false_alarm == "penalty":
        loss = fine(state, wish.by)
        return (ev.Ruled(ruling=rulings.false_alarm(loss), closes=False), *loss.events)
    raise IllegalCommand("no-agent", "no parrot was heard, so there is no agent among us")


def _race(state: State, locks: tuple[Lock, ...], second: Lock) -> Events:
    """Let the earlier of two shouts count."""
    if not locks or state.precedence(second) >= state.precedence(locks[0]):
        raise IllegalCommand("shouted-first", "somebody else shouted first")
    return (ev.Shouted(by=second.accuser, at=second.at),)


def point(state: State, wish: cmd.Point) -> Events:
    """Name the accused; virtual hands show by themselves."""
    raid = state.round.raid
    if raid is None or not raid.locks:
        raise IllegalCommand("no-accuser", "the accused is named already")
    agent = raid.locks[0]
    if agent.accuser == wish.accused:
        raise IllegalCommand("self", f"seat {agent.accuser} cannot accuse itself; press another player's button")
    named = ev.Accused(accuser=agent.accuser, accused=wish.accused, hideout=wish.hideout, at=agent.at)
    if not customs.verdict_known(state):
        return (named,)
    made = Accusation(accuser=agent.accuser, accused=wish.accused, hideout=wish.hideout, at=agent.at)
    holder = next((player.seat for player in state.players if ORCHID in (player.hand or ())), None)
    if holder is not None and state.house.agent_in_hand == "customs":
        return (named, *_in_hand(state, holder))
    return (named, *_verdict(state, made, right=wish.accused == state.round.holder))


def _in_hand(state: State, holder: Seat) -> Events:
    loss = confiscation(state, holder)
    ruled = ev.Ruled(ruling=rulings.in_hand(loss, None), closes=True, catches=holder)
    return (ruled, *loss.events, *customs.shown(state))


def go_on(state: State) -> Events:
    """START: the orchid lies in a shown hand, where that makes a difference."""
    if state.house.virtual or state.house.agent_in_hand != "customs":
        raise IllegalCommand("name-accused", "press the button of the one who is accused, or MODE")
    return (ev.OrchidShown(),)


def answered(state: State, *, yes: bool) -> Events:
    """Say whether the orchid was found, or take the shout back."""
    raid = state.round.raid
    if raid is not None and raid.accusations:
        return _verdict(state, raid.accusations[0], right=yes)
    if yes:
        raise IllegalCommand("name-accused", "press the button of the one who is accused, or MODE")
    return (ev.ShoutTakenBack(),)


def _verdict(state: State, made: Accusation, *, right: bool) -> Events:
    """Pay the agent, or let the agent pay (OR-38)."""
    if right:
        loss = reward(state, made.accused, made.accuser)
        ruled = ev.Ruled(ruling=rulings.agent_right(loss, made.accuser), closes=True, catches=made.accused)
        return (ruled, *loss.events, *customs.shown(state))
    loss = fine(state, made.accuser)
    lost = state.house.agent_wrong == "lost"
    ruling = rulings.agent_wrong(loss, made.accused, for_good=lost and state.orchid_lost_for_good)
    ruled = ev.Ruled(ruling=ruling, closes=True, loses_orchid=lost)
    return (ruled, *loss.events, *customs.shown(state))


def overruled(state: State, seat: Seat) -> Events:
    """Rule as the table says who pays: the agent, or whom the agent was after (OR-31)."""
    raid = state.round.raid
    agent = raid.accusations[0].accuser if raid is not None and raid.accusations else seat
    loss = fine(state, agent) if agent == seat else reward(state, seat, agent)
    return (ev.Ruled(ruling=rulings.caught_by_table(loss, None), closes=True, catches=seat), *loss.events)

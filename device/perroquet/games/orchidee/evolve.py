"""How each event changes what the referee remembers. Total: nothing is refused here."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, assert_never

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import ORCHID, Card
from perroquet.games.orchidee.state import (
    Accusation,
    Laid,
    Lock,
    Phase,
    Plan,
    Raid,
    Round,
    State,
    Theft,
    Thefts,
    Treasure,
    Trick,
)
from perroquet.kernel.units import HostNs, Seat

PHASES: Final[Mapping[type[ev.Event], Phase]] = {
    ev.RoundBegan: Phase.PLAY,
    ev.TricksEnded: Phase.PILFER,
    ev.RaidHeard: Phase.RAID,
    ev.WindowOpened: Phase.WINDOW,
    ev.OrchidShown: Phase.HOLDER,
    ev.RaidSettled: Phase.RULED,
    ev.Voided: Phase.RULED,
    ev.Shouted: Phase.SHOUT,
    ev.ShoutTakenBack: Phase.PLAY,
    ev.PilferOpened: Phase.PILFER,
    ev.TheftsOpened: Phase.THEFTS,
    ev.TheftTried: Phase.DEFENCE,
    ev.TheftEnded: Phase.THEFTS,
    ev.Ended: Phase.OVER,
}
"""Kind of event -> the phase it leads to; what is absent changes no phase, or looks at the state."""


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after `event`."""
    after = _remember(state, event)
    return replace(after, phase=PHASES.get(type(event), after.phase))


def _remember(state: State, event: ev.Event) -> State:
    match event:
        case ev.RoundBegan() | ev.RaidDrawn() | ev.Dealt():
            return _begun(state, event)
        case ev.CardPlayed() | ev.Concealed() | ev.TrickClosed() | ev.TricksEnded():
            return _played(state, event)
        case (
            ev.RaidHeard()
            | ev.WindowOpened()
            | ev.SecondsLeft()
            | ev.WindowClosed()
            | ev.OrchidShown()
            | ev.RaidSettled()
        ):
            return _raided(state, event)
        case ev.AccuserLockedIn() | ev.AccuserLeft() | ev.AccusationSpent() | ev.Accused():
            return _with_raid(state, _accused(state, _raid_of(state), event))
        case ev.OrchidNotShown():
            raid = _raid_of(state)
            open_window = Phase.WINDOW if raid.opened or raid.closed else Phase.RAID
            return replace(state, phase=Phase.SHOUT if state.round.shouted else open_window)
        case ev.Ruled():
            return _ruled(state, event)
        case ev.HandsShown() | ev.ChoiceAsked() | ev.PilferOpened() | ev.Voided():
            return _settled(state, event)
        case ev.ParrotCalled() | ev.ParrotPutOff() | ev.Shouted() | ev.ShoutTakenBack():
            return _agent(state, event)
        case ev.Moved() | ev.Indebted() | ev.Pilfered() | ev.Stowed() | ev.PilferPassed():
            return _treasured(state, event)
        case ev.Counted():
            return state.changed(event.seat, points=event.points)
        case ev.Ended():
            return replace(state, winners=event.winners)
        case _:
            return _stolen(state, event)


def _in_round(state: State, **changes: object) -> State:
    return replace(state, round=replace(state.round, **changes))


def _begun(state: State, event: ev.RoundBegan | ev.RaidDrawn | ev.Dealt) -> State:
    match event:
        case ev.RoundBegan():
            players = tuple(
                replace(player, hand=None, tricks=0, won=() if state.house.virtual else None, chose=False)
                for player in state.players
            )
            began = Round(each=event.each)
            return replace(state, number=event.number, dealer=event.dealer, players=players, round=began)
        case ev.RaidDrawn():
            # A power cut closes what is counted in seconds: they were those of a clock that is gone (OR-32).
            fades = event.redrawn and state.house.parrot_window_s > 0
            called = None if fades else state.round.called
            return _in_round(state, drawn=event.live, drawn_trick=event.trick, parrot=event.parrot, called=called)
        case ev.Dealt():
            dealt = zip(state.players, event.hands, strict=True)
            state = replace(state, players=tuple(replace(player, hand=hand) for player, hand in dealt))
            holder = next((player.seat for player in state.players if ORCHID in (player.hand or ())), None)
            return _in_round(state, holder=holder)
        case _:
            assert_never(event)


# --- tricks


def _played(state: State, event: ev.CardPlayed | ev.Concealed | ev.TrickClosed | ev.TricksEnded) -> State:
    match event:
        case ev.CardPlayed():
            return state if event.card is None else _laid(state, event.seat, event.card, face_up=True)
        case ev.Concealed():
            state = state if event.card is None else _laid(state, event.seat, event.card, face_up=False)
            if event.hideout is None:
                return state
            hand = state.player(event.seat).hand or ()
            state = state.changed(event.seat, hand=tuple(card for card in hand if card != ORCHID))
            return _in_round(state, hideout=event.hideout)
        case ev.TrickClosed():
            over = Trick(winner=event.winner, told=event.told, cards=event.cards, at=event.at)
            state = _in_round(state, laid=(), tricks=(*state.round.tricks, over))
            if event.winner is None:
                out = event.cards if state.house.tied_trick == "out" else ()
                return replace(state, out=(*state.out, *out), gone=state.gone + len(out))
            player = state.player(event.winner)
            won = None if player.won is None else (*player.won, *event.cards)
            return state.changed(event.winner, tricks=player.tricks + 1, won=won)
        case ev.TricksEnded():
            return _in_round(_bonus(state), ended_at=event.at)
        case _:
            assert_never(event)


def _laid(state: State, seat: Seat, card: Card, *, face_up: bool) -> State:
    hand = state.player(seat).hand
    left = None if hand is None else tuple(kept for kept in hand if kept != card)
    state = state.changed(seat, hand=left)
    return _in_round(state, laid=(*state.round.laid, Laid(seat=seat, card=card, face_up=face_up)))


def _bonus(state: State) -> State:
    """Pay whoever kept the orchid hidden to the end of the tricks (OR-29)."""
    holder = state.round.holder
    if holder is None or state.round.hideout is None:
        return state
    return state.changed(holder, bonus=state.player(holder).bonus + state.house.orchid_bonus)


def _without_late_trick(state: State, onset: HostNs) -> State:
    """Take back a trick, and what followed from it, that closed after the shout began (OR-12)."""
    *before, last = state.round.tricks or (Trick(winner=None, told=True, cards=(), at=None),)
    if last.at is None or last.at < onset:
        return state
    if last.winner is not None:
        player = state.player(last.winner)
        won = None if player.won is None else tuple(card for card in player.won if card not in last.cards)
        state = state.changed(last.winner, tricks=player.tricks - 1, won=won)
    return _in_round(state, tricks=tuple(before))


# --- the customs


def _raid_of(state: State) -> Raid:
    return state.round.raid or Raid(onset=HostNs(0), end=HostNs(0))


def _with_raid(state: State, raid: Raid) -> State:
    return _in_round(state, raid=raid)


def _raided(
    state: State,
    event: ev.RaidHeard | ev.WindowOpened | ev.SecondsLeft | ev.WindowClosed | ev.OrchidShown | ev.RaidSettled,
) -> State:
    raid = _raid_of(state)
    match event:
        case ev.RaidHeard():
            start = {"end": event.end, "onset": event.onset}.get(state.house.window_from, event.end)
            waits = state.house.window_from == "first_hand" and not state.house.virtual
            # An agent who pressed after the shout had begun is the first accuser.
            heard = Raid(onset=event.onset, end=event.end, start=None if waits else start, locks=raid.locks)
            state = _without_late_trick(state, event.onset)
            return _in_round(state, raid=heard, shouted=False, drawn=None, parrot=None, laid=())
        case ev.WindowOpened():
            return _with_raid(state, replace(raid, start=event.start, opened=True))
        case ev.SecondsLeft():
            return _with_raid(state, replace(raid, left=event.left))
        case ev.WindowClosed():
            return _with_raid(state, replace(raid, closed=True))
        case ev.OrchidShown():
            return state
        case ev.RaidSettled():
            return _in_round(state, settled=True)
        case _:
            assert_never(event)


def _accused(
    state: State, raid: Raid, event: ev.AccuserLockedIn | ev.AccuserLeft | ev.AccusationSpent | ev.Accused
) -> Raid:
    match event:
        case ev.AccuserLockedIn():
            lock = Lock(accuser=event.accuser, at=event.at)
            return replace(raid, locks=tuple(sorted((*raid.locks, lock), key=state.precedence)))
        case ev.AccuserLeft():
            return replace(raid, locks=_unlocked(raid, event.accuser))
        case ev.AccusationSpent():
            return replace(raid, locks=_unlocked(raid, event.accuser), spent=(*raid.spent, event.accuser))
        case ev.Accused():
            made = Accusation(accuser=event.accuser, accused=event.accused, hideout=event.hideout, at=event.at)
            waiting = tuple(sorted((*raid.accusations, made), key=state.precedence))
            locks = _unlocked(raid, event.accuser)
            return replace(raid, accusations=waiting, spent=(*raid.spent, event.accuser), locks=locks)
        case _:
            assert_never(event)


def _unlocked(raid: Raid, accuser: Seat) -> tuple[Lock, ...]:
    return tuple(lock for lock in raid.locks if lock.accuser != accuser)


def _ruled(state: State, event: ev.Ruled) -> State:
    state = _in_round(state, last=event.ruling)
    state = replace(state, orchid_gone=state.orchid_gone or (event.loses_orchid and state.orchid_lost_for_good))
    raid = _raid_of(state)
    if event.closes:
        state = _with_raid(_in_round(state, settled=True), replace(raid, locks=(), accusations=()))
        return replace(state, phase=Phase.RULED)
    if event.catches is not None:  # the window stays open
        return replace(_with_raid(state, replace(raid, caught=event.catches, opened=True)), phase=Phase.WINDOW)
    return _with_raid(state, replace(raid, accusations=raid.accusations[1:])) if state.round.raid else state


def _settled(state: State, event: ev.HandsShown | ev.ChoiceAsked | ev.PilferOpened | ev.Voided) -> State:
    match event:
        case ev.HandsShown():
            return _in_round(state, shown=True)
        case ev.ChoiceAsked():
            return _in_round(state, choosing=event.seat)
        case ev.PilferOpened():
            return state
        case ev.Voided():
            raid = replace(_raid_of(state), locks=(), accusations=())
            return _in_round(state, raid=raid, settled=True, last=None)
        case _:
            assert_never(event)


def _agent(state: State, event: ev.ParrotCalled | ev.ParrotPutOff | ev.Shouted | ev.ShoutTakenBack) -> State:
    match event:
        case ev.ParrotCalled():
            return _in_round(state, parrot=None, called=event.at)
        case ev.ParrotPutOff():
            return _in_round(state, parrot=event.until)
        case ev.Shouted():
            lock = Lock(accuser=event.by, at=event.at)
            raid = Raid(onset=event.at, end=event.at, locks=(lock,))
            return _in_round(state, raid=raid, shouted=True)
        case ev.ShoutTakenBack():
            return _in_round(state, raid=None, shouted=False)
        case _:
            assert_never(event)


# --- treasures


def _treasured(state: State, event: ev.Moved | ev.Indebted | ev.Pilfered | ev.Stowed | ev.PilferPassed) -> State:
    match event:
        case ev.Moved():
            return _moved(state, event)
        case ev.Indebted():
            return state.changed(event.seat, indebted=True)
        case ev.Pilfered():
            state = state.changed(event.seat, chose=True, indebted=False)
            return replace(state, gone=state.gone + 1)
        case ev.Stowed():
            if event.lost:
                return replace(state, out=(*state.out, *_known(event.card)))
            treasure = state.player(event.seat).treasure
            return state.changed(event.seat, treasure=None if treasure is None else (*treasure, event.card))
        case ev.PilferPassed():
            return state.changed(event.seat, chose=True)
        case _:
            assert_never(event)


def _moved(state: State, event: ev.Moved) -> State:
    state = state.changed(event.source, treasure=without(state.player(event.source).treasure, event))
    if state.round.choosing == event.source:
        state = _in_round(state, choosing=None)
    if event.target is not None:
        treasure = state.player(event.target).treasure
        gains = None if treasure is None or not event.sure else (*treasure, event.card)
        state = state.changed(event.target, treasure=gains)
        stolen = (*state.thefts.stolen, *_known(event.card)) if state.phase is Phase.THEFTS else ()
        return replace(state, thefts=replace(state.thefts, stolen=stolen))
    if event.back:
        return replace(state, gone=state.gone - 1)
    return replace(state, out=(*state.out, *_known(event.card)))


def without(treasure: Treasure, event: ev.Moved) -> Treasure:
    """Return what is known of a treasure after `event` took a card of it."""
    if treasure is None:
        return None
    if event.card is not None and event.card in treasure:
        place = treasure.index(event.card)
        return (*treasure[:place], *treasure[place + 1 :])
    return (None,) * (len(treasure) - 1) if event.sure else None


def _known(card: Card | None) -> tuple[Card, ...]:
    return () if card is None else (card,)


# --- thefts

_Thefts = (
    ev.TheftsOpened
    | ev.Planned
    | ev.PlanSealed
    | ev.PlansShown
    | ev.TheftTried
    | ev.Defended
    | ev.TheftEnded
    | ev.TheftDropped
    | ev.TheftPassed
    | ev.TurnPassed
)


def _stolen(state: State, event: _Thefts) -> State:
    thefts = state.thefts
    match event:
        case ev.TheftsOpened():
            return replace(state, thefts=Thefts(turn=event.turn))
        case ev.Planned():
            return state
        case ev.PlanSealed():
            plan = Plan(seat=event.seat, insect=event.insect, target=event.target)
            return replace(state, thefts=replace(thefts, plans=(*thefts.plans, plan)))
        case ev.PlansShown():
            order = state.clockwise(state.left_of(state.dealer))
            queue = tuple(sorted(thefts.plans, key=lambda plan: order.index(plan.seat)))
            return replace(state, thefts=replace(thefts, plans=(), queue=queue))
        case ev.TheftTried():
            tried = Theft(thief=event.thief, target=event.target, insects=(event.insect,))
            state = _spent(state, event.thief, event.insect)
            if state.house.thief_returns == "yes":
                state = replace(state, players=tuple(replace(one, passed=False) for one in state.players))
            return replace(state, thefts=replace(thefts, open=tried, queue=thefts.queue[1:]))
        case ev.Defended():
            state = _spent(state, event.seat, event.insect)
            waits = thefts.open
            answered = None if waits is None else replace(waits, insects=(*waits.insects, event.insect))
            return replace(state, thefts=replace(thefts, open=answered))
        case ev.TheftEnded():
            return replace(state, thefts=replace(thefts, open=None))
        case ev.TheftDropped():
            return replace(state, thefts=replace(thefts, queue=thefts.queue[1:]))
        case ev.TheftPassed():
            queue = thefts.queue[1:] if thefts.queue else ()
            return replace(state.changed(event.seat, passed=True), thefts=replace(thefts, queue=queue))
        case ev.TurnPassed():
            phase = Phase.COUNT if event.turn is None else state.phase
            return replace(state, phase=phase, thefts=replace(thefts, turn=event.turn))
        case _:
            assert_never(event)


def _spent(state: State, seat: Seat, insect: Card | None) -> State:
    """Discard an insect that was used."""
    used = ev.Moved(source=seat, card=insect, sure=True, target=None, back=False)
    return _moved(state, used)

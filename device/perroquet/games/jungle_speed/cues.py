"""What an event of Jungle Speed makes the device say and light, as one table; what is absent makes nothing."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.cues import Cue, Light, Pattern, Say
from perroquet.kernel.sentences import say

Cues = tuple[Cue, ...]


def _joined(_state: State, event: ev.DuelJoined) -> Cues:
    return (Light(pattern=Pattern.READY, seat=event.seat), Say(sentence=say("joined", seats={"seat": event.seat})))


def _left(_state: State, event: ev.DuelLeft) -> Cues:
    return (Light(pattern=Pattern.OFF, seat=event.seat),)


def _opened(_state: State, event: ev.DuelOpened) -> Cues:
    if not event.declared:  # cards opened it: players must see that for themselves
        return ()
    one, two = event.seats
    return (
        Light(pattern=Pattern.READY, seat=one),
        Light(pattern=Pattern.READY, seat=two),
        Say(sentence=say("duel-open", seats={"one": one, "two": two})),
    )


def _closed(_state: State, event: ev.DuelClosed) -> Cues:
    if not event.declared:
        return ()
    return (*(Light(pattern=Pattern.OFF, seat=seat) for seat in event.seats), Say(sentence=say("duel-closed")))


def _contact(_state: State, _event: ev.ContactFelt) -> Cues:
    return (Light(pattern=Pattern.WAITING),)


def _nothing_measured(_state: State, _event: ev.ContactLost) -> Cues:
    return (Light(pattern=Pattern.PLAYING), Say(sentence=say("not-measured")))


def _brushed(_state: State, _event: ev.Brushed) -> Cues:
    return (Light(pattern=Pattern.PLAYING), Say(sentence=say("brushed")))


def _asked(_state: State, event: ev.Asked) -> Cues:
    return (Light(pattern=Pattern.QUESTION), Say(sentence=event.ruling.spoken))


def _ruled(state: State, event: ev.Ruled) -> Cues:
    told = {
        **dict.fromkeys(state.seats, Pattern.OFF),
        **dict.fromkeys(event.ruling.against, Pattern.PAYS),
        **dict.fromkeys(event.ruling.who, Pattern.WINS),
    }
    return (
        Light(pattern=Pattern.PLAYING),
        *(Light(pattern=pattern, seat=seat) for seat, pattern in told.items()),
        Say(sentence=event.ruling.spoken),
    )


def _let_be(_state: State, _event: ev.LetBe) -> Cues:
    return (Light(pattern=Pattern.PLAYING), Say(sentence=say("let-be")))


def _went_on(state: State, _event: ev.WentOn) -> Cues:
    return _dark(state)


def _flipped(state: State, _event: ev.Flipped) -> Cues:
    return _dark(state)


def _dark(state: State) -> Cues:
    return tuple(Light(pattern=Pattern.OFF, seat=seat) for seat in state.seats)


def _voided(state: State, _event: ev.Voided) -> Cues:
    return (*_dark(state), Say(sentence=say("voided")))


def _ended(state: State, event: ev.Ended) -> Cues:
    winners = event.ranking[0]
    lights = tuple(Light(pattern=Pattern.WINS, seat=seat) for seat in winners)
    key = "game-won" if len(winners) == 1 else "game-stuck" if len(winners) == len(state.seats) else "game-shared"
    slots = {"seat": winners[0]} if len(winners) == 1 else {}
    return (*lights, Say(sentence=say(key, seats=slots)))


CUES: Final[Mapping[type[ev.Event], Callable[[State, Any], Cues]]] = {
    ev.DuelJoined: _joined,
    ev.DuelLeft: _left,
    ev.DuelOpened: _opened,
    ev.DuelClosed: _closed,
    ev.ContactFelt: _contact,
    ev.ContactLost: _nothing_measured,
    ev.Brushed: _brushed,
    ev.Asked: _asked,
    ev.Ruled: _ruled,
    ev.LetBe: _let_be,
    ev.WentOn: _went_on,
    ev.Flipped: _flipped,
    ev.Voided: _voided,
    ev.Ended: _ended,
}
"""Kind of event -> cues. `Dealt` and `TotemStood` need none."""


def cues(state: State, event: ev.Event) -> Cues:
    """Return what `event` makes the device do; `state` is the one after it."""
    make = CUES.get(type(event))
    return () if make is None else make(state, cast("Any", event))

"""What an event of Jungle Speed makes the device say and play, as one table; what is absent makes nothing."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.piles import person
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.cues import Cue, Play, Say, Weight
from perroquet.kernel.sentences import say
from perroquet.kernel.sounds import Sound

Cues = tuple[Cue, ...]


def _joined(_state: State, event: ev.DuelJoined) -> Cues:
    return (Say(sentence=say("joined", seats={"seat": event.seat}), weight=Weight.PASSING),)


def _opened(_state: State, event: ev.DuelOpened) -> Cues:
    one, two = event.seats
    return (Say(sentence=say("duel-open", seats={"one": one, "two": two})),)


def _pointed(state: State, event: ev.Pointed) -> Cues:
    """Say who is pointed out as a loser, or no longer: a press that nobody answers is pressed again (JS-19)."""
    key = "loses" if event.seat in state.pointed else "loses-not"
    return (Say(sentence=say(key, seats={"seat": event.seat}), weight=Weight.QUESTION),)


def _card_wanted(_state: State, event: ev.CardWanted) -> Cues:
    return (Say(sentence=say("show-card", seats={"seat": person(event.seat)}), weight=Weight.QUESTION),)


def _says(key: str, weight: Weight = Weight.NEWS) -> Callable[[State, Any], Cues]:
    """Return cues that only say the sentence `key`."""
    return lambda _state, _event: (Say(sentence=say(key), weight=weight),)


def _asked(_state: State, event: ev.Asked) -> Cues:
    return (Say(sentence=event.ruling.spoken, weight=Weight.QUESTION),)


SOUNDS: Final[Mapping[str, Sound]] = {
    "DUEL_WON": Sound.WIN,
    "MULTI_WON": Sound.WIN,
    "IN_WON": Sound.WIN,
    "PLAYER_OUT": Sound.WIN,
    "IN_LAST_FAIL": Sound.FAULT,
    "LAST_COL_TAKE_ALL": Sound.FAULT,
    "PENALTY_WRONG_GRAB": Sound.FAULT,
    "PENALTY_INTERFERE": Sound.FAULT,
    "PENALTY_FALL": Sound.FALL,
    "FALL_UNATTRIBUTED": Sound.FALL,
    "WARNING": Sound.FAULT,
}
"""Code of a ruling -> its sound; a ruling that changes nothing has none."""


def _flipped(state: State, event: ev.Flipped) -> Cues:
    """Call a volley (JS-46): it hangs on the card alone, so nothing is given away. One of a volley waits unsaid."""
    salvo = state.volley
    called = salvo is not None and salvo.arrows == (event.card,) and salvo.origin == event.seat
    return (Say(sentence=say("volley")),) if called else ()


def _first(state: State, event: ev.FirstNamed) -> Cues:
    """Say who begins; without cards, how to play too: a game that starts speaks first."""
    begins = Say(sentence=say("first", seats={"seat": event.seat}))
    how = Say(sentence=say("prompt-idle"), weight=Weight.PASSING)
    return (begins,) if state.cards is not None else (begins, how)


def _noted(_state: State, event: ev.Noted) -> Cues:
    return (Say(sentence=event.ruling.spoken),)


def _ruled(_state: State, event: ev.Ruled) -> Cues:
    sound = SOUNDS.get(event.ruling.code)
    return (*(() if sound is None else (Play(sound=sound),)), Say(sentence=event.ruling.spoken, weight=Weight.RULING))


def _ended(state: State, event: ev.Ended) -> Cues:
    winners = event.ranking[0]
    key = "game-won" if len(winners) == 1 else "game-stuck" if len(winners) == len(state.seats) else "game-shared"
    slots = {"seat": winners[0]} if len(winners) == 1 else {}
    won = () if key == "game-stuck" else (Play(sound=Sound.FANFARE),)
    return (*won, Say(sentence=say(key, seats=slots), weight=Weight.RULING))


CUES: Final[Mapping[type[ev.Event], Callable[[State, Any], Cues]]] = {
    ev.FirstNamed: _first,
    ev.Flipped: _flipped,
    ev.Noted: _noted,
    ev.TotemLeft: _says("totem-left"),
    ev.DuelJoined: _joined,
    ev.DuelOpened: _opened,
    ev.DuelClosed: _says("duel-closed"),
    ev.ContactLost: _says("not-measured"),
    ev.Brushed: _says("brushed"),
    ev.CardWanted: _card_wanted,
    ev.Misread: _says("misread", Weight.PASSING),
    ev.Asked: _asked,
    ev.Pointed: _pointed,
    ev.Ruled: _ruled,
    ev.Recalled: _says("recalled", Weight.RECALL),
    ev.LetBe: _says("let-be", Weight.QUESTION),
    ev.Voided: _says("voided"),
    ev.Ended: _ended,
}
"""Kind of event -> cues. What is absent is silent, and so is a flip: players see for themselves what cards opened."""


def cues(state: State, event: ev.Event) -> Cues:
    """Return what `event` makes the device do; `state` is the one after it."""
    make = CUES.get(type(event))
    return () if make is None else make(state, cast("Any", event))

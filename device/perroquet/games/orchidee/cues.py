"""What an event of L'Orchidée makes the device do, as one table. Until the shout, nothing depends on the raid."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee import scores, tricks
from perroquet.games.orchidee.raid import armed
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.cues import Ambience, Cue, DisarmRaid, Play, Say, Weight
from perroquet.kernel.sentences import say
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import Seat

Cues = tuple[Cue, ...]


def scene(state: State) -> Cues:
    """Return the sound that belongs to the state."""
    if not _live(state):
        return ()
    seed = state.luck.split("sound").split(state.number).seed
    return (armed(state), Ambience(on=True, seed=seed, scene=state.house.mood))


def _live(state: State) -> bool:
    """Tell whether play is live, so that the raid's clock runs (OR-10)."""
    pilfering = state.phase is Phase.PILFER and state.house.armed == "whole_game" and state.round.raid is None
    return state.phase is Phase.PLAY or (pilfering and state.number > 0)


# --- rounds and tricks


def _round(_state: State, event: ev.RoundBegan) -> Cues:
    begins = say("round-begins", seats={"seat": event.dealer}, numbers={"number": event.number, "each": event.each})
    return (Say(sentence=begins),)


def _drawn(state: State, _event: ev.RaidDrawn) -> Cues:
    return scene(state)


def _trick(state: State, event: ev.TrickClosed) -> Cues:
    again = (armed(state),) if state.round.drawn_trick is not None else ()
    return (Play(sound=Sound.TICK), *again, *_taken(state, event))


def _taken(state: State, event: ev.TrickClosed) -> Cues:
    """Say who took a virtual trick. With real cards everybody has just seen it: say who leads the next one."""
    if event.best is not None and event.winner is not None:
        key = f"trick-{tricks.show(event.best)}"
        return (Say(sentence=say(key, seats={"seat": event.winner}, words={"number": event.best[1:]})),)
    if state.house.virtual:
        return (Say(sentence=say("trick-tied")),)
    if len(state.round.tricks) >= state.total:
        return ()
    numbers = {"number": len(state.round.tricks) + 1, "total": state.total}
    return (Say(sentence=say("leads", seats={"seat": state.leader}, numbers=numbers)),)


def _tricks_ended(state: State, _event: ev.TricksEnded) -> Cues:
    # The raid stays armed: without the jungle its clock stands still, and an undo finds it as it was.
    hush = () if _live(state) else (Ambience(on=False),)
    return (*hush, Say(sentence=say("pilfer")))


# --- the customs and the agent


def _window(_state: State, _event: ev.WindowOpened) -> Cues:
    return (Play(sound=Sound.TICK), Say(sentence=say("ten-seconds")))


def _raid(_state: State, _event: ev.RaidHeard) -> Cues:
    return (Ambience(on=False),)


def _seconds_left(_state: State, _event: ev.SecondsLeft) -> Cues:
    return (Play(sound=Sound.LAST_SECOND),)


def _closed(_state: State, _event: ev.WindowClosed) -> Cues:
    return (Play(sound=Sound.TICK), Say(sentence=say("time-is-up")))


def _locked_in(state: State, event: ev.AccuserLockedIn) -> Cues:
    first = state.round.raid is not None and state.round.raid.locks[0].accuser == event.accuser
    asked = (Say(sentence=say("accuses", seats={"seat": event.accuser})),) if first else ()
    return (Play(sound=Sound.TICK), *asked)


def _next_accuser(state: State) -> Cues:
    """Ask the next one who locked in."""
    raid = state.round.raid
    if raid is None or not raid.locks:
        return ()
    return (Say(sentence=say("accuses", seats={"seat": raid.locks[0].accuser})),)


def _accused(state: State, event: ev.Accused) -> Cues:
    key = "accuses-whom" if state.house.virtual else "accuses-whom-found"
    return (Say(sentence=say(key, seats={"seat": event.accuser, "accused": event.accused})), *_next_accuser(state))


def _left(state: State, _event: ev.AccuserLeft | ev.AccusationSpent) -> Cues:
    return _next_accuser(state)


SOUNDS: Final[Mapping[str, Sound]] = {
    "CAUGHT_IN_HAND": Sound.WIN,
    "CAUGHT_ACCUSED": Sound.WIN,
    "CAUGHT_BY_TABLE": Sound.WIN,
    "AGENT_RIGHT": Sound.WIN,
    "AGENT_WRONG": Sound.FAULT,
    "FALSE_ACCUSATION": Sound.FAULT,
    "FALSE_ALARM": Sound.FAULT,
    "ORCHID_LOST": Sound.SIREN,
    "NOBODY_CAUGHT": Sound.SIREN,
}
"""Code of a ruling -> its sound; when nobody is caught, the patrol leaves."""


def _ruled(_state: State, event: ev.Ruled) -> Cues:
    """Sound the ruling, say it, and say what it costs."""
    played = Play(sound=SOUNDS[event.ruling.code])
    costs = (one for one in event.ruling.long[1:] if one.key.startswith(("loses-", "agent-takes")))
    return (played, *(Say(sentence=one, weight=Weight.RULING) for one in (event.ruling.spoken, *costs)))


def _parrot(_state: State, _event: ev.ParrotCalled) -> Cues:
    return (Play(sound=Sound.PARROT), Say(sentence=say("parrot")))


def _shouted(_state: State, event: ev.Shouted) -> Cues:
    return (Ambience(on=False), Play(sound=Sound.TICK), Say(sentence=say("shouts", seats={"seat": event.by})))


def _taken_back(state: State, _event: ev.ShoutTakenBack) -> Cues:
    return (*scene(state)[1:], Say(sentence=say("shout-taken-back")))


# --- treasures, thefts, gold


def _pilfered(_state: State, event: ev.Pilfered) -> Cues:
    told = (Say(sentence=say("debt-paid", seats={"seat": event.seat})),) if event.lost else ()
    return (Play(sound=Sound.CHANGE), *told)


def _pilfer_again(state: State, _event: ev.PilferOpened) -> Cues:
    key = "no-pilfer-after-raid" if state.house.pilfer_after_raid == "no" else "pilfer-after-raid"
    return (Say(sentence=say(key)),)


def _choice(_state: State, event: ev.ChoiceAsked) -> Cues:
    return (Say(sentence=say("prompt-choose", seats={"seat": event.seat})),)


def _thefts(_state: State, event: ev.TheftsOpened) -> Cues:
    turn = () if event.turn is None else _turn(event.turn)
    return (DisarmRaid(), Ambience(on=False), Say(sentence=say("thefts")), *turn)


def _turn(seat: Seat) -> Cues:
    return (Play(sound=Sound.TURN), Say(sentence=say("may-steal", seats={"seat": seat})))


def _tried(_state: State, event: ev.TheftTried) -> Cues:
    seats = {"seat": event.thief, "target": event.target}
    if event.insect is None:
        tried = say("theft-tried", seats=seats)
    else:
        tried = say("theft-tried-with", seats=seats, words={"number": event.insect[1:]})
    return (Say(sentence=tried),)


def _defended(_state: State, event: ev.Defended) -> Cues:
    if event.insect is None:
        return (Say(sentence=say("defended", seats={"seat": event.seat})),)
    return (Say(sentence=say("defended-with", seats={"seat": event.seat}, words={"number": event.insect[1:]})),)


def _theft_ended(_state: State, event: ev.TheftEnded) -> Cues:
    sound, key = (Sound.CHANGE, "stolen") if event.stolen else (Sound.FAULT, "not-stolen")
    return (Play(sound=sound), Say(sentence=say(key, seats={"seat": event.thief, "target": event.target})))


def _dropped(_state: State, event: ev.TheftDropped) -> Cues:
    return (Say(sentence=say("theft-dropped", seats={"seat": event.thief, "target": event.target})),)


def _passed(state: State, event: ev.TurnPassed) -> Cues:
    if event.turn is not None:
        return _turn(event.turn)
    return (Say(sentence=say("thefts-over")), *_next_count(state))


def _counted(state: State, event: ev.Counted) -> Cues:
    counted = say("counted", seats={"seat": event.seat}, numbers={"points": event.points})
    return (Say(sentence=counted), *_next_count(state))


def _next_count(state: State) -> Cues:
    seat = None if state.house.virtual else scores.asked(state)
    return () if seat is None else (Say(sentence=say("count-yours", seats={"seat": seat})),)


def _ended(state: State, event: ev.Ended) -> Cues:
    best = max(player.points or 0 for player in state.players)
    if len(event.winners) == 1:
        won = say("wins", seats={"seat": event.winners[0]}, numbers={"points": best})
    else:
        won = say(f"share-{len(event.winners)}", seats=dict(zip(_SLOTS, event.winners, strict=False)))
    return (Play(sound=Sound.FANFARE), Say(sentence=won))


_SLOTS: Final = ("first", "second", "third", "fourth", "fifth")


CUES: Final[Mapping[type[ev.Event], Callable[[State, Any], Cues]]] = {
    ev.RoundBegan: _round,
    ev.RaidDrawn: _drawn,
    ev.TrickClosed: _trick,
    ev.TricksEnded: _tricks_ended,
    ev.RaidHeard: _raid,
    ev.WindowOpened: _window,
    ev.SecondsLeft: _seconds_left,
    ev.WindowClosed: _closed,
    ev.AccuserLockedIn: _locked_in,
    ev.AccuserLeft: _left,
    ev.AccusationSpent: _left,
    ev.Accused: _accused,
    ev.OrchidShown: lambda _state, _event: (Say(sentence=say("whose-hand")),),
    ev.OrchidNotShown: lambda _state, _event: (Say(sentence=say("go-on-looking")),),
    ev.Ruled: _ruled,
    ev.ChoiceAsked: _choice,
    ev.Indebted: lambda _state, event: (Say(sentence=say("owes", seats={"seat": event.seat})),),
    ev.PilferOpened: _pilfer_again,
    ev.Voided: lambda _state, _event: (Say(sentence=say("voided")),),
    ev.ParrotCalled: _parrot,
    ev.Shouted: _shouted,
    ev.ShoutTakenBack: _taken_back,
    ev.Pilfered: _pilfered,
    ev.TheftsOpened: _thefts,
    ev.PlansShown: lambda _state, _event: (Say(sentence=say("plans-shown")),),
    ev.TheftTried: _tried,
    ev.Defended: _defended,
    ev.TheftEnded: _theft_ended,
    ev.TheftDropped: _dropped,
    ev.TurnPassed: _passed,
    ev.Counted: _counted,
    ev.Ended: _ended,
}
"""Kind of event -> cues; what is absent is silent. The shout itself is in the air already."""


def cues(state: State, event: ev.Event) -> Cues:
    """Return what `event` makes the device do; `state` is the one after it."""
    make = CUES.get(type(event))
    return () if make is None else make(state, cast("Any", event))

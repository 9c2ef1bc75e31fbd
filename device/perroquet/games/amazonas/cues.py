"""What an event of Amazonas makes the device say and play, as one table. Secret events are silent."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.answers import to_count, to_dial
from perroquet.games.amazonas.facts import event_key
from perroquet.games.amazonas.money import coins
from perroquet.games.amazonas.sites import rows_for_indio
from perroquet.games.amazonas.state import Phase, State
from perroquet.games.amazonas.views import prompt
from perroquet.kernel.cues import Cue, Play, Say
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import Seat

Cues = tuple[Cue, ...]

PLACES: Final = ("a", "b", "c", "d")
"""Slots of players in sentences that name several."""

COINS: Final = ("x", "y", "z", "w")
"""Slots of their coins."""


def _asked(state: State, _event: ev.Event) -> Cues:
    """Say what is asked now."""
    return (Say(sentence=prompt(state).sentence),)


def _start(state: State, event: ev.StartBegun) -> Cues:
    return (Say(sentence=say("first-player", seats={"seat": event.first})), *_asked(state, event))


def _round(_state: State, event: ev.RoundBegun) -> Cues:
    numbers = {"number": event.number}
    return (
        Play(sound=Sound.TICK),
        Say(sentence=say("round", numbers=numbers, terms={"event": event_key(event.event)})),
    )


def _reveal(state: State, event: ev.Event) -> Cues:
    return _asked(state, event) if to_dial(state) is not None and state.phase is Phase.SHOW else ()


def _ordered(state: State, event: ev.Ordered) -> Cues:
    ties = tuple(Say(sentence=_tie(tie)) for tie in event.ties)
    return (*ties, Say(sentence=say(f"order-{len(event.order)}", seats=_named(event.order))), *_offer(state))


def _tie(tie: ev.Tie) -> Sentence:
    coins_held = dict(zip(COINS, tie.coins, strict=False))
    return say(f"tie-{len(tie.seats)}", seats=_named(tie.seats), numbers={"value": tie.value, **coins_held})


def _named(seats: tuple[Seat, ...]) -> Mapping[str, Seat]:
    return dict(zip(PLACES, seats, strict=False))


def _offer(state: State) -> Cues:
    """Ask whoever's turn it is whether they hire the Indio, if one is on offer."""
    active = state.active
    return (Say(sentence=prompt(state).sentence),) if active and rows_for_indio(state, active) else ()


def _turn_ended(state: State, _event: ev.TurnEnded) -> Cues:
    return _asked(state, _event) if state.phase is Phase.START and state.active is not None else _offer(state)


def _collected(_state: State, event: ev.Collected) -> Cues:
    got = event.takings
    gold, silver = coins(got.purse)
    numbers = {"income": got.income, "gold": gold, "silver": silver, "extra": got.extra, "lost": got.lost}
    key = "collects-extra" if got.extra else "collects-less" if got.lost else "collects"
    return (Say(sentence=say(key, seats={"seat": event.seat}, numbers=numbers)),)


def _hired(_state: State, event: ev.Hired) -> Cues:
    sentence = say("hires", seats={"seat": event.seat}, terms={"species": event.species})
    return (Play(sound=Sound.WIN), Say(sentence=sentence))


def _built(state: State, event: ev.HutBuilt) -> Cues:
    return _hut(state, event, event.village)


def _declared(state: State, event: ev.HutDeclared) -> Cues:
    return _hut(state, event, str(event.number))


def _hut(state: State, event: ev.HutBuilt | ev.HutDeclared, village: str) -> Cues:
    sentence = say(
        "builds",
        seats={"seat": event.seat},
        numbers={"price": event.price},
        words={"village": village},
        terms={"species": event.species},
    )
    following = _asked(state, event) if state.phase is Phase.START and state.active is not None else ()
    return (Play(sound=Sound.TICK), Say(sentence=sentence), *following)


def _neutral(_state: State, event: ev.NeutralBuilt) -> Cues:
    seats = {"seat": event.seat}
    if event.village is None:
        return (Say(sentence=say("builds-neutral", seats=seats)),)
    return (Say(sentence=say("builds-neutral-at", seats=seats, words={"village": event.village})),)


def _chip(_state: State, event: ev.ChipWon) -> Cues:
    sentence = say("wins-chip", seats={"seat": event.seat}, numbers={"chip": event.chip})
    return (Play(sound=Sound.WIN), Say(sentence=sentence))


def _lost(_state: State, _event: ev.IndiosLost) -> Cues:
    return (Say(sentence=say("indio-lost")),)


def _gone(_state: State, event: ev.LeftGame) -> Cues:
    return (Say(sentence=say("leaves", seats={"seat": event.seat})),)


def _count(state: State, event: ev.CountBegun) -> Cues:
    return (Say(sentence=say("last-round-over")), *(_asked(state, event) if to_count(state) is not None else ()))


def _counted(state: State, event: ev.MissionCounted) -> Cues:
    return _asked(state, event) if to_count(state) is not None else ()


def _scored(_state: State, event: ev.Scored) -> Cues:
    return (Play(sound=Sound.WIN), Say(sentence=event.ruling.spoken))


CUES: Final[Mapping[type[ev.Event], Callable[[State, Any], Cues]]] = {
    ev.StartBegun: _start,
    ev.RoundBegun: _round,
    ev.RevealCalled: _reveal,
    ev.CardDialled: _reveal,
    ev.Ordered: _ordered,
    ev.TurnEnded: _turn_ended,
    ev.Collected: _collected,
    ev.Hired: _hired,
    ev.HutBuilt: _built,
    ev.HutDeclared: _declared,
    ev.NeutralBuilt: _neutral,
    ev.ChipWon: _chip,
    ev.AimChanged: _asked,
    ev.Told: _asked,
    ev.IndiosLost: _lost,
    ev.LeftGame: _gone,
    ev.CountBegun: _count,
    ev.MissionCounted: _counted,
    ev.Scored: _scored,
}
"""Kind of event -> cues. Missions and chosen cards are secret; a card turned up is told by the order it leads to."""


def cues(state: State, event: ev.Event) -> Cues:
    """Return what `event` makes the device do; `state` is the one after it."""
    make = CUES.get(type(event))
    return () if make is None else make(state, cast("Any", event))

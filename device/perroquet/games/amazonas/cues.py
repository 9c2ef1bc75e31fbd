"""What an event of Amazonas makes the device say and play, as one table. Secret events are silent."""

from collections.abc import Callable, Mapping
from typing import Any, Final, cast

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.cards import HAND
from perroquet.games.amazonas.course import due
from perroquet.games.amazonas.facts import event_key
from perroquet.games.amazonas.money import coins
from perroquet.games.amazonas.sites import worth
from perroquet.games.amazonas.state import State
from perroquet.games.amazonas.views import prompt
from perroquet.kernel.cues import Cue, Play, Say
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import Seat

Cues = tuple[Cue, ...]

PLACES: Final = ("a", "b", "c", "d")
"""Slots of players in sentences that name several."""

COINS: Final = ("x", "y", "z", "w")
"""Slots of what they have: coins, or incomes."""

COINS_AFTER: Final = ("p", "q", "r", "s")
"""And of those they have then."""


def _asked(state: State, _event: ev.Event) -> Cues:
    """Say what is asked now."""
    return (Say(sentence=prompt(state).sentence),)


def _then(state: State, event: ev.Event) -> Cues:
    """Say what is asked now, unless more happens by itself first."""
    return _asked(state, event) if due(state) is None else ()


def _start(state: State, event: ev.StartBegun) -> Cues:
    unknown = state.house.tiebreak == "card_id" and not state.card_numbers
    return (
        *((Say(sentence=say("no-card-numbers")),) if unknown else ()),
        Say(sentence=say("first-player", seats={"seat": event.first})),
        *_asked(state, event),
    )


def _round(state: State, event: ev.RoundBegun) -> Cues:
    """Tell the round, when all cards come back to the hands (AM-14), and what to do."""
    told = say("round", numbers={"number": event.number}, terms={"event": event_key(event.event)})
    hands_back = event.number > 1 and all(one.hand == HAND for one in state.playing)
    return (
        Play(sound=Sound.TICK),
        Say(sentence=told),
        *((Say(sentence=say("hands-back")),) if hands_back else ()),
        *_asked(state, event),
    )


def _ordered(state: State, event: ev.Ordered) -> Cues:
    ties = tuple(Say(sentence=_tie(state, tie)) for tie in event.ties)
    worths = [worth(state, one, one.card or 0) for one in map(state.of, event.order)]
    numbers = {slot: int(silver) for slot, silver in zip(COINS, worths, strict=False)}
    told = say(f"order-{len(event.order)}", seats=_named(event.order), numbers=numbers)
    return (*ties, Say(sentence=told), *_then(state, event))


def _tie(state: State, tie: ev.Tie) -> Sentence:
    """Tell who acts first by which coins, and what coins the exchange leaves them; printed numbers stay."""
    numbers = {"value": tie.value, **dict(zip(COINS, tie.coins, strict=False))}
    if state.card_numbers:
        return say(f"tie-cards-{len(tie.seats)}", numbers=numbers)
    after = [state.of(seat).copper for seat in tie.seats]
    return say(f"tie-{len(tie.seats)}", numbers={**numbers, **dict(zip(COINS_AFTER, after, strict=False))})


def _named(seats: tuple[Seat, ...]) -> Mapping[str, Seat]:
    return dict(zip(PLACES, seats, strict=False))


def _collected(state: State, event: ev.Collected) -> Cues:
    """Tell the money of a turn, and that it ends when nothing can be built."""
    got = event.takings
    gold, silver = coins(got.purse)
    numbers = {"income": got.income, "gold": gold, "silver": silver, "extra": got.extra, "lost": got.lost}
    explorer = state.of(event.seat)
    burnt = got.income < worth(state, explorer, explorer.card or 0)
    key = "collects-extra" if got.extra else "collects-less" if got.lost else "collects-burnt" if burnt else "collects"
    passes = (Say(sentence=say("nothing-to-build")),) if isinstance(due(state), ev.TurnEnded) else ()
    return (Say(sentence=say(key, seats={"seat": event.seat}, numbers=numbers)), *passes, *_then(state, event))


def _hired(state: State, event: ev.Hired) -> Cues:
    sentence = say("hires", seats={"seat": event.seat}, terms={"species": event.species})
    return (Play(sound=Sound.WIN), Say(sentence=sentence), *_then(state, event))


def _built(state: State, event: ev.HutBuilt) -> Cues:
    seats, numbers = {"seat": event.seat}, {"price": event.price}
    terms = {"species": event.species}
    sentence = say("builds", seats=seats, numbers=numbers, words={"village": event.village}, terms=terms)
    return (Play(sound=Sound.TICK), Say(sentence=sentence), *_then(state, event))


def _declared(state: State, event: ev.HutDeclared) -> Cues:
    seats, numbers = {"seat": event.seat}, {"price": event.price, "number": event.number}
    sentence = say("builds-told", seats=seats, numbers=numbers, terms={"species": event.species})
    return (Play(sound=Sound.TICK), Say(sentence=sentence), *_then(state, event))


def _neutral(state: State, event: ev.NeutralBuilt) -> Cues:
    seats = {"seat": event.seat}
    if event.village is None:
        return (Say(sentence=say("builds-neutral", seats=seats)), *_then(state, event))
    sentence = say("builds-neutral-at", seats=seats, words={"village": event.village})
    return (Say(sentence=sentence), *_then(state, event))


def _chip(state: State, event: ev.ChipWon) -> Cues:
    sentence = say("wins-chip", seats={"seat": event.seat}, numbers={"chip": event.chip})
    return (Play(sound=Sound.WIN), Say(sentence=sentence), *_then(state, event))


def _lost(_state: State, _event: ev.IndiosLost) -> Cues:
    return (Say(sentence=say("indio-lost")),)


def _gone(state: State, event: ev.LeftGame) -> Cues:
    return (Say(sentence=say("leaves", seats={"seat": event.seat})), *_then(state, event))


def _count(state: State, event: ev.CountBegun) -> Cues:
    return (Say(sentence=say("last-round-over")), *_then(state, event))


def _scored(_state: State, event: ev.Scored) -> Cues:
    return (Play(sound=Sound.FANFARE), Say(sentence=event.ruling.spoken))


CUES: Final[Mapping[type[ev.Event], Callable[[State, Any], Cues]]] = {
    ev.MissionsAsked: _asked,
    ev.StartBegun: _start,
    ev.RoundBegun: _round,
    ev.RevealCalled: _then,
    ev.CardShown: _then,
    ev.CardDialled: _then,
    ev.Ordered: _ordered,
    ev.TurnEnded: _then,
    ev.Collected: _collected,
    ev.Hired: _hired,
    ev.HutBuilt: _built,
    ev.HutDeclared: _declared,
    ev.NeutralBuilt: _neutral,
    ev.ChipWon: _chip,
    ev.AimChanged: _asked,
    ev.Told: _asked,
    ev.IndiosLost: _lost,
    ev.LeaveAsked: _asked,
    ev.Stayed: _asked,
    ev.LeftGame: _gone,
    ev.CountBegun: _count,
    ev.MissionCounted: _then,
    ev.Scored: _scored,
}
"""Kind of event -> cues. Missions and chosen cards are secret; a card turned up is told by the order it leads to."""


def cues(state: State, event: ev.Event) -> Cues:
    """Return what `event` makes the device do; `state` is the one after it."""
    make = CUES.get(type(event))
    return () if make is None else make(state, cast("Any", event))

"""What every ruling brings about besides its own words: who really restarts, the totem that is back, the end."""

from dataclasses import replace

from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.ending import ending
from perroquet.games.jungle_speed.evolve import evolve
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.units import Seat

Events = tuple[ev.Event, ...]


def settled(state: State, ruled: ev.Ruled) -> Events:
    """Return `ruled` with the restarter who has a card to turn (JS-5), and what follows from it."""
    after = evolve(state, ruled)
    if after.cards is not None and ruled.restart is not None:
        ruled = replace(ruled, restart=after.cards.next_to_flip(ruled.restart))
        after = evolve(state, ruled)
    back: Events = (ev.TotemStood(),) if state.back else ()
    return (ruled, *back, *ending(after))


def folded(state: State, events: Events) -> State:
    """Return the state after `events`."""
    for event in events:
        state = evolve(state, event)
    return state


def turn(state: State) -> Seat | None:
    """Return whose flip is due, as far as it is known."""
    return None if state.cards is None else state.cards.turn


def nobody(state: State) -> tuple[()] | None:
    """Return the pickups of a ruling in which nobody picks up anything: None while the cards are unknown."""
    return None if state.cards is None else ()

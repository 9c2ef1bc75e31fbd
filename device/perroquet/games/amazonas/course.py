"""The course of a game: what happens by itself, one event at a time, whenever nobody has to decide anything."""

from collections.abc import Mapping
from typing import assert_never

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.cards import ROUNDS, Kind, Silver
from perroquet.games.amazonas.money import takings, turn_order
from perroquet.games.amazonas.sites import idle, last_of_round, rows_for_indio, worth
from perroquet.games.amazonas.state import Explorer, Phase, State, evolve
from perroquet.kernel.units import Seat

FEWEST = 2
"""Players without whom a game ends."""


def course(state: State, events: tuple[ev.Event, ...]) -> tuple[tuple[ev.Event, ...], State]:
    """Return `events`, all that follows from them by itself, and the state after it all."""
    for event in events:
        state = evolve(state, event)
    while (event := due(state)) is not None:
        events = (*events, event)
        state = evolve(state, event)
    return events, state


def due(state: State) -> ev.Event | None:
    """Return what happens next by itself; None = somebody has to decide."""
    match state.phase:
        case Phase.TURNS:
            return _turn(state)
        case Phase.CHOOSE | Phase.SHOW:
            return _cards(state)
        case Phase.KEEP | Phase.START:
            return _setting_up(state)
        case Phase.COUNT | Phase.OVER:
            return None  # the end is a ruling: a decision of its own, so that the table can contest just that
        case _:
            assert_never(state.phase)


def _setting_up(state: State) -> ev.Event | None:
    box = state.box
    if _too_few(state):
        return ev.CountBegun()
    if state.phase is Phase.KEEP:
        for place, explorer in enumerate(state.explorers):
            if box.dealt and not explorer.missions:
                first = place * box.dealt
                return ev.MissionsDealt(seat=explorer.seat, missions=box.missions[first : first + box.dealt])
        asked = box.dealt == 1 or undecided(state)
        return None if asked else start_begun(state)
    if state.active is None:
        return _next_round(state)
    return ev.TurnEnded(seat=state.active.seat) if state.active.seat in state.gone else None


def undecided(state: State) -> bool:
    """Tell whether somebody still has two missions to choose from."""
    return any(len(explorer.missions) > 1 for explorer in state.playing)


def start_begun(state: State) -> ev.StartBegun:
    """Return the beginning of the start huts."""
    return ev.StartBegun(first=state.explorers[state.order[0]].seat)


def _cards(state: State) -> ev.Event | None:
    """Turn cards up once every player has chosen or the table says so; then order the turns."""
    if _too_few(state):
        return ev.CountBegun()
    hidden = [explorer for explorer in state.playing if not explorer.shown]
    if not hidden:
        return _ordered(state)
    known = [(explorer, explorer.card) for explorer in hidden if explorer.card is not None]
    if not known or (state.phase is Phase.CHOOSE and len(known) < len(hidden)):
        return None
    explorer, card = known[0]
    return ev.CardShown(seat=explorer.seat, card=card, value=worth(state, explorer, card))


def _ordered(state: State) -> ev.Ordered:
    numbers, playing = state.card_numbers, state.playing
    values = {one.seat: worth(state, one, one.card or 0) for one in playing}
    coins = {one.seat: one.copper for one in playing}
    after = {one.seat: one.copper for one in state.explorers}
    if numbers:
        coins = {one.seat: numbers[state.box.seats.index(one.seat)][one.card or 0] for one in playing}
        order, _ = turn_order(values, coins)
    else:
        order, exchanged = turn_order(values, coins, rotate=state.house.exchange == "rotate")
        after.update(exchanged)
    return ev.Ordered(order=order, copper=tuple(after.values()), ties=_ties(order, values, coins))


def _ties(order: tuple[Seat, ...], values: Mapping[Seat, Silver], coins: Mapping[Seat, int]) -> tuple[ev.Tie, ...]:
    """Return the groups of players whose cards are worth the same, the highest first."""
    groups: dict[Silver, list[Seat]] = {}
    for seat in order:
        groups.setdefault(values[seat], []).append(seat)
    return tuple(
        ev.Tie(value=value, seats=tuple(tied), coins=tuple([coins[seat] for seat in tied]))
        for value, tied in groups.items()
        if len(tied) > 1
    )


def _turn(state: State) -> ev.Event | None:
    """Give the money of a turn and the chip it earned; end it when nothing can be built; go on after the last."""
    active = state.active
    if _too_few(state):
        return ev.CountBegun()
    if active is None:
        return _round_over(state)
    if active.seat in state.gone:
        return ev.TurnEnded(seat=active.seat)
    if not state.collected and not rows_for_indio(state, active):
        return collected(state, active)
    if not active.chip and state.chips and all(active.rows):
        return ev.ChipWon(seat=active.seat, chip=state.chips[0])
    # The last of a round ends it by hand: until then the table can go back to every slip of it, and no further,
    # because the next event card is turned up.
    if state.collected and not last_of_round(state) and idle(state, active):
        return ev.TurnEnded(seat=active.seat)
    return None


def collected(state: State, explorer: Explorer) -> ev.Collected:
    """Return the money of a turn being taken."""
    got = takings(
        state.event,
        explorer.card,
        worth(state, explorer, explorer.card or 0),
        explorer.rows,
        explorer.purse,
        whole=state.house.theft == "value",
    )
    return ev.Collected(seat=explorer.seat, takings=got)


def _round_over(state: State) -> ev.Event:
    event = state.event
    if state.offered and event is not None and event.kind is Kind.INDIO and state.house.indio_refused == "lost":
        return ev.IndiosLost(count=state.offered)
    return ev.CountBegun() if state.number == ROUNDS else _next_round(state)


def _next_round(state: State) -> ev.RoundBegun:
    event = state.box.deck[state.number]
    offered = state.offered + (event.kind is Kind.INDIO)
    return ev.RoundBegun(number=state.number + 1, event=event, offered=offered)


def _too_few(state: State) -> bool:
    return len(state.explorers) - len(state.gone) < FEWEST

"""The end: what the nuggets add up to, and who is the richest (OR-30)."""

from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import Card, nuggets, value
from perroquet.games.orchidee.evolve import evolve
from perroquet.games.orchidee.state import Phase, Player, State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.units import Seat

Events = tuple[ev.Event, ...]

RICHEST: int = sum(range(1, 21))
"""What all nuggets add up to."""


def worth(cards: tuple[Card, ...]) -> int:
    """Return what a treasure scores: its nuggets; insects never count."""
    return sum(value(card) for card in nuggets(cards))


def count(state: State, first: Events = ()) -> Events:
    """Count every treasure that is known, and end the game when all are counted."""
    told = list[ev.Event](first)
    for event in first:
        state = evolve(state, event)
    for player in state.players:
        if player.points is None and player.known is not None:
            counted = ev.Counted(seat=player.seat, points=worth(player.known) + player.bonus)
            told.append(counted)
            state = evolve(state, counted)
    if all(player.points is not None for player in state.players):
        told.append(ev.Ended(winners=winners(state), seed=state.luck.seed))
    return tuple(told)


def asked(state: State) -> Seat | None:
    """Return whose gold the table is asked for."""
    waiting = (player.seat for player in state.players if player.points is None and player.known is None)
    return next(waiting, None)


def enter(state: State, wish: cmd.Count) -> Events:
    """Take what a player counted."""
    if state.phase is not Phase.COUNT or state.player(wish.seat).points is not None:
        raise IllegalCommand("not-now", f"nobody asked what seat {wish.seat} has")
    if not 0 <= wish.points <= RICHEST:
        raise IllegalCommand("too-rich", f"{wish.points} points; all nuggets together are {RICHEST}")
    return count(state, (ev.Counted(seat=wish.seat, points=wish.points),))


def winners(state: State) -> tuple[Seat, ...]:
    """Return the richest; equals share, or the house counts their nuggets too."""
    best = max(player.points or 0 for player in state.players)
    rich = [player for player in state.players if player.points == best]
    if state.house.final_tie == "nuggets" and all(player.known is not None for player in rich):
        most = max(_wealth(player) for player in rich)
        rich = [player for player in rich if _wealth(player) == most]
    return tuple(player.seat for player in rich)


def _wealth(player: Player) -> tuple[int, int]:
    """Return how many nuggets, and the highest."""
    own = nuggets(player.known or ())
    return len(own), value(own[-1]) if own else 0

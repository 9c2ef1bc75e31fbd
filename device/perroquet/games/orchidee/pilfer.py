"""After a round: one card of the own tricks, laid aside face down for the end (OR-23, OR-24)."""

from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.state import Phase, Player, State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.units import Seat

Events = tuple[ev.Event, ...]


def may_pilfer(state: State, player: Player) -> bool | None:
    """Tell whether a player won a trick of this round; None = the device was not told."""
    if state.round.settled and state.house.pilfer_after_raid == "no":
        return False
    if player.tricks > 0:
        return True
    return False if _all_told(state) else None


def _all_told(state: State) -> bool:
    """Tell whether the device knows who took each trick: a round that nobody counted tells it nothing (OR-33)."""
    done = state.round.tricks
    if state.house.virtual:
        return True
    whole = len(done) >= state.total or state.round.raid is not None
    return bool(done) and whole and all(trick.told for trick in done)


def undecided(state: State) -> tuple[Seat, ...]:
    """Return who still may pilfer or pass."""
    return tuple(one.seat for one in state.players if may_pilfer(state, one) is not False and not one.chose)


def pilfer(state: State, wish: cmd.Pilfer) -> Events:
    """Lay a card aside."""
    player = _choosing(state, wish.seat)
    if may_pilfer(state, player) is False:
        raise IllegalCommand("no-trick-won", f"seat {wish.seat} has won no trick in this round, so it pilfers nothing")
    if player.won is not None and wish.card not in player.won:
        raise IllegalCommand("not-in-own-tricks", "only a card of the own tricks of this round is pilfered")
    if wish.card is not None and wish.card in (*(player.treasure or ()), *state.out):
        raise IllegalCommand("duplicate-card", "each card exists once, and that one was laid aside before")
    lost = player.indebted
    return (ev.Pilfered(seat=wish.seat, lost=lost), ev.Stowed(seat=wish.seat, card=wish.card, lost=lost))


def pass_pilfer(state: State, seat: Seat) -> Events:
    """Lay none aside."""
    _choosing(state, seat)
    return (ev.PilferPassed(seat=seat),)


def _choosing(state: State, seat: Seat) -> Player:
    player = state.player(seat)
    if state.phase is not Phase.PILFER or state.number == 0:
        raise IllegalCommand("not-now", f"nobody pilfers in phase {state.phase.value!r}; it comes after the tricks")
    if player.chose:
        raise IllegalCommand("one-per-round", f"seat {seat} has pilfered in this round, or passed")
    return player

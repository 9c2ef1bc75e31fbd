"""What a caught smuggler, a false accuser or a poor liar gives up, and how much of it everybody sees (OR-18, OR-22)."""

from dataclasses import dataclass

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import Card, highest, insects, nuggets
from perroquet.games.orchidee.state import Player, State
from perroquet.kernel.units import Seat

Events = tuple[ev.Event, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Loss:
    """What a seat gives up.

    Attributes:
        cost: as everybody sees it.
        events: which card it is, if it is known. Secret, but for debts and choices.
    """

    seat: Seat
    cost: ev.Cost
    events: Events = ()


def confiscation(state: State, seat: Seat) -> Loss:
    """Return what the customs take from a smuggler: the highest pilfered card."""
    player = state.player(seat)
    if state.house.confiscates == "nugget":
        return _nugget(player, target=None, back=_back(state))
    if player.treasure == ():
        owes = (ev.Indebted(seat=seat),) if state.house.nothing_left == "debt" else ()
        return Loss(seat=seat, cost=ev.Cost.NOTHING, events=owes)
    best = () if player.known is None else highest(player.known)
    if len(best) > 1 and state.house.equal == "owner":
        return Loss(seat=seat, cost=ev.Cost.CARD, events=(ev.ChoiceAsked(seat=seat),))
    card = best[-1] if best else None
    # A treasure of which not even the size is known may be empty.
    sure = player.treasure is not None
    moved = ev.Moved(source=seat, card=card, sure=sure, target=None, back=_back(state))
    return Loss(seat=seat, cost=ev.Cost.CARD, events=(moved,))


def choices(state: State, seat: Seat) -> tuple[Card, ...]:
    """Return the equal cards among which `seat` chooses what to give up."""
    return highest(state.player(seat).known or ()) if state.round.choosing == seat else ()


def given_up(state: State, seat: Seat, card: Card) -> ev.Moved:
    """Return the confiscation of the card that its owner chose."""
    return ev.Moved(source=seat, card=card, sure=True, target=None, back=_back(state))


def fine(state: State, seat: Seat) -> Loss:
    """Return what a false accuser pays: the highest pilfered nugget."""
    return _nugget(state.player(seat), target=None, back=state.house.false_nugget == "returns_to_deck")


def reward(state: State, culprit: Seat, agent: Seat) -> Loss:
    """Return what an agent takes from the culprit: the highest pilfered nugget."""
    return _nugget(state.player(culprit), target=agent, back=False)


def may_have_nugget(player: Player) -> bool:
    """Tell whether there may be a nugget in this treasure."""
    return player.treasure != () and (player.known is None or bool(nuggets(player.known)))


def may_have_insect(player: Player) -> bool:
    """Tell whether there may be an insect in this treasure."""
    return player.treasure != () and (player.known is None or bool(insects(player.known)))


def _nugget(player: Player, *, target: Seat | None, back: bool) -> Loss:
    if not may_have_nugget(player):
        return Loss(seat=player.seat, cost=ev.Cost.NOTHING)
    card = None if player.known is None else nuggets(player.known)[-1]
    moved = ev.Moved(source=player.seat, card=card, sure=card is not None, target=target, back=back)
    return Loss(seat=player.seat, cost=ev.Cost.NUGGET, events=(moved,))


def _back(state: State) -> bool:
    return state.house.confiscated == "returns_to_deck"

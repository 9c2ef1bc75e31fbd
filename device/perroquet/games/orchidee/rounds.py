"""Rounds: who deals, how many cards, and the deal of virtual cards."""

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import DECK, ORCHID, Card
from perroquet.games.orchidee.house import House
from perroquet.games.orchidee.raid import surprises
from perroquet.games.orchidee.state import ROUNDS, State
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import HostNs, Seat

Events = tuple[ev.Event, ...]


def next_round(state: State, at: HostNs | None) -> Events:
    """Begin the next round: the surprises are drawn, virtual cards are dealt."""
    number = state.number + 1
    began = ev.RoundBegan(number=number, dealer=next_dealer(state), each=hand_size(state))
    drawn = surprises(state, number, salt=str(at), at=at or HostNs(0))
    return (began, drawn, *_dealt(state, number, began.each))


def next_dealer(state: State) -> Seat:
    """Return who deals next (OR-5): at first the first seat, then the one to the left."""
    if state.number == 0 or state.house.dealer == "same":
        return state.dealer
    taken = [trick.winner for trick in state.round.tricks if trick.winner is not None]
    if state.house.dealer == "winner" and taken:
        return taken[-1]
    return state.left_of(state.dealer)


def hand_size(state: State) -> int:
    """Return how many cards everybody gets (OR-2): the deck shared evenly; the rest is set aside."""
    return share(len(DECK) - state.orchid_gone - state.gone, len(state.seats), state.house)


def another(state: State) -> bool:
    """Tell whether another round is to come (OR-1): six, while everybody can be dealt a card to play."""
    return state.number < ROUNDS and hand_size(state) - (not state.orchid_gone) >= 1


def share(deck: int, players: int, house: House) -> int:
    """Return the cards each of `players` gets of a deck of so many."""
    each = deck // players
    return min(each, house.deal_for_two) if players == 2 else each


def must_redeal(aside: tuple[Card, ...]) -> bool:
    """Tell whether a deal counts for nothing: the orchid was set aside (OR-3)."""
    return ORCHID in aside


def _dealt(state: State, number: int, each: int) -> Events:
    if not state.house.virtual:
        return ()
    hands, aside = _deal(state, state.luck.split("deal").split(number), each, attempt=0)
    attempt = 0
    while must_redeal(aside):
        attempt += 1
        hands, aside = _deal(state, state.luck.split("deal").split(number), each, attempt=attempt)
    return (ev.Dealt(hands=hands),)


def _deal(
    state: State, luck: Luck, each: int, *, attempt: int
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """Shuffle, and return the hands and what is set aside."""
    cards = list(state.deck)
    luck.stream(attempt).shuffle(cards)
    players = len(state.seats)
    hands = tuple(tuple(sorted(cards[n * each : (n + 1) * each], key=DECK.index)) for n in range(players))
    return hands, tuple(cards[players * each :])

"""Dealing: which cards are in the deck, how many each gets, who begins."""

from collections.abc import Sequence

from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed import rulings
from perroquet.games.jungle_speed.arrows import FEW
from perroquet.games.jungle_speed.cards import UNKNOWN, Card, Kind, kind
from perroquet.games.jungle_speed.house import House
from perroquet.games.jungle_speed.piles import LEFT, RIGHT, Handful
from perroquet.games.jungle_speed.state import initial
from perroquet.kernel.game import Setup
from perroquet.kernel.units import Seat

TWO = 2

Events = tuple[ev.Event, ...]


def deck(house: House, players: int) -> tuple[Card, ...]:
    """Return the cards that are played with: without colour arrows at three (JS-65), and at two (JS-67)."""
    without = players == FEW or (players == TWO and house.two_p_remove_col == "yes")
    return tuple(card for card in house.box.deck() if not (without and kind(card) is Kind.COLOUR))


def packs(seats: Sequence[Seat]) -> tuple[Seat, ...]:
    """Return who gets a pack, in order of play: at two each hand does, right hands first (JS-67)."""
    if len(seats) == TWO:
        return (*(Seat(seat + RIGHT) for seat in seats), *(Seat(seat + LEFT) for seat in seats))
    return tuple(seats)


def shares(cards: int, packs: int, leftover: str) -> tuple[tuple[int, ...], int]:
    """Return how many cards each pack gets, and how many are left for the pot (JS-26)."""
    each, rest = divmod(cards, packs)
    if leftover == "pot":
        return (each,) * packs, rest
    return tuple(each + (place < rest) for place in range(packs)), 0


def opening(setup: Setup) -> Events:
    """Deal virtual cards when the device knows the cards (JS-26); draw who begins, or ask (JS-37)."""
    state = initial(setup)
    house, first = state.house, _first(setup, state.house)
    begins: Events = (ev.FirstNamed(seat=first),) if first is not None else (_asked_first(house),)
    remark: Events = (ev.Noted(ruling=stretched()),) if is_stretched(house, len(setup.seats)) else ()
    if house.cards == "unknown" or (house.cards == "seen" and len(setup.seats) == TWO):
        return (*remark, *begins)  # JS-77: two piles before one person are more than a camera tells apart
    cards = list(deck(house, len(setup.seats)))
    setup.luck.stream("deal").shuffle(cards)
    if house.cards == "seen":
        cards = [UNKNOWN] * len(cards)
    hands = packs(setup.seats)
    sizes, _ = shares(len(cards), len(hands), house.leftover)
    dealt: list[Handful] = []
    for seat, size in zip(hands, sizes, strict=True):
        dealt.append(Handful(seat=seat, cards=tuple(cards[:size])))
        del cards[:size]
    return (*remark, ev.Dealt(packs=tuple(dealt), pot=tuple(cards)), *begins)


def _first(setup: Setup, house: House) -> Seat | None:
    return setup.luck.stream("first").choice(setup.seats) if house.first_player == "random" else None


def _asked_first(house: House) -> ev.Asked:
    ruling = rulings.ask_first(f"ask-first-{house.first_player}")
    return ev.Asked(question=ev.Question.FIRST, seat=None, grab=None, ruling=ruling)


def is_stretched(house: House, players: int) -> bool:
    """Tell whether the permanent colour is played by others than the four or five it is made for (JS-55)."""
    return house.colour_permanent == "yes" and players not in (FEW + 1, FEW + 2)


def stretched() -> rulings.Ruling:
    """Return the remark on it."""
    return rulings.remark("WARNING", "permanent-stretched", "JS-55")

"""Cards that a camera sees: what a reading means, and what it may never do by itself (JS-77)."""

from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed import rulings, turning
from perroquet.games.jungle_speed.cards import Card, Kind, colour, kind, shape
from perroquet.games.jungle_speed.dealing import FEW, deck
from perroquet.games.jungle_speed.piles import Cards
from perroquet.games.jungle_speed.settle import Events, folded
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.readings import CardReading, Sighting
from perroquet.kernel.units import Seat


def meaning(state: State, reading: CardReading) -> cmd.Command | None:
    """Return what a reading means: a card turned by whose turn it is, one to be shown, one that was misread."""
    cards = state.cards
    if cards is None or state.house.cards != "seen" or reading.seat not in cards.seats:
        return None
    due = reading.seat == cards.turn if state.volley is None else reading.seat in state.volley.waiting
    if reading.sighting is Sighting.UNSURE:
        return cmd.ShowCard(seat=reading.seat) if due else None
    if reading.sighting is not Sighting.SEEN:
        return None
    top = cards.of(reading.seat).top
    if any(card is not None and _is(card, reading) for card in (top, dict(state.left).get(reading.seat))):
        return None  # it lies there still, or nobody has picked it up yet
    card = _named(state, cards, reading)
    if card is None:
        return cmd.ShowCard(seat=reading.seat) if due else None
    if due and cards.of(reading.seat).reserve:
        return cmd.See(seat=reading.seat, card=card)
    last = state.flipper == reading.seat and state.volley is None
    symbols = top is not None and kind(top) is Kind.SYMBOL and kind(card) is Kind.SYMBOL
    return cmd.Correct(seat=reading.seat, card=card) if last and symbols else None


def turned(state: State, seat: Seat, card: Card) -> Events:
    """Turn the card that was seen; where it would rule by itself, as somebody's last one, the table is asked first."""
    cards = turning.known(state)
    if kind(card) is not Kind.SYMBOL and len(cards.of(seat).reserve) == 1:
        asked = ev.Asked(
            question=ev.Question.CARD, seat=seat, grab=None, ruling=rulings.ask_card(seat, card), card=card
        )
        return (asked,)
    return turning.flip(state, seat, card)


def misread(state: State, seat: Seat, card: Card) -> Events:
    """Take `card` for the one that `seat` turned last.

    Raises:
        IllegalCommand: nothing lies there, or the card lies somewhere else.
    """
    cards = turning.known(state)
    if cards.of(seat).top is None or card in cards.face_up():
        raise IllegalCommand("impossible-card", f"{card} cannot lie before seat {seat}; look again")
    return (ev.Misread(seat=seat, card=card),)


def confirmed(state: State, asked: ev.Asked) -> Events:
    """Turn the card that the table says it is."""
    assert asked.seat is not None  # noqa: S101 - whose card it is was asked
    let_be = ev.LetBe()
    return (let_be, *turning.flip(folded(state, (let_be,)), asked.seat, asked.card))


def _is(card: Card, reading: CardReading) -> bool:
    if kind(card) is not Kind.SYMBOL:
        return kind(card).value == reading.face
    return shape(card) == reading.face and reading.colour in ("", colour(card))


def _named(state: State, cards: Cards, reading: CardReading) -> Card | None:
    """Return the card that is meant: one that lies nowhere yet. None = there is none, or its colour must be known."""
    box = deck(state.house, len(state.seats))
    lying = frozenset(cards.face_up())
    free = [card for card in box if _is(card, reading) and card not in lying]
    if not free or kind(free[0]) is not Kind.SYMBOL or reading.colour:
        return free[0] if free else None
    # A colour nobody will ask for need not be known; which of them it is makes no difference then.
    asked_for = len(state.seats) == FEW or any(kind(card) is Kind.COLOUR for card in box)
    return None if asked_for else free[0]

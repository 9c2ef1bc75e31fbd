"""Turning cards: one by one, or all at once in a volley; and the cards that rule by themselves."""

from collections.abc import Iterable
from dataclasses import replace

from perroquet.games.jungle_speed import duels, rulings, rushes
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.arrows import is_last, is_stray
from perroquet.games.jungle_speed.cards import UNKNOWN, Card, Kind
from perroquet.games.jungle_speed.ending import ending, stopped
from perroquet.games.jungle_speed.evolve import evolve
from perroquet.games.jungle_speed.faults import pays, takes_all, warned
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.piles import Cards, Handful
from perroquet.games.jungle_speed.rulings import NOTHING_KNOWN
from perroquet.games.jungle_speed.settle import Events, folded, settled
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.units import Seat

TURNABLE = (Stage.IDLE, Stage.ARMED, Stage.RESET)


def known(state: State) -> Cards:
    """Return the cards.

    Raises:
        IllegalCommand: nobody told the device.
    """
    if state.cards is None:
        raise IllegalCommand("cards-unknown", "nobody told me the cards; declare duels with two seat buttons")
    return state.cards


def next_card(state: State) -> Events:
    """Turn what is due: everybody's card in a volley, else the next player's.

    Raises:
        IllegalCommand: nobody has a card to turn.
    """
    cards = known(state)
    if state.volley is not None:
        return flip_all(state, tuple((seat, None) for seat in state.volley.waiting))
    if failed := rushes.expired(state):
        return failed
    if cards.turn is None:
        raise IllegalCommand("no-card-to-turn", "nobody has a card to turn; only the grab is left")
    return flip(state, cards.turn, None)


def flip(state: State, seat: Seat, card: Card | None) -> Events:
    """Turn one card; in a volley, that seat's card of it.

    Raises:
        IllegalCommand: it is not that seat's turn, or it cannot be that card.
    """
    cards = _ready(state)
    if state.volley is not None:
        if seat not in state.volley.waiting:
            raise IllegalCommand("not-your-turn", f"seat {seat} turned a card; seats {state.volley.waiting} have to")
        return flip_all(state, ((seat, card),))
    if failed := rushes.expired(state):
        return failed
    if cards.turn != seat:
        raise IllegalCommand("not-your-turn", f"seat {seat} turned a card; it is the turn of seat {cards.turn}")
    return _turned(state, ((seat, card),))


def flip_all(state: State, turned: tuple[tuple[Seat, Card | None], ...]) -> Events:
    """Turn the cards of a volley (JS-46).

    Raises:
        IllegalCommand: there is none, or a seat has no part in it.
    """
    _ready(state)
    waiting = () if state.volley is None else state.volley.waiting
    if stranger := [seat for seat, _ in turned if seat not in waiting]:
        raise IllegalCommand("not-your-turn", f"seats {stranger} turned a card; seats {list(waiting)} have to")
    return _turned(state, turned)


def late(state: State, seat: Seat) -> Events:
    """Rule that `seat` has not turned its card of a volley (JS-49).

    Raises:
        IllegalCommand: it has, or there is no volley.
    """
    if state.volley is None or seat not in state.volley.waiting:
        raise IllegalCommand("not-your-turn", f"seat {seat} has no card of a volley to turn")
    if state.house.late_flip == "penalty":
        return pays(state, "PENALTY_WRONG_GRAB", seat, replace(NOTHING_KNOWN, told=True))
    return warned(state, rulings.warning("late-flip", seat, "JS-49"), seat, NOTHING_KNOWN, totem=False)


def waited(state: State) -> Events:
    """Rule that nobody goes for the totem (JS-44, JS-45, JS-68); with no card left to turn the game stops (JS-28)."""
    missed = rushes.expired(state)
    stuck = () if missed or known(state).able() else stopped(state)
    return (ev.Waited(), *missed, *stuck)


def _ready(state: State) -> Cards:
    if state.stage not in TURNABLE:
        raise IllegalCommand("totem-away", f"not in stage {state.stage.value!r}; stand the totem in its place first")
    return known(state)


def _turned(state: State, turned: Iterable[tuple[Seat, Card | None]]) -> Events:
    events: list[ev.Event] = []
    now = state
    for seat, card in turned:
        flipped = ev.Flipped(seat=seat, card=possible(now, seat, card))
        events.append(flipped)
        now = evolve(now, flipped)
    after = _consequences(state, now, [event.seat for event in events if isinstance(event, ev.Flipped)])
    now = folded(now, after)
    events += after
    if state.away:
        # JS-35
        events.append(ev.Noted(ruling=rulings.remark("PAUSE", "totem-wanted", "JS-35")))
    return (*events, *ending(now))


def possible(state: State, seat: Seat, card: Card | None) -> Card:
    """Return the card that `seat` turns, when it can be that one.

    Raises:
        IllegalCommand: it cannot.
    """
    cards = known(state)
    expected = cards.of(seat).reserve[0]
    if card is None:
        if expected == UNKNOWN:
            raise IllegalCommand("name-the-card", f"seat {seat} turns a card I have not dealt; name it")
        return expected
    if card not in state.house.box.deck():
        raise IllegalCommand("no-such-card", f"{card!r} is no card of the edition {state.house.edition!r}")
    if card != expected and (expected != UNKNOWN or card in cards.everything()):
        # JS-76
        raise IllegalCommand("impossible-card", f"{card} cannot be the next card of seat {seat}; look again")
    return card


# --- cards that rule by themselves -----------------------------------------------------------------------------------


def _consequences(before: State, state: State, turned: Iterable[Seat]) -> Events:
    """Return the rulings that turned cards bring about, seat by seat; a volley's once its last card lies."""
    if state.volley is not None and state.volley.begun:
        return ()
    events: list[ev.Event] = []
    for seat in dict.fromkeys((*_of_volley(before, state), *turned)):
        ruled = () if state.over else _consequence(before, state, seat)
        events += ruled
        state = folded(state, ruled)
    return tuple(events)


def _of_volley(before: State, state: State) -> tuple[Seat, ...]:
    """Return whose cards counted only now: all of a volley that has just ended."""
    if before.volley is None or not before.volley.begun:
        return ()
    return known(state).seats


def _consequence(before: State, state: State, seat: Seat) -> Events:
    cards = known(state)
    top = cards.of(seat).top
    if top is None:
        return ()
    if is_stray(state, top):
        return _stray(state, seat, top)
    if is_last(cards, seat, Kind.OUTWARD):
        return _last_outward(state, seat, top)
    if is_last(cards, seat, Kind.COLOUR) and state.house.last_col == "take_all_now":
        return takes_all(state, "LAST_COL_TAKE_ALL", seat, NOTHING_KNOWN, totem=False)
    if before.peeker == seat:
        return _peeked(state, seat)
    return ()


def _stray(state: State, seat: Seat, card: Card) -> Events:
    """Set a colour arrow aside that should not be there; the same player turns another (JS-65)."""
    ruled = ev.Ruled(ruling=rulings.set_aside(seat), restart=seat, pickups=(), aside=(card,), stays=True, totem=False)
    return settled(state, ruled)


def _last_outward(state: State, seat: Seat, card: Card) -> Events:
    """Rule a last card that is an outward arrow: the player is out, the pile goes to the pot (JS-50)."""
    cards = known(state)
    laid = (card,) if state.house.last_out_effect == "only_card_to_pot" else cards.of(seat).pile
    ruled = ev.Ruled(
        ruling=rulings.player_out(seat),
        winner=seat,
        restart=cards.turn,
        pickups=(),
        laid=(Handful(seat=seat, cards=laid),),
        stays=True,
        totem=False,
    )
    return settled(state, ruled)


def _peeked(state: State, seat: Seat) -> Events:
    """Tell off a player who looked at the card first, or give the duel that it opened away (JS-34)."""
    duel = state.meeting.duel_of(seat)
    if duel and state.house.peek == "lose_duel":
        rival = next(each for each in duel if each != seat)
        return duels.beaten(state, rival, seat, replace(NOTHING_KNOWN, told=True))
    return warned(state, rulings.warning("peeked", seat, "JS-34"), seat, NOTHING_KNOWN, totem=False)

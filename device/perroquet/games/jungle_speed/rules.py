"""The referee of Jungle Speed decides: (state, command) -> events. Numbers JS-n are those of RULES.md."""

from collections.abc import Mapping
from typing import Final, assert_never

from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed import judge
from perroquet.games.jungle_speed.answers import reply
from perroquet.games.jungle_speed.cards import ARROWS, SYMBOLS, UNKNOWN, Card
from perroquet.games.jungle_speed.evolve import evolve
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.rulings import nobody_to_rule
from perroquet.games.jungle_speed.state import Cards, State, initial
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import Setup
from perroquet.kernel.units import HostNs, Millis, Probability, Seat, after

Events = tuple[ev.Event, ...]

MEASURE_WAIT: Final = Millis(1_000)
"""A contact whose measure has not come by then is given up (JS-30)."""


def opening(setup: Setup) -> Events:
    """Deal virtual cards when the device knows the cards (JS-26); draw who begins."""
    if initial(setup).house.cards != "virtual":
        return ()
    deck = list(SYMBOLS)
    setup.luck.stream("deal").shuffle(deck)
    each = len(deck) // len(setup.seats)
    reserves = tuple(tuple(deck[index * each : (index + 1) * each]) for index in range(len(setup.seats)))
    first = setup.luck.stream("first").choice(setup.seats)
    return (ev.Dealt(reserves=reserves, pot=tuple(deck[each * len(setup.seats) :]), first=first),)


def decide(state: State, command: cmd.Command) -> Events:
    """Return what follows from `command`.

    Raises:
        IllegalCommand: it cannot be now; its `code` says why.
    """
    if state.over:
        raise IllegalCommand("game-over", "this game is over; start another")
    match command:
        case cmd.JoinDuel():
            return _join(state, command.seat)
        case cmd.Flip():
            return _flip(state, command.seat, command.card)
        case cmd.Touch():
            _require(state, _FREE, "not-now")
            return (ev.ContactFelt(at=command.at),)
        case cmd.Judge():
            _require(state, _GRABBABLE, "not-now")
            return judge.judge(state, command.grab)
        case cmd.Claim() | cmd.Accept() | cmd.Refuse():
            return reply(state, command)
        case cmd.TotemReturned():
            return (ev.TotemStood(),)
        case cmd.GoOn():
            return _go_on(state)
        case cmd.GiveUpContact():
            _require(state, (Stage.CONTACT,), "not-now")
            return (ev.ContactLost(),)
        case cmd.Plead():
            # JS-12: the text rules it out in so many words
            raise IllegalCommand("never-replayed", f"a contested grab is ruled; {command.plea.value!r} is not possible")
        case _:
            assert_never(command)


_FREE: Final = (Stage.IDLE, Stage.RESET, Stage.ARMED)
_GRABBABLE: Final = (*_FREE, Stage.CONTACT)


def _require(state: State, stages: tuple[Stage, ...], code: str) -> None:
    if state.stage not in stages:
        raise IllegalCommand(code, f"not in stage {state.stage.value!r}; wait for {' or '.join(stages)}")


# --- opening and closing duels ---------------------------------------------------------------------------------------


def _join(state: State, seat: Seat) -> Events:
    _require(state, (Stage.IDLE, Stage.RESET, Stage.ARMED), "not-now")
    judge.require_seat(state, seat)
    if state.cards is not None:
        raise IllegalCommand("cards-decide", "the cards are known, so they open duels; turn a card")
    match state.duel:
        case ():
            return (ev.DuelJoined(seat=seat),)
        case (waiting,) if waiting == seat:
            return (ev.DuelLeft(seat=seat),)
        case (waiting,):
            return (ev.DuelOpened(seats=(waiting, seat)),)
        case _:
            raise IllegalCommand("duel-is-open", f"{state.duel} are in the duel already; let them grab, or START")


def _flip(state: State, seat: Seat, card: Card | None) -> Events:
    _require(state, _FREE, "totem-away")
    judge.require_seat(state, seat)
    cards = state.cards
    if cards is None:
        raise IllegalCommand("cards-unknown", "nobody told me the cards; declare duels with two seat buttons")
    if cards.turn != seat:
        raise IllegalCommand("not-your-turn", f"seat {seat} turned a card; it is the turn of seat {cards.turn}")
    turned = _possible(cards, seat, card)
    flipped = ev.Flipped(seat=seat, card=turned)
    shown = evolve(state, flipped)
    assert shown.cards is not None  # noqa: S101 - a flip keeps the cards known
    rivals = shown.cards.matching(seat)
    if rivals and shown.duel != (*rivals, seat):
        # The card stays in the reserve, so its name stays a secret.
        raise IllegalCommand("rush-not-refereed", "that card opens a rush of several; none is refereed yet")
    return (flipped, *judge.ending(shown))


def _possible(cards: Cards, seat: Seat, card: Card | None) -> Card:
    """Return the card that `seat` turns, when it can be that one."""
    reserve = cards.of(seat).reserve
    expected = reserve[0]
    if card is None:
        if expected == UNKNOWN:
            raise IllegalCommand("name-the-card", f"seat {seat} turns a card I have not dealt; name it")
        return expected
    if card in ARROWS:
        raise IllegalCommand("arrows-not-refereed", f"{card} is an arrow card; arrows are not refereed yet")
    if card not in SYMBOLS:
        raise IllegalCommand("no-such-card", f"{card!r} is no card; S01V to S18J are")
    if card != expected and (expected != UNKNOWN or card in cards.everything()):
        raise IllegalCommand("impossible-card", f"{card} cannot be the next card of seat {seat}; look again")
    return card


def _go_on(state: State) -> Events:
    """START while playing: « j'ai retourné »."""
    if state.stage in (Stage.CONTACT, Stage.SETTLE):
        raise IllegalCommand("not-now", "a grab is being ruled; answer the question first")
    if state.stage is Stage.RULED:
        return (ev.WentOn(),)
    if state.cards is not None:
        if state.cards.turn is None:
            raise IllegalCommand("no-card-to-turn", "nobody has a card to turn; only the grab is left")
        return _flip(state, state.cards.turn, None)
    match state.duel:
        case ():
            return (ev.WentOn(),)
        case (waiting,):
            return (ev.DuelLeft(seat=waiting), ev.WentOn())
        case _:
            return (ev.DuelClosed(seats=state.duel), ev.WentOn())


# --- beside the rules ------------------------------------------------------------------------------------------------


def overrule(state: State, seats: tuple[Seat, ...]) -> Events:
    """Rule as the table says (JS-25).

    In a duel the named seat won. Outside one, a single seat pays for a grab without the right, and of two the first
    won a duel against the second. Nobody named: nothing is to be ruled.

    Raises:
        IllegalCommand: a seat that does not play, is not in the duel, or more seats than that.
    """
    for seat in seats:
        judge.require_seat(state, seat)
    if state.duel_open and seats and seats[0] not in state.duel:
        raise IllegalCommand("not-in-duel", f"seat {seats[0]} is not in the duel of {state.duel}; name one of them")
    match seats:
        case ():
            return (ev.Ruled(ruling=nobody_to_rule(), restart=_turn(state), pickups=_none(state)),)
        case (winner, *_) if state.duel_open:
            return judge.won(state, winner, None, None)
        case (offender,):
            return judge.pays(state, offender, None, told=True)
        case (winner, loser):
            return judge.beaten(state, winner, loser, None, None)
        case _:
            raise IllegalCommand("two-seats-at-most", f"{len(seats)} seats named; name the winner, then the loser")


def _turn(state: State) -> Seat | None:
    return None if state.cards is None else state.cards.turn


def _none(state: State) -> tuple[ev.Pickup, ...] | None:
    return None if state.cards is None else ()


def interrupt(state: State) -> Events:
    """Void an open contact, question or declared duel (JS-24). Cards that match go on matching, in silence."""
    return (ev.Voided(),) if state.declared or state.stage in (Stage.CONTACT, Stage.SETTLE) else ()


def wake(state: State) -> HostNs | None:
    """Return when an awaited measure is given up (JS-30)."""
    return None if state.contact_at is None else after(state.contact_at, MEASURE_WAIT)


def prior(state: State) -> Mapping[Seat, Probability]:
    """Return who may grab: the duellists, evenly; nobody special otherwise."""
    if not state.duel_open:
        return {}
    return {seat: Probability(1.0 / len(state.duel)) for seat in state.duel}

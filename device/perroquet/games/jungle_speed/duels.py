"""Duels: one loser picks up; several share what the winner gives."""

from collections.abc import Iterable

from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed import rulings
from perroquet.games.jungle_speed.cards import Card
from perroquet.games.jungle_speed.piles import Handful, person
from perroquet.games.jungle_speed.rulings import NOTHING_KNOWN, Evidence
from perroquet.games.jungle_speed.settle import Events, settled
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.units import Seat


def won(state: State, winner: Seat, duel: tuple[Seat, ...], evidence: Evidence) -> Events:
    """Rule that `winner` took the totem in `duel`: the others of it lose, but for the winner's own other hand."""
    losers = tuple(seat for seat in duel if person(seat) != person(winner))
    if len(losers) == 1:
        return beaten(state, winner, losers[0], evidence)
    if state.house.multi_split == "even":
        return _named_next(state, winner, losers, _evenly(state, winner, losers), evidence)
    ruling = rulings.ask_split(winner, evidence)
    return (ev.Asked(question=ev.Question.SPLIT, seat=winner, grab=evidence.grab, ruling=ruling, losers=losers),)


def beaten(state: State, winner: Seat, loser: Seat, evidence: Evidence) -> Events:
    """Rule that `loser` picks up the winner's pile, the own, then the pot (JS-4), and restarts (JS-5)."""
    void = others_void(state, (winner, loser))
    pickups = _duel_pickup(state, winner, loser)
    ruling = rulings.duel_won(winner, loser, evidence, pickups=pickups, cancelled=bool(void))
    ruled = ev.Ruled(
        ruling=ruling,
        winner=winner,
        losers=(loser,),
        restart=loser,
        pickups=pickups,
        warned=evidence.warned,
        void=void,
        grab=evidence.grab,
    )
    return settled(state, ruled)


def _duel_pickup(state: State, winner: Seat, loser: Seat) -> tuple[Handful, ...] | None:
    cards = state.cards
    if cards is None:
        return None
    return (Handful(seat=loser, cards=(*cards.of(winner).pile, *cards.of(loser).pile, *cards.pot)),)


def others_void(state: State, taken: Iterable[Seat]) -> tuple[tuple[Card, ...], ...]:
    """Return what was open too and is cancelled: duels without any of `taken`, and inward arrows (JS-38, JS-43)."""
    if state.cards is None:
        return ()
    meeting, tops, taken = state.meeting, state.cards.tops(), frozenset(taken)
    duels = tuple(tuple(tops[seat] for seat in duel) for duel in meeting.duels if not taken & set(duel))
    return (*duels, *((arrow,) for arrow in meeting.arrows))


# --- several losers --------------------------------------------------------------------------------------------------


def to_share(state: State, winner: Seat) -> tuple[Card, ...]:
    """Return what the winner shares out: the own pile and, unless the house says otherwise, the pot (JS-39)."""
    assert state.cards is not None  # noqa: S101 - only known cards match in threes
    pot = state.cards.pot if state.house.multi_pot == "winner_chooses" else ()
    return (*state.cards.of(winner).pile, *pot)


def shared(state: State, asked: ev.Asked, given: tuple[Handful, ...]) -> Events:
    """Rule a duel with several losers as the winner shared out.

    Raises:
        IllegalCommand: that is not exactly what there is to share, or not to those who lost.
    """
    assert asked.seat is not None  # noqa: S101 - a split is the winner's
    cards = sorted(card for handful in given for card in handful.cards)
    if {handful.seat for handful in given} - set(asked.losers) or cards != sorted(to_share(state, asked.seat)):
        raise IllegalCommand(
            "not-that-split",
            f"{given} is no sharing of {to_share(state, asked.seat)} among {asked.losers}; each card once, to losers",
        )
    return _named_next(state, asked.seat, asked.losers, given, Evidence(grab=asked.grab))


def all_to(state: State, asked: ev.Asked, loser: Seat) -> tuple[Handful, ...]:
    """Return the sharing that gives `loser` everything."""
    assert asked.seat is not None  # noqa: S101 - a split is the winner's
    return (Handful(seat=loser, cards=to_share(state, asked.seat)),)


def evenly(state: State, asked: ev.Asked) -> tuple[Handful, ...]:
    """Return the sharing that deals the cards out one by one, from the first loser clockwise."""
    assert asked.seat is not None  # noqa: S101 - a split is the winner's
    return _evenly(state, asked.seat, asked.losers)


def _evenly(state: State, winner: Seat, losers: tuple[Seat, ...]) -> tuple[Handful, ...]:
    ordered = _clockwise(state, winner, losers)
    cards = to_share(state, winner)
    return tuple(Handful(seat=seat, cards=cards[place :: len(ordered)]) for place, seat in enumerate(ordered))


def _clockwise(state: State, winner: Seat, losers: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return losers if state.cards is None else tuple(s for s in state.cards.clockwise(winner) if s in losers)


def _named_next(
    state: State, winner: Seat, losers: tuple[Seat, ...], given: tuple[Handful, ...], evidence: Evidence
) -> Events:
    """Rule, or ask the winner who restarts when the house leaves that to them (JS-40)."""
    if state.house.multi_next != "winner_names":
        return multi_won(state, winner, losers, given, evidence)
    asked = ev.Asked(
        question=ev.Question.NEXT,
        seat=winner,
        grab=evidence.grab,
        ruling=rulings.ask_next(winner),
        losers=losers,
        given=given,
    )
    return (asked,)


def multi_won(
    state: State,
    winner: Seat,
    losers: tuple[Seat, ...],
    given: tuple[Handful, ...],
    evidence: Evidence = NOTHING_KNOWN,
    restart: Seat | None = None,
) -> Events:
    """Rule a duel with several losers: what each was given, then the own pile (JS-39)."""
    ordered = _clockwise(state, winner, losers)
    pickups = _multi_pickups(state, ordered, given)
    following = restart if restart is not None else _next_of_many(state, ordered, pickups)
    ruled = ev.Ruled(
        ruling=rulings.multi_won(winner, ordered, following, pickups=pickups),
        winner=winner,
        losers=losers,
        restart=following,
        pickups=pickups,
        void=others_void(state, (winner, *losers)),
        grab=evidence.grab,
    )
    return settled(state, ruled)


def _multi_pickups(state: State, losers: tuple[Seat, ...], given: tuple[Handful, ...]) -> tuple[Handful, ...] | None:
    cards = state.cards
    if cards is None:
        return None
    share = {handful.seat: handful.cards for handful in given}
    pot = {losers[0]: cards.pot} if state.house.multi_pot == "first_clockwise" else {}
    return tuple(
        Handful(seat=seat, cards=(*share.get(seat, ()), *cards.of(seat).pile, *pot.get(seat, ()))) for seat in losers
    )


def _next_of_many(state: State, losers: tuple[Seat, ...], pickups: tuple[Handful, ...] | None) -> Seat | None:
    """Return who restarts: the loser with most cards, the first clockwise from the winner when equal (JS-40)."""
    if pickups is None:
        return None
    if state.house.multi_next == "random":
        return state.luck.split("restart").stream(state.told).choice(losers)
    return max(pickups, key=lambda pickup: len(pickup.cards)).seat

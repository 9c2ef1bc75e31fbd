"""The case file of L'Orchidée, read: its keys as types, its contradictions refused, its state as ours."""

from dataclasses import dataclass, field, replace
from typing import Any, ClassVar, Final

from perroquet.games.orchidee.cards import DECK, ORCHID, Card
from perroquet.games.orchidee.commands import Hideout
from perroquet.games.orchidee.house import SHEET, House
from perroquet.games.orchidee.rounds import share
from perroquet.games.orchidee.state import Phase, Player, Raid, Round, State, Thefts, Trick
from perroquet.games.orchidee.thefts import turns
from perroquet.kernel.cases import CLOSED
from perroquet.kernel.errors import ConfigurationError, MalformedCase
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import NS_PER_S, HostNs, Seat

Hands = dict[str, list[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The key `state` of a case; what is absent is not known, or as the glossary has it.

    `last_trick_winner` must not matter for the lead, and `seed` is of cases that tests cite.
    """

    __pydantic_config__: ClassVar = CLOSED
    round: int = 1
    dealer: int | None = None
    phase: str = "play"
    raid_done: bool = False
    deck: int | None = None
    pilfered_total: int = 0
    trick: list[str] = field(default_factory=list[str])
    trick_complete_at: float | None = None
    tricks_done: int = 0
    tricks_won: list[int] | None = None
    won_cards: Hands = field(default_factory=dict[str, list[str]])
    hand: Hands = field(default_factory=dict[str, list[str]])
    playable: list[int] | None = None
    seen: list[str] = field(default_factory=list[str])
    holder: int | None = None
    orchid_hidden: bool | None = None
    orchid: str | None = None
    pilfered: Hands = field(default_factory=dict[str, list[str]])
    pilfered_this_round: Hands = field(default_factory=dict[str, list[str]])
    confiscated: list[str] = field(default_factory=list[str])
    score: dict[str, int] = field(default_factory=dict[str, int])
    pilfer_left: list[int] | None = None
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    clock_uncertainty_s: float = 0.0
    grace_s: int | None = None
    mean_s: int | None = None
    variant: str | None = None
    parrot: bool = False
    parrot_at: float | None = None
    paused: bool = False
    sink: str | None = None
    last_trick_winner: int | None = None
    seed: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case, without what is only for people."""

    id: str
    players: int
    state: Before
    event: dict[str, Any]


PHASES: Final = {"play": Phase.PLAY, "pilfer": Phase.PILFER, "thefts": Phase.THEFTS}

_MOST_S: Final = 86_400
START: Final = HostNs(1_000 * NS_PER_S)
"""When live play of the case's round began."""


def nanoseconds(seconds: object) -> int:
    """Return how long `seconds` are.

    Raises:
        MalformedCase: they are no time that a game takes.
    """
    if not isinstance(seconds, int | float) or not abs(seconds) <= _MOST_S:
        raise MalformedCase(f"{seconds!r} where seconds are wanted, {_MOST_S} at most")
    return round(seconds * NS_PER_S)


def instant(seconds: object) -> HostNs:
    """Return so many seconds after the start of live play; raises as `nanoseconds` does."""
    return HostNs(START + nanoseconds(seconds))


def check(case: Case) -> None:
    """Refuse a case that contradicts itself.

    Raises:
        MalformedCase: it does; the message says how.
    """
    before = case.state
    if case.players not in range(2, 6):
        raise MalformedCase(f"{case.players} players; 2 to 5 are wanted")
    held = [card for cards in (*before.hand.values(), *before.pilfered.values()) for card in cards]
    named = (
        *held,
        *before.trick,
        *before.seen,
        *before.confiscated,
        *(c for w in before.won_cards.values() for c in w),
    )
    for card in named:
        if card not in DECK:
            raise MalformedCase(f"card {card!r} does not exist")
        if held.count(card) > 1:
            raise MalformedCase(f"card {card!r} is there twice")
    keyed = (before.hand, before.pilfered, before.pilfered_this_round, before.won_cards, before.score)
    for seat in (seat for mapping in keyed for seat in mapping):
        if not seat.isdecimal() or int(seat) >= case.players:
            raise MalformedCase(f"seat {seat!r} does not play; 0 to {case.players - 1} do")
    if before.phase not in PHASES:
        raise MalformedCase(f"phase {before.phase!r} does not exist; {', '.join(PHASES)} do")


def state_of(case: Case) -> State:
    """Return the state in which the case begins.

    Raises:
        MalformedCase: it contradicts itself.
    """
    check(case)
    before = case.state
    house = _house(before)
    players = tuple(_player(case, Seat(index)) for index in range(case.players))
    pilfered = before.pilfered_total or sum(len(player.treasure or ()) for player in players)
    gone = pilfered + len(before.confiscated)
    deck = len(DECK) - gone if before.deck is None else before.deck
    gone_for_good = before.orchid == "lost" and house.orchid_lost == "permanent"
    state = State(
        house=house,
        luck=Luck(case.id),
        players=players,
        dealer=Seat(before.dealer or 0),
        phase=PHASES[before.phase],
        number=before.round,
        gone=len(DECK) - deck,
        out=_cards(before.confiscated),
        orchid_gone=gone_for_good,
        round=_round(case, players, each=share(deck, case.players, house)),
    )
    return replace(state, thefts=Thefts(turn=next(iter(turns(state)), None)))


def _house(before: Before) -> House:
    law = {"raid_grace_s": before.grace_s, "raid_mean_s": before.mean_s, "variant": before.variant}
    chosen = {name: value for name, value in law.items() if value is not None}
    try:
        return SHEET({"cards": "virtual", **chosen, **before.options})
    except ConfigurationError as unknown:
        raise MalformedCase(str(unknown)) from unknown


def _player(case: Case, seat: Seat) -> Player:
    before, key = case.state, str(seat)
    this_round = _cards(before.pilfered_this_round.get(key, []))
    won = before.won_cards.get(key)
    tricks = before.tricks_won[seat] if before.tricks_won is not None else len(won or ()) // case.players
    return Player(
        seat=seat,
        hand=_cards(before.hand[key]) if key in before.hand else None,
        tricks=max(tricks, bool(won) + 0),
        won=_cards(won) if won is not None else None,
        treasure=(*_cards(before.pilfered.get(key, [])), *this_round),
        chose=bool(this_round) or (before.pilfer_left is not None and seat not in before.pilfer_left),
        points=before.score.get(key),
    )


def _round(case: Case, players: tuple[Player, ...], *, each: int) -> Round:
    before = case.state
    in_hand = next((player.seat for player in players if ORCHID in (player.hand or ())), None)
    holder = in_hand if before.holder is None else Seat(before.holder)
    hidden = holder is not None and in_hand is None and before.orchid_hidden is not False
    seen = _cards(before.seen)
    unnamed = Trick(winner=None, told=before.tricks_won is not None, cards=(), at=None)
    tricks = (*(Trick(winner=None, told=True, cards=seen, at=None),) * bool(seen), *(unnamed,) * before.tricks_done)
    heard = instant(before.parrot_at or 0.0) if before.parrot or before.parrot_at is not None else None
    raid = Raid(onset=START, end=START) if before.raid_done else None
    return Round(
        each=each,
        holder=holder,
        hideout=Hideout.UNDER_TABLE if hidden else None,
        tricks=tricks,
        called=heard,
        raid=raid,
    )


def _cards(names: list[str]) -> tuple[Card, ...]:
    return tuple(Card(name) for name in names)

"""What the referee of Amazonas remembers, and how each event changes it."""

from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, Final, NamedTuple, assert_never

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.board import NOWHERE, PLAIN_INCOME, Board, Villages
from perroquet.games.amazonas.cards import (
    CHIPS,
    DECK,
    HAND,
    HUTS,
    INDIO_TILES,
    NEUTRAL_HUTS,
    NO_TILES,
    ROW,
    START_GOLD,
    EventCard,
    Gold,
    Rows,
    Silver,
    Species,
)
from perroquet.games.amazonas.house import SHEET, House, board_of
from perroquet.games.amazonas.money import silver
from perroquet.games.amazonas.scoring import Result
from perroquet.kernel.game import Setup
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import Seat


class Phase(StrEnum):
    """Where a game is."""

    KEEP = "keep"
    """Missions are dealt: on phones, or printed instead? Of two, each keeps one."""
    START = "start"
    """Start huts, in seat order."""
    CHOOSE = "choose"
    """Income cards, in secret and together."""
    SHOW = "show"
    """Cards are turned up; those that no phone chose are dialled."""
    TURNS = "turns"
    COUNT = "count"
    """Mission cards that the device does not know are counted."""
    OVER = "over"


@dataclass(frozen=True, slots=True, kw_only=True)
class Box:
    """What lies ready before a game; once it has begun nothing of it changes.

    Attributes:
        board: None = no map.
        deck: event cards in the order they will come. Secret.
        missions: mission cards in the order they are dealt, as places in `board.missions`. Secret.
        dealt: cards a player gets; 0 = missions are printed.
    """

    seats: tuple[Seat, ...]
    house: House
    luck: Luck
    board: Board | None
    deck: tuple[EventCard, ...]
    missions: tuple[int, ...]
    dealt: int

    @property
    def income(self) -> tuple[Species | None, ...]:
        """Species on the income cards."""
        return PLAIN_INCOME if self.board is None else self.board.income


class Explorer(NamedTuple):
    """One player. A named tuple, like `State`: a copy with one field changed is most of what simulations do.

    Attributes:
        rows: tiles by species, Indio tiles with the row they stand on.
        indios: Indio tiles by the row they stand on.
        hand: income cards not yet played, ascending. What a player has played is public.
        huts: villages with a hut of theirs.
        card: chosen for this round. Secret until `shown`.
        missions: cards held, as places in `board.missions`. Secret.
        built: mission villages with a hut, when the table counted them.
    """

    seat: Seat
    copper: int
    purse: Silver
    rows: Rows = NO_TILES
    indios: Rows = NO_TILES
    hand: tuple[int, ...] = HAND
    huts: Villages = NOWHERE
    neutrals: int = 0
    chip: int = 0
    card: int | None = None
    shown: bool = False
    missions: tuple[int, ...] = ()
    built: int | None = None

    @property
    def huts_left(self) -> int:
        """Huts still in the supply."""
        return HUTS - self.huts.bit_count()


@dataclass(frozen=True, slots=True, kw_only=True)
class Declared:
    """A village of a game without map, as far as it was told."""

    number: int
    species: Species
    highest: Gold


_IN_TURN: Final = (Phase.TURNS, Phase.START)


class State(NamedTuple):
    """A game of Amazonas.

    Attributes:
        number: of the round, from 1; 0 before the first.
        order: places in `explorers`, by turn; a round's from its reveal on.
        turn: place in `order` (or of the starter, before round 1).
        collected: whoever's turn it is has taken their money, or an Indio instead.
        neutral_built: and has built this turn's neutral hut.
        aim: what their next number means.
        told: numbers of a declaration so far: village, then species.
        filled: huts in each village, neutral ones included.
        neutral_at: villages with a neutral hut.
        declared: villages, when there is no map.
        chips: still to be won, highest first.
        offered: Indio tiles on offer in this round.
        indios_left: Indio tiles in the box.
        gone: who left the game; their huts stay.
        leaving: who was asked whether they leave.
        results: how it ended.
    """

    box: Box
    explorers: tuple[Explorer, ...]
    phase: Phase
    filled: tuple[int, ...]
    chips: tuple[int, ...]
    number: int = 0
    order: tuple[int, ...] = ()
    turn: int = 0
    collected: bool = False
    neutral_built: bool = False
    aim: ev.Aim = ev.Aim.HUT
    told: tuple[int, ...] = ()
    neutral_at: Villages = NOWHERE
    declared: tuple[Declared, ...] = ()
    offered: int = 0
    indios_left: int = INDIO_TILES
    gone: frozenset[Seat] = frozenset()
    leaving: Seat | None = None
    results: tuple[Result, ...] = ()

    @property
    def house(self) -> House:
        """The house rules."""
        return self.box.house

    @property
    def card_numbers(self) -> tuple[tuple[int, ...], ...]:
        """Numbers printed on each seat's income cards, when they break ties; empty = copper coins do (AM-16)."""
        board = self.box.board
        return board.numbers if self.house.tiebreak == "card_id" and board is not None else ()

    @property
    def event(self) -> EventCard | None:
        """The event card of this round."""
        return self.box.deck[self.number - 1] if self.number else None

    @property
    def active(self) -> Explorer | None:
        """Whose turn it is; None between turns and when nobody has one."""
        if self.phase in _IN_TURN and self.turn < len(self.order):
            return self.explorers[self.order[self.turn]]
        return None

    @property
    def playing(self) -> tuple[Explorer, ...]:
        """Everybody who has not left."""
        if not self.gone:
            return self.explorers
        return tuple(explorer for explorer in self.explorers if explorer.seat not in self.gone)

    def of(self, seat: Seat) -> Explorer:
        """Return the player at `seat`."""
        return self.explorers[self.box.seats.index(seat)]


def initial(setup: Setup) -> State:
    """Return the game before the first draw.

    Raises:
        ConfigurationError: a house rule that is unknown or has an impossible value.
    """
    house, players = SHEET.laid(setup.house), len(setup.seats)
    board = board_of(house)
    box = _box(setup, house, board)
    first: int = 0 if house.first_player == "first_seat" else setup.luck.stream("first").randrange(players)
    return State(
        box=box,
        explorers=tuple(
            Explorer(
                seat=seat,
                copper=(place - first) % players + 1,
                purse=silver(START_GOLD),
                neutrals=NEUTRAL_HUTS if players == 2 else 0,
            )
            for place, seat in enumerate(setup.seats)
        ),
        phase=Phase.KEEP,
        order=tuple((first + step) % players for step in range(players)),
        filled=(0,) * (0 if board is None else len(board.villages)),
        chips=CHIPS[players],
    )


def _box(setup: Setup, house: House, board: Board | None) -> Box:
    deck, missions = list(DECK), list(range(0 if board is None else len(board.missions)))
    setup.luck.stream("events").shuffle(deck)
    setup.luck.stream("missions").shuffle(missions)
    each = 2 if house.two_player_missions == "draw2keep1" and len(setup.seats) == 2 else 1
    dealt = each if house.missions == "dealt" and len(missions) >= each * len(setup.seats) else 0
    return Box(
        seats=setup.seats,
        house=house,
        luck=setup.luck,
        board=board,
        deck=tuple(deck),
        missions=tuple(missions),
        dealt=dealt,
    )


def evolve(state: State, event: ev.Event) -> State:
    """Return the state after `event`. Total."""
    match event:
        case ev.CardChosen():
            return state._replace(explorers=_player(state, event.seat, card=event.card))
        case ev.CardShown() | ev.CardDialled():
            return _shown(state, event.seat, event.card)
        case ev.Ordered():
            return _ordered(state, event)
        case ev.Collected():
            paid = _player(state, event.seat, purse=event.takings.purse)
            return state._replace(explorers=paid, collected=True, aim=ev.Aim.HUT)
        case ev.TurnEnded():
            return state._replace(turn=state.turn + 1, collected=False, neutral_built=False, aim=ev.Aim.HUT, told=())
        case ev.HutBuilt():
            return _built(state, event)
        case ev.HutDeclared():
            return _declared(state, event)
        case ev.NeutralBuilt():
            return _neutral(state, event)
        case ev.Hired():
            return _hired(state, event)
        case ev.RoundBegun():
            return _round(state, event)
        case ev.ChipWon():
            return state._replace(explorers=_player(state, event.seat, chip=event.chip), chips=state.chips[1:])
        case ev.IndiosLost():
            return state._replace(offered=0, indios_left=state.indios_left - event.count)
        case ev.MissionsDealt():
            return state._replace(explorers=_player(state, event.seat, missions=event.missions))
        case ev.MissionKept():
            return state._replace(explorers=_player(state, event.seat, missions=(event.mission,)))
        case ev.MissionsAsked():
            return state
        case ev.MissionsPrinted():
            bare = tuple(explorer._replace(missions=()) for explorer in state.explorers)
            return state._replace(explorers=bare, box=replace(state.box, dealt=0))
        case ev.StartBegun():
            return state._replace(phase=Phase.START)
        case ev.RevealCalled():
            return state._replace(phase=Phase.SHOW)
        case ev.AimChanged():
            return state._replace(aim=event.aim, told=())
        case ev.Told():
            return state._replace(told=(*state.told, event.number))
        case ev.CountBegun():
            return state._replace(phase=Phase.COUNT, leaving=None)
        case ev.MissionCounted():
            return state._replace(explorers=_player(state, event.seat, built=event.built))
        case ev.LeftGame():
            return state._replace(gone=state.gone | {event.seat}, leaving=None)
        case ev.LeaveAsked():
            return state._replace(leaving=event.seat)
        case ev.Stayed():
            return state._replace(leaving=None)
        case ev.Scored():
            return state._replace(phase=Phase.OVER, results=event.results)
        case _:
            assert_never(event)


def _player(state: State, seat: Seat, **changes: Any) -> tuple[Explorer, ...]:  # noqa: ANN401 - fields
    """Return all players, the one at `seat` with these fields changed."""
    place, explorers = state.box.seats.index(seat), state.explorers
    return (*explorers[:place], explorers[place]._replace(**changes), *explorers[place + 1 :])


def _round(state: State, event: ev.RoundBegun) -> State:
    fresh = tuple([explorer._replace(card=None, shown=False) for explorer in state.explorers])
    return state._replace(
        explorers=fresh, phase=Phase.CHOOSE, number=event.number, offered=event.offered, order=(), turn=0
    )


def _shown(state: State, seat: Seat, card: int) -> State:
    shown = _player(state, seat, card=card, shown=True, hand=hand_after(state.of(seat).hand, card))
    return state._replace(explorers=shown, phase=Phase.SHOW)


def hand_after(hand: tuple[int, ...], card: int) -> tuple[int, ...]:
    """Return the hand after playing `card`; when it was the last one, all come back (AM-14)."""
    place = hand.index(card)
    return hand[:place] + hand[place + 1 :] or HAND


def _ordered(state: State, event: ev.Ordered) -> State:
    order = tuple(state.box.seats.index(seat) for seat in event.order)
    coins = zip(state.explorers, event.copper, strict=True)
    explorers = tuple([one if one.copper == coin else one._replace(copper=coin) for one, coin in coins])
    return state._replace(explorers=explorers, phase=Phase.TURNS, order=order, turn=0)


def _hired(state: State, event: ev.Hired) -> State:
    explorer = state.of(event.seat)
    row = ROW[event.species]
    return state._replace(
        explorers=_player(state, event.seat, rows=one_more(explorer.rows, row), indios=one_more(explorer.indios, row)),
        offered=state.offered - 1,
        indios_left=state.indios_left - 1,
        collected=True,
        aim=ev.Aim.HUT,
    )


def _built(state: State, event: ev.HutBuilt) -> State:
    assert state.box.board is not None, "huts are built on a board"  # noqa: S101 - `decide` declares them without one
    bit = state.box.board.called[event.village]
    return state._replace(
        explorers=_housed(state, event, bit), turn=_turn_after(state), filled=_one_more_hut(state.filled, bit)
    )


def _declared(state: State, event: ev.HutDeclared) -> State:
    others = tuple(village for village in state.declared if village.number != event.number)
    village = Declared(number=event.number, species=event.species, highest=event.price)
    return state._replace(
        explorers=_housed(state, event, event.number),
        turn=_turn_after(state),
        declared=(*others, village),
        told=(),
    )


def _turn_after(state: State) -> int:
    """Return the turn after a hut: a start hut ends its builder's."""
    return state.turn + 1 if state.phase is Phase.START else state.turn


def _housed(state: State, event: ev.HutBuilt | ev.HutDeclared, bit: int) -> tuple[Explorer, ...]:
    """Return all players, the builder with a hut more in village `bit`, its tile, and less money."""
    explorer = state.of(event.seat)
    return _player(
        state,
        event.seat,
        huts=Villages(explorer.huts | 1 << bit),
        purse=event.purse,
        rows=one_more(explorer.rows, ROW[event.species]),
    )


def _neutral(state: State, event: ev.NeutralBuilt) -> State:
    explorers, board = _player(state, event.seat, neutrals=state.of(event.seat).neutrals - 1), state.box.board
    state = state._replace(explorers=explorers, neutral_built=True, aim=ev.Aim.HUT)
    if board is None or event.village is None:
        return state
    bit = board.called[event.village]
    return state._replace(filled=_one_more_hut(state.filled, bit), neutral_at=Villages(state.neutral_at | 1 << bit))


def _one_more_hut(filled: tuple[int, ...], bit: int) -> tuple[int, ...]:
    return (*filled[:bit], filled[bit] + 1, *filled[bit + 1 :])


def one_more(rows: Rows, row: int) -> Rows:
    """Return `rows` with a tile more in one."""
    a, b, c, d, e = (*rows[:row], rows[row] + 1, *rows[row + 1 :])
    return a, b, c, d, e

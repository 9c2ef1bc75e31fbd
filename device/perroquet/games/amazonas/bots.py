"""Players for simulations: one who plays anything legal, one who grasps, one who plans routes to a mission."""

import random
from collections.abc import Callable, Mapping
from typing import Final, assert_never

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.answers import to_count, to_dial
from perroquet.games.amazonas.board import NOWHERE, Board, Villages, bits
from perroquet.games.amazonas.building import price
from perroquet.games.amazonas.cards import ENOUGH, INDIO_CARD, PRICES, ROW, SPECIES, Gold, Kind, Species
from perroquet.games.amazonas.declaring import TILES, known, taken
from perroquet.games.amazonas.money import silver
from perroquet.games.amazonas.routes import steps
from perroquet.games.amazonas.scoring import MISSION_POINTS
from perroquet.games.amazonas.sites import rows_for_indio, sites_of, worth
from perroquet.games.amazonas.state import Explorer, Phase, State
from perroquet.games.amazonas.views import menu
from perroquet.kernel.luck import Luck

Bot = Callable[[State, random.Random], ev.Command | None]


def bot(state: State, luck: Luck) -> ev.Command | None:
    """Return what the player who has to decide does next; None when the game is over."""
    return planner(state, luck.stream("bot"))


def anything(state: State, chance: random.Random) -> ev.Command | None:
    """Play any legal wish; end turns often enough for huts to be paid."""
    explorer = _deciding(state)
    if explorer is None:
        return _for_the_table(state)
    wishes = _wishes(state, explorer, chance)
    return wishes[int(chance.random() * len(wishes))]


def grasper(state: State, chance: random.Random) -> ev.Command | None:
    """Take the most money now and build whatever is cheapest at once."""
    return _valuing(state, chance, _dearest_card, _cheapness)


def planner(state: State, chance: random.Random) -> ev.Command | None:
    """Save high cards from fires, and build toward the mission and a fifth species."""
    return _valuing(state, chance, _timely_card, _progress)


BOTS: Final[Mapping[str, Bot]] = {"anything": anything, "grasper": grasper, "planner": planner}


def _deciding(state: State) -> Explorer | None:
    """Return who has to decide something now; None also while all that is missing is the table's word."""
    if state.active is not None:
        return state.active
    match state.phase:
        case Phase.CHOOSE:
            return next(one for one in state.playing if one.card is None)
        case Phase.KEEP:
            return next((one for one in state.playing if len(one.missions) > 1), None)
        case Phase.SHOW:
            return to_dial(state)
        case Phase.COUNT:
            return to_count(state)
        case Phase.START | Phase.TURNS | Phase.OVER:
            return None
        case _:
            assert_never(state.phase)


def _for_the_table(state: State) -> ev.Command | None:
    """Return what the table says when no player has to decide; None when the game is over."""
    return {Phase.KEEP: ev.BeginPlay(), Phase.COUNT: ev.Score()}.get(state.phase)


def _wishes(state: State, explorer: Explorer, chance: random.Random) -> tuple[ev.Command, ...]:
    """Return the legal wishes of a player; dialled ones are drawn, since no menu lists them."""
    seat = explorer.seat
    if state.phase is Phase.SHOW:
        return tuple(ev.Choose(seat=seat, card=card) for card in explorer.hand)
    if state.phase is Phase.COUNT:
        return tuple(ev.CountMission(seat=seat, built=built) for built in range(min(4, explorer.huts.bit_count()) + 1))
    wishes = menu(state, seat)
    if state.box.board is None and state.phase in (Phase.START, Phase.TURNS) and not rows_for_indio(state, explorer):
        return (*_declarations(state, explorer, chance), *wishes)
    return wishes


def _declarations(state: State, explorer: Explorer, chance: random.Random) -> tuple[ev.Declare, ...]:
    """Return huts a player might tell in a game without map: a dozen villages, drawn, that contradict nothing."""
    found: list[ev.Declare] = []
    for number in chance.sample(range(1, 31), 12):
        village = known(state, number)
        species = chance.choice(SPECIES) if village is None else village.species
        price = Gold(PRICES[0] if village is None else village.highest + 1)
        fits = price <= PRICES[1] and silver(price) <= explorer.purse and explorer.huts_left > 0
        if fits and not explorer.huts >> number & 1 and taken(state, species) < TILES:
            found.append(ev.Declare(seat=explorer.seat, number=number, species=species, price=price))
    return tuple(found)


def _valuing(
    state: State,
    chance: random.Random,
    card: Callable[[State, Explorer], int],
    values: Callable[[State, Explorer, Board], Callable[[int], float]],
) -> ev.Command | None:
    """Play the card and build in the village these value most; anything legal where they have no opinion."""
    explorer = _deciding(state)
    if explorer is None:
        return _for_the_table(state)
    if state.phase is Phase.CHOOSE:
        return ev.Choose(seat=explorer.seat, card=card(state, explorer))
    rows = rows_for_indio(state, explorer)
    if rows:
        return _hire_if_cheap(state, explorer, rows)
    board = state.box.board
    if board is None or explorer is not state.active:
        return anything(state, chance)
    value = values(state, explorer, board)
    worths = {bit: value(bit) for bit in bits(sites_of(state, explorer, board))}
    best = max(worths, key=worths.__getitem__, default=None)
    if best is not None and (state.phase is Phase.START or worths[best] > 0):
        cost = price(board, state.filled, best)
        return ev.Build(seat=explorer.seat, village=board.villages[best].name, price=cost or Gold(0))
    return ev.EndTurn(seat=explorer.seat)


CHEAP: Final = 4
"""Silver that an Indio is worth giving up for."""


def _hire_if_cheap(state: State, explorer: Explorer, rows: tuple[Species, ...]) -> ev.Command:
    if worth(state, explorer, explorer.card or 0) > CHEAP:
        return ev.TakeMoney(seat=explorer.seat)
    return ev.Hire(seat=explorer.seat, species=max(rows, key=lambda species: explorer.rows[ROW[species]]))


def _dearest_card(state: State, explorer: Explorer) -> int:
    return max(explorer.hand, key=lambda card: worth(state, explorer, card))


def _timely_card(state: State, explorer: Explorer) -> int:
    """Play low into a fire or for an Indio, the Indio card past a monkey, high otherwise."""
    kind = None if state.event is None else state.event.kind
    if INDIO_CARD in explorer.hand and kind is Kind.THEFT:
        return INDIO_CARD
    if kind in (Kind.FIRE, Kind.INDIO):
        return min(explorer.hand, key=lambda card: worth(state, explorer, card))
    return _dearest_card(state, explorer)


def _cheapness(state: State, _explorer: Explorer, board: Board) -> Callable[[int], float]:
    return lambda bit: 10.0 - (price(board, state.filled, bit) or 0)


def _progress(state: State, explorer: Explorer, board: Board) -> Callable[[int], float]:
    """Value a hut in points: its tile, its mission village, steps it saves toward the others; less its price."""
    saved = _savings(board, explorer)

    def points(bit: int) -> float:
        tile = TILE_VALUE.get(explorer.rows[board.rows[bit]], 1.0)
        return tile + saved(bit) + 2.5 - (price(board, state.filled, bit) or 0)

    return points


TILE_VALUE: Final[Mapping[int, float]] = {0: 3.0, ENOUGH - 1: 3.0}
"""Tiles in a row -> points the next one seems worth: a new species, or a row that begins to count; else one."""


def _savings(board: Board, explorer: Explorer) -> Callable[[int], int]:
    """Value a hut in steps that it saves on the way to each mission village, and in the points of the one it is in."""
    wanted = board.wanted[explorer.missions[0]] & ~explorer.huts if explorer.missions else NOWHERE
    ways, huts = steps(board), bits(explorer.huts)
    far = {village: min((MOST_STEPS, *(ways[village][hut] for hut in huts))) for village in bits(Villages(wanted))}

    def saved(bit: int) -> int:
        way = ways[bit]
        nearer = sum([before - way[village] for village, before in far.items() if way[village] < before])
        return nearer + MISSION_POINTS - far[bit] if bit in far else nearer

    return saved


MOST_STEPS: Final = 5
"""Beyond that many steps a village is far, whatever the number."""

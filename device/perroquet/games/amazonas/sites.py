"""What a player may do now, asked of the whole state."""

from perroquet.games.amazonas.board import EVERYWHERE, NOWHERE, Board, Villages
from perroquet.games.amazonas.building import buildable, neutral_sites, open_links, start_sites
from perroquet.games.amazonas.cards import PRICES, ROW, SPECIES, Kind, Silver, Species
from perroquet.games.amazonas.money import silver, value
from perroquet.games.amazonas.state import Explorer, Phase, State


def worth(state: State, explorer: Explorer, card: int) -> Silver:
    """Return the money value of a card of this player (AM-10)."""
    return value(card, explorer.rows, sum(explorer.indios), state.box.income)


def sites_of(state: State, explorer: Explorer, board: Board, among: Villages = EVERYWHERE) -> Villages:
    """Return those of `among` where this player, whose turn it is, may build a hut."""
    if state.phase is Phase.START:
        return start_sites(board, state.filled, _start_purse(state, explorer), among)
    return buildable(
        board,
        state.filled,
        explorer.huts,
        explorer.purse,
        links=open_links(state.event, explorer.card),
        huts_left=explorer.huts_left,
        among=among,
    )


def sites_now(state: State, explorer: Explorer, board: Board) -> Villages:
    """Return the same; nowhere while this player has still to take money or an Indio."""
    return NOWHERE if rows_for_indio(state, explorer) else sites_of(state, explorer, board)


def _start_purse(state: State, explorer: Explorer) -> Silver:
    return explorer.purse if state.house.start_hut == "pay" else FREE


FREE = Silver(10**6)
"""A purse that any price fits into."""


def may_build_neutral(state: State, explorer: Explorer) -> bool:
    """Tell whether this player has a neutral hut to build in this turn (AM-60, AM-61)."""
    if not explorer.neutrals or state.neutral_built or not state.collected:
        return False
    return state.active is explorer and state.phase is Phase.TURNS


def neutrals_of(state: State, explorer: Explorer, board: Board) -> Villages:
    """Return the villages where this player may build a neutral hut now."""
    return neutral_sites(board, state.filled, state.neutral_at) if may_build_neutral(state, explorer) else NOWHERE


def may_build(state: State, explorer: Explorer) -> bool:
    """Tell whether this player, whose turn it is, can pay for a hut of their own anywhere (AM-40)."""
    board = state.box.board
    if board is None:
        return explorer.huts_left > 0 and explorer.purse >= silver(PRICES[0])
    return explorer.purse >= board.cheapest and bool(sites_of(state, explorer, board))


def may_place_neutral(state: State, explorer: Explorer) -> bool:
    """Tell whether a neutral hut of this player fits anywhere now."""
    board = state.box.board
    return may_build_neutral(state, explorer) and (board is None or bool(neutrals_of(state, explorer, board)))


def idle(state: State, explorer: Explorer) -> bool:
    """Tell whether this player, who has their money, can build nothing more in this turn."""
    return not may_build(state, explorer) and not may_place_neutral(state, explorer)


def last_of_round(state: State) -> bool:
    """Tell whether nobody acts in this round after whoever's turn it is."""
    later = [state.explorers[place].seat for place in state.order[state.turn + 1 :]]
    return state.gone.issuperset(later)


def rows_for_indio(state: State, explorer: Explorer) -> tuple[Species, ...]:
    """Return the rows an Indio may join; empty when none is on offer to this player now (AM-35, AM-36)."""
    if state.collected or not state.offered or state.active is not explorer or state.phase is not Phase.TURNS:
        return ()
    event = state.event
    if event is None or event.kind is not Kind.INDIO:
        return ()
    if state.house.indio_on == "any":
        return SPECIES
    return tuple(species for species in SPECIES if explorer.rows[ROW[species]])

"""Run the case file of Amazonas through the rules, one question at a time."""

from collections import Counter
from collections.abc import Callable, Mapping
from functools import partial
from typing import Final, cast

from perroquet.games.amazonas.board import NOWHERE, Board, Villages, bits
from perroquet.games.amazonas.building import buildable, neutral_sites, open_links, price, start_sites
from perroquet.games.amazonas.cards import (
    CHIPS,
    DECK,
    HAND,
    HUTS,
    INDIO_TILES,
    MISSION_CARDS,
    NEUTRAL_HUTS,
    ROUNDS,
    ROW,
    SPECIES,
    START_GOLD,
    Kind,
    Rows,
    Silver,
)
from perroquet.games.amazonas.case_shape import (
    PLAYERS,
    Case,
    Fixture,
    Standing,
    card_of,
    event_of,
    filled_of,
    fixture,
    mask_of,
    purse_of,
    rows_of,
    species_of,
)
from perroquet.games.amazonas.declaring import TILES
from perroquet.games.amazonas.money import coins, silver, takings, turn_order, value
from perroquet.games.amazonas.scoring import MISSION_VILLAGES, Result, majority, mission_points, row_points
from perroquet.games.amazonas.state import hand_after
from perroquet.kernel.cases import CaseOutcome
from perroquet.kernel.cases import run_cases as run
from perroquet.kernel.errors import MalformedCase
from perroquet.kernel.units import Seat

FORMAT: Final = "amazonas-cases/1"

Told = dict[str, object]


class AnyOrder(list[str]):
    """Names that are a set: equal to the same names in any order."""

    def __eq__(self, other: object) -> bool:
        return isinstance(other, list) and sorted(self) == sorted(cast("list[str]", other))

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = None  # pyright: ignore[reportAssignmentType]  # as any list


def run_cases(text: str) -> tuple[CaseOutcome, ...]:
    """Run a file of format `amazonas-cases/1`.

    Raises:
        MalformedCase: the file is not of that format.
    """
    return run(text, wanted=FORMAT, shape=Case, play=partial(play, text))


def play(text: str, case: Case) -> Told:
    """Return what the rules say of `case` of the file `text`, by the keys of its `expected`."""
    if case.event.type not in _PLAYS:
        raise MalformedCase(f"event {case.event.type!r} does not exist")
    return _PLAYS[case.event.type](case, fixture(text))


def _new_game(case: Case, _fixture: Fixture) -> Told:
    event = case.event
    if event.try_players is not None:
        taken = [players for players in event.try_players if players in PLAYERS]
        return {"accepted": taken, "refused": [players for players in event.try_players if players not in PLAYERS]}
    if event.players not in PLAYERS or not 1 <= event.first_seat <= event.players:
        raise MalformedCase(f"{event.players} players, seat {event.first_seat} first; 2 to 4 play")
    coins_by_seat = {str(seat): (seat - event.first_seat) % event.players + 1 for seat in range(1, event.players + 1)}
    gold, left = coins(silver(START_GOLD))
    return {
        "copper": coins_by_seat,
        "gold": gold,
        "silver": left,
        "cards_in_hand": list(HAND),
        "huts_left": HUTS,
        "missions_each": 1,
    }


def _census(_case: Case, _fixture: Fixture) -> Told:
    most = max(PLAYERS)
    return {
        "huts_per_player": HUTS,
        "neutral_huts_total": 2 * NEUTRAL_HUTS,
        "huts_total": most * HUTS + 2 * NEUTRAL_HUTS,
        "research_tiles": len(SPECIES) * TILES,
        "indio_tiles": INDIO_TILES,
        "income_cards": most * len(HAND),
        "event_cards": len(DECK),
        "mission_cards": MISSION_CARDS,
        "order_cards": most,
        "copper_coins": most,
        "score_tokens": len(CHIPS[most]) + len(SPECIES),
    }


def _deck(_case: Case, _fixture: Fixture) -> Told:
    return {**{str(kind): n for kind, n in Counter(card.kind for card in DECK).items()}, "total": len(DECK)}


def _deck_extra(_case: Case, _fixture: Fixture) -> Told:
    return {"extra": AnyOrder(card.species for card in DECK if card.species is not None)}


def _rounds(_case: Case, _fixture: Fixture) -> Told:
    return {"rounds": ROUNDS, "cards_left_after_18": len(DECK) - ROUNDS, "game_over_after": ROUNDS}


def _hand_after(case: Case, _fixture: Fixture) -> Told:
    hand = HAND
    for card in case.state.played:
        if card_of(card) not in hand:
            raise MalformedCase(f"card {card} was played twice before the hand came back")
        hand = hand_after(hand, card)
    return {"hand": list(hand)}


def _value(case: Case, given: Fixture) -> Told:
    rows, indios = rows_of(case.state), len(case.state.indios)
    return {"value": value(card_of(case.event.card), rows, indios, given.income)}


def _credit(case: Case, _fixture: Fixture) -> Told:
    if case.event.silver < 0:
        raise MalformedCase(f"{case.event.silver} silver received; nothing less than 0 is")
    return _purse(Silver(purse_of(case.state) + case.event.silver))


def _purse(purse: Silver) -> Told:
    gold, left = coins(purse)
    return {"gold": gold, "silver": left}


def _order(case: Case, _fixture: Fixture) -> Told:
    event_of(case.event.event_card)
    values, copper = case.event.values, case.state.copper
    if values.keys() != copper.keys() or len(set(copper.values())) < len(copper):
        raise MalformedCase(f"values of {sorted(values)} and coins {copper}; each player has a coin of their own")
    order, after = turn_order(values, copper)
    return {"order": list(order), "copper_after": after}


def _turn_money(case: Case, given: Fixture) -> Told:
    event, card, purse = event_of(case.event.event_card), card_of(case.event.card), purse_of(case.state)
    rows = rows_of(case.state)
    if case.event.hire_on is not None:
        species = species_of(case.event.hire_on)
        if event is None or event.kind is not Kind.INDIO or not rows[ROW[species]]:
            raise MalformedCase(f"nobody can hire on {species}: no Indio is on offer, or that row is empty")
        return {**_purse(purse), "indios": [*case.state.indios, species]}
    worth = value(card, rows, len(case.state.indios), given.income)
    return {**_purse(takings(event, card, worth, rows, purse, whole=True).purse), "indios": case.state.indios}


def _indio_offers(case: Case, _fixture: Fixture) -> Told:
    offered: list[str] = []
    for player in case.state.order:
        choice = case.event.choices.get(player)
        if choice not in ("money", "hire"):
            raise MalformedCase(f"choice {choice!r} of {player}; money or hire is wanted")
        offered.append(player)
        if choice == "hire":
            return {"offered": offered, "owner": player}
    return {"offered": offered, "owner": None, "tile": "lost"}


def _indio_targets(case: Case, _fixture: Fixture) -> Told:
    rows = rows_of(case.state)
    return {"targets": AnyOrder(species for species in SPECIES if rows[ROW[species]])}


def _legal_start(case: Case, given: Fixture) -> Told:
    board = given.board
    found = start_sites(board, filled_of(board, case.state.others, NOWHERE), purse_of(case.state))
    return {"legal": _names(board, found)}


def _names(board: Board, villages: Villages) -> AnyOrder:
    return AnyOrder(sorted(board.villages[bit].id for bit in bits(villages)))


def _legal_builds(case: Case, given: Fixture) -> Told:
    return {"legal": _names(given.board, _sites(case, given, mask_of(given.board, case.state.huts or ()), None))}


def _sites(case: Case, given: Fixture, huts: Villages, purse: Silver | None) -> Villages:
    """Return where the asking player may build with `huts` and `purse`; None = the purse of the case."""
    before, board = case.state, given.board
    return buildable(
        board,
        filled_of(board, before.others, huts),
        huts,
        purse_of(before) if purse is None else purse,
        links=open_links(event_of(case.event.event_card), case.event.card),
        huts_left=HUTS - huts.bit_count() if before.huts_left is None else before.huts_left,
    )


def _build(case: Case, given: Fixture) -> Told:
    board, village = given.board, mask_of(given.board, (case.event.village,))
    huts = mask_of(board, case.state.huts or ())
    purse, bit = purse_of(case.state), bits(village)[0]
    cost = price(board, filled_of(board, case.state.others, huts), bit)
    linked = case.state.huts is None or _sites(case, given, huts, None) & village
    if cost is None or silver(cost) > purse or not linked:
        raise MalformedCase(f"no hut can be built in {case.event.village!r}")
    species = board.villages[bit].species
    rows_of(case.state)
    tiles = {**case.state.tiles, str(species): cast("int", case.state.tiles.get(species, 0)) + 1}
    return {**_purse(Silver(purse - silver(cost))), "tiles": tiles, "paid": cost}


def _chain(case: Case, given: Fixture) -> Told:
    board, start = given.board, purse_of(case.state)
    huts, purse = mask_of(board, case.state.huts or ()), start
    for name in case.event.villages:
        village = mask_of(board, (name,))
        if not _sites(case, given, huts, purse) & village:
            return {"ok": False, **_purse(start)}
        cost = price(board, filled_of(board, case.state.others, huts), bits(village)[0])
        purse = Silver(purse - silver(cost or START_GOLD))
        huts = Villages(huts | village)
    return {"ok": True, **_purse(purse)}


def _legal_neutral(case: Case, given: Fixture) -> Told:
    before, board = case.state, given.board
    left = (NEUTRAL_HUTS if before.players == 2 else 0) if before.left is None else before.left
    if before.players != 2 or left <= 0 or before.placed_this_turn:
        return {"legal": AnyOrder()}
    return {
        "legal": _names(
            board, neutral_sites(board, filled_of(board, before.others, NOWHERE), mask_of(board, before.neutral_at))
        )
    }


def _complete_five(case: Case, _fixture: Fixture) -> Told:
    players, sequence = case.state.players, case.event.sequence
    if (
        not isinstance(players, int)
        or players not in PLAYERS
        or len(set(sequence)) < len(sequence)
        or len(sequence) > players
    ):
        raise MalformedCase(f"{players!r} players complete in order {sequence}; each of 2 to 4 completes once")
    return {"chips": dict(zip(sequence, CHIPS[players], strict=False))}


def _has_five(case: Case, _fixture: Fixture) -> Told:
    return {"has_five": all(rows_of(case.state))}


def _majority(case: Case, _fixture: Fixture) -> Told:
    rows = case.state.rows
    holder = majority(rows)
    row_of = {player: row_points(_alone(tiles)) + (player == holder) for player, tiles in rows.items()}
    return {"holder": holder, "row_points": row_of}


def _alone(tiles: int) -> Rows:
    return (tiles, 0, 0, 0, 0)


def _score(case: Case, _fixture: Fixture) -> Told:
    before, rule = case.state, case.event.mission_scoring
    if rule not in ("plus3", "minus3") or not 0 <= before.mission_done <= MISSION_VILLAGES:
        raise MalformedCase(f"mission_scoring {rule!r}, {before.mission_done} mission villages; 0 to 4 are wanted")
    mission = mission_points(before.mission_done, minus=rule == "minus3")
    return {"points": row_points(rows_of(before)) + before.chip + before.majority_tokens + mission}


def _winner(case: Case, _fixture: Fixture) -> Told:
    players = case.state.players
    if isinstance(players, int) or not players:
        raise MalformedCase(f"players {players!r}; each player's points, tiles, money and copper are wanted")
    standings = {name: _result(standing).standing for name, standing in players.items()}
    return {"winner": max(standings, key=lambda name: standings[name])}


def _result(standing: Standing) -> Result:
    return Result(
        seat=Seat(0),
        rows=standing.points,
        chip=0,
        majorities=0,
        mission=0,
        tiles=standing.tiles,
        silver=Silver(standing.money),
        copper=standing.copper,
    )


_PLAYS: Final[Mapping[str, Callable[[Case, Fixture], Told]]] = {
    "new_game": _new_game,
    "census": _census,
    "deck": _deck,
    "deck_extra": _deck_extra,
    "rounds": _rounds,
    "hand_after": _hand_after,
    "value": _value,
    "credit": _credit,
    "order": _order,
    "turn_money": _turn_money,
    "indio_offers": _indio_offers,
    "indio_targets": _indio_targets,
    "legal_start": _legal_start,
    "legal_builds": _legal_builds,
    "build": _build,
    "chain": _chain,
    "legal_neutral": _legal_neutral,
    "complete_five": _complete_five,
    "has_five": _has_five,
    "majority": _majority,
    "score": _score,
    "winner": _winner,
}
"""Type of question -> what answers it."""

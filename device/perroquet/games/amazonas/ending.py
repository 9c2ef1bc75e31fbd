"""The end: who has how many points, and the ruling that says so."""

from typing import Final

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.cards import Rows
from perroquet.games.amazonas.scoring import Result, majorities, mission_points, row_points
from perroquet.games.amazonas.state import Explorer, State
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.units import Seat

WHY: Final = ("AM-80", "AM-81", "AM-82", "AM-83", "AM-84", "AM-85")


def scored(state: State) -> ev.Scored:
    """Return the end of a game."""
    holders = majorities({one.seat: one.rows for one in state.playing}) if _majorities_count(state) else ()
    results = [_result(state, one, holders.count(one.seat)) for one in state.playing]
    ranked = tuple(sorted(results, key=lambda result: result.standing, reverse=True))
    return ev.Scored(results=ranked, ruling=ruling(ranked))


def ruling(ranked: tuple[Result, ...], winner: Seat | None = None) -> Ruling:
    """Return the ruling on these results; a table that overrules names another `winner`."""
    best = next(result for result in ranked if winner is None or result.seat == winner)
    tied = winner is None and len(ranked) > 1 and ranked[1].points == best.points
    key = "wins-tie" if tied else "wins"
    return Ruling(
        code="FINAL_SCORE" if winner is None else "FINAL_BY_TABLE",
        why=WHY if winner is None else ("AM-86",),
        who=(best.seat,),
        spoken=say(key, seats={"seat": best.seat}, numbers={"points": best.points}),
        long=tuple(_told(result) for result in ranked),
    )


def _told(result: Result) -> Sentence:
    return say(
        "score-of",
        seats={"seat": result.seat},
        numbers={
            "points": result.points,
            "rows": result.rows,
            "chip": result.chip,
            "majorities": result.majorities,
            "mission": result.mission,
            "tiles": result.tiles,
            "silver": result.silver,
            "copper": result.copper,
        },
    )


def _result(state: State, explorer: Explorer, led: int) -> Result:
    minus = state.house.mission_scoring == "minus3"
    return Result(
        seat=explorer.seat,
        rows=row_points(explorer.rows),
        chip=explorer.chip,
        majorities=led,
        mission=mission_points(mission_built(state, explorer), minus=minus),
        tiles=total(explorer.rows),
        silver=explorer.purse,
        copper=explorer.copper,
    )


def total(rows: Rows) -> int:
    """Return all tiles of a player."""
    return sum(rows)


def mission_built(state: State, explorer: Explorer) -> int:
    """Return how many villages of a player's mission have a hut of theirs; what is not known counts nothing yet."""
    board = state.box.board
    if board is None or not explorer.missions:
        return explorer.built or 0
    return (board.wanted[explorer.missions[0]] & explorer.huts).bit_count()


def _majorities_count(state: State) -> bool:
    rule = state.house.majority
    return rule == "all" or (rule == "2p" and len(state.explorers) == 2)

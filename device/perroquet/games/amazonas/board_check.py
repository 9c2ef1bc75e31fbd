"""What is worth knowing of a board that can be played: a report for whoever made it."""

from collections import Counter
from dataclasses import dataclass

from perroquet.games.amazonas.board import ALL_LINKS, Board, Link, Villages, bits
from perroquet.games.amazonas.cards import MISSION_CARDS, SPECIES, START_GOLD, Species
from perroquet.games.amazonas.routes import fewest_huts, reached


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The measures of a board.

    Attributes:
        slots: building sites of each species, in the order of `SPECIES`.
        starts: villages whose first hut the start purse can pay.
        missions: card -> the fewest huts that fulfil it.
        remarks: what a maker may want to change, in words; none of it stops a game.
    """

    villages: int
    slots: tuple[int, ...]
    starts: int
    missions: tuple[tuple[str, int], ...]
    remarks: tuple[str, ...]


def report(board: Board) -> Report:
    """Measure `board`."""
    slots = Counter[Species]()
    for village in board.villages:
        slots[village.species] += len(village.slots)
    missions = tuple(
        (mission.id, fewest_huts(board, wanted) or 0)
        for mission, wanted in zip(board.missions, board.wanted, strict=True)
    )
    return Report(
        villages=len(board.villages),
        slots=tuple(slots[species] for species in SPECIES),
        starts=sum(village.slots[0] <= START_GOLD for village in board.villages),
        missions=missions,
        remarks=(*_link_remarks(board), *_slot_remarks(board, slots), *_mission_remarks(missions)),
    )


def _link_remarks(board: Board) -> list[str]:
    everywhere = reached(board, ALL_LINKS)
    found: list[str] = []
    for link, closed in ((Link.PATH, "crocodile"), (Link.WATER, "jaguar")):
        missed = [board.villages[bit].id for bit in bits(Villages(everywhere & ~reached(board, (link,))))]
        if missed:
            found.append(
                f"by {link} alone {len(missed)} villages are cut off ({', '.join(missed[:4])}...): "
                f"a {closed} is harder there"
            )
    return found


def _slot_remarks(board: Board, slots: Counter[Species]) -> list[str]:
    return [
        f"{slots[species]} sites of {species} for {board.tiles} tiles"
        for species in SPECIES
        if slots[species] != board.tiles
    ]


def _mission_remarks(missions: tuple[tuple[str, int], ...]) -> list[str]:
    found: list[str] = []
    costs = {huts for _, huts in missions}
    if len(costs) > 1:
        found.append(f"missions take {min(costs)} to {max(costs)} huts: some are harder than others")
    if len(missions) < MISSION_CARDS:
        found.append(f"{len(missions)} missions; the box has {MISSION_CARDS}")
    return found

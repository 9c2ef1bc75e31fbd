"""The rows of a board file, not yet checked, and everything that can make a board unplayable."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import ClassVar, Final

from perroquet.games.amazonas.board import Link
from perroquet.games.amazonas.cards import HAND, START_GOLD, Species
from perroquet.kernel.errors import PerroquetError

FORMAT: Final = "amazonas-board/1"

STRICT: Final = {"extra": "forbid", "strict": True}
"""How pydantic reads the rows below: nothing unknown, nothing coerced."""

Place = tuple[str | int, ...]
"""Where something stands in a file: keys and indices from the outside in."""

FEWEST_VILLAGES: Final = 8
MOST_PLAYERS: Final = 4
MOST_SLOTS: Final = 4
DEAREST: Final = 9
MISSION_VILLAGES: Final = 4

NAMES: Final = frozenset(str(species) for species in Species)
NO_SPECIES: Final[Mapping[int, str]] = {HAND[0]: "longest", HAND[-1]: "indio"}
"""Income cards without a species of their own, and what files call that."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Fault:
    """What is wrong with a board, and the line of the file where it shows."""

    line: int
    what: str

    def __str__(self) -> str:
        return f"line {self.line}: {self.what}"


class BadBoard(PerroquetError, ValueError):
    """A board that cannot be played; `faults` are by line."""

    def __init__(self, faults: tuple[Fault, ...]) -> None:
        super().__init__("; ".join(str(fault) for fault in faults))
        self.faults = faults


@dataclass(frozen=True, slots=True, kw_only=True)
class VillageRow:
    """A village as the file has it."""

    __pydantic_config__: ClassVar = STRICT
    id: str
    name: str
    species: str
    slots: tuple[int, ...]
    x: float | None = None
    y: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EdgeRow:
    """A link as the file has it."""

    __pydantic_config__: ClassVar = STRICT
    a: str
    b: str
    via: str


@dataclass(frozen=True, slots=True, kw_only=True)
class MissionRow:
    """A mission card as the file has it."""

    __pydantic_config__: ClassVar = STRICT
    id: str
    villages: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class IncomeRow:
    """An income card as the file has it. `tiebreak_id`: player "1" to "4" -> the number printed on their copy."""

    __pydantic_config__: ClassVar = STRICT
    value: int
    species: str
    tiebreak_id: dict[str, int] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardRows:
    """A board file, not yet checked."""

    __pydantic_config__: ClassVar = STRICT
    format: str
    id: str
    title: str
    species: tuple[str, ...]
    villages: tuple[VillageRow, ...]
    edges: tuple[EdgeRow, ...]
    missions: tuple[MissionRow, ...]
    licence: str = ""
    tiles_per_species: int = 12
    income_cards: tuple[IncomeRow, ...] | None = None
    income_cards_note: str = ""


def faults_of(rows: BoardRows) -> Iterator[tuple[Place, str]]:
    """Yield what makes the board unplayable, with its place."""
    if rows.format != FORMAT:
        yield ("format",), f"format {rows.format!r}; {FORMAT!r} is wanted"
    if sorted(rows.species) != sorted(NAMES):
        yield ("species",), f"species {list(rows.species)}; exactly {', '.join(Species)} are wanted"
    yield from _village_faults(rows)
    ids = [row.id for row in rows.villages]
    yield from _link_faults(rows, ids)
    yield from _mission_faults(rows, ids)
    yield from _income_faults(rows)


def _village_faults(rows: BoardRows) -> Iterator[tuple[Place, str]]:
    if len(rows.villages) < FEWEST_VILLAGES:
        yield ("villages",), f"{len(rows.villages)} villages; at least {FEWEST_VILLAGES} are wanted"
    for index, row in enumerate(rows.villages):
        place = ("villages", index)
        if any(other.id == row.id for other in rows.villages[:index]):
            yield place, f"village {row.id!r} is there twice; give each its own id"
        if any(other.name == row.name for other in rows.villages[:index]):
            yield place, f"two villages are called {row.name!r}; players could not tell them apart"
        if row.species not in NAMES:
            yield place, f"village {row.id!r} has species {row.species!r}; {', '.join(Species)} are wanted"
        if not 1 <= len(row.slots) <= MOST_SLOTS or not all(0 < price <= DEAREST for price in row.slots):
            yield (
                place,
                f"village {row.id!r} has prices {list(row.slots)}; 1 to {MOST_SLOTS} of 1 to {DEAREST} gold are wanted",
            )
        elif list(row.slots) != sorted(set(row.slots)):
            yield (
                place,
                f"village {row.id!r} has prices {list(row.slots)}; each hut must cost more than the one before it",
            )
    starts = sum(price <= START_GOLD for row in rows.villages for price in row.slots)
    if starts < MOST_PLAYERS:
        yield (
            ("villages",),
            f"{starts} sites within {START_GOLD} gold; {MOST_PLAYERS} players must each find one: lower prices",
        )
    sites = Counter[str]()
    for row in rows.villages:
        sites[row.species] += len(row.slots)
    for species, count in sites.items():
        if count > rows.tiles_per_species:
            yield ("villages",), f"{count} sites of {species} for {rows.tiles_per_species} tiles; take sites away"


def _link_faults(rows: BoardRows, ids: list[str]) -> Iterator[tuple[Place, str]]:
    linked: set[str] = set()
    seen: set[tuple[frozenset[str], str]] = set()
    for index, row in enumerate(rows.edges):
        place = ("edges", index)
        for end in (row.a, row.b):
            if end not in ids:
                yield place, f"link to {end!r}, which is no village{_nearest(end, ids)}"
        if row.a == row.b:
            yield place, f"village {row.a!r} is linked to itself"
        if row.via not in tuple(Link):
            yield place, f"link via {row.via!r}; {' or '.join(Link)} is wanted"
        if (key := (frozenset((row.a, row.b)), row.via)) in seen:
            yield place, f"{row.a!r} and {row.b!r} are linked by {row.via} twice"
        seen.add(key)
        linked |= {row.a, row.b}
    for index, village in enumerate(ids):
        if village not in linked:
            yield ("villages", index), f"village {village!r} is isolated; link it to a neighbour"
    if ids and set(ids) <= linked and (cut := _cut_off(rows, ids)):
        yield ("edges",), f"{', '.join(cut)} cannot be reached from {ids[0]!r}; link the parts of the board"


def _cut_off(rows: BoardRows, ids: list[str]) -> list[str]:
    reached, fresh = {ids[0]}, True
    while fresh:
        met = {b for row in rows.edges for a, b in ((row.a, row.b), (row.b, row.a)) if a in reached}
        fresh = not met <= reached
        reached |= met
    return [village for village in ids if village not in reached]


def _mission_faults(rows: BoardRows, ids: list[str]) -> Iterator[tuple[Place, str]]:
    for index, row in enumerate(rows.missions):
        place = ("missions", index)
        if any(other.id == row.id for other in rows.missions[:index]):
            yield place, f"mission {row.id!r} is there twice"
        if len(row.villages) != MISSION_VILLAGES or len(set(row.villages)) != len(row.villages):
            yield (
                place,
                f"mission {row.id!r} names {list(row.villages)}; {MISSION_VILLAGES} different villages are wanted",
            )
        for village in row.villages:
            if village not in ids:
                yield place, f"mission {row.id!r} names {village!r}, which is no village{_nearest(village, ids)}"


def _income_faults(rows: BoardRows) -> Iterator[tuple[Place, str]]:
    cards = rows.income_cards
    if rows.tiles_per_species < 1:
        yield ("tiles_per_species",), f"{rows.tiles_per_species} tiles of each species; at least one is wanted"
    if cards is None:
        return
    if sorted(card.value for card in cards) != list(HAND):
        yield ("income_cards",), f"income cards {[card.value for card in cards]}; one each of 0 to {HAND[-1]} is wanted"
    for index, card in enumerate(cards):
        wanted = NO_SPECIES.get(card.value)
        if card.species != wanted if wanted is not None else card.species not in NAMES:
            say = repr(wanted) if wanted is not None else ", ".join(Species)
            yield ("income_cards", index), f"income card {card.value} has species {card.species!r}; {say} is wanted"
    plain = [card for card in cards if card.species in NAMES]
    for species, times in Counter(card.species for card in plain).items():
        if times > 1:
            yield ("income_cards",), f"species {species!r} is on {times} income cards; each belongs on one"
    printed = [card.tiebreak_id for card in cards if card.tiebreak_id is not None]
    numbers = [number for copies in printed for number in copies.values()]
    if printed and (
        len(printed) < len(cards)
        or any(list(copies) != ["1", "2", "3", "4"] for copies in printed)
        or len(set(numbers)) < len(numbers)
    ):
        yield ("income_cards",), 'tiebreak_id needs a different number for each of "1" to "4" on every card, or none'


def _nearest(name: str, ids: list[str]) -> str:
    near = get_close_matches(name, ids, n=1)
    return f"; did you mean {near[0]!r}?" if near else ""

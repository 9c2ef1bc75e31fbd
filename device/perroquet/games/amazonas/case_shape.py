"""What a case of Amazonas may hold, and the board and cards its file brings along."""

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import ClassVar, Final, cast

from perroquet.games.amazonas.board import Board, Link, Village, Villages, made
from perroquet.games.amazonas.cards import HAND, ROW, SPECIES, EventCard, Gold, Kind, Rows, Silver, Species
from perroquet.games.amazonas.money import silver
from perroquet.games.amazonas.state import one_more
from perroquet.kernel.cases import CLOSED
from perroquet.kernel.errors import MalformedCase


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How a player ended: `tiles` with Indio tiles, `money` in silver."""

    __pydantic_config__: ClassVar = CLOSED
    points: int
    tiles: int
    money: int
    copper: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The key `state` of a case."""

    __pydantic_config__: ClassVar = CLOSED
    tiles: dict[str, int | dict[str, int]] = field(default_factory=dict[str, int | dict[str, int]])
    indios: list[str] = field(default_factory=list[str])
    gold: int = 0
    silver: int = 0
    huts: list[str] | None = None
    huts_left: int | None = None
    others: dict[str, int] = field(default_factory=dict[str, int])
    neutral_at: list[str] = field(default_factory=list[str])
    left: int | None = None
    placed_this_turn: int = 0
    players: int | dict[str, Standing] = 4
    copper: dict[str, int] = field(default_factory=dict[str, int])
    played: list[int] = field(default_factory=list[int])
    order: list[str] = field(default_factory=list[str])
    rows: dict[str, int] = field(default_factory=dict[str, int])
    chip: int = 0
    majority_tokens: int = 0
    mission_done: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """The key `event` of a case: its type, and what that type needs."""

    __pydantic_config__: ClassVar = CLOSED
    type: str
    players: int = 4
    first_seat: int = 1
    try_players: list[int] | None = None
    moment: str = ""
    scope: str = "box"
    card: int | None = None
    silver: int = 0
    values: dict[str, int] = field(default_factory=dict[str, int])
    event_card: str | None = None
    hire_on: str | None = None
    choices: dict[str, str] = field(default_factory=dict[str, str])
    village: str = ""
    villages: list[str] = field(default_factory=list[str])
    sequence: list[str] = field(default_factory=list[str])
    mission_scoring: str = "plus3"


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case, without what is only for people."""

    id: str
    state: Before
    event: Asked


@dataclass(frozen=True, slots=True, kw_only=True)
class Fixture:
    """The board and the species of income cards that a case file brings along."""

    board: Board
    income: tuple[Species | None, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class VillageShape:
    """A village of the fixture."""

    species: str
    slots: list[int]


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardShape:
    """The board of the fixture."""

    villages: dict[str, VillageShape]
    edges: list[tuple[str, str, str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class FileShape:
    """The head of a case file."""

    fixture_board: BoardShape
    fixture_income_species: dict[str, str]


def fixture(text: str) -> Fixture:
    """Return the board and cards of a case file.

    Raises:
        MalformedCase: there are none, or they contradict themselves.
    """
    from pydantic import TypeAdapter, ValidationError  # heavy, and only this needs it

    try:
        head = TypeAdapter(FileShape).validate_python(json.loads(text))
    except (ValidationError, ValueError) as wrong:
        raise MalformedCase(f"fixture_board and fixture_income_species: {wrong}") from wrong
    villages = tuple(
        Village(
            id=name,
            name=name,
            species=species_of(shape.species),
            slots=tuple(Gold(cost) for cost in shape.slots),
        )
        for name, shape in head.fixture_board.villages.items()
    )
    names = [village.id for village in villages]
    for a, b, via in head.fixture_board.edges:
        if a not in names or b not in names or via not in tuple(Link):
            raise MalformedCase(f"fixture link {[a, b, via]} names no village or no kind of link")
    board = made(
        id="fixture",
        title="",
        licence="",
        villages=villages,
        links=tuple((a, b, Link(via)) for a, b, via in head.fixture_board.edges),
        missions=(),
        income=(),
        numbers=(),
        tiles=0,
    )
    species = head.fixture_income_species
    income = tuple(species_of(species[str(card)]) if str(card) in species else None for card in HAND)
    return Fixture(board=board, income=income)


def species_of(name: str) -> Species:
    """Return the species of that name."""
    if name not in tuple(Species):
        raise MalformedCase(f"species {name!r} does not exist; {', '.join(SPECIES)} do")
    return Species(name)


def rows_of(before: Before) -> Rows:
    """Return the rows of the asking player, Indio tiles included."""
    tiles = [0] * len(SPECIES)
    for name, count in before.tiles.items():
        if not isinstance(count, int) or count < 0:
            raise MalformedCase(f"{count!r} tiles of {name!r}; a count from 0 is wanted")
        tiles[ROW[species_of(name)]] = count
    rows = cast("Rows", tuple(tiles))
    for name in before.indios:
        rows = one_more(rows, ROW[species_of(name)])
    return rows


def purse_of(before: Before) -> Silver:
    """Return the purse in silver."""
    if before.gold < 0 or before.silver < 0:
        raise MalformedCase(f"{before.gold} gold and {before.silver} silver; no purse holds less than nothing")
    return Silver(silver(Gold(before.gold)) + before.silver)


def event_of(name: str | None) -> EventCard | None:
    """Return the event card of that name; None = no event."""
    if name is None:
        return None
    kind, colon, species = name.partition(":")
    if kind not in tuple(Kind) or bool(colon) is not (kind == Kind.EXTRA):
        raise MalformedCase(f"event card {name!r} does not exist")
    return EventCard(kind=Kind(kind), species=species_of(species) if colon else None)


def card_of(card: int | None) -> int:
    """Return the income card that is asked about."""
    if card not in HAND:
        raise MalformedCase(f"income card {card!r} does not exist; 0 to {HAND[-1]} do")
    return card


def mask_of(board: Board, names: Iterable[str]) -> Villages:
    """Return the set of these villages."""
    found = tuple(names)
    for name in found:
        if name not in board.place:
            raise MalformedCase(f"village {name!r} is not on the board")
        if found.count(name) > 1:
            raise MalformedCase(f"village {name!r} is there twice")
    return board.mask(found)


def filled_of(board: Board, others: Mapping[str, int], own: Villages) -> tuple[int, ...]:
    """Return the huts in each village: those of others and the asking player's own."""
    mask_of(board, others)
    filled = tuple(others.get(village.id, 0) + (own >> bit & 1) for bit, village in enumerate(board.villages))
    for huts, village in zip(filled, board.villages, strict=True):
        if not 0 <= huts <= len(village.slots):
            raise MalformedCase(f"{huts} huts in {village.id!r}, which has {len(village.slots)} sites")
    return filled


PLAYERS: Final = range(2, 5)

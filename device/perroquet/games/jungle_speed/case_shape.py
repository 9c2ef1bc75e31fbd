"""The shape of a Jungle Speed case, what is impossible in one, and the grab that its touches make up."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Final, Literal

from perroquet.games.jungle_speed.cards import Card, Kind, kind
from perroquet.games.jungle_speed.house import SHEET, House
from perroquet.games.jungle_speed.piles import LEFT, RIGHT
from perroquet.kernel.cases import CLOSED
from perroquet.kernel.errors import ConfigurationError, MalformedCase
from perroquet.kernel.readings import Grab, Hand
from perroquet.kernel.units import Degrees, Fingers, HostNs, Micros, Millimetres, Probability, Seat

CERTAIN: Final = 1_000.0
"""Odds of an owner whom the case names."""
_MOST_CARDS: Final = 1_000
"""Of one reserve: more than any box holds."""

EventType = Literal[
    "deal",
    "start",
    "safety_notice",
    "configure",
    "turn",
    "flip",
    "all_flip",
    "late_flip",
    "peek",
    "totem_absent",
    "contact",
    "fingers",
    "release",
    "lift",
    "fall",
    "contact_ambiguous",
    "split",
    "choice",
    "request",
    "timeout",
]

TOUCHES: Final = frozenset(("contact", "fingers", "release", "lift", "contact_ambiguous"))
"""Events that make up a grab."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The key `state` of a case."""

    __pydantic_config__: ClassVar = CLOSED
    reserve: dict[str, int]
    piles: dict[str, list[str]]
    pot: list[str]
    mode: Literal["shape", "colour"]
    turn: str
    config_overrides: dict[str, Any] = field(default_factory=dict[str, Any])
    resolved_arrows: list[str] = field(default_factory=list[str])
    playing_hand: dict[str, Literal["right", "left"]] = field(default_factory=dict[str, Literal["right", "left"]])
    note: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One member of the key `event`; which fields it has depends on its type."""

    __pydantic_config__: ClassVar = CLOSED
    type: EventType
    t: float
    player: str | None = None
    seat: str | None = None
    card: str | None = None
    cards: dict[str, str] = field(default_factory=dict[str, str])
    hand: Literal["right", "left"] = "right"
    fingers: int | None = None
    z_mm: float | None = None
    by: str | None = None
    off_table: bool = False
    players: list[str] = field(default_factory=list[str])
    value: Any = None
    flag: str | None = None
    give: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    deck: int = 0
    removed: list[str] = field(default_factory=list[str])


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case, without what is only for people."""

    id: str
    players: list[str]
    state: Before
    event: list[Happening]

    @property
    def persons(self) -> tuple[str, ...]:
        """Return who plays: hands are named `A.R` (right) and `A.L` (left)."""
        return tuple(dict.fromkeys(name.partition(".")[0] for name in self.players))

    @property
    def seats(self) -> tuple[Seat, ...]:
        """Return the seat of each of `players`."""
        sides = {"": 0, "R": RIGHT, "L": LEFT}
        split = (name.partition(".") for name in self.players)
        return tuple(Seat(sides[side] + self.persons.index(person)) for person, _, side in split)

    def seat(self, name: str | None) -> Seat:
        """Return the seat of a player, or of a person whose hand is not told.

        Raises:
            MalformedCase: an event that needs a player has none, or one who does not play.
        """
        if name is None:
            raise MalformedCase("an event lacks its player")
        if name in self.players:
            return self.seats[self.players.index(name)]
        if name in self.persons:
            return Seat(self.persons.index(name))
        raise MalformedCase(f"{name!r}, who does not play, in an event; {self.players} do")

    def name(self, seat: Seat) -> str:
        """Return what the case calls a seat."""
        return self.players[self.seats.index(seat)] if seat in self.seats else self.persons[seat]


# --- what is impossible ----------------------------------------------------------------------------------------------


def house_of(overrides: Mapping[str, Any]) -> House:
    """Return the house sheet of a case, whose switches are true and false.

    Raises:
        MalformedCase: a rule that does not exist, or cannot be that.
    """
    try:
        return SHEET.laid({"cards": "virtual", **{name: worded(value) for name, value in overrides.items()}})
    except ConfigurationError as err:
        raise MalformedCase(str(err)) from err


def worded(value: bool | int | str) -> int | str:  # noqa: FBT001 - a value of JSON
    """Return a value of the house sheet as that has it: switches are words there."""
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else value


def check(case: Case, house: House) -> None:
    """Refuse a case that cannot be.

    Raises:
        MalformedCase: says what came and what was wanted.
    """
    _check_players(case)
    before = case.state
    for key, given in (("reserve", before.reserve.keys()), ("piles", before.piles.keys())):
        if given != set(case.players):
            raise MalformedCase(f"{key} of {sorted(given)}; exactly {case.players} are wanted")
    if wrong := {name: count for name, count in before.reserve.items() if not 0 <= count <= _MOST_CARDS}:
        raise MalformedCase(f"reserves {wrong}; 0 to {_MOST_CARDS} cards are wanted")
    if before.turn not in case.players:
        raise MalformedCase(f"turn of {before.turn!r}, who does not play; {case.players} do")
    deck = frozenset(house.box.deck())
    visible = [*(card for pile in before.piles.values() for card in pile), *before.pot]
    _check_cards(visible, deck)
    if hidden := [card for card in before.resolved_arrows if card not in visible]:
        raise MalformedCase(f"resolved arrows {hidden} are not on the table")
    if symbols := [card for card in before.resolved_arrows if kind(Card(card)) is Kind.SYMBOL]:
        raise MalformedCase(f"resolved arrows {symbols} are no arrows")
    for happening in case.event:
        _check_happening(case, happening, deck)


def _check_players(case: Case) -> None:
    if len(set(case.players)) < len(case.players):
        raise MalformedCase(f"players {case.players}: somebody is there twice")
    hands = {f"{name}{side}" for name in case.persons for side in (".R", ".L")}
    if len(case.persons) == 2:
        if set(case.players) != hands:
            raise MalformedCase(f"players {case.players}; two people are four hands: {sorted(hands)}")
    elif not 3 <= len(case.players) <= 10 or any("." in name for name in case.players):
        raise MalformedCase(f"players {case.players}; three to ten are wanted, or two with four hands")


def _check_cards(cards: Sequence[str], deck: Collection[str]) -> None:
    for card in cards:
        if card not in deck:
            raise MalformedCase(f"card {card!r} does not exist")
        if cards.count(card) > 1:
            raise MalformedCase(f"card {card!r} is there twice")


def _check_happening(case: Case, happening: Happening, deck: Collection[str]) -> None:
    for name in (happening.player, happening.seat, happening.by, *happening.players, *happening.cards, *happening.give):
        if name is not None:
            case.seat(name)
    for card in (happening.card, *happening.cards.values()):
        if card is not None and card not in deck:
            raise MalformedCase(f"card {card!r} does not exist")
    if happening.fingers is not None and not 0 < happening.fingers <= 5:
        raise MalformedCase(f"{happening.fingers} fingers; one to five are wanted")


# --- grabs -----------------------------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """A grab, and the places of the hands in it that may not play."""

    grab: Grab
    wrong: tuple[int, ...]


def grab_of(case: Case, house: House, touches: Sequence[Happening]) -> Touch:
    """Return the grab of these touches, in order of time."""
    start = min((touch.t for touch in touches), default=0.0)
    unsure = tuple(
        _hand(case.seat(player), 0.0, None, 0.0)
        for touch in touches
        if touch.type == "contact_ambiguous"
        for player in touch.players
    )
    contacts = list(_contacts(touches))
    until = min((t.t for t in touches if t.type == "lift"), default=start + house.count_settle_ms)
    counted_at = min(until, (contacts[0].t if contacts else start) + house.count_settle_ms)
    hands = unsure or tuple(
        _hand(
            case.seat(touch.seat or touch.player),
            touch.t - start,
            _settled(touch, counted_at, touches),
            touch.z_mm or 0.0,
            brush=_brushed(touch, touches),
        )
        for touch in contacts
    )
    playing = case.state.playing_hand
    wrong = tuple(
        place for place, touch in enumerate(contacts) if playing.get(touch.player or "", touch.hand) != touch.hand
    )
    grab = Grab(
        grab=1,
        epoch=1,
        at=HostNs(0),
        hands=hands,
        gap_us=Micros(hands[1].first_us - hands[0].first_us) if len(hands) > 1 else None,
    )
    return Touch(grab=grab, wrong=wrong)


def _contacts(touches: Sequence[Happening]) -> Iterable[Happening]:
    """Yield first contacts; who lifts the totem without one takes it where it lies."""
    touched: set[str | None] = set()
    for touch in touches:
        if touch.type == "contact" or (touch.type == "lift" and touch.player not in touched):
            yield touch
        touched.add(touch.player)


def _settled(contact: Happening, at: float, touches: Sequence[Happening]) -> int:
    """Return the fingers of a hand at the settling instant (JS-13)."""
    changes = [t for t in touches if t.type == "fingers" and t.player == contact.player and t.t <= at]
    return (changes[-1] if changes else contact).fingers or 5


def _brushed(contact: Happening, touches: Sequence[Happening]) -> bool:
    hands = (None, contact.seat)  # a player of two may touch with both
    by_hand = {touch.type for touch in touches if touch.player == contact.player and touch.seat in hands}
    return "release" in by_hand and "lift" not in by_hand


def _hand(seat: Seat, ms: float, fingers: int | None, z_mm: float, *, brush: bool = False) -> Hand:
    """Return a hand whose owner is sure; `fingers` None = not measured."""
    chances = [1.0 / 6] * 6 if fingers is None else [float(n == fingers) for n in range(6)]
    return Hand(
        first_us=Micros(round(ms * 1_000)),
        seat=seat,
        seat_posterior=((seat, Probability(1.0)),),
        fingers=Fingers(fingers or 0),
        fingers_p=tuple(Probability(chance) for chance in chances),
        lowest_mm=Millimetres(z_mm),
        azimuth_deg=Degrees(0.0),
        brush=brush,
        odds=CERTAIN,
    )

"""The shape of a Jungle Speed case, and the grab that its touches make up."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any, Final

from perroquet.kernel.errors import MalformedCase
from perroquet.kernel.readings import Grab, Hand
from perroquet.kernel.units import Degrees, Fingers, HostNs, Micros, Millimetres, Probability, Seat

SETTLE_MS: Final = 150


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The key `state` of a case."""

    reserve: dict[str, int]
    piles: dict[str, list[str]]
    pot: list[str]
    mode: str
    turn: str
    config_overrides: dict[str, Any] = field(default_factory=dict[str, Any])
    resolved_arrows: list[str] = field(default_factory=list[str])
    playing_hand: dict[str, str] = field(default_factory=dict[str, str])


@dataclass(frozen=True, slots=True, kw_only=True)
class Happening:
    """One member of the key `event`; which fields it has depends on its type."""

    type: str
    t: float
    player: str | None = None
    card: str | None = None
    fingers: int | None = None
    z_mm: float | None = None
    by: str | None = None
    players: list[str] = field(default_factory=list[str])
    value: Any = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case, without what is only for people."""

    id: str
    players: list[str]
    state: Before
    event: list[Happening]


def seat_of(players: Sequence[str], player: str | None) -> Seat:
    """Return the seat of `player`.

    Raises:
        MalformedCase: an event that needs a player has none.
    """
    if player is None:
        raise MalformedCase("an event lacks its player")
    return Seat(players.index(player))


def grab_of(players: Sequence[str], touches: Sequence[Happening]) -> Grab:
    """Return the grab of these touches, in order of time."""
    ambiguous = [touch for touch in touches if touch.type == "contact_ambiguous"]
    contacts = [touch for touch in touches if touch.type == "contact"]
    falls = [touch for touch in touches if touch.type == "fall"]
    start = min(touch.t for touch in touches)
    unsure = tuple(_hand(seat_of(players, player), 0.0, None, 0.0) for touch in ambiguous for player in touch.players)
    hands = tuple(
        _hand(
            seat_of(players, touch.player),
            touch.t - start,
            _settled(touch, contacts[0].t + SETTLE_MS, touches),
            touch.z_mm or 0.0,
            brush=_brushed(touch, touches),
        )
        for touch in contacts
    )
    hands = unsure or hands
    return Grab(
        grab=1,
        epoch=1,
        at=HostNs(0),
        hands=hands,
        gap_us=Micros(hands[1].first_us - hands[0].first_us) if len(hands) > 1 else None,
        fall_us=Micros(round((falls[0].t - start) * 1_000)) if falls else None,
    )


def _settled(contact: Happening, at: float, touches: Sequence[Happening]) -> int:
    """Return the fingers of a hand at the settling instant (JS-13)."""
    changes = [t for t in touches if t.type == "fingers" and t.player == contact.player and t.t <= at]
    return (changes[-1] if changes else contact).fingers or 0


def _brushed(contact: Happening, touches: Sequence[Happening]) -> bool:
    by_hand = {touch.type for touch in touches if touch.player == contact.player}
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
    )

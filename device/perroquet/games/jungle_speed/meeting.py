"""What may be taken: duels and inward rushes, read from the cards on top. Nothing here is said or shown to anybody."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from perroquet.games.jungle_speed.cards import Card, Kind, colour, kind, shape
from perroquet.games.jungle_speed.piles import Cards, person
from perroquet.kernel.units import Seat

Void = frozenset[frozenset[Card]]
"""Sets of top cards that meet no more: cancelled duels, arrows whose effect is over."""

THREE: Final = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Meeting:
    """Who may go for the totem, and for what.

    Attributes:
        duels: seats whose top cards match, one group a duel.
        rush: seats that may take an inward rush; empty = there is none.
        arrows: the inward arrows behind the rush; empty when three cards of one colour made it (JS-66).
    """

    duels: tuple[tuple[Seat, ...], ...] = ()
    rush: tuple[Seat, ...] = ()
    arrows: tuple[Card, ...] = ()

    @property
    def open(self) -> bool:
        """Tell whether there is anything to take."""
        return bool(self.duels or self.rush)

    @property
    def entitled(self) -> frozenset[Seat]:
        """Return all who may take the totem."""
        return frozenset((*self.rush, *(seat for duel in self.duels for seat in duel)))

    def duel_of(self, seat: Seat) -> tuple[Seat, ...]:
        """Return the duel that `seat` is in, or nobody."""
        return next((duel for duel in self.duels if seat in duel), ())


NOTHING: Final = Meeting()


def meet(cards: Cards, *, void: Void, coloured: bool, empty_may_rush: bool) -> Meeting:
    """Return what these cards allow.

    Args:
        cards: on the table.
        void: what meets no more.
        coloured: a colour arrow is on: colours duel, shapes do not.
        empty_may_rush: a player without a pile may take an inward rush (JS-42).
    """
    tops = cards.tops()
    arrows = tuple(top for top in tops.values() if kind(top) is Kind.INWARD and frozenset((top,)) not in void)
    duels = tuple(
        group for group in matching(tops, coloured=coloured) if two_people(group) and not _is_void(group, tops, void)
    )
    rushing = bool(arrows) or (three_colours(cards) and not _is_void(tuple(tops), tops, void))
    rush = tuple(h.seat for h in cards.holdings if h.pile or (h.reserve and empty_may_rush)) if rushing else ()
    return Meeting(duels=duels, rush=rush, arrows=arrows)


def matching(tops: Mapping[Seat, Card], *, coloured: bool) -> tuple[tuple[Seat, ...], ...]:
    """Return groups of two seats or more whose symbols match by colour, or by shape (JS-1, JS-52)."""
    groups: dict[str, list[Seat]] = {}
    for seat, top in tops.items():
        if kind(top) is Kind.SYMBOL:
            groups.setdefault(colour(top) if coloured else shape(top), []).append(seat)
    if len(groups) == len(tops):
        return ()
    return tuple(tuple(group) for group in groups.values() if len(group) > 1)


def three_colours(cards: Cards) -> bool:
    """Tell whether three players, no more, show three symbols of one colour (JS-66)."""
    if len(cards.holdings) != THREE:
        return False
    tops = cards.tops().values()
    return len(tops) == THREE and all(kind(top) is Kind.SYMBOL for top in tops) and len({colour(t) for t in tops}) == 1


def two_people(group: tuple[Seat, ...]) -> bool:
    """Tell whether the hands of two persons are in it: one's own two hands never duel (JS-68)."""
    return len({person(seat) for seat in group}) > 1


def _is_void(group: tuple[Seat, ...], tops: Mapping[Seat, Card], void: Void) -> bool:
    shown = frozenset(tops[seat] for seat in group)
    return any(shown <= over for over in void)

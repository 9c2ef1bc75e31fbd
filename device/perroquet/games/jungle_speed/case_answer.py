"""What the rules say of a case, in the words of `expected`."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace

from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.case_shape import Case
from perroquet.games.jungle_speed.evolve import evolve
from perroquet.games.jungle_speed.meeting import Meeting
from perroquet.games.jungle_speed.piles import Cards
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.units import Seat

OPEN: frozenset[str] = frozenset(("ASK_TABLE", "DATA_ERROR", "SETUP", "NOTICE"))
"""Rulings after which nobody has to turn a card yet."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What has happened so far, and what the referee said of it.

    Attributes:
        ruling: code of the last situation decided.
        eligible: who was entitled when it opened.
        ruled: the event that ruled it, if one did.
        before: the state it was ruled in.
        refused: pleas turned down.
        played: the game is under way, so somebody's flip is due.
        extra: keys of `expected` that only some events answer.
    """

    case: Case
    state: State
    ruling: str = "NO_EVENT"
    eligible: tuple[Seat, ...] = ()
    ruled: ev.Ruled | None = None
    before: State | None = None
    refused: tuple[str, ...] = ()
    played: bool = False
    extra: Mapping[str, object] = field(default_factory=dict[str, object])

    @property
    def cards(self) -> Cards:
        """Return the cards: a case knows them."""
        assert self.state.cards is not None  # noqa: S101 - see above
        return self.state.cards

    def after(self, events: Iterable[ev.Event]) -> "Told":
        """Return the same after these events of one decision."""
        events = tuple(events)
        told = replace(self, played=True, eligible=self._entitled(self.state) or self.eligible)
        for event in events:
            before, told = told.state, replace(told, state=evolve(told.state, event))
            match event:
                case ev.Ruled():
                    told = replace(told, ruled=event, ruling=event.ruling.code, before=before)
                case ev.Asked() | ev.Noted():
                    told = replace(told, ruling=event.ruling.code)
                case ev.Flipped() | ev.Waited() | ev.Brushed():
                    left = standing(before, told.state)
                    told = replace(told, ruled=None, ruling=left, eligible=self._entitled(told.state))
                case _:
                    pass
        return told

    def _entitled(self, state: State) -> tuple[Seat, ...]:
        return tuple(seat for seat in self.case.seats if seat in state.meeting.entitled)

    def _names(self, seats: Iterable[Seat]) -> list[str]:
        return [self.case.name(seat) for seat in seats]

    def answer(self) -> Mapping[str, object]:
        """Return all keys of `expected` that the rules can answer."""
        cards, ruled, name = self.cards, self.ruled, self.case.name
        winner = None if ruled is None else ruled.winner
        offender = None if ruled is None else ruled.offender
        losers = () if ruled is None else ruled.losers
        following = self._following()
        already = () if self.before is None else self.before.out
        newly = [seat for seat in self.state.out if seat not in already]
        touched = {winner, offender, *losers}
        return {
            "ruling": self.ruling,
            "pickups": {name(p.seat): list(p.cards) for p in (ruled.pickups if ruled else None) or () if p.cards},
            "piles": {name(holding.seat): list(holding.pile) for holding in cards.holdings},
            "pot": list(cards.pot),
            "reserve_after": {name(holding.seat): len(holding.reserve) for holding in cards.holdings},
            "mode": "shape" if self.state.colour is None else "colour",
            "next_player": None if following is None else name(following),
            "out": self._names(cards.out()),
            "eligible": self._names(self.eligible),
            "winner": None if winner is None else name(winner),
            "losers": self._names(losers),
            "offender": None if offender is None else name(offender),
            "penalty": self.ruling if self.ruling.startswith("PENALTY") else None,
            "warned": [] if ruled is None else self._names(ruled.warned),
            "unaffected": self._names(seat for seat in self.case.seats if seat not in touched),
            "cancelled": self._cancelled(),
            "pending": [] if self.state.volley is None else list(self.state.volley.arrows),
            "refused": list(self.refused),
            "player_out": name(newly[0]) if newly else None,
            "game_over": self.state.over,
            "ranking": [self._names(group) for group in self.state.ranking],
            "then_order": self._then(following),
            "winner_pickup": sum(len(p.cards) for p in (ruled.pickups if ruled else None) or () if p.seat == winner),
            "set_aside": list(cards.aside),
            **self.extra,
        }

    def _following(self) -> Seat | None:
        """Return who turns the next card, when that is decided."""
        salvo, open_still = self.state.volley, self.state.over or self.state.meeting.open
        if salvo is not None and (salvo.begun or self.ruled is None):
            open_still = True
        return None if open_still or not self.played or self.ruling in OPEN else self.cards.turn

    def _then(self, following: Seat | None) -> list[str]:
        order: list[str] = []
        while following is not None and len(order) < 4:
            order.append(self.case.name(following))
            following = self.cards.next_to_flip(self.cards.after(following))
        return order

    def _cancelled(self) -> list[str]:
        """Return what was open and vanished without effect."""
        if self.ruled is None or self.before is None or self.ruled.stays:
            return []
        meeting, won = self.before.meeting, self.ruled.winner
        inward = self.ruling in ("IN_WON", "IN_LAST_FAIL")
        word = "duel" if self.before.colour is None else "duel couleur"
        duels = [duel for duel in meeting.duels if inward or won not in duel]
        arrows = () if inward or won is None else meeting.arrows
        return [*arrows, *(f"{word} {'/'.join(self._names(duel))}" for duel in duels)]


def standing(before: State, after: State) -> str:
    """Return the code of what a flip, or a wait, left open."""
    meeting: Meeting = after.meeting
    if meeting.rush:
        return "IN_OPEN"
    if meeting.duels:
        return "DUEL_OPEN"
    if after.volley is not None or before.volley is not None:
        return "OUT_ALL_FLIP"
    lit = after.colour is not None and after.colour != before.colour
    return "COL_ON" if lit else "NO_EVENT"

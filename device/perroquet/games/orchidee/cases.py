"""Run the case file of L'Orchidée through the rules: the raid and its accusations, with known treasures."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final, cast

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import DECK, ORCHID, Card
from perroquet.games.orchidee.house import House
from perroquet.games.orchidee.rules import decide
from perroquet.games.orchidee.state import WINDOW_NS, Phase, State, evolve
from perroquet.kernel.cases import CaseOutcome, Cited, NotRefereed
from perroquet.kernel.cases import run_cases as run
from perroquet.kernel.errors import IllegalCommand, MalformedCase
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import NS_PER_S, HostNs, Seat

FORMAT: Final = "orchidee-cases/1"

Told = dict[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Before:
    """The key `state` of a case; the keys of rules that come later are kept as they are."""

    round: int = 1
    dealer: int = 0
    phase: str = "play"
    raid_done: bool = False
    holder: int | None = None
    orchid_hidden: bool = False
    hand: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    pilfered: dict[str, list[str]] = field(default_factory=dict[str, list[str]])
    trick: list[str] = field(default_factory=list[str])
    tricks_won: list[int] = field(default_factory=list[int])
    options: dict[str, Any] = field(default_factory=dict[str, Any])
    variant: str | None = None
    sink: str | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Case:
    """One case, without what is only for people."""

    id: str
    players: int
    state: Before
    event: dict[str, Any]


def run_cases(text: str) -> tuple[CaseOutcome, ...]:
    """Run a file of format `orchidee-cases/1`.

    Raises:
        MalformedCase: the file is not of that format.
    """
    return run(text, wanted=FORMAT, shape=Case, play=play)


def play(case: Case) -> Told:
    """Return what the rules say of `case`, by the keys of its `expected`."""
    _check(case)
    keys = tuple(case.event)
    if keys not in _PLAYS:
        missing = next((BEYOND[key] for key in keys if key in BEYOND), None)
        if missing is None:
            raise MalformedCase(f"event {case.event!r} does not exist")
        raise NotRefereed(missing)
    return _PLAYS[keys](case)


BEYOND: Final[Mapping[str, str]] = {
    "deal": "deals are",
    "dealt": "deals are",
    "next_trick": "tricks are",
    "play": "tricks are",
    "play_card": "tricks are",
    "check": "tricks are",
    "pilfer": "pilfered cards are",
    "pilfer_pass": "pilfered cards are",
    "tricks_end": "the cards of the deck are",
    "pilfer_done": "end thefts are",
    "steal": "end thefts are",
    "score": "scores are",
    "winner": "scores are",
    "phase": "end thefts are",
    "shout": "the undercover agent is",
    "press": "the undercover agent is",
    "render_pair": "the sound of a raid is",
    "wait": "pauses, which the table keeps, are",
}
"""Kinds of events whose rules come later."""


def _check(case: Case) -> None:
    if case.players not in range(2, 6):
        raise MalformedCase(f"{case.players} players; 2 to 5 are wanted")
    cards = [card for held in (*case.state.hand.values(), *case.state.pilfered.values()) for card in held]
    for card in (*cards, *case.state.trick):
        if card not in DECK:
            raise MalformedCase(f"card {card!r} does not exist")
        if cards.count(card) > 1:
            raise MalformedCase(f"card {card!r} is there twice")
    for seat in (*case.state.hand, *case.state.pilfered):
        if not seat.isdecimal() or int(seat) >= case.players:
            raise MalformedCase(f"seat {seat!r} does not play; 0 to {case.players - 1} do")
    if case.state.options:
        raise NotRefereed(f"house rules {sorted(case.state.options)} are")
    if case.state.variant is not None:
        raise NotRefereed("the undercover agent is")


def _state(case: Case) -> State:
    seats = tuple(Seat(index) for index in range(case.players))
    return State(
        seats=seats,
        house=House(),
        luck=Luck(case.id),
        phase=Phase.PILFER if case.state.phase == "pilfer" else Phase.PLAY,
        number=case.state.round,
        dealer=Seat(case.state.dealer),
        onset=HostNs(0) if case.state.raid_done else None,
        treasures=tuple(tuple(Card(card) for card in case.state.pilfered.get(str(seat), [])) for seat in seats),
    )


SHOUT_NS: Final = HostNs(2 * NS_PER_S)
"""Any length will do: times of a case count from the end of the shout."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Raid:
    """A raid being told."""

    state: State
    told: tuple[ev.Ruled, ...] = ()
    rejected: str | None = None

    def after(self, command: ev.Command) -> "_Raid":
        try:
            events = decide(self.state, command)
        except IllegalCommand as refusal:
            return replace(self, rejected=refusal.code.replace("-", "_"))  # as case files write it
        raid = self
        for event in events:
            ruled = (event,) if isinstance(event, ev.Ruled) else ()
            raid = replace(raid, state=evolve(raid.state, event), told=(*raid.told, *ruled))
        return raid


def _raid(case: Case) -> Told:
    raid = _Raid(state=_state(case))
    if case.event["raid"]:
        raid = raid.after(ev.HearRaid(onset=HostNs(0), end=SHOUT_NS))
    in_hand = next((Seat(int(seat)) for seat, hand in case.state.hand.items() if ORCHID in hand), None)
    holder = in_hand if in_hand is not None else case.state.holder
    if case.event["raid"] and in_hand is not None:
        raid = raid.after(ev.GoOn()).after(ev.Point(accused=in_hand))
    elif case.event["raid"]:
        raid = raid.after(ev.Strike(at=SHOUT_NS))
    for accuser, accused, t in cast("list[tuple[int, int, float | None]]", case.event.get("accuse", [])):
        raid = _accuse(raid, Seat(accuser), Seat(accused), t, right=accused == holder)
    if raid.state.phase is Phase.WINDOW:
        if raid.state.pending is not None:  # only a refused name leaves somebody locked in
            raid = replace(raid.after(ev.Answered(yes=False)), rejected=raid.rejected)
        late = HostNs(SHOUT_NS + 2 * WINDOW_NS)
        raid = replace(raid.after(ev.Strike(at=late)), rejected=raid.rejected)
    return _answer(case, raid)


def _accuse(raid: _Raid, accuser: Seat, accused: Seat, t: float | None, *, right: bool) -> _Raid:
    at = HostNs(SHOUT_NS + round((t or 0.0) * NS_PER_S))
    locked = raid.after(ev.LockIn(accuser=accuser, at=at))
    if locked.state.pending is None:
        return locked
    named = locked.after(ev.Point(accused=accused))
    return named.after(ev.Answered(yes=right)) if named.state.accusations else named


def _answer(case: Case, raid: _Raid) -> Told:
    caught = next((r for r in raid.told if r.ruling.code.startswith("CAUGHT")), None)
    wrong = [ruled.loss for ruled in raid.told if ruled.ruling.code == "FALSE_ACCUSATION" and ruled.loss is not None]
    lost = any(ruled.ruling.code == "ORCHID_LOST" for ruled in raid.told)
    told: Told = {
        "caught": caught.loss.seat if caught is not None and caught.loss is not None else None,
        "confiscated": caught.loss.card if caught is not None and caught.loss is not None else None,
        "accuser_reward": None,
        "loses": [[loss.seat, loss.card] for loss in wrong] or None,
        "rejected": raid.rejected,
        "window_opened": raid.state.opened,
    }
    if lost:
        told["orchid"] = "lost"
    if case.state.trick:
        raise NotRefereed("tricks are")
    if case.state.tricks_won:
        raise NotRefereed("the right to pilfer is")
    return told


def _raid_due(case: Case) -> Told:
    if case.state.sink is not None:
        raise NotRefereed("a lost speaker, which the table hears of, is")
    raid = _Raid(state=_state(case)).after(ev.HearRaid(onset=HostNs(1), end=SHOUT_NS))
    return {"raid": raid.rejected is None, "raid_deferred": False}


def _start_round(case: Case) -> Told:
    number = case.event["start_round"]
    dealer = case.state.dealer
    if number > 1:
        before = replace(_state(case), phase=Phase.PILFER, number=number - 1)
        drawn = decide(before, ev.GoOn())[0]
        assert isinstance(drawn, ev.RaidDrawn)  # noqa: S101 - what a new round begins with
        dealer = drawn.dealer
    return {"dealer": dealer, "leader": dealer, "app_activator": dealer}


def _law(_case: Case) -> Told:
    raise Cited("the law of the raid is drawn ten thousand times by a test that names this case")


_PLAYS: Final[Mapping[tuple[str, ...], Callable[[Case], Told]]] = {
    ("raid",): _raid,
    ("raid", "accuse"): _raid,
    ("raid_due",): _raid_due,
    ("start_round",): _start_round,
    ("simulate_rounds", "live_s"): _law,
}

"""Run the case file of Jungle Speed through the rules: cards are known, seats are sure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed import judge
from perroquet.games.jungle_speed.cards import ARROWS, SYMBOLS, UNKNOWN, Card
from perroquet.games.jungle_speed.case_shape import Case, Happening, grab_of, seat_of
from perroquet.games.jungle_speed.evolve import evolve
from perroquet.games.jungle_speed.house import SHEET
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.rules import decide
from perroquet.games.jungle_speed.state import Cards, Holding, State
from perroquet.kernel.cases import CaseOutcome, NotRefereed
from perroquet.kernel.cases import run_cases as run
from perroquet.kernel.errors import ConfigurationError, IllegalCommand, MalformedCase
from perroquet.kernel.units import Seat

FORMAT: Final = "jungle-speed-cases/1"


REFEREED: Final = frozenset(
    ("turn", "flip", "contact", "fingers", "release", "lift", "fall", "contact_ambiguous", "request")
)
BEYOND: Final[Mapping[str, str]] = {
    "deal": "physical deals are",
    "start": "the draw of the first player is",
    "safety_notice": "the safety notice is",
    "configure": "house rules set during play are",
    "all_flip": "outward arrows are",
    "late_flip": "outward arrows are",
    "peek": "peeking is",
    "totem_absent": "an absent totem is",
    "split": "rushes of several are",
    "choice": "arrow cards are",
    "timeout": "waiting in vain is",
}
"""Types of events whose rules come later."""

UNRULED: Final[Mapping[str, str]] = {
    "ask-fall": "falls are",
    "ask-outsider-in-scrum": "outsiders in a simultaneous grab are",
    "ask-three-hands": "rushes of several are",
    "ask-three-colours": "three cards of one colour are",
}
"""What the referee says of a grab it does not rule -> which rules it lacks."""


def run_cases(text: str) -> tuple[CaseOutcome, ...]:
    """Run a file of format `jungle-speed-cases/1`.

    Raises:
        MalformedCase: the file is not of that format.
    """
    return run(text, wanted=FORMAT, shape=Case, play=play)


def play(case: Case) -> Mapping[str, object]:
    """Return what the rules say of `case`, by the keys of its `expected`."""
    happenings = sorted(case.event, key=lambda happening: happening.t)
    state = _state(case)
    _check(case, happenings)
    told = _Told(case=case, state=state)
    grab: list[Happening] = []
    for happening in happenings:
        if happening.type in _GRABS:
            grab.append(happening)
            continue
        told = _TELL[happening.type](_judged(told, grab), happening)
        grab = []
    return _judged(told, grab).answer()


def _check(case: Case, happenings: Sequence[Happening]) -> None:
    for happening in happenings:
        if happening.type not in REFEREED and happening.type not in BEYOND:
            raise MalformedCase(f"event type {happening.type!r} does not exist")
        for player in (happening.player, happening.by, *happening.players):
            if player is not None and player.split(".")[0] not in {name.split(".")[0] for name in case.players}:
                raise MalformedCase(f"{happening.type} by {player!r}, who does not play; {case.players} do")
        card = happening.card
        if card is not None and card not in SYMBOLS and card not in ARROWS:
            raise MalformedCase(f"card {card!r} does not exist")
    if len(case.players) == len({name.split(".")[0] for name in case.players}) * 2:
        raise NotRefereed("the game for two is")
    if case.state.mode != "shape":
        raise NotRefereed("colour arrows are")
    if case.state.playing_hand:
        raise NotRefereed("right and left hands are")
    for happening in happenings:
        if happening.type in BEYOND:
            raise NotRefereed(BEYOND[happening.type])
        if happening.card in ARROWS:
            raise NotRefereed("arrow cards are")


def _state(case: Case) -> State:
    before, seats = case.state, tuple(Seat(index) for index in range(len(case.players)))
    for key, given in (("reserve", before.reserve.keys()), ("piles", before.piles.keys())):
        if given != set(case.players):
            raise MalformedCase(f"{key} of {sorted(given)}; exactly {case.players} are wanted")
    if before.turn not in case.players:
        raise MalformedCase(f"turn of {before.turn!r}, who does not play")
    visible = [*(card for pile in before.piles.values() for card in pile), *before.pot]
    for card in visible:
        if card not in SYMBOLS and card not in ARROWS:
            raise MalformedCase(f"card {card!r} does not exist")
        if visible.count(card) > 1:
            raise MalformedCase(f"card {card!r} is there twice")
    try:
        sheet = SHEET.laid({**before.config_overrides, "cards": "virtual"})
    except ConfigurationError as err:
        raise NotRefereed(f"house rules {sorted(before.config_overrides)} are") from err
    holdings = tuple(
        Holding(
            seat=seat,
            reserve=(UNKNOWN,) * before.reserve[name],
            pile=tuple(Card(card) for card in before.piles[name]),
        )
        for seat, name in zip(seats, case.players, strict=True)
    )
    pot = tuple(Card(card) for card in before.pot)
    cards = Cards(holdings=holdings, pot=pot, turn=seats[case.players.index(before.turn)])
    # Two equal tops in a case are an older duel that nobody saw.
    pairs = [(seat, *cards.matching(seat)) for seat in seats if cards.matching(seat)]
    duel = tuple(sorted(pairs[0])) if pairs else ()
    gone = (cards.out(),) if cards.out() else ()
    return State(seats=seats, house=sheet, cards=cards, duel=duel, gone=gone, stage=Stage.ARMED if duel else Stage.IDLE)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Told:
    """What has happened so far, and what the referee said of it."""

    case: Case
    state: State
    ruling: str = ""
    eligible: tuple[Seat, ...] = ()
    ruled: ev.Ruled | None = None
    before: State | None = None
    refused: tuple[str, ...] = ()

    def name(self, seat: Seat) -> str:
        return self.case.players[seat]

    def seat(self, player: str | None) -> Seat:
        return seat_of(self.case.players, player)

    def told(self, command: cmd.Command, ruling: str) -> "_Told":
        """Return the same after `command`; `ruling` is its code when no event carries one."""
        events = decide(self.state, command)
        told = replace(self, ruling=ruling, before=self.state, ruled=None)
        for event in events:
            told = replace(told, state=evolve(told.state, event))
            match event:
                case ev.Ruled():
                    told = replace(told, ruled=event, ruling=event.ruling.code)
                case ev.Asked() if (missing := UNRULED.get(event.ruling.spoken.key)) is not None:
                    raise NotRefereed(missing)
                case ev.Asked():
                    told = replace(told, ruling="ASK_TABLE")
                case ev.Flipped() if event.seat in told.state.duel:
                    told = replace(told, ruling="DUEL_OPEN", eligible=told.state.duel)
                case _:
                    pass
        return told

    def answer(self) -> Mapping[str, object]:
        """Return all keys of `expected` that the rules can answer."""
        cards, ruled = self.state.cards, self.ruled
        assert cards is not None  # noqa: S101 - a case knows its cards
        ruling = None if ruled is None else ruled.ruling
        open_still = self.state.over or self.state.duel_open or self.ruling in ("ASK_TABLE", "DATA_ERROR")
        following = None if open_still else cards.turn
        pickups = () if ruled is None or ruled.pickups is None else ruled.pickups
        won = ruling is not None and ruling.code == "DUEL_WON"
        pays = () if ruling is None else ruling.against
        broken = self.before.duel if self.before is not None and not won and ruling is not None else ()
        already = self.before.gone if self.before is not None else ()
        newly = [seat for group in self.state.gone[len(already) :] for seat in group]
        return {
            "ruling": self.ruling,
            "pickups": {self.name(pickup.seat): list(pickup.cards) for pickup in pickups if pickup.cards},
            "piles": {self.name(holding.seat): list(holding.pile) for holding in cards.holdings},
            "pot": list(cards.pot),
            "reserve_after": {self.name(holding.seat): len(holding.reserve) for holding in cards.holdings},
            "mode": "shape",
            "next_player": None if following is None else self.name(following),
            "out": [self.name(seat) for seat in cards.out()],
            "eligible": sorted(self.name(seat) for seat in self.eligible),
            "winner": self.name(ruling.who[0]) if ruling is not None and ruling.who else None,
            "losers": [self.name(seat) for seat in pays] if won else [],
            "offender": self.name(pays[0]) if pays and not won else None,
            "penalty": None if won else self.ruling,
            "warned": [] if ruled is None else [self.name(seat) for seat in ruled.warned],
            "unaffected": [self.name(s) for s in self.state.seats if ruling and s not in (*ruling.who, *pays)],
            "cancelled": ["duel " + "/".join(sorted(self.name(seat) for seat in broken))] if broken else [],
            "refused": list(self.refused),
            "player_out": self.name(newly[0]) if newly else None,
            "game_over": self.state.over,
            "ranking": [[self.name(seat) for seat in group] for group in self.state.ranking],
            "then_order": self._then(cards, following),
            "winner_pickup": 0 if won else None,
        }

    def _then(self, cards: Cards, following: Seat | None) -> list[str]:
        order: list[str] = []
        while following is not None and len(order) < 4:
            order.append(self.name(following))
            following = cards.next_to_flip(cards.after(following))
        return order


def _turn(told: _Told, happening: Happening) -> _Told:
    state, seat = told.state, told.seat(happening.player)
    assert state.cards is not None  # noqa: S101 - a case knows its cards
    for event in judge.ending(state):
        return replace(told, state=evolve(state, event), ruling="GAME_OVER")
    following = state.cards.next_to_flip(seat)
    cards = replace(state.cards, turn=following)
    return replace(told, state=replace(state, cards=cards), ruling="NO_EVENT" if following == seat else "SKIP")


def _flip(told: _Told, happening: Happening) -> _Told:
    if happening.card is None:
        raise MalformedCase("a flip lacks its card")
    command = cmd.Flip(seat=told.seat(happening.player), card=Card(happening.card))
    try:
        return told.told(command, "NO_EVENT")
    except IllegalCommand as refusal:
        if refusal.code == "impossible-card":
            return replace(told, ruling="DATA_ERROR")
        if refusal.code == "rush-not-refereed":
            raise NotRefereed("rushes of several are") from refusal
        raise MalformedCase(str(refusal)) from refusal


def _request(told: _Told, happening: Happening) -> _Told:
    try:
        decide(told.state, cmd.Plead(plea=cmd.Plea(happening.value)))
    except IllegalCommand:
        return replace(told, refused=(*told.refused, happening.value))
    raise AssertionError("a plea was granted")  # pragma: no cover - the rules refuse every plea


_TELL: Final[Mapping[str, Callable[[_Told, Happening], _Told]]] = {"turn": _turn, "flip": _flip, "request": _request}

_GRABS: Final = frozenset(("contact", "fingers", "release", "lift", "fall", "contact_ambiguous"))


def _judged(told: _Told, grab: Sequence[Happening]) -> _Told:
    """Return the same after the grab that these touches make up."""
    if not grab:
        return told
    eligible = told.state.duel or told.eligible
    return replace(told.told(cmd.Judge(grab=grab_of(told.case.players, grab)), "WARNING"), eligible=eligible)

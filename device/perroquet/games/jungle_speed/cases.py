"""Run the case file of Jungle Speed through the rules: cards are known, seats are sure."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Final

from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.arrows import volley
from perroquet.games.jungle_speed.cards import UNKNOWN, Card, Kind, kind
from perroquet.games.jungle_speed.case_answer import Told
from perroquet.games.jungle_speed.case_shape import TOUCHES, Case, Happening, check, grab_of, house_of, worded
from perroquet.games.jungle_speed.dealing import shares
from perroquet.games.jungle_speed.ending import ending
from perroquet.games.jungle_speed.evolve import evolve
from perroquet.games.jungle_speed.house import House
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.piles import Cards, Handful, Holding
from perroquet.games.jungle_speed.rules import decide
from perroquet.games.jungle_speed.state import State, Volley
from perroquet.kernel.cases import CaseOutcome
from perroquet.kernel.cases import run_cases as run
from perroquet.kernel.errors import ConfigurationError, IllegalCommand, MalformedCase
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import Seat

FORMAT: Final = "jungle-speed-cases/1"


def run_cases(text: str) -> tuple[CaseOutcome, ...]:
    """Run a file of format `jungle-speed-cases/1`.

    Raises:
        MalformedCase: the file is not of that format.
    """
    return run(text, wanted=FORMAT, shape=Case, play=play)


def play(case: Case) -> Mapping[str, object]:
    """Return what the rules say of `case`, by the keys of its `expected`.

    Raises:
        MalformedCase: it contradicts itself.
    """
    house = house_of(case.state.config_overrides)
    check(case, house)
    told = Told(case=case, state=state_of(case, house))
    touches: list[Happening] = []
    for happening in sorted(case.event, key=lambda happening: happening.t):
        if happening.type in TOUCHES:
            touches.append(happening)
            continue
        if happening.type == "fall":
            told = _fell(told, touches, happening)
        else:
            told = _TELL[happening.type](_judged(told, touches), happening)
        touches = []
    return _judged(told, touches).answer()


def state_of(case: Case, house: House) -> State:
    """Return the state that a case begins with."""
    before = case.state
    holdings = tuple(
        Holding(
            seat=seat,
            reserve=(UNKNOWN,) * before.reserve[name],
            pile=tuple(Card(card) for card in before.piles[name]),
        )
        for seat, name in zip(case.seats, case.players, strict=True)
    )
    cards = Cards(holdings=holdings, pot=tuple(Card(card) for card in before.pot), turn=case.seat(before.turn))
    state = State(
        seats=tuple(Seat(place) for place in range(len(case.persons))),
        house=house,
        luck=Luck(case.id),
        cards=cards,
        colour=_lit(cards) if before.mode == "colour" else None,
        void=frozenset(frozenset((Card(card),)) for card in before.resolved_arrows),
        flipper=None,
        gone=(cards.out(),) if cards.out() else (),
    )
    state = replace(state, volley=_called(case, state, cards))
    return replace(state, stage=Stage.ARMED if state.meeting.open else Stage.IDLE)


def _called(case: Case, state: State, cards: Cards) -> Volley | None:
    """Return the volley that a case begins in: its first event is of one, and a live outward arrow lies there."""
    first = min(case.event, key=lambda happening: happening.t, default=None)
    if first is None or first.type != "all_flip":
        return None
    over = frozenset(card for group in state.void for card in group)
    callers = (h.seat for h in cards.holdings if kind(h.top or UNKNOWN) is Kind.OUTWARD and h.top not in over)
    return volley(state, cards, callers)


def _lit(cards: Cards) -> Card:
    """Return the colour arrow that is on: one on top, if any is."""
    shown = [top for top in cards.tops().values() if kind(top) is Kind.COLOUR]
    buried = [card for card in cards.face_up() if kind(card) is Kind.COLOUR]
    return next(iter((*shown, *buried)), Card("COL1"))


# --- what happens ----------------------------------------------------------------------------------------------------


def _judged(told: Told, touches: Sequence[Happening]) -> Told:
    """Return the same after the grab that these touches make up."""
    if not touches:
        return told
    touch = grab_of(told.case, told.state.house, touches)
    return _do(_standing(told), cmd.Judge(grab=touch.grab, wrong=touch.wrong))


def _fell(told: Told, touches: Sequence[Happening], fall: Happening) -> Told:
    """Return the same after a fall, and what had touched the totem before."""
    grab = grab_of(told.case, told.state.house, touches).grab
    by = None if fall.by is None else told.case.seat(fall.by)
    return _do(told, cmd.Drop(by=by, off_table=fall.off_table, grab=grab))


def _standing(told: Told) -> Told:
    """Return the same with the totem where hands can take it, if it lay about."""
    if told.state.stage is not Stage.RULED:
        return told
    return replace(told, state=evolve(told.state, ev.TotemStood()))


def _do(told: Told, command: cmd.Command) -> Told:
    """Return the same after `command`.

    Raises:
        MalformedCase: it cannot be.
    """
    try:
        return told.after(decide(told.state, command))
    except IllegalCommand as refusal:
        if refusal.code in ("impossible-card", "no-such-card"):
            return replace(told, ruling="DATA_ERROR", ruled=None)
        raise MalformedCase(str(refusal)) from refusal


def _deal(told: Told, happening: Happening) -> Told:
    """Deal cards face down: how many each gets, and how many are left."""
    cards = told.cards
    sizes, rest = shares(happening.deck - len(happening.removed), len(cards.holdings), told.state.house.leftover)
    holdings = tuple(
        replace(holding, reserve=(UNKNOWN,) * size) for holding, size in zip(cards.holdings, sizes, strict=True)
    )
    state = replace(told.state, cards=replace(cards, holdings=holdings), gone=())
    dealt = {told.case.name(holding.seat): size for holding, size in zip(holdings, sizes, strict=True)}
    return replace(told, state=state, ruling="SETUP", extra={"deal": dealt, "pot_deal": rest})


def _start(told: Told, _happening: Happening) -> Told:
    return replace(told, ruling="SETUP", extra={"first_player": told.state.house.first_player})


def _safety(told: Told, _happening: Happening) -> Told:
    return replace(told, ruling="NOTICE")


def _configure(told: Told, happening: Happening) -> Told:
    value = happening.value
    if not isinstance(value, bool | int | str):
        raise MalformedCase(f"a house rule set to {value!r}; a word, a number, true or false is wanted")
    command = cmd.Configure(rule=happening.flag or "", value=worded(value))
    try:
        after = _do(told, command)
    except ConfigurationError as err:
        raise MalformedCase(str(err)) from err
    return replace(after, played=False, extra={"config_after": {happening.flag: happening.value}})


def _turn(told: Told, happening: Happening) -> Told:
    for event in ending(told.state):
        return replace(told, state=evolve(told.state, event), ruling="GAME_OVER")
    seat = told.case.seat(happening.player)
    following = told.cards.next_to_flip(seat)
    state = replace(told.state, cards=replace(told.cards, turn=following))
    return replace(told, state=state, ruling="NO_EVENT" if following == seat else "SKIP", played=True)


def _flip(told: Told, happening: Happening) -> Told:
    if happening.card is None:
        raise MalformedCase("a flip lacks its card")
    seat = told.case.seat(happening.player)
    if not told.cards.of(seat).reserve:
        raise MalformedCase(f"{happening.player} turns a card and has none left")
    return _do(_standing(told), cmd.Flip(seat=seat, card=Card(happening.card)))


def _all_flip(told: Told, happening: Happening) -> Told:
    turned = tuple((told.case.seat(name), Card(card)) for name, card in happening.cards.items())
    return _do(_standing(told), cmd.FlipAll(cards=turned))


def _late(told: Told, happening: Happening) -> Told:
    return _do(told, cmd.LateFlip(seat=told.case.seat(happening.player)))


def _peek(told: Told, happening: Happening) -> Told:
    return _do(told, cmd.Peek(seat=told.case.seat(happening.player)))


def _absent(told: Told, _happening: Happening) -> Told:
    return _do(told, cmd.TotemGone())


def _wait(told: Told, _happening: Happening) -> Told:
    return _do(_standing(told), cmd.Wait())


def _split(told: Told, happening: Happening) -> Told:
    given = tuple(
        Handful(seat=told.case.seat(name), cards=tuple(Card(card) for card in cards))
        for name, cards in happening.give.items()
    )
    return _do(told, cmd.Split(given=given))


def _choice(told: Told, happening: Happening) -> Told:
    answers: dict[Any, cmd.Command] = {"duel": cmd.Accept(), "pot": cmd.Refuse()}
    asked = told.state.asked
    if happening.value not in answers or asked is None or asked.question is not ev.Question.CHOICE:
        raise MalformedCase(f"a choice of {happening.value!r}; 'duel' or 'pot' is wanted, when both are open")
    return _do(told, answers[happening.value])


def _request(told: Told, happening: Happening) -> Told:
    try:
        plea = cmd.Plea(happening.value)
    except ValueError as err:
        raise MalformedCase(f"a request to {happening.value!r}; 'replay' or 'split' is wanted") from err
    try:
        decide(replace(told.state, ranking=()), cmd.Plead(plea=plea))
    except IllegalCommand:
        return replace(told, refused=(*told.refused, happening.value))
    raise AssertionError("a plea was granted")  # pragma: no cover - the rules refuse every plea


_TELL: Final[Mapping[str, Callable[[Told, Happening], Told]]] = {
    "deal": _deal,
    "start": _start,
    "safety_notice": _safety,
    "configure": _configure,
    "turn": _turn,
    "flip": _flip,
    "all_flip": _all_flip,
    "late_flip": _late,
    "peek": _peek,
    "totem_absent": _absent,
    "timeout": _wait,
    "split": _split,
    "choice": _choice,
    "request": _request,
}

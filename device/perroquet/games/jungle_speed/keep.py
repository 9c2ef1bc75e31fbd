"""Save a dispute as a rule case: what was on the table, what happened, what was ruled, in the format of the case file.

Pure: the page offers the text as a download, and `perroquet cases jungle-speed FILE` runs it. A case that the table
overruled says what the table said, so it fails where the rules say otherwise: that is what it was kept for.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final

from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.cards import Card, Kind, kind
from perroquet.games.jungle_speed.case_answer import standing
from perroquet.games.jungle_speed.cases import FORMAT, run_cases
from perroquet.games.jungle_speed.evolve import evolve
from perroquet.games.jungle_speed.house import House
from perroquet.games.jungle_speed.piles import LEFT, RIGHT, Cards, Handful, person
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.cases import CaseStatus
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.readings import Grab
from perroquet.kernel.units import Seat

LETTERS: Final = "ABCDEFGHIJ"
"""Players are called so, clockwise: a case names nobody."""

PEEK_AT: Final = -1.0
GRAB_AT: Final = 400.0
FALL_AT: Final = 4_000.0
ANSWER_AT: Final = 5_000.0
"""When somebody looks, when hands come, the totem falls and players answer, in milliseconds after the first card."""


def saved(
    before: State,
    events: Sequence[ev.Event],
    seen: Sequence[ev.Event] | None = None,
    *,
    name: str = "X-01",
    title: str = "",
) -> str:
    """Return the text of a case file with one case.

    Args:
        before: what the events were decided in.
        events: of one decision, or of several in a row: flips, what was asked, the ruling.
        seen: the events whose hands and cards were felt and seen, when the table overruled what followed from them.
        name: the case's identity.
        title: what it is about, for people.

    Raises:
        IllegalCommand: the cards are unknown, so nobody else could rule it; a question is open still; or the format
            of cases cannot tell what lay there.
    """
    if events and isinstance(events[0], ev.Recalled):
        before, events = evolve(before, events[0]), events[1:]
        seen = None if seen is None else seen[1:]
    if before.cards is None:
        raise IllegalCommand("cards-unknown", "a case needs the cards, and nobody told me")
    if before.volley is not None and before.volley.begun:
        raise IllegalCommand("not-now", "a case cannot begin in the middle of a volley; the rulings after it are kept")
    if events and isinstance(events[-1], ev.Asked):
        raise IllegalCommand("not-now", "a question is open, so nothing is ruled yet; answer it first")
    after = before
    for event in events:
        after = evolve(after, event)
    case: dict[str, Any] = {
        "id": name,
        "title": title,
        "players": [_name(before, seat) for seat in before.cards.seats],
        "state": _state(before, before.cards),
        "event": list(_happenings(before, events if seen is None else seen)),
        "expected": _expected(before, after, events),
        "source": [{"kind": "table"}],
    }
    text = json.dumps({"format": FORMAT, "scenarios": [case]}, ensure_ascii=False, indent=1)
    for outcome in run_cases(text):
        if outcome.status is CaseStatus.REFUSED:
            raise IllegalCommand("not-now", f"the format of cases cannot tell this: {outcome.diff}")
    return text


def _name(state: State, seat: Seat) -> str:
    side = ".L" if seat >= LEFT else ".R" if seat >= RIGHT else ""
    return LETTERS[state.seats.index(person(seat))] + side


def _state(state: State, cards: Cards) -> dict[str, Any]:
    """Return the key `state`."""
    turn = cards.turn if cards.turn is not None else cards.seats[0]
    arrows = [top for top in cards.tops().values() if kind(top) is not Kind.SYMBOL]
    over = [top for top in arrows if frozenset((top,)) in state.void]
    return {
        "config_overrides": _overrides(state.house),
        "reserve": {_name(state, holding.seat): len(holding.reserve) for holding in cards.holdings},
        "piles": {_name(state, holding.seat): list(holding.pile) for holding in cards.holdings},
        "pot": list(cards.pot),
        "mode": "shape" if state.colour is None else "colour",
        "turn": _name(state, turn),
        "resolved_arrows": over,
    }


def _overrides(house: House) -> Mapping[str, Any]:
    """Return what this table plays otherwise than the box; who knows the cards is no rule."""
    switches = {"yes": True, "no": False}
    chosen = {field.name: getattr(house, field.name) for field in fields(house) if field.name != "cards"}
    return {
        name: switches.get(value, value) if isinstance(value, str) else value
        for name, value in chosen.items()
        if value != getattr(House(), name)
    }


# --- what happened ---------------------------------------------------------------------------------------------------


def _happenings(state: State, events: Sequence[ev.Event]) -> Iterable[dict[str, Any]]:
    """Yield the key `event`: flips, touches, and what players chose."""
    flips = [event for event in events if isinstance(event, ev.Flipped)]
    if flips and state.peeker is not None:
        yield {"type": "peek", "t": PEEK_AT, "player": _name(state, state.peeker)}
    if state.volley is None:
        yield from ({"type": "flip", "t": 0, "player": _name(state, f.seat), "card": f.card} for f in flips)
    elif flips:
        yield {"type": "all_flip", "t": 0, "cards": {_name(state, f.seat): f.card for f in flips}}
    open_before = () if state.asked is None else (state.asked,)
    asked = [*open_before, *(event for event in events if isinstance(event, ev.Asked))]
    ruled = next((event for event in events if isinstance(event, ev.Ruled)), None)
    grab = next((event.grab for event in (*asked, ruled) if event is not None and event.grab is not None), None)
    if grab is not None:
        yield from _touches(state, grab, ruled)
    if any(one.fall for one in asked) or (grab is not None and grab.fall_us is not None):
        yield _fall(state, grab, ruled)
    missed = grab is None and ruled is not None and ruled.ruling.code == "IN_LAST_FAIL"
    if missed or any(isinstance(event, ev.Waited) for event in events):
        yield {"type": "timeout", "t": ANSWER_AT}
    if ruled is not None and asked:
        yield from _answers(state, asked[-1], ruled)


def _touches(state: State, grab: Grab, ruled: ev.Ruled | None) -> Iterable[dict[str, Any]]:
    """Yield who touched the totem when, with how many fingers, how high."""
    for hand in grab.hands:
        seat = hand.seat if hand.seat is not None else None if ruled is None else ruled.winner
        if seat is None:
            continue
        player = _name(state, seat)
        at = GRAB_AT + hand.first_us / 1_000
        touch = {"player": player.partition(".")[0], "seat": player} if "." in player else {"player": player}
        yield {"type": "contact", "t": at, **touch, "hand": "right", "fingers": hand.fingers, "z_mm": hand.lowest_mm}
        if hand.brush:
            yield {"type": "release", "t": at + 20, **touch}


def _fall(state: State, grab: Grab | None, ruled: ev.Ruled | None) -> dict[str, Any]:
    """Return the fall: by whom, as was ruled, or as the hands say; off the table, if that was ruled."""
    off_table = ruled is not None and "JS-63" in ruled.ruling.why
    hands = () if grab is None else grab.hands
    first = next((hand.seat for hand in hands if not hand.brush), None)
    if first is None and off_table:
        first = min(state.meeting.entitled)
    named = ruled.offender if ruled is not None and ruled.offender is not None else first
    by = None if ruled is not None and ruled.ruling.code == "FALL_UNATTRIBUTED" else named
    fall_us = None if grab is None else grab.fall_us
    at = FALL_AT if fall_us is None else GRAB_AT + fall_us / 1_000
    return {"type": "fall", "t": at, "by": None if by is None else _name(state, by), "off_table": off_table}


def _answers(state: State, asked: ev.Asked, ruled: ev.Ruled) -> Iterable[dict[str, Any]]:
    """Yield what the winner chose, or how the winner shared out."""
    if ruled.winner is None:
        return
    player = {"t": ANSWER_AT, "player": _name(state, ruled.winner)}
    if asked.question is ev.Question.CHOICE:
        yield {"type": "choice", **player, "value": "duel" if ruled.losers else "pot"}
    if asked.question is ev.Question.SPLIT:
        give = {_name(state, pickup.seat): _given(state, pickup) for pickup in ruled.pickups or ()}
        yield {"type": "split", **player, "give": give}


def _given(state: State, pickup: Handful) -> list[Card]:
    """Return what a loser was given: all that was picked up but the own pile."""
    assert state.cards is not None  # noqa: S101 - a case knows its cards
    own = frozenset(state.cards.of(pickup.seat).pile)
    return [card for card in pickup.cards if card not in own]


# --- what was ruled --------------------------------------------------------------------------------------------------


def _expected(before: State, after: State, events: Sequence[ev.Event]) -> dict[str, Any]:
    """Return the key `expected`: what is always there."""
    assert after.cards is not None  # noqa: S101 - a case knows its cards
    ruled = next((event for event in reversed(events) if isinstance(event, ev.Ruled)), None)
    pickups = () if ruled is None else ruled.pickups or ()
    return {
        "ruling": standing(before, after) if ruled is None else ruled.ruling.code,
        "pickups": {_name(before, pickup.seat): list(pickup.cards) for pickup in pickups if pickup.cards},
        "piles": {_name(before, holding.seat): list(holding.pile) for holding in after.cards.holdings},
        "pot": list(after.cards.pot),
        "reserve_after": {_name(before, holding.seat): len(holding.reserve) for holding in after.cards.holdings},
        "mode": "shape" if after.colour is None else "colour",
        "out": [_name(before, seat) for seat in after.cards.out()],
    }

"""L'Orchidée tells nobody what is not theirs to know: change a secret, and nothing of mine changes (OR-34)."""

import random
import re
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import DECK, ORCHID, Card
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.cues import ArmRaid, Cue
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import Setup
from perroquet.kernel.journal import Codec, Record
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import HostNs, Samples, Seat, Seq

from tests.games.hands import ANA, BEN, CLO, DAN, ORCHIDEE, play, render, setup
from tests.games.orchid import RICH, accuse, cards, hidden, in_window, real, shouted, virtual, with_treasures

seeds = st.integers(min_value=0, max_value=2**32)
few = settings(max_examples=6)

HOUSES: dict[str, dict[str, Any]] = {
    "clockwise": {},
    "face down": {"order": "simultaneous", "thefts": "simultaneous_secret"},
    "agent": {"variant": "agent", "parrot_mean_s": 1, "raid_grace_s": 0},
}


def table(luck: int, house: str) -> Setup:
    return setup(4, luck=str(luck), cards="virtual", **HOUSES[house])


def walk(start: Setup, seed: int) -> Iterator[tuple[State, tuple[ev.Event, ...]]]:
    """Yield (state before, events) along a whole game of bots."""
    state, events = ORCHIDEE.initial(start), ORCHIDEE.opening(start)
    for number in count():
        yield state, events
        state = ORCHIDEE.replay(state, events)
        command = ORCHIDEE.bot(state, Luck(f"{seed}").split(number))
        if command is None:
            return
        events = ORCHIDEE.decide(state, command)


def otherwise(state: State, me: Seat | None, chance: random.Random) -> State:
    """Return the state with every secret that is not `me`'s drawn anew: hands, treasures, orchid, raid, plans."""
    others = [player for player in state.players if player.seat != me]
    unknown = [card for player in others for card in player.hand or () if card != ORCHID]
    chance.shuffle(unknown)
    for player in others:
        size = len(player.hand or ()) - (ORCHID in (player.hand or ()))
        hand, unknown = tuple(unknown[:size]), unknown[size:]
        # Of one kind, since what a treasure can do in the thefts is for everybody to see (OR-25).
        treasure = tuple(Card(f"{card[0]}{chance.randint(1, 20)}") for card in player.treasure or () if card)
        state = state.changed(player.seat, hand=hand, treasure=treasure)
    if state.round.holder not in (None, me):
        holder = chance.choice(others).seat
        hides = chance.choice((None, *cmd.Hideout))
        if hides is None:
            state = state.changed(holder, hand=(*(state.player(holder).hand or ()), ORCHID))
        state = replace(state, round=replace(state.round, holder=holder, hideout=hides))
    laid = tuple(
        one if one.face_up or one.seat == me else replace(one, card=chance.choice(DECK)) for one in state.round.laid
    )
    drawn = None if state.round.drawn is None else Samples(chance.randrange(10**9))
    parrot = None if state.round.parrot is None else HostNs(chance.randrange(10**12))
    state = replace(state, round=replace(state.round, laid=laid, drawn=drawn, parrot=parrot))
    plans = tuple(
        plan if plan.seat == me else replace(plan, insect=Card("I1"), target=chance.choice(state.seats))
        for plan in state.thefts.plans
    )
    return replace(state, thefts=replace(state.thefts, plans=plans))


def seen(state: State, seat: Seat | None) -> tuple[object, ...]:
    """Return all that a viewer gets to see of a state."""
    return ORCHIDEE.view(state, seat), ORCHIDEE.prompt(state), ORCHIDEE.menu(state, seat), ORCHIDEE.lamps(state)


def audible(state: State, event: ev.Event) -> list[Cue]:
    """Return what everybody hears of an event; an armed raid is for the engine alone."""
    return [cue for cue in ORCHIDEE.cues(state, event) if not isinstance(cue, ArmRaid)]


CLOSED = (Phase.PLAY, Phase.RAID, Phase.WINDOW, Phase.SHOUT, Phase.PILFER, Phase.THEFTS, Phase.DEFENCE)


@pytest.mark.parametrize("house", HOUSES)
@few
@given(seed=seeds)
def test_nothing_of_mine_depends_on_what_others_hide_or_34(house: str, seed: int) -> None:
    chance = random.Random(seed)
    for before, events in walk(table(seed, house), seed):
        state = ORCHIDEE.replay(before, events)
        if state.phase not in CLOSED or state.round.shown:
            continue
        for me in (None, *state.seats):
            assert seen(state, me) == seen(otherwise(state, me, chance), me)


@pytest.mark.parametrize("house", HOUSES)
@few
@given(seed=seeds)
def test_what_is_said_and_sounded_depends_on_public_events_alone_or_34(house: str, seed: int) -> None:
    chance = random.Random(seed)
    for before, events in walk(table(seed, house), seed):
        mine = before
        other = otherwise(before, None, chance) if before.number else before
        for event in events:
            mine, other = ORCHIDEE.evolve(mine, event), ORCHIDEE.evolve(other, event)
            if ORCHIDEE.secret(event):
                assert not [cue for cue in audible(mine, event) if type(cue).__name__ in ("Say", "Play")]
            elif not isinstance(event, ev.Ended):
                assert audible(mine, event) == audible(other, event)


def public(state: State, command: cmd.Command) -> tuple[list[ev.Event], int]:
    """Return the public events of a decision, and how many there are in all: numbers in the journal tell too."""
    events = ORCHIDEE.decide(state, command)
    return [event for event in events if not ORCHIDEE.secret(event)], len(events)


PILFER = replace(virtual().changed(ANA, tricks=1, won=cards("I7", "P2")), phase=Phase.PILFER)
POOR = {ANA: ("I20", "P1", "P2"), CLO: ("P3", "I2", "I1")}


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            (virtual(order="simultaneous"), cmd.PlayCard(seat=CLO, card=Card("P5"))),
            (virtual(order="simultaneous"), cmd.PlayCard(seat=CLO, card=Card("I5"), hide=cmd.Hideout.UNDER_BOX)),
        ),
        (
            (replace(virtual(), dealer=CLO), cmd.PlayCard(seat=CLO, card=Card("P5"))),
            (replace(virtual(), dealer=CLO), cmd.PlayCard(seat=CLO, card=Card("P5"), hide=cmd.Hideout.UNDER_TABLE)),
        ),
        ((PILFER, cmd.Pilfer(seat=ANA, card=Card("I7"))), (PILFER, cmd.Pilfer(seat=ANA, card=Card("P2")))),
        (
            (shouted(with_treasures(virtual(), RICH)), cmd.Strike(at=HostNs(10**12))),
            (shouted(with_treasures(virtual(), {**RICH, **POOR})), cmd.Strike(at=HostNs(10**12))),
        ),
        (
            (
                play(ORCHIDEE, in_window(with_treasures(hidden(virtual()), RICH)), accuse(ANA, BEN, 1)),
                cmd.Strike(at=HostNs(10**12)),
            ),
            (
                play(ORCHIDEE, in_window(with_treasures(hidden(virtual()), POOR)), accuse(ANA, BEN, 1)),
                cmd.Strike(at=HostNs(10**12)),
            ),
        ),
        (
            (virtual(), cmd.HearRaid(onset=HostNs(1), end=HostNs(2))),
            (hidden(virtual()), cmd.HearRaid(onset=HostNs(1), end=HostNs(2))),
        ),
    ],
    ids=["face down", "hiding", "pilfering", "caught", "false accusation", "shout"],
)
def test_the_public_journal_is_the_same_whatever_is_hidden_or_34(one: Any, other: Any) -> None:
    assert public(*one) == public(*other)


def test_a_deal_is_as_secret_as_its_cards_or_34() -> None:
    events = ORCHIDEE.opening(setup(4, cards="virtual"))
    codec = Codec({"orchidee": ORCHIDEE.events})
    lines = [
        codec.encode(Record(seq=Seq(n), at=HostNs(0), boot=1, source="orchidee", event=event))
        for n, event in enumerate(events, start=1)
        if not ORCHIDEE.secret(event)
    ]

    assert [type(event).__name__ for event in events] == ["RoundBegan", "RaidDrawn", "Dealt"]
    assert not any(re.search(r'"[IP]\d+"|"O"', line) for line in lines)


@few
@given(seed=seeds, live=st.none() | st.integers(0, 10**9))
def test_until_the_shout_nothing_depends_on_the_raid_or_34(seed: int, live: Any) -> None:
    start = setup(4, luck=str(seed))
    state: State = ORCHIDEE.replay(ORCHIDEE.initial(start), ORCHIDEE.opening(start))
    other = replace(state, round=replace(state.round, drawn=live))
    for seat in (None, *state.seats):
        assert seen(state, seat) == seen(other, seat)
    assert ORCHIDEE.wake(state) is ORCHIDEE.wake(other) is None
    for command in ORCHIDEE.menu(state, None):
        told = [audible(ORCHIDEE.evolve(state, event), event) for event in ORCHIDEE.decide(state, command)]
        assert told == [audible(ORCHIDEE.evolve(other, event), event) for event in ORCHIDEE.decide(other, command)]


def test_treasures_show_to_their_owner_alone_or_24_or_34() -> None:
    state = with_treasures(real(), {ANA: ("P9",)})
    other = with_treasures(real(), {ANA: ("I3",)})

    assert all(seen(state, seat) == seen(other, seat) for seat in (None, BEN, CLO, DAN))
    assert seen(state, ANA) != seen(other, ANA)


def test_hand_counts_are_shown_when_accusing_is_over_or_15() -> None:
    window = in_window(hidden(virtual()))
    closed = play(ORCHIDEE, window, accuse(ANA, CLO, 1))
    closed = play(ORCHIDEE, closed, cmd.Strike(at=ORCHIDEE.wake(closed) or HostNs(0)))

    def facts(state: State) -> str:
        return " ".join(render(ORCHIDEE, fact) for fact in ORCHIDEE.view(state, BEN).facts)

    assert "Main de Clo" not in facts(window)
    assert "Main de Clo\u00a0: insectes 5 6\u202f; pépites 5." in facts(closed)
    assert "L’orchidée était à Clo." in facts(closed)
    assert "Plis de Clo" not in facts(closed)
    assert any(ORCHIDEE.reveals(event) for event in (ev.HandsShown(),))


def test_a_house_may_show_the_won_tricks_too_or_15() -> None:
    state = in_window(virtual(reveal="all").changed(ANA, won=cards("P20")))

    assert "Plis de Ana\u00a0: insectes –\u202f; pépites 20." in [
        render(ORCHIDEE, fact) for fact in ORCHIDEE.view(state, BEN).facts
    ]
    gone = replace(state, round=replace(state.round, holder=None))
    assert "L’orchidée était" not in " ".join(render(ORCHIDEE, fact) for fact in ORCHIDEE.view(gone, BEN).facts)


def refused(state: State, wish: cmd.Command) -> str:
    """Return the words for the log when `wish` is refused; nothing when it is not."""
    try:
        ORCHIDEE.decide(state, wish)
    except IllegalCommand as refusal:
        return str(refusal)
    return ""


@few
@given(seed=seeds)
def test_refusals_name_no_card_since_the_log_keeps_them_or_34(seed: int) -> None:
    chance = random.Random(seed)
    for before, events in walk(table(seed, "clockwise"), seed):
        state = ORCHIDEE.replay(before, events)
        seat = chance.choice(state.seats)
        card = chance.choice(DECK)
        for wish in (
            cmd.PlayCard(seat=seat, card=card),
            cmd.Pilfer(seat=seat, card=card),
            cmd.Steal(thief=seat, target=ANA, insect=card),
            cmd.Defend(seat=seat, insect=card),
        ):
            assert not re.search(r"\b[IP]\d+\b", refused(state, wish))


@few
@given(seed=seeds, players=st.integers(2, 5))
def test_virtual_cards_are_conserved_or_2(seed: int, players: Any) -> None:
    for before, events in walk(setup(players, luck=str(seed), cards="virtual"), seed):
        state = ORCHIDEE.replay(before, events)
        kept = [card for player in state.players for card in player.treasure or ()]
        away = [*kept, *state.out]

        assert len(away) == len(set(away))
        assert not set(away) & set(state.deck)
        assert len(away) + len(state.deck) == 41
        hands = [card for player in state.players for card in player.hand or ()]
        assert len(hands) == len(set(hands))

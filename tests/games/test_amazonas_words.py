"""Amazonas: what is said, shown and known, and what is kept secret. Tests cite the rules AM-n they prove."""

import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.bots import BOTS
from perroquet.games.amazonas.cards import HUTS, INDIO_TILES, NEUTRAL_HUTS, Gold, Kind, Silver, Species
from perroquet.games.amazonas.rules import advance
from perroquet.games.amazonas.scoring import Result
from perroquet.games.amazonas.state import Phase, State
from perroquet.kernel.cues import Pattern
from perroquet.kernel.luck import Luck
from perroquet.kernel.sheet import OneOf
from perroquet.kernel.units import Seat

from tests.games.expedition import (
    AMAZONAS,
    EXAMPLE,
    FIRE,
    INDIO,
    JAGUAR,
    ORCHIDS,
    THEFT,
    after,
    board_with,
    build,
    chosen,
    ended,
    having,
    of,
    opened,
    rich,
    started,
    table,
    told,
)
from tests.games.hands import ANA, BEN, CLO, NOBODY, render, setup, spoken

HUT_OR_NEUTRAL = "Ana, quel village\u202f? START pour finir, MODE pour neutre."
ONLY_NEUTRAL = "Ana, cabane neutre avec MODE\u202f? START pour finir."

few = settings(max_examples=6)
seeds = st.integers(0, 2**32)
bots = st.sampled_from(sorted(BOTS))


def said(state: State, *commands: ev.Command) -> list[str]:
    """Return what the last of `commands` makes the device say, event by event."""
    for command in commands[:-1]:
        state = after(state, command)
    lines: list[str] = []
    for event in AMAZONAS.decide(state, commands[-1]):
        state = told(state, event)
        lines += spoken(AMAZONAS, state, event)
    return lines


def test_the_voice_tells_round_order_ties_and_change() -> None:
    state = after(started(table(3, FIRE)), ev.Choose(seat=ANA, card=4), ev.Choose(seat=BEN, card=4))

    assert said(state, ev.Choose(seat=CLO, card=3)) == [
        "Égalité à 4\u00a0: pièce 2 avant pièce 1. On échange.",
        "Ben à 4, Ana à 4, puis Clo à 3.",
        "Ben, 2 après le feu\u00a0: en tout 1 or, 2 argent.",
        "Rien à bâtir.",
        "Ana, 2 après le feu\u00a0: en tout 1 or, 2 argent.",
        "Rien à bâtir.",
        "Clo, 1 après le feu\u00a0: en tout 1 or, 1 argent.",
        "Clo, rien à bâtir. START pour la suite.",
    ]


def tied(players: int, *cards: int, **house: Any) -> str:
    """Return how a tie is told."""
    state = started(table(players, **house))
    *before, last = (ev.Choose(seat=seat, card=card) for seat, card in zip(state.box.seats, cards, strict=True))
    return said(state, *before, last)[0]


def test_the_voice_tells_which_coin_everybody_has_after_a_tie_am_17() -> None:
    assert tied(4, 4, 4, 4, 0) == "Égalité à 4\u00a0: pièces 3 2 1 deviennent 1 2 3."
    assert tied(4, 4, 4, 4, 0, exchange="rotate") == "Égalité à 4\u00a0: pièces 3 2 1 deviennent 1 3 2."
    assert tied(4, 4, 4, 4, 4) == "Égalité à 4\u00a0: 4 3 2 1 deviennent 1 2 3 4."


def test_printed_numbers_are_not_exchanged_am_16() -> None:
    cards = [
        {**card, "tiebreak_id": {str(player): 10 * player + card["value"] for player in (1, 2, 3, 4)}}
        for card in EXAMPLE["income_cards"]
    ]
    house = {"board": board_with(income_cards=cards), "tiebreak": "card_id"}

    assert tied(2, 4, 4, **house) == "Égalité à 4\u00a0: carte 24 avant carte 14."
    assert tied(3, 4, 4, 4, **house) == "Égalité à 4\u00a0: cartes 34, 24, 14."
    assert tied(4, 4, 4, 4, 4, **house) == "Égalité à 4\u00a0: cartes 44, 34, 24, 14."


def test_without_numbers_on_the_cards_the_coins_decide_and_it_is_said_am_16() -> None:
    for board in ("example", "none"):
        begun = table(2, tiebreak="card_id", board=board)
        assert "Je n’ai pas les numéros des cartes\u00a0: les pièces décident." in spoken(
            AMAZONAS, opened(begun), ev.StartBegun(first=ANA)
        )
    assert tied(3, 4, 4, 0, tiebreak="card_id") == "Égalité à 4\u00a0: pièce 2 avant pièce 1. On échange."


def test_the_first_round_says_what_to_do_and_hands_come_back_aloud_am_14() -> None:
    first = opened(table(2))
    first = after(first, build(first, 0, "Ranchos"))

    assert said(first, build(first, 1, "Taja"))[-2:] == [
        "Tour 1\u00a0: prime aux orchidées.",
        "Une carte revenu chacun, en secret. Puis START.",
    ]
    seventh = chosen(having(having(started(table(2))._replace(number=7), 0, hand=(0,)), 1, hand=(1,)), 0, 1)
    assert said(seventh, ev.EndTurn(seat=BEN), ev.EndTurn(seat=ANA))[-3:] == [
        "Tour 8\u00a0: prime aux orchidées.",
        "Reprenez vos sept cartes.",
        "Vos cartes, puis START.",
    ]
    assert said(chosen(started(table(2)), 0, 1), ev.EndTurn(seat=BEN), ev.EndTurn(seat=ANA)) == [
        "Tour 2\u00a0: prime aux orchidées.",
        "Vos cartes, puis START.",
    ]


@pytest.mark.parametrize(
    ("event", "line"),
    [
        (ORCHIDS, "Ana, 6 et 1\u00a0: en tout 3 or, 1 argent."),
        (THEFT, "Ana, 5 moins 2\u00a0: reste 2 or, 0 argent."),
        (FIRE, "Ana, 2 après le feu\u00a0: en tout 1 or, 2 argent."),
        (JAGUAR, "Ana, 5 argent\u00a0: en tout 2 or, 2 argent."),
    ],
)
def test_the_voice_tells_what_an_event_adds_and_takes(event: Any, line: str) -> None:
    rows = (1, 0, 0, 0, 0) if event is ORCHIDS else (0, 0, 2, 0, 0)
    state = having(started(table(2, event)), 0, rows=rows)
    card = 6 if event is ORCHIDS else 5

    assert line in said(state, ev.Choose(seat=BEN, card=0), ev.Choose(seat=ANA, card=card))


def test_the_voice_asks_whoever_is_offered_an_indio_and_says_who_took_it() -> None:
    state = after(started(table(2, INDIO)), ev.Choose(seat=ANA, card=5))
    asked = said(state, ev.Choose(seat=BEN, card=0))
    state = after(state, ev.Choose(seat=BEN, card=0))

    assert asked[-1] == "Ana, l’Indio au lieu de 5 argent\u202f? START\u00a0: oui."
    assert said(state, ev.TakeMoney(seat=ANA), ev.EndTurn(seat=ANA)) == [
        "Ben, l’Indio au lieu de 1 argent\u202f? START\u00a0: oui."
    ]
    assert said(state, ev.Answered(yes=True)) == ["Ana engage l’Indio\u00a0: une tuile papillon de plus.", ONLY_NEUTRAL]
    assert said(state, ev.TakeMoney(seat=ANA), ev.EndTurn(seat=ANA), ev.TakeMoney(seat=BEN), ev.EndTurn(seat=BEN))[
        0
    ] == ("Personne n’engage l’Indio\u00a0: il repart.")


def test_the_voice_tells_huts_chips_and_leaving() -> None:
    state = having(rich(chosen(started(table(2, JAGUAR)), 6, 0), 0), 0, rows=(1, 1, 1, 0, 1))

    assert said(state, build(state, 0, "Tamandua")) == [
        "Ana bâtit à Tamandua, 3 or\u00a0: perroquet.",
        "Ana a les cinq espèces\u00a0: 4 points\u202f!",
        HUT_OR_NEUTRAL,
    ]
    assert said(state, ev.BuildNeutral(seat=ANA, village="Quiriba")) == [
        "Ana pose une cabane neutre à Quiriba.",
        "Ana, quel village\u202f? START pour finir.",
    ]
    assert said(state, ev.Answered(yes=False)) == ["Ana, cabane neutre\u00a0: quel village\u202f? START\u00a0: aucun."]
    assert said(state, ev.Leave(seat=BEN))[0] == "Ben quitte la partie. Ses cabanes restent."


def test_the_voice_leads_through_the_start_and_printed_cards() -> None:
    before = told(table(3, missions="printed"))
    first = AMAZONAS.decide(opened(before), build(opened(before), 0, "Taja"))

    assert spoken(AMAZONAS, opened(before), ev.StartBegun(first=ANA)) == [
        "Ana commence.",
        "Ana, première cabane\u00a0: quel village\u202f?",
    ]
    assert spoken(AMAZONAS, told(opened(before), *first), first[0]) == [
        "Ana bâtit à Taja, 2 or\u00a0: iguane.",
        "Ben, première cabane\u00a0: quel village\u202f?",
    ]
    assert said(opened(before), ev.Leave(seat=ANA))[-1] == "Ben, première cabane\u00a0: quel village\u202f?"
    state = started(before)
    assert said(state, ev.Reveal()) == ["Ana, quelle carte\u202f?"]
    assert said(state, ev.Reveal(), ev.Dial(number=4)) == ["Ben, quelle carte\u202f?"]
    assert said(after(state, *(ev.Choose(seat=seat, card=1) for seat in (ANA, BEN))), ev.Reveal()) == [
        "Clo, quelle carte\u202f?"
    ]
    everybody = after(state, *(ev.Choose(seat=seat, card=1) for seat in (ANA, BEN)))
    assert "Clo à 6, Ben à 1, puis Ana à 1." in said(everybody, ev.Reveal(), ev.Dial(number=5))


def test_the_voice_counts_printed_missions_and_names_the_winner() -> None:
    state = chosen(started(table(2, missions="printed"))._replace(number=18), 5, 0)

    assert said(state, ev.EndTurn(seat=ANA), ev.EndTurn(seat=BEN)) == [
        "C’est fini.",
        "Ana, combien de villages bâtis de ta mission\u202f?",
    ]
    over = after(state, ev.EndTurn(seat=ANA), ev.EndTurn(seat=BEN))
    assert said(over, ev.Dial(number=1)) == ["Ben, combien de villages bâtis de ta mission\u202f?"]
    assert said(over, ev.Dial(number=1), ev.Dial(number=0)) == ["START\u00a0: le résultat\u202f!"]
    counted = after(over, ev.Dial(number=1), ev.Dial(number=0))
    assert said(counted, ev.Answered(yes=True)) == ["Ana gagne avec 3 points\u202f!"]


def test_a_village_without_a_name_is_told_by_its_number_am_90() -> None:
    state = opened(table(2, board="none"))
    declared = ev.Declare(seat=ANA, number=7, species=Species.FISH, price=Gold(2))

    assert said(state, declared)[0] == "Ana bâtit au village 7, 2 or\u00a0: poisson."
    state = chosen(after(state, declared, ev.Declare(seat=BEN, number=8, species=Species.FISH, price=Gold(2))), 5, 0)
    assert said(state, ev.DeclareNeutral(seat=ANA))[0] == "Ana pose une cabane neutre."
    assert said(state, ev.Dial(number=9)) == ["Ana, quelle tuile\u202f?"]
    assert said(state, ev.Answered(yes=False)) == ["Ana, une cabane neutre posée\u202f? START\u00a0: oui."]
    assert [fact.words for fact in AMAZONAS.view(state, None).facts if fact.key == "fact-huts-at"] == [
        (("villages", "7"),),
        (("villages", "8"),),
    ]


def texts(state: State, seat: Seat | None) -> list[str]:
    """Return what a viewer reads."""
    return [render(AMAZONAS, fact) for fact in AMAZONAS.view(state, seat).facts]


def test_an_owner_reads_hand_mission_and_what_each_card_would_bring_am_10() -> None:
    state = after(started(table(2, THEFT)), ev.Choose(seat=ANA, card=5))
    mine = texts(having(state, 0, missions=(0,)), ANA)

    assert mine[0] == "Carte 0\u00a0: 1 argent\u202f; tu aurais 1 or, 0 argent."
    assert "Tu as choisi la carte 5." in mine
    assert "Ta mission\u00a0: Ranchos, Taja, Bidora, Piedras. Bâtis\u00a0: 1 sur 4." in mine
    two = opened(table(2, two_player_missions="draw2keep1"))
    keeping = texts(two, ANA)
    (first, _) = AMAZONAS.menu(two, ANA)
    assert render(AMAZONAS, AMAZONAS.label(first)) == f"Garder la mission {of(two, 0).missions[0] + 1}"
    assert len([line for line in keeping if line.startswith("Ta mission")]) == 2
    assert texts(state, NOBODY) == texts(state, None)


def test_everybody_reads_purses_rows_huts_and_what_is_out() -> None:
    state = having(rich(chosen(started(table(2, ORCHIDS, coins="warn")), 6, 0), 1), 1, chip=4)
    lines = texts(after(state, ev.BuildNeutral(seat=ANA, village="Quiriba")), None)

    assert lines[0] == "Tour 1 sur 18\u00a0: prime aux orchidées."
    assert "Ana a joué la carte 6\u00a0: 6 argent." in lines
    assert "Ben\u00a0: jeton des cinq espèces, 4 points." in lines
    assert "Cabanes neutres\u00a0: Quiriba." in lines
    assert "Ana\u00a0: cabanes à Ranchos." in lines
    assert any("sont sortis\u00a0: plus que la boîte" in line for line in lines)
    assert not any("sont sortis" in line for line in texts(rich(state, 1, 9), None))
    assert "Ben a quitté la partie." in texts(state._replace(gone=frozenset({BEN})), None)
    spent = having(having(state, 0, neutrals=0), 1, neutrals=0)
    assert not any("neutres en réserve" in line for line in texts(spent, None))


def test_the_end_is_read_with_points() -> None:
    state = ended(started(table(2)))

    assert texts(state, None)[-2].endswith("points.") or texts(state, None)[-2].endswith("point.")
    assert AMAZONAS.lamps(state)[state.results[0].seat] is Pattern.WINS
    assert AMAZONAS.prompt(state).sentence.key == "prompt-over"
    assert AMAZONAS.menu(state, None) == AMAZONAS.menu(state, ANA) == ()
    assert not any(line.startswith("Carte") for line in texts(state, ANA))


def test_lamps_show_who_has_chosen_and_who_is_to_act() -> None:
    state = after(started(table(2)), ev.Choose(seat=ANA, card=5))

    assert AMAZONAS.lamps(state) == {None: Pattern.WAITING, ANA: Pattern.READY, BEN: Pattern.WAITING}
    assert AMAZONAS.lamps(chosen(started(table(2)), 5, 0)) == {ANA: Pattern.QUESTION}
    assert AMAZONAS.lamps(opened(table(2, two_player_missions="draw2keep1"))) == {None: Pattern.WAITING}
    assert AMAZONAS.prompt(opened(table(2, two_player_missions="draw2keep1"))).sentence.key == "prompt-keep"


def test_the_host_may_act_for_whoever_turn_it_is_but_never_choose_for_them() -> None:
    state = started(table(2))

    assert AMAZONAS.menu(state, None) == (ev.Reveal(), ev.Leave(seat=ANA), ev.Leave(seat=BEN))
    assert ev.EndTurn(seat=ANA) in AMAZONAS.menu(chosen(state, 5, 0), None)
    assert AMAZONAS.menu(chosen(state, 5, 0), BEN) == ()
    offered = AMAZONAS.menu(chosen(started(table(2, INDIO)), 5, 0), ANA)
    assert offered == (ev.Hire(seat=ANA, species=Species.BUTTERFLY), ev.TakeMoney(seat=ANA))


@pytest.mark.parametrize(
    ("commands", "number", "words"),
    [
        ((), 0, "Zéro, fini."),
        ((), 2, "2, Belavista."),
        ((), 21, "21, Tamandua, 3 or."),
        ((ev.Answered(yes=False),), 1, "1, Aracuri."),
    ],
)
def test_a_number_is_told_as_what_it_stands_for(commands: tuple[ev.Command, ...], number: int, words: str) -> None:
    asked = AMAZONAS.prompt(after(chosen(started(table(2)), 6, 0), *commands))

    assert asked.number is not None
    assert render(AMAZONAS, asked.options[number - asked.number[0]]) == words


def test_a_row_is_told_as_its_species_am_36() -> None:
    state = having(started(table(2, INDIO)), 0, rows=(0, 2, 1, 0, 0))
    asked = AMAZONAS.prompt(after(chosen(state, 5, 0), ev.Answered(yes=True)))

    assert render(AMAZONAS, asked.options[0]) == "2, poisson."
    start = AMAZONAS.prompt(opened(table(2)))
    assert render(AMAZONAS, start.options[0]) == "1, Aracuri, 2 or."


# --- secrets


def seen(state: State, seat: Seat | None) -> tuple[object, ...]:
    """Return all that a viewer gets to see."""
    return AMAZONAS.view(state, seat), AMAZONAS.prompt(state), AMAZONAS.menu(state, seat), AMAZONAS.lamps(state)


def games(seed: int, players: int, bot: str, **house: str) -> Iterator[tuple[State, ev.Command | None]]:
    """Yield (state, command) along a game of bots, the end with no command."""
    chance = random.Random(seed)
    state = opened(AMAZONAS.initial(setup(players, luck=str(seed), **house)))
    while (command := BOTS[bot](state, chance)) is not None:
        yield state, command
        state = after(state, command)
    yield state, None


@few
@given(seed=seeds, players=st.integers(2, 4), bot=bots)
def test_secrets_of_others_show_nowhere_am_13_am_6(seed: int, players: int, bot: str) -> None:
    from dataclasses import replace

    for state, _ in games(seed, players, bot):
        if state.phase is not Phase.CHOOSE:
            continue
        other = having(state, 1, missions=(7,))
        if state.explorers[1].card is not None:
            other = having(other, 1, card=state.explorers[1].hand[0])
        coming = (*state.box.deck[: state.number], *reversed(state.box.deck[state.number :]))
        other = other._replace(box=replace(state.box, deck=coming, missions=state.box.missions[::-1]))
        for seat in (None, *(seat for seat in state.box.seats if seat != BEN)):
            assert seen(state, seat) == seen(other, seat)


def test_a_secret_event_is_silent_and_what_it_hid_ends_undo() -> None:
    state = started(table(2))
    secrets = (
        ev.CardChosen(seat=ANA, card=3),
        ev.MissionsDealt(seat=ANA, missions=(1,)),
        ev.MissionKept(seat=ANA, mission=1),
    )

    for event in secrets:
        assert AMAZONAS.secret(event)
        assert AMAZONAS.cues(told(state, event), event) == ()
    assert AMAZONAS.reveals(ev.CardShown(seat=ANA, card=3, value=Silver(3)))
    assert AMAZONAS.reveals(ev.RoundBegun(number=1, event=INDIO, offered=1))
    assert not AMAZONAS.reveals(ev.TurnEnded(seat=ANA))


# --- laws


@few
@given(seed=seeds, players=st.integers(2, 4), bot=bots, board=st.sampled_from(["river", "none"]))
def test_tiles_huts_copper_and_money_are_conserved(seed: int, players: int, bot: str, board: str) -> None:
    past: list[tuple[State, int]] = []
    for state, command in games(seed, players, bot, board=board):
        indios = sum(sum(one.indios) for one in state.explorers)
        neutrals = sum(one.neutrals for one in state.explorers)
        assert indios + state.indios_left <= INDIO_TILES
        assert sorted(one.copper for one in state.explorers) == list(range(1, players + 1))
        for one in state.explorers:
            assert one.purse >= 0
            assert one.huts.bit_count() + one.huts_left == HUTS
            assert sum(one.rows) - sum(one.indios) == one.huts.bit_count()
        if board != "none":
            assert sum(state.filled) == sum(one.huts.bit_count() for one in state.explorers) + (
                (2 * NEUTRAL_HUTS if players == 2 else 0) - neutrals
            )
            assert state.neutral_at.bit_count() == (2 * NEUTRAL_HUTS if players == 2 else 0) - neutrals
        if command is not None:
            # what simulations play on with is what a journal would give back
            events, then = advance(state, command)
            assert (AMAZONAS.decide(state, command), told(state, *events)) == (events, then)
        past.append((state, hash(state)))
    # nothing that was is ever changed
    assert all(hash(state) == before for state, before in past)
    assert AMAZONAS.over(past[-1][0])
    kinds = Counter(card.kind for card in past[-1][0].box.deck)
    assert kinds == {Kind.JAGUAR: 2, Kind.CROCODILE: 2, Kind.FIRE: 3, Kind.THEFT: 2, Kind.EXTRA: 5, Kind.INDIO: 4}


@few
@given(seed=seeds, players=st.integers(2, 4), bot=bots)
def test_both_ways_to_count_missions_rank_alike_twelve_points_apart_am_82(seed: int, players: int, bot: str) -> None:
    ends: list[tuple[Result, ...]] = []
    for rule in ("plus3", "minus3"):
        *_, (state, _) = games(seed, players, bot, mission_scoring=rule)
        ends.append(state.results)
    plus, minus = ends

    assert [one.seat for one in plus] == [one.seat for one in minus]
    assert [one.points - 12 for one in plus] == [one.points for one in minus]


@few
@given(seed=seeds, bot=bots)
def test_printed_missions_and_dialled_cards_end_too(seed: int, bot: str) -> None:
    for state, command in games(seed, 3, bot, missions="printed"):
        if state.phase is Phase.CHOOSE:
            revealed = after(state, ev.Reveal())
            assert BOTS["anything"](revealed, random.Random(seed)) is not None or revealed.phase is Phase.TURNS
        assert (command is None) is (state.phase is Phase.OVER)


@few
@given(seed=seeds)
def test_two_missions_to_choose_from_end_too(seed: int) -> None:
    *_, (state, _) = games(seed, 2, "anything", two_player_missions="draw2keep1")

    assert all(len(one.missions) == 1 for one in state.explorers)


def test_a_bot_of_the_game_plays_until_the_end() -> None:
    state = opened(AMAZONAS.initial(setup(2)))

    assert AMAZONAS.bot(state, Luck("x")) == AMAZONAS.bot(state, Luck("x"))
    assert AMAZONAS.bot(ended(started(table(2))), Luck("x")) is None
    poor = chosen(started(table(2, INDIO)), 0, 5)
    assert isinstance(BOTS["planner"](poor, random.Random(1)), ev.TakeMoney)
    cheap = after(poor, ev.TakeMoney(seat=BEN), ev.EndTurn(seat=BEN))
    assert isinstance(BOTS["planner"](cheap, random.Random(1)), ev.Hire)
    thief = having(started(table(2, THEFT)), 0, hand=(0, 1))
    assert isinstance(BOTS["planner"](thief, random.Random(1)), ev.Choose)


def test_a_button_for_a_neutral_hut_names_its_village() -> None:
    wish = ev.BuildNeutral(seat=ANA, village="Quiriba")

    assert render(AMAZONAS, AMAZONAS.label(wish)) == "Cabane neutre à Quiriba"


def test_every_house_rule_and_each_of_its_words_is_said_in_words() -> None:
    for rule, allowed in AMAZONAS.sheet.rules.items():
        values = allowed.words if isinstance(allowed, OneOf) else ()
        for key in (f"house-{rule}", *(f"house-{rule}-{value}" for value in values)):
            assert key in AMAZONAS.phrases.templates


def test_a_card_on_the_table_is_told_with_its_worth_while_it_is_dialled_am_10() -> None:
    state = after(having(started(table(2)), 0, hand=(0, 2, 3)), ev.Reveal())

    assert [render(AMAZONAS, option) for option in AMAZONAS.prompt(state).options] == [
        "0, 1 argent.",
        "1, déjà jouée.",
        "2, 3 argent.",
        "3, 3 argent.",
    ]


def test_the_price_that_start_accepts_is_told_am_90() -> None:
    state = opened(table(2, board="none"))

    assert (
        render(AMAZONAS, AMAZONAS.prompt(state).sentence) == "Ana, première cabane\u00a0: quel numéro de village\u202f?"
    )
    state = after(state, ev.Dial(number=7), ev.Dial(number=1))
    assert render(AMAZONAS, AMAZONAS.prompt(state).sentence) == "Ana, combien d’or\u202f? START\u00a0: 2."

"""What each viewer of Amazonas may know and wish: built for that viewer, never filtered."""

from collections.abc import Mapping
from dataclasses import replace
from functools import lru_cache
from typing import Final

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.answers import countable, to_count, to_dial
from perroquet.games.amazonas.board import Board, bits
from perroquet.games.amazonas.building import price
from perroquet.games.amazonas.cards import PRICES, ROW, SPECIES, Gold
from perroquet.games.amazonas.course import undecided
from perroquet.games.amazonas.declaring import HIGHEST_NUMBER, known
from perroquet.games.amazonas.facts import own_facts, public_facts
from perroquet.games.amazonas.pieces import layers
from perroquet.games.amazonas.sites import (
    may_build,
    may_build_neutral,
    may_place_neutral,
    neutrals_of,
    rows_for_indio,
    sites_of,
    worth,
)
from perroquet.games.amazonas.state import Explorer, Phase, State
from perroquet.kernel.cues import Pattern
from perroquet.kernel.game import Awaits, Prompt, View, label_of
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.units import Seat


def view(state: State, seat: Seat | None) -> View:
    """Return what a viewer may know: hands, missions and chosen cards are their owner's alone."""
    own = () if seat is None or seat not in state.box.seats else own_facts(state, state.of(seat))
    return View(facts=(*own, *public_facts(state)), layers=layers(state, seat))


def prompt(state: State) -> Prompt:
    """Return what the game waits for."""
    if state.leaving is not None:
        return Prompt(sentence=say("prompt-leave", seats={"seat": state.leaving}), awaits=Awaits.QUESTION)
    active = state.active
    if active is not None:
        return _turn_prompt(state, active)
    if state.phase is Phase.KEEP:
        key = "prompt-keep" if state.box.dealt > 1 else "prompt-missions"
        return Prompt(sentence=say(key), awaits=Awaits.QUESTION)
    if (explorer := to_dial(state)) is not None and state.phase is Phase.SHOW:
        lowest, highest = min(explorer.hand), max(explorer.hand)
        asked = _number("prompt-card", explorer, (lowest, lowest, highest))
        return replace(asked, options=tuple(_card(state, explorer, card) for card in range(lowest, highest + 1)))
    if (explorer := to_count(state)) is not None and state.phase is Phase.COUNT:
        return _number("prompt-count", explorer, (0, 0, countable(explorer)))
    awaits = Awaits.QUESTION if state.phase is Phase.COUNT else Awaits.PLAY
    key = "prompt-choose-again" if state.phase is Phase.CHOOSE and state.number > 1 else PROMPTS[state.phase]
    return Prompt(sentence=say(key), awaits=awaits)


def _card(state: State, explorer: Explorer, card: int) -> Sentence:
    """Return what a card on the table is worth; it lies face up, so everybody may know."""
    if card not in explorer.hand:
        return say("option-played", numbers={"number": card})
    return say("option-card", numbers={"number": card, "value": worth(state, explorer, card)})


PROMPTS: Final[Mapping[Phase, str]] = {
    Phase.KEEP: "prompt-missions",
    Phase.START: "prompt-choose",
    Phase.CHOOSE: "prompt-choose",
    Phase.SHOW: "prompt-choose",
    Phase.TURNS: "prompt-choose",
    Phase.COUNT: "prompt-score",
    Phase.OVER: "prompt-over",
}


def _turn_prompt(state: State, active: Explorer) -> Prompt:
    """Return the question to whoever's turn it is: start hut, Indio or money, hut or neutral hut."""
    rows = rows_for_indio(state, active)
    if state.aim is ev.Aim.INDIO:
        numbers = [ROW[species] + 1 for species in rows]
        asked = _number("prompt-row", active, (min(numbers), numbers[0], max(numbers)))
        return replace(asked, options=_SPECIES_OPTIONS[min(numbers) - 1 :])
    if rows:
        value = worth(state, active, active.card or 0)
        sentence = say("prompt-indio", seats={"seat": active.seat}, numbers={"value": value})
        return Prompt(sentence=sentence, awaits=Awaits.QUESTION)
    if state.told:
        return _telling(state, active)
    lowest, board = (1 if state.phase is Phase.START else 0), state.box.board
    highest = HIGHEST_NUMBER if board is None else len(board.villages)
    if state.aim is ev.Aim.NEUTRAL:
        key, bounds = ("prompt-neutral-told", (0, 1, 1)) if board is None else ("prompt-neutral", (0, 0, highest))
    else:
        start = "prompt-start-told" if board is None else "prompt-start"
        key, bounds = (start if lowest else _hut_key(state, active)), (lowest, lowest, highest)
    asked = _number(key, active, bounds)
    return asked if board is None else replace(asked, options=_options(state, active, board)[bounds[0] :])


def _hut_key(state: State, active: Explorer) -> str:
    """Return the question to a player who may still build huts, a neutral one, both or nothing."""
    own, neutral = may_build(state, active), may_place_neutral(state, active)
    return HUT_PROMPTS[own, neutral]


HUT_PROMPTS: Final[Mapping[tuple[bool, bool], str]] = {
    (True, False): "prompt-hut",
    (True, True): "prompt-hut-or-neutral",
    (False, True): "prompt-neutral-only",
    (False, False): "prompt-idle",
}
"""(own, neutral) hut can be built -> what is asked."""


@lru_cache(maxsize=8)
def _villages(board: Board) -> tuple[Sentence, ...]:
    """Return what each number at the panel stands for: the end, then every village."""
    villages = enumerate((village.name for village in board.villages), start=1)
    return (
        say("option-end"),
        *(say("option-village", numbers={"number": number}, words={"village": name}) for number, name in villages),
    )


def _options(state: State, active: Explorer, board: Board) -> tuple[Sentence, ...]:
    """Return the same, with its price where a hut of this player may stand."""
    options = list(_villages(board))
    if state.aim is ev.Aim.HUT:
        for bit in bits(sites_of(state, active, board)):
            numbers = {"number": bit + 1, "price": price(board, state.filled, bit) or 0}
            options[bit + 1] = say("option-site", numbers=numbers, words={"village": board.villages[bit].name})
    return tuple(options)


_SPECIES_OPTIONS: Final = tuple(
    say("option-species", numbers={"number": number}, terms={"species": species})
    for number, species in enumerate(SPECIES, start=1)
)


def _telling(state: State, active: Explorer) -> Prompt:
    """Return the next question of a hut told without a map: species, once a village, then price."""
    village = known(state, state.told[0])
    cheapest, dearest = PRICES
    if village is None and len(state.told) == 1:
        return replace(_number("prompt-species", active, (1, 1, len(SPECIES))), options=_SPECIES_OPTIONS)
    expected = cheapest if village is None else min(dearest, village.highest + 1)
    asked = _number("prompt-price", active, (cheapest, expected, dearest))
    return replace(asked, sentence=say("prompt-price", seats={"seat": active.seat}, numbers={"price": expected}))


def _number(key: str, explorer: Explorer, bounds: tuple[int, int, int]) -> Prompt:
    return Prompt(sentence=say(key, seats={"seat": explorer.seat}), awaits=Awaits.QUESTION, number=bounds)


def lamps(state: State) -> Mapping[Seat | None, Pattern]:
    """Return what lamps show: whose turn it is, who has chosen already, who won."""
    if state.phase is Phase.OVER:
        return {None: Pattern.READY, state.results[0].seat: Pattern.WINS}
    if state.leaving is not None:
        return {state.leaving: Pattern.QUESTION}
    if state.active is not None:
        return {state.active.seat: Pattern.QUESTION}
    awaited = to_dial(state) if state.phase is Phase.SHOW else to_count(state) if state.phase is Phase.COUNT else None
    if awaited is not None:
        return {awaited.seat: Pattern.QUESTION}
    chosen = {one.seat: Pattern.WAITING if one.card is None else Pattern.READY for one in state.playing}
    return {None: Pattern.WAITING, **chosen} if state.phase is Phase.CHOOSE else {None: Pattern.WAITING}


def menu(state: State, seat: Seat | None) -> tuple[ev.Command, ...]:
    """Return what a seat, or the host (None), may wish now. The host may act for whoever's turn it is."""
    active = state.active
    if seat is None:
        return (*_host(state), *(() if active is None else _turn(state, active)))
    explorer = next((one for one in state.playing if one.seat == seat), None)
    if explorer is None:
        return ()
    if state.phase is Phase.CHOOSE or (state.phase is Phase.SHOW and explorer is to_dial(state)):
        return tuple(ev.Choose(seat=seat, card=card) for card in explorer.hand)
    if state.phase is Phase.KEEP:
        return tuple(ev.Keep(seat=seat, mission=mission) for mission in explorer.missions if len(explorer.missions) > 1)
    if state.phase is Phase.COUNT and explorer is to_count(state):
        return tuple(ev.CountMission(seat=seat, built=built) for built in range(countable(explorer) + 1))
    return _turn(state, explorer) if explorer is active else ()


def _host(state: State) -> tuple[ev.Command, ...]:
    if state.phase is Phase.COUNT:
        return (ev.Score(),) if to_count(state) is None else ()
    if state.phase is Phase.OVER:
        return ()
    ready: tuple[ev.Command, ...] = ()
    if state.phase is Phase.CHOOSE:
        ready = (ev.Reveal(),)
    if state.phase is Phase.KEEP:
        ready = (*(() if undecided(state) else (ev.BeginPlay(),)), ev.PrintMissions())
    return (*ready, *(ev.Leave(seat=one.seat) for one in state.playing))


def _turn(state: State, explorer: Explorer) -> tuple[ev.Command, ...]:
    """Return every legal wish of the player whose turn it is. Huts of a game without map are dialled."""
    seat = explorer.seat
    rows = rows_for_indio(state, explorer)
    if rows:
        return (*(ev.Hire(seat=seat, species=species) for species in rows), ev.TakeMoney(seat=seat))
    board = state.box.board
    wishes: list[ev.Command] = []
    if board is not None:
        for bit in bits(sites_of(state, explorer, board)):
            cost = price(board, state.filled, bit) or Gold(0)
            wishes.append(ev.Build(seat=seat, village=board.villages[bit].name, price=cost))
        free = bits(neutrals_of(state, explorer, board))
        wishes += [ev.BuildNeutral(seat=seat, village=board.villages[bit].name) for bit in free]
    elif may_build_neutral(state, explorer):
        wishes.append(ev.DeclareNeutral(seat=seat))
    if state.phase is Phase.TURNS:
        wishes.append(ev.EndTurn(seat=seat))
    return tuple(wishes)


def label(command: ev.Command) -> Sentence:
    """Return what the button of `command` says."""
    match command:
        case ev.Choose():
            return say("label-choose", numbers={"card": command.card})
        case ev.Build():
            return say("label-build", numbers={"price": command.price}, words={"village": command.village})
        case ev.BuildNeutral():
            return say("label-buildneutral", words={"village": command.village})
        case ev.Hire():
            return say("label-hire", terms={"species": command.species})
        case ev.Keep():
            return say("label-keep", numbers={"mission": command.mission + 1})
        case ev.CountMission():
            return say("label-countmission", numbers={"built": command.built})
        case ev.Leave():
            return say("label-leave", seats={"seat": command.seat})
        case _:
            return label_of(command)

"""Amazonas in the scripted evening: players plan as bots do, and dial everything at the panel."""

from typing import Final

from perroquet.bench.stage import PLAYERS, Stage, begin, end_game
from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.bots import bot
from perroquet.games.amazonas.cards import SPECIES
from perroquet.games.amazonas.state import Phase, State
from perroquet.games.amazonas.views import prompt
from perroquet.kernel.units import Millis

ROUNDS: Final = 2
"""Rounds of eighteen that the evening plays."""


async def amazonas(stage: Stage) -> None:
    """Play the first rounds: start huts, printed cards turned up together, money, huts."""
    stage.title("Amazonas")
    await begin(stage, "amazonas")
    while (state := _state(stage)).number <= ROUNDS and state.phase is not Phase.OVER:
        command = bot(state, stage.luck.split("amazonas").split(len(stage.lines)))
        if isinstance(command, ev.Choose) and state.phase is Phase.CHOOSE:
            stage.act("chacun pose une carte, face cachée ; on retourne")
            await _press(stage, "start")
        else:
            await _answer(stage, state, command)
    await end_game(stage)


def _state(stage: Stage) -> State:
    running = stage.session.chronicle.evening.running
    assert running is not None, "the script began a game"  # noqa: S101 - and nobody else ends it
    return running.state


async def _press(stage: Stage, line: str) -> None:
    """Press a button and wait for what follows."""
    told = stage.view().story[-1].seq
    await stage.tap(line)
    await stage.until("an answer", lambda view: view.story[-1].seq > told)
    await stage.wait(Millis(500))


async def _answer(stage: Stage, state: State, command: ev.Command | None) -> None:
    """Answer what was asked as `command` wishes: a number, START for an Indio, MODE for money."""
    match command:
        case ev.Build():
            await _dial(stage, _number(state, command.village), f"{command.village}")
        case ev.EndTurn():
            await _dial(stage, 0, "c’est tout")
        case ev.Choose():
            await _dial(stage, command.card, f"carte {command.card}")
        case ev.BeginPlay() | ev.Score():
            await _press(stage, "start")
        case ev.TakeMoney():
            await _press(stage, "mode")
        case ev.Hire():
            await _press(stage, "start")
            if _state(stage).aim is ev.Aim.INDIO:
                await _dial(stage, SPECIES.index(command.species) + 1, command.species)
        case _:
            raise AssertionError(f"the script has no hands for {command}")


def _number(state: State, village: str) -> int:
    board = state.box.board
    assert board is not None, "the script plays on a board"  # noqa: S101 - the default house has one
    return board.called[village] + 1


async def _dial(stage: Stage, number: int, meaning: str) -> None:
    """Turn the encoder to `number` and accept it."""
    state = _state(stage)
    player = next(
        (name for name, one in zip(PLAYERS, state.explorers, strict=False) if one is state.active), "la table"
    )
    stage.act(f"{player} compose {number} : {meaning}")
    bounds = prompt(state).number
    if bounds is not None and number != bounds[1]:
        await stage.panel.turn(number - bounds[1])
        await stage.wait(Millis(400))
    await _press(stage, "start")

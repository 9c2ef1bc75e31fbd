"""Bots at the virtual totem: they turn the cards the device dealt, see what matches, and grab with virtual hands.

What they decide is theirs; what is ruled is the device's, from what its base felt.
"""

from typing import Final

from perroquet.bench.reach import reaching
from perroquet.bench.stage import AZIMUTHS, PLAYERS, Stage, begin, end_game
from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed.bots import bot
from perroquet.games.jungle_speed.events import Flipped
from perroquet.games.jungle_speed.piles import person
from perroquet.games.jungle_speed.rules import decide
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.readings import Grab
from perroquet.kernel.units import Millis

RULINGS: Final = 6
"""After so many the evening goes on with another game."""

MOVES: Final = 400
"""A game that lasts longer is put away."""


async def virtual_cards(stage: Stage) -> None:
    """Play with virtual cards until the first is out, or six rulings were heard."""
    stage.title("Jungle Speed, cartes virtuelles")
    for rule, value in (("cards", "virtual"), ("end", "first_out")):
        stage.session.choose_rule("jungle-speed", rule, value)
    stage.act("sur la page : cartes virtuelles, fin au premier sorti")
    await stage.wait(Millis(500))
    await begin(stage, "jungle-speed")
    luck = stage.luck.split("scramble")
    for number in range(MOVES):
        state = _state(stage)
        if state.over or state.told >= RULINGS:
            break
        command = bot(state, luck.split(number))
        if command is not None:
            await _do(stage, state, command)
    stage.session.choose_rule("jungle-speed", "cards", "unknown")
    if _state(stage).over:
        await stage.tap("start")
    else:
        await end_game(stage)


def _state(stage: Stage) -> State:
    running = stage.session.chronicle.evening.running
    assert running is not None, "a game is being played"  # noqa: S101 - this script began it
    assert isinstance(running.state, State)  # noqa: S101 - and this one
    return running.state


async def _do(stage: Stage, state: State, command: cmd.Command) -> None:
    """Do at the table what a bot wants; what only the base can tell is left to it."""
    match command:
        case cmd.GoOn() | cmd.Wait():
            await _turn(stage, state)
        case cmd.Judge():
            await _grab(stage, command.grab)
        case cmd.TotemReturned():
            stage.act("le totem est remis debout")
            stage.base.put_back()
            await stage.settle(Millis(1500))
        case cmd.Accept():
            await stage.tap("start")
        case cmd.Refuse():
            await stage.tap("mode")
        case cmd.Claim():
            await stage.tap(f"seat_{command.seat + 1}")
        case _:
            await stage.wait(Millis(100))


async def _turn(stage: Stage, state: State) -> None:
    """Turn what is due, and tell the device with START; with no card left somebody waits in vain."""
    flips = [event for event in decide(state, cmd.GoOn()) if isinstance(event, Flipped)] if _due(state) else []
    for flip in flips:
        stage.act(f"{PLAYERS[person(flip.seat)]} retourne {flip.card}")
    await stage.panel.tap("start")
    await stage.wait(Millis(900))


def _due(state: State) -> bool:
    """Tell whether somebody has a card to turn."""
    return state.cards is not None and bool(state.cards.able())


async def _grab(stage: Stage, grab: Grab) -> None:
    hands = reaching(grab, lambda seat: AZIMUTHS[seat])
    for felt, (seat, hand) in zip(grab.hands, hands, strict=True):
        at = felt.first_us / 1000
        stage.act(f"{PLAYERS[seat]} saisit à {at:.0f} ms, {hand.fingers} doigts, à {hand.top_mm:.0f} mm")
    told = stage.view().seq
    stage.base.grab(tuple(hand for _, hand in hands))
    await stage.until("the base", lambda view: view.seq > told + 1)
    await stage.settle(Millis(1800))

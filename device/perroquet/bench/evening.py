"""A scripted evening on simulated parts, told line by line: the demo, and the longest of the tests.

Hands press, tap and grab; the device answers. Everything is drawn from one seed and time is virtual, so the same seed
tells the same evening to the byte.
"""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Final

from perroquet.bench.contraband import orchidee
from perroquet.bench.expedition import amazonas
from perroquet.bench.scramble import virtual_cards
from perroquet.bench.stage import AZIMUTHS, CHORD, LONG, PLAYERS, Stage, begin, end_game
from perroquet.drivers.sim.hands import VirtualHand
from perroquet.kernel.errors import WrongUse
from perroquet.kernel.units import Millis, Seat
from perroquet.table.views import Situation


class NotInTheDemo(WrongUse):
    """A game the scripted evening does not play."""


async def sit_down(stage: Stage) -> None:
    """Three players join: each presses a button, then taps the totem from their place."""
    await stage.until("the greeting", lambda view: view.said != "")
    for index, (name, azimuth) in enumerate(zip(PLAYERS, AZIMUTHS, strict=True)):
        await stage.tap(f"seat_{index + 1}")
        while stage.session.chronicle.evening.joining is not None:  # an unclear tap is asked again
            stage.act(f"{name} tape une fois le totem")
            told = len(stage.view().story)
            tap = VirtualHand(azimuth=azimuth, at_ms=200.0, fingers=2, top_mm=95.0, pull=False, hold_ms=150.0)
            stage.base.grab((tap,))
            await stage.until("the tap", lambda view, told=told: len(view.story) > told)
            await stage.settle(Millis(1000))
        stage.session.rename(Seat(index), name)
        await stage.wait(Millis(1500))


async def duel(stage: Stage, seats: Sequence[int], hands: Sequence[tuple[float, int, float]]) -> None:
    """Two seats declare a duel and grab. `hands`: (milliseconds, fingers, height of the highest) a seat."""
    await stage.tap(*(f"seat_{seat + 1}" for seat in seats))
    rush = 380.0 + stage.luck.stream(f"rush {stage.clock.now()}").uniform(0.0, 200.0)
    for seat, (at, fingers, top) in zip(seats, hands, strict=True):
        stage.act(f"{PLAYERS[seat]} saisit à {at:.0f} ms, {fingers} doigts, à {top:.0f} mm")
    told = len(stage.view().story)
    stage.base.grab(
        tuple(
            VirtualHand(azimuth=AZIMUTHS[seat], at_ms=rush + at, fingers=fingers, top_mm=top)
            for seat, (at, fingers, top) in zip(seats, hands, strict=True)
        )
    )
    view = await stage.until("a verdict", lambda view: len(view.story) > told)
    await stage.wait(Millis(1500))
    if view.situation is Situation.QUESTION:
        await stage.tap("start")


async def put_back(stage: Stage) -> None:
    """Stand the totem in the middle again."""
    stage.act("le totem est remis debout")
    stage.base.put_back()
    await stage.settle(Millis(2500))


async def jungle_speed(stage: Stage) -> None:
    """Two declared duels, the second contested and overruled; then bots grab over virtual cards."""
    stage.title("Jungle Speed")
    await begin(stage, "jungle-speed")
    await duel(stage, (0, 1), ((0.0, 4, 68.0), (12.0, 3, 126.0)))
    await put_back(stage)
    await duel(stage, (2, 1), ((0.0, 3, 126.0), (60.0, 4, 68.0)))
    await put_back(stage)
    await stage.hold(("mode",), LONG)
    await stage.tap("seat_2", "start")
    await stage.wait(Millis(1500))
    await end_game(stage)
    await virtual_cards(stage)


async def on_its_own(stage: Stage) -> None:
    """Sit down and play every game of the evening, without the good night: the table goes on."""
    listening = asyncio.ensure_future(stage.listen())
    try:
        if not any(seat.joined for seat in stage.view().seats):
            await sit_down(stage)
        for played in GAMES.values():
            await played(stage)
    finally:
        listening.cancel()


async def good_night(stage: Stage) -> None:
    """MODE and START two seconds, then START: the device rests."""
    stage.title("Bonne nuit")
    await stage.hold(("start", "mode"), CHORD)
    await stage.tap("start")


GAMES: Final[dict[str, Callable[[Stage], Awaitable[None]]]] = {
    "jungle-speed": jungle_speed,
    "orchidee": orchidee,
    "amazonas": amazonas,
}
"""What the evening plays, in order."""


async def play(stage: Stage, game: str | None) -> None:
    """Play the whole evening, or only `game`.

    Raises:
        NotInTheDemo: the evening has no such game.
    """
    if game is not None and game not in GAMES:
        raise NotInTheDemo(f"the demo does not play {game!r}; choose among {', '.join(GAMES)}, or none for all")
    await sit_down(stage)
    for name, played in GAMES.items():
        if game in {None, name}:
            await played(stage)
    await good_night(stage)

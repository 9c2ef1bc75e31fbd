"""Tell the running game, start one, overrule it: everything a decision does through a game's own functions."""

import logging
from collections.abc import Callable
from typing import Any

from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import AnyGame, Setup, Stake, Stimulus
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import CardReading, Heard
from perroquet.kernel.units import Seat
from perroquet.table import events as ev
from perroquet.table.commands import Chosen
from perroquet.table.context import Context, Decided, refuse, table
from perroquet.table.evening import Running

log = logging.getLogger(__name__)


def tell(now: Context, stimulus: Stimulus) -> Decided:
    """Tell the running game what happened; nothing when none plays or it means nothing there."""
    # A raid that struck in the very moment of a pause was heard by everybody: it counts.
    playing = _playing(now, even_paused=isinstance(stimulus, Heard))
    if playing is None:
        return ()
    running, game = playing
    command = game.hear(running.state, stimulus)
    return () if command is None else _events_of(game, lambda: game.decide(running.state, command))


def seen(now: Context, reading: CardReading) -> Decided:
    """Tell the running game what a camera sees. What it refuses is not said: nobody asked for anything."""
    decided = tell(now, reading)
    return () if any(isinstance(event, ev.Refused) for _, event in decided) else decided


def chosen(now: Context, command: Chosen) -> Decided:
    """Give the running game a command from a viewer's menu, if it is still on it."""
    playing = _playing(now)
    if playing is None or now.evening.question is not None:
        return refuse("not-now")
    running, game = playing
    if command.command not in game.menu(running.state, command.viewer):
        return refuse("not-now")
    wish = game.stamped(command.command, command.at)
    return _events_of(game, lambda: game.decide(running.state, wish))


def start(now: Context, seats: tuple[Seat, ...]) -> Decided:
    """Start the offered game with `seats`, clockwise."""
    game = now.games[now.evening.offered]
    house = {**now.house.rules.get(game.name, {}), **now.evening.house_of(game.name)}
    setup = Setup(seats=seats, luck=Luck(now.seed), house=house, at=now.at)
    started = ev.GameStarted(game=game.name, seats=seats, seed=now.seed, house=tuple(house.items()))
    unsafe = game.safe and game.name not in now.evening.cautioned
    safety = table(ev.SafetyTold(game=game.name)) if unsafe else ()
    return (*table(started), *safety, *_events_of(game, lambda: game.opening(setup)))


def overrule(now: Context) -> Decided:
    """Rule as the table pointed out in its contest."""
    question = now.evening.question
    return () if question is None else overrule_so(now, question.named)


def overrule_so(now: Context, named: tuple[Seat, ...], reason: str = "") -> Decided:
    """Rule that `named` win, or pay, from where the game was before its last ruling."""
    running = now.evening.running
    if running is None or running.ruling is None:
        return refuse("no-ruling")
    game, before = now.games[running.game], running.ruling
    if not named and game.stake(before.state) is Stake.WINS:
        return refuse("name-winner")  # nobody may pay, but somebody wins
    ruled = _events_of(game, lambda: game.overrule(before.state, named))
    if any(source == ev.TABLE for source, _ in ruled):
        return ruled
    return (*table(ev.Overruled(ruling=before.seq, seats=named, reason=reason)), *ruled)


def _playing(now: Context, *, even_paused: bool = False) -> tuple[Running, AnyGame] | None:
    running = now.evening.running
    if running is None or (now.evening.paused and not even_paused):
        return None
    return running, now.games[running.game]


def _events_of(game: AnyGame, decide: Callable[[], tuple[Any, ...]]) -> Decided:
    """Return what `game` decides; a refusal becomes the table's event, in the game's words."""
    try:
        return tuple((game.name, event) for event in decide())
    except IllegalCommand as refusal:
        log.info("%s refuses (%s): %s", game.name, refusal.code, refusal)
        return refuse(refusal.code)

"""No sound comes alone: whoever does not hear it reads it on the page, which screen readers read too.

Whole games of bots are walked, and what ears get is compared with what eyes get.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from perroquet.cli.simulate import HOUSES
from perroquet.drivers.sim.clock import VirtualClock
from perroquet.drivers.sim.store import MemoryStore
from perroquet.games import GAMES
from perroquet.games.orchidee.state import Phase
from perroquet.games.orchidee.views import BOX as ORCHIDEE_BOX
from perroquet.kernel.cues import Flash, Pattern, Play, Say
from perroquet.kernel.game import AnyGame, Setup
from perroquet.kernel.luck import Luck
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import HostNs, Seat, Seq
from perroquet.ports import StatusLamp
from perroquet.table.codec import codec
from perroquet.table.evening import Evening
from perroquet.table.flashes import FLASHES
from perroquet.table.parts import Parts
from perroquet.table.stage import Stage
from perroquet.table.words import Words

Told = tuple[tuple[str, ...], bool, tuple[Any, ...]]
"""Sounds of a decision, whether a sentence is said or the page shows something else, and its events."""


def decisions(game: AnyGame, luck: Luck) -> Iterator[Told]:
    seats = tuple(Seat(index) for index in range(game.players[1]))
    setup = Setup(seats=seats, luck=luck, house=HOUSES.get(game.name, {}), at=HostNs(0))
    state, events = game.initial(setup), game.opening(setup)
    for number in range(4000):
        cues, before = list[Any](), (game.view(state, None), game.prompt(state))
        for event in events:
            state = game.evolve(state, event)
            cues += game.cues(state, event)
        sounds = tuple(cue.sound for cue in cues if isinstance(cue, Play))
        seen = (game.view(state, None), game.prompt(state))
        # What the page counts down goes on by itself.
        said = any(isinstance(cue, Say) for cue in cues) or seen != before or seen[1].until is not None
        yield sounds, said, events
        command = game.bot(state, luck.split(number))
        if command is None:
            return
        events = game.decide(state, command)


def test_every_sound_has_a_twin_on_the_lamp() -> None:
    """The shout's is the alarm, which the game that it stops keeps lit."""
    assert set(FLASHES) == set(Sound) - {Sound.RAID}
    assert ORCHIDEE_BOX[Phase.RAID] is Pattern.ALARM


def test_a_sound_shows_on_the_lamp_without_a_speaker() -> None:
    shown = list[Flash | Pattern]()

    class Lamp(StatusLamp):
        def show(self, pattern: Pattern, cause: Seq) -> None:  # noqa: ARG002 - of the port
            shown.append(pattern)

        def flash(self, flash: Flash, cause: Seq) -> None:  # noqa: ARG002 - of the port
            shown.append(flash)

        async def aclose(self) -> None: ...

    parts = Parts(
        clock=VirtualClock(), store=MemoryStore(codec({})), buttons=None, lamp=Lamp(), totem=None, speaker=None
    )
    games = {game.name: game for game in GAMES}
    stage = Stage(parts, games, Words(games))
    for sound in FLASHES:
        stage.show(Evening.dawn(games), (Play(sound=sound),), Seq(1), Seq(1))

    assert shown == [one for flash in FLASHES.values() for one in (Pattern.READY, flash)]


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_every_sound_has_a_twin_on_the_page(game: AnyGame) -> None:
    played, alone = Counter[str](), list[Any]()
    for number in range(3):
        for sounds, said, events in decisions(game, Luck("twins").split(number)):
            played.update(sounds)
            if sounds and not said:
                alone.append((sounds, events))

    assert alone == []
    assert set(played) <= set(Sound)

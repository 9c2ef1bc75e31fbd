"""No sound comes alone: whoever does not hear it reads a sentence on the page, which screen readers read too.

Whole games of bots are walked, and what ears get is compared with what eyes get.
"""

from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest
from perroquet.cli.simulate import HOUSES
from perroquet.games import GAMES
from perroquet.kernel.cues import Play, Say
from perroquet.kernel.game import AnyGame, Setup
from perroquet.kernel.luck import Luck
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import HostNs, Seat

Told = tuple[tuple[str, ...], bool, tuple[Any, ...]]
"""Sounds of a decision, whether a sentence is said, and its events."""


def decisions(game: AnyGame, luck: Luck) -> Iterator[Told]:
    seats = tuple(Seat(index) for index in range(game.players[1]))
    setup = Setup(seats=seats, luck=luck, house=HOUSES.get(game.name, {}), at=HostNs(0))
    state, events = game.initial(setup), game.opening(setup)
    for number in range(4000):
        cues = list[Any]()
        for event in events:
            state = game.evolve(state, event)
            cues += game.cues(state, event)
        sounds = tuple(cue.sound for cue in cues if isinstance(cue, Play))
        said = any(isinstance(cue, Say) for cue in cues)
        yield sounds, said, events
        command = game.bot(state, luck.split(number))
        if command is None:
            return
        events = game.decide(state, command)


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

"""Essai: grab, hear time and fingers. No ruling; it trains people, checks the base, and is the demonstration."""

from importlib.resources import files
from typing import Final

from perroquet.games.practice.rules import (
    Command,
    Event,
    State,
    decide,
    evolve,
    initial,
    interrupt,
    overrule,
    wake,
)
from perroquet.games.practice.stage import bot, cues, hear, lamps, menu, prompt, view
from perroquet.kernel.game import Game
from perroquet.kernel.sentences import Phrasebook
from perroquet.kernel.sheet import Sheet

PRACTICE: Final[Game[State, Command, Event]] = Game(
    name="practice",
    title="practice",
    players=(1, 10),
    events=Event.__args__,
    phrases=Phrasebook.parse(files(__name__).joinpath("sentences.toml").read_text(encoding="utf-8")),
    sheet=Sheet(game="practice", form=object, rules={}),
    initial=initial,
    opening=lambda _setup: (),
    decide=decide,
    evolve=evolve,
    hear=hear,
    menu=menu,
    view=view,
    prompt=prompt,
    cues=cues,
    lamps=lamps,
    ruling=lambda _event: None,
    overrule=overrule,
    interrupt=interrupt,
    wake=wake,
    prior=lambda _state: {},
    secret=lambda _event: False,
    reveals=lambda _event: False,
    over=lambda _state: False,
    bot=bot,
)

__all__ = ["PRACTICE"]

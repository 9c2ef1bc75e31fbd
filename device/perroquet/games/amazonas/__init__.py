"""Amazonas: eighteen rounds of huts, tiles and missions along rivers and jungle paths."""

from importlib.resources import files
from typing import Final

from perroquet.games.amazonas.bots import bot
from perroquet.games.amazonas.cases import run_cases
from perroquet.games.amazonas.cues import cues
from perroquet.games.amazonas.events import (
    CardChosen,
    CardShown,
    Command,
    Event,
    MissionKept,
    MissionsDealt,
    RoundBegun,
    Scored,
)
from perroquet.games.amazonas.hear import hear
from perroquet.games.amazonas.house import SHEET
from perroquet.games.amazonas.rules import decide, opening, overrule
from perroquet.games.amazonas.state import Phase, State, evolve, initial
from perroquet.games.amazonas.views import label, lamps, menu, prompt, view
from perroquet.kernel.game import Game
from perroquet.kernel.sentences import Phrasebook


def _book(name: str) -> Phrasebook:
    return Phrasebook.parse(files(__name__).joinpath(name).read_text(encoding="utf-8"))


AMAZONAS: Final[Game[State, Command, Event]] = Game(
    name="amazonas",
    title="amazonas",
    players=(2, 4),
    events=Event.__args__,
    phrases=_book("sentences.toml").merged(_book("house.toml")),
    sheet=SHEET,
    initial=initial,
    opening=opening,
    decide=decide,
    evolve=evolve,
    hear=hear,
    menu=menu,
    view=view,
    prompt=prompt,
    cues=cues,
    lamps=lamps,
    ruling=lambda event: event.ruling if isinstance(event, Scored) else None,
    overrule=overrule,
    interrupt=lambda _state: (),
    wake=lambda _state: None,
    prior=lambda _state: {},
    secret=lambda event: isinstance(event, MissionsDealt | MissionKept | CardChosen),
    reveals=lambda event: isinstance(event, RoundBegun | CardShown),
    over=lambda state: state.phase is Phase.OVER,
    bot=bot,
    label=label,
    cases=run_cases,
)

__all__ = ["AMAZONAS"]

"""L'Orchidée: six rounds of contraband under a jungle that may shout « Haut les mains ! » at any moment."""

from importlib.resources import files
from typing import Final

from perroquet.games.orchidee.bots import bot
from perroquet.games.orchidee.cases import run_cases
from perroquet.games.orchidee.cues import cues, scene
from perroquet.games.orchidee.events import Command, Event, RaidDrawn, RaidHeard, Ruled
from perroquet.games.orchidee.hear import hear
from perroquet.games.orchidee.house import SHEET
from perroquet.games.orchidee.rules import decide, interrupt, opening, overrule, wake
from perroquet.games.orchidee.state import Phase, State, evolve, initial
from perroquet.games.orchidee.views import label, lamps, menu, prompt, view
from perroquet.kernel.game import Game, Stake
from perroquet.kernel.sentences import Phrasebook

ORCHIDEE: Final[Game[State, Command, Event]] = Game(
    name="orchidee",
    title="orchidee",
    players=(3, 5),
    events=Event.__args__,
    phrases=Phrasebook.parse(files(__name__).joinpath("sentences.toml").read_text(encoding="utf-8")),
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
    ruling=lambda event: event.ruling if isinstance(event, Ruled) else None,
    overrule=overrule,
    stake=lambda _state: Stake.PAYS,
    interrupt=interrupt,
    wake=wake,
    prior=lambda _state: {},
    secret=lambda event: isinstance(event, RaidDrawn),
    reveals=lambda event: isinstance(event, RaidHeard),
    over=lambda state: state.phase is Phase.OVER,
    bot=bot,
    label=label,
    scene=scene,
    cases=run_cases,
)

__all__ = ["ORCHIDEE"]

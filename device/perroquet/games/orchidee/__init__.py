"""L'Orchidée: six rounds of contraband under a jungle that may shout « Haut les mains ! » at any moment."""

from importlib.resources import files
from typing import Final

from perroquet.games.orchidee.bots import bot
from perroquet.games.orchidee.cases import run_cases
from perroquet.games.orchidee.commands import Command, stamped
from perroquet.games.orchidee.cues import cues, scene
from perroquet.games.orchidee.events import REVEALING, SECRET, CardPlayed, Event, RaidDrawn, Ruled, SecondsLeft
from perroquet.games.orchidee.evolve import evolve
from perroquet.games.orchidee.hear import hear
from perroquet.games.orchidee.house import SHEET
from perroquet.games.orchidee.menus import label, menu
from perroquet.games.orchidee.rules import decide, interrupt, opening, overrule, wake
from perroquet.games.orchidee.state import Phase, State, initial
from perroquet.games.orchidee.views import lamps, prompt, view
from perroquet.kernel.game import Game, Stake
from perroquet.kernel.sentences import Phrasebook


def _book(name: str) -> Phrasebook:
    return Phrasebook.parse(files(__name__).joinpath(name).read_text(encoding="utf-8"))


def _reveals(event: Event) -> bool:
    match event:
        case CardPlayed():
            return event.card is not None
        case RaidDrawn():
            return event.redrawn
        case _:
            return isinstance(event, REVEALING)


ORCHIDEE: Final[Game[State, Command, Event]] = Game(
    name="orchidee",
    title="orchidee",
    players=(2, 5),
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
    ruling=lambda event: event.ruling if isinstance(event, Ruled) else None,
    overrule=overrule,
    stake=lambda _state: Stake.PAYS,
    interrupt=interrupt,
    wake=wake,
    prior=lambda _state: {},
    secret=lambda event: isinstance(event, SECRET),
    fleeting=lambda event: isinstance(event, SecondsLeft),
    reveals=_reveals,
    over=lambda state: state.phase is Phase.OVER,
    bot=bot,
    label=label,
    stamped=stamped,
    scene=scene,
    cases=run_cases,
)

__all__ = ["ORCHIDEE"]

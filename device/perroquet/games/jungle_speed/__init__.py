"""Jungle Speed: who takes the totem and who picks up the cards. The whole game, for two to ten players."""

from importlib.resources import files
from typing import Final

from perroquet.games.jungle_speed.bots import bot
from perroquet.games.jungle_speed.cases import run_cases
from perroquet.games.jungle_speed.commands import Command
from perroquet.games.jungle_speed.cues import cues
from perroquet.games.jungle_speed.dealing import opening
from perroquet.games.jungle_speed.events import Asked, ContactFelt, Dealt, Event, Flipped, Recalled, Ruled
from perroquet.games.jungle_speed.evolve import evolve
from perroquet.games.jungle_speed.hear import hear
from perroquet.games.jungle_speed.house import SHEET
from perroquet.games.jungle_speed.keep import saved
from perroquet.games.jungle_speed.rules import decide, interrupt, overrule, prior, wake
from perroquet.games.jungle_speed.state import State, initial
from perroquet.games.jungle_speed.views import label, lamps, menu, prompt, view
from perroquet.kernel.game import Game, Stake
from perroquet.kernel.sentences import Phrasebook


def _book(name: str) -> Phrasebook:
    return Phrasebook.parse(files(__name__).joinpath(name).read_text(encoding="utf-8"))


JUNGLE_SPEED: Final[Game[State, Command, Event]] = Game(
    name="jungle-speed",
    title="jungle-speed",
    players=(2, 10),
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
    ruling=lambda event: event.ruling if isinstance(event, Ruled | Asked) else None,
    overrule=overrule,
    stake=lambda state: Stake.WINS if state.meeting.open else Stake.PAYS,
    fleeting=lambda event: isinstance(event, ContactFelt),
    interrupt=interrupt,
    wake=wake,
    prior=prior,
    secret=lambda event: isinstance(event, Dealt),
    # A ruling that the world took back: no undo brings it back, and a contest is about what followed.
    reveals=lambda event: isinstance(event, Flipped | Recalled),
    over=lambda state: state.over,
    bot=bot,
    label=label,
    keep=saved,
    cases=run_cases,
    safe="safety",
)

__all__ = ["JUNGLE_SPEED"]

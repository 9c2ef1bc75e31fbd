"""What each viewer of L'Orchidée may know and wish. Nothing here depends on the raid before it is heard."""

from collections.abc import Mapping
from typing import Final

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.state import ROUNDS, Phase, State
from perroquet.kernel.game import Awaits, Prompt, View
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.units import Seat

PROMPTS: Final[Mapping[Phase, str]] = {
    Phase.PLAY: "prompt-play",
    Phase.RAID: "prompt-raid",
    Phase.WINDOW: "prompt-window",
    Phase.HOLDER: "prompt-holder",
    Phase.RULED: "prompt-ruled",
    Phase.PILFER: "prompt-pilfer",
    Phase.OVER: "prompt-over",
}


def prompt(state: State) -> Prompt:
    """Return what the game waits for."""
    if state.pending is not None:
        return _question(say("prompt-accused", seats={"seat": state.pending[0]}))
    if state.accusations:
        first = state.accusations[0]
        return _question(say("prompt-found", seats={"seat": first.accuser, "accused": first.accused}))
    sentence = say(PROMPTS[state.phase], seats={"seat": state.dealer})
    return _question(sentence) if state.phase is Phase.HOLDER else Prompt(sentence=sentence)


def _question(sentence: Sentence) -> Prompt:
    return Prompt(sentence=sentence, awaits=Awaits.QUESTION)


def view(state: State, seat: Seat | None) -> View:
    """Return what a viewer may know: of treasures, a seat sees its own alone."""
    facts = [say("fact-round", seats={"seat": state.dealer}, numbers={"number": state.number, "rounds": ROUNDS})]
    if state.last is not None:
        facts.extend(state.last.long)
    own = None if seat is None else state.treasure(seat)
    if own:
        facts.append(say("fact-treasure", words={"cards": ", ".join(own)}))
    if state.phase is Phase.OVER:
        facts.append(say("fact-seed", words={"seed": state.luck.seed}))
    facts.append(say("fact-commitment", words={"sha256": state.luck.commitment()}))
    last = state.last
    return View(
        prompt=prompt(state).sentence,
        facts=tuple(facts),
        wins=() if last is None else last.who,
        pays=() if last is None else last.against,
        over=state.phase is Phase.OVER,
    )


def menu(state: State, seat: Seat | None) -> tuple[ev.Command, ...]:
    """Return what a seat, or the host (None), may wish now. Accusing is for seat buttons: its instant counts."""
    if seat is not None or state.phase is Phase.OVER:
        return ()
    points = tuple(ev.Point(accused=one) for one in state.seats)
    if state.phase is Phase.HOLDER:
        return (*points, ev.Answered(yes=False))
    if state.pending is not None:
        accuser = state.pending[0]
        return (*(point for point in points if point.accused != accuser), ev.Answered(yes=False))
    if state.accusations:
        return (ev.Answered(yes=True), ev.Answered(yes=False))
    return (ev.GoOn(),)


def label(command: ev.Command) -> Sentence:
    """Return what the button of `command` says."""
    match command:
        case ev.Point():
            return say("label-point", seats={"seat": command.accused})
        case ev.Answered():
            return say("label-yes" if command.yes else "label-no")
        case _:
            return say("label-goon")

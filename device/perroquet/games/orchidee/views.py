"""What each viewer of L'Orchidée may know and wish. Nothing here depends on the raid before it is heard."""

from collections.abc import Mapping
from typing import Final

from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.state import ROUNDS, WINDOW_NS, Phase, State
from perroquet.kernel.cues import Pattern
from perroquet.kernel.game import Awaits, Prompt, View, label_of
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.units import HostNs, Seat

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
    until = _window_end(state)
    return _question(sentence) if state.phase is Phase.HOLDER else Prompt(sentence=sentence, until=until)


def _window_end(state: State) -> HostNs | None:
    """Return when accusing ends: it began with the end of the shout, which everybody heard."""
    if state.phase is not Phase.WINDOW or state.end is None or state.closed:
        return None
    return HostNs(state.end + WINDOW_NS)


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
    return View(facts=tuple(facts))


BOX: Final[Mapping[Phase, Pattern]] = {
    Phase.RAID: Pattern.ALARM,
    Phase.WINDOW: Pattern.ALARM,
    Phase.PILFER: Pattern.WAITING,
    Phase.OVER: Pattern.READY,
}
"""Phase -> what the lamp of the box shows; in the others it rests."""


def lamps(state: State) -> Mapping[Seat | None, Pattern]:
    """Return what lamps show: the phase, who accuses, and until the next round who was right and who pays."""
    lit: dict[Seat | None, Pattern] = {None: BOX[state.phase]} if state.phase in BOX else {}
    if state.last is not None:
        lit.update(dict.fromkeys(state.last.who, Pattern.WINS))
        lit.update(dict.fromkeys(state.last.against, Pattern.PAYS))
    accusers = (accusation.accuser for accusation in state.accusations)
    lit.update(dict.fromkeys(accusers, Pattern.READY))
    if state.pending is not None:
        lit[state.pending[0]] = Pattern.READY
    return lit


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
            return label_of(command)

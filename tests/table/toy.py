"""A game small enough to see through: who rings the bell wins; START deals a card face up; a sound asks a question."""

from dataclasses import dataclass, replace

from perroquet.kernel.cues import Ambience, ArmRaid, Cue, Pattern, Say
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import (
    Answer,
    Awaits,
    Game,
    Heard,
    Next,
    Number,
    Prompt,
    SeatPressed,
    Setup,
    Stake,
    Stimulus,
    Touched,
    View,
)
from perroquet.kernel.luck import Luck
from perroquet.kernel.rulings import Ruling
from perroquet.kernel.sentences import Phrasebook, Sentence, say
from perroquet.kernel.sheet import Sheet
from perroquet.kernel.units import HostNs, Samples, Seat

PHRASES = Phrasebook.parse(
    "\n".join(
        f'[{key}]\nfr = "{fr}"\nen = "{en}"'
        for key, fr, en in (
            ("bell", "La cloche", "The bell"),
            ("rang", "{seat} sonne.", "{seat} rings."),
            ("rang-first", "{seat} a sonné en premier.", "{seat} rang first."),
            ("dealt", "Carte.", "Card."),
            ("asked", "Vu ?", "Seen?"),
            ("answered", "Noté : {value}.", "Noted: {value}."),
            ("void", "Fenêtre annulée.", "Window void."),
            ("waits", "La cloche attend.", "The bell waits."),
            ("rung-out", "La cloche a déjà sonné.", "The bell has rung."),
            ("hello-bell", "Bonsoir.", "Good evening."),
            ("command-ring", "Sonner", "Ring"),
        )
    )
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Ring:
    """A wish: ring."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Deal:
    """A wish: deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class AskIt:
    """A wish: open a question, for a number or for yes and no."""

    number: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """A wish: answer it."""

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Rang:
    """Somebody rang."""

    seat: Seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealt:
    """A card was turned face up: it reveals."""


@dataclass(frozen=True, slots=True, kw_only=True)
class QuestionOpened:
    """A question is open."""

    number: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Replied:
    """It was answered."""

    value: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Voided:
    """The power cut voided the question."""


CARDS = 3
"""The game is over when so many were dealt."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Feel:
    """A wish of the world's: something is about to ring."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Felt:
    """A first contact: fleeting."""


Command = Feel | Ring | Deal | AskIt | Reply
Event = Felt | Rang | Dealt | QuestionOpened | Replied | Voided


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    seats: tuple[Seat, ...]
    rung: tuple[Seat, ...] = ()
    felt: int = 0
    cards: int = 0
    asking: bool = False
    number: bool = False


def _decide(state: State, command: Command) -> tuple[Event, ...]:
    match command:
        case Feel():
            return (Felt(),)
        case Ring():
            if command.seat in state.rung:
                raise IllegalCommand("rung-out", f"seat {command.seat} rang already; wait for a card")
            return (Rang(seat=command.seat),)
        case Deal():
            return (Dealt(),)
        case AskIt():
            return (QuestionOpened(number=command.number),)
        case Reply():
            return (Replied(value=command.value),)


def _evolve(state: State, event: Event) -> State:
    match event:
        case Felt():
            return replace(state, felt=state.felt + 1)
        case Rang():
            return replace(state, rung=(*state.rung, event.seat))
        case Dealt():
            return replace(state, cards=state.cards + 1, rung=())
        case QuestionOpened():
            return replace(state, asking=True, number=event.number)
        case Replied() | Voided():
            return replace(state, asking=False, number=False)


def _hear(_state: State, stimulus: Stimulus) -> Command | None:
    match stimulus:
        case SeatPressed():
            return Ring(seat=stimulus.seat)
        case Next():
            return Deal()
        case Heard():
            return AskIt(number=stimulus.key == "how many")
        case Answer():
            return Reply(value=int(stimulus.yes))
        case Touched():
            return Feel()
        case Number():
            return Reply(value=stimulus.value)
        case _:
            return None


def _cues(_state: State, event: Event) -> tuple[Cue, ...]:
    match event:
        case Felt():
            return ()
        case Rang():
            return (Say(sentence=say("rang", seats={"seat": event.seat})),)
        case Dealt():
            return (Ambience(on=True, seed="bell"), Say(sentence=say("dealt")))
        case QuestionOpened():
            return (Say(sentence=say("asked")),)
        case Replied():
            return (Say(sentence=say("answered", numbers={"value": event.value})),)
        case Voided():
            return (Ambience(on=True), Say(sentence=say("void")))


def _ruling(event: Event) -> Ruling | None:
    if not isinstance(event, Rang):
        return None
    seats = {"seat": event.seat}
    return Ruling(
        code="RANG",
        why=("BELL-1",),
        spoken=say("rang", seats=seats),
        who=(event.seat,),
        long=(say("rang-first", seats=seats),),
    )


def _label(_command: Command) -> Sentence:
    return say("command-ring")


def _opening(_setup: Setup) -> tuple[Event, ...]:
    return ()


def _bot(_state: State, _luck: Luck) -> Command | None:
    return Deal()


def _view(state: State, seat: Seat | None) -> View:
    assert seat is None or seat in state.seats, "a game is only asked about seats that play"
    return View()


def _wake(_state: State) -> HostNs | None:
    return None


BELL: Game[State, Command, Event] = Game(
    name="bell",
    title="bell",
    players=(2, 4),
    events=(Felt, Rang, Dealt, QuestionOpened, Replied, Voided),
    phrases=PHRASES,
    sheet=Sheet(game="bell", form=object, rules={}),
    initial=lambda setup: State(seats=setup.seats),
    opening=_opening,
    decide=_decide,
    evolve=_evolve,
    hear=_hear,
    menu=lambda state, _seat: tuple(Ring(seat=seat) for seat in state.seats if seat not in state.rung),
    view=_view,
    prompt=lambda state: Prompt(
        sentence=say("waits"),
        awaits=Awaits.QUESTION if state.asking else Awaits.PLAY,
        number=(1, 3, 9) if state.number else None,
        until=HostNs(9) if state.cards == 2 else None,
    ),
    cues=_cues,
    lamps=lambda state: dict.fromkeys(state.rung, Pattern.WINS),
    ruling=_ruling,
    stake=lambda state: Stake.PAYS if state.cards else Stake.WINS,
    fleeting=lambda event: isinstance(event, Felt),
    overrule=lambda _state, seats: tuple(Rang(seat=seat) for seat in seats),
    interrupt=lambda state: (Voided(),) if state.asking else (),
    wake=_wake,
    prior=lambda _state: {},
    secret=lambda _event: False,
    reveals=lambda event: isinstance(event, Dealt),
    over=lambda state: state.cards == CARDS,
    bot=_bot,
    label=_label,
    scene=lambda _state: (Ambience(on=True, seed="bell"), ArmRaid(live=Samples(48_000))),
)

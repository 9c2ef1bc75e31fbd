"""Build grabs, and play commands through a game's rules."""

from collections.abc import Iterable
from typing import Any

from perroquet.games import game_named
from perroquet.kernel.cues import Say
from perroquet.kernel.game import AnyGame, Setup
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import Grab, Hand
from perroquet.kernel.sentences import Language, Sentence
from perroquet.kernel.units import Degrees, Fingers, HostNs, Micros, Millimetres, Probability, Seat

# As the table holds them: types only themselves know, so tests look inside freely.
JUNGLE_SPEED = game_named("jungle-speed")
ORCHIDEE = game_named("orchidee")
PRACTICE = game_named("practice")

ANA, BEN, CLO, DAN = (Seat(index) for index in range(4))
NOBODY = Seat(9)
"""A seat where nobody plays."""

SEATS = (ANA, BEN, CLO, DAN)
NAMES = ("Ana", "Ben", "Clo", "Dan", "Eve", "Flo", "Gus", "Hal", "Ida", "Joe")


def hand(
    seat: Seat | None,
    ms: float = 0.0,
    *,
    fingers: int = 4,
    z: float = 40.0,
    chances: tuple[float, ...] | None = None,
    posterior: dict[Seat, float] | None = None,
    brush: bool = False,
    odds: float = 1_000.0,
) -> Hand:
    """Return a hand `ms` after the first contact. Without `chances` its count is certain, without `odds` its owner."""
    known = {} if seat is None else {seat: 1.0}
    given = known if posterior is None else posterior
    counted = tuple(float(n == fingers) for n in range(6)) if chances is None else chances
    return Hand(
        first_us=Micros(round(ms * 1_000)),
        seat=seat,
        seat_posterior=tuple((one, Probability(p)) for one, p in given.items()),
        fingers=Fingers(fingers),
        fingers_p=tuple(Probability(p) for p in counted),
        lowest_mm=Millimetres(z),
        azimuth_deg=Degrees(0.0),
        brush=brush,
        odds=odds,
    )


def grab(*hands: Hand, fall_ms: float | None = None, at: int = 0) -> Grab:
    """Return a grab of these hands."""
    return Grab(
        grab=1,
        epoch=1,
        at=HostNs(at),
        hands=hands,
        gap_us=Micros(hands[1].first_us - hands[0].first_us) if len(hands) > 1 else None,
        fall_us=None if fall_ms is None else Micros(round(fall_ms * 1_000)),
    )


def setup(seats: int = 4, luck: str = "test", **house: Any) -> Setup:
    """Return a table of `seats` seats."""
    return Setup(seats=tuple(Seat(n) for n in range(seats)), luck=Luck(luck), house=house, at=HostNs(0))


def begun(game: AnyGame, table: Setup) -> Any:
    """Return the state of `game` after its opening."""
    return game.replay(game.initial(table), game.opening(table))


def play(game: AnyGame, state: Any, *commands: Any) -> Any:
    """Return the state after `commands`."""
    for command in commands:
        state = game.replay(state, game.decide(state, command))
    return state


def render(game: AnyGame, sentence: Sentence, language: Language = Language.FR) -> str:
    """Return the words of `sentence` at a table of Ana, Ben, Clo, Dan..."""
    return game.phrases.render(sentence, language, lambda seat: NAMES[seat])


def spoken(game: AnyGame, state: Any, event: Any) -> list[str]:
    """Return the words that `event` makes the device say."""
    return [render(game, cue.sentence) for cue in game.cues(state, event) if isinstance(cue, Say)]


def sentences(game: AnyGame, state: Any, events: Iterable[Any]) -> list[Sentence]:
    """Return every sentence that may be heard or read after each of `events`."""
    found: list[Sentence] = []
    for event in events:
        state = game.evolve(state, event)
        found.extend(cue.sentence for cue in game.cues(state, event) if isinstance(cue, Say))
        found.append(game.prompt(state).sentence)
        for seat in (None, *SEATS):
            found.extend(game.view(state, seat).facts)
            found.extend(game.label(command) for command in game.menu(state, seat))
        if (ruling := game.ruling(event)) is not None:
            found.extend((ruling.spoken, *ruling.long))
    return found

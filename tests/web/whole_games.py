"""Whole games as every viewer sees them, for the page to draw; and the same with everybody else's secrets changed."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import Any, Final

from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.luck import Luck
from perroquet.kernel.sentences import Language, Sentence
from perroquet.kernel.units import HostNs, Percent, Seat
from perroquet.table.commands import ChooseRule, Offer
from perroquet.table.context import House
from perroquet.table.views import ChoiceView, EveningView, FactView
from perroquet.wiring.device import GAMES_BY_NAME

from tests.table.desk import Desk

Views = Mapping[Seat | None, EveningView]
"""What each viewer sees; None = everybody."""

AT = HostNs(1)


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """A game for bots. `every`: of so many decisions one is looked at, as a page that is slow would."""

    game: str
    players: int
    every: int
    house: Mapping[str, str] = field(default_factory=dict[str, str])
    language: Language = Language.FR


LONGEST: Final = 2000
"""Decisions after which a game that does not end is left."""


def views_of(played: Played, seed: str = "secrets") -> Iterator[Views]:
    """Yield what everybody sees along a whole game of bots."""
    game = played.game
    set_to = House(seats=8, volume=Percent(35), language=played.language, rules={})
    desk = Desk(house=set_to, games=GAMES_BY_NAME, seed=seed).power()
    seats = [Seat(number) for number in range(played.players)]
    for seat in seats:
        desk.seat(seat)
    for rule, value in played.house.items():
        desk.tell(ChooseRule(game=game, rule=rule, value=value, at=AT))
    desk.tell(Offer(game=game, at=AT))
    while desk.evening.running is None:
        desk.start()
    luck, rules = Luck(seed), GAMES_BY_NAME[game]
    for number in range(LONGEST):
        if number % played.every == 0:
            yield {viewer: desk.view(viewer) for viewer in (None, *seats)}
        running = desk.evening.running
        assert running is not None
        command = rules.bot(running.state, luck.split(number))
        if command is None:
            break
        try:
            events = rules.decide(running.state, command)
        except IllegalCommand:
            continue
        desk.time += 1
        desk.settle(tuple((game, event) for event in events))
    yield {viewer: desk.view(viewer) for viewer in (None, *seats)}


def others_changed(views: Views, viewer: Seat | None) -> Views:
    """Return `views` with the private ones of all but `viewer` turned into other facts and choices."""
    return {one: view if one in {None, viewer} else _changed(view) for one, view in views.items()}


def _changed(view: EveningView) -> EveningView:
    return replace(
        view,
        facts=tuple(_other(fact) for fact in view.facts),
        known=tuple(FactView(text=_other(one.text), sentence=_altered(one.sentence)) for one in view.known),
        choices=tuple(
            ChoiceView(index=one.index, label=_other(one.label), sentence=_altered(one.sentence))
            for one in view.choices[1:]
        ),
    )


def _other(text: str) -> str:
    return f"autre {text[::-1]}"


def _altered(sentence: Sentence) -> Sentence:
    words = tuple((slot, word[::-1]) for slot, word in sentence.words)
    return replace(sentence, numbers=tuple((slot, number + 7) for slot, number in sentence.numbers), words=words)


def secrets_of(views: Views, viewer: Seat | None) -> set[str]:
    """Return the texts that only others than `viewer` may read now."""
    everybody = views[None]
    public = "\n".join((everybody.said, everybody.awaits, *(line.text for line in everybody.story)))
    own = _texts(views[viewer]) | _texts(everybody)
    others = set[str]().union(*(_texts(view) for seat, view in views.items() if seat != viewer)) - own
    return {text for text in others if text not in public}


def _texts(view: EveningView) -> set[str]:
    return {*view.facts, *(fact.text for fact in view.known), *(choice.label for choice in view.choices)}


def shown_by(elements: Mapping[str, Mapping[str, Any]]) -> Mapping[str, Mapping[str, Any]]:
    """Return what a page shows, without the identities of its listeners, which are new on every page."""
    return {key: {name: value for name, value in one.items() if name != "events"} for key, one in elements.items()}

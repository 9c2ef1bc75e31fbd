"""An evening without a device: commands in, decided events followed, texts out."""

from typing import Any

from perroquet.kernel.journal import Record
from perroquet.kernel.readings import Control, Gesture, Press
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import HostNs, Percent, Seat, Seq
from perroquet.table.chronicle import Chronicle, Effect, follow
from perroquet.table.commands import Command
from perroquet.table.context import Context, Decided, House
from perroquet.table.decide import decide, power_on
from perroquet.table.evening import Evening, Games
from perroquet.table.panel import situation
from perroquet.table.portrait import portrait
from perroquet.table.views import EveningView, Situation
from perroquet.table.words import Words

from tests.table.toy import BELL

GAMES = {BELL.name: BELL, "chime": BELL}
HOUSE = House(seats=4, volume=Percent(40), language=Language.FR, rules={})


class Desk:
    def __init__(self, house: House = HOUSE, games: Games = GAMES, seed: str = "luck") -> None:
        self.house = house
        self.games = games
        self.seed = seed
        self.words = Words(games)
        self.chronicle = Chronicle(evening=Evening.dawn(games))
        self.records: list[Record] = []
        self.effects: list[Effect] = []
        self.time = 0
        self.boot = 0

    @property
    def evening(self) -> Evening:
        return self.chronicle.evening

    @property
    def situation(self) -> Situation:
        return situation(self.evening, self.games)

    @property
    def state(self) -> Any:
        assert self.evening.running is not None
        return self.evening.running.state

    @property
    def said(self) -> str:
        return self.view().said

    def view(self, viewer: Seat | None = None) -> EveningView:
        return portrait(self.chronicle, viewer, self.games, self.words)

    def power(self) -> "Desk":
        self.boot += 1
        self.settle(power_on(self._context(), self.evening))
        return self

    def tell(self, command: Command) -> Decided:
        return self.settle(decide(self._context(), command))

    def press(
        self, control: Control, gesture: Gesture = Gesture.SHORT, seat: int | None = None, steps: int = 0
    ) -> Decided:
        named = None if seat is None else Seat(seat)
        return self.tell(Press(control=control, gesture=gesture, at=HostNs(self.time), seat=named, steps=steps))

    def start(self) -> Decided:
        return self.press(Control.START)

    def seat(self, seat: int) -> Decided:
        return self.press(Control.SEAT, seat=seat)

    def playing(self) -> "Desk":
        self.power().start()
        self.start()
        return self

    def begun(self) -> "Desk":
        """Begin with START, START, and START again where it is asked how many play."""
        self.power()
        for _ in range(3):
            if self.evening.running is None:
                self.start()
        return self

    def _context(self) -> Context:
        self.time += 1
        return Context(evening=self.evening, games=self.games, house=self.house, at=HostNs(self.time), seed=self.seed)

    def settle(self, decided: Decided) -> Decided:
        self.effects = []
        for source, event in decided:
            seq = Seq(self.evening.seq + 1)
            record = Record(seq=seq, at=HostNs(self.time), boot=self.boot, source=source, event=event)
            self.records.append(record)
            self.chronicle, effects = follow(self.chronicle, record, self.games)
            self.effects += effects
        return decided

"""Whole games by the shipped rules, of people who turn real cards before a camera.

The referee knows only what its eyes tell it. The cards themselves are known here: people play by them, and what the
referee makes of them is compared. What it cannot read is shown to it; where that does not help, or where it was wrong,
somebody presses.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Final

import numpy as np

from perroquet.bench.vision.overhead import Overhead
from perroquet.games.jungle_speed import JUNGLE_SPEED
from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.bots import bot
from perroquet.games.jungle_speed.cards import Card, Kind, kind
from perroquet.games.jungle_speed.dealing import deck
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.piles import Cards, Holding
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import Setup
from perroquet.kernel.luck import Luck
from perroquet.kernel.readings import CardReading, Sighting
from perroquet.kernel.units import HostNs, Seat
from perroquet.vision.book import Book
from perroquet.vision.deck import face_of
from perroquet.vision.scene import Renderer
from perroquet.vision.watch import Watch

_HANDS: Final = (10.0, 70.0, 130.0)
"""How far a hand that lays a card is from it, in three pictures, mm."""
_PATIENCE: Final = 14
"""Pictures that people wait for the referee to say something."""
_GONE: Final = 9
"""Pictures until a place that was cleared is taken for empty."""
_BUSY: Final = (Stage.CONTACT, Stage.SETTLE, Stage.RULED)

Mark = Callable[[str, bool], None]


class Game:
    """One game.

    Args:
        rng: of the table, its lamp and its cards.
        players: how many.
        mark: takes what happened.
    """

    def __init__(self, rng: np.random.Generator, renderer: Renderer, book: Book, players: int, mark: Mark) -> None:
        self._mark = mark
        self._rng = rng
        self._luck = Luck(f"games/{int(rng.integers(1 << 30))}")
        self._overhead = Overhead(rng, renderer, players)
        self._watch = Watch(book, self._overhead.lens)
        self._watch.watch(self._overhead.azimuths)
        seats = tuple(self._overhead.azimuths)
        house = {"cards": "seen", "first_player": "random"}
        setup = Setup(seats=seats, luck=self._luck, house=house, at=HostNs(0))
        self._state: State = JUNGLE_SPEED.initial(setup)
        for event in JUNGLE_SPEED.opening(setup):
            self._state = JUNGLE_SPEED.evolve(self._state, event)
        box = list(deck(self._state.house, players))
        rng.shuffle(box)
        self._reserves = {seat: [box.pop() for _ in self._cards.of(seat).reserve] for seat in seats}
        self._piles: dict[Seat, list[Card]] = {seat: [] for seat in seats}
        self._pot = box
        self._untold = set[Seat]()
        self._seen = dict[Seat, CardReading]()
        self._wishes = 0
        self._asked = set[Seat]()
        self._wrong = set[Seat]()

    def play(self, most: int) -> int:
        """Play to the end, or until `most` cards were turned; return how many were."""
        turned = 0
        try:
            while not self._state.over and turned < most:
                command = self._wish()
                if isinstance(command, cmd.GoOn) and self._state.stage not in _BUSY:
                    due = self._due()
                    self._turn(due)
                    turned += len(due)
                elif command is not None:
                    self._do(command)
        except IllegalCommand:  # a card that was read wrong long ago is in the way of another
            self._mark("games broken off", True)
            return turned + 1
        self._mark("games broken off", False)
        return turned

    def _due(self) -> tuple[Seat, ...]:
        """Return who has to turn a card now."""
        volley, turn = self._state.volley, self._cards.turn
        return volley.waiting if volley is not None else () if turn is None else (turn,)

    def _turn(self, seats: tuple[Seat, ...]) -> None:
        """Let people turn their next cards, and wait until the referee knows them."""
        for seat in seats:
            self._piles[seat].append(self._reserves[seat].pop(0))
            self._overhead.lay(seat, self._piles[seat][-1])
        self._untold, self._asked, self._wrong = set(seats), set[Seat](), set[Seat]()
        self._wait(seats)
        for seat in seats:
            self._mark("games told at once", seat not in self._untold)
            self._mark("games asked to be shown", seat in self._asked)
            self._mark("games missed in silence", seat in self._untold and seat not in self._asked)
        self._asked.clear()
        for seat in tuple(self._untold):
            self._overhead.show(seat)
        self._wait(tuple(self._untold))
        for seat in seats:
            self._mark("games never read", seat in self._untold)
        for seat in tuple(self._untold & set(self._due())):
            self._do(cmd.Flip(seat=seat, card=self._piles[seat][-1]))
        self._compare(seats)

    def _wait(self, seats: tuple[Seat, ...]) -> None:
        """Take pictures until nothing is waited for, or people lose patience."""
        if not seats:
            return
        for away in (*_HANDS, *(None for _ in range(_PATIENCE))):
            self._look(seats, away)
            self._settle()
            if not self._untold or (self._asked >= self._untold and away is None):
                return

    def _settle(self) -> None:
        """Let people answer what is asked; whose turn it is no more takes a card back that nobody counted."""
        while self._state.stage in _BUSY and not self._state.over:
            command = self._wish()
            assert command is not None  # noqa: S101 - the game is not over
            self._do(command)
        for seat in self._untold - set(self._due()):
            self._untold.discard(seat)
            self._reserves[seat].insert(0, self._piles[seat].pop())
            self._overhead.take_back(seat)

    def _compare(self, seats: tuple[Seat, ...]) -> None:
        """Compare what the referee counted, and the duels it knows, with what lies there; then correct it."""
        for seat in seats:
            self._mark("games read wrong", seat in self._wrong)
        if self._state.over or self._state.stage in _BUSY:
            return
        known, true = self._state.meeting.duels, self._truth().meeting.duels
        self._mark("games duel false", not set(known) <= set(true))
        if true:
            self._mark("games duel missed", not set(true) <= set(known))
        for seat in tuple(self._wrong):
            if self._piles[seat] and self._cards.of(seat).top != self._piles[seat][-1]:
                self._do(cmd.Correct(seat=seat, card=self._piles[seat][-1]))

    # --- what the referee knows, and what is so -----------------------------------------------------------------------

    @property
    def _cards(self) -> Cards:
        assert self._state.cards is not None  # noqa: S101 - they are seen
        return self._state.cards

    def _wish(self) -> cmd.Command | None:
        """Return what some player does next, who sees the cards as they are."""
        self._wishes += 1
        wish = bot(self._truth(), self._luck.split(self._wishes))
        # A fall may take a ruling back when its cards were picked up long ago, which no camera has to do with.
        return cmd.TotemReturned() if isinstance(wish, cmd.Fell) else wish

    def _truth(self) -> State:
        """Return the referee's state with the cards as they are."""
        holdings = tuple(
            Holding(seat=seat, reserve=tuple(self._reserves[seat]), pile=tuple(self._piles[seat]))
            for seat in self._cards.seats
        )
        return replace(self._state, cards=replace(self._cards, holdings=holdings, pot=tuple(self._pot)))

    def _look(self, seats: tuple[Seat, ...], away: float | None) -> None:
        """Take a picture, and tell the referee what is read in it; what meant nothing yet may by now."""
        for reading in self._watch.look(self._overhead.picture(seats, away)):
            if isinstance(reading, CardReading):
                self._seen.pop(reading.seat, None)
                if reading.sighting is Sighting.SEEN:
                    self._seen[reading.seat] = reading
                self._hear(reading)
        while any(self._hear(reading) for reading in tuple(self._seen.values())):
            pass

    def _hear(self, reading: CardReading) -> bool:
        """Do what a reading means; return whether it meant anything."""
        command = JUNGLE_SPEED.hear(self._state, reading)
        if command is None:
            return False
        if self._seen.get(reading.seat) is reading:
            del self._seen[reading.seat]
        self._do(command)
        return True

    def _do(self, command: cmd.Command) -> None:
        """Let the referee decide; people move the cards as it says."""
        for event in JUNGLE_SPEED.decide(self._state, command):
            self._state = JUNGLE_SPEED.evolve(self._state, event)
            match event:
                case ev.Flipped() | ev.Misread():
                    self._told(event.seat, event.card)
                case ev.CardWanted():
                    self._asked.add(event.seat)
                case _:
                    pass
        self._move()

    def _told(self, seat: Seat, card: Card) -> None:
        """Compare what the referee takes a card for with what it is; arrows of one kind may change names."""
        self._untold.discard(seat)
        self._wrong.discard(seat)
        true = self._piles[seat][-1]
        if face_of(card) == face_of(true) and kind(card) is not Kind.SYMBOL:
            names = {card: true, true: card}
            for cards in (*self._reserves.values(), *self._piles.values(), self._pot):
                cards[:] = [names.get(each, each) for each in cards]
        elif card != true:
            self._wrong.add(seat)

    def _move(self) -> None:
        """Move cards until as many lie everywhere as the referee has it."""
        lying = {seat: len(self._cards.of(seat).pile) + (seat in self._untold) for seat in self._cards.seats}
        cleared = [seat for seat, count in lying.items() if count < len(self._piles[seat])]
        loose = self._pot[len(self._cards.pot) :]
        del self._pot[len(self._cards.pot) :]
        for seat in cleared:
            loose += self._piles[seat][lying[seat] :]
            del self._piles[seat][lying[seat] :]
            self._overhead.clear(seat)
        places: list[int] = self._rng.permutation(len(loose)).tolist()
        loose = [loose[place] for place in places]
        for seat in self._cards.seats:
            held = len(self._cards.of(seat).reserve) - (seat in self._untold)
            while len(self._reserves[seat]) < held:
                self._reserves[seat].append(loose.pop())
        self._pot += loose
        for _ in range(_GONE if cleared else 0):
            self._look((), None)

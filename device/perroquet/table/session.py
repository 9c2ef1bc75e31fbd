"""One evening, live: a single task decides; everything else sends it commands with timestamps.

Decide, wait until the events are durable, then publish them one at a time: lamp, ring, sound, page. Nothing a person
can see or hear is ahead of the journal. (The raid is the one exception: the engine strikes by itself, and the journal
learns of it right after.)
"""

import asyncio
import logging
from collections import deque
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace

from perroquet.kernel.errors import JournalError
from perroquet.kernel.journal import Record
from perroquet.kernel.readings import CardReading, Control, Gesture, Part, Press, TotemStanding
from perroquet.kernel.sheet import HouseValue
from perroquet.kernel.units import NS_PER_MS, HostNs, Millis, Percent, Seat, Seq
from perroquet.table import events as ev
from perroquet.table.chronicle import Chronicle, Effect, follow, retell
from perroquet.table.commands import (
    Announce,
    ChooseRule,
    ChooseVolume,
    Chosen,
    Command,
    Named,
    Offer,
    Overrule,
    Woken,
)
from perroquet.table.context import Context, Decided, House, refuse, table
from perroquet.table.decide import decide, power_on
from perroquet.table.disputes import dispute
from perroquet.table.ears import Ears
from perroquet.table.evening import Evening, Games, Running
from perroquet.table.finishes import drawn
from perroquet.table.host_portrait import host_portrait
from perroquet.table.parts import FindTap, InWorker, Judge, Parts, at_once
from perroquet.table.portrait import portrait
from perroquet.table.roll_call import RollCall
from perroquet.table.stage import Stage
from perroquet.table.telling import in_words
from perroquet.table.views import EveningView, HostView
from perroquet.table.words import Words

log = logging.getLogger(__name__)

MENUS_KEPT = 64
"""How many events back a viewer may choose from the menu it still sees."""

RECENT = 8
"""Lines of the story drawn in advance; more than one event ever says."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Step:
    """An event, what the device does about it, and the chronicle after it."""

    record: Record
    effects: tuple[Effect, ...]
    after: Chronicle


class Session:
    """The evening's one authority."""

    def __init__(
        self,
        *,
        parts: Parts,
        games: Games,
        house: House,
        judge: Judge,
        find_tap: FindTap,
        fresh_seed: Callable[[], str],
        in_worker: InWorker = at_once,
    ) -> None:
        self.parts = parts
        self._games = games
        self._house = house
        self._roll_call = RollCall(self._may_join)
        self._ears = Ears(
            parts=parts,
            games=games,
            judge=judge,
            find_tap=find_tap,
            evening=lambda: self._chronicle.evening,
            submit=self.submit,
            moved=self._tell_watchers,
            roll_call=self._roll_call,
        )
        self._fresh_seed = fresh_seed
        self._in_worker = in_worker
        self._words = Words(games)
        self._stage = Stage(parts, games, self._words)
        self._chronicle = Chronicle(evening=Evening.dawn(games))
        self._inbox: asyncio.Queue[Command] = asyncio.Queue()
        self._news = asyncio.Event()
        self._boot = 0
        self._records: list[Record] = []
        self._due: HostNs | None = None
        self._alarm: asyncio.Task[None] | None = None
        self._shown: deque[tuple[Seq, Running | None]] = deque(maxlen=MENUS_KEPT)
        self.ready = asyncio.Event()
        """Set once the evening is loaded, announced, and listens."""

    @property
    def chronicle(self) -> Chronicle:
        """The evening after the last published event."""
        return self._chronicle

    def view(self, viewer: Seat | None) -> EveningView:
        """Return what `viewer` may know now; None is the host."""
        return portrait(self._chronicle, viewer, self._games, self._words)

    def live(self, viewer: Seat | None) -> EveningView:
        """Return what `viewer` may know now, and what no journal knows: where the totem is, and what time is left."""
        felt = self._ears.standing if self._chronicle.evening.has(Part.TOTEM) else None
        standing = felt.standing if felt is not None else None
        return replace(self.view(viewer), standing=standing, left=self._left())

    def _left(self) -> Millis | None:
        evening = self._chronicle.evening
        if evening.running is None or evening.paused or evening.question is not None:
            return None
        until = self._games[evening.running.game].prompt(evening.running.state).until
        left = None if until is None else Millis((until - self.parts.clock.now()) // NS_PER_MS)
        return left if left is not None and left > 0 else None

    async def watch(self) -> AsyncIterator[Seq]:
        """Yield the newest event's number when something was published or the totem moved; slow watchers skip some."""
        seen: tuple[Seq, TotemStanding | None] | None = None
        while True:
            news, newest = self._news, (self._chronicle.evening.seq, self._ears.standing)
            if newest == seen:
                await news.wait()
            else:
                seen = newest
                yield newest[0]

    async def photo_finish(self, seq: Seq) -> str | None:
        """Return the picture of the finish that a view names by `seq`, an SVG in the evening's language.

        None when the recording is gone or damaged: what was said of the grab still stands. It takes some tens of
        milliseconds of computing, in whatever `in_worker` was given.
        """
        finish = next((one for one in self._chronicle.finishes if one.seq == seq), None)
        if finish is None or self.parts.captures is None:
            return None
        capture = await self.parts.captures.fetch(finish.kept)
        if capture is None:
            return None
        evening = self._chronicle.evening
        return await self._in_worker(lambda: drawn(finish, capture, self._words, evening)) or None

    def choose(self, viewer: Seat | None, index: int, seq: Seq) -> None:
        """Send the command at `index` of the menu `viewer` was shown at event `seq`.

        One that is no longer on the menu is refused; one of a menu long gone is ignored.
        """
        running = next((shown for at, shown in self._shown if at == seq), None)
        if running is None:
            return
        menu = self._games[running.game].menu(running.state, viewer)
        if 0 <= index < len(menu):
            self.submit(Chosen(viewer=viewer, command=menu[index], seq=seq, at=self.parts.clock.now()))

    def rename(self, seat: Seat, name: str) -> None:
        """Give a player a name."""
        self.submit(Named(seat=seat, name=name, at=self.parts.clock.now()))

    def press(self, control: Control, gesture: Gesture, *, seat: Seat | None = None, steps: int = 0) -> None:
        """Press a button of the panel from a page; it means what that button means now."""
        self.submit(Press(control=control, gesture=gesture, at=self.parts.clock.now(), seat=seat, steps=steps))

    async def press_of(self, seat: Seat) -> HostNs:
        """Wait for the next press of that seat's own button, and return its instant; the game is not told of it."""
        return await self._roll_call.press_of(seat)

    def host(self) -> HostView:
        """Return what the host's console shows besides the evening."""
        return host_portrait(self._chronicle.evening, self._games, self._house, self._words)

    def offer(self, game: str) -> None:
        """Choose the game that START begins."""
        self.submit(Offer(game=game, at=self.parts.clock.now()))

    def choose_rule(self, game: str, rule: str, value: HouseValue) -> None:
        """Choose a house rule for games that start from now on."""
        self.submit(ChooseRule(game=game, rule=rule, value=value, at=self.parts.clock.now()))

    def choose_volume(self, percent: Percent) -> None:
        """Set the volume."""
        self.submit(ChooseVolume(percent=percent, at=self.parts.clock.now()))

    def overrule(self, seats: tuple[Seat, ...], reason: str) -> None:
        """Give the table's word on the last ruling, and why."""
        self.submit(Overrule(seats=seats, reason=reason, at=self.parts.clock.now()))

    async def story(self) -> str:
        """Return the whole evening in words, a line a sentence, each with the time since its power-on."""
        records, games, words = tuple(self._records), self._games, self._words
        return await self._in_worker(lambda: in_words(records, games, words))

    def dispute(self) -> str | None:
        """Return the last ruling as the text of a case file; None when its game keeps none, or knows too little."""
        running = self._chronicle.evening.running
        return None if running is None else dispute(running, self._records, self._games)

    def announce(self, address: str, code: str) -> None:
        """Say where the table's page is, and its code."""
        self.submit(Announce(address=address, code=code, at=self.parts.clock.now()))

    def now(self) -> HostNs:
        """Return the host's clock."""
        return self.parts.clock.now()

    def _may_join(self, seat: Seat) -> bool:
        evening = self._chronicle.evening
        return evening.running is None and evening.question is None and evening.place(seat) is None

    def submit(self, command: Command) -> None:
        """Queue a command for the task that decides."""
        self._inbox.put_nowait(command)

    async def run(self) -> None:
        """Take up the evening and referee it until it is shut down or cancelled.

        Raises:
            JournalError: the journal cannot be read, or an event cannot be made durable.
        """
        await self._take_up()
        for lost in self.parts.missing:
            self.submit(lost)
        try:
            async with asyncio.TaskGroup() as tasks:
                listeners = [tasks.create_task(listening) for listening in self._ears.listeners()]
                self.ready.set()
                await self._referee(tasks)
                for task in (*listeners, self._alarm):
                    if task is not None:
                        task.cancel()
        except ExceptionGroup as failures:
            journal, others = failures.split(JournalError)
            if journal is None or others is not None:
                raise
            raise journal.exceptions[0] from None

    async def _take_up(self) -> None:
        """Load the evening and say where it stands; one that was shut down between games is put away."""
        store = self.parts.store
        records = await store.load()
        self._records = list(records)
        try:
            self._chronicle = retell(records, self._games)
        except Exception as error:  # a game that changed since: its own old events trip it
            log.exception("the evening cannot be told")
            raise JournalError(
                f"this Perroquet cannot tell the evening of an older one ({error}); it is untouched: go back to the "
                "version that wrote it, or move evening.db away to begin anew"
            ) from error
        last = self._chronicle.evening
        if last.off and last.running is None:
            log.info("the last evening is kept as %s", await store.archive())
            self._records = []
            self._chronicle = Chronicle(evening=Evening.dawn(self._games))
        self._boot = self._chronicle.evening.boot + 1
        now = self._context()
        await self._settle(self._foreseen(power_on(now, last), now.at))
        if (mended := store.recovered) is not None:
            now = self._context()
            cut = ev.JournalMended(kept=mended.kept, dropped=mended.dropped)
            await self._settle(self._foreseen(table(cut), now.at))

    # --- deciding --------------------------------------------------------------------------------------------------

    async def _referee(self, tasks: asyncio.TaskGroup) -> None:
        while not self._chronicle.evening.off:
            self._set_alarm(tasks)
            await self._decide(await self._inbox.get())
            # Cards may have been seen too early: before a ruling was over, or out of turn.
            while any([await self._decide(reading) for reading in tuple(self._ears.cards.values())]):
                pass
            self._ears.look_after_seats()

    async def _decide(self, command: Command) -> bool:
        """Do what a command means; return whether it meant anything."""
        now = self._context()
        try:
            told = self._foreseen(decide(now, command), now.at)
        except Exception:  # whatever a game trips over, the evening goes on and the table is told
            log.exception("%s could not be decided; nothing of it happened", type(command).__name__)
            told = self._foreseen(refuse("stumbled"), now.at)
        if told and isinstance(command, CardReading):
            self._ears.forget(command)
        await self._settle(told)
        return bool(told)

    def _set_alarm(self, tasks: asyncio.TaskGroup) -> None:
        """Wake the running game when it asked to be woken."""
        due = _due(self._chronicle.evening, self._games)
        if due == self._due:
            return
        self._due = due
        if self._alarm is not None:
            self._alarm.cancel()
        self._alarm = tasks.create_task(self._ring(due)) if due is not None else None

    async def _ring(self, due: HostNs) -> None:
        await self.parts.clock.sleep_until(due)
        self.submit(Woken(at=self.parts.clock.now()))

    def _context(self) -> Context:
        evening = self._chronicle.evening
        same_boot = evening.boot == self._boot
        stamp = max(self.parts.clock.now(), evening.at + 1 if same_boot else 0)
        return Context(evening=evening, games=self._games, house=self._house, at=HostNs(stamp), seed=self._fresh_seed())

    def _foreseen(self, decided: Decided, at: HostNs) -> tuple[_Step, ...]:
        """Return what each decided event will change.

        All that is asked of a game is asked here, while nothing has happened yet: an event that a game cannot tell,
        draw or go on from is never journalled, or no power-on could get past it either.
        """
        chronicle, steps = self._chronicle, list[_Step]()
        for source, event in decided:
            seq = Seq(chronicle.evening.seq + 1)
            record = Record(seq=seq, at=at, boot=self._boot, source=source, event=event)
            chronicle, effects = follow(chronicle, record, self._games)
            portrait(replace(chronicle, story=chronicle.story[-RECENT:]), None, self._games, self._words)
            steps.append(_Step(record=record, effects=effects, after=chronicle))
        _due(chronicle.evening, self._games)
        return tuple(steps)

    async def _settle(self, steps: tuple[_Step, ...]) -> None:
        """Make the events durable, then show them one at a time."""
        if not steps:
            return
        await self.parts.store.append(tuple(step.record for step in steps))
        self._records += [step.record for step in steps]
        for step in steps:
            self._chronicle = step.after
            self._shown.append((step.record.seq, step.after.evening.running))
            self._stage.show(step.after.evening, step.effects, step.record.seq, steps[0].record.seq)
        if self.parts.display is not None:
            seen = self.view(None)
            self.parts.display.show(seen.said, seen.awaits, seen.seq)
        self._tell_watchers()
        if self._ears.standing is not None and any(isinstance(step.record.event, _RETELL) for step in steps):
            self.submit(self._ears.standing)  # the game went back or began: tell it again what stands on the table

    def _tell_watchers(self) -> None:
        self._news.set()
        self._news = asyncio.Event()


def _due(evening: Evening, games: Games) -> HostNs | None:
    """Return when the running game asked to be woken; a pause holds the alarm back."""
    running = None if evening.paused else evening.running
    return games[running.game].wake(running.state) if running is not None else None


_RETELL = (ev.GameStarted, ev.Resumed, ev.Undone, ev.Overruled)

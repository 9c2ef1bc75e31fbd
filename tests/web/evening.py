"""A small evening to draw, with a panel, a base and a speaker that note what was done to them."""

import asyncio
import threading
import time
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import replace

import numpy as np
from perroquet.drivers.sim.acts import Disturbance, VirtualHand
from perroquet.kernel.cues import Pattern
from perroquet.kernel.game import Stake
from perroquet.kernel.readings import Contact, Control, Gesture, Part, Window
from perroquet.kernel.sentences import Language
from perroquet.kernel.sheet import HouseValue
from perroquet.kernel.units import Degrees, HostNs, McuUs, Micros, Millimetres, Millis, Percent, Seat, Seq
from perroquet.table.views import (
    ChoiceView,
    EveningView,
    GameView,
    HostView,
    PartView,
    RuleView,
    SeatView,
    Situation,
    StoryLine,
)

DEADLINE_S = 5.0
_TAP = Millis(120)

_PLAYERS = (
    ("Léa", Pattern.WINS),
    ("Tom", Pattern.PAYS),
    ("Aïcha", Pattern.PLAYING),
    ("Grand-père Anselme", Pattern.PLAYING),
)

_STORY = (
    "Bonsoir ! START pour Jungle Speed, MODE pour un autre jeu.",
    "Léa, bienvenue. Tom, bienvenue. Aïcha et Grand-père Anselme aussi.",
    "Jungle Speed, règles de la boîte.",
    "Retournez !",
    "Duel de Léa et Tom.",
    "Deux mains à 12 ms : Léa quatre doigts, Tom trois.",
    "Léa, quatre doigts à trois. Tom ramasse.",
)

RULING = EveningView(
    seq=Seq(42),
    language=Language.FR,
    situation=Situation.QUESTION,
    game="Jungle Speed",
    said="Léa, quatre doigts à trois. Tom ramasse.",
    awaits="START : c’est bien ça. MODE une seconde : contester.",
    asked=None,
    dialling=False,
    tapping=None,
    ruling=("Écart : 12 ms, sous le seuil de 25 ms", "Règle JS-14, anti-meute", "Tom ramasse deux piles et le pot"),
    ruled=True,
    facts=(),
    standing=True,
    lamp=Pattern.WINS,
    seats=tuple(
        SeatView(seat=Seat(seat), name=name, named=True, joined=True, azimuth=Degrees(90.0 * seat), pattern=pattern)
        for seat, (name, pattern) in enumerate(_PLAYERS)
    ),
    parts=tuple(PartView(part=part, present=True, words="") for part in Part),
    volume=Percent(40),
    hushed=False,
    choices=(ChoiceView(index=0, label="C’est bien ça"), ChoiceView(index=1, label="Contester")),
    story=tuple(StoryLine(seq=Seq(36 + nth), text=text) for nth, text in enumerate(_STORY)),
)
"""A duel just ruled: what the README shows."""


HOST = HostView(
    wired=8,
    games=(
        GameView(
            name="jungle-speed",
            title="Jungle Speed",
            players=(2, 10),
            offered=True,
            rules=(
                RuleView(
                    rule="end",
                    means="Quand la partie finit-elle ?",
                    value="last_two",
                    options=(("last_two", "à deux joueurs"), ("first_out", "au premier sorti")),
                ),
                RuleView(rule="tie_window_ms", means="Mains simultanées (ms)", value=45, bounds=(20, 120)),
            ),
        ),
        GameView(name="orchidee", title="L’Orchidée", players=(3, 5), offered=False, rules=()),
    ),
    running="jungle-speed",
    playing=tuple(Seat(seat) for seat in range(4)),
    named=(),
    stake=Stake.WINS,
)


class Notes:
    """What was done, in order; written in the page's thread, read in the test's."""

    def __init__(self) -> None:
        self._done: list[tuple[object, ...]] = []
        self._more = threading.Condition()

    def add(self, *what: object) -> None:
        with self._more:
            self._done.append(what)
            self._more.notify_all()

    def next(self, count: int = 1) -> list[tuple[object, ...]]:
        """Take the next `count` notes; fails when they do not come."""
        with self._more:
            came = self._more.wait_for(lambda: len(self._done) >= count, DEADLINE_S)
            taken, self._done = self._done[:count], self._done[count:]
        assert came, f"only {taken} of {count} notes came"
        return taken

    def taken(self) -> list[tuple[object, ...]]:
        """Take all notes there are."""
        with self._more:
            taken, self._done = self._done, []
        return taken


PICTURE = '<svg xmlns="http://www.w3.org/2000/svg" width="960" height="640"><title>Photo</title></svg>'

WINDOW = Window(
    contact=Contact(grab=1, epoch=1, first=McuUs(0), at=HostNs(0), bound=Micros(0)),
    t_us=np.array([0, 20_000, 40_000]),
    lines=np.array([[0.0] * 20, [0.0] * 20, [100.0] * 3 + [0.0] * 17], np.float32),
    forces=np.zeros((3, 3), np.float32),
    scale=100.0,
    ring_mm=tuple(Millimetres(11.5 * ring) for ring in range(12)),
    column_deg=tuple(Degrees(45.0 * column) for column in range(8)),
    force_deg=(Degrees(0.0), Degrees(120.0), Degrees(240.0)),
    lift_us=Micros(30_000),
)
"""A hand on the three lowest rings."""


async def silence() -> AsyncIterator[bytes]:
    """Yield a tenth of a second of silence, again and again."""
    while True:
        yield bytes(4 * 4800)
        await asyncio.sleep(0.05)


class FakePanel:
    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    async def press(self, line: str) -> None:
        self._notes.add("press", line)

    async def release(self, line: str) -> None:
        self._notes.add("release", line)

    async def tap(self, line: str, hold: Millis = _TAP) -> None:
        self._notes.add("tap", line, hold)

    async def turn(self, steps: int) -> None:
        self._notes.add("turn", steps)

    def stick(self, line: str) -> None:
        self._notes.add("stick", line)

    def free(self, line: str) -> None:
        self._notes.add("free", line)


class FakeBase:
    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    def grab(self, hands: Sequence[VirtualHand]) -> None:
        self._notes.add("grab", *hands)

    def disturb(self, acts: Sequence[Disturbance]) -> None:
        self._notes.add("disturb", *acts)

    def put_back(self, *, crooked: bool = False) -> None:
        self._notes.add("put back crooked" if crooked else "put back")

    def take_away(self) -> None:
        self._notes.add("take away")

    def unplug(self) -> None:
        self._notes.add("unplug base")

    def plug(self) -> None:
        self._notes.add("plug base")

    def reboot(self) -> None:
        self._notes.add("reboot base")

    def ring(self) -> bytes:
        return bytes(72)


class FakeSpeaker:
    def __init__(self, notes: Notes) -> None:
        self._notes = notes

    def unplug(self) -> None:
        self._notes.add("unplug speaker")

    def plug(self) -> None:
        self._notes.add("plug speaker")


class FakeEvening:
    """An `EveningLink` whose view a test sets from any thread."""

    def __init__(self, notes: Notes, view: EveningView = RULING) -> None:
        self._notes = notes
        self._view = view
        self._loop = asyncio.get_running_loop()
        self._news = asyncio.Event()
        self._host = HOST
        self._views: dict[Seat, EveningView] = {}
        self._pressed: dict[Seat, asyncio.Event] = {}

    def live(self, viewer: Seat | None) -> EveningView:
        return self._views.get(viewer, self._view) if viewer is not None else self._view

    def show_seat(self, seat: int, **changes: object) -> Seq:
        """Let one seat alone see `changes`, as a new event; return its number."""
        view = replace(RULING, seq=Seq(self._view.seq + 1))
        private = replace(view, **changes)  # pyright: ignore[reportArgumentType] by name
        self._loop.call_soon_threadsafe(self._publish, view, (Seat(seat), private))
        return view.seq

    async def watch(self) -> AsyncIterator[Seq]:
        seen = self._view.seq
        while True:
            news = self._news
            if self._view.seq != seen:
                seen = self._view.seq
                yield seen
            else:
                await news.wait()

    def choose(self, viewer: Seat | None, index: int, seq: Seq) -> None:
        self._notes.add("choose", viewer, index, seq)

    def rename(self, seat: Seat, name: str) -> None:
        self._notes.add("rename", seat, name)

    def host(self) -> HostView:
        return self._host

    async def photo_finish(self, seq: Seq) -> str | None:
        return PICTURE if seq == 7 else None

    async def story(self) -> str:
        return "0:00:00  Bonsoir !\n"

    def dispute(self) -> str | None:
        return "{}" if self._host.stake is not None else None

    def now(self) -> HostNs:
        return HostNs(time.monotonic_ns())

    def press(self, control: Control, gesture: Gesture, *, seat: Seat | None = None, steps: int = 0) -> None:
        self._notes.add("press of", control, gesture, seat, steps)

    async def press_of(self, seat: Seat) -> HostNs:
        pressed = self._pressed.setdefault(seat, asyncio.Event())
        await pressed.wait()
        pressed.clear()
        return self.now()

    def press_button(self, seat: int) -> None:
        """Let somebody press a seat's own button."""
        self._loop.call_soon_threadsafe(lambda: self._pressed.setdefault(Seat(seat), asyncio.Event()).set())

    def offer(self, game: str) -> None:
        self._notes.add("offer", game)

    def choose_rule(self, game: str, rule: str, value: HouseValue) -> None:
        self._notes.add("rule", game, rule, value)

    def choose_volume(self, percent: Percent) -> None:
        self._notes.add("volume", percent)

    def overrule(self, seats: tuple[Seat, ...], reason: str) -> None:
        self._notes.add("overrule", seats, reason)

    def announce(self, address: str, code: str) -> None:
        self._notes.add("announce", address, code)

    def show_host(self, **changes: object) -> None:
        """Change what the host's console shows, with the next event."""
        self._host = replace(HOST, **changes)  # pyright: ignore[reportArgumentType] by name

    def show(self, **changes: object) -> Seq:
        """Publish the ruling view with `changes` as a new event; return its number."""
        view = replace(RULING, **changes, seq=Seq(self._view.seq + 1))  # pyright: ignore[reportArgumentType] by name
        self._loop.call_soon_threadsafe(self._publish, view)
        return view.seq

    def restart(self) -> None:
        """Show the ruling as event 42 again, so that two runs have the same numbers."""
        done = threading.Event()
        self._loop.call_soon_threadsafe(lambda: (self._publish(RULING), done.set()))
        assert done.wait(DEADLINE_S)

    def show_views(self, views: Mapping[Seat | None, EveningView]) -> Seq:
        """Publish what each viewer sees as a new event; return its number."""
        seq = Seq(self._view.seq + 1)
        everybody, *private = ((viewer, replace(view, seq=seq)) for viewer, view in views.items())
        done = threading.Event()
        seats = [(viewer, view) for viewer, view in private if viewer is not None]
        self._loop.call_soon_threadsafe(lambda: (self._publish(everybody[1], *seats), done.set()))
        assert done.wait(DEADLINE_S)
        return seq

    def _publish(self, view: EveningView, *private: tuple[Seat, EveningView]) -> None:
        self._view = view
        self._views = dict(private)
        self._news.set()
        self._news = asyncio.Event()

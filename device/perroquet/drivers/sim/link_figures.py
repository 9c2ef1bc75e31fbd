"""What the wire and the firmware's clock endure, measured: worn cables, stalls, pauses of the collector.

Figures for `perroquet totem bench` and `tests/benchmarks/bench_link.py`; simulated, each from its seed.
"""

import random
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise
from typing import Final

from perroquet.drivers.sim.acts import VirtualHand
from perroquet.drivers.sim.base_board import VirtualBoard
from perroquet.drivers.sim.hands import VirtualTotem
from perroquet.firmware.base import Base
from perroquet.firmware.outbox import Outbox
from perroquet.firmware.shared import codec, messages
from perroquet.kernel.units import Degrees, HostNs
from perroquet.link.frames import FIELDS, Levels, Touched
from perroquet.link.session import Session

BOARD_SCANS: Final = 195
"""Scans in the DMA ring of a board, at least: 78 ms."""
STEP_US: Final = 2_000
EVENT_EVERY: Final = 40
"""Frames between two events: a lively grab."""
ROWS_EVERY: Final = 8


@dataclass(frozen=True, slots=True, kw_only=True)
class WireFigures:
    """A conversation over a worn cable.

    Attributes:
        frames: sent by the base, repeats included.
        wrong: messages taken for genuine that were never sent so.
        events, lost, doubled: events of the base; those that never arrived, or came twice or out of order.
        delivered: share of the level frames that arrived.
    """

    frames: int
    wrong: int
    events: int
    lost: int
    doubled: int
    delivered: float


@dataclass(frozen=True, slots=True, kw_only=True)
class StallFigures:
    """The same grabs on a base that runs evenly, and on one that is held up.

    Attributes:
        grabs: compared.
        lost_scans: scans that left the ring unread.
        moved_us: largest difference of an event's instant.
        reordered: grabs whose events came in another order, or not all.
        delay_ms: largest delay of a first contact's frame that the stalls added.
    """

    grabs: int
    lost_scans: int
    moved_us: int
    reordered: int
    delay_ms: float


class _Wear:
    """Flips bits in bytes, one byte in `1 / share`."""

    def __init__(self, share: float, seed: str) -> None:
        self._luck, self._share = random.Random(seed), share
        self._next = self._gap()

    def _gap(self) -> int:
        return int(self._luck.expovariate(self._share)) if self._share else 1 << 60

    def worn(self, data: bytes) -> bytes:
        if self._next >= len(data):
            self._next -= len(data)
            return data
        wire = bytearray(data)
        while self._next < len(wire):
            wire[self._next] ^= 1 << self._luck.randrange(8)
            self._next += 1 + self._gap()
        self._next -= len(wire)
        return bytes(wire)


def wire_figures(frames: int, corrupt: float, seed: str) -> WireFigures:
    """Let a base say about `frames` frames of a grab's mix over a cable that spoils a share of the bytes, both ways.

    The firmware's outbox and the host's session do what they do at the table: events are acknowledged and repeated.
    """
    up, down = _Wear(corrupt, f"{seed}/up"), _Wear(corrupt, f"{seed}/down")
    outbox, ears = Outbox(), codec.Decoder()
    session, now_us = _met(), 0
    luck = random.Random(seed)
    sent: dict[int, bytes] = {}
    told: list[int] = []
    counted = events = wrong = arrived = step = 0
    while counted < frames or outbox.oldest_event() != outbox.next_event:
        step, now_us = step + 1, now_us + STEP_US
        if counted < frames:
            payload = luck.randbytes(23)
            sent[step] = payload
            outbox.frame(messages.LEVELS, b"\1\0" + step.to_bytes(4, "little") + payload)
            counted += 1
            if step % ROWS_EVERY == 0:
                outbox.frame(messages.ROWS, b"\1\0\0\0" + luck.randbytes(216))
                counted += 1
            if step % EVENT_EVERY == 0:
                outbox.event(messages.CONTACT, now_us, 1, events, 0, 3)
                events += 1
                counted += 1
        outbox.repeat(now_us)
        outbox.frame(messages.PONG, messages.pack(messages.PONG, 0xFFFF, now_us))
        counted += 1
        now = HostNs(now_us * 1000)
        for happening in session.receive(up.worn(outbox.take()), now):
            match happening:
                case Levels():
                    arrived += 1
                    wrong += sent.get(happening.scan) != happening.lines + happening.forces
                case Touched():
                    told.append(happening.scan)
                    wrong += (happening.grab, happening.frac, happening.line) != (1, 0, 3)
                case _:
                    pass
        for kind, _, payload in ears.feed(down.worn(session.take())):
            values = messages.unpack(kind, payload)
            if kind == messages.ACK and values is not None and isinstance(values[0], int):
                outbox.acknowledged(values[0])
    lost = len(set(range(events)) - set(told))
    doubled = sum(later <= earlier for earlier, later in pairwise(told))
    return WireFigures(
        frames=counted, wrong=wrong, events=events, lost=lost, doubled=doubled, delivered=arrived / len(sent)
    )


def _met() -> Session:
    """Return a session that has met its base."""
    session = Session(number=1, now=HostNs(0))
    session.receive(codec.encode(messages.INFO, 0, messages.pack(messages.INFO, *_info())), HostNs(0))
    for nonce in range(1, 3):
        session.receive(codec.encode(messages.PONG, 1, messages.pack(messages.PONG, nonce, 0)), HostNs(0))
    session.take()
    return session


def _info() -> list[int | bytes]:
    """Return some INFO that answers session 1 and begins with event 0."""
    wanted = {"major": messages.MAJOR, "session": 1, "firmware": bytes(8), "board": bytes(8), "scan_us": 400}
    return [wanted.get(name, 0) for name in FIELDS[messages.INFO]]


def even(_luck: random.Random) -> int:
    """Return the pause between two steps of an untroubled base, microseconds."""
    return STEP_US


def collecting(luck: random.Random) -> int:
    """Return it for a base whose memory is tidied for 30 ms now and then."""
    return 30_000 if luck.random() < 0.02 else STEP_US


def stalling(luck: random.Random) -> int:
    """Return it for a base that is held up for 60 ms now and then."""
    return 60_000 if luck.random() < 0.02 else STEP_US


def stall_figures(grabs: int, pause: Callable[[random.Random], int], seed: str) -> StallFigures:
    """Play grabs on an even base and on one with `pause`, and compare what they tell."""
    lost = moved = reordered = 0
    delay_us = 0
    for number in range(grabs):
        true, _ = _played(f"{seed}/{number}", even)
        held, missed = _played(f"{seed}/{number}", pause)
        lost += missed
        if [what[:3] for what in true] != [what[:3] for what in held]:
            reordered += 1
            continue
        moved = max([moved, *(abs(a[3] - b[3]) for a, b in zip(true, held, strict=True))])
        delay_us = max([delay_us, *(b[4] - a[4] for a, b in zip(true[:1], held[:1], strict=True))])
    return StallFigures(grabs=grabs, lost_scans=lost, moved_us=moved, reordered=reordered, delay_ms=delay_us / 1000)


_Told = tuple[str, int, int, int, int]
"""Event, grab, line, instant and time of sending, microseconds."""


def _played(seed: str, pause: Callable[[random.Random], int]) -> tuple[list[_Told], int]:
    """Return the events of one grab by two hands, and the scans lost."""
    luck, pauses = random.Random(seed), random.Random(f"{seed}/pauses")
    totem = VirtualTotem(seed)
    board = VirtualBoard(totem, board=bytes(8), epoch=1, boot_us=0, attentive=False)
    board.ring_scans = BOARD_SCANS
    base = Base(board)
    board.received += codec.encode(messages.HELLO, 0, messages.pack(messages.HELLO, messages.MAJOR, messages.MINOR, 7))
    at_us = 400_000
    totem.grab(
        [
            VirtualHand(azimuth=Degrees(luck.uniform(0, 360)), at_ms=0, fingers=luck.randint(2, 5), top_mm=70),
            VirtualHand(
                azimuth=Degrees(luck.uniform(0, 360)), at_ms=luck.uniform(2, 40), fingers=luck.randint(2, 5), top_mm=130
            ),
        ],
        at_us,
    )
    ears, told, seen = codec.Decoder(), list[_Told](), set[int]()
    names = {row[0]: row[1] for row in messages.TABLE}
    now_us = 0
    while now_us < 900_000:
        # Boot and the first look at the lines are even in both, so that both begin alike.
        now_us += STEP_US if now_us < at_us - 50_000 else pause(pauses)
        board.received += codec.encode(messages.PING, 0, messages.pack(messages.PING, 1))
        base.step(now_us)
        while base.touch.behind:
            base.step(now_us)
        for kind, _, payload in ears.feed(bytes(board.sent)):
            if kind in (messages.CONTACT, messages.LIFT, messages.RELEASE):
                named = dict(zip(FIELDS[kind], messages.unpack(kind, payload) or (), strict=True))
                event, grab, line = (int(named.get(name, -1)) for name in ("event", "grab", "line"))
                if event not in seen:
                    seen.add(event)
                    instant_us = (int(named["scan"]) * 256 + int(named["frac"])) * board.scan_us // 256
                    told.append((names[kind], grab, line, instant_us, now_us))
        board.sent.clear()
    return told, base.touch.lost_scans

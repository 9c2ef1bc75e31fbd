"""The speaker behind its player process: started, watched, fed, and started again when it dies."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Final, assert_never

from typing_extensions import override

from perroquet.audio.keys import RAID
from perroquet.audio.orders import (
    Cable,
    Found,
    Lost,
    NotAnOrder,
    PlayerOrder,
    Quit,
    Refused,
    Report,
    Sounded,
    Strain,
    read_report,
    write_order,
)
from perroquet.audio.standing import Standing
from perroquet.audio.timeline import Mark, Timeline
from perroquet.drivers.kept import KeptProcess, Patience
from perroquet.kernel.cues import Ambience, Play
from perroquet.kernel.readings import Cause, Heard, Part, PartFound, PartLost
from perroquet.kernel.units import Millis, Seq
from perroquet.ports import Clock, SoundOrder, Speak, Speaker

log = logging.getLogger(__name__)

Performed = Callable[[SoundOrder, Seq], None]
"""Told of each order and the event behind it, when the order is handed to the player."""

SILENCE: Final = Millis(3000)
"""A player that reports nothing for so long hangs, and is ended."""

ENVIRONMENT: Final[Mapping[str, str]] = MappingProxyType(
    {
        "OPENBLAS_NUM_THREADS": "1",
        "MALLOC_ARENA_MAX": "1",
        "MALLOC_MMAP_THRESHOLD_": "262144",
        "MALLOC_TRIM_THRESHOLD_": "131072",
    }
)
"""Of the player, beside ours. Long arrays go back to the system at once: 40 MB in place of 60 while jungle is made."""

_BEGINNING: Final = Millis(15_000)
_FIRST_WAIT: Final = Millis(100)
_LONGEST_WAIT: Final = Millis(5000)
_NO_LATENCY: Final = Millis(0)


def unheeded(_order: SoundOrder, _cause: Seq) -> None:
    """Tell nobody."""


class PlayerSpeaker(Speaker):
    """A speaker whose engine and sink run in `perroquet.audio.player`. Make it inside a running loop.

    Args:
        clock: the real clock; the player's is the same.
        sink: `auto`, `pygame`, `null` or `file`.
        device: name of the sound device, or the file.
        output_latency: what amplifier and radio add after the device.
        on_performed: see `Performed`.
        silence: see `SILENCE`.
        sounds: the folder of the bank and of the table's own recordings, if there is one.
        listen: a socket where `drivers.listening` hears what a machine without a speaker would play.
    """

    def __init__(
        self,
        clock: Clock,
        *,
        sink: str = "auto",
        device: str = "",
        output_latency: Millis = _NO_LATENCY,
        on_performed: Performed = unheeded,
        silence: Millis = SILENCE,
        sounds: Path | None = None,
        listen: Path | None = None,
    ) -> None:
        self.strain: Strain | None = None
        self._clock = clock
        self._command = ("perroquet.audio.player", "--sink", sink, "--device", device)
        self._command += () if sounds is None else ("--sounds", str(sounds))
        self._command += () if listen is None else ("--listen", str(listen))
        self._timeline = Timeline(output_latency)
        self._on_performed = on_performed
        self._standing = Standing(clock.now())
        self._plugged = True
        self._news: asyncio.Queue[Heard | PartLost | PartFound | None] = asyncio.Queue()
        self._lives = 0
        self._missing = False
        self._process = KeptProcess(
            clock,
            "sound player",
            Patience(beginning=_BEGINNING, silence=silence, first_wait=_FIRST_WAIT, longest_wait=_LONGEST_WAIT),
            command=lambda: (*self._command, "--language", self._standing.language),
            begun=self._begun,
            told=self._told,
            ended=lambda why: self._lose(Cause.BROKEN, why),
            environment=ENVIRONMENT,
            said=logging.DEBUG,
        )

    @property
    def pid(self) -> int | None:
        """Process id of the player; None between two of them."""
        return self._process.pid

    @override
    def perform(self, order: SoundOrder, cause: Seq) -> None:
        self._standing.take(order, self._clock.now())
        self._send(order)
        self._on_performed(order, cause)

    @override
    async def reports(self) -> AsyncIterator[Heard | PartLost | PartFound]:
        while (news := await self._news.get()) is not None:
            yield news

    @override
    async def aclose(self) -> None:
        self._send(Quit())
        await self._process.aclose()
        self._news.put_nowait(None)

    def unplug(self) -> None:
        """Pull the cable of the null sink; any other has a real one."""
        self._plugged = False
        self._send(Cable(plugged=False))

    def plug(self) -> None:
        """Put the cable of the null sink back."""
        self._plugged = True
        self._send(Cable(plugged=True))

    # --- the process -------------------------------------------------------------------------------------------------

    def _begun(self) -> None:
        self._lives += 1
        self._timeline.restart()
        for order in self._standing.orders(self._clock.now()):
            self._send(order)
        if not self._plugged:
            self._send(Cable(plugged=False))

    def _told(self, line: bytes) -> None:
        try:
            self._hear(read_report(line))
        except NotAnOrder as err:
            log.warning("%s", err)

    def _hear(self, report: Report) -> None:
        match report:
            case Mark():
                self._timeline.mark(report)
            case Sounded(key=key, onset=onset, end=end):
                if key == RAID:
                    self._standing.raid.strike()
                    began = self._timeline.heard_at(onset) or self._clock.now()
                    ended = self._timeline.heard_at(end) or self._clock.now()
                    self._news.put_nowait(Heard(key=key, onset=began, end=ended))
            case Lost(cause=cause, why=why):
                self._timeline.restart()
                self._lose(cause, why)
            case Found(what=what):
                self._timeline.restart()
                log.info("sound goes to %s", what)
                if self._missing:
                    self._missing = False
                    self._news.put_nowait(PartFound(part=Part.SPEAKER, what=what, at=self._clock.now()))
            case Refused(why=why):
                log.warning("the sound player refused: %s", why)
            case Strain():
                self.strain = report
            case _:
                assert_never(report)

    def _lose(self, cause: Cause, why: str) -> None:
        if not self._missing:
            self._missing = True
            log.warning("the speaker is missing: %s", why)
            self._news.put_nowait(PartLost(part=Part.SPEAKER, cause=cause, why=why, at=self._clock.now()))

    def _send(self, order: PlayerOrder) -> None:
        if isinstance(order, Ambience) and self._lives > 1:
            order = replace(order, seed=f"{order.seed}/{self._lives}")  # a new player: not the same jungle again
        if not self._process.write(write_order(order)) and isinstance(order, Play | Speak):
            log.debug("not heard, there is no player now: %s", order)  # what lasts is told to the next player

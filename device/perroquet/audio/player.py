"""The player: engine and sink in a process of their own, `python -m perroquet.audio.player --sink auto`.

Orders come as JSON lines on stdin, reports go as JSON lines to stdout (`audio.orders`). The process ends when its
stdin does, so it cannot outlive the one that started it. The one place above the drivers that reads the machine's
clock: a sound device keeps time by itself, and `audio.timeline` brings the two together.
"""

import argparse
import os
import select
import signal
import sys
import time
from collections import deque
from pathlib import Path
from typing import Final

from perroquet.audio.earphone import Earphone
from perroquet.audio.effects import Pcm
from perroquet.audio.engine import Engine
from perroquet.audio.jungle import Stereo
from perroquet.audio.keys import LENGTH, RAID
from perroquet.audio.maker import Maker
from perroquet.audio.orders import (
    LONGEST,
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
    read_order,
    write_report,
)
from perroquet.audio.priority import PLAYER, go_first
from perroquet.audio.shelf import Shelf
from perroquet.audio.sinks import NullSink, PygameSink, Sink, choose_sink
from perroquet.audio.speaking import Speaking
from perroquet.audio.timeline import duration_ns, samples_in
from perroquet.audio.voice import Voice
from perroquet.kernel.cues import Ambience, ArmRaid, DisarmRaid, Play
from perroquet.kernel.errors import SpeakerLost
from perroquet.kernel.sentences import Language
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, Percent, Samples
from perroquet.ports.speaker import Hush, SetVolume, Speak

TICK_S: Final = 0.02
RESTING_TICK_S: Final = 0.1
_MARK_EVERY: Final = 100 * NS_PER_MS
_MARK_EVERY_AT_REST: Final = 200 * NS_PER_MS
_STRAIN_EVERY: Final = NS_PER_S
_RETRY_EVERY: Final = NS_PER_S
_FADE_S: Final = 0.06


class Lines:
    """Cuts a stream into lines; of a line longer than LONGEST only the beginning is kept, once."""

    def __init__(self) -> None:
        self._rest = b""
        self._dropping = False

    def feed(self, chunk: bytes) -> list[bytes]:
        """Return the lines that are whole now."""
        *whole, self._rest = (self._rest + chunk).split(b"\n")
        if self._dropping and whole:
            del whole[0]
            self._dropping = False
        if len(self._rest) > LONGEST:
            if not self._dropping:
                whole.append(self._rest[: LONGEST + 1])
            self._rest, self._dropping = b"", True
        return [line for line in whole if line.strip()]


class Player:
    """Feeds a sink from an engine and obeys orders."""

    def __init__(
        self, kind: str, device: str, folder: Path | None, language: Language, earphone: Earphone | None = None
    ) -> None:
        self._kind, self._device = kind, device
        self._earphone = earphone
        self._sink: Sink = NullSink() if kind == "auto" else choose_sink(kind, device)
        self._voice = Voice()
        shelf = Shelf(folder, self._voice)
        self._shouts = {each: shelf.sound(Sound.RAID, each) for each in Language}
        self._sounds: dict[str, Pcm] = {sound: shelf.sound(sound, language) for sound in Sound if sound is not RAID}
        self._sounds[RAID] = self._shouts[language]
        self._bed = Maker()
        self._engine = Engine(self._sounds, self._bed)
        self._speaking = Speaking(shelf)
        self._inbox: deque[PlayerOrder] = deque()
        self._unheard: list[tuple[str, Samples, Samples]] = []
        self._busy_ns = 0
        self._playing = False
        self._lost_said = False
        self._next_mark = self._next_strain = self._next_try = 0
        self._skipped_at = time.monotonic_ns()

    def run(self) -> None:
        """Play until stdin ends or somebody says quit."""
        lines, stdin = Lines(), sys.stdin.fileno()
        self._open()
        while True:
            ready, _, _ = select.select([stdin], [], [], self._nap_s())
            if ready:
                chunk = os.read(stdin, 65_536)
                if not chunk or not all(self._line(line) for line in lines.feed(chunk)):
                    break
            self._tick()
        self._inbox.extend((SetVolume(percent=Percent(0)), Hush(on=True)))
        deadline = time.monotonic() + _FADE_S
        while self._playing and time.monotonic() < deadline:
            self._tick()
            time.sleep(TICK_S)
        self._sink.close()
        self._bed.close()
        self._speaking.close()
        self._voice.close()

    def _nap_s(self) -> float:
        """Return how long to wait for orders: at rest nobody listens to how finely silence is cut."""
        if self._inbox or self._speaking.busy:
            return TICK_S / 4
        return RESTING_TICK_S if self._engine.resting else TICK_S

    # --- orders ------------------------------------------------------------------------------------------------------

    def _line(self, line: bytes) -> bool:
        """Take one order in; False when it was the last."""
        try:
            if len(line) > LONGEST:
                raise NotAnOrder(f"a line of more than {LONGEST} bytes is not an order")  # noqa: TRY301 - answered alike
            order = read_order(line)
        except NotAnOrder as err:
            self._report(Refused(why=str(err)))
            return True
        match order:
            case Quit():
                return False
            case Cable(plugged=plugged):
                if not self._sink.cable(plugged=plugged):
                    self._report(Refused(why="only the null sink has a simulated cable; pull the real one"))
            case Speak():
                self._sounds[RAID] = self._shouts[order.language]
                self._speaking.ask(order)
            case Play(sound=sound) if sound not in LENGTH:
                self._report(Refused(why=f"no sound «{sound}» in the bank; it has {', '.join(sorted(LENGTH))}"))
            case _:
                self._inbox.append(order)
        return True

    def _obey(self) -> None:
        """Give the engine what came in, between two buffers."""
        while (made := self._speaking.next()) is not None:
            self._engine.say(*made)
        while self._inbox:
            match self._inbox.popleft():
                case Play(sound=sound):
                    self._engine.play(sound)
                case Ambience(on=on, seed=seed, scene=scene):
                    self._engine.ambience(on=on, seed=seed, scene=scene)
                case ArmRaid(live=live):
                    self._engine.arm(live)
                case DisarmRaid():
                    self._engine.disarm()
                case SetVolume(percent=percent):
                    self._engine.volume(percent)
                case Hush(on=on):
                    self._engine.hush(on=on)
                case Speak() | Cable() | Quit():
                    pass  # never in the inbox: see `_line`

    # --- time --------------------------------------------------------------------------------------------------------

    def _pull(self, count: int) -> tuple[Samples, Stereo]:
        began = time.perf_counter_ns()
        self._obey()
        first = self._engine.position
        made = self._engine.pull(count)
        self._busy_ns += time.perf_counter_ns() - began
        if self._earphone is not None and isinstance(self._sink, NullSink):
            self._earphone.play(made)
        return first, made

    def _tick(self) -> None:
        now = time.monotonic_ns()
        if self._playing:
            lost = self._sink.tick()
            self._tell_sounds(now)
            if lost is not None:
                self._lose(lost)
        else:
            self._obey()
            count = samples_in(now - self._skipped_at)
            self._engine.skip(count)
            self._engine.begun.clear()  # nobody heard them
            self._skipped_at += duration_ns(count)
            if now >= self._next_try:
                self._open()
        if now >= self._next_mark and self._playing and (mark := self._sink.newest()) is not None:
            self._next_mark = now + (_MARK_EVERY_AT_REST if self._engine.resting else _MARK_EVERY)
            self._report(mark)
        if now >= self._next_strain:
            self._next_strain = now + _STRAIN_EVERY
            self._report(Strain(late=self._sink.late, starved=self._engine.starved, busy_us=self._busy_ns // 1000))

    def _tell_sounds(self, now: int) -> None:
        """Tell of effects as they enter the mix, of the raid only once its first sample is heard."""
        while self._engine.begun:
            begun = self._engine.begun.popleft()
            if begun[0] == RAID:
                self._unheard.append(begun)
            else:
                self._report(Sounded(key=begun[0], onset=begun[1], end=begun[2]))
        mark = self._sink.newest()
        if not self._unheard or mark is None:
            return
        played = mark.sample - mark.queued + samples_in(now - mark.at)
        while self._unheard and played >= self._unheard[0][1]:
            key, onset, end = self._unheard.pop(0)
            self._report(Sounded(key=key, onset=onset, end=end))

    # --- the device --------------------------------------------------------------------------------------------------

    def _open(self) -> None:
        self._next_try = time.monotonic_ns() + _RETRY_EVERY
        self._engine.raid.device = True
        try:
            what = self._open_auto() if self._kind == "auto" else self._sink.open(self._pull)
        except SpeakerLost as err:
            self._engine.raid.device = False
            if not self._lost_said:
                self._lost_said = True
                self._report(Lost(cause=err.cause, why=str(err)))
            return
        self._playing, self._lost_said, self._next_mark = True, False, 0
        self._report(Found(what=what))

    def _open_auto(self) -> str:
        """Take a sound device if one opens, else play nowhere from now on."""
        self._kind = "chosen"
        try:
            self._sink = card = PygameSink(self._device)
        except ImportError as err:
            return self._open_nowhere(err)
        try:
            return card.open(self._pull)
        except SpeakerLost as err:
            card.let_go()
            return self._open_nowhere(err)

    def _open_nowhere(self, why: Exception) -> str:
        self._sink = NullSink(why=f": no sound is made, since {why}")
        return self._sink.open(self._pull)

    def _lose(self, lost: SpeakerLost) -> None:
        self._sink.close()
        self._playing, self._lost_said = False, True
        self._skipped_at = time.monotonic_ns()
        self._next_try = self._skipped_at + _RETRY_EVERY // 4
        self._engine.raid.device = False
        if self._unheard:  # struck, but the device went before anybody heard it
            self._unheard.clear()
            self._engine.arm(Samples(0))
        self._report(Lost(cause=lost.cause, why=str(lost)))

    def _report(self, report: Report) -> None:
        os.write(sys.stdout.fileno(), write_report(report))


def main() -> None:
    """Run the player of this process."""
    arguments = argparse.ArgumentParser(prog="python -m perroquet.audio.player", description="The sound player.")
    arguments.add_argument("--sink", choices=("auto", "pygame", "null", "file"), default="auto")
    arguments.add_argument(
        "--device",
        default="",
        help="the name of a sound device (`alsa:` before one of ALSA's), or the file of the file sink",
    )
    arguments.add_argument("--sounds", type=Path, default=None, help="the folder of the bank and of own recordings")
    arguments.add_argument("--listen", type=Path, default=None, help="a socket for those who listen in")
    arguments.add_argument("--language", choices=tuple(Language), default=Language.FR, help="of the shout")
    chosen = arguments.parse_args()
    go_first(PLAYER)
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C at a terminal is for the parent, who ends this process
    sys.setswitchinterval(0.001)
    earphone = None if chosen.listen is None else Earphone(chosen.listen)
    try:
        Player(chosen.sink, chosen.device, chosen.sounds, Language(chosen.language), earphone).run()
    except BrokenPipeError:
        return  # the parent went away between two reports
    finally:
        if earphone is not None:
            earphone.close()


if __name__ == "__main__":
    main()

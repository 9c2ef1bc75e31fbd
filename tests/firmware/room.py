"""A virtual totem on the real firmware, and what the base says."""

from perroquet.drivers.sim.acts import VirtualHand
from perroquet.drivers.sim.base_board import Bench
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.drivers.sim.model import Model
from perroquet.firmware.shared import codec, messages
from perroquet.kernel.units import Degrees

from tests.firmware.wire import FIELDS, NAMES

HAND = VirtualHand(azimuth=Degrees(90), at_ms=50, fingers=4, top_mm=110, earthing=0.9, misleading=False)


class Room:
    """A base, and a host that talks to it.

    Attributes:
        told: events by number, repeats left out.
        state: the newest.
    """

    def __init__(self, seed: str, model: Model = FIRST_MODEL, *, attentive: bool = False) -> None:
        self.bench = Bench(seed, model, attentive=attentive)
        self.now_us = 0
        self.told: dict[int, tuple[str, dict[str, int | bytes]]] = {}
        self.state: dict[str, int | bytes] = {}
        self._decoder = codec.Decoder()
        self.say(messages.HELLO, messages.MAJOR, messages.MINOR, 7)
        self.run(1000)

    def say(self, kind: int, *values: int) -> None:
        self.bench.board.received += codec.encode(kind, 0, messages.pack(kind, *values))

    def run(self, for_ms: int) -> None:
        end = self.now_us + for_ms * 1000
        while self.now_us < end:
            self.now_us += 2_000
            if self.now_us % 200_000 == 0:
                self.say(messages.PING, 1)
            self.bench.step(self.now_us)
            for kind, _, payload in self._decoder.feed(bytes(self.bench.board.sent)):
                fields = dict(zip(FIELDS[kind], messages.unpack(kind, payload) or (), strict=True))
                if kind == messages.STATE:
                    self.state = fields
                elif "event" in fields and kind != messages.INFO:
                    self.told.setdefault(int(fields["event"]), (NAMES[kind], fields))
            self.bench.board.sent.clear()

    def events(self, *names: str) -> list[dict[str, int | bytes]]:
        return [fields for name, fields in self.told.values() if name in names]

    def grab(self, hand: VirtualHand = HAND) -> None:
        self.bench.totem.grab([hand], self.now_us)
        self.run(500)

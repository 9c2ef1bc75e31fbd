"""A host that says what a test wants and keeps what the base answers."""

from perroquet.firmware.base import Base
from perroquet.firmware.scene import Scene
from perroquet.firmware.shared import codec, messages

NAMES = {row[0]: row[1] for row in messages.TABLE}
FIELDS = {row[0]: tuple(name for name, _ in row[3]) for row in messages.TABLE}


class Wire:
    """A base on a scene, stepped every `slice_us`.

    Attributes:
        frames: (time sent, name, {field: value}) of everything the base has said.
        bursts: the bytes of each write.
    """

    def __init__(self, *, slice_us: int = 2_000, hello: bool = True) -> None:
        self.scene = Scene()
        self.base = Base(self.scene)
        self.frames: list[tuple[int, str, dict[str, int | bytes]]] = []
        self.bursts: list[bytes] = []
        self._slice_us = slice_us
        self._decoder = codec.Decoder()
        if hello:
            self.say(messages.HELLO, messages.pack(messages.HELLO, messages.MAJOR, messages.MINOR, 7))
            self.run(200_000)

    def say(self, kind: int, payload: bytes) -> None:
        self.scene.receive(codec.encode(kind, 0, payload))

    def ack(self) -> None:
        """Acknowledge every event heard so far."""
        for _, _, fields in self.frames:
            if "event" in fields and "session" not in fields:
                number = fields["event"]
                assert isinstance(number, int)
                self.say(messages.ACK, messages.pack(messages.ACK, number))

    def run(self, for_us: int, *, ping: bool = True) -> None:
        """Let time pass; with `ping`, the host stays audible."""
        end = self.scene.now + for_us
        while self.scene.now < end:
            self.scene.now = min(self.scene.now + self._slice_us, end)
            if ping and self.scene.now % 200_000 < self._slice_us:
                self.say(messages.PING, messages.pack(messages.PING, 1))
            self.base.step(self.scene.now)
            if not self.scene.sent:
                continue
            self.bursts.append(bytes(self.scene.sent))
            for kind, _, payload in self._decoder.feed(bytes(self.scene.sent)):
                values = messages.unpack(kind, payload)
                assert values is not None
                self.frames.append((self.scene.now, NAMES[kind], dict(zip(FIELDS[kind], values, strict=True))))
            self.scene.sent = bytearray()

    def heard(self, *names: str) -> list[tuple[int, str, dict[str, int | bytes]]]:
        return [frame for frame in self.frames if frame[1] in names]

    def events(self) -> list[tuple[str, dict[str, int | bytes]]]:
        """Return (name, fields) of events, repeats left out."""
        told: dict[int | bytes, tuple[str, dict[str, int | bytes]]] = {}
        for _, name, fields in self.heard("CONTACT", "RELEASE", "LIFT", "FALL", "LANDED", "TURN", "RECORD"):
            told.setdefault(fields["event"], (name, fields))
        return list(told.values())

    def story(self) -> list[str]:
        """Return names of events; of a grab's contacts only the first, and no records."""
        told: list[str] = []
        grabs: set[int | bytes] = set()
        for name, fields in self.events():
            if name == "RECORD" or (name == "CONTACT" and fields["grab"] in grabs):
                continue
            told.append(name)
            if name == "CONTACT":
                grabs.add(fields["grab"])
        return told

"""The firmware at a console, on CPython or the MicroPython unix port: a script on stdin, what it does on stdout.

    python -m firmware.main_unix        micropython -m firmware.main_unix

One order a line: `run US` steps the main loop every 2 ms; `hand FROM_US UNTIL_US COUNTS LINE...`,
`away FROM_US UNTIL_US`, `push FROM_US UNTIL_US NEWTONS`, `burst AT_US` and `turn FROM_US UNTIL_US RATE` change the
scene; `hex BYTES` is what the host sends; `hello`, `ack N`, `ping N`, `pull GRAB CHUNK BITS` and `lamps BYTES` are
whole frames from it. Each frame the base sends is printed in its text form, after the time of the step that sent it.
"""

import sys

from .base import Base
from .scene import Scene
from .shared import codec, messages

SLICE_US = 2_000


class Console:
    """A base, its scene, and a host that only says what the script says."""

    def __init__(self) -> None:
        self._scene = Scene()
        self._base = Base(self._scene)
        self._decoder = codec.Decoder()
        self._seq = 0

    def order(self, line: str) -> "list[str]":
        """Do one line of the script; return the lines to print."""
        words = line.split()
        if not words or words[0].startswith("#"):
            return []
        scene = self._scene
        name = words[0]
        if name == "run":
            return self._run(scene.now + int(words[1]))
        if name == "hand":
            scene.hand(int(words[1]), int(words[2]), int(words[3]), [int(word) for word in words[4:]])
        elif name == "away":
            scene.away(int(words[1]), int(words[2]))
        elif name == "push":
            scene.push(int(words[1]), int(words[2]), int(words[3]))
        elif name == "burst":
            scene.burst(int(words[1]))
        elif name == "turn":
            scene.turn(int(words[1]), int(words[2]), int(words[3]))
        elif name == "hex":
            scene.receive(bytes.fromhex(words[1]))
        elif name == "hello":
            self._say(messages.HELLO, messages.pack(messages.HELLO, messages.MAJOR, messages.MINOR, 7))
        elif name == "ack":
            self._say(messages.ACK, messages.pack(messages.ACK, int(words[1])))
        elif name == "ping":
            self._say(messages.PING, messages.pack(messages.PING, int(words[1])))
        elif name == "pull":
            self._say(messages.PULL, messages.pack(messages.PULL, int(words[1]), int(words[2]), int(words[3])))
        elif name == "lamps":
            self._say(messages.LAMPS, bytes.fromhex(words[1]))
        else:
            raise ValueError(f"{name!r} is no order; see the top of this file")
        return []

    def _say(self, kind: int, payload: bytes) -> None:
        self._scene.receive(codec.encode(kind, self._seq, payload))
        self._seq += 1

    def _run(self, until_us: int) -> "list[str]":
        scene = self._scene
        told: list[str] = []
        ring = scene.ring
        while scene.now < until_us:
            scene.now = min(scene.now + SLICE_US, until_us)
            self._base.step(scene.now)
            frames = self._decoder.feed(bytes(scene.sent))
            told.extend([f"{scene.now} {messages.text(*frame)}" for frame in frames])
            scene.sent = bytearray()
            if scene.ring != ring:
                ring = scene.ring
                told.append(f"{scene.now} ring {ring.hex()}")
        return told


def main() -> None:
    """Follow the script on stdin."""
    console = Console()
    for line in sys.stdin:
        for told in console.order(line):
            sys.stdout.write(told + "\n")


if __name__ == "__main__":
    main()

"""What waits to be sent: frames of this step, and events until the host has acknowledged them."""

from .shared import codec, messages

KEPT = 64
RESEND_US = 30_000


class Outbox:
    """Frames in order; events kept, numbered and repeated.

    Attributes:
        lost: events given up because too many waited.
        next_event: number of the next event, 16 bits.
    """

    def __init__(self) -> None:
        self.lost = 0
        self.next_event = 0
        self._seq = 0
        self._events: list[tuple[int, int, bytes]] = []
        self._again_us = 0
        self._bytes = bytearray(b"\0")

    def oldest_event(self) -> int:
        """Return the number of the oldest event that waits, or of the next one."""
        return self._events[0][0] if self._events else self.next_event

    def frame(self, kind: int, payload: "bytes | bytearray") -> None:
        """Queue one frame."""
        self._bytes.extend(codec.encode(kind, self._seq, payload))
        self._seq = (self._seq + 1) & 0xFF

    def event(self, kind: int, now_us: int, *values: int) -> None:
        """Queue an event and keep it; `values` follow its number in the table."""
        payload = messages.pack(kind, self.next_event, *values)
        if not self._events:
            self._again_us = now_us + RESEND_US
        self._events.append((self.next_event, kind, payload))
        self.next_event = (self.next_event + 1) & 0xFFFF
        if len(self._events) > KEPT:
            self._events = self._events[1:]
            self.lost = min(self.lost + 1, 0xFFFF)
        self.frame(kind, payload)

    def acknowledged(self, number: int) -> None:
        """Forget event `number`."""
        self._events = [event for event in self._events if event[0] != number]

    def repeat(self, now_us: int) -> None:
        """Queue all waiting events again, oldest first, when their time has come."""
        if self._events and now_us >= self._again_us:
            self._again_us = now_us + RESEND_US
            for _, kind, payload in self._events:
                self.frame(kind, payload)

    def drop_frames(self) -> None:
        """Forget queued frames, never events: nobody listens."""
        self._bytes = bytearray(b"\0")  # what is sent next ends whatever a boot has printed

    def take(self) -> bytes:
        """Return the queued bytes, never a multiple of 64: such a USB burst would wait for its next byte."""
        data = self._bytes
        self._bytes = bytearray()
        if data and len(data) % 64 == 0:
            data.append(0)
        return bytes(data)

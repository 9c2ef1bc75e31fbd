"""The clock of the customs raid: live play counted in samples.

Live play is time with the ambience on. The raid strikes at the first sample that is both live and audible once the
count it was armed with is used up; while the device is lost the count goes on, and a raid that fell due waits for
ears. This arithmetic is shared by the engine (per buffer), by the driver (to arm a new player after a crash) and by
the stepped speaker (which never makes sound at all).
"""

from perroquet.kernel.units import Samples


class RaidClock:
    """Counts live samples down to an armed raid.

    Attributes:
        live: the ambience is on, so play is live.
        device: sound goes out.
        hushed: HUSH is on.
        mute: the volume is at 0.
        counted: live samples since the beginning.
        left: live samples to go before the onset; None = not armed.
    """

    __slots__ = ("counted", "device", "hushed", "left", "live", "mute")

    def __init__(self) -> None:
        self.live = False
        self.device = True
        self.hushed = self.mute = False
        self.counted = Samples(0)
        self.left: Samples | None = None

    @property
    def audible(self) -> bool:
        """True = somebody could hear a shout."""
        return self.device and not self.hushed and not self.mute

    def due(self) -> Samples | None:
        """Return how many samples from now the onset is, if nothing changes; None = never."""
        return self.left if self.live and self.audible else None

    def advance(self, count: int) -> None:
        """Let `count` samples go by."""
        if not self.live:
            return
        self.counted = Samples(self.counted + count)
        if self.left is not None:
            self.left = Samples(max(0, self.left - count))

    def strike(self) -> None:
        """Forget the raid: it has been struck."""
        self.left = None

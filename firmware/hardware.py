"""What the firmware needs from a board. One file a board; everything else is pure."""

from array import array

MOTION_US = 2_400
"""Time between two samples of the IMU: 416 Hz."""


class Hardware:
    """A board: its fixed facts, and a few calls.

    A scan is one measure of all lines and forces; they come at a fixed period and are numbered from 0 at boot, so scan
    `n` was taken at `n * scan_us`. The newest `ring_scans` can be read late: time comes from their number, never from
    when they are read.

    Attributes:
        epoch: differs at every boot, 32 bits.
        firmware: 8 bytes that name the installed files.
        board: 8 bytes, unique.
        rest: counts of each line with the totem standing untouched, as built; the first guess of its baseline.
        scale: counts of one fingertip at full contact.
        force_code_mn: force of one ADC code, millinewtons; the supports are read through a linear circuit.
        empty_code: sum of the supports' codes with nothing in the seat, as built.
        weight_code: what the totem adds to it.
        ring_low, ring_pitch: tenths of a millimetre.
        column_first, support_first: tenths of a degree, clockwise from the cable.
    """

    epoch = 0
    firmware = bytes(8)
    board = bytes(8)
    capabilities = 0
    scan_us = 400
    ring_scans = 250
    rings = 12
    columns = 8
    supports = 3
    lamp_count = 24
    rest: "list[int]" = []  # noqa: RUF012 - the dialect has no ClassVar
    scale = 24
    force_code_mn = 10
    empty_code = 795
    weight_code = 275
    ring_low = 120
    ring_pitch = 115
    column_first = 0
    support_first = 600

    def oldest(self, newest: int) -> int:
        """Return the oldest scan that can still be read when `newest` is the last one taken."""
        return max(0, newest - self.ring_scans + 1)

    def scans(self, first: int, many: int, into: "array[int]", row: int) -> int:
        """Write scans `first` to `first + many - 1` to rows `row` and following of `into`: 20 counts, 3 codes.

        Never asked to go back further than to the last scan asked for before, or its two elders.

        Returns:
            How many were there already.
        """
        raise NotImplementedError

    def quiet(self, first: int, last: int) -> bool:  # noqa: ARG002 - a board that cannot tell says no
        """Return True when no scan of `first`..`last` can differ from rest by more than noise; cheap, may say no."""
        return False

    def motion(self, now_us: int) -> "list[tuple[int, int, int, int, int, int, int]]":  # noqa: ARG002 - as `quiet`
        """Return the IMU's samples since the last call and up to `now_us`, oldest first; [] without an IMU.

        A sample is (at_us, ax, ay, az, gx, gy, gz): microseconds since boot, milli-g, hundredths of a degree a second.
        x points to the cable (azimuth 0), y to azimuth 90, z up. At rest az is about +1000; gz is positive when the
        base turns clockwise, seen from above. Samples come every `MOTION_US`; a board may leave out those at rest.
        """
        return []

    def free(self) -> int:
        """Return free bytes of memory; 0 = not known."""
        return 0

    def read(self) -> bytes:
        """Return what the host has sent since the last call; never waits."""
        raise NotImplementedError

    def write(self, data: bytes) -> None:
        """Send to the host; never waits, what does not fit is lost."""
        raise NotImplementedError

    def lamps(self, colours: bytes) -> None:
        """Show red, green, blue of each lamp, clockwise from the cable."""
        raise NotImplementedError

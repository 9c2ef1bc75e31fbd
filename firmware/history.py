"""The last half second of decoded scans, and the records of grabs that are taken out of it."""

from . import lines

CHUNK = 8
"""Rows in one ROWS frame."""


class History:
    """Two buffers: one is written by the detector, the other may hold the record of a grab until it is pulled.

    Row `n` is what the detector made of scan `n`; it tells of the scan before it.

    Attributes:
        kept: the buffer being written.
        begin: first row that is there, without a gap from it to the newest.
        grab: number of the record's grab.
        rows: rows of the record; 0 = none.
        first: scan the record's first row tells of.
    """

    def __init__(self) -> None:
        self.kept = bytearray(lines.HISTORY * lines.KEPT)
        self.begin = 0
        self.grab = 0
        self.rows = 0
        self.first = 0
        self._record = bytearray(lines.HISTORY * lines.KEPT)
        self._slot = 0

    def restart(self, index: int) -> None:
        """Begin anew with row `index`: rows before it were left out."""
        self.begin = index

    def freeze(self, grab: int, since: int, until: int) -> None:
        """Make rows `since` to `until` the record of `grab`; the next row begins a new history."""
        since = max(since, self.begin, until - lines.HISTORY + 1)
        self.kept, self._record = self._record, self.kept
        self.grab = grab
        self.rows = until - since + 1
        self.first = since - 1
        self._slot = since % lines.HISTORY
        self.begin = until + 1

    def chunks(self) -> int:
        """Return how many chunks the record has."""
        return (self.rows + CHUNK - 1) // CHUNK

    def chunk(self, number: int) -> bytes:
        """Return the rows of one chunk of the record; b"" = there is no such chunk."""
        many = min(CHUNK, self.rows - number * CHUNK)
        if many <= 0:
            return b""
        slot = (self._slot + number * CHUNK) % lines.HISTORY
        end = slot + many
        data = bytes(self._record[slot * lines.KEPT : min(end, lines.HISTORY) * lines.KEPT])
        if end > lines.HISTORY:
            data += bytes(self._record[: (end - lines.HISTORY) * lines.KEPT])
        return data

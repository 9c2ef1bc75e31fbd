"""Read a journal's SQLite file without SQLite: every whole event that is anywhere in it.

SQLite gives up at the first broken page, and passes in silence over write-ahead frames behind a broken one. Whether
damage is only a tail can be answered by nobody who stops there, so this reads pages itself. It knows just the part of
the format that a table of our own making uses: https://www.sqlite.org/fileformat2.html, sections 1.6 (b-tree pages),
2.1 (records) and 4 (write-ahead log), pages of `PAGE_SIZE` bytes, none of them reserved.
"""

import hashlib
import struct
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Final

PAGE_SIZE: Final = 4096

_MAGIC = b"SQLite format 3\0"
_LEAF = 0x0D
_WAL_HEADER = 32
_FRAME_HEADER = 24
_MOST_LOCAL = PAGE_SIZE - 35
_LEAST_LOCAL = (PAGE_SIZE - 12) * 32 // 255 - 23
_INT_SIZES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}
_FIRST_BLOB = 12


@dataclass(frozen=True, slots=True)
class Row:
    """One event as stored, proven whole by its digest.

    Attributes:
        seq: of the event.
        first: of the first event of the same append.
        line: the event, as the codec wrote it.
    """

    seq: int
    first: int
    line: str

    def digest(self) -> bytes:
        """Return what proves the row whole."""
        return hashlib.blake2b(f"{self.seq} {self.first} {self.line}".encode(), digest_size=8).digest()


@dataclass(frozen=True, slots=True)
class Survey:
    """What a file holds.

    Attributes:
        whole: events by number.
        broken: numbers of events of which something is left.
        version: `user_version` of the file; 0 when its first page is gone.
    """

    whole: Mapping[int, Row]
    broken: frozenset[int]
    version: int = 0

    def merged(self, other: "Survey") -> "Survey":
        """Return what either holds."""
        whole = {**self.whole, **other.whole}
        return Survey(whole, (self.broken | other.broken) - whole.keys(), max(self.version, other.version))


def survey_rows(cells: Iterable[tuple[int, object, object, object]], version: int = 0) -> Survey:
    """Sort stored cells `(seq, first, line, digest)` into whole and broken events."""
    whole: dict[int, Row] = {}
    broken: set[int] = set()
    for seq, first, line, digest in cells:
        row = _row(seq, first, line)
        if row is not None and row.digest() == digest:
            whole[seq] = row
        else:
            broken.add(seq)
    return Survey(whole, frozenset(broken - whole.keys()), version)


def survey_bytes(file: bytes, wal: bytes) -> Survey:
    """Look for events in every page of `file` and every committed frame of its write-ahead log.

    A page that was rewritten is looked at in each of its forms: an event is written once and never changed, so an
    older form is as good as a newer one.
    """
    pages = dict(enumerate(_cut(file), start=1))
    images = list(pages.values())
    for number, page in _committed(wal):
        pages[number] = page
        images.append(page)
    first = pages.get(1, b"")
    version = int.from_bytes(first[60:64], "big") if first.startswith(_MAGIC) else 0
    return survey_rows((cell for image in images for cell in _cells(image, pages)), version)


def _row(seq: int, first: object, line: object) -> Row | None:
    if not isinstance(first, int) or not isinstance(line, bytes):
        return None
    try:
        return Row(seq, first, line.decode())
    except UnicodeDecodeError:
        return None


def _cut(file: bytes) -> Iterator[bytes]:
    for start in range(0, len(file), PAGE_SIZE):
        yield file[start : start + PAGE_SIZE].ljust(PAGE_SIZE, b"\0")


def _committed(wal: bytes) -> list[tuple[int, bytes]]:
    """Return (page number, page) of the frames of the log's current generation, up to its last commit."""
    step = _FRAME_HEADER + PAGE_SIZE
    starts = range(_WAL_HEADER, len(wal) - step + 1, step)
    frames = [(struct.unpack_from(">II8s", wal, start), wal[start + _FRAME_HEADER : start + step]) for start in starts]
    generations = [head[2] for head, _ in frames]
    current = wal[16:24] if wal[16:24] in generations else next(iter(generations), b"")
    written = [(head, page) for head, page in frames if head[2] == current]
    commits = [i for i, (head, _) in enumerate(written, start=1) if head[1]]
    return [(head[0], page) for head, page in written[: commits[-1] if commits else 0]]


def _cells(page: bytes, pages: Mapping[int, bytes]) -> Iterator[tuple[int, object, object, object]]:
    """Yield `(seq, first, line, digest)` of each cell of a leaf that looks like one of ours."""
    if page[0] != _LEAF:
        return
    count = int.from_bytes(page[3:5], "big")
    for (start,) in struct.iter_unpack(">H", page[8 : 8 + 2 * min(count, PAGE_SIZE // 2 - 4)]):
        try:
            size, after_size = _varint(page, start)
            seq, after_seq = _varint(page, after_size)
            columns = _columns(_payload(page, after_seq, size, pages))
        except (IndexError, KeyError):
            continue
        if len(columns) == 4:
            yield (seq, *columns[1:])


def _payload(page: bytes, start: int, size: int, pages: Mapping[int, bytes]) -> bytes:
    if size <= _MOST_LOCAL:
        return page[start : start + size]
    local = _LEAST_LOCAL + (size - _LEAST_LOCAL) % (PAGE_SIZE - 4)
    if local > _MOST_LOCAL:
        local = _LEAST_LOCAL
    parts = [page[start : start + local]]
    following = int.from_bytes(page[start + local : start + local + 4], "big")
    missing = size - local
    while missing > 0:
        overflow = pages[following]
        parts.append(overflow[4 : 4 + missing])
        missing -= PAGE_SIZE - 4
        following = int.from_bytes(overflow[:4], "big")
    return b"".join(parts)


def _columns(payload: bytes) -> tuple[object, object, object, object] | tuple[()]:
    """Return the four columns of a row of `records`; empty when this is no such row."""
    end, position = _varint(payload, 0)
    kinds: list[int] = []
    while position < end:
        kind, position = _varint(payload, position)
        kinds.append(kind)
    if len(kinds) != 4:
        return ()
    values: list[object] = []
    for kind in kinds:
        size = (kind - _FIRST_BLOB) // 2 if kind >= _FIRST_BLOB else _INT_SIZES.get(kind, 0)
        raw = payload[end : end + size]
        end += size
        values.append(raw if kind >= _FIRST_BLOB else _integer(kind, raw))
    seq, first, line, digest = values
    return seq, first, line, digest


def _integer(kind: int, raw: bytes) -> int | None:
    if kind in (8, 9):
        return kind - 8
    return int.from_bytes(raw, "big", signed=True) if kind in _INT_SIZES else None


def _varint(data: bytes, at: int) -> tuple[int, int]:
    """Return a number and where it ends; the ninth byte, if it comes to that, counts in full."""
    value = 0
    for position in range(at, at + 8):
        byte = data[position]
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, position + 1
    return value << 8 | data[at + 8], at + 9

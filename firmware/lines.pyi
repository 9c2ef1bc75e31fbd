from array import array

LINES: int
FORCES: int
ROW: int
BATCH: int
KEPT: int
HISTORY: int
BIAS: int
BASE: int
LIMIT: int
STREAK: int
TOUCHED: int
OFF: int
WAS: int
RISEN: int
LOW: int
HIGH: int
ZERO: int
COMMON: int
MOTION: int
STIRRED: int
CALM: int
LOOSE: int
CROWD: int
SIZE: int
OPEN: int
LET_GO: int
CONFIRM: int
WHICH: bytearray

def decode(
    words: array[int],
    at: int,
    seen: int,
    row: array[int],
    place: int,
    which: bytearray,
    mask: int,
    end: int,
    window: int,
) -> int: ...
def stuff(raw: bytes, i: int, out: bytearray, size: int) -> None: ...
def average(codes_: array[int], mask: int, at: int, row_: array[int], place: int) -> None: ...
def feed(s: array[int], i: int, raw: array[int], many: int, kept: bytearray, slot: int) -> int: ...
def level(kept_: bytearray, slot: int, unit: int, out_: bytearray, place: int) -> None: ...

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
PRIOR: int
WAS: int
RISEN: int
SORTED: int
COMMON: int
MOTION: int
STIRRED: int
FLOOR: int
LOOSE: int
SIZE: int
OPEN: int
LET_GO: int
CONFIRM: int

def decode(words_: array[int], mask: int, at: int, end: int, window: int, row_: array[int], place: int) -> int: ...
def feed(raw_: array[int], first: int, many: int, state_: array[int], kept_: bytearray, slot: int) -> int: ...
def level(kept_: bytearray, slot: int, unit: int, out_: bytearray, place: int) -> None: ...

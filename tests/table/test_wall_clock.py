"""Nothing that plays, sounds or decides reads the clock on the wall: NTP, summer time and people set that one."""

import ast
from collections.abc import Iterator
from pathlib import Path

import perroquet

ROOT = Path(perroquet.__file__).parent
FOREIGN = {"cli", "vision", "web", "wiring"}
"""Rooms in which dates mean something: when a guest's pass ends, when a sheet of cards was drawn."""

WALL = {"time", "time_ns", "localtime", "gmtime", "ctime", "strftime", "asctime", "CLOCK_REALTIME"}


def wall_clock(source: str) -> Iterator[int]:
    """Yield the lines of `source` in which it reads the clock on the wall."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(value=ast.Name(id="time"), attr=name) if name in WALL:
                yield node.lineno
            case ast.ImportFrom(module="datetime"):
                yield node.lineno
            case ast.Import(names=names) if any(one.name == "datetime" for one in names):
                yield node.lineno
            case ast.ImportFrom(module="time", names=names) if any(one.name in WALL for one in names):
                yield node.lineno
            case _:
                pass


def test_a_look_at_the_wall_is_found() -> None:
    assert list(wall_clock("import time\nnow = time.time()\nfine = time.monotonic_ns()")) == [2]
    assert list(wall_clock("from datetime import datetime")) == [1]
    assert list(wall_clock("import datetime")) == [1]
    assert list(wall_clock("from time import time_ns, monotonic")) == [1]


def test_no_room_of_the_game_looks_at_the_wall() -> None:
    files = [path for path in ROOT.rglob("*.py") if path.relative_to(ROOT).parts[0] not in FOREIGN]
    looks = [f"{path}:{line}" for path in files for line in wall_clock(path.read_text(encoding="utf-8"))]

    assert len(files) > 150
    assert looks == []

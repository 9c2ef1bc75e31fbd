"""What reads bytes from outside, each with well-formed examples and the way to spoil them.

A reader may take what it is given or refuse it as a `PerroquetError`; anything else is a fault.
"""

import json
import random
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any, Final

from perroquet.capture import read
from perroquet.cli.simulate import play
from perroquet.cli.totem_analyse import Settings, analyse, settings_of
from perroquet.drivers.journal_file import build, examine
from perroquet.drivers.salvage import Row
from perroquet.firmware.shared import codec as wire
from perroquet.firmware.shared import messages
from perroquet.games import GAMES, game_named
from perroquet.games.amazonas.board_csv import csv_text, parse_csv
from perroquet.games.amazonas.board_file import parse_board
from perroquet.kernel.errors import PerroquetError
from perroquet.kernel.journal import Record
from perroquet.kernel.luck import Luck
from perroquet.kernel.units import HostNs, Seq
from perroquet.link.session import Session
from perroquet.table.codec import codec
from perroquet.wiring.config import parse

from tests.fuzz.mutations import spoil_bytes, spoil_json
from tests.link.far_end import FarEnd, ms

ROOT: Final = Path(__file__).parents[2]
BOARDS: Final = ROOT / "device/perroquet/games/amazonas/boards"
JOURNAL: Final = codec({game.name: game for game in GAMES})
DEFAULTS: Final[Settings] = settings_of(tie_window_ms=None, settle_ms=None, prior=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Target:
    """One reader.

    Attributes:
        examples: well-formed inputs.
        spoil: input, luck -> a spoilt input.
        feed: give the reader an input.
    """

    examples: Callable[[], list[bytes]]
    spoil: Callable[[bytes, random.Random], bytes]
    feed: Callable[[bytes], object]


def inputs(target: Target, seed: int) -> Iterator[bytes]:
    """Yield spoilt inputs for ever, the same for the same seed."""
    examples = target.examples()
    luck = random.Random(seed)
    while True:
        yield target.spoil(luck.choice(examples), luck)


def survives(target: Target, data: bytes) -> None:
    """Feed the reader; whatever it raises beyond a refusal is the caller's to see."""
    try:
        target.feed(data)
    except PerroquetError:
        return


def _text(parse_text: Callable[[str], object]) -> Callable[[bytes], object]:
    """A reader of text, given bytes: whoever opens the file refuses what is no UTF-8."""
    return lambda data: parse_text(data.decode("utf-8", errors="replace"))


def _talk() -> list[bytes]:
    """A base's answer to HELLO, then one message a kind."""
    frames = [wire.encode(message[0], number, message[1:]) for number, message in enumerate(_payloads())]
    return [_met() + b"".join(frames)]


def _met() -> bytes:
    base = FarEnd()
    return base.info(256) + base.state() + base.frame(messages.PONG, nonce=1)


def _hear(data: bytes) -> None:
    now = ms(1000)
    session = Session(number=256, now=now)
    for start in range(0, len(data), 50):
        now = ms(1000 + start)
        session.receive(data[start : start + 50], now)
        session.tick(now)
        session.take()


def _payloads() -> list[bytes]:
    """One message a kind: the kind's byte, then zeros as many as it takes."""
    return [
        bytes((kind,)) + next(bytes(size) for size in range(237) if messages.unpack(kind, bytes(size)) is not None)
        for kind, _, sender, _ in messages.TABLE
        if sender == messages.BASE
    ]


def _hear_true_frames(data: bytes) -> None:
    """Let a met base send a message in a frame whose checksum is right."""
    kind, payload = (data or b"\0")[0], data[1:237]
    _hear(_met() + wire.encode(kind, 9, payload))


def _captures() -> list[bytes]:
    """Recordings of the corpus, as text and of few rows: spoiling bytes of a gzip file only tests gzip."""
    import gzip

    corpus = sorted((ROOT / "tests/capture/corpus").glob("*.csv.gz"))
    whole = [gzip.decompress(file.read_bytes()).splitlines(keepends=True) for file in corpus[::8]]
    return [b"".join(lines[:400]) for lines in whole] + [corpus[0].read_bytes()]


def _analysed(data: bytes) -> None:
    analyse(read(data), DEFAULTS)


def _cases(game: str) -> list[bytes]:
    """The game's own cases, one a file."""
    whole = json.loads((ROOT / f"tests/cases/{game}.json").read_text("utf-8"))
    return [json.dumps({**whole, "scenarios": [scenario]}).encode() for scenario in whole["scenarios"]]


def _put_to(game: str, text: str) -> object:
    adapter = game_named(game).cases
    assert adapter is not None
    return adapter(text)


def _boards() -> list[bytes]:
    return [file.read_bytes() for file in sorted(BOARDS.glob("*.json"))]


def _board_sheets() -> list[bytes]:
    return [csv_text(parse_board(data.decode())).encode() for data in _boards()]


def _lines() -> list[bytes]:
    """Lines of the journals of one short game each."""
    found: list[bytes] = []
    for game in GAMES:
        seen: set[type[Any]] = set()
        for events in islice(play(game, players=max(2, game.players[0]), luck=Luck("fuzz")), 300):
            for event in events:
                if type(event) not in seen:
                    seen.add(type(event))
                    number = len(found) + 1
                    record = Record(seq=Seq(number), at=HostNs(number), boot=1, source=game.name, event=event)
                    found.append(JOURNAL.encode(record).encode())
    return found


def _journal_files() -> list[bytes]:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "evening.db"
        build(file, [Row(number, number, line.decode()) for number, line in enumerate(_lines(), 1)])
        return [file.read_bytes()]


def _examined(data: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "evening.db"
        file.write_bytes(data)
        examine(file, JOURNAL, live=False)


def _configured(text: str) -> object:
    return parse(text, "fuzz.toml", state_dir=Path("/var/lib/perroquet"))


TARGETS: Final[dict[str, Target]] = {
    "link-bytes": Target(examples=_talk, spoil=spoil_bytes, feed=_hear),
    "link-frames": Target(examples=_payloads, spoil=spoil_bytes, feed=_hear_true_frames),
    "captures": Target(examples=_captures, spoil=spoil_bytes, feed=_analysed),
    **{
        f"cases-{game}": Target(examples=partial(_cases, game), spoil=spoil_json, feed=_text(partial(_put_to, game)))
        for game in ("jungle-speed", "orchidee", "amazonas")
    },
    "boards": Target(examples=_boards, spoil=spoil_json, feed=_text(parse_board)),
    "board-sheets": Target(examples=_board_sheets, spoil=spoil_bytes, feed=_text(parse_csv)),
    "journal-lines": Target(examples=_lines, spoil=spoil_json, feed=_text(JOURNAL.decode)),
    "journal-files": Target(examples=_journal_files, spoil=spoil_bytes, feed=_examined),
    "configuration": Target(
        examples=lambda: [(ROOT / "systemd/perroquet.toml").read_bytes()], spoil=spoil_bytes, feed=_text(_configured)
    ),
}

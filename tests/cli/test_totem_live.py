"""A base in a terminal: recordings and practice, on virtual time with the real firmware and link."""

import json
import random
from collections.abc import AsyncIterator

import pytest
from perroquet.capture import read
from perroquet.cli import totem_live
from perroquet.cli.totem_live import BELL, Bench, Hands, Terminal, live, places_of, practise, record
from perroquet.drivers.firmware_files import firmware_id
from perroquet.drivers.sim.captures import MemoryCaptures
from perroquet.drivers.sim.clock import VirtualClock
from perroquet.drivers.sim.totem import SteppedBase, SteppedTotem
from perroquet.kernel.errors import WrongUse
from perroquet.kernel.luck import Luck
from perroquet.kernel.sentences import Language
from perroquet.kernel.units import Seat
from perroquet.totem import network, read_networks

firmware_id()  # read from files once, before a loop runs
read_networks()


@pytest.fixture
async def bench(clock: VirtualClock) -> AsyncIterator[Bench]:
    base = SteppedBase(clock, "terminal")
    totem = SteppedTotem(clock, base)
    yield Bench(clock=clock, totem=totem, hands=Hands(base, random.Random("hands")))
    await totem.aclose()


@pytest.mark.anyio
async def test_each_grab_becomes_a_recording_with_its_seats(bench: Bench) -> None:
    captures, told = MemoryCaptures(), list[str]()

    await record(bench, captures, count=2, places=places_of("0=40,1=160"), terminal=Terminal(tell=told.append))

    assert list(captures.files) == ["0001.csv.gz", "0002.csv.gz"]
    assert all(read(data).seats == ((0, 40.0), (1, 160.0)) for data in captures.files.values())
    assert [line for line in told if line.startswith("0001.csv.gz: ") and "finger" in line]


@pytest.mark.anyio
async def test_a_recording_is_told_to_programs_as_its_analysis(bench: Bench) -> None:
    captures, lines = MemoryCaptures(), list[str]()
    terminal = Terminal(tell=lambda _: None, as_json=lines.append)

    await record(bench, captures, count=2, places=places_of("0=40,1=160"), terminal=terminal)

    told = [json.loads(line) for line in lines]
    assert [(one["format"], one["file"]) for one in told] == [
        ("perroquet-analysis/1", "0001.csv.gz"),
        ("perroquet-analysis/1", "0002.csv.gz"),
    ]
    assert all(one["hands"] and set(one["hands"][0]["seat_posterior"]) == {"0", "1"} for one in told)


@pytest.mark.anyio
async def test_a_try_is_told_to_programs_with_its_time_and_hands(bench: Bench) -> None:
    lines: list[str] = []

    terminal = Terminal(tell=lambda _: None, as_json=lines.append)
    await practise(bench, Luck("practice"), tries=2, language=Language.FR, terminal=terminal)

    tried = [json.loads(line) for line in lines]
    assert [(one["format"], one["try"], one["early"]) for one in tried] == [
        ("perroquet-practice/1", 1, False),
        ("perroquet-practice/1", 2, False),
    ]
    assert all(100 < one["took_ms"] < 600 and len(one["hands"][0]["fingers_p"]) == 6 for one in tried)


@pytest.mark.anyio
@pytest.mark.parametrize(("language", "go"), [(Language.FR, "Top"), (Language.EN, "Go")])
async def test_practice_rings_for_the_top_and_tells_time_and_fingers(bench: Bench, language: Language, go: str) -> None:
    told: list[str] = []

    terminal = Terminal(tell=told.append)
    await practise(bench, Luck("practice"), tries=2, language=language, terminal=terminal)

    tops = [index for index, line in enumerate(told) if line.startswith(BELL)]
    assert [told[index].startswith(BELL + go) for index in tops] == [True, True]
    assert all(any(char.isdigit() for char in told[index + 1]) for index in tops)


@pytest.mark.anyio
async def test_whoever_grabs_before_the_top_is_told_so(bench: Bench) -> None:
    told: list[str] = []
    lines: list[str] = []

    def tell(line: str) -> None:
        told.append(line)
        if line == "Attention…" and bench.hands is not None:
            bench.hands.come()

    terminal = Terminal(tell=tell, as_json=lines.append)
    await practise(bench, Luck("early"), tries=1, language=Language.FR, terminal=terminal)

    (early,) = [json.loads(line) for line in lines]
    assert (early["took_ms"], early["early"]) == (None, True)
    assert told[-1].startswith("Faux départ")
    assert not any(line.startswith(BELL) for line in told)


def test_seats_are_azimuths_by_number() -> None:
    assert places_of("1=350,0=20") == ((Seat(1), 350.0), (Seat(0), 20.0))
    assert places_of("") == ()
    with pytest.raises(WrongUse, match="0=40,1=160"):
        places_of("0=400")


def test_what_was_learnt_of_hands_is_read_before_a_loop_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    async def no_base(*_: object, **__: object) -> tuple[None, None]:
        return None, None

    async def work(_: Bench) -> None:
        known.append(network.whole.cache_info().currsize + network.near.cache_info().currsize)

    known: list[int] = []
    monkeypatch.setattr(totem_live, "open_base", no_base)
    network.whole.cache_clear()
    network.near.cache_clear()
    live(work, port=None, sim=True)

    assert known == [2]

import json
import wave
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from perroquet.audio.bank import Bank
from perroquet.audio.measures import BUFFER, growth, joins, onset_errors, repetition
from perroquet.audio.shelf import BANK, RECORDINGS
from perroquet.audio.voice import Voice
from perroquet.cli import app, sound_bench, sound_check
from perroquet.cli.sound_bank import prepare
from perroquet.kernel.errors import PartMissing, WrongUse
from perroquet.kernel.sounds import Scene
from perroquet.wiring.sounds import Typical, bank_wishes, books, recordable, typical_sentences
from typer.testing import CliRunner

RUNNER = CliRunner()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    made = tmp_path_factory.mktemp("sounds")
    assert RUNNER.invoke(app, ["sound", "render", "--folder", str(made)]).exit_code == 0
    return made


@pytest.fixture
def few_sentences(monkeypatch: pytest.MonkeyPatch) -> None:
    some = list(typical_sentences())[::60]
    monkeypatch.setattr(sound_check, "typical_sentences", lambda: some)


def shout(path: Path, level: float = 0.3) -> Path:
    along = np.arange(48_000) / 48_000
    with wave.open(str(path), "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(48_000)
        file.writeframes((32_767 * level * np.sin(2 * np.pi * 440 * along)).astype("<i2").tobytes())
    return path


def test_a_rendered_bank_is_whole_and_a_second_rendering_makes_nothing(folder: Path) -> None:
    again = json.loads(RUNNER.invoke(app, ["sound", "render", "--folder", str(folder), "--json"]).stdout)

    assert again["format"] == "perroquet-sound-render/1"
    assert (again["files"], again["made"], again["failed"]) == (len(bank_wishes()), 0, [])


@pytest.mark.usefixtures("few_sentences")
def test_the_check_tells_of_each_file_and_finds_the_damaged_one(folder: Path) -> None:
    fine = RUNNER.invoke(app, ["sound", "check", "--folder", str(folder), "--json"])
    victim = folder / BANK / "win.wav"
    whole = victim.read_bytes()
    victim.write_bytes(whole[:-1])
    damaged = RUNNER.invoke(app, ["sound", "check", "--folder", str(folder)])
    victim.write_bytes(whole)
    *rows, total = [json.loads(line) for line in fine.stdout.splitlines()]

    assert {row["format"] for row in (*rows, total)} == {"perroquet-sound-check/1"}
    files = [row for row in rows if row["sha256"] is not None]
    assert {row["what"] for row in files} == {wish.name for wish in bank_wishes()}
    assert {row["state"] for row in files} == {"ok"}
    assert all({"lufs", "peak", "seconds", "licence"} <= row.keys() and row["seconds"] > 0 for row in files)
    assert total["total"] == len(rows)
    assert damaged.exit_code == 1
    assert "! win.wav: damaged" in damaged.stdout
    assert "`perroquet sound render` makes what is missing or damaged." in damaged.stdout


def test_the_check_finds_a_ruling_that_is_too_long(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    text = "Léa, quatre doigts à trois, et en plus la main en dessous, au millième de seconde près, Tom ramasse tout."
    long = Typical(book="toy", key="won", language=next(iter(typical_sentences())).language, text=text, question=False)
    monkeypatch.setattr(sound_check, "typical_sentences", lambda: [long])
    found = RUNNER.invoke(app, ["sound", "check", "--folder", str(folder)])

    assert found.exit_code == 1
    assert "! toy.won.fr: long" in found.stdout


def test_an_own_shout_is_taken_in(tmp_path: Path) -> None:
    own = tmp_path / "own"
    taken = RUNNER.invoke(app, ["sound", "import", "raid", str(shout(tmp_path / "s.wav")), "--folder", str(own)])

    assert taken.exit_code == 0
    assert "kept, and heard from the next start on" in taken.stdout
    assert (own / RECORDINGS / "raid.wav").exists()


@pytest.mark.parametrize(
    ("key", "level", "why"),
    [
        ("gong", 0.3, "«gong» is neither a sound"),
        ("orchidee.accuses", 0.3, "is neither a sound"),
        ("raid", 0.0, "hardly more than silence"),
    ],
)
def test_what_is_no_shout_is_refused_in_one_line(tmp_path: Path, key: str, level: float, why: str) -> None:
    file = shout(tmp_path / "s.wav", level)
    refused = RUNNER.invoke(app, ["sound", "import", key, str(file), "--folder", str(tmp_path / "own")])

    assert refused.exit_code == 1
    assert why in str(refused.exception)
    assert not (tmp_path / "own").exists()


def test_a_file_that_is_not_there_is_said(tmp_path: Path) -> None:
    refused = RUNNER.invoke(app, ["sound", "import", "raid", str(tmp_path / "no.wav"), "--folder", str(tmp_path)])

    assert "cannot be read (No such file or directory)" in str(refused.exception)
    assert not isinstance(refused.exception, WrongUse)


def test_a_first_start_renders_what_is_missing_and_a_full_disk_stops_nobody(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    prepare(tmp_path / "file")
    told = capsys.readouterr()

    assert "cannot be written" in told.err
    assert "starts without it" in told.err


def test_a_start_with_a_whole_bank_says_nothing(folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    prepare(folder)

    assert capsys.readouterr().out == ""
    assert Bank(folder / BANK).missing(bank_wishes()) == ()


def test_every_book_is_looked_at_in_both_languages_and_still_sentences_may_be_recorded() -> None:
    seen = {(sentence.book, sentence.language) for sentence in typical_sentences()}

    assert seen == {(book, language) for book in books() for language in ("fr", "en")}
    assert all("{" not in sentence.text for sentence in typical_sentences())
    assert {"raid", "win", "table.good-night"} <= recordable()
    assert "table.hello" not in recordable()


def test_the_measures_measure() -> None:
    assert onset_errors(np.full(4800, 12_000, np.int16), 5, 1) == (0, 0, 0, 0, 0)
    seen = joins("j", Scene.RIVER, 18)
    assert (seen.count, seen.gaps) == (2, 0)
    assert 0.0 < seen.bend <= 1.0
    assert 0.0 < repetition("r", Scene.RIVER, 12, 4) < 0.3
    assert growth({"win": np.zeros(480, np.int16)}, 40 * BUFFER // 480, 1) < 5_000_000


def test_the_bench_gives_one_object_with_its_rows(monkeypatch: pytest.MonkeyPatch) -> None:
    def spoken_only(n: int, _seed: int) -> Iterator[sound_bench.Row]:
        voice = Voice()
        yield from sound_bench._spoken(voice, n)  # pyright: ignore[reportPrivateUsage] - the whole takes minutes
        voice.close()

    monkeypatch.setattr(sound_bench, "_rows", spoken_only)
    told = json.loads(RUNNER.invoke(app, ["sound", "bench", "--n", "1", "--json"]).stdout)

    assert (told["format"], told["n"], told["seed"]) == ("perroquet-sound-bench/1", 1, 1)
    assert {row["met"] for row in told["rows"]} == {True}
    assert all({"quantity", "value", "low95", "high95", "goal", "met"} == row.keys() for row in told["rows"])


def test_recording_without_a_microphone_says_so_and_names_the_way_out(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SDL_AUDIODRIVER", "no such driver")
    refused = RUNNER.invoke(app, ["sound", "record", "raid", "--seconds", "0.5", "--folder", str(tmp_path)])

    assert refused.exit_code == 1
    assert isinstance(refused.exception, PartMissing)
    assert "no microphone opens" in str(refused.exception)
    assert "`sound import`" in str(refused.exception)
    assert "pygame" not in refused.output
    assert not list(tmp_path.rglob("*.wav"))


def test_a_file_that_is_no_wave_file_at_all_is_refused_with_a_reason(tmp_path: Path) -> None:
    file = tmp_path / "shout.wav"
    file.write_bytes(b"hi")
    refused = RUNNER.invoke(app, ["sound", "import", "raid", str(file), "--folder", str(tmp_path)])

    assert "(it ends too early)" in str(refused.exception)

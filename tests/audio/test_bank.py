import errno
import json
import os
import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from perroquet.audio.bank import LICENCE, MANIFEST, Bank, BankUnwritable, Wish, from_wav, to_wav, write_whole
from perroquet.audio.effects import Pcm
from perroquet.kernel.sentences import Language

WISHES = (
    Wish(key="win"),
    Wish(key="raid", language=Language.FR),
    Wish(key="raid", language=Language.EN),
    Wish(key="", language=Language.FR, text="Bonsoir."),
    Wish(key="", language=Language.EN, text="Good evening."),
)


class Maker:
    """Makes a sound of its own for each wish, and remembers which."""

    def __init__(self) -> None:
        self.made: list[str] = []

    def __call__(self, wish: Wish) -> Pcm | None:
        self.made.append(wish.name)
        die = np.random.default_rng(len(wish.name) + len(wish.text))
        return die.integers(-8000, 8000, 24_000).astype(np.int16)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    Bank(tmp_path / "bank").render(WISHES, Maker())
    return tmp_path / "bank"


def test_the_manifest_tells_of_every_file(folder: Path) -> None:
    manifest = json.loads((folder / MANIFEST).read_text())

    assert manifest["format"] == "perroquet-sounds/1"
    assert {entry["file"] for entry in manifest["files"]} == {wish.name for wish in WISHES}
    assert {path.name for path in folder.iterdir()} == {*(wish.name for wish in WISHES), MANIFEST}
    for entry in manifest["files"]:
        assert len(entry["sha256"]) == 64
        assert entry["seconds"] == 0.5
        assert -30 < entry["lufs"] < -5
        assert -20 < entry["peak"] < 0
        assert entry["licence"] == LICENCE


def test_what_is_there_is_read_back_and_not_made_again(folder: Path) -> None:
    maker, bank = Maker(), Bank(folder)

    assert bank.missing(WISHES) == ()
    assert bank.render(WISHES, maker) == ()
    assert maker.made == []
    assert np.array_equal(bank.read(WISHES[3]), Maker()(WISHES[3]))  # pyright: ignore[reportArgumentType]
    assert bank.read(Wish(key="", language=Language.FR, text="Bonjour.")) is None


def _flip(path: Path) -> None:
    data = bytearray(path.read_bytes())
    data[1000] ^= 1
    path.write_bytes(data)


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:99])


def _gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize("damage", [_flip, _cut, _gone])
def test_a_damaged_file_is_not_there_and_only_it_is_made_again(folder: Path, damage: Any) -> None:
    damage(folder / WISHES[1].name)
    maker, bank = Maker(), Bank(folder)

    assert bank.read(WISHES[1]) is None
    assert bank.missing(WISHES) == (WISHES[1],)
    bank.render(WISHES, maker)
    assert maker.made == [WISHES[1].name]
    assert Bank(folder).missing(WISHES) == ()


@pytest.mark.parametrize(
    "manifest",
    ["", "{", "[]", "null", '{"format": "perroquet-sounds/1", "recipe": 1, "files": [{"file": 3}]}', '{"format": 9}'],
)
def test_a_damaged_manifest_means_a_new_bank_and_never_an_error(folder: Path, manifest: str) -> None:
    (folder / MANIFEST).write_text(manifest)
    maker = Maker()
    Bank(folder).render(WISHES, maker)

    assert len(maker.made) == len(WISHES)
    assert Bank(folder).missing(WISHES) == ()


def test_a_full_disk_is_said_and_the_rest_is_made_when_there_is_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    room, fsync = [7], os.fsync

    def full(descriptor: int) -> None:
        room[0] -= 1
        if room[0] < 0:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        fsync(descriptor)

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(BankUnwritable, match=r"No space left on device.*3 of 5 sounds are there and stay"):
        Bank(tmp_path).render(WISHES, Maker())
    assert not list(tmp_path.glob("*.part"))
    room[0] = 1000
    maker, seen = Maker(), list[tuple[int, int]]()
    Bank(tmp_path).render(WISHES, maker, lambda done, whole, _: seen.append((done, whole)))

    assert len(maker.made) == 2
    assert seen == [(4, 5), (5, 5)]
    assert Bank(tmp_path).missing(WISHES) == ()


def test_a_rendering_that_is_broken_off_goes_on_where_it_stood(tmp_path: Path) -> None:
    class Interrupted(Maker):
        def __call__(self, wish: Wish) -> Pcm | None:
            if len(self.made) == 2:
                raise KeyboardInterrupt
            return super().__call__(wish)

    with pytest.raises(KeyboardInterrupt):
        Bank(tmp_path).render(WISHES, Interrupted())
    (tmp_path / "half.wav.part").write_bytes(b"RIFF")
    maker = Maker()
    Bank(tmp_path).render(WISHES, maker)

    assert len(maker.made) == 3
    assert not list(tmp_path.glob("*.part"))


def test_a_folder_that_cannot_be_made_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BankUnwritable, match="cannot be written"):
        Bank(tmp_path / "file" / "bank").render(WISHES, Maker())


def test_what_nobody_wishes_for_any_more_is_thrown_away(folder: Path) -> None:
    Bank(folder).render(WISHES[:2], Maker())

    assert {path.name for path in folder.iterdir()} == {*(wish.name for wish in WISHES[:2]), MANIFEST}


def test_what_cannot_be_made_is_told_and_the_rest_is_there(tmp_path: Path) -> None:
    class Mute(Maker):
        def __call__(self, wish: Wish) -> Pcm | None:
            return None if wish.text else super().__call__(wish)

    assert Bank(tmp_path).render(WISHES, Mute()) == WISHES[3:]
    assert Bank(tmp_path).missing(WISHES) == WISHES[3:]


def test_a_file_is_whole_or_the_old_one(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "sound.wav"
    write_whole(path, b"old")

    def fail(_descriptor: int) -> None:
        raise OSError(errno.EIO, "broken")

    monkeypatch.setattr(os, "fsync", fail)
    with pytest.raises(OSError, match="broken"):
        write_whole(path, b"new")

    assert path.read_bytes() == b"old"


def test_only_our_own_wav_files_are_played() -> None:
    pcm = np.arange(100, dtype=np.int16)

    assert np.array_equal(from_wav(to_wav(pcm)), pcm)  # pyright: ignore[reportArgumentType]
    assert from_wav(b"RIFF") is None
    assert from_wav(to_wav(pcm).replace((48_000).to_bytes(4, "little"), (44_100).to_bytes(4, "little"))) is None


def test_the_bank_may_lie_on_a_device_that_is_gone(folder: Path) -> None:
    bank = Bank(folder)
    shutil.rmtree(folder)

    assert bank.missing(WISHES) == WISHES

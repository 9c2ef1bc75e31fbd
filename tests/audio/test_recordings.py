import io
import wave
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray
from perroquet.audio.bank import Bank, BankUnwritable
from perroquet.audio.keys import SHOUT
from perroquet.audio.loudness import integrated
from perroquet.audio.recordings import RecordingRefused, Recordings, read_wav
from perroquet.audio.shelf import BANK, RECORDINGS, Shelf, effect_wishes
from perroquet.audio.voice import Voice
from perroquet.kernel.sentences import Language
from perroquet.kernel.sounds import Sound


def shout(seconds: float = 1.0, rate: int = 48_000, level: float = 0.3) -> NDArray[np.float64]:
    along = np.arange(int(seconds * rate)) / rate
    return level * np.sin(2 * np.pi * 500 * along) * (1 + 0.3 * np.sin(2 * np.pi * 7 * along))


def wav(samples: NDArray[np.float64], rate: int = 48_000, width: int = 2, sides: int = 1) -> bytes:
    whole = np.repeat((samples * (2 ** (8 * width - 1) - 1)).astype(np.int64), sides)
    octets = (whole + 128 if width == 1 else whole).astype("<i8").view(np.uint8).reshape(-1, 8)[:, :width]
    buffer = io.BytesIO()
    with wave.open(buffer, "wb") as file:
        file.setnchannels(sides)
        file.setsampwidth(width)
        file.setframerate(rate)
        file.writeframes(octets.tobytes())
    return buffer.getvalue()


@pytest.mark.parametrize("width", [1, 2, 3, 4])
@pytest.mark.parametrize(("rate", "sides"), [(48_000, 1), (44_100, 2), (16_000, 1), (96_000, 2)])
def test_any_uncompressed_recording_is_cut_levelled_and_kept(tmp_path: Path, width: int, rate: int, sides: int) -> None:
    silence = np.zeros(rate)
    data = wav(np.concatenate([silence, shout(1.0, rate), silence]), rate, width, sides)
    Recordings(tmp_path).add("raid", None, data)
    kept = Recordings(tmp_path).read("raid", Language.EN)

    assert kept is not None
    assert 0.95 < len(kept) / 48_000 < 1.1
    assert abs(integrated(kept / 32767.0) - SHOUT) <= 1.0
    crossings = np.count_nonzero(np.diff((kept[4800:-4800] > 0).astype(int)) > 0) / (len(kept) - 9600) * 48_000
    assert abs(crossings - 500) < 10


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (b"", "not an uncompressed WAV"),
        (b"ID3\x04 an mp3", "not an uncompressed WAV"),
        (wav(shout())[:30], "not an uncompressed WAV"),
        (wav(np.zeros(48_000)), "hardly more than silence"),
        (wav(np.zeros(0)), "hardly more than silence"),
        (wav(shout(level=0.0005)), "hardly more than silence"),
        (wav(np.clip(shout(level=5.0), -1.0, 1.0)), "overdriven"),
        (wav(shout(0.05)), r"it sounds for 0\.\d+ s; 0.15 to 4 s"),
        (wav(shout(6.0)), r"it sounds for 6\.\d+ s"),
        (wav(shout(1.0, 8000), 8000), "8000 samples a second are too few"),
        (wav(shout(1.0), sides=9), "9 channels"),
        (b"x" * (9 * 2**20), "9 MB are no shout"),
    ],
)
def test_what_cannot_be_played_is_refused_clearly_and_changes_nothing(tmp_path: Path, data: bytes, why: str) -> None:
    Recordings(tmp_path).add("raid", None, wav(shout()))
    before = (tmp_path / "raid.wav").read_bytes()
    with pytest.raises(RecordingRefused, match=why):
        Recordings(tmp_path).add("raid", None, data)

    assert [path.read_bytes() for path in tmp_path.iterdir()] == [before]


@pytest.mark.parametrize("key", ["", "../raid", "Raid", "a.b.c", "raid/x", "raid "])
def test_a_key_is_not_a_path(tmp_path: Path, key: str) -> None:
    with pytest.raises(RecordingRefused, match="is not a key"):
        Recordings(tmp_path).add(key, None, wav(shout()))


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(BankUnwritable, match="make room"):
        Recordings(tmp_path / "file").add("raid", None, wav(shout()))


def test_a_recording_in_a_language_wins_over_one_for_all_and_damage_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    recordings = Recordings(tmp_path)
    recordings.add("raid", None, wav(shout(1.0)))
    path = recordings.add("raid", Language.FR, wav(shout(2.0)))
    french, english = recordings.read("raid", Language.FR), recordings.read("raid", Language.EN)
    path.write_bytes(b"RIFF")

    assert french is not None
    assert english is not None
    assert len(french) > 1.5 * len(english)
    again = recordings.read("raid", Language.FR)
    assert again is not None
    assert len(again) == len(english)
    assert [(path.name, pcm is None) for path, pcm in recordings.all()] == [("raid.fr.wav", True), ("raid.wav", False)]
    assert recordings.read("win", None) is None


def test_the_shelf_takes_own_recordings_first_then_the_bank_then_makes(tmp_path: Path) -> None:
    voice = Voice()
    Bank(tmp_path / BANK).render(effect_wishes(), Shelf(None, voice).make)
    made = Shelf(None, voice).sound(Sound.RAID, Language.FR)
    Recordings(tmp_path / RECORDINGS).add("orchidee.time-is-up", None, wav(shout(0.7)))
    Recordings(tmp_path / RECORDINGS).add("win", None, wav(shout(0.5)))
    shelf = Shelf(tmp_path, voice)
    voice.close()  # what is still said comes from files

    assert np.array_equal(shelf.sound(Sound.RAID, Language.FR), made)
    assert 0.45 < len(shelf.sound(Sound.WIN, Language.FR)) / 48_000 < 0.65
    own = shelf.sentence("C'est fini !", Language.FR, "orchidee.time-is-up")
    assert own is not None
    assert 0.65 < len(own) / 48_000 < 0.85
    assert shelf.sentence("C'est fini !", Language.FR) is None


def test_eight_bits_have_no_sign() -> None:
    samples, rate = read_wav(wav(np.array([0.0, 0.5, -0.5]), 16_000, 1))

    assert rate == 16_000
    assert np.allclose(samples, [0.0, 0.5, -0.5], atol=0.02)

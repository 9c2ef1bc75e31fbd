import os
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from perroquet.audio.effects import Pcm
from perroquet.audio.loudness import integrated
from perroquet.audio.measures import HOSTILE, spoken_level
from perroquet.audio.shelf import Shelf
from perroquet.audio.speaking import Speaking
from perroquet.audio.voice import LONGEST_TEXT, LONGEST_TOKEN, Voice, finished, speakable, trimmed, upsampled
from perroquet.kernel.cues import Weight
from perroquet.kernel.sentences import Language
from perroquet.kernel.sounds import Sound
from perroquet.kernel.units import Seq
from perroquet.ports import Speak

HANGING = "import sys; sys.stdin.read()"
"""It reads for ever and never speaks."""

ONCE = """
import sys, pathlib
hung = pathlib.Path(sys.argv[1])
sys.stdout.buffer.write(b'+')
sys.stdout.buffer.flush()
for line in sys.stdin.buffer:
    if b'hang' in line:
        hung.touch()
        sys.stdin.buffer.read()
    samples = b'\\x00\\x10\\x00\\xf0' * 4000
    sys.stdout.buffer.write(len(samples).to_bytes(4, 'little') + samples)
    sys.stdout.buffer.flush()
"""


@pytest.fixture(scope="module")
def voice() -> Iterator[Voice]:
    one = Voice()
    yield one
    one.close()


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("Léa, quatre doigts à trois. Tom ramasse.", Language.FR),
        ("Hands up! Cards on the table: ten seconds to accuse.", Language.EN),
        ("Trois.", Language.FR),
        ("Three.", Language.EN),
    ],
)
def test_a_sentence_is_said_at_its_level_without_silence_around_it(voice: Voice, text: str, language: Language) -> None:
    pcm = voice.say(text, language)

    assert pcm is not None
    assert abs(spoken_level(pcm)) <= 1.0
    assert np.abs(pcm[:4800].astype(int)).max() > 60
    assert np.abs(pcm[-4800:].astype(int)).max() > 60
    assert np.abs(pcm.astype(int)).max() < 32_000


def test_the_same_sentence_is_made_once(voice: Voice) -> None:
    first = voice.say("Bonsoir à tous.", Language.FR)

    assert voice.say("Bonsoir à tous.", Language.FR) is first
    assert voice.say("Bonsoir à tous.", Language.EN) is not first


def test_what_is_kept_does_not_grow(voice: Voice) -> None:
    for number in range(18):
        voice.say(f"Voici la phrase numéro {number}, une phrase assez longue pour compter.", Language.FR)

    kept = voice._kept  # pyright: ignore[reportPrivateUsage] - what piles up is not seen from outside
    assert sum(pcm.nbytes for pcm in kept.values()) <= 3_000_000


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_name_is_answered_and_the_next_sentence_said(voice: Voice, name: str) -> None:
    said = voice.say(f"{name}, quatre doigts à trois.", Language.FR)

    assert said is not None
    assert voice.say("Tom ramasse.", Language.FR) is not None


@given(st.text(max_size=400))
def test_what_is_spoken_has_no_markup_no_long_words_and_no_long_repeats(text: str) -> None:
    said = speakable(text)

    assert len(said) <= LONGEST_TEXT
    assert all(len(word) <= LONGEST_TOKEN for word in said.split())
    assert not set(said) & set("<>&\\/{}[]\x00")
    assert not any(letter * 3 in said for letter in set(said))
    assert not said or any(letter.isalnum() for letter in said)


def test_what_people_write_is_kept() -> None:
    assert speakable("L’orchidée « rose » : Zoë-Anaïs, 12 à 3…") == "L’orchidée rose : Zoë-Anaïs, 12 à 3."
    assert speakable("Aaaaargh") == "Aaaargh".replace("aaa", "aa")
    assert speakable("0123456789") == "0 1 2 3 4 5 6 7 8 9"
    assert speakable("😀 !") == ""


def test_a_synthesis_that_hangs_is_ended_in_time_and_the_next_is_said(tmp_path: Path) -> None:
    hung = tmp_path / "hung"
    voice = Voice(command=(sys.executable, "-c", ONCE, str(hung)), limit_s=0.7)
    assert voice.say("first", Language.FR) is not None
    began = time.monotonic()
    silent = voice.say("hang", Language.FR)
    took = time.monotonic() - began
    after = voice.say("and on", Language.FR)
    voice.close()

    assert silent is None
    assert hung.exists()
    assert took < 2.5
    assert after is not None


LATE = """
import sys
with open(sys.argv[2], 'a') as file:
    file.write('x')
open(sys.argv[1], 'rb', buffering=0).read(1)
sys.stdout.buffer.write(b'+')
sys.stdout.buffer.flush()
for line in sys.stdin.buffer:
    samples = b'\\x00\\x10\\x00\\xf0' * 4000
    sys.stdout.buffer.write(len(samples).to_bytes(4, 'little') + samples)
    sys.stdout.buffer.flush()
"""


def test_a_synthesis_that_is_slow_to_start_is_left_in_peace(tmp_path: Path) -> None:
    """A busy machine takes longer to start it than a sentence may take: ended each time, it would never be warm."""
    free, started = tmp_path / "free", tmp_path / "started"
    os.mkfifo(free)
    gate = os.open(free, os.O_RDWR)
    voice = Voice(command=(sys.executable, "-c", LATE, str(free), str(started)), limit_s=0.3)
    early = [voice.say(text, Language.FR) for text in ("Un.", "Deux.")]
    os.write(gate, b"x")
    said = None
    deadline = time.monotonic() + 20
    while said is None and time.monotonic() < deadline:
        said = voice.say("Trois.", Language.FR)
    voice.close()
    os.close(gate)

    assert early == [None, None]
    assert said is not None
    assert started.read_text() == "x"


def test_a_name_that_is_spelled_out_does_not_make_a_speech(voice: Voice) -> None:
    said = [voice.say(f"{name}, quatre doigts à trois. {name} ramasse.", Language.FR) for name in HOSTILE]

    assert max(len(pcm) for pcm in said if pcm is not None) <= 8 * 48_000


@pytest.mark.parametrize("command", [("/no/such/program",), (sys.executable, "-c", "raise SystemExit(3)")])
def test_without_a_synthesis_nothing_is_said_and_nothing_breaks(command: tuple[str, ...]) -> None:
    voice = Voice(command=command)
    said = [voice.say("Bonsoir.", Language.FR) for _ in range(2)]
    shout = Shelf(None, voice).sound(Sound.RAID, Language.FR)
    voice.close()

    assert said == [None, None]
    assert abs(integrated(shout / 32767.0) + 16.0) <= 1.0


def test_a_closed_voice_says_nothing_and_closing_may_be_repeated() -> None:
    voice = Voice(command=(sys.executable, "-c", HANGING))
    voice.close()
    voice.close()

    assert voice.say("Bonsoir.", Language.FR) is None


def test_samples_keep_their_shape_at_the_higher_rate() -> None:
    along = np.arange(16_000) / 16_000
    low = (12_000 * np.sin(2 * np.pi * 440 * along)).astype(np.int16)
    high = upsampled(low)

    assert len(high) == 48_000
    wanted = 12_000 / 32_768 * np.sin(2 * np.pi * 440 * np.arange(48_000) / 48_000)
    assert np.abs(high[2000:-2000] - wanted[2000:-2000]).max() < 0.003
    assert len(trimmed(np.zeros(4800, np.float32))) == 0
    assert len(finished(np.zeros(0, np.float32))) == 0


class Held(Shelf):
    """A shelf whose first sentence is ready only when the test lets it."""

    def __init__(self) -> None:
        self.asked = list[str]()
        self.begun, self.go_on = threading.Event(), threading.Event()

    def sentence(self, text: str, language: Language, key: str = "") -> Pcm | None:  # noqa: ARG002 - of a shelf
        self.asked.append(text)
        self.begun.set()
        self.go_on.wait(20)
        return np.zeros(1, np.int16)


def test_what_a_newer_sentence_replaces_is_not_made() -> None:
    shelf = Held()
    speaking = Speaking(shelf)
    speaking.ask(Speak(text="knob 0", language=Language.FR, weight=Weight.PASSING, turn=Seq(1)))
    shelf.begun.wait(20)
    for turn in range(2, 40):
        speaking.ask(Speak(text=f"knob {turn}", language=Language.FR, weight=Weight.PASSING, turn=Seq(turn)))
    speaking.ask(Speak(text="Léa.", language=Language.FR, weight=Weight.RULING, turn=Seq(40)))
    shelf.go_on.set()
    made, deadline = list[str](), time.monotonic() + 20
    while speaking.busy and time.monotonic() < deadline:
        ready = speaking.next()
        made += [] if ready is None else [ready[0].text]
    speaking.close()

    assert shelf.asked == ["knob 0", "Léa."]
    assert made == ["Léa."]


def test_sentences_are_made_in_the_order_they_were_asked_for(voice: Voice) -> None:
    speaking = Speaking(Shelf(None, voice))
    words = ("Un.", "😀", "Deux, et encore quelques mots.", "Trois.")
    for text in words:
        speaking.ask(Speak(text=text, language=Language.FR))
    made: list[int] = []
    deadline = time.monotonic() + 20
    while (speaking.busy or len(made) < 3) and time.monotonic() < deadline:
        ready = speaking.next()
        if ready is not None:
            made.append(len(ready[1]))
    speaking.close()

    alone = [voice.say(text, Language.FR) for text in words if text != "😀"]
    assert made == [len(pcm) for pcm in alone if pcm is not None]
    assert speaking.mute == 1
    assert speaking.next() is None

"""What ears get of an evening, and when: the table's sentences through the mixer, on the mixer's own time."""

from dataclasses import dataclass

import numpy as np
from perroquet.audio.engine import Bed, Engine
from perroquet.audio.jungle import Stereo
from perroquet.audio.keys import LENGTH, VOICE
from perroquet.kernel.cues import Play
from perroquet.kernel.readings import Control, Gesture
from perroquet.kernel.sounds import Scene
from perroquet.kernel.units import Percent, Seq
from perroquet.table.context import Decided, House
from perroquet.table.stage import spoken
from perroquet.table.words import Line

from tests.games.hands import ANA, BEN, CLO, JUNGLE_SPEED, grab, hand
from tests.table.desk import Desk

MS = 48
LETTER = 60 * MS
"""A letter takes about that long to say."""

BREATH_MS = 350


class Silence(Bed):
    def choose(self, seed: str, scene: Scene | None) -> None:
        pass

    def next(self) -> Stereo | None:
        return np.zeros((48_000, 2), np.int16)


@dataclass
class Heard:
    text: str
    at_ms: int
    ms: int
    whole_ms: int


class Mouth(Desk):
    """A desk whose sentences are spoken: `wait` lets them sound, `heard` tells what was heard of them so far."""

    def __init__(self, **rules: str) -> None:
        super().__init__(
            House(seats=3, volume=Percent(40), rules={"jungle-speed": {"cards": "unknown", **rules}}),
            {"jungle-speed": JUNGLE_SPEED},
        )
        self._engine = Engine({key: np.zeros(length, np.int16) for key, length in LENGTH.items()}, Silence())
        self._texts: dict[int, str] = {}  # by length, each its own

    @property
    def now_ms(self) -> int:
        return self._engine.position // MS

    def wait(self, ms: int) -> "Mouth":
        """Let time go by."""
        for _ in range(ms):
            self._engine.pull(MS)
        return self

    def settle(self, decided: Decided) -> Decided:
        """Hand over what the decision says and sounds."""
        turn = Seq(self.evening.seq + 1)
        super().settle(decided)
        for effect in self.effects:
            if isinstance(effect, Play):
                self._engine.play(effect.sound)
            elif isinstance(effect, Line):
                order = spoken(effect, self.words, self.evening, turn)
                length = LETTER * len(order.text) + len(self._texts)
                self._texts[length] = order.text
                self._engine.say(order, np.zeros(length, np.int16))
        return decided

    def heard(self) -> list[Heard]:
        """Return the sentences that began, and how much of each was heard before the next one began."""
        begun = [(self._texts[end - onset], onset, end) for key, onset, end in self._engine.begun if key == VOICE]
        ends = [*(onset for _, onset, _ in begun[1:]), self._engine.position]
        return [
            Heard(text, onset // MS, (min(end, following) - onset) // MS, (end - onset) // MS)
            for (text, onset, end), following in zip(begun, ends, strict=True)
        ]


def playing() -> Mouth:
    mouth = Mouth()
    mouth.begun()
    return mouth.wait(30_000)


def test_a_ruling_is_heard_at_once_and_the_call_of_its_duel_is_cut() -> None:
    mouth = playing()
    for seat in (ANA, BEN):
        mouth.seat(seat)
        mouth.wait(300)
    mouth.tell(grab(hand(ANA)))
    ruled = mouth.now_ms
    mouth.wait(5000)

    *_, call, ruling = mouth.heard()
    assert call.text.startswith("Duel")
    assert call.ms < call.whole_ms
    assert ruling.text.endswith("Siège 2 ramasse.")
    assert ruling.at_ms == ruled + BREATH_MS
    assert ruling.ms == ruling.whole_ms


def test_a_ruling_is_heard_to_its_end_whatever_is_pressed_and_only_the_last_echo_follows() -> None:
    mouth = playing()
    mouth.seat(ANA)
    mouth.seat(BEN)
    mouth.wait(3000)
    mouth.tell(grab(hand(ANA)))
    mouth.wait(500)
    for _ in range(16):
        mouth.press(Control.ENCODER, Gesture.TURN, steps=1)
        mouth.wait(20)
    mouth.wait(8000)

    ruling, *echoes = (one for one in mouth.heard() if one.at_ms > mouth.now_ms - 9000)
    assert ruling.ms == ruling.whole_ms
    assert [echo.text for echo in echoes] == ["Volume 100."]


def test_a_fast_turn_of_the_menu_says_where_it_ends_not_where_it_went() -> None:
    mouth = Mouth()
    mouth.power()
    mouth.start()
    mouth.wait(400)
    for _ in range(16):
        mouth.press(Control.ENCODER, Gesture.TURN, steps=1)
        mouth.wait(30)
    mouth.wait(6000)

    whole = [one.text for one in mouth.heard() if one.ms == one.whole_ms]
    assert whole == [mouth.said]
    assert "Changer" in mouth.said


def test_an_answer_does_not_wait_for_the_end_of_its_question() -> None:
    mouth = playing()
    mouth.tell(grab(hand(CLO)))
    mouth.wait(600)
    mouth.press(Control.MODE)
    answered = mouth.now_ms
    mouth.wait(6000)

    question, answer = mouth.heard()[-2:]
    assert question.text.endswith("Contre qui\u202f?")
    assert question.ms == 600 + (answer.at_ms - answered)
    assert answer.at_ms <= answered + BREATH_MS


def test_the_safety_words_are_heard_whole_in_a_quick_start() -> None:
    mouth = Mouth()
    mouth.power()
    mouth.wait(200)
    for _ in range(3):
        mouth.start()
        mouth.wait(200)
    mouth.seat(ANA)
    mouth.wait(30_000)

    safety = next(one for one in mouth.heard() if one.text.startswith("Ongles courts"))
    assert safety.ms == safety.whole_ms
    assert not any(one.text.startswith("Jouez") for one in mouth.heard())


def test_two_rulings_are_both_heard_whole() -> None:
    mouth = playing()
    for winner, loser in ((ANA, BEN), (BEN, ANA)):
        mouth.seat(winner)
        mouth.seat(loser)
        mouth.tell(grab(hand(winner)))
        mouth.start()
        mouth.wait(100)
    mouth.wait(12_000)

    rulings = [one for one in mouth.heard() if one.text.endswith("ramasse.")]
    assert len(rulings) == 2
    assert all(one.ms == one.whole_ms for one in rulings)


def test_what_is_said_again_is_said_again_in_full_once() -> None:
    mouth = playing()
    before = len(mouth.heard())
    for _ in range(3):
        mouth.press(Control.MODE)
        mouth.wait(100)
    mouth.wait(20_000)

    again = mouth.heard()[before:]
    assert [one.ms == one.whole_ms for one in again] == [False, False, True]
    assert again[-1].text.startswith("Jouez")

"""The house sheet on the encoder, and the safety words: at the table of Jungle Speed."""

from dataclasses import replace

from perroquet.kernel.readings import Control, Gesture
from perroquet.kernel.sentences import Phrasebook
from perroquet.kernel.units import Percent
from perroquet.table import events as ev
from perroquet.table.context import House

from tests.games.hands import JUNGLE_SPEED, ORCHIDEE
from tests.table.desk import Desk
from tests.table.toy import BELL

GAMES = {"jungle-speed": JUNGLE_SPEED, "orchidee": ORCHIDEE, BELL.name: BELL}
HOUSE = House(seats=4, volume=Percent(40), rules={"jungle-speed": {"end": "first_out"}})
RULES = list(JUNGLE_SPEED.sheet.rules)


def asking() -> Desk:
    desk = Desk(HOUSE, GAMES).power()
    desk.start()
    return desk


def turn(desk: Desk, steps: int) -> str:
    desk.press(Control.ENCODER, Gesture.TURN, steps=steps)
    return desk.said


def test_by_default_one_question_and_start_is_enough() -> None:
    desk = asking()

    assert desk.said == "Jungle Speed, règles de la boîte\u202f? START\u00a0: oui."
    assert "La molette change les règles" in desk.view().awaits
    desk.start()
    assert desk.evening.running is not None


def test_the_knob_turns_through_the_rules_and_back_to_playing() -> None:
    desk = asking()

    assert turn(desk, 1) == "Cartes. Changer\u202f? START."
    assert turn(desk, 1) == "Boîte. Changer\u202f? START."
    assert turn(desk, -2) == "Jungle Speed, règles de la boîte\u202f? START\u00a0: oui."
    assert turn(desk, 1_000) == "À deux, la fin. Changer\u202f? START."


def test_a_rule_says_what_this_device_is_set_to_and_keeps_what_is_chosen() -> None:
    desk = asking()
    turn(desk, 1 + RULES.index("end"))
    desk.start()
    assert desk.said == "Fin de partie\u00a0: dès le premier sorti. Tournez pour changer, START pour garder."
    assert "MODE laisse" in desk.view().awaits

    assert turn(desk, -1) == "quand il reste deux joueurs."
    desk.start()
    assert desk.evening.house_of("jungle-speed") == {"end": "last_two"}
    assert desk.said == "Jungle Speed, vos règles\u202f? START\u00a0: oui."
    desk.start()
    assert desk.evening.running is not None
    assert desk.evening.running.state.house.end == "last_two"


def test_a_number_is_turned_within_its_bounds() -> None:
    desk = asking()
    turn(desk, 1 + RULES.index("tie_window_ms"))
    desk.start()

    assert turn(desk, 200) == "120."
    desk.start()
    assert desk.evening.house_of("jungle-speed") == {"tie_window_ms": 120}


def test_mode_leaves_a_rule_as_it_was() -> None:
    desk = asking()
    turn(desk, 3)
    desk.start()
    turn(desk, 1)
    desk.press(Control.MODE)

    assert desk.evening.house_of("jungle-speed") == {}
    assert desk.evening.question is not None
    assert desk.evening.question.question is ev.Question.START_GAME
    desk.press(Control.MODE)
    assert desk.evening.question is None


def test_a_game_without_rules_offers_no_knob() -> None:
    desk = Desk(HOUSE, {BELL.name: BELL}).power()
    desk.start()

    assert desk.evening.question is not None
    assert desk.evening.question.number is None


def test_rules_without_words_of_their_own_are_read_as_they_are_written() -> None:
    words = {key: word for key, word in JUNGLE_SPEED.phrases.templates.items() if not key.startswith("house-")}
    bare = replace(JUNGLE_SPEED, phrases=Phrasebook(words))
    desk = Desk(HOUSE, {"jungle-speed": bare}).power()
    desk.start()

    assert turn(desk, 1 + RULES.index("end")) == "end. Changer\u202f? START."
    desk.start()
    assert desk.said.startswith("end\u00a0: first out.")


def test_the_safety_words_are_said_once_an_evening_set_07() -> None:
    desk = asking()
    told = [event for _, event in desk.start() if isinstance(event, ev.SafetyTold)]
    assert len(told) == 1
    assert any("Ongles courts" in line.text for line in desk.view().story)

    desk.press(Control.START, Gesture.CHORD)
    desk.start()
    desk.start()
    assert not [event for _, event in desk.start() if isinstance(event, ev.SafetyTold)]


def test_a_game_that_hurts_nobody_says_no_safety_words() -> None:
    desk = Desk(HOUSE, {"orchidee": ORCHIDEE}).power()
    desk.start()

    assert not [event for _, event in desk.start() if isinstance(event, ev.SafetyTold)]

"""What the host's page decides beyond the panel."""

import asyncio

import pytest
from perroquet.kernel.readings import Control, Gesture, Press
from perroquet.kernel.units import HostNs, Percent, Seat
from perroquet.table import events as ev
from perroquet.table.commands import Announce, ChooseRule, ChooseVolume, Offer, Overrule
from perroquet.table.host_portrait import host_portrait
from perroquet.table.roll_call import RollCall
from perroquet.table.telling import in_words
from perroquet.wiring.device import GAMES_BY_NAME

from tests.table.desk import HOUSE, Desk

AT = HostNs(1)


def test_the_host_offers_a_game_between_games_only() -> None:
    desk = Desk().power()
    between = desk.tell(Offer(game="chime", at=AT))
    desk.playing()

    assert between == (("table", ev.GameOffered(game="chime")),)
    assert desk.tell(Offer(game="bell", at=AT))[0][1] == ev.Refused(sentence=desk.chronicle.story[-1].sentence)
    assert desk.tell(Offer(game="poker", at=AT)) == ()


def test_a_house_rule_is_for_the_next_game_and_outlives_the_power() -> None:
    desk = Desk(games=GAMES_BY_NAME).power()
    for seat in range(3):
        desk.seat(seat)
    desk.tell(ChooseRule(game="orchidee", rule="raid_mean_s", value=60, at=AT))
    desk.tell(Offer(game="orchidee", at=AT))
    desk.power()
    for _ in range(2):
        desk.start()

    [started] = [one.event for one in desk.records if isinstance(one.event, ev.GameStarted)]
    assert ("raid_mean_s", 60) in started.house


@pytest.mark.parametrize(
    "forged",
    [
        ChooseRule(game="poker", rule="end", value="first_out", at=AT),
        ChooseRule(game="jungle-speed", rule="volley", value=True, at=AT),
        ChooseRule(game="jungle-speed", rule="end", value="never", at=AT),
        ChooseVolume(percent=Percent(101), at=AT),
    ],
)
def test_what_our_page_cannot_send_is_ignored(forged: ChooseRule | ChooseVolume) -> None:
    assert Desk(games=GAMES_BY_NAME).power().tell(forged) == ()


def test_the_host_sets_the_volume() -> None:
    assert Desk().power().tell(ChooseVolume(percent=Percent(10), at=AT)) == (
        ("table", ev.VolumeSet(percent=Percent(10))),
    )


def test_the_table_overrules_with_its_reason() -> None:
    desk = Desk().playing()
    desk.seat(0)
    desk.tell(Overrule(seats=(Seat(1),), reason="  on a  vu\nBob d’abord. ", at=AT))

    overruled = [record.event for record in desk.records if isinstance(record.event, ev.Overruled)]
    assert [one.reason for one in overruled] == ["on a vu Bob d’abord"]
    assert "La table en décide autrement : on a vu Bob d’abord." in [
        desk.words.line(line, desk.evening) for line in desk.chronicle.story
    ]


def test_without_a_ruling_there_is_nothing_to_overrule() -> None:
    desk = Desk().playing()

    assert isinstance(desk.tell(Overrule(seats=(Seat(1),), reason="", at=AT))[0][1], ev.Refused)


def test_the_code_of_the_page_is_said_digit_by_digit() -> None:
    desk = Desk().power()
    desk.tell(Announce(address="perroquet.local", code="4815", at=AT))

    assert desk.said == "La page de la table : perroquet.local, code 4\u00a08\u00a01\u00a05."


def test_the_console_lists_games_and_their_rules_in_words() -> None:
    desk = Desk(games=GAMES_BY_NAME).power()
    desk.tell(ChooseRule(game="jungle-speed", rule="tie_window_ms", value=60, at=AT))
    view = host_portrait(desk.evening, GAMES_BY_NAME, HOUSE, desk.words)

    jungle = next(game for game in view.games if game.name == "jungle-speed")
    rules = {rule.rule: rule for rule in jungle.rules}
    assert (jungle.offered, rules["tie_window_ms"].value, rules["tie_window_ms"].bounds) == (True, 60, (20, 120))
    assert [word for word, _ in rules["end"].options] == ["last_two", "first_out"]
    assert (view.running, view.stake) == (None, None)


@pytest.mark.anyio
@pytest.mark.parametrize(("joins", "taken"), [(False, True), (True, False)])
async def test_a_press_somebody_waits_for_answers_and_means_nothing_else(*, joins: bool, taken: bool) -> None:
    calls = RollCall(lambda _seat: joins)
    answer = asyncio.create_task(calls.press_of(Seat(2)))
    await asyncio.sleep(0)
    other, own = (Press(control=Control.SEAT, gesture=Gesture.SHORT, at=HostNs(7), seat=Seat(seat)) for seat in (1, 2))

    assert [calls.takes(other), calls.takes(own), calls.takes(own)] == [False, taken, False]
    assert await answer == HostNs(7)


def test_the_evening_is_told_in_words_with_its_time() -> None:
    desk = Desk().playing()
    desk.seat(0)

    told = in_words(desk.records, desk.games, desk.words).splitlines()

    assert told[0] == f"0:00:00  {desk.words.line(desk.chronicle.story[0], desk.evening)}"
    assert told[-1] == "0:00:00  Siège 1 sonne."
    assert len(told) == len(desk.chronicle.story)

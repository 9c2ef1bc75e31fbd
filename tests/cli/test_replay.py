"""An evening told from its journal."""

import json
from dataclasses import replace
from pathlib import Path

from perroquet.cli.replay import story_lines
from perroquet.drivers.journal_file import Examined
from perroquet.kernel.journal import Recovery
from perroquet.kernel.readings import Control, Gesture
from perroquet.kernel.units import Seq
from perroquet.table.codec import codec
from perroquet.table.evening import Games

from tests.table.desk import GAMES, Desk
from tests.table.toy import BELL, Dealt


def _dealing(event: object) -> bool:
    return isinstance(event, Dealt)


SECRETIVE: Games = {**GAMES, "bell": replace(BELL, secret=_dealing)}


def tell(desk: Desk, *, as_json: bool, recovery: Recovery | None = None, games: Games = GAMES) -> list[str]:
    examined = Examined(tuple(desk.records), (), recovery)
    return list(story_lines(examined, codec(games), games, as_json=as_json))


def test_each_event_is_told_with_what_was_said() -> None:
    desk = Desk().playing()
    desk.seat(1)

    *_, rang, said, end = tell(desk, as_json=False)

    assert rang.split() == ["4", "1/0.000", "bell", "Rang", "seat=1"]
    assert said.strip() == "« Siège 2 sonne. »"
    assert end == "event 4: playing. La cloche attend."


def test_json_has_one_object_an_event_and_one_for_the_end() -> None:
    desk = Desk().playing()
    desk.seat(1)

    *events, end = (json.loads(line) for line in tell(desk, as_json=True))

    assert {line["format"] for line in (*events, end)} == {"perroquet-replay/1"}
    assert [line["seq"] for line in events] == [1, 2, 3, 4]
    assert events[-1] | {"at": 0} == {
        "format": "perroquet-replay/1",
        "seq": 4,
        "at": 0,
        "boot": 1,
        "source": "bell",
        "type": "Rang",
        "data": {"seat": 1},
        "said": ["Siège 2 sonne."],
    }
    assert end["situation"] == "playing"
    assert end["recovered"] is None


def test_a_running_game_keeps_its_secrets_and_its_luck() -> None:
    desk = Desk().playing()
    desk.start()

    lines = tell(desk, as_json=True, games=SECRETIVE)

    assert not any("Dealt" in line for line in lines)
    assert not any('"luck"' in line for line in lines)


def test_a_game_that_is_over_has_no_secrets_left() -> None:
    desk = Desk().playing()
    desk.start()
    desk.press(Control.START, Gesture.CHORD)
    desk.start()

    lines = tell(desk, as_json=True, games=SECRETIVE)

    assert any("Dealt" in line for line in lines)
    assert any('"luck"' in line for line in lines)


def test_what_damage_cost_is_told() -> None:
    recovery = Recovery(kept=Seq(1), dropped=2, why="2 after event 1 could not be saved", aside=Path("damaged-0001"))

    text = tell(Desk().power(), as_json=False, recovery=recovery)
    end = json.loads(tell(Desk().power(), as_json=True, recovery=recovery)[-1])

    assert text[-1] == "2 after event 1 could not be saved"
    assert end["recovered"]["dropped"] == 2


def test_an_empty_journal_is_told_as_such() -> None:
    assert len(tell(Desk(), as_json=False)) == 1

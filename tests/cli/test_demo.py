"""The demo: one seed, one evening, through every layer."""

import pytest
from perroquet.bench.evening import NotInTheDemo
from perroquet.cli.demo import demo_lines


def test_the_whole_evening_is_told_the_same_twice() -> None:
    first, second = demo_lines("7", None), demo_lines("7", None)

    assert first == second
    assert any("Duel" in line and "Léa contre Tom" in line for line in first)
    assert any("Zoé, la table a tranché" in line or "Tom, la table a tranché" in line for line in first)
    assert any("Dix secondes" in line or "dix secondes" in line for line in first)
    assert any("Bien vu, Zoé" in line for line in first)
    assert first[-1].endswith("« Bonne nuit\u202f! »")


def test_a_knob_that_spins_is_told_once_where_it_rests() -> None:
    lines = demo_lines("7", "orchidee")
    turned = [place for place, line in enumerate(lines) if "la molette tourne jusqu’à 7" in line]

    assert turned
    assert "« 7. »" in lines[turned[0] + 1]
    assert not any("« 6. »" in line for line in lines)


def test_a_card_is_turned_before_anything_is_said_of_it() -> None:
    lines = demo_lines("7", "jungle-speed")
    called = next(place for place, line in enumerate(lines) if "Tous ensemble" in line)

    assert "retourne OUT" in "".join(lines[called - 2 : called])


def test_another_seed_is_another_evening() -> None:
    assert demo_lines("7", "jungle-speed") != demo_lines("8", "jungle-speed")


def test_two_hands_twelve_milliseconds_apart_are_ruled_by_fingers() -> None:
    lines = demo_lines("1", "jungle-speed")

    assert any("4 doigts à 3. Tom ramasse." in line for line in lines)


def test_a_game_the_demo_does_not_play_is_refused_with_those_it_does() -> None:
    with pytest.raises(NotInTheDemo, match="jungle-speed, orchidee, amazonas"):
        demo_lines("1", "belote")

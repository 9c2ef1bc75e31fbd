"""The words of Jungle Speed: short enough to be spoken, one picture of the machine, and what is left of the rules."""

import re
from pathlib import Path
from typing import Any

import pytest
from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.cards import Card
from perroquet.games.jungle_speed.machine import diagram
from perroquet.kernel.luck import Luck
from perroquet.kernel.sentences import Language

from tests.games.hands import ANA, BEN, CLO, DAN, JUNGLE_SPEED, begun, grab, hand, play, render, setup
from tests.games.jungle import answer, asked, cards, refusal, ruled, table

# --- spoken rulings last four seconds at most

SPOKEN = re.compile(
    r"^(won|in|multi|maybe|took|ask|wrong-grab|interfered|dropped|last|fall|void|stray|late|peeked|jump)"
)
SYLLABLES = 20
"""The voice speaks five French syllables a second (simulated: the sound bank measures it)."""

WORDS = 12
LETTERS = 66


def syllables(text: str) -> int:
    """Count vowel groups, without mute endings: how long French takes, roughly."""
    groups = 0
    for word in re.findall(r"[a-zà-ÿœæ]+", text.lower()):
        found = len(re.findall(r"[aeiouyàâäéèêëîïôöùûüœæ]+", word))
        groups += max(1, found - bool(found > 1 and re.search(r"[^aeiouyàâéèêîôûé](e|es|ent)$", word)))
    return groups


@pytest.mark.parametrize("key", [key for key in JUNGLE_SPEED.phrases.templates if SPOKEN.match(key)])
def test_a_spoken_ruling_lasts_four_seconds_at_most(key: str) -> None:
    template = JUNGLE_SPEED.phrases.templates[key][Language.FR]
    said = re.sub(r"\{[a-z]+:([^|}]*)\|([^}]*)\}", r"quatre \2", template)
    said = re.sub(r"\{(fingers|other)\}", "trois", re.sub(r"\{(winner|loser|seat)\}", "Léa", said))

    assert syllables(said) <= SYLLABLES, said
    assert len(re.findall(r"[\w’]+", said)) <= WORDS, said
    assert len(said) <= LETTERS, said


def test_the_counter_of_syllables_can_count() -> None:
    assert [syllables(word) for word in ("totem", "quatre doigts", "il ramasse", "Léa")] == [2, 2, 3, 1]
    assert (
        syllables(
            "une phrase bien trop longue pour que la partie continue, qui ne finit jamais vraiment, et recommence"
        )
        > SYLLABLES
    )


# --- the picture in the README


def test_the_readme_draws_the_machine_as_it_is() -> None:
    readme = (Path(__file__).parents[2] / "README.md").read_text(encoding="utf-8")
    (drawn,) = re.findall(r"```mermaid\n(stateDiagram-v2\n.*?)\n```", readme, re.DOTALL)

    assert drawn == diagram()


# --- what no other test meets


def test_a_volley_of_last_cards_is_ruled_seat_by_seat() -> None:
    last = table("S03V OUT1", "S05O", "S07J", "S09G", reserves=(9, 1, 1, 9), turn=BEN)
    called = play(
        JUNGLE_SPEED,
        table("S03V", "S05O", "S07J", "S09G", reserves=(9, 1, 1, 9), turn=ANA),
        cmd.Flip(seat=ANA, card=Card("OUT1")),
    )
    turned = tuple(zip((ANA, BEN, CLO, DAN), cards("S11G COL1 OUT2 S14V"), strict=True))
    events = JUNGLE_SPEED.decide(called, cmd.FlipAll(cards=turned))
    codes = [event.ruling.code for event in events if isinstance(event, ev.Ruled)]

    assert last.cards is not None
    assert codes == ["LAST_COL_TAKE_ALL"], "and the other last card was picked up with it"


def test_a_game_that_ends_in_the_middle_of_a_volley_stops_there() -> None:
    called = play(
        JUNGLE_SPEED,
        table("S03V", "S05O", "S07J", reserves=(9, 1, 1), turn=ANA),
        cmd.Flip(seat=ANA, card=Card("OUT1")),
    )
    turned = tuple(zip((ANA, BEN, CLO), cards("S11G OUT2 OUT3"), strict=True))
    events = JUNGLE_SPEED.decide(called, cmd.FlipAll(cards=turned))

    assert isinstance(events[-1], ev.Ended)
    assert events[-1].ranking == ((BEN,), (ANA, CLO))


def test_everybody_out_at_once_shares_js_74() -> None:
    last = table("S03V", "S05O", "S07J", reserves=(0, 0, 0))
    fallen = play(JUNGLE_SPEED, last, cmd.Fell(grab=None, at=setup().at), cmd.Refuse())

    assert fallen.ranking == ((ANA, BEN, CLO),)


def test_who_took_it_can_be_told_without_cards_js_31() -> None:
    assert asked(begun(JUNGLE_SPEED, setup()), cmd.Tell(seat=ANA)).question is ev.Question.WHAT


def test_without_cards_house_rules_about_penalties_speak_too_js_7_js_27() -> None:
    shared = begun(JUNGLE_SPEED, setup(two_wrong_grabs="split_evenly"))
    took = play(JUNGLE_SPEED, shared, cmd.Judge(grab=grab(hand(ANA), hand(BEN, 90))))
    assert ruled(took, cmd.Refuse()).pickups is None

    goes_on = begun(JUNGLE_SPEED, setup(interfere_then_duel="duel_still_played"))
    duel = play(JUNGLE_SPEED, goes_on, cmd.JoinDuel(seat=ANA), cmd.JoinDuel(seat=BEN))
    after = play(JUNGLE_SPEED, duel, cmd.Judge(grab=grab(hand(DAN))))
    assert (after.last.code, after.declared) == ("PENALTY_INTERFERE", (ANA, BEN))


def test_a_split_answers_only_a_sharing_out() -> None:
    quiet = table("S03V", "S05O", "S07J", "S09G")
    who = play(JUNGLE_SPEED, quiet, cmd.Judge(grab=grab(hand(None))))
    assert refusal(who, cmd.Split(given=())) == "no-question"

    three = table("S03V", "S03G", "S03O", "S09G")
    shared = play(JUNGLE_SPEED, three, cmd.Judge(grab=grab(hand(ANA))))
    assert refusal(shared, cmd.Split(given=())) == "not-that-split"
    assert cmd.Claim(seat=BEN) in JUNGLE_SPEED.menu(shared, None)
    assert cmd.Claim(seat=DAN) not in JUNGLE_SPEED.menu(shared, None)


def test_a_choice_is_the_hosts_to_press() -> None:
    both = table("IN1", "S05O", "S05G", "S09G")
    chosen = play(JUNGLE_SPEED, both, cmd.Judge(grab=grab(hand(BEN))))

    assert JUNGLE_SPEED.menu(chosen, None) == (cmd.Accept(), cmd.Refuse())
    assert JUNGLE_SPEED.menu(chosen, BEN) == ()


def test_the_pot_and_the_ranking_show() -> None:
    quiet = table("S03V", "S05O", "S07J", "S09G", pot="S12J")
    assert "Pot\u00a0: 1 carte." in [render(JUNGLE_SPEED, fact) for fact in JUNGLE_SPEED.view(quiet, None).facts]
    over = JUNGLE_SPEED.evolve(quiet, ev.Ended(ranking=((BEN,), (ANA, CLO, DAN)), why="JS-22"))
    assert "2\u00a0: Clo." in [render(JUNGLE_SPEED, fact) for fact in JUNGLE_SPEED.view(over, None).facts]


def test_a_house_rule_may_be_set_during_play() -> None:
    quiet = table("S03V", "S05O", "S07J", "S09G")

    assert play(JUNGLE_SPEED, quiet, cmd.Configure(rule="end", value="first_out")).house.end == "first_out"


def test_bots_play_without_cards_too() -> None:
    state, luck = begun(JUNGLE_SPEED, setup(4)), Luck("bots")
    seen: set[Any] = set()
    for number in range(120):
        command = JUNGLE_SPEED.bot(state, luck.split(number))
        assert command is not None
        seen.add(type(command))
        state = play(JUNGLE_SPEED, state, command)

    assert {cmd.JoinDuel, cmd.Judge, cmd.TotemReturned} <= seen


def test_a_wait_leaves_what_is_open_open() -> None:
    assert answer("BAS-02", events=[{"type": "timeout", "t": 9000}])["ruling"] == "DUEL_OPEN"


def test_bots_give_up_a_last_duel_they_overlook() -> None:
    stuck = table("S03V", "S03G", "S07J", "S09G", reserves=(0, 0, 0, 0), turn=None)

    assert any(JUNGLE_SPEED.bot(stuck, Luck("overlooks").split(number)) == cmd.Wait() for number in range(300))

"""Every house rule of Jungle Speed, put to the case that made somebody ask for it."""

from collections.abc import Mapping
from typing import Any

import pytest
from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.house import RULES
from perroquet.kernel.sheet import OneOf

from tests.games.hands import ANA, BEN, CLO, DAN, JUNGLE_SPEED, grab, hand, play
from tests.games.jungle import answer, asked, cards, ruled, table


def touch(player: str, t: float, *, fingers: int = 5, z_mm: float = 40, **more: Any) -> dict[str, Any]:
    return {"type": "contact", "t": t, "player": player, "hand": "right", "fingers": fingers, "z_mm": z_mm, **more}


def flip(player: str, card: str, t: float = 0) -> dict[str, Any]:
    return {"type": "flip", "t": t, "player": player, "card": card}


def split(player: str, **give: list[str]) -> dict[str, Any]:
    return {"type": "split", "t": 5000, "player": player, "give": give}


ALL = ["S03V", "S05O", "S03G", "S07J", "S09G"]
"""Every pile after BAS-02 in the order of seats."""

ROWS: list[tuple[str, Mapping[str, Any], list[dict[str, Any]], Mapping[str, Any]]] = [
    # case, house rules, further or other events, what is expected instead
    ("SET-01", {"leftover": "deal_all"}, [{"type": "deal", "t": 0, "deck": 78}],
     {"deal": {"A": 20, "B": 20, "C": 19, "D": 19}, "pot_deal": 0}),
    ("SET-05", {"first_player": "dealer"}, [], {"first_player": "dealer"}),
    ("PEN-02", {"interfere_then_duel": "duel_still_played"}, [],
     {"pickups": {"D": ["S07J", "S09G"]}, "piles": {"A": ["S03V"], "B": ["S05O", "S03G"], "C": [], "D": []},
      "next_player": None, "cancelled": []}),
    ("PEN-02", {"penalty_next": "normal"}, [], {"next_player": "C"}),
    ("PEN-04", {"fall_in_legit_duel": "first_touch_wins"}, [{"type": "timeout", "t": 520}],
     {"ruling": "NO_EVENT", "piles": {"A": [], "B": [], "C": ["S07J"], "D": ["S09G"]}}),
    ("INT-11", {"fall_in_legit_duel": "penalty_always"}, [], {"ruling": "PENALTY_FALL", "offender": "B"}),
    ("INT-11", {"fall_in_legit_duel": "reset_and_reopen"}, [], {"ruling": "ATTEMPT_VOID", "next_player": None}),
    ("INT-11", {"fall_in_legit_duel": "first_touch_wins"}, [], {"ruling": "IN_WON", "winner": "B"}),
    ("PEN-06", {"fall_off_table": "penalty"}, [], {"ruling": "PENALTY_FALL", "offender": "A"}),
    ("PEN-06", {"fall_off_table": "first_touch_wins"}, [], {"ruling": "DUEL_WON", "winner": "A"}),
    ("FIN-14", {"unknown_fall": "ignore"}, [], {"ruling": "FALL_UNATTRIBUTED", "pot": [], "out": []}),
    ("PEN-08", {"two_wrong_grabs": "split_evenly"}, [],
     {"pickups": {"C": ["S03V", "S05O", "S09G"], "D": ["S11G", "S07J"]}}),
    ("PEN-08", {"two_wrong_grabs": "anti_meute"}, [touch("C", 400, fingers=2)], {"offender": "D"}),
    ("PEN-09", {"late_intruder": "penalty_after"}, [],
     {"ruling": "PENALTY_WRONG_GRAB", "offender": "D", "pickups": {"D": ["S07J", "S09G"]}}),
    ("PEN-09", {"late_intruder": "penalty_all"}, [],
     {"ruling": "PENALTY_INTERFERE", "offender": "D", "pickups": {"D": ALL}}),
    ("PEN-09", {"late_grace_ms": 200}, [], {"ruling": "PENALTY_WRONG_GRAB", "offender": "D"}),
    ("PEN-11", {"brush": "penalty"}, [], {"ruling": "PENALTY_INTERFERE", "offender": "D"}),
    ("PEN-12", {"first": "first_touch"}, [], {"ruling": "DUEL_WON", "winner": "A"}),
    ("PEN-13", {"wrong_hand": "penalty"}, [], {"ruling": "PENALTY_WRONG_GRAB", "offender": "A", "pickups": {"A": ALL}}),
    ("PEN-13", {"wrong_hand": "ignore"}, [], {"winner": "A", "warned": []}),
    ("PEN-14", {"peek": "lose_duel"}, [flip("A", "S05V", 50)], {"ruling": "DUEL_WON", "winner": "B", "losers": ["A"]}),
    ("PEN-15", {"ghost_grab": "back_in_game"}, [], {"ruling": "PENALTY_WRONG_GRAB", "offender": "D", "out": []}),
    ("AM-03", {"tie_window_ms": 120}, [touch("B", 500, z_mm=30)], {"winner": "B"}),
    ("AM-05", {"am_final_tie": "flipper_loses"}, [], {"winner": "A"}),
    ("AM-05", {"am_final_tie": "first_lift"}, [], {"ruling": "ASK_TABLE"}),
    ("AM-06", {"intruder_in_tie": "ignored_if_not_first"}, [touch("A", 395, fingers=3), touch("D", 400)],
     {"winner": "A", "warned": ["D"]}),
    ("AM-06", {"intruder_in_tie": "ignored_if_not_first"}, [], {"offender": "D"}),
    ("AM-07", {"count_settle_ms": 0}, [], {"winner": "B"}),
    ("BAS-10", {"unseen_duel": "expires_on_next_flip"}, [flip("A", "S14O"), flip("B", "S01V", 650)],
     {"ruling": "PENALTY_WRONG_GRAB"}),
    ("BAS-11", {"multi_split": "even"}, [{"type": "timeout", "t": 3000}],
     {"piles": {"A": [], "B": [], "C": [], "D": ["S09G"]}}),
    ("BAS-11", {"multi_next": "random"}, [], {"ruling": "MULTI_WON"}),
    ("BAS-11", {"multi_next": "winner_names"}, [], {"ruling": "ASK_TABLE"}),
    ("BAS-11", {"multi_pot": "first_clockwise"}, [], {"pickups": {"B": ["S03V", "S03G"], "C": ["S07J", "S03O"]}}),
    ("INT-02", {"in_next": "normal"}, [], {"next_player": "B"}),
    ("INT-05", {"in_empty_pile": "not_eligible"}, [], {"eligible": ["A", "B", "C", "D"]}),
    ("EXT-05", {"second_out_with_duel": "cancelled"}, [], {"ruling": "DUEL_WON", "pending": []}),
    ("EXT-07", {"out_next": "flipper_of_first_out"}, [], {"next_player": "A"}),
    ("EXT-07", {"out_next": "left_of_flipper"}, [], {"next_player": "A"}),
    ("EXT-11", {"out_with_col": "shape_duel_first"}, [],
     {"ruling": "DUEL_WON", "winner": "B", "losers": ["C"], "mode": "colour"}),
    ("EXT-15", {"late_flip": "penalty"}, [], {"ruling": "PENALTY_WRONG_GRAB", "offender": "C"}),
    ("COU-16", {"colour_permanent": False}, [], {"ruling": "PENALTY_WRONG_GRAB", "mode": "shape"}),
    ("COU-09", {"colour_ends_when_covered": True}, [flip("D", "S01O")], {"mode": "colour"}),
    ("FIN-08", {"last_in_pot": "exclude"}, [], {"ruling": "IN_LAST_FAIL"}),
    ("FIN-08", {"in_no_taker": "stays_live"}, [], {"ruling": "IN_OPEN", "piles": {
        "A": ["S03V", "IN1"], "B": ["S05O"], "C": ["S07J"], "D": ["S09G"]}}),
    ("FIN-09", {"last_col": "race"}, [], {"ruling": "DUEL_OPEN", "mode": "colour", "eligible": ["B", "C"]}),
    ("FIN-09", {"last_col": "race"}, [touch("B", 400)], {"ruling": "LAST_COL_TAKE_ALL", "offender": "A"}),
    ("FIN-10", {"rank_last_two": "fewest_cards"}, [], {"ranking": [["C"], ["A"], ["B"]]}),
    ("FIN-10", {"end": "first_out"}, [], {"ranking": [["C"], ["A", "B"]]}),
    ("TRI-05", {"stray_col": "plays_normally"}, [], {"ruling": "COL_ON", "mode": "colour", "next_player": "A"}),
    ("DUO-03", {"two_p_penalty_hand": "player_chooses"}, [], {"ruling": "ASK_TABLE"}),
]  # fmt: skip


@pytest.mark.parametrize(
    ("case", "house", "events", "expected"), ROWS, ids=[f"{case} {dict(house)}" for case, house, _, _ in ROWS]
)
def test_a_house_rule_changes_what_the_case_says(
    case: str, house: dict[str, Any], events: list[dict[str, Any]], expected: Mapping[str, Any]
) -> None:
    said = answer(case, events=events, **house)

    assert {key: said[key] for key in expected} == expected


TESTED_ELSEWHERE = {
    "cards", "edition", "n_colour_cards", "n_inward_cards", "n_outward_cards", "n_shapes", "in_plus_duel_non_duelist",
    "last_out_effect", "jump_gun", "tie_rank", "two_p_remove_col", "two_p_wrong_hand", "two_p_end",
}  # fmt: skip


def test_every_house_rule_is_put_to_a_case_or_tested_elsewhere() -> None:
    assert RULES.keys() == {rule for _, house, _, _ in ROWS for rule in house} | TESTED_ELSEWHERE


def test_every_house_rule_and_every_word_of_it_has_a_meaning() -> None:
    words = JUNGLE_SPEED.phrases.templates

    assert {f"house-{rule}" for rule in RULES} <= words.keys()
    for rule, allowed in RULES.items():
        if isinstance(allowed, OneOf):
            assert {f"house-{rule}-{word}" for word in allowed.words} <= words.keys(), rule


# --- what no case of the file shows


VOLLEY = table("S03V", "S05O", "S07J", "S09G", turn=ANA)


def volley(*turned: str, house: Mapping[str, Any] | None = None) -> Any:
    """Return the table after Ana's outward arrow and a volley of these cards."""
    state = table("S03V", "S05O", "S07J", "S09G", turn=ANA, house=house)
    all_of_them = tuple(zip((ANA, BEN, CLO, DAN), cards(" ".join(turned)), strict=True))
    return play(JUNGLE_SPEED, state, cmd.Flip(seat=ANA, card=cards("OUT1")[0]), cmd.FlipAll(cards=all_of_them))


def test_to_who_is_not_in_the_duel_the_pot_may_be_forbidden_js_43() -> None:
    both = ("S11G", "S12O", "S12V", "IN1")

    assert ruled(volley(*both), cmd.Judge(grab=grab(hand(ANA)))).ruling.code == "IN_WON"
    strict = volley(*both, house={"in_plus_duel_non_duelist": "penalty"})
    assert ruled(strict, cmd.Judge(grab=grab(hand(ANA)))).ruling.code == "PENALTY_INTERFERE"


@pytest.mark.parametrize(
    ("effect", "pot", "out", "volley_due"),
    [
        ("none_pile_to_pot", ("S03V", "OUT1"), (ANA,), False),
        ("others_flip", ("S03V", "OUT1"), (ANA,), True),
        ("only_card_to_pot", ("OUT1",), (), False),
    ],
)
def test_a_last_outward_arrow_lets_its_player_go_js_50(effect: str, pot: Any, out: Any, volley_due: bool) -> None:  # noqa: FBT001
    last = table("S03V", "S05O", "S07J", "S09G", reserves=(1, 5, 5, 5), turn=ANA, house={"last_out_effect": effect})
    after = play(JUNGLE_SPEED, last, cmd.Flip(seat=ANA, card=cards("OUT1")[0]))

    assert (after.cards.pot, after.out, after.volley is not None) == (pot, out, volley_due)
    assert after.cards.turn == BEN


def test_a_grab_while_a_volley_is_counted_is_a_wrong_grab_or_a_warning_js_75() -> None:
    counted = play(JUNGLE_SPEED, VOLLEY, cmd.Flip(seat=ANA, card=cards("OUT1")[0]))
    assert ruled(counted, cmd.Judge(grab=grab(hand(CLO)))).ruling.code == "PENALTY_WRONG_GRAB"
    assert play(JUNGLE_SPEED, counted, cmd.Judge(grab=grab(hand(CLO)))).volley is None, "its arrow was picked up"

    kind = table("S03V", "S05O", "S07J", "S09G", turn=ANA, house={"jump_gun": "allowed"})
    counted = play(JUNGLE_SPEED, kind, cmd.Flip(seat=ANA, card=cards("OUT1")[0]))
    assert ruled(counted, cmd.Judge(grab=grab(hand(CLO)))).ruling.code == "WARNING"
    assert play(JUNGLE_SPEED, counted, cmd.Judge(grab=grab(hand(CLO)))).volley is not None


def test_who_go_out_together_may_be_ranked_clockwise_from_who_caused_it_js_74() -> None:
    for rule, gone in (("tied", ((ANA, BEN),)), ("clockwise_from_offender", ((ANA,), (BEN,)))):
        last = table("S03V", "S05O", "S07J", "S09G", "S10G", reserves=(0, 0, 5, 5, 5), house={"tie_rank": rule})

        assert play(JUNGLE_SPEED, last, cmd.Judge(grab=grab(hand(CLO)))).gone == gone


def test_a_winner_may_name_who_restarts_js_40() -> None:
    three = table("S03V", "S03G", "S03O", "S09G", house={"multi_next": "winner_names"})
    shared = play(JUNGLE_SPEED, three, cmd.Judge(grab=grab(hand(ANA))), cmd.Accept())

    assert (shared.asked.question, shared.asked.seat) == (ev.Question.NEXT, ANA)
    assert ruled(shared, cmd.Claim(seat=CLO)).restart == CLO
    assert ruled(shared, cmd.Accept()).restart == BEN


def test_the_pot_of_a_rush_may_go_to_the_first_loser_clockwise_js_39() -> None:
    three = table("S03V", "S03G", "S03O", "S09G", pot="S12J", house={"multi_pot": "first_clockwise"})
    event = ruled(play(JUNGLE_SPEED, three, cmd.Judge(grab=grab(hand(CLO)))), cmd.Claim(seat=BEN))

    assert {pickup.seat: pickup.cards for pickup in event.pickups or ()} == {
        ANA: ("S03V", "S12J"),
        BEN: ("S03O", "S03G"),
    }


def test_an_empty_pile_may_not_be_eligible_js_42() -> None:
    for rule, entitled in (("eligible", {ANA, BEN, CLO, DAN}), ("not_eligible", {ANA, BEN, CLO})):
        rush = table("S03V", "IN1", "S07J", "", house={"in_empty_pile": rule})

        assert rush.meeting.entitled == entitled


def test_a_choice_needs_both_js_43() -> None:
    chosen = play(JUNGLE_SPEED, volley("S11G", "S12O", "S12V", "IN1"), cmd.Judge(grab=grab(hand(BEN))))

    assert (chosen.asked.question, chosen.asked.seat) == (ev.Question.CHOICE, BEN)
    assert ruled(chosen, cmd.Accept()).losers == (CLO,)
    assert ruled(chosen, cmd.Refuse()).ruling.code == "IN_WON"
    assert asked(volley("S11G", "S12O", "S12V", "IN1"), cmd.Judge(grab=grab(hand(CLO)))).seat == CLO

"""Anti-meute: whose grab counts. Every pair of counts, heights and gaps, frozen as golden counts."""

from collections import Counter
from dataclasses import replace
from itertools import product

import pytest
from perroquet.games.jungle_speed.anti_meute import (
    SURE,
    AskTable,
    Beyond,
    Intrusion,
    Reason,
    Take,
    accusable,
    decide,
    likely,
)
from perroquet.games.jungle_speed.house import House
from perroquet.kernel.readings import Hand
from perroquet.kernel.units import Millis, Probability, Seat

from tests.games.hands import ANA, BEN, CLO, DAN, grab, hand

DUEL = frozenset((ANA, BEN))
BOX = House()
SURELY = Probability(1.0)


def take(*hands: Hand, house: House = BOX, entitled: frozenset[Seat] = DUEL) -> Take:
    decision = decide(grab(*hands), entitled, house)
    assert isinstance(decision, Take)
    return decision


def test_the_only_hand_wins_js_3() -> None:
    assert take(hand(BEN)) == Take(winner=0, rival=None, reason=Reason.ONLY_HAND, sure=SURELY)


def test_a_hand_that_only_the_supports_felt_is_asked_about_js_16() -> None:
    gloved = take(hand(BEN, z=0.0, chances=(1 / 6,) * 6))

    assert (gloved.winner, gloved.reason) == (0, Reason.ONLY_HAND)
    assert gloved.sure < SURE


def test_first_come_wins_over_the_tie_window_whatever_the_fingers_js_11() -> None:
    decision = take(hand(ANA, fingers=1, z=80), hand(BEN, 45.5, fingers=5, z=10))

    assert decision == Take(winner=0, rival=1, reason=Reason.FIRST_COME, sure=SURELY, late=(1,))


def test_at_the_tie_window_hands_are_together_js_8() -> None:
    assert take(hand(ANA, fingers=3), hand(BEN, 45, fingers=4)).reason is Reason.FINGERS


def test_the_house_chooses_the_tie_window_js_8() -> None:
    wide = take(hand(ANA, fingers=3), hand(BEN, 100, fingers=4), house=House(tie_window_ms=Millis(120)))

    assert (wide.winner, wide.reason) == (1, Reason.FINGERS)


def test_more_fingers_win_together_js_8() -> None:
    assert take(hand(ANA, fingers=3, z=10), hand(BEN, 12, fingers=4, z=80)).winner == 1


def test_equal_fingers_the_hand_underneath_wins_js_9() -> None:
    lower = take(hand(ANA, z=60), hand(BEN, 12, z=30))

    assert (lower.winner, lower.reason, lower.sure) == (1, Reason.LOWER_HAND, 1.0)


def test_equal_fingers_and_height_the_first_contact_wins_js_10() -> None:
    first = take(hand(ANA, z=40), hand(BEN, 12, z=40))

    assert (first.winner, first.reason, first.sure) == (0, Reason.FIRST_CONTACT, 1.0)


def test_an_order_closer_than_two_milliseconds_is_unsure_js_16() -> None:
    assert take(hand(ANA), hand(BEN, 1.9)).sure < SURE


@pytest.mark.parametrize(("z", "winner"), [(35, 1), (45, 0)])
def test_heights_closer_than_a_ring_are_unsure_but_name_the_lower_js_16(z: float, winner: int) -> None:
    close = take(hand(ANA, z=40), hand(BEN, 12, z=z))

    assert close.winner == winner
    assert close.sure < SURE


def on_rings(one: Hand, *chances: float) -> Hand:
    return replace(one, lowest_p=tuple(Probability(p) for p in chances))


def test_rings_that_chances_tell_apart_are_as_sure_as_those_js_9_js_16() -> None:
    ana, ben = on_rings(hand(ANA, 12), 0.85, 0.15), on_rings(hand(BEN), 0.0, 1.0)
    lower = take(ben, ana)

    assert (lower.winner, lower.reason) == (1, Reason.LOWER_HAND)
    assert lower.sure == pytest.approx(0.85)
    assert take(on_rings(hand(ANA), 0.85, 0.15), on_rings(hand(BEN, 12), 0.0, 1.0)).sure == pytest.approx(1.0)


def test_rings_that_are_most_likely_the_same_leave_it_to_the_first_contact_js_10() -> None:
    first = take(on_rings(hand(ANA), 1.0, 0.0), on_rings(hand(BEN, 12), 0.8, 0.2))

    assert (first.winner, first.reason) == (0, Reason.FIRST_CONTACT)
    assert first.sure == pytest.approx(1.0)


def test_confidence_is_the_chance_that_the_named_hand_wins_by_the_rule_js_16() -> None:
    # Ana: 4 (90 %) or 3; Ben: 3 for sure. With 3 to 3 Ana wins still, being lower.
    chances = (0.0, 0.0, 0.0, 0.1, 0.9, 0.0)

    assert take(hand(ANA, fingers=4, chances=chances, z=10), hand(BEN, 5, fingers=3, z=80)).sure > 0.999
    assert take(hand(ANA, fingers=4, chances=chances, z=80), hand(BEN, 5, fingers=3, z=10)).sure - 0.9 < 1e-9


def test_uncounted_fingers_are_never_sure_js_16() -> None:
    assert take(hand(ANA, chances=()), hand(BEN, 5, chances=())).sure == 0.0


def test_brushes_do_not_take_js_14() -> None:
    decision = take(hand(BEN, brush=True), hand(ANA, 10))

    assert (decision.winner, decision.reason) == (1, Reason.ONLY_HAND)


def test_an_outsider_first_is_an_intrusion_js_7() -> None:
    assert decide(grab(hand(DAN), hand(ANA, 90)), DUEL, House()) == Intrusion(hand=0)


def test_an_outsider_after_the_take_is_late_js_15() -> None:
    assert take(hand(ANA), hand(DAN, 200)).late == (1,)


@pytest.mark.parametrize(
    ("hands", "why"),
    [
        ((), Beyond.NO_HANDS),
        ((hand(ANA, brush=True),), Beyond.NO_HANDS),
        ((hand(ANA), hand(ANA, 10)), Beyond.SAME_SEAT),
        ((hand(ANA), hand(BEN, 5), hand(ANA, 10)), Beyond.SAME_SEAT),
    ],
)
def test_two_hands_of_one_player_or_none_at_all_are_asked_js_18(hands: tuple[Hand, ...], why: Beyond) -> None:
    assert decide(grab(*hands), DUEL, BOX) == AskTable(why=why)


def test_an_outsider_in_a_scrum_pays_js_7() -> None:
    assert decide(grab(hand(ANA), hand(DAN, 10)), DUEL, BOX) == Intrusion(hand=1)
    assert decide(grab(hand(DAN), hand(ANA, 10)), DUEL, BOX) == Intrusion(hand=0)


def test_an_outsider_in_a_scrum_may_count_as_late_js_7() -> None:
    lenient = House(intruder_in_tie="ignored_if_not_first")

    assert take(hand(ANA), hand(DAN, 10), house=lenient).late == (1,)
    assert decide(grab(hand(DAN), hand(ANA, 10)), DUEL, lenient) == Intrusion(hand=0)


def test_of_three_simultaneous_hands_the_best_wins_against_its_closest_rival_js_8() -> None:
    everybody = frozenset((ANA, BEN, CLO, DAN))
    three = take(hand(ANA, fingers=2), hand(BEN, 10, fingers=5), hand(CLO, 20, fingers=5, z=80), entitled=everybody)

    assert (three.winner, three.rival, three.reason, three.sure) == (1, 2, Reason.LOWER_HAND, 1.0)


def test_the_last_tie_may_go_to_who_lifts_it_or_did_not_flip_js_10() -> None:
    lift = take(hand(ANA), hand(BEN, 12), house=House(am_final_tie="first_lift"))
    assert (lift.reason, lift.sure) == (Reason.FIRST_LIFT, 0.5)

    loses = House(am_final_tie="flipper_loses")
    for flipper, winner in ((ANA, 1), (BEN, 0)):
        decision = decide(grab(hand(ANA), hand(BEN, 12)), DUEL, loses, flipper)
        assert isinstance(decision, Take)
        assert (decision.winner, decision.reason) == (winner, Reason.FLIPPER_LOSES)
    assert take(hand(ANA), hand(BEN, 12), house=loses).reason is Reason.FIRST_CONTACT


def test_hands_without_an_owner_are_no_outsiders_js_16() -> None:
    assert take(hand(None), hand(None, 10)).reason is Reason.FIRST_CONTACT


def test_a_penalty_needs_ten_to_one_js_17() -> None:
    assert accusable(hand(CLO))
    assert accusable(hand(CLO, odds=10.0))
    assert not accusable(hand(CLO, odds=9.9))
    assert not accusable(hand(None, posterior={CLO: 1.0}))


def test_what_the_rules_made_likely_is_no_evidence_js_17() -> None:
    assert not accusable(hand(CLO, posterior={CLO: 0.99, DAN: 0.01}, odds=1.0))


def test_the_likely_owner_is_the_most_probable_seat() -> None:
    assert likely(hand(CLO, posterior={})) == CLO
    assert likely(hand(None, posterior={ANA: 0.3, BEN: 0.7})) == BEN
    assert likely(hand(None)) is None


HEIGHTS = (20.0, 25.0, 31.5, 80.0)
GAPS_MS = (0.0, 1.0, 12.0, 44.9, 45.0, 45.1, 90.0)

GOLDEN = {
    (0, "first-come"): 800,
    (0, "fingers"): 800,
    (1, "fingers"): 800,
    (0, "first-contact"): 60,
    (0, "first-contact", "unsure"): 40,
    (0, "lower-hand"): 100,
    (1, "lower-hand"): 100,
    (0, "lower-hand", "unsure"): 50,
    (1, "lower-hand", "unsure"): 50,
}
"""Over all pairs of 1 to 5 fingers, four heights a hand and seven gaps: who wins and why. 2,800 grabs."""


def test_all_two_hand_grabs_are_ruled_as_counted_js_8_js_9_js_10_js_11() -> None:
    counts: Counter[tuple[object, ...]] = Counter()
    for first, second, low, high, gap in product(range(1, 6), range(1, 6), HEIGHTS, HEIGHTS, GAPS_MS):
        ruled = take(hand(ANA, fingers=first, z=low), hand(BEN, gap, fingers=second, z=high))
        counts[(ruled.winner, ruled.reason.value, *(() if ruled.sure >= SURE else ("unsure",)))] += 1

    assert sum(counts.values()) == 5 * 5 * 4 * 4 * 7
    assert counts == GOLDEN


def test_swapping_two_hands_that_touched_at_one_instant_changes_nothing_js_8_js_9() -> None:
    for first, second, low, high in product(range(1, 6), range(1, 6), HEIGHTS, HEIGHTS):
        if first == second and low == high:
            continue
        one = take(hand(ANA, fingers=first, z=low), hand(BEN, fingers=second, z=high))
        two = take(hand(BEN, fingers=second, z=high), hand(ANA, fingers=first, z=low))

        assert one.winner != two.winner
        assert one.reason is two.reason
        assert abs(one.sure - two.sure) < 1e-9

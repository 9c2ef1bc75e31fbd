"""The house sheet: what a table may choose, with the default of each choice. RULES.md says what each one means."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Final

from perroquet.games.jungle_speed.cards import EDITIONS, Edition
from perroquet.kernel.sheet import HouseRule, OneOf, Sheet, Within
from perroquet.kernel.units import Millis

TIE_WINDOW_MS: Final = Millis(45)
COUNT_SETTLE_MS: Final = Millis(150)
LATE_GRACE_MS: Final = Millis(700)


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """House rules of Jungle Speed; words, and whole numbers. Every field is one line of the sheet."""

    cards: str = "unknown"
    edition: str = "seed_fr_80"
    n_colour_cards: int = 2
    n_inward_cards: int = 3
    n_outward_cards: int = 3
    n_shapes: int = 18
    leftover: str = "pot"
    first_player: str = "random"
    end: str = "last_two"
    rank_last_two: str = "tied"
    tie_rank: str = "tied"
    tie_window_ms: Millis = TIE_WINDOW_MS
    count_settle_ms: Millis = COUNT_SETTLE_MS
    late_grace_ms: Millis = LATE_GRACE_MS
    first: str = "hold"
    am_final_tie: str = "first_contact"
    brush: str = "warn"
    wrong_hand: str = "void_and_warn"
    two_wrong_grabs: str = "first_contact"
    intruder_in_tie: str = "penalty"
    late_intruder: str = "warn"
    ghost_grab: str = "warn"
    interfere_then_duel: str = "duel_cancelled"
    penalty_next: str = "offender"
    jump_gun: str = "penalty"
    peek: str = "warn"
    unknown_fall: str = "all_to_pot"
    fall_in_legit_duel: str = "free_if_first"
    fall_off_table: str = "attempt_void"
    unseen_duel: str = "open_while_visible"
    multi_split: str = "winner_chooses"
    multi_pot: str = "winner_chooses"
    multi_next: str = "loser_with_most_then_clockwise"
    in_next: str = "winner"
    in_no_taker: str = "expires_on_next_flip"
    in_empty_pile: str = "eligible"
    in_plus_duel_non_duelist: str = "pot_only"
    last_in_pot: str = "include"
    out_next: str = "flipper_of_last_out"
    second_out_with_duel: str = "deferred"
    out_with_col: str = "colour_applies"
    late_flip: str = "warn_and_wait"
    last_out_effect: str = "none_pile_to_pot"
    colour_permanent: str = "no"
    colour_ends_when_covered: str = "no"
    last_col: str = "take_all_now"
    stray_col: str = "set_aside"
    two_p_remove_col: str = "yes"
    two_p_wrong_hand: str = "interfere"
    two_p_penalty_hand: str = "grabbing_hand"
    two_p_end: str = "official"

    @property
    def box(self) -> Edition:
        """Return what is in the box, with the numbers this table says it has (JS-73)."""
        box = EDITIONS[self.edition]
        if self.edition == "custom":
            return replace(
                box,
                shapes=self.n_shapes,
                inward=self.n_inward_cards,
                outward=self.n_outward_cards,
                colour_arrows=self.n_colour_cards,
            )
        return replace(box, colour_arrows=min(box.colour_arrows, self.n_colour_cards))


def _words(*words: str) -> OneOf:
    return OneOf(words=words)


_SWITCH: Final = _words("no", "yes")

RULES: Final[Mapping[str, HouseRule]] = {
    "cards": _words("unknown", "virtual", "seen"),
    "edition": _words(*EDITIONS),
    "n_colour_cards": Within(lowest=0, highest=4, unit="cards"),
    "n_inward_cards": Within(lowest=0, highest=6, unit="cards"),
    "n_outward_cards": Within(lowest=0, highest=6, unit="cards"),
    "n_shapes": Within(lowest=8, highest=18, unit="shapes"),
    "leftover": _words("pot", "deal_all"),
    "first_player": _words("random", "youngest", "dealer"),
    "end": _words("last_two", "first_out"),
    "rank_last_two": _words("tied", "fewest_cards"),
    "tie_rank": _words("tied", "clockwise_from_offender"),
    "tie_window_ms": Within(lowest=20, highest=120, unit="milliseconds"),
    "count_settle_ms": Within(lowest=0, highest=150, unit="milliseconds"),
    "late_grace_ms": Within(lowest=0, highest=2_000, unit="milliseconds"),
    "first": _words("hold", "first_touch"),
    "am_final_tie": _words("first_contact", "first_lift", "flipper_loses"),
    "brush": _words("warn", "penalty"),
    "wrong_hand": _words("void_and_warn", "penalty", "ignore"),
    "two_wrong_grabs": _words("first_contact", "split_evenly", "anti_meute"),
    "intruder_in_tie": _words("penalty", "ignored_if_not_first"),
    "late_intruder": _words("warn", "penalty_after", "penalty_all"),
    "ghost_grab": _words("warn", "back_in_game"),
    "interfere_then_duel": _words("duel_cancelled", "duel_still_played"),
    "penalty_next": _words("offender", "normal"),
    "jump_gun": _words("penalty", "allowed"),
    "peek": _words("warn", "lose_duel"),
    "unknown_fall": _words("all_to_pot", "ignore"),
    "fall_in_legit_duel": _words("free_if_first", "penalty_always", "reset_and_reopen", "first_touch_wins"),
    "fall_off_table": _words("attempt_void", "penalty", "first_touch_wins"),
    "unseen_duel": _words("open_while_visible", "expires_on_next_flip"),
    "multi_split": _words("winner_chooses", "even"),
    "multi_pot": _words("winner_chooses", "first_clockwise"),
    "multi_next": _words("loser_with_most_then_clockwise", "random", "winner_names"),
    "in_next": _words("winner", "normal"),
    "in_no_taker": _words("expires_on_next_flip", "stays_live"),
    "in_empty_pile": _words("eligible", "not_eligible"),
    "in_plus_duel_non_duelist": _words("pot_only", "penalty"),
    "last_in_pot": _words("include", "exclude"),
    "out_next": _words("flipper_of_last_out", "flipper_of_first_out", "left_of_flipper"),
    "second_out_with_duel": _words("deferred", "cancelled"),
    "out_with_col": _words("colour_applies", "shape_duel_first"),
    "late_flip": _words("warn_and_wait", "penalty"),
    "last_out_effect": _words("none_pile_to_pot", "others_flip", "only_card_to_pot"),
    "colour_permanent": _SWITCH,
    "colour_ends_when_covered": _SWITCH,
    "last_col": _words("take_all_now", "race"),
    "stray_col": _words("set_aside", "plays_normally"),
    "two_p_remove_col": _SWITCH,
    "two_p_wrong_hand": _words("interfere", "counts_for_player"),
    "two_p_penalty_hand": _words("grabbing_hand", "player_chooses"),
    "two_p_end": _words("official"),
}
"""Rule -> what it may be, in the order the menu offers them."""

SHEET: Final = Sheet(game="jungle-speed", form=House, rules=RULES)

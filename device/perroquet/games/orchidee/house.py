"""The house sheet of L'Orchidée: where the text is silent, what a table may choose; the defaults are our rulings."""

from dataclasses import dataclass
from typing import Final

from perroquet.kernel.sheet import OneOf, Sheet, Within
from perroquet.kernel.sounds import Scene

TABLE: Final = "table"
VIRTUAL: Final = "virtual"


@dataclass(frozen=True, slots=True, kw_only=True)
class House:
    """House rules of L'Orchidée; the first word of each list is the default.

    Attributes:
        cards: `table` = real cards, of which the device knows what it is told; `virtual` = it deals and knows them all.
        tricks: `counted` = a button closes each trick; `free` = START ends the tricks of a round.
        variant: `none` | `agent` = the undercover agent.
        scene: the jungle of each round is drawn (`drawn`) | always by the `river` | in a `storm` | at `night`.
        raid_grace_s: live play at the start of a round in which no raid comes, seconds.
        raid_mean_s: mean wait after that, seconds of live play; 0 = no raids.
        raid_law: `hazard` = the same chance at every instant | `coin` = a coin for each trick | `uniform` = somewhere
            in twice the mean, which a patient player can see coming.
        raid_coin_percent: chance of a raid in each trick, for the coin.
        armed: `tricks` = only while tricks are played | `whole_game` = while cards are pilfered too.
        window_from: the ten seconds run from the `end` of the shout | its `onset` | the `first_hand` shown (START).
        press_in_shout: a press during the shout `counts` | is `refused`.
        pilfer_after_raid: `yes` | `no`.
        confiscated: a confiscated card is `out` of the game | `returns_to_deck`.
        confiscates: the highest card of `any` kind | the highest `nugget`.
        equal: of an equal insect and nugget, the `nugget` | the `owner` chooses (virtual cards).
        nothing_left: who has nothing to confiscate gives `nothing` | the next pilfered card (`debt`).
        hand_orchid: the orchid in a revealed hand `closes` the raid | leaves the `window` open.
        accusations: `one_each` | `first_only`.
        credible: an accusation names the `player` | also the hiding `place`.
        reveal: after a raid everybody sees the `hands` | the won tricks too (`all`). Virtual cards.
        orchid_lost: for this `round` | `permanent`ly.
        hide_under_others: `yes` | `no`.
        dealer: next the one to the `left` | the `winner` of the last trick | the `same`.
        order: cards are laid `clockwise`, face up | `simultaneous`, face down.
        tied_trick: its cards go to the `deck` | `out` of the game.
        thefts: `clockwise` | `simultaneous_secret`, chosen in secret.
        thief_returns: who passes may steal again after a theft of others: `no` | `yes`.
        counter: a defence ends it (`no`) | may be answered in turn (`chain`).
        resteal: a stolen nugget may be stolen again: `yes` | `no`.
        final_tie: `shared` | most `nuggets`, then the highest.
        false_alarm: a shout without a parrot is `ignored` | costs a nugget (`penalty`).
        parrot_mean_s: mean wait for the parrot, seconds, after the raid's grace.
        parrot_window_s: how long its call allows shouting; 0 = to the end of the round.
        agent_in_hand: an agent who names whoever still holds the orchid is paid (`agent`) | the `customs` rule counts.
        agent_wrong: after a wrong shout the orchid `returns` in the next round | is `lost` as after a raid.
        false_nugget: a false accuser's nugget is `out` of the game | `returns_to_deck`.
        refused_accusation: a refused accusation is `free` | uses up the one allowed (`used`).
        deal_for_two: cards each for two players, at most.
        orchid_bonus: points for each round in which the hidden orchid was not found. Virtual cards.
    """

    cards: str = TABLE
    tricks: str = "counted"
    variant: str = "none"
    scene: str = "drawn"
    raid_grace_s: int = 20
    raid_mean_s: int = 180
    raid_law: str = "hazard"
    raid_coin_percent: int = 8
    armed: str = "tricks"
    window_from: str = "end"
    press_in_shout: str = "counts"
    pilfer_after_raid: str = "yes"
    confiscated: str = "out"
    confiscates: str = "any"
    equal: str = "nugget"
    nothing_left: str = "nothing"
    hand_orchid: str = "closes"
    accusations: str = "one_each"
    credible: str = "player"
    reveal: str = "hands"
    orchid_lost: str = "round"
    hide_under_others: str = "yes"
    dealer: str = "left"
    order: str = "clockwise"
    tied_trick: str = "deck"
    thefts: str = "clockwise"
    thief_returns: str = "no"
    counter: str = "no"
    resteal: str = "yes"
    final_tie: str = "shared"
    false_alarm: str = "ignored"
    parrot_mean_s: int = 120
    parrot_window_s: int = 0
    agent_in_hand: str = "agent"
    agent_wrong: str = "returns"
    false_nugget: str = "out"
    refused_accusation: str = "free"
    deal_for_two: int = 20
    orchid_bonus: int = 0

    @property
    def virtual(self) -> bool:
        """True = the device deals and knows every card."""
        return self.cards == VIRTUAL

    @property
    def mood(self) -> Scene | None:
        """The scene of the jungle; None = the luck of the round draws it."""
        return None if self.scene == "drawn" else Scene(self.scene)

    @property
    def agent(self) -> bool:
        """True = an undercover agent may shout."""
        return self.variant == "agent"


SHEET: Final = Sheet(
    game="orchidee",
    form=House,
    rules={
        "cards": OneOf(words=(TABLE, VIRTUAL)),
        "tricks": OneOf(words=("counted", "free")),
        "variant": OneOf(words=("none", "agent")),
        "scene": OneOf(words=("drawn", *Scene)),
        "raid_grace_s": Within(lowest=0, highest=300, unit="seconds"),
        "raid_mean_s": Within(lowest=0, highest=3_600, unit="seconds"),
        "raid_law": OneOf(words=("hazard", "coin", "uniform")),
        "raid_coin_percent": Within(lowest=1, highest=100, unit="percent"),
        "armed": OneOf(words=("tricks", "whole_game")),
        "window_from": OneOf(words=("end", "onset", "first_hand")),
        "press_in_shout": OneOf(words=("counts", "refused")),
        "pilfer_after_raid": OneOf(words=("yes", "no")),
        "confiscated": OneOf(words=("out", "returns_to_deck")),
        "confiscates": OneOf(words=("any", "nugget")),
        "equal": OneOf(words=("nugget", "owner")),
        "nothing_left": OneOf(words=("nothing", "debt")),
        "hand_orchid": OneOf(words=("closes", "window")),
        "accusations": OneOf(words=("one_each", "first_only")),
        "credible": OneOf(words=("player", "place")),
        "reveal": OneOf(words=("hands", "all")),
        "orchid_lost": OneOf(words=("round", "permanent")),
        "hide_under_others": OneOf(words=("yes", "no")),
        "dealer": OneOf(words=("left", "winner", "same")),
        "order": OneOf(words=("clockwise", "simultaneous")),
        "tied_trick": OneOf(words=("deck", "out")),
        "thefts": OneOf(words=("clockwise", "simultaneous_secret")),
        "thief_returns": OneOf(words=("no", "yes")),
        "counter": OneOf(words=("no", "chain")),
        "resteal": OneOf(words=("yes", "no")),
        "final_tie": OneOf(words=("shared", "nuggets")),
        "false_alarm": OneOf(words=("ignored", "penalty")),
        "parrot_mean_s": Within(lowest=1, highest=3_600, unit="seconds"),
        "parrot_window_s": Within(lowest=0, highest=600, unit="seconds"),
        "agent_in_hand": OneOf(words=("agent", "customs")),
        "agent_wrong": OneOf(words=("returns", "lost")),
        "false_nugget": OneOf(words=("out", "returns_to_deck")),
        "refused_accusation": OneOf(words=("free", "used")),
        "deal_for_two": Within(lowest=2, highest=20, unit="cards"),
        "orchid_bonus": Within(lowest=0, highest=20, unit="points"),
    },
)

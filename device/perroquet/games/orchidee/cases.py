"""Run the case file of L'Orchidée through the rules: each kind of event as commands, then what they changed."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import reduce
from typing import Any, Final, cast

from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee import pilfer, scores, thefts, tricks
from perroquet.games.orchidee.cards import DECK, Card
from perroquet.games.orchidee.case_shape import Case, instant, nanoseconds, state_of
from perroquet.games.orchidee.evolve import evolve
from perroquet.games.orchidee.rounds import hand_size, must_redeal, next_dealer
from perroquet.games.orchidee.rules import decide, wake
from perroquet.games.orchidee.state import Phase, State
from perroquet.games.orchidee.views import view
from perroquet.kernel.cases import CaseOutcome, Cited, Part
from perroquet.kernel.cases import run_cases as run
from perroquet.kernel.errors import IllegalCommand, MalformedCase
from perroquet.kernel.units import NS_PER_MS, NS_PER_S, HostNs, Seat

FORMAT: Final = "orchidee-cases/1"

Told = dict[str, object]


def run_cases(text: str) -> tuple[CaseOutcome, ...]:
    """Run a file of format `orchidee-cases/1`.

    Raises:
        MalformedCase: the file is not of that format.
    """
    return run(text, wanted=FORMAT, shape=Case, play=play)


def play(case: Case) -> Told:
    """Return what the rules say of `case`, by the keys of its `expected`."""
    keys = frozenset(case.event)
    told = next((told for needed, told in _PLAYS if needed <= keys), None)
    if told is None:
        raise MalformedCase(f"event {case.event!r} does not exist")
    return told(case, Story(state=state_of(case)))


@dataclass(frozen=True, slots=True, kw_only=True)
class Story:
    """Commands and what they did; the last refusal is remembered, and changes nothing."""

    state: State
    told: tuple[ev.Event, ...] = ()
    rejected: str | None = None

    def after(self, *wishes: cmd.Command) -> "Story":
        """Return the story after `wishes`, as far as they are allowed."""
        story = self
        for wish in wishes:
            try:
                events = decide(story.state, wish)
            except IllegalCommand as refusal:
                story = replace(story, rejected=refusal.code.replace("-", "_"))  # as case files write it
                continue
            state = reduce(evolve, events, story.state)
            story = replace(story, state=state, told=(*story.told, *events))
        return story

    def quietly(self, *wishes: cmd.Command) -> "Story":
        """Return the same without remembering refusals."""
        return replace(self.after(*wishes), rejected=self.rejected)

    def of(self, kind: type[Any]) -> list[Any]:
        """Return the events of one kind."""
        return [event for event in self.told if isinstance(event, kind)]


# --- rounds and tricks


def _deal(_case: Case, story: Story) -> Told:
    state = story.state
    each = hand_size(state)
    left = len(DECK) - state.orchid_gone - state.gone - each * len(state.players)
    return {"hand": each, "set_aside": left, "in_deck": _in_deck(state)}


def _in_deck(state: State) -> Part:
    return Part((card, card in state.deck) for card in DECK)


def _dealt(case: Case, _story: Story) -> Told:
    dealt = cast("dict[str, list[str]]", case.event["dealt"])
    return {"redeal": must_redeal(tuple(Card(card) for card in dealt["set_aside"]))}


def _start_round(case: Case, story: Story) -> Told:
    number = int(case.event["start_round"])
    dealer = story.state.dealer if number == 1 else next_dealer(replace(story.state, number=number - 1))
    return {"dealer": dealer, "leader": dealer, "app_activator": dealer}


def _next_trick(_case: Case, story: Story) -> Told:
    return {"leader": story.state.leader}


def _play(case: Case, story: Story) -> Told:
    cards = [Card(card) for card in case.event["play"]]
    state = replace(story.state, dealer=Seat(0), round=replace(story.state.round, tricks=()))
    story = replace(story, state=state)
    for seat, card in enumerate(cards):
        story = story if story.rejected else story.after(cmd.PlayCard(seat=Seat(seat), card=card))
    closed = next(iter(story.of(ev.TrickClosed)), None)
    told: Told = {"rejected": story.rejected, "winner": closed.winner if closed is not None else None}
    if closed is not None:
        won = closed.winner is not None
        told |= {"takes": list(closed.cards) if won else [], "discarded": [] if won else list(closed.cards)}
    return told


def _play_card(case: Case, story: Story) -> Told:
    seat, card = cast("tuple[int, str]", case.event["play_card"])
    if case.state.dealer is None:  # whose turn it is, nobody said
        turn = story.state.clockwise(Seat(seat))[
            -(len(story.state.round.tricks) + len(case.state.trick)) % case.players
        ]
        story = replace(story, state=replace(story.state, dealer=turn))
    story = _laid(case, story, None).after(cmd.PlayCard(seat=Seat(seat), card=Card(card)))
    return {"rejected": story.rejected, "ok": story.rejected is None}


def _laid(case: Case, story: Story, at: HostNs | None) -> Story:
    """Lay the open trick of the case, seat by seat from the leader."""
    order = story.state.clockwise(story.state.leader)
    pairs = zip(order, case.state.trick, strict=False)
    return story.after(*(cmd.PlayCard(seat=seat, card=Card(card), at=at) for seat, card in pairs))


def _check(case: Case, story: Story) -> Told:
    counts = case.state.playable
    over = tricks.out_of_cards(counts) if counts is not None else tricks.round_over(story.state)
    return {"round_over": "out_of_cards" if over else None}


def _tricks_end(_case: Case, story: Story) -> Told:
    ended = story.state
    story = replace(story, state=reduce(evolve, (ev.TricksEnded(at=None),), ended))
    lost = bool(story.of(ev.Ruled))
    return {"penalty": "confiscation" if lost else None, "in_deck": _in_deck(story.state)}


# --- pilfering


def _pilfer(case: Case, story: Story) -> Told:
    if "pilfer" in case.event:
        seat, card = cast("tuple[int, str]", case.event["pilfer"])
        wish: cmd.Command = cmd.Pilfer(seat=Seat(seat), card=Card(card))
    else:
        seat = int(case.event["pilfer_pass"])
        wish = cmd.PassPilfer(seat=Seat(seat))
    story = story.after(wish)
    treasure = story.state.player(Seat(seat)).treasure or ()
    return {
        "ok": story.rejected is None,
        "rejected": story.rejected,
        "pilfered": Part({str(seat): list(treasure)}),
        "pilfered_count": Part({str(seat): len(treasure)}),
        "card_visible_to": _who_sees(story.state, Seat(seat)),
    }


def _who_sees(state: State, owner: Seat) -> list[Seat]:
    """Return the seats whose view would be another if the last pilfered card were."""
    treasure = state.player(owner).treasure or ()
    spare = next(card for card in DECK if card not in treasure)
    other = state.changed(owner, treasure=(*treasure[:-1], spare))
    return [seat for seat in state.seats if view(state, seat) != view(other, seat)]


def _pilfer_done(_case: Case, story: Story) -> Told:
    passes = (cmd.PassPilfer(seat=seat) for seat in pilfer.undecided(story.state))
    story = story.quietly(*passes).after(cmd.GoOn())
    phases = {Phase.PLAY: "play", Phase.THEFTS: "thefts", Phase.COUNT: "thefts", Phase.OVER: "thefts"}
    return {"phase": phases.get(story.state.phase), "rejected": story.rejected}


# --- the customs

SHOUT_NS: Final = 2 * NS_PER_S
"""Any length will do."""

ONSET: Final = instant(60.0)
END: Final = HostNs(ONSET + SHOUT_NS)


def _raid(case: Case, story: Story) -> Told:
    done = case.state.trick_complete_at
    story = _laid(case, story, None if done is None else HostNs(ONSET + nanoseconds(done)))
    cards = len(story.state.round.laid)
    if case.event["raid"]:
        story = story.after(cmd.HearRaid(onset=ONSET, end=END), cmd.Strike(at=END))
    for accuser, accused, t in cast("list[tuple[int, int, float | None]]", case.event.get("accuse", [])):
        at = HostNs(END + nanoseconds(t or 0.0))
        story = story.after(cmd.Accuse(accuser=Seat(accuser), accused=Seat(accused), at=at))
    while (due := wake(story.state)) is not None:
        story = story.quietly(cmd.Strike(at=due))
    ruled = story.of(ev.Ruled)
    caught = next((one.catches for one in ruled if one.catches is not None), None)
    told: Told = {
        "caught": caught,
        "confiscated": next((one.card for one in story.of(ev.Moved) if one.source == caught), None),
        "accuser_reward": next((one.card for one in story.of(ev.Moved) if one.target is not None), None),
        "loses": _fines(story) or None,
        "rejected": story.rejected,
        "window_opened": bool(story.of(ev.WindowOpened)),
        "trick": "cancelled" if cards and not story.state.round.laid else None,
        "cards_return_to_deck": cards,
        "trick_winner": next((one.winner for one in story.of(ev.TrickClosed)), None),
        "may_pilfer": [one.seat for one in story.state.players if pilfer.may_pilfer(story.state, one)],
    }
    if any(one.loses_orchid for one in ruled):
        told["orchid"] = "lost"
    after = story.quietly(cmd.GoOn())
    return told | {"phase": after.state.phase.value}


FALSE: Final = ("FALSE_ACCUSATION", "AGENT_WRONG", "FALSE_ALARM")


def _fines(story: Story) -> list[list[object]]:
    """Return [seat, nugget] of each false accuser."""
    fines: list[list[object]] = []
    for place, event in enumerate(story.told):
        if isinstance(event, ev.Ruled) and event.ruling.code in FALSE:
            paid = next((one for one in story.told[place + 1 : place + 2] if isinstance(one, ev.Moved)), None)
            fines.append([event.ruling.against[0], None if paid is None else paid.card])
    return fines


def _raid_due(case: Case, story: Story) -> Told:
    if case.state.sink is not None:
        raise Cited("a test of the table and its speaker that names this case plays a raid that nobody could hear")
    story = story.after(cmd.HearRaid(onset=ONSET, end=END))
    return {"raid": story.rejected is None, "raid_deferred": False}


def _cited(why: str) -> Callable[[Case, Story], Told]:
    def cite(_case: Case, _story: Story) -> Told:
        raise Cited(why)

    return cite


# --- the undercover agent


def _shout(case: Case, story: Story) -> Told:
    shouter, accused = cast("tuple[int, int]", case.event["shout"])
    story = story.after(cmd.Shout(by=Seat(shouter), at=instant(90.0)))
    if story.rejected is None:
        story = story.after(cmd.Point(accused=Seat(accused)))
    moves = [[one.card, one.source, one.target] for one in story.of(ev.Moved) if one.target is not None]
    agent = any(one.ruling.code.startswith("AGENT") for one in story.of(ev.Ruled))
    return {
        "rejected": story.rejected,
        "moves": moves,
        "confiscated": None,
        "loses": _fines(story) or None,
        "round_over": "agent" if agent else None,
    }


def _press(case: Case, story: Story) -> Told:
    """Tell shouts and raid in the order in which the device hears of them, which is late and not that of the stamps."""
    uncertain_ns = nanoseconds(case.state.clock_uncertainty_s)
    if uncertain_ns not in (0, NS_PER_MS):
        raise MalformedCase(f"clock_uncertainty_s = {uncertain_ns / NS_PER_S}; presses are told apart by milliseconds")
    wishes: list[cmd.Command] = [
        cmd.Shout(by=Seat(seat), at=instant(t)) for seat, t in cast("list[tuple[int, float]]", case.event["press"])
    ]
    if "raid_onset" in case.event:
        onset = instant(float(case.event["raid_onset"]))
        wishes.append(cmd.HearRaid(onset=onset, end=HostNs(onset + SHOUT_NS)))
    story = story.quietly(*reversed(wishes))
    raid = story.state.round.raid
    shouted = story.state.phase is Phase.SHOUT
    return {
        "shouter": raid.locks[0].accuser if shouted and raid is not None else None,
        "raid": bool(story.of(ev.RaidHeard)) and not shouted,
        "round_over": "agent" if shouted else None,
    }


# --- the end


def _steal(case: Case, story: Story) -> Told:
    for thief, insect, target in cast("list[tuple[int, str, int]]", case.event["steal"]):
        turn = replace(story.state.thefts, turn=Seat(thief))
        story = replace(story, state=replace(story.state, phase=Phase.THEFTS, thefts=turn))
        story = story.after(cmd.Steal(thief=Seat(thief), target=Seat(target), insect=Card(insect)))
        if "defend" in case.event:
            story = story.after(cmd.Defend(seat=Seat(target), insect=Card(case.event["defend"])))
        if "counter" in case.event:
            story = story.after(cmd.Defend(seat=Seat(thief), insect=Card(case.event["counter"])))
        theft = story.state.thefts.open
        if theft is not None and story.rejected is None:
            story = story.after(cmd.Yield(seat=theft.answers))
    moves = [[one.card, one.source, one.target] for one in story.of(ev.Moved) if one.target is not None]
    used = [one.insect for one in story.told if isinstance(one, (ev.TheftTried, ev.Defended))]
    no_nugget = "no_nugget" if story.of(ev.TheftDropped) else None
    return {"moves": moves, "discarded": used, "rejected": story.rejected or no_nugget}


def _thefts(case: Case, story: Story) -> Told:
    if case.event["phase"] != "thefts":
        raise MalformedCase(f"event phase {case.event['phase']!r}; 'thefts' is wanted")
    return {"seat_order": list(thefts.order(story.state)), "turns": list(thefts.turns(story.state))}


def _score(_case: Case, story: Story) -> Told:
    return {"score": Part((str(one.seat), scores.worth(one.known or ())) for one in story.state.players)}


def _winner(_case: Case, story: Story) -> Told:
    return {"winners": list(scores.winners(story.state))}


_PLAYS: Final[tuple[tuple[frozenset[str], Callable[[Case, Story], Told]], ...]] = (
    (frozenset({"deal"}), _deal),
    (frozenset({"dealt"}), _dealt),
    (frozenset({"start_round"}), _start_round),
    (frozenset({"next_trick"}), _next_trick),
    (frozenset({"play"}), _play),
    (frozenset({"play_card"}), _play_card),
    (frozenset({"check"}), _check),
    (frozenset({"tricks_end"}), _tricks_end),
    (frozenset({"pilfer"}), _pilfer),
    (frozenset({"pilfer_pass"}), _pilfer),
    (frozenset({"pilfer_done"}), _pilfer_done),
    (frozenset({"raid"}), _raid),
    (frozenset({"raid_due"}), _raid_due),
    (frozenset({"shout"}), _shout),
    (frozenset({"press"}), _press),
    (frozenset({"steal"}), _steal),
    (frozenset({"phase"}), _thefts),
    (frozenset({"score"}), _score),
    (frozenset({"winner"}), _winner),
    (frozenset({"simulate_rounds"}), _cited("a test that names this case draws the raid ten thousand times")),
    (frozenset({"render_pair"}), _cited("a test that names this case renders the sound with and without the raid")),
    (frozenset({"wait"}), _cited("a test of the table that names this case pauses for ten minutes")),
)
"""Keys of an event -> what plays it."""

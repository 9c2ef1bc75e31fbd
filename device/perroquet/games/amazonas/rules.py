"""The referee of Amazonas: what each wish leads to. Numbers AM-n are those of RULES.md."""

from typing import assert_never

from perroquet.games.amazonas import events as ev
from perroquet.games.amazonas.answers import answered, countable, dialled, to_count, to_dial
from perroquet.games.amazonas.board import ALL_LINKS, Board, Villages
from perroquet.games.amazonas.building import open_links, price
from perroquet.games.amazonas.cards import HAND, Gold, Silver
from perroquet.games.amazonas.course import collected, course, start_begun, undecided
from perroquet.games.amazonas.declaring import declare
from perroquet.games.amazonas.ending import ruling, scored
from perroquet.games.amazonas.money import silver
from perroquet.games.amazonas.sites import neutrals_of, rows_for_indio, sites_of, worth
from perroquet.games.amazonas.state import Explorer, Phase, State, initial
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import Setup
from perroquet.kernel.units import Seat


def opening(setup: Setup) -> tuple[ev.Event, ...]:
    """Return the deal of a game."""
    state = initial(setup)
    events, _ = course(state, (ev.MissionsAsked(),) if state.box.dealt else ())
    return events


def decide(state: State, command: ev.Command) -> tuple[ev.Event, ...]:
    """Return what follows from `command`, and from that by itself.

    Raises:
        IllegalCommand: a wish out of turn or against the rules.
    """
    events, _ = advance(state, command)
    return events


def advance(state: State, command: ev.Command) -> tuple[tuple[ev.Event, ...], State]:
    """Return the same, and the state after it: what follows can only be known by going there.

    For simulations; whoever has events from elsewhere folds `evolve`, and comes to the same state.

    Raises:
        IllegalCommand: a wish out of turn or against the rules.
    """
    return course(state, (_meant(state, command),))


def overrule(state: State, named: tuple[Seat, ...]) -> tuple[ev.Event, ...]:
    """Return the end with the winner the table names (AM-86); `state` is the one before the end."""
    if len(named) != 1 or named[0] not in {one.seat for one in state.playing}:
        raise IllegalCommand("name-winner", f"seats {named}; one winner who plays is wanted")
    last = _score(state)
    return (ev.Scored(results=last.results, ruling=ruling(last.results, named[0])),)


def _meant(state: State, command: ev.Command) -> ev.Event:
    match command:
        case ev.Dial():
            return _event(state, dialled(state, command.number))
        case ev.Answered():
            return _event(state, answered(state, yes=command.yes))
        case _:
            return _event(state, command)


def _event(state: State, wish: ev.Wish | ev.Step) -> ev.Event:
    match wish:
        case ev.Told() | ev.AimChanged():
            return wish
        case ev.Choose():
            return _choose(state, wish)
        case ev.EndTurn():
            return ev.TurnEnded(seat=_acting(state, wish.seat).seat)
        case ev.Build():
            return _build(state, wish)
        case ev.BuildNeutral():
            return _build_neutral(state, wish)
        case ev.Declare():
            return declare(state, _builder(state, wish.seat), wish)
        case ev.DeclareNeutral():
            _require(state.box.board is None, "not-now", "a neutral hut without its village; this game has a board")
            return ev.NeutralBuilt(seat=_neutral_builder(state, wish.seat).seat, village=None)
        case ev.TakeMoney():
            return collected(state, _offered(state, wish.seat))
        case ev.Hire():
            return _hire(state, wish)
        case ev.Reveal():
            _require(state.phase is Phase.CHOOSE, "not-now", f"no cards to turn up in phase {state.phase.value!r}")
            return ev.RevealCalled()
        case ev.Keep():
            return _keep(state, wish)
        case ev.BeginPlay():
            _require(state.phase is Phase.KEEP, "not-now", f"the game has begun: phase {state.phase.value!r}")
            _require(not undecided(state), "mission-first", "two missions are still to choose from")
            return start_begun(state)
        case ev.PrintMissions():
            _require(state.phase is Phase.KEEP, "not-now", f"the game has begun: phase {state.phase.value!r}")
            return ev.MissionsPrinted()
        case ev.CountMission():
            return _count(state, wish)
        case ev.Score():
            return _score(state)
        case ev.Leave():
            return ev.LeftGame(seat=_leaver(state, wish.seat))
        case ev.AskLeave():
            return ev.LeaveAsked(seat=_leaver(state, wish.seat))
        case ev.Stay():
            _require(state.leaving == wish.seat, "not-now", f"seat {wish.seat} was not asked whether it leaves")
            return ev.Stayed(seat=wish.seat)
        case _:
            assert_never(wish)


def _player(state: State, seat: Seat) -> Explorer:
    if seat not in state.box.seats or seat in state.gone:
        raise IllegalCommand("not-playing", f"seat {seat} does not play, or has left")
    return state.of(seat)


def _leaver(state: State, seat: Seat) -> Seat:
    _require(state.phase not in (Phase.COUNT, Phase.OVER), "not-now", "the game is over: nobody leaves it")
    return _player(state, seat).seat


def _choose(state: State, wish: ev.Choose) -> ev.Event:
    """Take a card in secret, or a card that lies on the table already (AM-13)."""
    explorer = _player(state, wish.seat)
    if wish.card not in explorer.hand:
        _require(wish.card in HAND, "no-such-card", f"income card {wish.card}; 0 to {HAND[-1]} exist")
        raise IllegalCommand("card-played", f"income card {wish.card} is not in the hand")
    if state.phase is Phase.CHOOSE:
        return ev.CardChosen(seat=wish.seat, card=wish.card)
    _require(explorer is to_dial(state) and state.phase is Phase.SHOW, "too-late", "the cards of this round are up")
    return ev.CardDialled(seat=wish.seat, card=wish.card, value=worth(state, explorer, wish.card))


def _acting(state: State, seat: Seat) -> Explorer:
    """Return the player at `seat`, who is to build now."""
    explorer = _in_turn(state, seat)
    _require(state.phase is Phase.TURNS and state.collected, "not-now", "money or Indio first")
    return explorer


def _in_turn(state: State, seat: Seat) -> Explorer:
    explorer = _player(state, seat)
    if state.active is not explorer:
        raise IllegalCommand("not-your-turn", f"seat {seat} acts out of turn")
    return explorer


def _builder(state: State, seat: Seat) -> Explorer:
    """Return the player at `seat`, who may build a hut of their own now."""
    explorer = _in_turn(state, seat) if state.phase is Phase.START else _acting(state, seat)
    _require(explorer.huts_left > 0, "no-huts-left", "all twelve huts are on the board")
    return explorer


def _build(state: State, wish: ev.Build) -> ev.HutBuilt:
    explorer, board = _builder(state, wish.seat), _board(state)
    bit = _village(board, wish.village)
    if not sites_of(state, explorer, board, Villages(1 << bit)):
        raise _refusal(state, explorer, board, bit)
    cost = wish.price
    if cost != price(board, state.filled, bit):
        raise IllegalCommand("price-changed", f"{wish.village} does not cost {cost} gold now")
    free = state.phase is Phase.START and state.house.start_hut == "free"
    return ev.HutBuilt(
        seat=wish.seat,
        village=wish.village,
        species=board.villages[bit].species,
        price=Gold(0) if free else cost,
        purse=explorer.purse if free else Silver(explorer.purse - silver(cost)),
    )


def _refusal(state: State, explorer: Explorer, board: Board, bit: int) -> IllegalCommand:
    """Return why no hut may be built there now: the first rule that forbids it."""
    name, one = board.villages[bit].name, Villages(1 << bit)
    cost = price(board, state.filled, bit)
    if explorer.huts & one:
        return IllegalCommand("own-hut", f"{name} has a hut of seat {explorer.seat} already")
    if cost is None:
        return IllegalCommand("village-full", f"every site of {name} is built on")
    if state.phase is Phase.TURNS:
        if not board.around(explorer.huts, ALL_LINKS) & one:
            return IllegalCommand("not-linked", f"{name} is not linked to a hut of seat {explorer.seat}")
        if not board.around(explorer.huts, open_links(state.event, explorer.card)) & one:
            return IllegalCommand("way-closed", f"the way to {name} is closed in this round")
    return IllegalCommand("too-dear", f"{name} costs {cost} gold; {explorer.purse} silver are there")


def _neutral_builder(state: State, seat: Seat) -> Explorer:
    explorer = _acting(state, seat)
    _require(explorer.neutrals > 0, "no-neutrals", "no neutral hut left")
    _require(not state.neutral_built, "neutral-once", "one neutral hut a turn")
    return explorer


def _build_neutral(state: State, wish: ev.BuildNeutral) -> ev.NeutralBuilt:
    explorer, board = _neutral_builder(state, wish.seat), _board(state)
    bit = _village(board, wish.village)
    name = board.villages[bit].name
    _require(not state.neutral_at >> bit & 1, "neutral-there", f"{name} has a neutral hut already")
    free = neutrals_of(state, explorer, board) >> bit & 1
    _require(bool(free), "neutral-last-site", f"the last site of {name} is not for neutral huts")
    return ev.NeutralBuilt(seat=wish.seat, village=wish.village)


def _offered(state: State, seat: Seat) -> Explorer:
    """Return the player at `seat`, to whom an Indio is on offer now."""
    explorer = _player(state, seat)
    _require(bool(rows_for_indio(state, explorer)), "no-indio", "no Indio is on offer to this seat now")
    return explorer


def _hire(state: State, wish: ev.Hire) -> ev.Hired:
    explorer = _offered(state, wish.seat)
    started = wish.species in rows_for_indio(state, explorer)
    _require(started, "row-not-started", f"seat {wish.seat} has no tile of {wish.species} for an Indio to join")
    return ev.Hired(seat=wish.seat, species=wish.species, forgone=worth(state, explorer, explorer.card or 0))


def _keep(state: State, wish: ev.Keep) -> ev.MissionKept:
    explorer = _player(state, wish.seat)
    choosing = state.phase is Phase.KEEP and len(explorer.missions) > 1
    _require(choosing, "not-now", f"no mission to choose in phase {state.phase.value!r}")
    _require(wish.mission in explorer.missions, "no-such-mission", "that mission card is not in the hand")
    return ev.MissionKept(seat=wish.seat, mission=wish.mission)


def _count(state: State, wish: ev.CountMission) -> ev.MissionCounted:
    explorer = _player(state, wish.seat)
    _require(explorer is to_count(state) and state.phase is Phase.COUNT, "not-now", "no mission is to be counted")
    most = countable(explorer)
    _require(0 <= wish.built <= most, "no-such-count", f"{wish.built} mission villages; 0 to {most} can be built")
    return ev.MissionCounted(seat=wish.seat, built=wish.built)


def _score(state: State) -> ev.Scored:
    _require(state.phase is Phase.COUNT, "not-now", f"no points to count in phase {state.phase.value!r}")
    awaited = to_count(state)
    _require(awaited is None, "count-first", "a mission is still to be counted")
    return scored(state)


def _board(state: State) -> Board:
    if state.box.board is None:
        raise IllegalCommand("no-map", "this game has no map; tell village, species and price")
    return state.box.board


def _village(board: Board, name: str) -> int:
    if name not in board.called:
        raise IllegalCommand("no-such-village", f"village {name!r} is not on the board")
    return board.called[name]


def _require(met: bool, code: str, message: str) -> None:  # noqa: FBT001 - reads as a sentence
    if not met:
        raise IllegalCommand(code, message)

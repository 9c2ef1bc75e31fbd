"""The referee of L'Orchidée decides: (state, command) -> events. Each family of rules has a module of its own."""

from typing import Final, assert_never

from perroquet.games.orchidee import agent, customs, pilfer, rulings, scores, thefts, tricks
from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.losses import choices, confiscation, given_up
from perroquet.games.orchidee.raid import parrot_due, surprises
from perroquet.games.orchidee.rounds import another, next_round
from perroquet.games.orchidee.state import Phase, State, initial
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.game import Setup
from perroquet.kernel.units import HostNs, Seat

Events = tuple[ev.Event, ...]

UNSETTLED: Final = (Phase.RAID, Phase.WINDOW, Phase.HOLDER, Phase.SHOUT)
"""A raid is being settled: a power cut voids it (OR-32)."""


def opening(setup: Setup) -> Events:
    """Begin the first round."""
    return next_round(initial(setup), setup.at)


def decide(state: State, command: cmd.Command) -> Events:
    """Return what follows from `command`.

    Raises:
        IllegalCommand: it cannot be now; its `code` says why.
    """
    for seat in _named(command):
        if seat not in state.seats:
            raise IllegalCommand("seat-not-playing", f"seat {seat} does not play; seats {list(state.seats)} do")
    match command:
        case cmd.GoOn():
            return _go_on(state, command.at)
        case cmd.EndTricks() | cmd.TakeTrick() | cmd.PlayCard():
            return _play(state, command)
        case cmd.HearRaid():
            return customs.hear_raid(state, command)
        case cmd.Strike():
            return _time_up(state, command.at)
        case cmd.LockIn():
            return customs.lock_in(state, command)
        case cmd.Accuse():
            return customs.accuse(state, command)
        case cmd.Point():
            return (agent.point if state.phase is Phase.SHOUT else customs.point)(state, command)
        case cmd.Answered():
            return (agent.answered if state.phase is Phase.SHOUT else customs.answered)(state, yes=command.yes)
        case cmd.Shout():
            return agent.shout(state, command)
        case cmd.GiveUp():
            return _give_up(state, command)
        case cmd.Pilfer():
            return pilfer.pilfer(state, command)
        case cmd.PassPilfer():
            return pilfer.pass_pilfer(state, command.seat)
        case cmd.Steal() | cmd.PassTheft() | cmd.Defend() | cmd.Yield():
            return _steal(state, command)
        case cmd.Count():
            return scores.enter(state, command)
        case _:
            assert_never(command)


def _named(command: cmd.Command) -> tuple[Seat, ...]:
    """Return the seats that a command names."""
    named = (getattr(command, slot, None) for slot in ("seat", "winner", "accuser", "accused", "by", "thief", "target"))
    return tuple(seat for seat in named if seat is not None)


def _play(state: State, command: cmd.EndTricks | cmd.TakeTrick | cmd.PlayCard) -> Events:
    match command:
        case cmd.EndTricks():
            return tricks.end_tricks(state, command.at)
        case cmd.TakeTrick():
            return tricks.take_trick(state, command)
        case cmd.PlayCard():
            return tricks.play_card(state, command)
        case _:
            assert_never(command)


def _steal(state: State, command: cmd.Steal | cmd.PassTheft | cmd.Defend | cmd.Yield) -> Events:
    match command:
        case cmd.Steal():
            return thefts.steal(state, command)
        case cmd.PassTheft():
            return thefts.pass_theft(state, command.seat)
        case cmd.Defend():
            return thefts.defend(state, command)
        case cmd.Yield():
            return thefts.let_be(state, command.seat)
        case _:
            assert_never(command)


def _go_on(state: State, at: HostNs | None) -> Events:
    """START while playing."""
    match state.phase:
        case Phase.PLAY:
            if state.house.tricks == "free" and not state.house.virtual:
                return tricks.end_tricks(state, at)
            return tricks.take_trick(state, cmd.TakeTrick(winner=None, at=at))
        case Phase.RAID | Phase.WINDOW:
            return customs.go_on(state, at)
        case Phase.SHOUT:
            return agent.go_on(state)
        case Phase.RULED:
            return (*_not_chosen(state), ev.PilferOpened())
        case Phase.PILFER:
            return _after_pilfering(state, at)
        case Phase.HOLDER:
            raise IllegalCommand("name-holder", "press the button of the one whose hand holds the orchid, or MODE")
        case Phase.THEFTS | Phase.DEFENCE | Phase.COUNT:
            raise IllegalCommand("not-now", f"START means nothing in phase {state.phase.value!r}")
        case Phase.OVER:
            raise IllegalCommand("game-over", "this game is over; start another")
        case _:
            assert_never(state.phase)


def _after_pilfering(state: State, at: HostNs | None) -> Events:
    """Deal again, or let the thefts begin (OR-1). Real cards: who has not said anything pilfers nothing."""
    if state.house.virtual and (slow := pilfer.undecided(state)):
        raise IllegalCommand("pilfer-first", f"seats {list(slow)} may still pilfer, or pass")
    return next_round(state, at) if another(state) else thefts.begin(state)


def _time_up(state: State, at: HostNs) -> Events:
    called = agent.wake(state)
    if called is not None and at >= called:
        return (parrot_due(state, called, at),)
    return customs.time_up(state, at)


def _give_up(state: State, wish: cmd.GiveUp) -> Events:
    if wish.card not in choices(state, wish.seat):
        raise IllegalCommand("not-now", f"seat {wish.seat} has nothing to choose between")
    return (given_up(state, wish.seat, wish.card),)


def _not_chosen(state: State) -> Events:
    """Give up the nugget of somebody who would not choose."""
    seat = state.round.choosing
    return () if seat is None else (given_up(state, seat, choices(state, seat)[-1]),)


def overrule(state: State, seats: tuple[Seat, ...]) -> Events:
    """Rule as the table says (OR-31): the first named seat pays; nobody = nobody was found.

    Raises:
        IllegalCommand: a seat that does not play.
    """
    for seat in seats:
        if seat not in state.seats:
            raise IllegalCommand("seat-not-playing", f"seat {seat} does not play; seats {list(state.seats)} do")
    if not seats:
        return (ev.Ruled(ruling=rulings.nobody_caught(), closes=True), *customs.shown(state))
    if state.round.shouted:
        return (*agent.overruled(state, seats[0]), *customs.shown(state))
    loss = confiscation(state, seats[0])
    ruled = ev.Ruled(ruling=rulings.caught_by_table(loss, None), closes=True, catches=seats[0])
    return (ruled, *loss.events, *customs.shown(state))


def interrupt(state: State) -> Events:
    """Void a raid that was being settled; draw the surprises of an open round anew (OR-32)."""
    if state.phase in UNSETTLED:
        return (ev.Voided(),)
    if state.phase is Phase.PLAY:
        salt = f"{state.round.drawn} after a power cut"
        # The clock begins anew. Whether the parrot's new time is past or to come when play goes on, its wait has no
        # memory: see `parrot_due`. It calls once a round.
        at = HostNs(0) if state.round.called is None else None
        return (surprises(state, state.number, salt=salt, at=at, redrawn=True),)
    return ()


def wake(state: State) -> HostNs | None:
    """Return when the next instant is due: of a raid, or of the parrot."""
    return customs.wake(state) or agent.wake(state)

"""The referee of Jungle Speed decides: (state, command) -> events. Numbers JS-n are those of RULES.md."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final, assert_never

from perroquet.games.jungle_speed import commands as cmd
from perroquet.games.jungle_speed import duels, falls, judge, rulings, seen, turning
from perroquet.games.jungle_speed import events as ev
from perroquet.games.jungle_speed.answers import reply, split
from perroquet.games.jungle_speed.dealing import is_stretched, stretched
from perroquet.games.jungle_speed.evolve import evolve
from perroquet.games.jungle_speed.faults import fault
from perroquet.games.jungle_speed.house import SHEET
from perroquet.games.jungle_speed.machine import Stage
from perroquet.games.jungle_speed.piles import person
from perroquet.games.jungle_speed.reading import read
from perroquet.games.jungle_speed.rulings import Evidence
from perroquet.games.jungle_speed.settle import Events, folded, nobody, settled, turn
from perroquet.games.jungle_speed.state import State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.units import NS_PER_US, HostNs, Micros, Millis, Probability, Seat, after

MEASURE_WAIT: Final = Millis(1_000)
"""A contact whose measure has not come by then is given up (JS-30)."""

FREE: Final = (Stage.IDLE, Stage.RESET, Stage.ARMED)
GRABBABLE: Final = (*FREE, Stage.CONTACT)


def decide(state: State, command: cmd.Command) -> Events:
    """Return what follows from `command`.

    Raises:
        IllegalCommand: it cannot be now; its `code` says why.
    """
    if state.over and not (isinstance(command, cmd.Fell) and falls.counts(state, command.grab, command.at)):
        raise IllegalCommand("game-over", "this game is over; start another")
    match command:
        case cmd.NameFirst():
            judge.require_seat(state, command.seat)
            return (ev.FirstNamed(seat=command.seat),)
        case cmd.JoinDuel():
            return _join(state, command.seat)
        case cmd.Tell():
            _require(state, FREE)
            judge.require_seat(state, command.seat)
            return judge.told(state, command.seat)
        case cmd.Flip():
            judge.require_seat(state, command.seat)
            return turning.flip(state, command.seat, command.card)
        case cmd.See():
            return seen.turned(state, command.seat, command.card)
        case cmd.Correct():
            _require(state, FREE)
            return seen.misread(state, command.seat, command.card)
        case cmd.ShowCard():
            _require(state, FREE)
            turning.known(state)
            return (ev.CardWanted(seat=command.seat),)
        case cmd.FlipAll():
            return turning.flip_all(state, command.cards)
        case cmd.LateFlip():
            return turning.late(state, command.seat)
        case cmd.Peek():
            turning.known(state)
            judge.require_seat(state, command.seat)
            return (ev.Peeked(seat=command.seat),)
        case cmd.Wait():
            _require(state, FREE)
            turning.known(state)
            return turning.waited(state)
        case cmd.Touch():
            _require(state, FREE)
            return (ev.ContactFelt(at=command.at),)
        case cmd.Judge():
            _require(state, GRABBABLE)
            return judge.judge(state, command.grab, command.wrong)
        case cmd.Drop():
            _require(state, GRABBABLE)
            return _dropped(state, command)
        case cmd.Fell():
            return _fell(state, command)
        case cmd.Claim() | cmd.Accept() | cmd.Refuse():
            return reply(state, command)
        case cmd.Split():
            return split(state, command)
        case cmd.TotemGone():
            return (ev.TotemLeft(),)
        case cmd.TotemReturned():
            return (ev.TotemStood(),)
        case cmd.GoOn():
            return _go_on(state)
        case cmd.GiveUpContact():
            _require(state, (Stage.CONTACT,))
            return (ev.ContactLost(),)
        case cmd.Configure():
            return _configured(state, command)
        case cmd.Plead():
            # JS-12: the text rules it out in so many words
            raise IllegalCommand("never-replayed", f"a contested grab is ruled; {command.plea.value!r} is not possible")
        case _:
            assert_never(command)


def _require(state: State, stages: tuple[Stage, ...]) -> None:
    if state.stage not in stages:
        raise IllegalCommand("not-now", f"not in stage {state.stage.value!r}; wait for {' or '.join(stages)}")


def _join(state: State, seat: Seat) -> Events:
    """Declare a duel with seat buttons (JS-20)."""
    _require(state, FREE)
    judge.require_seat(state, seat)
    if state.cards is not None:
        raise IllegalCommand("cards-decide", "the cards are known, so they open duels; turn a card")
    match state.declared:
        case ():
            return (ev.DuelJoined(seat=seat),)
        case (waiting,) if waiting == seat:
            return (ev.DuelLeft(seat=seat),)
        case (waiting,):
            return (ev.DuelOpened(seats=(waiting, seat)),)
        case _:
            raise IllegalCommand("duel-is-open", f"{state.declared} duel already; let them grab, or press the winner's")


def _go_on(state: State) -> Events:
    """START while playing: « j'ai retourné ». With one seat pressed: that seat took it alone (JS-31)."""
    if state.stage in (Stage.CONTACT, Stage.SETTLE):
        raise IllegalCommand("not-now", "a grab is being ruled; answer the question first")
    if state.stage is Stage.RULED:
        return (ev.WentOn(),)
    if state.cards is not None:
        return turning.next_card(state)
    match state.declared:
        case ():
            return (ev.WentOn(),)
        case (waiting,):
            return (ev.DuelLeft(seat=waiting), *judge.what_was_it(state, waiting, None))
        case _:
            return (ev.DuelClosed(seats=state.declared), ev.WentOn())


def _dropped(state: State, command: cmd.Drop) -> Events:
    """Rule a fall whose maker is told (JS-60 to JS-64)."""
    seen, evidence = read(state, command.grab), Evidence(grab=command.grab, told=True)
    by = None if command.by is None else state.hand_of(command.by)
    return falls.dropped(
        state,
        by,
        seen.grab,
        evidence,
        off_table=command.off_table,
        take=lambda seat: judge.taken(state, seat, evidence),
    )


def _fell(state: State, command: cmd.Fell) -> Events:
    """Rule a fall that the base heard: after a grab that was judged (JS-61), or of nobody's hand (JS-64)."""
    grab = state.judged
    if grab is None or command.grab != grab.grab:
        _require(state, GRABBABLE)
        return falls.asked(state, None, None)
    if not falls.counts(state, command.grab, command.at):
        raise IllegalCommand("not-now", f"grab {grab.grab} was held, or cost its player everything; its fall is free")
    recalled: Events = () if state.before is None else (ev.Recalled(),)
    fallen = replace(grab, fall_us=Micros((command.at - grab.at) // NS_PER_US))
    before = folded(state, recalled)
    return (*recalled, *falls.felt(before, fallen, lambda seat: judge.taken(before, seat, Evidence(grab=fallen))))


def _configured(state: State, command: cmd.Configure) -> Events:
    """Choose a house rule during play.

    Raises:
        ConfigurationError: there is no such rule, or it cannot be that.
    """
    SHEET.laid({command.rule: command.value})
    chosen = ev.Configured(rule=command.rule, value=command.value)
    after = evolve(state, chosen)
    remark: Events = (ev.Noted(ruling=stretched()),) if is_stretched(after.house, len(after.seats)) else ()
    return (chosen, *remark)


# --- beside the rules ------------------------------------------------------------------------------------------------


def overrule(state: State, seats: tuple[Seat, ...]) -> Events:
    """Rule as the table says (JS-25).

    With something to take the first named seat took it; a second one lost to it. Otherwise a single seat pays for a
    grab without the right, and of two the first won a duel against the second. Nobody named: nothing is to be ruled.

    Raises:
        IllegalCommand: a seat that does not play, may not take it, or more seats than that.
    """
    for seat in seats:
        judge.require_seat(state, seat)
    told = Evidence(told=True)
    hands = tuple(state.hand_of(seat) for seat in seats)
    entitled = state.meeting.entitled
    if entitled and hands and hands[0] not in entitled:
        names = sorted({person(seat) for seat in entitled})
        raise IllegalCommand("not-in-duel", f"seat {seats[0]} may not take it; name one of {names}")
    match hands:
        case ():
            ruling = rulings.remark("NO_EVENT", "table-says-nothing", "JS-25")
            ruled = ev.Ruled(ruling=ruling, restart=turn(state), pickups=nobody(state), stays=True)
            return settled(state, ruled)
        case (winner, loser) if not entitled or loser in state.meeting.duel_of(winner):
            return duels.beaten(state, winner, loser, told)
        case (winner, *others) if entitled and not others:
            return judge.taken(state, winner, told)
        case (offender,):
            return fault(state, offender, told, sure=True)
        case _:
            raise IllegalCommand("two-seats-at-most", f"{len(seats)} seats named; name the winner, then the loser")


def interrupt(state: State) -> Events:
    """Void an open contact, question or declared duel (JS-24). Cards that match go on matching, in silence."""
    if state.asked is not None and state.asked.question is ev.Question.FIRST:
        return ()  # nothing is under way yet
    return (ev.Voided(),) if state.declared or state.stage in (Stage.CONTACT, Stage.SETTLE) else ()


def wake(state: State) -> HostNs | None:
    """Return when an awaited measure is given up (JS-30)."""
    return None if state.contact_at is None else after(state.contact_at, MEASURE_WAIT)


def prior(state: State) -> Mapping[Seat, Probability]:
    """Return who may grab, evenly; nobody special when everybody may, or nobody."""
    persons = {person(seat) for seat in state.meeting.entitled}
    if len(persons) in (0, len(state.seats)):
        return {}
    return {seat: Probability(1.0 / len(persons)) for seat in sorted(persons)}

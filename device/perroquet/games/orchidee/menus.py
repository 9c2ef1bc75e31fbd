"""What each seat, or the host, may wish now. A menu never depends on what others hide (OR-34)."""

from itertools import product

from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import pilfer, thefts, tricks
from perroquet.games.orchidee.agent import heard
from perroquet.games.orchidee.cards import DECK, ORCHID, insects
from perroquet.games.orchidee.customs import verdict_known
from perroquet.games.orchidee.losses import choices
from perroquet.games.orchidee.state import Phase, State
from perroquet.kernel.game import label_of
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.units import Seat

Wishes = tuple[cmd.Command, ...]


def menu(state: State, seat: Seat | None) -> Wishes:
    """Return what a seat, or the host (None), may wish now."""
    if seat is None:
        return _host(state)
    return _player(state, seat) if seat in state.seats else ()


# --- the host: what anybody can do on the panel


def _host(state: State) -> Wishes:
    match state.phase:
        case Phase.PLAY if not state.house.virtual:
            free = state.house.tricks == "free"
            taken = tuple(cmd.TakeTrick(winner=seat) for seat in state.seats)
            return (*taken, cmd.GoOn()) if free else (*taken, cmd.GoOn(), cmd.EndTricks())
        case Phase.HOLDER:
            return (*_points(state, None), cmd.Answered(yes=False))
        case Phase.RAID | Phase.WINDOW | Phase.SHOUT:
            return _host_in_raid(state)
        case Phase.RULED:
            return (cmd.GoOn(),)
        case Phase.PILFER:
            return _host_pilfers(state)
        case Phase.THEFTS:
            return _host_steals(state)
        case Phase.DEFENCE if state.thefts.open is not None:
            answers = state.thefts.open.answers
            defence = () if state.house.virtual else (cmd.Defend(seat=answers),)
            return (*defence, cmd.Yield(seat=answers))
        case _:
            return ()


def _host_in_raid(state: State) -> Wishes:
    raid = state.round.raid
    if raid is not None and raid.locks:
        return (*_points(state, raid.locks[0].accuser), cmd.Answered(yes=False))
    if state.house.virtual:
        return ()
    if raid is not None and raid.accusations:
        return (cmd.Answered(yes=True), cmd.Answered(yes=False))
    return (cmd.GoOn(),) if raid is not None and raid.caught is None else ()


def _points(state: State, accuser: Seat | None) -> Wishes:
    return tuple(cmd.Point(accused=one) for one in state.seats if one != accuser)


def _host_pilfers(state: State) -> Wishes:
    undecided = pilfer.undecided(state)
    if state.house.virtual:
        return tuple(cmd.PassPilfer(seat=seat) for seat in undecided) or (cmd.GoOn(),)
    return (*(cmd.Pilfer(seat=seat) for seat in undecided), cmd.GoOn())


def _host_steals(state: State) -> Wishes:
    passes = tuple(cmd.PassTheft(seat=seat) for seat in thefts.choosers(state))
    thief = state.thefts.turn
    if state.house.virtual or thief is None:
        return passes
    return (*(cmd.Steal(thief=thief, target=one) for one in state.seats if one != thief), *passes)


# --- a player: what only they can do, with what only they see


def _player(state: State, seat: Seat) -> Wishes:
    match state.phase:
        case Phase.PLAY:
            shouts = (cmd.Shout(by=seat),) if state.house.agent and heard(state, None) else ()
            return (*_plays(state, seat), *shouts)
        case Phase.RAID | Phase.WINDOW:
            return _accuses(state, seat)
        case Phase.SHOUT:
            raid = state.round.raid
            own = raid is not None and raid.locks and raid.locks[0].accuser == seat
            return _points(state, seat) if own else ()
        case Phase.RULED:
            return tuple(cmd.GiveUp(seat=seat, card=card) for card in choices(state, seat))
        case Phase.PILFER:
            return _pilfers(state, seat)
        case Phase.THEFTS:
            return _steals(state, seat)
        case Phase.DEFENCE:
            return _defends(state, seat)
        case _:
            return ()


def _plays(state: State, seat: Seat) -> Wishes:
    hides = (None, *tricks.hideouts(state, seat))
    return tuple(
        cmd.PlayCard(seat=seat, card=card, hide=hide) for hide in hides for card in tricks.playable(state, seat)
    )


def _accuses(state: State, seat: Seat) -> Wishes:
    raid = state.round.raid
    if raid is None or raid.closed or seat in raid.spent or any(lock.accuser == seat for lock in raid.locks):
        return ()
    if state.phase is Phase.RAID and state.house.press_in_shout == "refused":
        return ()
    if state.house.accusations == "first_only" and (raid.spent or raid.locks):
        return ()
    places = tuple(cmd.Hideout) if state.house.credible == "place" and verdict_known(state) else (None,)
    others = (one for one in state.seats if one != seat)
    return tuple(cmd.Accuse(accuser=seat, accused=one, hideout=place) for one, place in product(others, places))


def _pilfers(state: State, seat: Seat) -> Wishes:
    if seat not in pilfer.undecided(state) or state.number == 0:
        return ()
    player = state.player(seat)
    if player.won is not None:
        cards = player.won
    else:  # real cards: their owner may tell the device which it is, or not
        cards = (None, *(card for card in DECK if card not in (ORCHID, *(player.treasure or ()), *state.out)))
    return (*(cmd.Pilfer(seat=seat, card=card) for card in cards), cmd.PassPilfer(seat=seat))


def _steals(state: State, seat: Seat) -> Wishes:
    if seat not in thefts.choosers(state):
        return ()
    own = state.player(seat).known
    used = (None,) if own is None else insects(own)
    targets = (one for one in state.seats if one != seat)
    stealing = tuple(cmd.Steal(thief=seat, target=one, insect=card) for one, card in product(targets, used))
    return (*stealing, cmd.PassTheft(seat=seat))


def _defends(state: State, seat: Seat) -> Wishes:
    theft = state.thefts.open
    if theft is None or theft.answers != seat:
        return ()
    if state.player(seat).known is None:
        return (cmd.Defend(seat=seat), cmd.Yield(seat=seat))
    return (*(cmd.Defend(seat=seat, insect=card) for card in thefts.defences(state, seat)), cmd.Yield(seat=seat))


# --- what the buttons of a page say


def label(command: cmd.Command) -> Sentence:
    """Return what the button of `command` says."""
    match command:
        case cmd.PlayCard() if command.hide is not None:
            return say(f"label-hide-{command.hide}", words={"card": command.card})
        case cmd.PlayCard() | cmd.GiveUp():
            return say(f"label-{tricks.show(command.card)}", words={"number": command.card[1:]})
        case cmd.Pilfer() if command.card is not None:
            return say(f"label-{tricks.show(command.card)}", words={"number": command.card[1:]})
        case cmd.Pilfer() | cmd.PassPilfer() | cmd.PassTheft() | cmd.Yield() | cmd.Defend() if (
            getattr(command, "insect", None) is None
        ):
            return say(f"label-{type(command).__name__.lower()}", seats={"seat": command.seat})
        case cmd.Defend():
            return say("label-defend-with", words={"card": str(command.insect)})
        case cmd.Steal() if command.insect is not None:
            return say("label-steal-with", seats={"target": command.target}, words={"card": command.insect})
        case cmd.Steal():
            return say("label-steal", seats={"target": command.target})
        case cmd.TakeTrick() if command.winner is not None:
            return say("label-taketrick", seats={"seat": command.winner})
        case cmd.Point():
            return say("label-point", seats={"seat": command.accused})
        case cmd.Accuse() if command.hideout is not None:
            return say(f"label-accuse-{command.hideout}", seats={"accused": command.accused})
        case cmd.Accuse():
            return say("label-accuse", seats={"accused": command.accused})
        case cmd.Answered():
            return say("label-yes" if command.yes else "label-no")
        case _:
            return label_of(command)

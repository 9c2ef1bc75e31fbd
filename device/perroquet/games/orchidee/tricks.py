"""Tricks: who may lay what, who takes them, and when a round runs out of cards."""

from collections.abc import Sequence

from perroquet.games.orchidee import commands as cmd
from perroquet.games.orchidee import events as ev
from perroquet.games.orchidee.cards import INSECT, ORCHID, Card, insects, kind, nuggets, value
from perroquet.games.orchidee.evolve import evolve
from perroquet.games.orchidee.state import Laid, Phase, State
from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.units import HostNs, Seat

Events = tuple[ev.Event, ...]

LEAD_FOR_TWO = 5
"""By so much a nugget must beat an insect when two play."""


def taken_by(laid: Sequence[Laid], players: int) -> Seat | None:
    """Return who takes a whole trick (OR-7, OR-8): the highest card of the more frequent kind; None = a tie."""
    by_card = {play.card: play.seat for play in laid}
    crawling, golden = insects(by_card), nuggets(by_card)
    if players == 2 and len(crawling) == len(golden) == 1:
        best = golden[0] if value(golden[0]) >= value(crawling[0]) + LEAD_FOR_TWO else crawling[0]
        return by_card[best]
    if len(crawling) == len(golden):
        return None
    return by_card[max(crawling, golden, key=len)[-1]]


def next_player(state: State) -> Seat | None:
    """Return whose turn it is to lay a card; None = everybody's, or nobody knows the cards."""
    if not state.house.virtual or state.house.order == "simultaneous":
        return None
    return state.clockwise(state.leader)[len(state.round.laid) % len(state.seats)]


def playable(state: State, seat: Seat) -> tuple[Card, ...]:
    """Return what `seat` may lay now: everything in the hand but the orchid."""
    turn = next_player(state)
    laid = any(play.seat == seat for play in state.round.laid)
    if state.phase is not Phase.PLAY or laid or turn not in (None, seat):
        return ()
    return tuple(card for card in state.player(seat).hand or () if card != ORCHID)


def hideouts(state: State, seat: Seat) -> tuple[cmd.Hideout, ...]:
    """Return where `seat` may hide the orchid now: nowhere without it."""
    if ORCHID not in (state.player(seat).hand or ()):
        return ()
    forbidden = state.house.hide_under_others == "no"
    return tuple(one for one in cmd.Hideout if not (forbidden and one is cmd.Hideout.THEIR_TRICKS))


def play_card(state: State, wish: cmd.PlayCard) -> Events:
    """Lay a card; the last one of a trick closes it."""
    _check(state, wish)
    face_down = state.house.order == "simultaneous"
    events: Events = (
        ev.CardPlayed(seat=wish.seat, card=None if face_down else wish.card, at=wish.at),
        ev.Concealed(seat=wish.seat, card=wish.card if face_down else None, hideout=wish.hide),
    )
    for event in events:
        state = evolve(state, event)
    laid = state.round.laid
    if len(laid) < len(state.seats):
        return events
    winner = taken_by(laid, len(state.seats))
    best = next((play.card for play in laid if play.seat == winner), None)
    cards = tuple(play.card for play in laid)
    return (*events, *_close(state, ev.TrickClosed(winner=winner, best=best, told=True, cards=cards, at=wish.at)))


def _check(state: State, wish: cmd.PlayCard) -> None:
    hand = state.player(wish.seat).hand
    seen = (*(card for trick in state.round.tricks for card in trick.cards), *(play.card for play in state.round.laid))
    if state.phase is not Phase.PLAY:
        raise IllegalCommand("not-now", "cards are laid only while tricks are played")
    if wish.card == ORCHID:
        raise IllegalCommand("orchid-not-playable", "the orchid is never laid; choose an insect or a nugget")
    if wish.card in seen:
        raise IllegalCommand("duplicate-card", "each card exists once, and that one was laid in this round already")
    if any(play.seat == wish.seat for play in state.round.laid):
        raise IllegalCommand("one-card-a-trick", f"seat {wish.seat} has laid a card in this trick")
    if next_player(state) not in (None, wish.seat):
        raise IllegalCommand("not-your-turn", f"it is the turn of seat {next_player(state)}, not {wish.seat}")
    if hand is not None and wish.card not in hand:
        raise IllegalCommand("not-in-hand", "that card is not in this hand; choose one that is")
    if wish.hide is not None and wish.hide not in hideouts(state, wish.seat):
        raise IllegalCommand("no-hiding", "only the orchid in the own hand is hidden, and where the house allows it")


def take_trick(state: State, wish: cmd.TakeTrick) -> Events:
    """Close a trick of real cards; it may be told a little late, when the shout is in the air already (OR-12)."""
    if state.house.virtual:
        raise IllegalCommand("cards-decide", "virtual cards decide who takes a trick")
    raid = state.round.raid
    told_late = state.phase is Phase.RAID and raid is not None and wish.at is not None and wish.at < raid.onset
    if state.phase is not Phase.PLAY and not told_late:
        raise IllegalCommand("not-now", f"no trick is open in phase {state.phase.value!r}")
    told = wish.winner is not None or not state.house.agent
    closed = ev.TrickClosed(winner=wish.winner, best=None, told=told, cards=(), at=wish.at)
    return (closed,) if told_late else _close(state, closed)


def _close(state: State, closed: ev.TrickClosed) -> Events:
    after = evolve(state, closed)
    return (closed, ev.TricksEnded(at=closed.at)) if round_over(after) else (closed,)


def end_tricks(state: State, at: HostNs | None) -> Events:
    """End the tricks of a round of real cards."""
    if state.phase is not Phase.PLAY:
        raise IllegalCommand("not-now", f"no tricks are played in phase {state.phase.value!r}")
    return (ev.TricksEnded(at=at),)


def round_over(state: State) -> bool:
    """Tell whether somebody cannot play any more (OR-9); asked between tricks, so that none is half played."""
    counts = tuple(
        state.total - len(state.round.tricks) if player.hand is None else len(player.hand) - (ORCHID in player.hand)
        for player in state.players
    )
    return out_of_cards(counts)


def out_of_cards(counts: Sequence[int]) -> bool:
    """Tell whether a player has no insect or nugget left; the orchid alone is none."""
    return min(counts) <= 0


def show(card: Card) -> str:
    """Return the last part of a sentence's key for the kind of `card`."""
    return "insect" if kind(card) == INSECT else "nugget"

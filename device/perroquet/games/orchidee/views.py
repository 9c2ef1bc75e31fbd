"""What each viewer of L'Orchidée may know. Nothing here depends on the raid before it is heard (OR-34).

How many cards a hand holds is told to nobody while accusing is possible: whoever hid the orchid is one short (OR-15).
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import Final

from perroquet.games.orchidee import scores, thefts, tricks
from perroquet.games.orchidee.cards import ORCHID, Card, insects, nuggets
from perroquet.games.orchidee.customs import verdict_known, wake
from perroquet.games.orchidee.state import ROUNDS, WINDOW_NS, Phase, Player, State
from perroquet.kernel.cues import Pattern
from perroquet.kernel.game import Awaits, Prompt, View
from perroquet.kernel.sentences import Sentence, say
from perroquet.kernel.units import HostNs, Seat

# --- what is waited for


def prompt(state: State) -> Prompt:
    """Return what the game waits for. Everybody counts the ten seconds, whatever else is asked meanwhile."""
    return replace(_prompt(state), until=_accusing_ends(state))


def _prompt(state: State) -> Prompt:
    raid = state.round.raid
    if raid is None or state.phase not in (Phase.RAID, Phase.WINDOW, Phase.SHOUT):
        return _PROMPTS[state.phase](state)
    if raid.locks:
        return _question(say("prompt-accused", seats={"seat": raid.locks[0].accuser}))
    if raid.accusations and not verdict_known(state):
        first = raid.accusations[0]
        key = "prompt-found-there" if state.house.credible == "place" else "prompt-found"
        return _question(say(key, seats={"seat": first.accuser, "accused": first.accused}))
    return _PROMPTS[state.phase](state)


def _question(sentence: Sentence) -> Prompt:
    return Prompt(sentence=sentence, awaits=Awaits.QUESTION)


def _play(state: State) -> Prompt:
    turn = tricks.next_player(state)
    if turn is not None:
        return Prompt(sentence=say("prompt-turn", seats={"seat": turn}))
    if state.house.virtual:
        return Prompt(sentence=say("prompt-all-lay"))
    key = "free" if state.house.tricks == "free" else "agent" if state.house.agent else "counted"
    return Prompt(sentence=say(f"prompt-play-{key}", seats={"seat": state.leader}))


def _raid(state: State) -> Prompt:
    waits = state.round.raid is not None and state.round.raid.start is None
    return Prompt(sentence=say("prompt-first-hand" if waits else "prompt-raid"))


def _window(state: State) -> Prompt:
    key = "prompt-window-virtual" if state.house.virtual else "prompt-window"
    return Prompt(sentence=say(key))


def _accusing_ends(state: State) -> HostNs | None:
    """Return when it is too late to accuse, or after that to name somebody; the shout told everybody."""
    raid = state.round.raid
    if raid is None or raid.start is None or state.phase not in (Phase.RAID, Phase.WINDOW, Phase.HOLDER):
        return None
    if not raid.closed:
        return HostNs(raid.start + WINDOW_NS)
    return wake(state)


def _ruled(state: State) -> Prompt:
    if state.round.choosing is not None:
        return Prompt(sentence=say("prompt-choose", seats={"seat": state.round.choosing}))
    return Prompt(sentence=say("prompt-ruled"))


def _pilfer(state: State) -> Prompt:
    last = "-last" if state.number == ROUNDS else ""
    return Prompt(sentence=say(f"prompt-pilfer{'-virtual' if state.house.virtual else ''}{last}"))


def _thefts(state: State) -> Prompt:
    turn = state.thefts.turn
    if turn is None:
        return Prompt(sentence=say("prompt-plan"))
    key = "prompt-steal-virtual" if state.house.virtual else "prompt-steal"
    return _question(say(key, seats={"seat": turn}))


def _defence(state: State) -> Prompt:
    theft = state.thefts.open
    answers = state.dealer if theft is None else theft.answers
    key = "prompt-defend-virtual" if state.house.virtual else "prompt-defend"
    return _question(say(key, seats={"seat": answers}))


def _count(state: State) -> Prompt:
    seat = scores.asked(state)
    sentence = say("prompt-count", seats={"seat": state.dealer if seat is None else seat})
    return Prompt(sentence=sentence, awaits=Awaits.QUESTION, number=(0, 0, scores.RICHEST))


_PROMPTS: Final[Mapping[Phase, Callable[[State], Prompt]]] = {
    Phase.PLAY: _play,
    Phase.RAID: _raid,
    Phase.WINDOW: _window,
    Phase.SHOUT: _raid,
    Phase.HOLDER: lambda _state: _question(say("prompt-holder")),
    Phase.RULED: _ruled,
    Phase.PILFER: _pilfer,
    Phase.THEFTS: _thefts,
    Phase.DEFENCE: _defence,
    Phase.COUNT: _count,
    Phase.OVER: lambda _state: Prompt(sentence=say("prompt-over")),
}


# --- what can be seen


def view(state: State, seat: Seat | None) -> View:
    """Return what a viewer may know: of hands and treasures, a seat sees its own alone."""
    own = () if seat is None or seat not in state.seats else _own(state, state.player(seat))
    return View(facts=(*own, *_public(state)))


def _own(state: State, player: Player) -> tuple[Sentence, ...]:
    facts: list[Sentence] = []
    if player.hand is not None and state.phase in (Phase.PLAY, Phase.RAID, Phase.WINDOW, Phase.SHOUT):
        facts.append(_cards("fact-hand", player.hand))
        if ORCHID in player.hand:
            facts.append(say("fact-orchid"))
        elif state.round.holder == player.seat and state.round.hideout is not None:
            facts.append(say(f"fact-hidden-{state.round.hideout}"))
    face_down = [laid.card for laid in state.round.laid if laid.seat == player.seat and not laid.face_up]
    if face_down:
        facts.append(_cards("fact-face-down", face_down))
    if player.won and state.phase is Phase.PILFER:
        facts.append(_cards("fact-won", player.won))
    treasure = [card for card in player.treasure or () if card is not None]
    if treasure:
        facts.append(_cards("fact-treasure", treasure))
    facts.extend(
        say("fact-plan", seats={"target": plan.target}, words={"card": str(plan.insect)})
        for plan in state.thefts.plans
        if plan.seat == player.seat and plan.target is not None
    )
    return tuple(facts)


def _cards(key: str, cards: Iterable[Card], **seats: Seat) -> Sentence:
    several = tuple(cards)
    words = {
        "insects": " ".join(card[1:] for card in insects(several)) or "–",
        "nuggets": " ".join(card[1:] for card in nuggets(several)) or "–",
    }
    return say(key, seats=seats, words=words)


def _public(state: State) -> tuple[Sentence, ...]:
    facts = [say("fact-round", seats={"seat": state.dealer}, numbers={"number": state.number, "rounds": ROUNDS})]
    if state.phase is Phase.PLAY:
        facts.extend(_trick(state))
    if state.round.last is not None:
        facts.extend(state.round.last.long)
    if state.round.shown and state.phase in (Phase.RULED, Phase.PILFER):
        facts.extend(_open_hands(state))
    facts.extend(_treasures(state))
    if state.phase is Phase.OVER:
        facts.extend(
            say("fact-points", seats={"seat": player.seat}, numbers={"points": player.points or 0})
            for player in state.players
        )
        facts.append(say("fact-seed", words={"seed": state.luck.seed}))
    facts.append(say("fact-commitment", words={"sha256": state.luck.commitment()}))
    return tuple(facts)


def _trick(state: State) -> list[Sentence]:
    numbers = {"number": len(state.round.tricks) + 1, "total": max(state.total, 1)}
    counted = state.house.virtual or state.house.tricks == "counted"
    facts = [say("fact-trick", seats={"seat": state.leader}, numbers=numbers)] if counted else []
    facts.extend(
        say("fact-laid", seats={"seat": laid.seat}, words={"card": laid.card})
        if laid.face_up
        else say("fact-laid-down", seats={"seat": laid.seat})
        for laid in state.round.laid
    )
    if state.round.called is not None:
        facts.append(say("fact-parrot"))
    return facts


def _open_hands(state: State) -> list[Sentence]:
    """Return the hands that the customs had laid open, and where the house wants it the won tricks."""
    facts = [_cards("fact-shown", player.hand or (), seat=player.seat) for player in state.players]
    if state.house.reveal == "all":
        facts.extend(_cards("fact-shown-won", player.won or (), seat=player.seat) for player in state.players)
    holder = state.round.holder
    if holder is not None:
        facts.append(say("fact-holder", seats={"seat": holder}))
    return facts


def _treasures(state: State) -> list[Sentence]:
    """Return what lies in front of everybody: tricks, and treasures face down."""
    return [
        say(
            "fact-seat" if player.treasure is not None else "fact-seat-unsure",
            seats={"seat": player.seat},
            numbers={"tricks": player.tricks, "cards": len(player.treasure or ())},
        )
        for player in state.players
        if player.tricks or player.treasure != ()
    ]


# --- lamps


BOX: Final[Mapping[Phase, Pattern]] = {
    Phase.RAID: Pattern.ALARM,
    Phase.WINDOW: Pattern.ALARM,
    Phase.SHOUT: Pattern.ALARM,
    Phase.PILFER: Pattern.WAITING,
    Phase.THEFTS: Pattern.QUESTION,
    Phase.DEFENCE: Pattern.QUESTION,
    Phase.COUNT: Pattern.QUESTION,
    Phase.OVER: Pattern.READY,
}
"""Phase -> what the lamp of the box shows; in the others it rests."""


def lamps(state: State) -> Mapping[Seat | None, Pattern]:
    """Return what lamps show: the phase, whose turn it is, who accuses; then who was right and who pays."""
    lit: dict[Seat | None, Pattern] = {None: BOX[state.phase]} if state.phase in BOX else {}
    last, raid = state.round.last, state.round.raid
    if state.phase in (Phase.RAID, Phase.WINDOW, Phase.HOLDER, Phase.SHOUT, Phase.RULED):
        if last is not None:
            lit.update(dict.fromkeys(last.who, Pattern.WINS))
            lit.update(dict.fromkeys(last.against, Pattern.PAYS))
        accusing = () if raid is None else (*raid.accusations, *raid.locks)
        lit.update({press.accuser: Pattern.READY for press in accusing})
    lit.update(dict.fromkeys(_awaited(state), Pattern.WAITING))
    lit.update(dict.fromkeys(state.winners, Pattern.WINS))
    return lit


def _awaited(state: State) -> tuple[Seat, ...]:
    """Return whose turn everybody knows it is."""
    match state.phase:
        case Phase.PLAY if state.house.virtual:
            laid = {play.seat for play in state.round.laid}
            turn = tricks.next_player(state)
            return (turn,) if turn is not None else tuple(seat for seat in state.seats if seat not in laid)
        case Phase.PLAY if state.house.tricks == "counted":
            return (state.leader,)
        case Phase.THEFTS:
            return thefts.choosers(state)
        case Phase.DEFENCE if state.thefts.open is not None:
            return (state.thefts.open.answers,)
        case Phase.COUNT:
            seat = scores.asked(state)
            return () if seat is None else (seat,)
        case _:
            return ()

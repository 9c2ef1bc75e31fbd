"""What is worth knowing of a game of Amazonas, as sentences: for everybody, and for one player alone."""

from typing import Final

from perroquet.games.amazonas.board import Board, Villages, bits
from perroquet.games.amazonas.cards import ROUNDS, SPECIES, EventCard, Silver
from perroquet.games.amazonas.money import coins, takings
from perroquet.games.amazonas.scoring import MISSION_VILLAGES
from perroquet.games.amazonas.sites import worth
from perroquet.games.amazonas.state import Explorer, Phase, State
from perroquet.kernel.sentences import Sentence, say

BOX_GOLD: Final = 28
BOX_SILVER: Final = 16
"""Coins in the printed box; the device's bank has no end."""


def event_key(event: EventCard) -> str:
    """Return the key of the name of an event card."""
    return f"event-{event.kind}" if event.species is None else f"event-{event.kind}-{event.species}"


def public_facts(state: State) -> tuple[Sentence, ...]:
    """Return what everybody may know, this round's event first."""
    facts: list[Sentence] = []
    if state.event is not None:
        facts.append(
            say(
                "fact-round",
                numbers={"number": state.number, "rounds": ROUNDS},
                terms={"event": event_key(state.event)},
            )
        )
    for explorer in state.explorers:
        facts.extend(_player(state, explorer))
    facts.extend(_huts(state))
    if state.house.coins == "warn" and (out := _coins_out(state)) is not None:
        facts.append(out)
    points = (say("fact-points", seats={"seat": one.seat}, numbers={"points": one.points}) for one in state.results)
    return (*facts, *points)


def _player(state: State, explorer: Explorer) -> list[Sentence]:
    gold, silver = coins(explorer.purse)
    seat = {"seat": explorer.seat}
    if explorer.seat in state.gone:
        return [say("fact-gone", seats=seat)]
    numbers = {"gold": gold, "silver": silver, "copper": explorer.copper, "huts": explorer.huts_left}
    rows = {str(species): tiles for species, tiles in zip(SPECIES, explorer.rows, strict=True)}
    facts = [
        say("fact-purse", seats=seat, numbers=numbers),
        say(
            "fact-rows",
            seats=seat,
            numbers={**rows, "indios": sum(explorer.indios)},
        ),
    ]
    if explorer.chip:
        facts.append(say("fact-chip", seats=seat, numbers={"chip": explorer.chip}))
    if explorer.neutrals:
        facts.append(say("fact-neutrals", seats=seat, numbers={"neutrals": explorer.neutrals}))
    if explorer.shown and explorer.card is not None:
        value = worth(state, explorer, explorer.card)
        facts.append(say("fact-card", seats=seat, numbers={"card": explorer.card, "value": value}))
    elif explorer.card is not None:
        facts.append(say("fact-ready", seats=seat))
    return facts


def _huts(state: State) -> list[Sentence]:
    facts = [
        say("fact-huts-at", seats={"seat": explorer.seat}, words={"villages": ", ".join(names(state, explorer.huts))})
        for explorer in state.explorers
        if explorer.huts
    ]
    if state.neutral_at:
        facts.append(say("fact-neutrals-at", words={"villages": ", ".join(names(state, state.neutral_at))}))
    return facts


def names(state: State, villages: Villages) -> tuple[str, ...]:
    """Return the names of villages; their numbers when there is no map."""
    board = state.box.board
    return tuple(str(bit) if board is None else board.villages[bit].name for bit in bits(villages))


def _coins_out(state: State) -> Sentence | None:
    purses = [coins(explorer.purse) for explorer in state.explorers]
    gold, silver = sum(held for held, _ in purses), sum(held for _, held in purses)
    if gold <= BOX_GOLD and silver <= BOX_SILVER:
        return None
    return say("fact-coins", numbers={"gold": gold, "silver": silver})


def own_facts(state: State, own: Explorer) -> tuple[Sentence, ...]:
    """Return what this player alone may know: hand, chosen card, mission."""
    facts = [_card(state, own, card) for card in own.hand if state.phase is not Phase.OVER]
    if own.card is not None and not own.shown:
        facts.append(say("own-choice", numbers={"card": own.card}))
    board = state.box.board
    return tuple(facts) if board is None else (*facts, *(_mission(board, own, mission) for mission in own.missions))


def _mission(board: Board, own: Explorer, mission: int) -> Sentence:
    built = (board.wanted[mission] & own.huts).bit_count()
    villages = ", ".join(board.mission_names(mission))
    return say("own-mission", numbers={"built": built, "of": MISSION_VILLAGES}, words={"villages": villages})


def _card(state: State, own: Explorer, card: int) -> Sentence:
    """Return what playing a card would bring in this round: its value, and the purse with the change made."""
    value = worth(state, own, card)
    whole = state.house.theft == "value"
    after = takings(state.event, card, value, own.rows, own.purse, whole=whole).purse
    gold, silver = coins(Silver(after))
    return say("own-card", numbers={"card": card, "value": value, "gold": gold, "silver": silver})

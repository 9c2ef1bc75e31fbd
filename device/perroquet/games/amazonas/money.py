"""Money: what an income card is worth, what an event gives and takes, and what orders the turns. Plain arithmetic."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from perroquet.games.amazonas.cards import (
    INDIO_CARD,
    LONGEST_ROW,
    ROW,
    SILVER_A_GOLD,
    EventCard,
    Gold,
    Kind,
    Rows,
    Silver,
    Species,
)

K = TypeVar("K")


@dataclass(frozen=True, slots=True, kw_only=True)
class Takings:
    """What a player's purse sees at the start of a turn, in silver.

    Attributes:
        income: of the card, after a fire.
        extra: of an extra-money card.
        lost: to the monkey.
        purse: after all that.
    """

    income: Silver
    extra: Silver
    lost: Silver
    purse: Silver


def silver(gold: Gold) -> Silver:
    """Return the value of gold coins."""
    return Silver(gold * SILVER_A_GOLD)


def coins(purse: Silver) -> tuple[Gold, Silver]:
    """Return a purse in the fewest coins: change is automatic (AM-21)."""
    return Gold(purse // SILVER_A_GOLD), Silver(purse % SILVER_A_GOLD)


def value(card: int, rows: Rows, indios: int, income: Sequence[Species | None]) -> Silver:
    """Return the money value of an income card (AM-10 to AM-12).

    Args:
        card: 0 to 6.
        rows: tiles by species, Indio tiles with the row they stand on.
        indios: Indio tiles of the player.
        income: species on each card.
    """
    if card == LONGEST_ROW:
        return Silver(max(rows))
    if card == INDIO_CARD:
        return Silver(card + indios)
    species = income[card]
    return Silver(card if species is None else card + rows[ROW[species]])


def takings(
    event: EventCard | None, card: int | None, worth: Silver, rows: Rows, purse: Silver, *, whole: bool
) -> Takings:
    """Return what a turn brings: income, then what the event adds or takes (AM-22, AM-32 to AM-34).

    Args:
        event: of the round, if any.
        card: played, if known; the Indio card is safe from fire and theft.
        worth: its value.
        rows: as in `value`.
        purse: before.
        whole: the monkey breaks gold; else silver coins are all it can carry.
    """
    income, extra, lost = worth, Silver(0), Silver(0)
    safe = card == INDIO_CARD
    if event is not None:
        if event.kind is Kind.FIRE and not safe:
            income = Silver(worth // 2)
        elif event.species is not None:
            extra = Silver(rows[ROW[event.species]])
        elif event.kind is Kind.THEFT and not safe:
            full = Silver(purse + income)
            lost = Silver(min(max(rows), full if whole else coins(full)[1]))
    return Takings(income=income, extra=extra, lost=lost, purse=Silver(purse + income + extra - lost))


def turn_order(
    values: Mapping[K, int], copper: Mapping[K, int], *, rotate: bool = False
) -> tuple[tuple[K, ...], dict[K, int]]:
    """Return who acts first to last, and the copper coins after the exchange (AM-15 to AM-17).

    Equal values: the highest coin first, then the coins of the group change hands. Reversed, the first to act gets the
    smallest of them and the last the largest; rotated, the first gets the smallest too, and everybody else the coin of
    whoever acted just before.
    """
    order = tuple(sorted(values, key=lambda player: (-values[player], -copper[player])))
    after = dict(copper)
    ranks = set(values.values())
    if len(ranks) == len(values):
        return order, after
    for worth in ranks:
        tied = [player for player in order if values[player] == worth]
        held = [copper[player] for player in tied]
        handed = [held[-1], *held[:-1]] if rotate else held[::-1]
        after.update(zip(tied, handed, strict=True))
    return order, after

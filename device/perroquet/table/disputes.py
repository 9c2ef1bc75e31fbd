"""The last ruling as a case of its game's case file: what the page offers to keep when a table disagrees."""

import logging
from collections.abc import Iterable, Sequence
from typing import Any

from perroquet.kernel.errors import IllegalCommand
from perroquet.kernel.journal import Record
from perroquet.kernel.units import Seq
from perroquet.table import events as ev
from perroquet.table.evening import Evening, Games, Running, evolve

log = logging.getLogger(__name__)


def dispute(running: Running, records: Sequence[Record], games: Games) -> str | None:
    """Return the last ruling as the text of a case file; None when its game keeps none, or knows too little.

    What was played since is left out. Of a ruling that the table overruled, what had been felt and seen is kept, and
    what the table said.
    """
    game, before = games[running.game], running.ruling
    if before is None or game.keep is None:
        return None
    root = before.seq
    while (word := _word(root, records)) is not None:
        root = word.ruling
    shown = _shown(root, records, games)
    state = _before(shown[0].seq, records, games) if shown else before.state
    ruled, seen = (_decided(seq, records, games) for seq in (before.seq, root))
    try:
        return game.keep(state, _events((*shown, *ruled)), _events((*shown, *seen)))
    except IllegalCommand as refusal:
        log.info("the dispute cannot be kept: %s", refusal)
        return None


def _word(seq: Seq, records: Iterable[Record]) -> ev.Overruled | None:
    """Return the table's word that record `seq` follows from, if it does."""
    before = next((one.event for one in records if one.seq == seq - 1), None)
    return before if isinstance(before, ev.Overruled) else None


def _shown(seq: Seq, records: Iterable[Record], games: Games) -> tuple[Record, ...]:
    """Return what the same decision revealed before record `seq`: no contest takes that back, but a case wants it."""
    ruling = next(one for one in records if one.seq == seq)
    return tuple(
        one
        for one in records
        if one.seq < seq and (one.boot, one.at) == (ruling.boot, ruling.at) and one.source in games
    )


def _before(seq: Seq, records: Iterable[Record], games: Games) -> Any:  # noqa: ANN401 - a state that its game knows
    """Return the running game's state before record `seq`."""
    evening = Evening.dawn(games)
    for record in records:
        if record.seq < seq:
            evening = evolve(evening, record, games)
    return None if evening.running is None else evening.running.state


def _decided(first: Seq, records: Iterable[Record], games: Games) -> tuple[Record, ...]:
    """Return the game's records from `first` to the end of the decision that ruled."""
    since = [one for one in records if one.seq >= first and one.source in games]
    ruled = next(one for one in since if games[one.source].ruling(one.event) is not None)
    return tuple(one for one in since if (one.boot, one.at) <= (ruled.boot, ruled.at))


def _events(records: Iterable[Record]) -> tuple[Any, ...]:
    return tuple(one.event for one in records)

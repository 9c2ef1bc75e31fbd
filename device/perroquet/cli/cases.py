"""`perroquet cases`: a file of rule cases through the rules."""

import json as jsonlib
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from perroquet.games import GAMES, game_named
from perroquet.kernel.cases import CaseOutcome, CaseStatus
from perroquet.kernel.errors import MalformedCase

FORMAT = "perroquet-cases/1"
_WITH_CASES: Final = " or ".join(game.name for game in GAMES if game.cases is not None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """What to print. `ok`: no case failed or was refused."""

    lines: tuple[str, ...]
    ok: bool


def run_cases(game: str, file: Path, *, json: bool) -> Report:
    """Run the cases of `file` through the rules of `game`.

    Raises:
        NoSuchGame: no game of that name.
        MalformedCase: the file cannot be read, or the game has no cases.
    """
    adapter = game_named(game).cases
    if adapter is None:
        raise MalformedCase(f"{game} has no rules to put cases to; try {_WITH_CASES}")
    try:
        text = file.read_text(encoding="utf-8")
    except (OSError, UnicodeError) as err:
        raise MalformedCase(f"cannot read {str(file)!r} ({err}); a JSON file of cases is wanted") from err
    outcomes = adapter(text)
    counts = Counter(outcome.status for outcome in outcomes)
    lines = (*(_line(outcome, json=json) for outcome in outcomes), _total(counts, json=json))
    return Report(lines=lines, ok=not counts[CaseStatus.FAILED] and not counts[CaseStatus.REFUSED])


def _line(outcome: CaseOutcome, *, json: bool) -> str:
    if json:
        fields = {"format": FORMAT, "id": outcome.id, "status": outcome.status.value, "diff": outcome.diff}
        return jsonlib.dumps(fields, ensure_ascii=False)
    return f"{outcome.status.value:<8}{outcome.id:<40}{outcome.diff}".rstrip()


def _total(counts: Counter[CaseStatus], *, json: bool) -> str:
    fields = {status.value: counts[status] for status in CaseStatus}
    if json:
        return jsonlib.dumps({"format": FORMAT, "total": counts.total(), **fields})
    return ", ".join([f"{counts.total()} cases", *(f"{count} {status}" for status, count in fields.items())])

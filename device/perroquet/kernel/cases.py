"""Rule cases: state and event -> expected. What adapters of case files share.

A game's adapter turns one case into what its rules say; this module reads the file, compares key by key, and words the
difference. A key that is absent from `expected` is free.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeVar, cast

from perroquet.kernel.errors import MalformedCase

T = TypeVar("T")

CLOSED: Final = {"extra": "forbid"}
"""How pydantic reads the state and events of a case: a key that no question knows is a mistake."""


class CaseStatus(StrEnum):
    """How a case ended."""

    PASSED = "passed"
    FAILED = "failed"
    REFUSED = "refused"
    """Malformed: it contradicts itself or its format."""
    CITED = "cited"
    """Not a question to the rules: a test of the suite that names the case covers it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class CaseOutcome:
    """One case.

    Attributes:
        diff: what came and what was wanted, in plain words; empty when passed.
    """

    id: str
    status: CaseStatus
    diff: str = ""


class Cited(Exception):
    """A case that is no question to the rules: a test of the suite that names it covers it; the message says how."""


class Part(dict[str, object]):
    """An answer by seat or card, of which a case may name a part."""


def run_cases(
    text: str,
    *,
    wanted: str,
    shape: type[T],
    play: Callable[[T], Mapping[str, object]],
) -> tuple[CaseOutcome, ...]:
    """Run every case of a file, in order.

    Args:
        text: of the file.
        wanted: its format, such as `jungle-speed-cases/1`.
        shape: a dataclass of one scenario without `expected`; further keys are for people.
        play: scenario -> what the rules say, by the keys of `expected`. Raises `Cited` or `MalformedCase`.

    Raises:
        MalformedCase: the file is not of the wanted format.
    """
    from pydantic import TypeAdapter, ValidationError  # heavy, and only this needs it

    reader: TypeAdapter[T] = TypeAdapter(shape)

    def outcome(place: int, scenario: dict[str, Any]) -> CaseOutcome:
        name = str(scenario.get("id", f"case {place} of the file"))
        try:
            given = reader.validate_python(scenario)
            diff = _difference(_expected(scenario), play(given))
        except Cited as elsewhere:
            return CaseOutcome(id=name, status=CaseStatus.CITED, diff=str(elsewhere))
        except ValidationError as wrong:
            first = wrong.errors()[0]
            where = ".".join(str(part) for part in first["loc"])
            diff = f"{where} = {first['input']!r}: {first['msg']}"
            return CaseOutcome(id=name, status=CaseStatus.REFUSED, diff=diff)
        except MalformedCase as wrong:
            return CaseOutcome(id=name, status=CaseStatus.REFUSED, diff=str(wrong))
        except (LookupError, StopIteration, TypeError, ValueError) as wrong:
            # Each value has its shape; what they name together does not exist.
            diff = f"{type(wrong).__name__}: {wrong}; the values of this case do not go together"
            return CaseOutcome(id=name, status=CaseStatus.REFUSED, diff=diff)
        return CaseOutcome(id=name, status=CaseStatus.FAILED if diff else CaseStatus.PASSED, diff=diff)

    return tuple(outcome(place, scenario) for place, scenario in enumerate(_scenarios(text, wanted), start=1))


def _scenarios(text: str, wanted: str) -> list[dict[str, Any]]:
    try:
        parsed: object = json.loads(text)
    except ValueError as err:
        raise MalformedCase(f"not JSON ({err}); a file of format {wanted!r} is wanted") from err
    whole = cast("dict[str, object]", parsed if isinstance(parsed, dict) else {})
    scenarios = whole.get("scenarios")
    if whole.get("format") != wanted or not isinstance(scenarios, list):
        raise MalformedCase(f"format {whole.get('format')!r}; {wanted!r} with a list 'scenarios' is wanted")
    each = cast("list[object]", scenarios)
    if not all(isinstance(scenario, dict) for scenario in each):
        raise MalformedCase("a scenario is not an object; each needs id, state, event and expected")
    return cast("list[dict[str, Any]]", each)


def _expected(scenario: Mapping[str, Any]) -> Mapping[str, object]:
    expected: object = scenario.get("expected")
    if not isinstance(expected, dict):
        raise MalformedCase(f"expected = {expected!r}; an object of expected keys is wanted")
    return cast("dict[str, object]", expected)


def _difference(expected: Mapping[str, object], got: Mapping[str, object]) -> str:
    ignored = {"explain_fr"}
    wrong = [
        f"{key}: got {got[key]!r}, wanted {wanted!r}" if key in got else f"{key}: not answered, wanted {wanted!r}"
        for key, wanted in expected.items()
        if key not in ignored and (key not in got or _named(got[key], wanted) != wanted)
    ]
    return "; ".join(wrong)


def _named(got: object, wanted: object) -> object:
    """Return what `wanted` names of an answer."""
    if not isinstance(got, Part) or not isinstance(wanted, dict):
        return got
    return {key: got[key] for key in cast("dict[str, object]", wanted) if key in got}

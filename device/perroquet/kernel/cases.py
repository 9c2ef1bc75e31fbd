"""How one rule case ended: what adapters of case files return."""

from dataclasses import dataclass
from enum import StrEnum


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

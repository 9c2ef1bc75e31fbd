"""`perroquet doctor`: the findings as a table for people, or as JSON lines for programs."""

import json as jsonlib
from pathlib import Path
from typing import Final

from perroquet.kernel.sentences import Language, Sentence, say
from perroquet.wiring.doctor import diagnose, healthy
from perroquet.wiring.findings import PHRASES, Finding, State
from perroquet.wiring.machine import Machine

FORMAT: Final = "perroquet-doctor/1"
_MARKS: Final = {State.OK: "+", State.MISSING: "!", State.WRONG: "!", State.ABSENT_OPTIONAL: "-"}


def doctor_report(config: Path | None, *, json: bool = False) -> tuple[str, bool]:
    """Examine this machine.

    Returns:
        What to print, in the language of the configuration (French when it cannot be read); and whether nothing that
        is required here is missing or wrong.
    """
    settings, findings = diagnose(config, machine=Machine.here())
    language = settings.device.language if settings else Language.FR
    return (as_json(findings) if json else render(findings, language)), healthy(findings)


def as_json(findings: tuple[Finding, ...]) -> str:
    """Return one JSON object a line, one a finding: facts in English, the mend in both languages."""
    return "\n".join(jsonlib.dumps(_row(finding), ensure_ascii=False) for finding in findings)


def _row(finding: Finding) -> dict[str, str]:
    return {
        "format": FORMAT,
        "part": finding.part,
        "state": finding.state,
        "found": finding.found.en,
        "wanted": finding.wanted.en,
        "mend_fr": finding.mend.fr,
        "mend_en": finding.mend.en,
    }


def render(findings: tuple[Finding, ...], language: Language) -> str:
    """Return the findings as text: a line each, and the mend under what is not well."""

    def word(sentence: Sentence) -> str:
        return PHRASES.render(sentence, language, str)

    lines: list[str] = []
    for finding in findings:
        part, state = word(say(f"part-{finding.part}")), word(say(f"state-{finding.state}"))
        if finding.state is State.OK:
            lines.append(f"{_MARKS[finding.state]} {part} : {finding.found.of(language)}")
            continue
        said = {"found": finding.found.of(language) or word(say("nothing")), "wanted": finding.wanted.of(language)}
        lines.append(f"{_MARKS[finding.state]} {part} : {state}. {word(say('found-wanted', words=said))}")
        if finding.state is not State.ABSENT_OPTIONAL:
            lines.append(f"    {finding.mend.of(language)}")
    sick = sum(finding.state in (State.MISSING, State.WRONG) for finding in findings)
    lines.append(word(say("unhealthy", numbers={"n": sick}) if sick else say("healthy")))
    return "\n".join(lines)

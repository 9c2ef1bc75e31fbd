"""What `perroquet doctor` finds: one value a part, its words in French and English."""

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Final

from perroquet.kernel.sentences import Language, Phrasebook, Sentence
from perroquet.wiring.config import Configuration, PartChoice
from perroquet.wiring.machine import Machine

PHRASES: Final = Phrasebook.parse(Path(__file__).with_name("doctor.toml").read_text("utf-8"))


class State(StrEnum):
    """How a part is."""

    OK = "ok"
    MISSING = "missing"
    WRONG = "wrong"
    ABSENT_OPTIONAL = "absent-optional"


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """The same said twice; both are empty, or neither."""

    fr: str
    en: str

    def __bool__(self) -> bool:
        return bool(self.en)

    def of(self, language: Language) -> str:
        """Return the words in one language."""
        return self.fr if language is Language.FR else self.en


NOTHING: Final = Words(fr="", en="")


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One part and how it is. `found` is empty when there is nothing; the mend is empty when all is well."""

    part: str
    state: State
    found: Words
    wanted: Words
    mend: Words = NOTHING


def finding(part: str, state: State, found: str | Sentence, wanted: str | Sentence, mend: Sentence) -> Finding:
    """Make a finding; plain text (a path, a version, a name) is the same in both languages."""
    well = state is State.OK
    return Finding(
        part=part, state=state, found=worded(found), wanted=worded(wanted), mend=NOTHING if well else worded(mend)
    )


def worded(text: str | Sentence) -> Words:
    """Return plain text as it is, and a sentence of the doctor's book in both languages."""
    if isinstance(text, str):
        return Words(fr=text, en=text)
    french, english = (PHRASES.render(text, language, str) for language in (Language.FR, Language.EN))
    return Words(fr=french, en=english)


def wanted_here(machine: Machine, choice: PartChoice) -> bool:
    """Return whether the real part is driven here: on a Pi, or where the configuration says so."""
    return choice is PartChoice.REAL or (choice is PartChoice.AUTO and machine.is_pi)


def pins_wanted(machine: Machine, config: Configuration) -> bool:
    """Return whether real pins are driven here."""
    return wanted_here(machine, config.parts.buttons) or wanted_here(machine, config.parts.lamp)


def absent(*, required: bool) -> State:
    """Return the state of a part that is not there."""
    return State.MISSING if required else State.ABSENT_OPTIONAL

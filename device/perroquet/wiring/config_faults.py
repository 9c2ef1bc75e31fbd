"""What is wrong with a configuration, in words: the line, the value, what was wanted, and the nearest name."""

import difflib
from collections.abc import Iterable, Mapping
from enum import StrEnum
from typing import Final, cast

from pydantic import ValidationError
from pydantic.fields import FieldInfo
from pydantic_core import ErrorDetails

from perroquet.wiring.toml_lines import KeyPath

Sections = Mapping[str, Mapping[str, FieldInfo]]
"""Section -> key -> field; a field's description completes "... is not ..."."""


Fault = tuple[int, str]
"""The line it stands on, and the words for it."""

CONTRADICTION: Final = "contradiction"
"""Type of a fault between the keys of one section; its message says it all."""


def faults(error: ValidationError, lines: Mapping[KeyPath, int], sections: Sections) -> tuple[Fault, ...]:
    """Return every fault of `error`."""
    paths = [(tuple(str(part) for part in detail["loc"]), detail) for detail in error.errors()]
    return tuple((line_of(path, lines), _words(path, detail, sections)) for path, detail in paths)


def line_of(path: KeyPath, lines: Mapping[KeyPath, int]) -> int:
    """Return the line of `path`, or of the nearest table around it."""
    return next((lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in lines), 1)


def _words(path: KeyPath, detail: ErrorDetails, sections: Sections) -> str:
    value = cast("object", detail["input"])
    match path:
        case (section,) if detail["type"] == CONTRADICTION:
            return f"[{section}] {detail['msg']}"
        case (section,) if section not in sections:
            return _unknown_at_top(section, value, sections)
        case (section,):
            return f"{section} = {value!r} is not a section; write [{section}] and its keys below it"
        case (section, key, *_) if key not in sections[section]:
            return f"unknown key {key!r} in [{section}]; {_way_out(key, section, sections)}"
        case (section, key, *_):
            said = str(value).lower() if isinstance(value, bool) else repr(value)
            field = sections[section][key]
            return f"[{section}] {key} = {said} is not {field.description}{_nearest_choice(field, value)}"
        case _:
            return detail["msg"]


def _unknown_at_top(name: str, value: object, sections: Sections) -> str:
    owners = [section for section, keys in sections.items() if name in keys]
    if owners and not isinstance(value, dict):
        return f"key {name!r} stands outside any section; it belongs in {_bracketed(owners)}"
    near = difflib.get_close_matches(name, sections, n=1)
    kind = f"section [{name}]" if isinstance(value, dict | list) else f"key {name!r}"
    return f"unknown {kind}; " + (f"did you mean [{near[0]}]?" if near else f"sections are {_bracketed(sections)}")


def _way_out(key: str, section: str, sections: Sections) -> str:
    near = difflib.get_close_matches(key, sections[section], n=1)
    if near:
        return f"did you mean {near[0]!r}?"
    owners = [other for other, keys in sections.items() if key in keys]
    return f"it belongs in {_bracketed(owners)}" if owners else f"its keys are {', '.join(sections[section])}"


def _nearest_choice(field: FieldInfo, value: object) -> str:
    kind = field.annotation
    if not (isinstance(kind, type) and issubclass(kind, StrEnum) and isinstance(value, str)):
        return ""
    near = difflib.get_close_matches(value.lower(), [choice.value for choice in kind], n=1)
    return f"; did you mean {near[0]!r}?" if near else ""


def _bracketed(names: Iterable[str]) -> str:
    return ", ".join(f"[{name}]" for name in names)

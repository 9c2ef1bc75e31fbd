"""`[house.<game>]` of the configuration: each game checks its own house rules; here their lines are found."""

from collections.abc import Mapping
from pathlib import Path
from typing import cast

from perroquet.games import GAMES, game_named
from perroquet.games.registry import NoSuchGame
from perroquet.kernel.errors import ConfigurationError
from perroquet.kernel.sheet import HouseValue, Written
from perroquet.wiring.config_faults import Fault, line_of
from perroquet.wiring.toml_lines import KeyPath

HouseRules = Mapping[str, Mapping[str, HouseValue]]
"""Game -> rule -> value."""


def house_rules(house: object, lines: Mapping[KeyPath, int], folder: Path) -> tuple[HouseRules, tuple[Fault, ...]]:
    """Return the rules that their games accept, and the faults of all others.

    A written rule, such as the board of Amazonas, may name a `.json` file, absolute or from `folder`: the rule is then
    what the file says, so that a journal holds it whole and a replay needs no file.
    """
    if not isinstance(house, dict):
        wanted = f"write [house.{GAMES[0].name}] and its rules below it"
        return {}, ((line_of(("house",), lines), f"house = {house!r} is not a section; {wanted}"),)
    accepted: dict[str, dict[str, HouseValue]] = {}
    found: list[Fault] = []
    for name, rules in cast("dict[str, object]", house).items():
        path = ("house", name)
        try:
            sheet = game_named(name).sheet
        except NoSuchGame as err:
            found.append((line_of(path, lines), str(err)))
            continue
        if not isinstance(rules, dict):
            words = f"house.{name} = {rules!r} is not a section; write [house.{name}] and its rules below it"
            found.append((line_of(path, lines), words))
            continue
        for rule, value in cast("dict[str, HouseValue]", rules).items():
            try:
                said = _read(value, folder) if isinstance(sheet.rules.get(rule), Written) else value
                sheet({rule: said})
            except ConfigurationError as err:
                found.append((line_of((*path, rule), lines), str(err)))
            else:
                accepted.setdefault(name, {})[rule] = said
    return accepted, tuple(found)


def _read(value: HouseValue, folder: Path) -> HouseValue:
    """Return what the file named by `value` says; a value that names no file as it is."""
    if not isinstance(value, str) or not value.endswith(".json"):
        return value
    try:
        return (folder / value).read_text(encoding="utf-8")
    except (OSError, UnicodeError) as err:
        raise ConfigurationError(
            f"cannot read {value!r} ({err}); name a file from {folder}, or an absolute one"
        ) from err

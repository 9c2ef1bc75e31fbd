"""House rules: what a table may choose about a game, checked and laid over that game's defaults."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Generic, TypeVar, assert_never

from perroquet.kernel.errors import ConfigurationError

HouseValue = bool | int | float | str
"""What one rule of a sheet can be set to."""

H = TypeVar("H")


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf:
    """A rule that is one of these words."""

    words: tuple[str, ...]

    def __contains__(self, value: object) -> bool:
        return value in self.words

    def __str__(self) -> str:
        return f"one of {', '.join(self.words)}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """A rule that is a whole number of `unit` from `lowest` to `highest`."""

    lowest: int
    highest: int
    unit: str

    def __contains__(self, value: object) -> bool:
        return isinstance(value, int) and not isinstance(value, bool) and self.lowest <= value <= self.highest

    def __str__(self) -> str:
        return f"a whole number of {self.unit} from {self.lowest} to {self.highest}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Written:
    """A rule that is a text of its own, such as a whole board.

    Attributes:
        refusal: text -> why it will not do; empty = it will.
        wanted: what will, in words.
    """

    refusal: Callable[[str], str]
    wanted: str

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and not self.refusal(value)

    def __str__(self) -> str:
        return self.wanted


HouseRule = OneOf | Within | Written


@dataclass(frozen=True, slots=True, kw_only=True)
class Sheet(Generic[H]):
    """The house sheet of a game.

    Attributes:
        game: its name.
        form: makes the game's own value of it, with a default for every rule that is not given.
        rules: name -> what it may be.
    """

    game: str
    form: Callable[..., H]
    rules: Mapping[str, HouseRule]

    def __call__(self, chosen: Mapping[str, HouseValue]) -> H:
        """Return the sheet with the `chosen` rules laid over its defaults, as `laid` does."""
        return self.laid(chosen)

    def laid(self, chosen: Mapping[str, HouseValue]) -> H:
        """Return the sheet with the `chosen` rules laid over its defaults.

        Raises:
            ConfigurationError: an unknown rule or value; quotes it and says what is wanted.
        """
        for name, value in chosen.items():
            if name not in self.rules:
                raise ConfigurationError(f"{self.game} has no house rule {name!r}; {self._way_out(name)}")
            if value not in self.rules[name]:
                said = str(value).lower() if isinstance(value, bool) else _short(repr(value))
                raise ConfigurationError(
                    f"house rule {name} = {said} of {self.game} is not {self.rules[name]}{self._reason(name, value)}"
                )
        return self.form(**chosen)

    def _way_out(self, name: str) -> str:
        near = get_close_matches(name, self.rules, n=1)
        if near:
            return f"did you mean {near[0]!r}?"
        return f"its house rules are {', '.join(self.rules)}" if self.rules else "it has none"

    def _reason(self, name: str, value: HouseValue) -> str:
        rule = self.rules[name]
        match rule:
            case OneOf():
                near = get_close_matches(str(value), rule.words, n=1)
                return f"; did you mean {near[0]!r}?" if near else ""
            case Written():
                return f": {rule.refusal(value)}" if isinstance(value, str) else ""
            case Within():
                return ""
            case _:
                assert_never(rule)


def _short(text: str, longest: int = 60) -> str:
    return text if len(text) <= longest else f"{text[:longest]}..."

"""Where each key of a TOML text stands; `tomllib` tells values without their lines."""

import re
from collections.abc import Iterator

KeyPath = tuple[str, ...]

_TOKEN = re.compile(
    r'''
    (?P<string>
        """(?:[^"\\]|\\.|"(?!""))*"""(?:"{0,2})   # a closing run of up to five quotes: two may be content
      | \'\'\'(?:[^']|'(?!''))*\'\'\'(?:'{0,2})
      | "(?:[^"\\\n]|\\.)*"
      | '[^'\n]*'
    )
  | (?P<comment>\#[^\n]*)
  | (?P<newline>\n)
  | (?P<mark>[\[\]{}=.,])
  | (?P<bare>[^\s"'\#\[\]{}=.,]+)
    ''',
    re.VERBOSE | re.DOTALL,
)
_Token = tuple[str, str, int]


def key_lines(text: str) -> dict[KeyPath, int]:
    """Return the first line, from 1, of every table and key of `text`.

    Args:
        text: valid TOML (what `tomllib` has accepted); on other texts the lines mean nothing.
    """
    found: dict[KeyPath, int] = {}
    tokens = _Tokens(text)
    table: KeyPath = ()
    while (token := tokens.peek()) is not None:
        kind, value, _line = token
        if kind == "newline":
            tokens.take()
        elif value == "[" and kind == "mark":
            table = tokens.key((), found)
            tokens.skip_value()
        else:
            tokens.setting(table, found)
    return found


class _Tokens:
    """The tokens of a text, comments left out, each with the line it starts on."""

    def __init__(self, text: str) -> None:
        self._source = self._scan(text)
        self._next: _Token | None = next(self._source, None)

    @staticmethod
    def _scan(text: str) -> Iterator[_Token]:
        line = 1
        for match in _TOKEN.finditer(text):
            kind = match.lastgroup or ""
            if kind != "comment":
                yield kind, match[0], line
            line += match[0].count("\n")

    def peek(self) -> _Token | None:
        return self._next

    def take(self) -> _Token | None:
        taken, self._next = self._next, next(self._source, None)
        return taken

    def key(self, table: KeyPath, found: dict[KeyPath, int]) -> KeyPath:
        """Read a dotted key, or a table's header, and record every part of it."""
        path = table
        while (token := self._next) is not None and (token[0] != "mark" or token[1] in ".["):
            if token[0] == "newline":
                break
            if token[0] != "mark":
                name = token[1][1:-1] if token[0] == "string" else token[1]
                path = (*path, name)
                found.setdefault(path, token[2])
            self.take()
        return path

    def setting(self, table: KeyPath, found: dict[KeyPath, int]) -> None:
        """Read `key = value`, going into inline tables."""
        path = self.key(table, found)
        self.take()  # the equals sign
        if self._next is not None and self._next[:2] == ("mark", "{"):
            self.take()
            self._inline(path, found)
        else:
            self.skip_value()

    def _inline(self, table: KeyPath, found: dict[KeyPath, int]) -> None:
        while self._next is not None and self._next[:2] != ("mark", "}"):
            if self._next[1] in (",", "\n"):
                self.take()
            else:
                self.setting(table, found)
        self.take()

    def skip_value(self) -> None:
        """Read to the end of a value: a line's end, or the comma or brace of the table around it."""
        depth = 0
        while (token := self._next) is not None:
            kind, value, _line = token
            if depth <= 0 and (kind == "newline" or (kind == "mark" and value in ",}")):
                return
            if kind == "mark" and value in "[{":
                depth += 1
            elif kind == "mark" and value in "]}":
                depth -= 1
            self.take()

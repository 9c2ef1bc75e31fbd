import textwrap
import tomllib

import pytest
from perroquet.wiring.toml_lines import KeyPath, key_lines

TEXT = '''\
# a comment with [brackets] and = signs
top = 1

[device]  # where it lives
"volume" = 3
'state_dir' = "/a # not a comment"
[ page . sub ]
note = """
[raid]
mean_s = 5 \\""" still text
""""
after.dotted.key = [1, [2, "]"],  # nested
    { x = 1 }, ]
inline = { a = 1, b = { c = "}" }, d = [1, 2] }
literal = \'\'\'
volume = 9
\'\'\'
[[rows]]
last = 1979-05-27 07:32:00
'''


@pytest.mark.parametrize(
    ("path", "line"),
    [
        (("top",), 2),
        (("device",), 4),
        (("device", "volume"), 5),
        (("device", "state_dir"), 6),
        (("page",), 7),
        (("page", "sub"), 7),
        (("page", "sub", "note"), 8),
        (("page", "sub", "after", "dotted", "key"), 12),
        (("page", "sub", "inline"), 14),
        (("page", "sub", "inline", "b", "c"), 14),
        (("page", "sub", "inline", "d"), 14),
        (("page", "sub", "literal"), 15),
        (("rows",), 18),
        (("rows", "last"), 19),
    ],
)
def test_a_key_stands_on_its_line(path: KeyPath, line: int):
    assert key_lines(TEXT)[path] == line


def test_the_example_is_toml():
    assert tomllib.loads(TEXT)["page"]["sub"]["literal"] == "volume = 9\n"


def test_text_inside_strings_is_no_key():
    found = key_lines(TEXT)

    assert not [path for path in found if path[0] == "raid" or path[-1] in ("mean_s", "x")]
    assert found[("device", "volume")] == 5


def test_the_first_of_two_equal_keys_counts():
    assert key_lines(textwrap.dedent("a.b = 1\na.c = 2\n"))[("a",)] == 1

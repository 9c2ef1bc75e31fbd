"""The one table of messages."""

import pytest
from perroquet.firmware import ring
from perroquet.firmware.shared import codec, messages

KINDS = [row[0] for row in messages.TABLE]


def _example(kind: int) -> tuple[int | bytes, ...]:
    fields = next(row[3] for row in messages.TABLE if row[0] == kind)
    wide = {"*": b"\1\2\3", "H": 513, "I": 70_000, "Q": 1 << 40}
    return tuple(bytes(range(int(code[:-1]))) if code.endswith("s") else wide.get(code, 7) for _, code in fields)


def test_numbers_and_names_are_given_once():
    assert len(set(KINDS)) == len(KINDS)
    assert len({row[1] for row in messages.TABLE}) == len(KINDS)


def test_the_base_speaks_in_numbers_above_127_and_the_host_below():
    assert all((row[0] >= 0x80) == (row[2] == messages.BASE) for row in messages.TABLE)


@pytest.mark.parametrize("kind", KINDS)
def test_a_message_survives_the_wire_and_fits_a_frame(kind: int):
    payload = messages.pack(kind, *_example(kind))
    ((got_kind, _, got),) = codec.Decoder().feed(codec.encode(kind, 9, payload))

    assert messages.unpack(got_kind, got) == _example(kind)


@pytest.mark.parametrize("kind", [row[0] for row in messages.TABLE if row[3][-1][1] != "*"])
def test_a_message_of_the_wrong_length_is_refused(kind: int):
    payload = messages.pack(kind, *_example(kind))

    assert messages.unpack(kind, payload + b"\0") is None
    assert messages.unpack(kind, payload[:-1]) is None


def test_an_unknown_message_is_refused_and_still_has_a_text():
    assert messages.unpack(0x7F, b"ab") is None
    assert messages.text(0x7F, 3, b"ab") == "0x7F #3 6162"


def test_the_text_form_names_each_field_on_one_line():
    payload = messages.pack(messages.CONTACT, 3, 1, 2231, 7, 4)

    assert messages.text(messages.CONTACT, 12, payload) == "CONTACT #12 event=3 grab=1 scan=2231 frac=7 line=4"


def test_hello_and_info_begin_with_the_version_for_ever():
    for kind in (messages.HELLO, messages.INFO):
        fields = next(row[3] for row in messages.TABLE if row[0] == kind)
        assert fields[:3] == (("major", "B"), ("minor", "B"), ("session", "H"))


def test_twenty_four_sectors_fit_a_frame():
    assert codec.MAX_PAYLOAD >= 24 * ring.SECTOR

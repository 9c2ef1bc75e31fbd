"""The dataclasses of the wire and its table."""

import dataclasses
from typing import get_args

from hypothesis import given
from hypothesis import strategies as st
from perroquet.firmware.shared import messages
from perroquet.link.frames import CLASSES, FIELDS, ForeignInfo, FromBase, FromHost, Levels, Ping, from_base, payload_of


def test_every_message_of_the_table_is_a_dataclass_with_its_fields_in_order():
    assert set(CLASSES) == {row[0] for row in messages.TABLE}
    for kind, cls in CLASSES.items():
        assert tuple(field.name for field in dataclasses.fields(cls)) == FIELDS[kind], cls


def test_each_message_belongs_to_the_union_of_its_sender():
    for kind, _, sender, _ in messages.TABLE:
        assert CLASSES[kind] in get_args(FromBase if sender == messages.BASE else FromHost)


def test_a_frame_of_the_base_becomes_its_dataclass():
    payload = messages.pack(messages.LEVELS, 4, 1200, bytes(range(20)), b"abc")

    assert from_base(messages.LEVELS, payload) == Levels(grab=4, scan=1200, lines=bytes(range(20)), forces=b"abc")


def test_a_message_of_the_host_becomes_its_payload():
    assert payload_of(Ping(nonce=515)) == (messages.PING, b"\3\2")


def test_the_info_of_another_major_is_read_no_further_than_its_version():
    assert from_base(messages.INFO, bytes((9, 3, 1))) == ForeignInfo(major=9, minor=3)


def test_what_only_a_host_says_is_not_believed_from_a_base():
    assert from_base(messages.PING, b"\0\0") is None


@given(st.integers(0, 255), st.binary(max_size=236))
def test_no_payload_raises(kind: int, payload: bytes):
    from_base(kind, payload)

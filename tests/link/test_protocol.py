"""PROTOCOL.md and its examples, which both ends must read alike."""

import pytest
from perroquet.assets import firmware
from perroquet.firmware.shared import codec, messages
from perroquet.link.frames import CLASSES, FIELDS, from_base, payload_of
from perroquet.link.protocol import document, example, examples

TEXT = (firmware() / "PROTOCOL.md").read_text(encoding="utf-8")
EXAMPLES = examples(TEXT)
ROWS = [pytest.param(*row[:3], id=row[1]) for row in messages.TABLE]


def test_the_document_is_up_to_date():
    assert document() == TEXT, "run: python -m perroquet.link.protocol > firmware/PROTOCOL.md"


def test_every_message_has_an_example():
    assert set(EXAMPLES) == {row[1] for row in messages.TABLE}


@pytest.mark.parametrize(("kind", "name", "sender"), ROWS)
def test_the_firmware_reads_and_writes_the_example(kind: int, name: str, sender: str):
    ((got, seq, payload),) = codec.Decoder().feed(EXAMPLES[name])

    assert (got, seq, sender in (messages.HOST, messages.BASE)) == (kind, 9, True)
    assert messages.unpack(got, payload) == example(kind)
    assert codec.encode(kind, 9, messages.pack(kind, *example(kind))) == EXAMPLES[name]


@pytest.mark.parametrize(("kind", "name", "sender"), ROWS)
def test_the_host_reads_or_writes_the_example(kind: int, name: str, sender: str):
    ((_, _, payload),) = codec.Decoder().feed(EXAMPLES[name])
    fields = dict(zip(FIELDS[kind], example(kind), strict=True))
    message = CLASSES[kind](**fields)  # pyright: ignore[reportCallIssue, reportArgumentType] - fields by name

    if sender == messages.BASE:
        assert from_base(kind, payload) == message
    else:
        assert payload_of(message) == (kind, payload)  # pyright: ignore[reportArgumentType] - as its sender says

"""Frames: the codec gives back what it was given, and nothing else."""

import random
from typing import Any

import pytest
from cobs import cobs  # pyright: ignore[reportMissingTypeStubs] - has none
from hypothesis import given
from hypothesis import strategies as st
from perroquet.firmware.shared import codec

# Its functions have no annotations, hence Any.
independent: Any = cobs

RAW = st.binary(min_size=1, max_size=253)
PAYLOAD = st.binary(max_size=codec.MAX_PAYLOAD)
FRAMES = st.lists(st.tuples(st.integers(0, 255), st.integers(0, 255), PAYLOAD), max_size=5)


@given(RAW)
def test_cobs_agrees_with_an_independent_implementation(raw: bytes):
    assert codec.cobs(raw) == independent.encode(raw)
    assert codec.uncobs(codec.cobs(raw)) == raw


@given(st.binary(min_size=1, max_size=300))
def test_what_an_independent_decoder_refuses_is_refused_too(wire: bytes):
    try:
        expected = independent.decode(wire)
    except independent.DecodeError:
        expected = None

    if len(wire) <= codec.MAX_WIRE:  # longer blocks (code 0xFF) never occur in our frames
        assert codec.uncobs(wire) == expected


@given(FRAMES, st.integers(1, 50))
def test_frames_come_out_as_they_went_in_whatever_the_pieces(frames: list[tuple[int, int, bytes]], size: int):
    wire = b"".join(codec.encode(*frame) for frame in frames)
    decoder = codec.Decoder()
    got = [frame for at in range(0, len(wire), size) for frame in decoder.feed(wire[at : at + size])]

    assert got == frames
    assert decoder.refused == 0


@given(st.binary(max_size=400))
def test_garbage_never_raises_and_the_frame_after_it_is_found(garbage: bytes):
    decoder = codec.Decoder()
    decoder.feed(garbage + b"\0")

    assert decoder.feed(codec.encode(5, 1, b"abc")) == [(5, 1, b"abc")]


def test_no_frame_on_the_wire_holds_a_zero_before_its_end():
    wire = codec.encode(0, 0, bytes(codec.MAX_PAYLOAD))

    assert wire.index(0) == len(wire) - 1 == codec.MAX_WIRE


def test_a_boot_banner_costs_nothing_when_a_zero_ends_it():
    decoder = codec.Decoder()

    assert decoder.feed(b"MPY: soft reboot\r\n\0" + codec.encode(1, 0, b"hi")) == [(1, 0, b"hi")]
    assert decoder.refused == 1


def test_half_a_frame_costs_one_frame():
    first, second, third = (codec.encode(1, seq, b"payload") for seq in range(3))
    decoder = codec.Decoder()

    assert decoder.feed(first[:5] + second + third) == [(1, 2, b"payload")]


def test_frames_that_never_came_are_counted_by_their_seq():
    decoder = codec.Decoder()
    for seq in (254, 255, 2, 3):
        decoder.feed(codec.encode(1, seq, b""))

    assert decoder.missing == 2


def test_a_payload_too_long_is_refused_by_name():
    with pytest.raises(ValueError, match="237 bytes; a frame holds at most 236"):
        codec.encode(1, 0, bytes(237))


def test_an_endless_piece_does_not_fill_the_memory():
    decoder = codec.Decoder()
    for _ in range(1000):
        decoder.feed(b"\1" * 1000)

    assert len(decoder._tail) <= codec.MAX_WIRE + 1  # pyright: ignore[reportPrivateUsage] - the bound is the promise
    assert decoder.feed(b"\0" + codec.encode(1, 0, b"")) == [(1, 0, b"")]


def _wounded(wire: bytearray, luck: random.Random) -> bytearray:
    at = luck.randrange(len(wire))
    match luck.randrange(5):
        case 0:
            wire[at] ^= 1 << luck.randrange(8)
        case 1:
            del wire[at]
        case 2:
            wire.insert(at, luck.getrandbits(8))
        case 3:
            del wire[at : at + luck.randint(1, 8)]
        case _:
            wire[at : at + 4] = luck.randbytes(4)
    return wire


def test_twenty_thousand_wounded_streams_give_no_frame_that_was_not_sent():
    luck = random.Random("wounded")
    wrong = whole = 0
    for _ in range(20_000):
        sent = [(5, seq, luck.randbytes(luck.randint(0, 30))) for seq in range(3)]
        wire = _wounded(bytearray(b"".join(codec.encode(*frame) for frame in sent)), luck)
        got = codec.Decoder().feed(bytes(wire) + b"\0")
        wrong += sum(frame not in sent for frame in got)
        whole += len(got)

    assert wrong == 0
    assert whole > 20_000  # most of each stream survives its wound

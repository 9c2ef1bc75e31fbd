"""Listening in on the player."""

import socket
from collections.abc import Generator
from contextlib import contextmanager
from pathlib import Path

import numpy as np
from perroquet.audio.earphone import Earphone

SECOND = np.zeros((48_000, 2), np.int16)


@contextmanager
def ear_at(path: Path) -> Generator[socket.socket]:
    with socket.socket(socket.AF_UNIX) as ear:
        ear.settimeout(5)
        ear.connect(str(path))
        yield ear


def test_who_listens_hears_every_sample_as_it_is_played(tmp_path: Path) -> None:
    earphone = Earphone(tmp_path / "ear")
    with ear_at(tmp_path / "ear") as ear:
        earphone.play(np.array([[1, -1], [300, -300]], np.int16))
        heard = ear.recv(64)
        earphone.close()

        assert heard == bytes.fromhex("0100ffff2c01d4fe")
        assert ear.recv(64) == b""
    assert not (tmp_path / "ear").exists()


def test_who_does_not_keep_up_or_goes_away_holds_nobody_up(tmp_path: Path) -> None:
    earphone = Earphone(tmp_path / "ear")
    with ear_at(tmp_path / "ear"):
        with ear_at(tmp_path / "ear"):
            for _ in range(3):
                earphone.play(SECOND)
        for _ in range(3):
            earphone.play(SECOND)
        with ear_at(tmp_path / "ear") as late:
            earphone.play(SECOND[:64])
            heard = late.recv(4096)
    earphone.close()

    assert len(heard) == 256


def test_a_socket_left_by_a_player_that_died_is_taken_over(tmp_path: Path) -> None:
    with socket.socket(socket.AF_UNIX) as left:
        left.bind(str(tmp_path / "ear"))
    earphone = Earphone(tmp_path / "ear")
    with ear_at(tmp_path / "ear") as ear:
        earphone.play(np.ones((1, 2), np.int16))
        heard = ear.recv(64)
    earphone.close()

    assert heard == b"\x01\x00\x01\x00"

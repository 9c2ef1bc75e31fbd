"""A refusal of a game: the table hears the sentence, whoever mends things finds the reason in the log."""

import logging

import pytest

from tests.table.desk import Desk


def test_a_refusal_leaves_its_reason_in_the_log(caplog: pytest.LogCaptureFixture) -> None:
    desk = Desk().playing()
    desk.seat(1)

    with caplog.at_level(logging.INFO):
        desk.seat(1)

    assert "bell refuses (rung-out): seat 1 rang already; wait for a card" in caplog.messages
    assert desk.said == "La cloche a déjà sonné."

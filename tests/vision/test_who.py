"""Who grabbed, with and without a camera, on drawn tables."""

import importlib

import numpy as np
import pytest
from perroquet.drivers.sim.hands_model import FIRST_MODEL

from tests.vision.tables import RENDERER, Marks

who = importlib.import_module("perroquet.bench.vision.who")
table = importlib.import_module("perroquet.bench.vision.table")


def test_a_camera_names_hands_that_the_base_must_ask_about(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(who, "TABLES", (10,))
    marks, luck = Marks(), np.random.default_rng(1)
    for _ in range(6):
        who.who_grabbed(luck, RENDERER, FIRST_MODEL, marks.mark)
    asked = {way: marks.noted[f"who 10 {table.ONE} {way} asked"] for way in (table.BASE, table.CAMERA, table.BOTH)}

    assert [len(each) for each in asked.values()] == [6, 6, 6]
    assert sum(asked[table.BOTH]) < sum(asked[table.BASE])
    assert not any(marks.noted[f"who 10 {table.ONE} {table.BOTH} wrong"])

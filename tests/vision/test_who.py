"""Who grabbed, with and without a camera, on drawn tables."""

import importlib
from collections import defaultdict

import numpy as np
import pytest
from perroquet.drivers.sim.hands_model import FIRST_MODEL

from tests.vision.tables import RENDERER

who = importlib.import_module("perroquet.bench.vision.who")
table = importlib.import_module("perroquet.bench.vision.table")


def test_a_camera_names_hands_that_the_base_must_ask_about(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(who, "TABLES", (10,))
    marks, luck = defaultdict[str, list[bool]](list), np.random.default_rng(1)
    for _ in range(6):
        who.who_grabbed(luck, RENDERER, FIRST_MODEL, lambda row, happened: marks[row].append(happened))
    asked = {way: marks[f"who 10 {table.ONE} {way} asked"] for way in (table.BASE, table.CAMERA, table.BOTH)}

    assert [len(each) for each in asked.values()] == [6, 6, 6]
    assert sum(asked[table.BOTH]) < sum(asked[table.BASE])
    assert not any(marks[f"who 10 {table.ONE} {table.BOTH} wrong"])

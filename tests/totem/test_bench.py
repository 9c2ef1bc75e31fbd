import json
import math

import pytest
from perroquet.bench.totem import CannotMeasure, measure
from perroquet.bench.totem.bounds import p99, percent, sigma, total
from perroquet.bench.totem.grabs import one_hand
from perroquet.bench.totem.usual import judge_as_usual
from perroquet.cli import app
from perroquet.drivers.sim.hands_model import FIRST_MODEL
from perroquet.totem import judge
from typer.testing import CliRunner

TINY = 3
KEYS = {"quantity", "value", "low95", "high95", "goal", "met"}


def test_n_and_seed_decide_the_figures_not_the_number_of_processes() -> None:
    def figures(processes: int) -> list[object]:
        rows = measure(TINY, 7, processes=processes).json()["rows"]
        return [row for row in rows if "processor time" not in row["quantity"]]

    assert figures(1) == figures(2)


def test_json_has_the_promised_shape_and_bounds_around_each_value() -> None:
    result = CliRunner().invoke(app, ["totem", "bench", "--n", str(TINY), "--json"])
    told = json.loads(result.stdout)

    assert result.exit_code == 0
    assert (told["n"], told["seed"]) == (TINY, 1)
    assert all(row.keys() >= KEYS for row in told["rows"])
    assert all(row["low95"] <= row["value"] <= row["high95"] for row in told["rows"] if row["value"] is not None)
    assert len({row["quantity"] for row in told["rows"]}) == len(told["rows"])


def test_a_row_without_observations_claims_nothing() -> None:
    rows = measure(1, 1, processes=1).json()["rows"]
    empty = [row for row in rows if row["observations"] == 0]

    assert empty
    assert all(row["met"] is None for row in empty if row["value"] is None)


def test_the_wire_and_stalls_are_measured_once_whatever_the_hands() -> None:
    rows = {row["quantity"]: row for row in measure(1, 1, processes=1).json()["rows"]}

    for quantity in ("scans lost in stalls of 60 ms", "frames taken for others on it, or on a worse one"):
        assert rows[f"first generator: {quantity}"]["met"] is True
        assert rows[f"second generator: {quantity}"]["value"] is None
    assert rows["first generator: frames sent over a wire that spoils one byte in 1000"]["value"] >= 10_000


@pytest.mark.parametrize(("n", "seed"), [(0, 1), (10, -1), (2_000_000, 1)])
def test_what_cannot_be_measured_is_refused(n: int, seed: int) -> None:
    with pytest.raises(CannotMeasure):
        measure(n, seed, processes=1)


def test_the_usual_way_counts_worse_on_the_same_grabs() -> None:
    exact: dict[str, int] = {}
    for name, way in (("ours", judge), ("usual", judge_as_usual)):
        exact[name] = sum(int(sum(one_hand(seed, FIRST_MODEL, way)["fingers exact"])) for seed in range(500, 530))

    assert exact["ours"] > exact["usual"] + 5


def test_bounds_of_shares_are_wilsons() -> None:
    figure = percent([1.0] * 95 + [0.0] * 5)

    assert figure.value == pytest.approx(95.0)
    assert (figure.low, figure.high) == (pytest.approx(88.8, abs=0.1), pytest.approx(97.8, abs=0.1))


def test_nothing_seen_in_many_hours_still_has_an_upper_bound() -> None:
    figure = total([0.0] * 800)

    assert (figure.value, figure.low) == (0.0, 0.0)
    assert figure.high == pytest.approx(3.84, abs=0.01)


def test_sizes_have_bounds_that_hold_their_value() -> None:
    values = [math.sin(k) * k / 100 for k in range(1000)]

    for figure in (sigma(values), p99(values)):
        assert figure.low <= figure.value <= figure.high

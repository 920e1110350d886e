"""Pads, the friction of their steady motions, and limit surfaces."""

from __future__ import annotations

import pickle
from pathlib import Path

import numpy as np
import pytest

import stiction
from stiction import patches

MOVES = np.array([[0.01, 0.0, 0.0], [0.0, -0.02, 0.0], [0.0, 0.0, 2.0], [0.0, 0.0, 0.0], [0.01, 0.003, 1.2]])


def test_friction_opposes_the_motion() -> None:
    pad = patches.surface("square", cells=20)
    wrench = pad.wrench(MOVES)
    np.testing.assert_allclose(wrench[0], [-1.0, 0.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(wrench[1], [0.0, 1.0, 0.0], atol=1e-12)
    np.testing.assert_allclose(wrench[2], [0.0, 0.0, -pad.radius], atol=1e-12)
    np.testing.assert_array_equal(wrench[3], 0.0)
    assert (np.sum(wrench * MOVES, axis=1) <= 0.0).all()
    # At any speed: Coulomb friction.
    np.testing.assert_allclose(pad.wrench(MOVES * 10.0), wrench, atol=1e-12)
    assert pad.weight.sum() == pytest.approx(1.0) and pad.center_of_pressure == pytest.approx((0.0, 0.0), abs=1e-15)


def test_the_radius_of_a_ring_has_a_closed_form() -> None:
    inner, outer = 0.004, 0.009
    exact = 2.0 / 3.0 * (outer**3 - inner**3) / (outer**2 - inner**2)
    assert patches.ring(inner, outer, cells=200).radius == pytest.approx(exact, rel=1e-3)
    # The sum over a few loose points is exact.
    feet = patches.of_points([[0.03, 0.0, 1.0], [-0.03, 0.0, 1.0], [0.0, 0.04, 2.0], [0.0, -0.04, 2.0]])
    assert feet.radius == pytest.approx((2 * 0.03 + 4 * 0.04) / 6.0, rel=1e-15)
    rows = patches.of_rows([[0.0, 1.0], [0.0, 1.0]], size=0.02)
    np.testing.assert_allclose(rows.center_of_pressure, (0.005, 0.0), atol=1e-18)


def test_a_limit_surface_stands_for_its_pad() -> None:
    pad = patches.surface("circle_R")
    coarse, fine = patches.LimitSurface(pad, 10), patches.LimitSurface(pad, 20)
    errors = [max(table.deviation(pad).largest) for table in (coarse, fine)]
    assert errors[1] < 0.5 * errors[0] < 0.05
    twists, wrenches = patches.limit_curve(pad, direction=0.4, points=40)
    looked_up = fine.wrench(twists)
    np.testing.assert_allclose(looked_up[:, :2], wrenches[:, :2], atol=2.0 * errors[1])
    np.testing.assert_allclose(looked_up[:, 2], wrenches[:, 2], atol=2.0 * errors[1] * pad.radius)
    assert wrenches[-1, 2] == -pad.radius and twists[-1, 0] == 0.0
    # A larger pad of the same form: the torque grows with the radius.
    np.testing.assert_allclose(fine.wrench([0.0, 0.0, 1.0], radius=0.1), [0.0, 0.0, -0.1], atol=1e-12)
    # The control: the distance to another pad exceeds the error of interpolation.
    assert max(fine.deviation(patches.surface("line")).largest) > 10.0 * errors[1]


def test_a_table_is_kept_in_a_file(tmp_path: Path) -> None:
    table = patches.LimitSurface(patches.surface("line", cells=11), 6)
    table.save(tmp_path / "table.json")
    again = patches.LimitSurface.load(tmp_path / "table.json")
    assert again == table == pickle.loads(pickle.dumps(table)) and again.samples == 6
    np.testing.assert_array_equal(again.wrench(MOVES), table.wrench(MOVES))
    with pytest.raises(FileNotFoundError):
        patches.LimitSurface.load(tmp_path / "none.json")
    (tmp_path / "broken.json").write_text("{}")
    with pytest.raises(stiction.ParameterError):
        patches.LimitSurface.load(tmp_path / "broken.json")


def test_pads_are_values() -> None:
    pad = patches.ring(0.0, 0.008)
    assert pickle.loads(pickle.dumps(pad)) == pad != patches.ring(0.001, 0.008)
    assert hash(pad) == hash(patches.ring(0.0, 0.008)) and "radius" in repr(pad)


def test_what_is_wrong_is_named() -> None:
    with pytest.raises(stiction.UnknownNameError, match="did you mean `square`"):
        patches.surface("sqare")
    for call in (
        lambda: patches.surface("square", cells=0),
        lambda: patches.surface("square", size=float("nan")),
        lambda: patches.ring(0.01, 0.005),
        lambda: patches.of_rows([[0.0, -1.0]], size=0.02),
        lambda: patches.of_points([[0.0, 0.0, 0.0]]),
        lambda: patches.LimitSurface(patches.surface("square"), 1),
        # Load in a single point gives no friction against turning.
        lambda: patches.LimitSurface(patches.of_points([[0.0, 0.0, 1.0]]), 5),
    ):
        with pytest.raises(stiction.ParameterError):
            call()
    with pytest.raises(stiction.ShapeError, match="twist: 3 numbers"):
        patches.surface("square").wrench([1.0, 2.0])

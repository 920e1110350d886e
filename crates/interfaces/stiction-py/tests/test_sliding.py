"""A body that slides on a plane."""

from __future__ import annotations

import math
import pickle
from typing import Any

import numpy as np
import pytest

import stiction
from stiction import sliding
from stiction.sliding import Motion, PlanarSlider


def block(**changes: Any) -> PlanarSlider:
    given: dict[str, Any] = {
        "mass": 0.5,
        "inertia": 2.0833e-4,
        "friction": 0.31,
        "semi_axes": (1, 1, 0.01),
        "height": 0.08,
        "support": sliding.rectangle(0.05, 0.05),
    }
    return PlanarSlider(**{**given, **changes})


FAST = Motion(vx=0.7, vy=0.9, rate=10.0)


def test_it_stops_where_the_engine_in_rust_says() -> None:
    """The numbers of the Rust documentation, whose tests check them too."""
    record = block().slide(FAST, 0.01)
    # 46 steps that slide, and the start; then it sticks.
    assert (record["mode"][1:-1] == 2.0).all() and record["mode"][-1] == 1.0 and len(record.t) == 48
    assert record["vx"][-1] == record["vy"][-1] == record["rate"][-1] == 0.0
    fine = block().slide(FAST, 1e-3)
    assert math.hypot(fine["x"][-1] - 0.167, fine["y"][-1] - 0.146) < 1e-3


def test_a_straight_slide_is_that_of_coulomb() -> None:
    plain = block(height=0.0, gravity=10.0, friction=0.5)
    dt = 1e-4
    record = plain.slide(Motion(vx=1.0), dt)
    sliding_rows = record["vx"] > 0.0
    np.testing.assert_allclose(record["vx"][sliding_rows], (1.0 - 5.0 * record.t)[sliding_rows], atol=1e-12)
    # v²/(2 μ g), to first order in the step.
    assert abs(record["x"][-1] - 0.1) < dt and abs(record.t[-1] - 0.2) < 2 * dt
    assert (record["y"] == 0.0).all() and (record["angle"] == 0.0).all()
    slippery = block(height=0.0, gravity=10.0, friction=0.25).slide(Motion(vx=1.0), dt)
    assert abs(slippery["x"][-1] - 0.2) < dt


def test_a_slide_has_the_bits_of_its_steps() -> None:
    body, load = block(), {"force": (0.1, -0.2, 0.3), "torque": (1e-3, 2e-3, -1e-3)}
    record = body.slide(FAST, 1e-3, until=0.2, **load)
    assert len(record.t) == 201 and record.units["x"] == "m" and record.units["rate"] == "rad/s"
    motion = FAST
    for row in range(1, len(record.t)):
        motion, step = body.step(motion, 1e-3, **load)
        assert motion == tuple(record[name][row] for name in Motion._fields)
        assert step.margin == record["margin"][row] and (step.mode == "slip") == (record["mode"][row] == 2.0)
    assert math.isnan(record["mode"][0]) and math.isnan(record["margin"][0])


def test_the_support_acts_ahead_of_a_high_body_which_topples() -> None:
    """Braking by μ m g at the height h moves the contact point ahead by μ h."""
    for height, topples in ((0.02, False), (0.08, False), (0.2, True)):
        _, step = block(height=height).step(Motion(vx=1.0), 1e-3)
        assert step.offset == pytest.approx((0.31 * height, 0.0), abs=1e-12)
        assert step.margin == pytest.approx(0.025 - 0.31 * height, abs=1e-12)
        assert step.topples == topples
    _, step = block(support=None).step(Motion(vx=1.0), 1e-3)
    assert step.margin is None and not step.topples
    friction = block().sliding_friction((1.0, 0.0, 0.0))
    assert friction is not None and friction.offset == pytest.approx((0.31 * 0.08, 0.0), abs=1e-12)
    assert friction.friction == pytest.approx((-0.31 * 0.5 * 9.80665, 0.0, 0.0), rel=1e-12)
    assert block().sliding_friction((0.0, 0.0, 0.0)) is None


def test_it_sticks_up_to_the_limit_and_is_lifted_by_more_than_its_weight() -> None:
    body, weight = block(height=0.0), 0.5 * 9.80665
    held, step = body.step(Motion(), 1e-3, force=(0.309 * weight, 0.0, 0.0))
    assert step.mode == "stick" and held == Motion() and step.multiplier == 0.0
    moved, step = body.step(Motion(), 1e-3, force=(0.311 * weight, 0.0, 0.0))
    assert step.mode == "slip" and moved.vx > 0.0
    _, step = body.step(Motion(), 1e-3, force=(0.0, 0.0, 1.01 * weight))
    assert step.mode == "separated" and step.contact_point is None and step.normal_impulse == 0.0


def test_energy_is_that_of_the_motion_and_falls() -> None:
    body = block()
    record = body.slide(FAST, 1e-3)
    energy = 0.5 * 0.5 * (record["vx"] ** 2 + record["vy"] ** 2) + 0.5 * 2.0833e-4 * record["rate"] ** 2
    assert body.kinetic_energy(FAST) == pytest.approx(energy[0], rel=1e-14)
    assert (np.diff(energy) < 0.0).all()


def test_hulls() -> None:
    square = sliding.rectangle(0.05, 0.05)
    corners = [(0.025, 0.025), (-0.025, 0.025), (-0.025, -0.025), (0.025, -0.025), (0.0, 0.0)]
    again = sliding.of_points(corners)
    assert sorted(square.corners) == sorted(again.corners) and len(again.corners) == 4
    assert square.margin(0.02, 0.0) == pytest.approx(0.005) and square.margin(0.03, 0.0) == pytest.approx(-0.005)
    assert sliding.disc(0.1).margin(0.06, 0.08) == pytest.approx(0.0, abs=1e-16) and sliding.disc(0.1).corners == []
    assert pickle.loads(pickle.dumps(square)) == square != again


@pytest.mark.parametrize("changes", [{"mass": -1.0}, {"mass": math.nan}, {"inertia": 0.0}, {"friction": -0.1}, {"height": math.inf}, {"gravity": 0.0}])
def test_a_parameter_out_of_its_range_is_named(changes: dict[str, float]) -> None:
    (name,) = changes
    with pytest.raises(stiction.ParameterError, match=f"PlanarSlider: {name} = "):
        block(**changes)


def test_bad_input_is_an_error() -> None:
    for axes in ((1.0, 1.0), (1.0, 1.0, "a"), 1.0):
        with pytest.raises(stiction.ShapeError, match="semi_axes: "):
            block(semi_axes=axes)
    with pytest.raises(stiction.ParameterError, match="semi_axes"):
        block(semi_axes=(1.0, -1.0, 0.01))
    for duration in (0.0, -1.0, math.nan, math.inf):
        with pytest.raises(stiction.ParameterError, match="duration"):
            block().step(FAST, duration)
        with pytest.raises(stiction.ParameterError, match="duration"):
            block().slide(FAST, duration)
        with pytest.raises(stiction.ParameterError, match="until"):
            block().slide(FAST, 1e-3, until=duration)
    with pytest.raises(stiction.SimulationError, match="velocity = NaN must be finite"):
        block().step(Motion(vx=math.nan), 1e-3)
    with pytest.raises(stiction.SimulationError, match="applied force"):
        block().slide(FAST, 1e-3, force=(math.inf, 0.0, 0.0))
    with pytest.raises(stiction.ShapeError, match="force: 3 numbers"):
        block().step(FAST, 1e-3, force=(1.0, 2.0))
    with pytest.raises(stiction.ShapeError, match="motion: x, y, angle"):
        block().step((0.0, 0.0), 1e-3)  # type: ignore[arg-type]
    for points in ([(0, 0), (1, 1)], [(0, 0), (1, 1), (2, 2)], [(0, 0), (1, 0), (0, math.nan)]):
        with pytest.raises(stiction.ParameterError, match="points"):
            sliding.of_points(points)
    with pytest.raises(stiction.ShapeError, match="rows of x and y"):
        sliding.of_points([1.0, 2.0, 3.0])
    with pytest.raises(stiction.ParameterError, match="inner_radius"):
        sliding.ring(0.1, 0.2)
    with pytest.raises(stiction.ParameterError, match="no hull"):
        sliding.SupportHull("blob", [1.0])


def test_sliders_are_values() -> None:
    body = block()
    again = pickle.loads(pickle.dumps(body))
    assert again == body and hash(again) == hash(body) and again != block(mass=0.6) and again != block(support=None)
    assert again.step(FAST, 1e-3) == body.step(FAST, 1e-3)
    rebuild, state = body.__reduce__()
    with pytest.raises(stiction.SnapshotError, match="another version"):
        rebuild(2, *state[1:])


def test_a_slow_push_moves_as_a_fast_one_does_without_inertia() -> None:
    given: dict[str, Any] = {"friction": 0.3, "semi_axes": (1.0, 1.0, 0.02), "point": (-0.05, 0.01)}
    motion = sliding.quasi_static_push((0.1, 0.0), **given)
    assert motion is not None
    vx, vy, rate = motion.velocity
    # The pushed point has the velocity of the pusher, and friction is at its limit against the motion.
    np.testing.assert_allclose([vx - rate * 0.01, vy - rate * 0.05], [0.1, 0.0], atol=1e-15)
    (fx, fy), moment = motion.push, motion.moment
    assert (fx / 0.3) ** 2 + (fy / 0.3) ** 2 + (moment / (0.3 * 0.02)) ** 2 == pytest.approx(1.0)
    assert moment == pytest.approx(-0.05 * fy - 0.01 * fx)
    # The direction is normal to the ellipsoid there.
    np.testing.assert_allclose(np.cross([vx, vy, rate], [fx, fy, moment / 0.02**2]), 0.0, atol=1e-12)
    # A faster push goes the same way; one through the centre does not turn the body; a pusher at rest moves nothing.
    twice = sliding.quasi_static_push((0.2, 0.0), **given)
    assert twice is not None and twice.push == pytest.approx(motion.push)
    straight = sliding.quasi_static_push((0.1, 0.0), **{**given, "point": (-0.05, 0.0)})
    assert straight is not None and straight.velocity == pytest.approx((0.1, 0.0, 0.0))
    assert sliding.quasi_static_push((0.0, 0.0), **given) is None
    with pytest.raises(stiction.ParameterError, match="semi_axes"):
        sliding.quasi_static_push((0.1, 0.0), **{**given, "semi_axes": (1.0, 0.0, 1.0)})
    with pytest.raises(stiction.ShapeError, match="velocity"):
        sliding.quasi_static_push((0.1, 0.0, 0.0), **given)

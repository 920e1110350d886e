"""Limit sets by themselves: closed forms, projections, laws that use them, and refused arguments."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import stiction
from stiction import cones, laws, limit_sets

RNG = np.random.default_rng(11)
FORCES = 4.0 * RNG.normal(size=(1000, 2))
NORMAL = 10.0 * RNG.random(1000)
SETS = [
    limit_sets.disc(radius=0.5),
    limit_sets.ellipsoid(semi_axes=[0.5, 0.2]),
    limit_sets.regular_polygon(sides=5, apothem=0.4, phase=0.3),
    limit_sets.convex_polygon(vertices=[[-0.3, -0.4], [0.6, -0.2], [0.1, 0.5]]),
]


def test_a_disc_is_coulomb() -> None:
    disc, size = limit_sets.disc(radius=0.5), np.hypot(*FORCES.T)
    np.testing.assert_array_equal(disc.contains(FORCES, NORMAL), size / 0.5 <= NORMAL)
    np.testing.assert_allclose(disc.margin(FORCES, NORMAL), NORMAL - size / 0.5, atol=1e-13)
    np.testing.assert_allclose(disc.support(FORCES, NORMAL), 0.5 * NORMAL * size, rtol=1e-14)
    np.testing.assert_allclose(disc.project([3.0, 4.0], 2.0), [0.6, 0.8], rtol=1e-15)
    # Sets with one axis, and with three.
    np.testing.assert_allclose(disc.project([[3.0], [-0.1]], 2.0), [[1.0], [-0.1]])
    np.testing.assert_allclose(disc.project([2.0, 3.0, 6.0], 7.0), [1.0, 1.5, 3.0], rtol=1e-15)


@pytest.mark.parametrize("one", SETS, ids=lambda one: one.tag)
@pytest.mark.parametrize("gain", [None, [1.0, 1.0], [2e5, 3e4]], ids=str)
def test_projections_are_nearest(one: limit_sets.LimitSet, gain: list[float] | None) -> None:
    nearest = one.project(FORCES, NORMAL, gain=gain)
    inside = one.contains(FORCES, NORMAL)
    assert 30 < inside.sum() < 970
    np.testing.assert_array_equal(nearest[inside], FORCES[inside])

    def is_nearest(found: NDArray[np.float64]) -> bool:
        # The slip is normal to the set: its power is the largest of all admissible forces.
        slip = (FORCES - found) / (np.ones(2) if gain is None else np.array(gain))
        slip /= np.maximum(np.hypot(*slip.T), 1e-300)[:, None]
        power = np.sum(found * slip, axis=-1)
        return bool((one.support(slip, NORMAL) - power)[~inside].max() < 1e-9)

    assert is_nearest(nearest)
    # The control: shortening until it fits, which is equivalent only for a disc in the metric of equal gains.
    gauge = NORMAL - one.margin(FORCES, NORMAL)
    shortened = FORCES * np.minimum(1.0, NORMAL / gauge)[:, None]
    is_round = one.tag == "disc" and (gain is None or gain[0] == gain[1])
    assert is_nearest(shortened) == is_round


def test_a_section_of_a_cone_is_a_limit_set() -> None:
    cone, polygon = cones.linearized(0.5, 6), limit_sets.regular_polygon(sides=6, apothem=0.5 * np.cos(np.pi / 6))
    forces = np.column_stack([FORCES, NORMAL])
    at_border = np.abs(polygon.margin(FORCES, NORMAL)) < 1e-12
    np.testing.assert_array_equal((cone.contains(forces) == polygon.contains(FORCES, NORMAL)) | at_border, True)


def test_a_law_has_the_friction_of_its_set() -> None:
    """A bristle that is stretched far slides with the projection in the metric of its stage damping."""
    stiffness, damping = np.array([2e5, 3e4]), np.array([300.0, 50.0])
    for one in SETS:
        table = {"set": one, "stiffness": stiffness.tolist(), "damping": damping.tolist(), "normal_force": 10.0}
        law = laws.limit_set(**table)
        deflection, velocity = [1e-4, 2e-4], [0.3, -0.1]
        effort = law.on("plane").effort(velocity, deflection)
        trial = stiffness * deflection + damping * velocity
        np.testing.assert_allclose(-effort, one.project(trial, 10.0, gain=damping), rtol=1e-9, atol=1e-12)


def test_what_is_wrong_is_named() -> None:
    disc, ellipse = SETS[0], SETS[1]
    for call, words in [
        (lambda: disc.contains(1.0), "forces have 1, 2 or 3 axes"),
        (lambda: disc.contains([1.0] * 4), "forces have 1, 2 or 3 axes"),
        (lambda: ellipse.contains([1.0, 2.0, 3.0]), "forces: 2 numbers"),
        (lambda: ellipse.contains(["a", "b"]), "forces: real numbers"),
        (lambda: ellipse.contains(FORCES, NORMAL[:7]), "normal_force: one number, or one for each"),
        (lambda: ellipse.project(FORCES, gain=[1.0]), "gain: one number per axis"),
    ]:
        with pytest.raises(stiction.ShapeError, match=words):
            call()
    for call, words in [
        (lambda: disc.contains(FORCES, -1.0), "normal_force"),
        (lambda: disc.contains(FORCES, float("nan")), "normal_force"),
        (lambda: ellipse.project(FORCES, gain=[1.0, -1.0]), "must be"),
    ]:
        with pytest.raises(stiction.ParameterError, match=words):
            call()
    # NaN is not admissible, and has no nearest force.
    assert not disc.contains([float("nan"), 0.0])
    assert np.isnan(disc.project([float("nan"), 0.0])).all()

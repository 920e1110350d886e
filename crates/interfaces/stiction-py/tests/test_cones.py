"""Friction cones: closed forms, projections, and refused arguments."""

from __future__ import annotations

import pickle

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.typing import NDArray

import stiction
from stiction import cones

RNG = np.random.default_rng(7)
FORCES = RNG.normal(size=(2000, 3)) * [1.0, 1.0, 2.0]
WRENCHES = RNG.normal(size=(2000, 6)) * [1.0, 1.0, 3.0, 0.02, 0.02, 0.03]


def test_the_round_cone_is_that_of_coulomb() -> None:
    cone = cones.circular(0.6)
    friction = np.hypot(FORCES[:, 0], FORCES[:, 1])
    np.testing.assert_array_equal(cone.contains(FORCES), (friction <= 0.6 * FORCES[:, 2]) & (FORCES[:, 2] >= 0.0))
    np.testing.assert_allclose(cone.margin(FORCES), 0.6 * FORCES[:, 2] - friction, atol=1e-14)
    assert cone.edges is None and cone.width == 3
    # One force is a row without rows; more axes are possible too.
    assert cone.contains([0.0, 0.0, 1.0]).shape == () and cone.project(FORCES.reshape(20, 100, 3)).shape == (20, 100, 3)


def is_projection(cone: cones.Cone, forces: NDArray[np.float64], nearest: NDArray[np.float64]) -> bool:
    """Returns whether the rest is normal to the cone (Moreau): to the nearest force, and away from all of the
    cone."""
    rest = forces - nearest
    is_normal = np.abs(np.sum(rest * nearest, axis=-1)).max() < 1e-12
    admissible = forces[cone.contains(forces)]
    return bool(is_normal and (rest @ admissible.T).max() < 1e-12)


@pytest.mark.parametrize(
    ("cone", "forces"),
    [
        (cones.circular(0.6), FORCES),
        (cones.linearized(0.6, 5, phase=0.3), FORCES),
        (cones.linearized(0.6, 8, scale="outer"), FORCES),
        (cones.elliptic([0.6, 0.3], torsional=0.02, rolling=[0.01, 0.02]), WRENCHES),
        (cones.pyramidal([0.6, 0.3], torsional=0.02, rolling=[0.01, 0.02]), WRENCHES),
    ],
    ids=lambda given: repr(given) if isinstance(given, cones.Cone) else "",
)
def test_projections_are_nearest(cone: cones.Cone, forces: NDArray[np.float64]) -> None:
    nearest = cone.project(forces)
    inside = cone.contains(forces)
    assert 30 < inside.sum() < len(forces) - 30
    np.testing.assert_array_equal(nearest[inside], forces[inside])
    np.testing.assert_allclose(cone.project(nearest), nearest, atol=1e-14)
    assert is_projection(cone, forces, nearest)
    # The control: scaling friction back along its direction is admissible too, but not nearest.
    scaled = np.where(inside[:, None], forces, forces * [0.0, 0.0, 1.0, 0.0, 0.0, 0.0][: cone.width])
    assert not is_projection(cone, forces, scaled)


def test_a_pyramid_is_inside_or_outside_of_the_round_cone() -> None:
    inner, outer = cones.linearized(0.5, 6), cones.linearized(0.5, 6, scale="outer")
    round_one = cones.circular(0.5).contains(FORCES)
    assert (inner.contains(FORCES) <= round_one).all() and (round_one <= outer.contains(FORCES)).all()
    assert inner.contains(FORCES).sum() < round_one.sum() < outer.contains(FORCES).sum()
    edges = inner.edges
    assert edges is not None and edges.shape == (6, 3)
    np.testing.assert_allclose(np.hypot(edges[:, 0], edges[:, 1]), 0.5, rtol=1e-15)


def test_an_elliptic_cone_of_equal_coefficients_is_round() -> None:
    wrenches = np.concatenate([FORCES, np.zeros_like(FORCES)], axis=1)
    elliptic = cones.elliptic([0.5, 0.5])
    np.testing.assert_array_equal(elliptic.contains(wrenches), cones.circular(0.5).contains(FORCES))
    np.testing.assert_allclose(elliptic.project(wrenches)[:, :3], cones.circular(0.5).project(FORCES), atol=1e-14)
    # A cone without a coefficient of torsion transmits none.
    assert not elliptic.contains([0.0, 0.0, 1.0, 0.0, 0.0, 1e-9])
    assert cones.elliptic([0.5, 0.5], torsional=0.01).contains([0.0, 0.0, 1.0, 0.0, 0.0, 1e-3])
    pyramidal = cones.pyramidal([0.5, 0.5])
    assert (pyramidal.contains(wrenches) <= elliptic.contains(wrenches)).all()
    edges = pyramidal.edges
    assert edges is not None and edges.shape == (4, 6) and elliptic.contains(edges * [0.999, 0.999, 1, 1, 1, 1]).all()


def test_cones_are_values() -> None:
    cone = cones.linearized(0.5, 6, scale="minimax")
    assert pickle.loads(pickle.dumps(cone)) == cone != cones.linearized(0.5, 7, scale="minimax")
    assert hash(cone) == hash(cones.linearized(0.5, 6, scale="minimax"))
    assert repr(cones.circular(0.5)) == "cones.circular(friction=0.5)"
    with pytest.raises(stiction.SnapshotError):
        cones._cone(9, "circular", {"friction": 0.5})


def test_what_is_wrong_is_named() -> None:
    for call, words in [
        (lambda: cones.circular(-0.1), "friction"),
        (lambda: cones.linearized(0.5, 2), "sides"),
        (lambda: cones.linearized(0.5, 4, scale="wide"), "scale must be one of inner"),
        (lambda: cones.elliptic([0.5, -1.0]), "sliding"),
        (lambda: cones.elliptic([0.5, 0.5], rolling=[float("nan"), 0.1]), "rolling"),
    ]:
        with pytest.raises(stiction.ParameterError, match=words):
            call()
    for forces in ([0.0, 1.0], [[1.0, 2.0, 3.0, 4.0]], "force", [1j, 0, 0]):
        with pytest.raises(stiction.ShapeError, match="forces"):
            cones.circular(0.5).contains(forces)  # type: ignore[arg-type]
    with pytest.raises(stiction.ShapeError, match="sliding"):
        cones.elliptic([0.5, 0.5, 0.5])


@given(st.lists(st.floats(), min_size=3, max_size=3))
@settings(max_examples=200, deadline=None)
def test_any_number_has_an_answer(force: list[float]) -> None:
    cone = cones.circular(0.5)
    if not np.isfinite(force).all():
        assert not cone.contains(force) and np.isnan(cone.project(force)).all()
    elif np.abs(force).max() < 1e307:
        # Beyond, the nearest force may overflow.
        assert np.isfinite(cone.project(force)).all()


def test_an_argument_that_is_no_number_is_named() -> None:
    for name, make in {
        "friction": lambda: cones.circular(None),  # type: ignore[arg-type]
        "sides": lambda: cones.linearized(0.5, -1),
        "sliding": lambda: cones.elliptic(None),  # type: ignore[arg-type]
        "torsional": lambda: cones.elliptic([1.0, 1.0], torsional="x"),  # type: ignore[arg-type]
    }.items():
        with pytest.raises(ValueError, match=name):
            make()
    # The control: a valid number is accepted.
    assert cones.linearized(0.5, 4).width == 3

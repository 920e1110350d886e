"""Friction from a recorded slide, made by the body itself."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

import stiction
from stiction import identification, sliding

KNOWN = {"mass": 0.5, "inertia": 2.0833e-4, "height": 0.03}
LIMITS = np.array([0.31, 0.25, 0.31 * 0.012])
DT = 0.002


def slide(**motion: float) -> NDArray[np.float64]:
    """Returns velocities of a body whose friction is known, until it stops."""
    body = sliding.PlanarSlider(friction=1.0, semi_axes=tuple(LIMITS), **KNOWN)
    record = body.slide(sliding.Motion(**motion), DT)
    return np.stack([record["vx"], record["vy"], record["rate"]], axis=1)


def test_without_noise_the_closed_form_is_exact() -> None:
    found = identification.identify(DT, slide(vx=0.7, vy=0.9, rate=10.0), method="one_step", **KNOWN)
    np.testing.assert_allclose(found.limits, LIMITS, rtol=1e-9)
    assert found.steps > 50 and found.fit is None


def test_noise_is_found_and_so_are_the_limits() -> None:
    rng = np.random.default_rng(3)
    sizes = np.array([2e-3, 2e-3, 0.05])
    clean = slide(vx=0.7, vy=0.9, rate=10.0)
    noisy = clean + rng.normal(size=clean.shape) * sizes
    found = identification.identify(DT, noisy, **KNOWN)
    assert (np.abs(found.limits - LIMITS) < 4.0 * found.standard_errors).all()
    assert (found.standard_errors < 0.05 * LIMITS).all()
    assert found.fit is not None and found.fit.residuals.shape == clean.shape
    np.testing.assert_allclose(found.fit.noise, sizes, rtol=0.25)
    np.testing.assert_allclose(found.fit.initial, clean[0], atol=5e-2)
    given = identification.identify(DT, noisy, noise=sizes.tolist(), start=[0.2, 0.2, 3e-3], **KNOWN)
    np.testing.assert_allclose(given.limits, found.limits, rtol=0.02)
    assert given.fit is not None and 0.7 < given.fit.reduced_chi_square < 1.3
    # The control: single steps are lost in the noise, and the search is not.
    single = identification.identify(DT, noisy, method="one_step", **KNOWN)
    assert (np.abs(single.limits / LIMITS - 1.0).max()) > 3.0 * np.abs(found.limits / LIMITS - 1.0).max()


def test_a_push_is_told_apart_from_friction() -> None:
    body = sliding.PlanarSlider(friction=1.0, semi_axes=tuple(LIMITS), **KNOWN)
    push = {"force": (2.0, 0.5, 0.0), "torque": (0.0, 0.0, 4e-3)}
    record = body.slide(sliding.Motion(vx=0.2, rate=3.0), DT, until=0.3, **push)
    velocities = np.stack([record["vx"], record["vy"], record["rate"]], axis=1)
    loads = np.tile([2.0, 0.5, 0.0, 0.0, 0.0, 4e-3], (len(velocities) - 1, 1))
    found = identification.identify(DT, velocities, loads=loads, method="one_step", **KNOWN)
    np.testing.assert_allclose(found.limits, LIMITS, rtol=1e-8)
    without = identification.identify(DT, velocities, method="one_step", **KNOWN)
    assert np.abs(without.limits / LIMITS - 1.0).max() > 0.1


def test_what_a_motion_does_not_tell_is_said() -> None:
    with pytest.raises(stiction.IdentificationError, match="mu e_"):
        identification.identify(DT, slide(vx=0.9), **KNOWN)
    with pytest.raises(stiction.IdentificationError, match="steps"):
        identification.identify(DT, slide(vx=0.7, vy=0.9, rate=10.0)[:4], **KNOWN)
    good = slide(vx=0.7, vy=0.9, rate=10.0)
    for changes, words in [
        ({"mass": -1.0}, "mass"),
        ({"height": float("nan")}, "height"),
        ({"method": "guess"}, "method must be one of likelihood"),
        ({"noise": [1.0, 0.0, 1.0]}, "noise"),
        ({"loads": np.zeros((3, 6))}, "loads"),
    ]:
        with pytest.raises(stiction.ParameterError, match=words):
            identification.identify(DT, good, **{**KNOWN, **changes})
    with pytest.raises(stiction.ParameterError, match="interval"):
        identification.identify(0.0, good, **KNOWN)
    for wrong in (good[:, :2], good[0], "slide"):
        with pytest.raises(stiction.ShapeError, match="velocities"):
            identification.identify(DT, wrong, **KNOWN)  # type: ignore[arg-type]

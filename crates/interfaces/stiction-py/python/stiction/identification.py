"""The friction of a body from a recorded slide.

```python
from stiction import identification

found = identification.identify(0.005, velocities, mass=0.5, inertia=2.08e-4, height=0.03)
found.limits              # mu e_t, mu e_o [1] and mu e_r [m]
found.standard_errors
```

A body that slides on a plane is recorded at equal intervals; the friction limits of its ellipsoid are those whose
trajectory is most likely. Source: Xie and Chakraborty, *Dynamic Model of Planar Sliding*, with the corrections that
the book lists.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from . import _stiction
from ._arguments import as_number, as_rows, as_vector
from .errors import ShapeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

__all__ = ["FrictionEstimate", "TrajectoryFit", "identify"]

STANDARD_GRAVITY = 9.80665


class TrajectoryFit(NamedTuple):
    """Further results of the most likely trajectory.

    Attributes:
        initial: vx, vy [m/s] and rate [rad/s] at the beginning.
        noise: Standard deviations of the measured velocities, given or found.
        residuals: Measured minus fitted velocities, one moment a row.
        reduced_chi_square: Their squares in units of the noise, per degree of freedom: near 1 if model and given
            noise are right, 1 by construction if the noise was estimated.
        iterations: Steps of the search.
    """

    initial: NDArray[np.float64]
    noise: NDArray[np.float64]
    residuals: NDArray[np.float64]
    reduced_chi_square: float
    iterations: int


class FrictionEstimate(NamedTuple):
    """Friction limits and how certain they are.

    Attributes:
        limits: `mu e_t`, `mu e_o` [1] and `mu e_r` [m].
        covariance: Covariance of their errors.
        steps: Number of intervals used: those with slip.
        fit: The trajectory, by the method `likelihood`.
    """

    limits: NDArray[np.float64]
    covariance: NDArray[np.float64]
    steps: int
    fit: TrajectoryFit | None

    @property
    def standard_errors(self) -> NDArray[np.float64]:
        """Standard errors, in the units of the limits."""
        errors: NDArray[np.float64] = np.sqrt(np.diag(self.covariance))
        return errors


def identify(
    interval: float,
    velocities: ArrayLike,
    *,
    mass: float,
    inertia: float,
    height: float,
    loads: ArrayLike | None = None,
    gravity: float = STANDARD_GRAVITY,
    method: str = "likelihood",
    noise: Sequence[float] | None = None,
    start: Sequence[float] | None = None,
) -> FrictionEstimate:
    """Estimates the friction of a body from its velocities.

    Args:
        interval: Time from one velocity to the next [s], > 0.
        velocities: vx, vy [m/s] of the centre of mass and rate [rad/s], one moment a row.
        mass: Mass [kg], > 0.
        inertia: Moment of inertia about the vertical through the centre of mass [kg m²], > 0.
        height: Height of the centre of mass above the support [m], >= 0.
        loads: Force [N] and moment [N m] at the centre of mass in each interval, six numbers a row, in the axes of the
            world; by default nothing pushes the body.
        gravity: Acceleration of free fall [m/s²], > 0.
        method: `likelihood` (best under noise), `smoothed` (closed form, after a local parabola), `one_step` (closed
            form, exact without noise).
        noise: Standard deviations of the three velocities, > 0, for `likelihood`; by default found from the residuals.
        start: Limits to start the search from, > 0; by default those of `smoothed`.

    Raises:
        IdentificationError: The motion does not determine a parameter, has too few intervals with slip, or the search
            does not converge.
    """
    moments = as_rows("velocities", velocities, 3)
    if moments.ndim != 2:
        raise ShapeError(f"velocities: one moment a row is needed, found the shape {moments.shape}")
    pushes = np.zeros((0, 6)) if loads is None else as_rows("loads", loads, 6)
    if pushes.ndim != 2:
        raise ShapeError(f"loads: six numbers a row are needed, found the shape {pushes.shape}")
    found = _stiction.identify(
        (
            as_number("mass", mass),
            as_number("inertia", inertia),
            as_number("height", height),
            as_number("gravity", gravity),
        ),
        as_number("interval", interval),
        (np.ascontiguousarray(moments).reshape(-1), np.ascontiguousarray(pushes).reshape(-1)),
        method,
        None if noise is None else as_vector("noise", noise, 3),
        None if start is None else as_vector("start", start, 3),
    )
    fit = None
    if "residuals" in found:
        fit = TrajectoryFit(
            found["initial"],
            found["noise"],
            found["residuals"].reshape(-1, 3),
            found["reduced_chi_square"],
            found["iterations"],
        )
    return FrictionEstimate(found["limits"], found["covariance"].reshape(3, 3), found["steps"], fit)

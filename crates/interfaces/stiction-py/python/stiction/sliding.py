"""A body that slides on a plane: exact stopping, the equivalent contact point, toppling.

```python
from stiction import sliding

block = sliding.PlanarSlider(
    mass=0.5, inertia=2.0833e-4, friction=0.31, semi_axes=(1, 1, 0.01), height=0.08,
    support=sliding.rectangle(0.05, 0.05),
)
record = block.slide(sliding.Motion(vx=0.7, vy=0.9, rate=10.0), 1e-3)
```

The friction force and moment at the contact point stay in an ellipsoid; backward Euler for velocity and friction, in
which stick is exact. Source: Xie and Chakraborty, *Dynamic Model of Planar Sliding*, with the corrections that the
book lists. Poses and velocities are those of the centre of mass, in the axes of the world; z points up.
"""

from __future__ import annotations

import math
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _stiction
from ._arguments import as_number, as_numbers, as_vector
from ._record import Record
from ._stiction import SupportHull
from .errors import ParameterError, ShapeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike

__all__ = [
    "Motion",
    "PlanarSlider",
    "QuasiStaticMotion",
    "SlidingFriction",
    "Step",
    "SupportHull",
    "disc",
    "of_points",
    "quasi_static_push",
    "rectangle",
    "ring",
]

ZERO = (0.0, 0.0, 0.0)
UNITS = {
    "t": "s",
    "x": "m",
    "y": "m",
    "angle": "rad",
    "vx": "m/s",
    "vy": "m/s",
    "rate": "rad/s",
    "mode": "",
    "margin": "m",
}


class Motion(NamedTuple):
    """Position and velocity of a body.

    Attributes:
        x: Position of the centre of mass along x [m].
        y: Position of the centre of mass along y [m].
        angle: Heading [rad], not wrapped.
        vx: Velocity of the centre of mass along x [m/s].
        vy: Velocity of the centre of mass along y [m/s].
        rate: Angular velocity about the vertical [rad/s].
    """

    x: float = 0.0
    y: float = 0.0
    angle: float = 0.0
    vx: float = 0.0
    vy: float = 0.0
    rate: float = 0.0


class Step(NamedTuple):
    """Results of a step.

    Attributes:
        mode: `stick`, `slip` or `separated`.
        normal_impulse: Normal impulse on the body [N s]; 0 if separated.
        impulse: Friction impulse on the body at the contact point, along x and y [N s] and about the vertical [N m s].
        multiplier: Slip of the contact point, weighted with the semi-axes [m/s]; 0 in stick.
        contact_point: Where the support acts, in the world [m]; None if separated.
        offset: That point from below the centre of mass [m].
        margin: Distance of that point from the border of the support [m], negative outside; None without a support.
    """

    mode: str
    normal_impulse: float
    impulse: tuple[float, float, float]
    multiplier: float
    contact_point: tuple[float, float] | None
    offset: tuple[float, float] | None
    margin: float | None

    @property
    def topples(self) -> bool:
        """Whether the support acts outside of its hull. The results of the step assume a body that is kept
        upright."""
        return self.margin is not None and self.margin < 0.0


class SlidingFriction(NamedTuple):
    """Friction at an instant on a sliding body.

    Attributes:
        friction: Force along x and y [N] and moment about the vertical [N m], at the contact point.
        offset: The contact point from below the centre of mass [m].
        multiplier: Slip of the contact point, weighted with the semi-axes [m/s].
    """

    friction: tuple[float, float, float]
    offset: tuple[float, float]
    multiplier: float


class QuasiStaticMotion(NamedTuple):
    """The motion of a body that is pushed slowly, and the push.

    Attributes:
        velocity: Velocity of the centre of mass along x and y [m/s], and about the vertical [rad/s].
        push: Force of the pusher on the body, over the normal force of the support [1].
        moment: Moment of that force about the centre of mass, over the normal force [m].
        offset: Where the support acts, from below the centre of mass [m].
    """

    velocity: tuple[float, float, float]
    push: tuple[float, float]
    moment: float
    offset: tuple[float, float]


def quasi_static_push(
    velocity: Sequence[float],
    *,
    friction: float,
    semi_axes: Sequence[float],
    point: Sequence[float],
    height: float = 0.0,
) -> QuasiStaticMotion | None:
    """Returns the motion of a body with negligible inertia, from the velocity of the point that is pushed.

    Args:
        velocity: vx, vy of the pushed point [m/s]; that of the pusher if it does not slip.
        friction: Friction coefficient of the support [1], >= 0.
        semi_axes: `e_t`, `e_o` [1] and `e_r` [m] of the ellipsoid, > 0.
        point: From the centre of mass to the pushed point, in the axes of the world [m].
        height: Height of that point above the support [m], >= 0.

    Returns:
        None for a point at rest.
    """
    found = _stiction.quasi_static_push(
        as_number("friction", friction),
        as_vector("semi_axes", semi_axes, 3),
        as_vector("point", point, 2),
        as_number("height", height),
        as_vector("velocity", velocity, 2),
    )
    if found is None:
        return None
    twist, (x, y, moment), offset = found
    return QuasiStaticMotion(twist, (x, y), moment, offset)


def rectangle(length: float, width: float) -> SupportHull:
    """Returns a rectangle with sides along x and y of the body [m], > 0, its middle below the centre of mass."""
    return SupportHull("rectangle", [as_number("length", length), as_number("width", width)])


def disc(radius: float) -> SupportHull:
    """Returns a disc of a radius [m], > 0, its middle below the centre of mass."""
    return ring(radius, 0.0)


def ring(outer_radius: float, inner_radius: float) -> SupportHull:
    """Returns a ring of two radii [m], `0 <= inner < outer`; the contact point may be in its hole."""
    radii = [as_number("outer_radius", outer_radius), as_number("inner_radius", inner_radius)]
    return SupportHull("ring", radii)


def of_points(points: ArrayLike) -> SupportHull:
    """Returns the convex hull of at least three points [m], one a row: feet, the cells of a patch."""
    found = as_numbers("points", points)
    if found.ndim != 2 or found.shape[1] != 2:
        raise ShapeError(f"points: rows of x and y are needed, found the shape {found.shape}")
    return SupportHull("of_points", found.reshape(-1).tolist())


class PlanarSlider:
    """A body that slides on a plane; it never changes.

    Args:
        mass: Mass [kg], > 0.
        inertia: Moment of inertia about the vertical through the centre of mass [kg m²], > 0.
        friction: Coefficient of friction, >= 0.
        semi_axes: Semi-axes of the friction ellipsoid along the world's x and y [1] and about the vertical [m], > 0:
            friction is at most `friction * semi_axes[i]` times the normal force.
        height: Height of the centre of mass above the support [m], >= 0.
        gravity: Acceleration of free fall, downwards [m/s²], > 0; by default the standard one.
        support: Hull of the contact patch, to see whether the body topples.

    Raises:
        ParameterError: A value out of its range.
    """

    __slots__ = ("_engine", "_given")

    def __init__(
        self,
        *,
        mass: float,
        inertia: float,
        friction: float,
        semi_axes: Sequence[float],
        height: float,
        gravity: float = 9.80665,
        support: SupportHull | None = None,
    ) -> None:
        self._given: dict[str, Any] = {
            "mass": as_number("mass", mass),
            "inertia": as_number("inertia", inertia),
            "friction": as_number("friction", friction),
            "semi_axes": as_vector("semi_axes", semi_axes, 3),
            "height": as_number("height", height),
            "gravity": as_number("gravity", gravity),
            "support": support,
        }
        self._engine = _stiction.PlanarSlider(**self._given)

    def step(
        self, motion: Motion, duration: float, *, force: Sequence[float] = ZERO, torque: Sequence[float] = ZERO
    ) -> tuple[Motion, Step]:
        """Returns the motion after a step, and the results of the step.

        Args:
            motion: Before the step.
            duration: Length of the step [s].
            force: Load at the centre of mass [N], constant meanwhile; along z it lifts.
            torque: Moment of the load [N m]; about x and y it moves the contact point.

        Raises:
            ParameterError: A duration that is not finite and positive.
            SimulationError: A motion or load that is not finite, or too large to compute with.
        """
        moved, report = self._engine.step(_moving(motion), as_number("duration", duration), _load(force, torque))
        return Motion(*moved), Step(*report)

    def slide(
        self,
        motion: Motion,
        duration: float,
        *,
        force: Sequence[float] = ZERO,
        torque: Sequence[float] = ZERO,
        until: float = 60.0,
    ) -> Record:
        """Slides until it sticks, but not longer than `until` [s], under a constant load; in one call of the engine,
        during which other threads of Python run.

        Returns:
            Record: The columns `t`, `x`, `y`, `angle`, `vx`, `vy`, `rate`, `mode` (0 separated, 1 stick, 2 slip) and
                `margin`, the distance of the contact point from the border. The last two are those of the step that
                ends there, so they are NaN in the first row.

        Raises:
            ParameterError: A duration or an end that is not finite and positive.
            SimulationError: As `step`.
        """
        duration, until = as_number("duration", duration), as_number("until", until)
        for name, value in (("duration", duration), ("until", until)):
            if not (math.isfinite(value) and value > 0.0):
                raise ParameterError(f"{name} must be finite and positive, found {value}")
        steps = math.ceil(until / duration * (1.0 - 1e-12))
        columns = self._engine.slide(_moving(motion), duration, _load(force, torque), steps)
        return Record(list(UNITS), columns, "A body that slides", UNITS)

    def sliding_friction(
        self, velocity: Sequence[float], *, force: Sequence[float] = ZERO, torque: Sequence[float] = ZERO
    ) -> SlidingFriction | None:
        """Returns the friction at an instant, for a velocity along x and y [m/s] and about the vertical [rad/s].

        Returns None at rest and if nothing presses the body on the plane: there is no sliding friction.
        """
        found = self._engine.sliding_wrench(as_vector("velocity", velocity, 3), _load(force, torque))
        return None if found is None else SlidingFriction(*found)

    def kinetic_energy(self, motion: Motion) -> float:
        """Returns the kinetic energy [J]."""
        return self._engine.kinetic_energy((motion.vx, motion.vy, motion.rate))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, PlanarSlider) and self._given == other._given

    def __hash__(self) -> int:
        return hash(tuple(value for name, value in self._given.items() if name != "support"))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self._given.items() if value is not None)
        return f"PlanarSlider({given})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _slider, (1, self._given)


def _moving(motion: Motion) -> Motion:
    if np.shape(motion) != (len(Motion._fields),):
        raise ShapeError(f"motion: {', '.join(Motion._fields)} are needed, found {motion!r}")
    return Motion(*as_vector("motion", motion, len(Motion._fields)))


def _load(force: Sequence[float], torque: Sequence[float]) -> tuple[Any, Any]:
    return (
        force if force is ZERO else as_vector("force", force, 3),
        torque if torque is ZERO else as_vector("torque", torque, 3),
    )


def _slider(version: object, given: dict[str, Any]) -> PlanarSlider:
    """Makes a slider from a pickle."""
    from ._pickled import check

    check(version, "PlanarSlider")
    return PlanarSlider(**given)

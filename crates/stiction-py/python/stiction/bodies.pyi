# Written by tools/stubs.py; do not edit.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._components import Body, Part, Shape

_Number: TypeAlias = float | np.floating[Any] | np.integer[Any]
_Count: TypeAlias = int | np.integer[Any]
_Numbers: TypeAlias = Sequence[float] | NDArray[Any]
_Table: TypeAlias = Mapping[str, Any]

__all__ = [
    "Body",
    "point_mass",
    "rotor",
    "pendulum",
    "planar_body",
    "rigid_body",
    "planar_arm",
]

def point_mass(
    *,
    mass: _Number,
    domain: Literal['line', 'plane', 'space'] | None = 'line',
    gravity: _Number | _Numbers | None = None,
    shape: _Table | None = None,
    start: Part | _Table | None = None,
) -> Body:
    """A mass without rotation.

    Args:
        mass: Mass [kg], > 0; on a shaft the moment of inertia [kg m²].
        domain: line, plane or space.
        gravity: Acceleration of free fall [m/s²] (on a shaft [rad/s²]); finite, default zero.
        shape: What it looks like; no part of the motion.
        start: Its motion at time zero.
    """
    ...

def rotor(
    *,
    inertia: _Number,
    gravity: _Number | None = 0.0,
    start: Part | _Table | None = None,
) -> Body:
    """A wheel, a motor, a link about one axis.

    Args:
        inertia: Moment of inertia [kg m²] or [kg m² rad²], > 0.
        gravity: Angular acceleration without any torque [rad/s²], as that of free fall; finite.
        start: Its motion at time zero.
    """
    ...

def pendulum(
    *,
    inertia: _Number,
    mass: _Number,
    center: _Number,
    gravity: _Number | None = 9.81,
    start: Part | _Table | None = None,
) -> Body:
    """A link that hangs on a shaft.

    Args:
        inertia: Moment of inertia J about the shaft [kg m²] or [kg m² rad²], > 0, at least mass times center².
        mass: Mass m [kg] or [kg m²], > 0.
        center: Distance l of the centre of mass from the shaft [m] or [rad], ≥ 0.
        gravity: Acceleration of free fall g [m/s²] or [rad/s²], downwards, finite, default 9.81.
        start: Its motion at time zero.
    """
    ...

def planar_body(
    *,
    mass: _Number,
    inertia: _Number,
    gravity: _Numbers | None = (0.0, 0.0),
    shape: _Table | None = None,
    start: Part | _Table | None = None,
) -> Body:
    """A rigid body in a plane.

    Args:
        mass: Mass [kg], > 0.
        inertia: Moment of inertia about the centre of mass [kg m²], > 0.
        gravity: Acceleration of free fall [m/s²], finite, default zero.
        shape: What it looks like; no part of the motion.
        start: Its motion at time zero.
    """
    ...

def rigid_body(
    *,
    mass: _Number,
    gravity: _Numbers | None = (0.0, 0.0, 0.0),
    inertia: _Numbers | None = None,
    renormalise: bool | None = True,
    shape: Shape | _Table | None = None,
    start: Part | _Table | None = None,
) -> Body:
    """A rigid body in space.

    Args:
        mass: Mass [kg], > 0.
        gravity: Acceleration of free fall [m/s²], finite.
        inertia: Inertia about the centre of mass, body axes [kg m²]: its three principal moments, or its nine
            entries by rows.
        renormalise: Whether the quaternion is pulled back to unit length after a step.
        shape: Shape of a homogeneous body.
        start: Its motion at time zero.
    """
    ...

def planar_arm(
    *,
    links: Sequence[Part | _Table] | NDArray[Any],
    gravity: _Numbers | None = (0.0, 0.0),
    start: Part | _Table | None = None,
) -> Body:
    """An arm of links with revolute joints in a plane; its ports are name[0], name[1], … for one link too.

    Args:
        links: The links from the base outwards, 1 to 32 of them; an array, a Vec or any iterator.
        gravity: Acceleration of free fall in the plane of the arm [m/s²] or [rad/s²], finite, default zero.
        start: Its motion at time zero.
    """
    ...

def __getattr__(name: str) -> Any: ...

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
    "articulation",
    "urdf",
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
        shape: Its appearance; no part of the motion.
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
        inertia: Moment of inertia [kg m²], > 0.
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
        inertia: Moment of inertia J about the shaft [kg m²], > 0, at least mass times center².
        mass: Mass m [kg], > 0.
        center: Distance l of the centre of mass from the shaft [m], ≥ 0.
        gravity: Acceleration of free fall g [m/s²], downwards, finite, default 9.81.
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
        shape: Its appearance; no part of the motion.
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
        gravity: Acceleration of free fall in the plane of the arm [m/s²], finite, default zero.
        start: Its motion at time zero.
    """
    ...

def articulation(
    *,
    links: Sequence[Part | _Table] | NDArray[Any],
    base: str | None = None,
    base_inertial: Part | _Table | None = None,
    floating: bool | None = False,
    gravity: _Numbers | None = (0.0, 0.0, 0.0),
    mount: Part | _Table | None = None,
    start: Part | _Table | None = None,
) -> Body:
    """A tree of rigid links in space, hanging together by joints; its ports are its joints by their names,
    arm.shoulder.

    Args:
        links: The links, each after the one that carries it; one of their joints moves, or the base is free.
        base: Name of the base, which carries the first links.
        base_inertial: Mass of the base; it counts if the base is free.
        floating: Whether the base is free: it is then a port, moves as a rigid body, and starts as start.base
            says.
        gravity: Acceleration of free fall, world axes [m/s²], finite.
        mount: Frame of a base that is not free [m].
        start: Its motion at time zero.
    """
    ...

def urdf(
    *,
    file: str,
    as_written: bool | None = False,
    dynamics: bool | None = True,
    floating: bool | None = False,
    friction_start: Literal['unbent'] | Literal['loaded'] | Literal['slipping'] | None = 'unbent',
    gravity: _Numbers | None = (0.0, 0.0, -9.81),
    mount: Part | _Table | None = None,
    presliding: _Number | None = 0.001,
    settling: _Number | None = 0.001,
    stops: Part | _Table | None = None,
    without: Sequence[str] | NDArray[Any] | None = None,
    start: Part | _Table | None = None,
) -> Body:
    """A robot from a URDF file: an articulation, with friction, damping and stops on its joints.

    Args:
        file: The file, relative to the scenario.
        as_written: Whether masses and inertias that no body has are taken as they are written.
        dynamics: Whether the joints have the friction and the damping that the file gives them, and follow those
            that they mimic.
        floating: Whether the base is free: it is then a port, moves as a rigid body, and starts as start.base
            says.
        friction_start: How the bristles of that friction start, as the start of a connection.
        gravity: Acceleration of free fall, world axes [m/s²], finite; on earth along -z by default.
        mount: Frame of a base that is not free [m].
        presliding: Presliding displacement [rad], of a sliding joint in m, > 0: a joint yields so far before it
            slips, so that its stiffness is its friction through this.
        settling: Time in which a joint that sticks comes to rest [s], ≥ 0: its damping through its stiffness.
            Also that in which a joint that mimics another follows it, then > 0: a spring and a damper couple
            both, critically damped.
        stops: Stops at the ends of the travel of each joint that has some; none by default.
        without: Joints that have none of it all the same, such as those with laws of their own in the scenario.
        start: Its motion at time zero.
    """
    ...

def __getattr__(name: str) -> Any: ...

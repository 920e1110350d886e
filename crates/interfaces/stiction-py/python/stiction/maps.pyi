# Written by tools/stubs.py; do not edit.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._components import Map, Part

_Number: TypeAlias = float | np.floating[Any] | np.integer[Any]
_Count: TypeAlias = int | np.integer[Any]
_Numbers: TypeAlias = Sequence[float] | NDArray[Any]
_Table: TypeAlias = Mapping[str, Any]

__all__ = [
    "Map",
    "direct",
    "between",
    "transmission",
    "differential",
    "crank_slider",
    "along",
    "planar_point",
    "body_point",
    "points_between",
    "sphere_on_plane",
    "hinge_angle",
    "relative_frame",
    "footprint",
    "arm_point",
    "link_point",
    "link_frame",
]

def direct(
    *,
    frame: Part | _Table | None = None,
) -> Map:
    """The motion of the port itself.

    Args:
        frame: A frame of the world (of the first body in points_between) in which it is seen; z is the normal of
            a contact. For points in space.
    """
    ...

def between(
    *,
    frame: Part | _Table | None = None,
) -> Map:
    """The second port relative to the first, for points and shafts: the effort acts on the second, its opposite on
    the first.

    Args:
        frame: A frame of the world (of the first body in points_between) in which it is seen; z is the normal of
            a contact. For points in space.
    """
    ...

def transmission(
    *,
    ratio: _Number,
    to: Literal['line', 'shaft'] | None = 'line',
) -> Map:
    """A gear, a rack and pinion, a lever.

    Args:
        ratio: Output over input, finite and not zero; negative where the direction is reversed.
        to: line or shaft: what the law sees.
    """
    ...

def differential(
    *,
    weights: _Numbers,
    to: Literal['line', 'shaft'] | None = 'line',
) -> Map:
    """A weighted sum of two motions.

    Args:
        weights: Weights of the first and the second port, finite and not both zero.
        to: line or shaft: what the law sees.
    """
    ...

def crank_slider(
    *,
    crank: _Number,
    rod: _Number,
    offset: _Number | None = 0.0,
) -> Map:
    """The slider of a crank.

    Args:
        crank: Radius r of the crank [m], > 0.
        rod: Length l of the connecting rod [m], > 0, longer than crank and |offset| together, so that the crank
            can turn round.
        offset: Distance e of the slider's line from the shaft, towards φ = π/2 [m], finite, default zero.
    """
    ...

def along(
    *,
    direction: _Number | _Numbers,
    origin: _Number | _Numbers | None = None,
) -> Map:
    """Along a direction.

    Args:
        direction: Direction n; finite, not zero, of any length.
        origin: Point p_0 from which the component is measured [m], finite, default the origin.
    """
    ...

def planar_point(
    *,
    point: _Numbers,
) -> Map:
    """A point of a planar body.

    Args:
        point: The point c in body coordinates [m], finite.
    """
    ...

def body_point(
    *,
    point: _Numbers,
    frame: Part | _Table | None = None,
) -> Map:
    """A point of a rigid body.

    Args:
        point: The point c in body coordinates [m], finite.
        frame: A frame of the world (of the first body in points_between) in which it is seen; z is the normal of
            a contact. For points in space.
    """
    ...

def points_between(
    *,
    first: _Numbers | None = (0.0, 0.0, 0.0),
    frame: Part | _Table | None = None,
    second: _Numbers | None = (0.0, 0.0, 0.0),
) -> Map:
    """A point of the second rigid body relative to a point of the first, in the axes of the first: the force acts on
    the second, its opposite on the first, where the second point is.

    Args:
        first: Point on the first body, in its coordinates [m], finite, default its origin.
        frame: A frame of the world (of the first body in points_between) in which it is seen; z is the normal of
            a contact. For points in space.
        second: Point on the second body, in its coordinates [m], finite, default its origin.
    """
    ...

def sphere_on_plane(
    *,
    radius: _Number,
    frame: Part | _Table | None = None,
    normal: _Numbers | None = (0.0, 0.0, 1.0),
) -> Map:
    """The lowest point of a sphere seen from a plane.

    Args:
        radius: Radius R [m], > 0.
        frame: A frame of the world (of the first body in points_between) in which it is seen; z is the normal of
            a contact. For points in space.
        normal: Normal n of the plane, towards the sphere; finite, not zero, of any length, default z.
    """
    ...

def hinge_angle(
    *,
    child: Part | _Table | None = None,
    parent: Part | _Table | None = None,
) -> Map:
    """The angle of a hinge between two rigid bodies, the parent first: the child turned about the z axis of the
    parent's joint frame. The torque acts on the child, its opposite on the parent.

    Args:
        child: On the second body, the child.
        parent: On the first body, the parent.
    """
    ...

def relative_frame(
    *,
    child: Part | _Table | None = None,
    parent: Part | _Table | None = None,
    reaction_at_child: bool | None = True,
) -> Map:
    """The joint frame of a child seen from that of its parent, in axes of the latter. The parent is the first port:
    the wrench acts on the child, its opposite on the parent.

    Args:
        child: Joint frame fixed on the child, in its body coordinates [m], finite; default the body frame.
        parent: Joint frame fixed on the parent, in its body coordinates [m], finite; default the body frame. The
            quaternion may have any length but zero; it is normalised.
        reaction_at_child: Whether the parent takes the opposite force at the child's joint point, where action
            and reaction are on one line; false is the form of a paper, for a penalty_hinge alone.
    """
    ...

def footprint(
    *,
    support_height: _Number | None = 0.0,
) -> Map:
    """A rigid body's print on the ground, as a planar body.

    Args:
        support_height: Height of the support plane [m], finite; 0 by default.
    """
    ...

def arm_point(
    *,
    lengths: _Number | _Numbers,
    base: _Numbers | None = (0.0, 0.0),
) -> Map:
    """A point of an arm: the end of the last of the links that it is connected to.

    Args:
        lengths: Lengths of the links [m], finite; the last is the distance of the point along its link.
        base: Position of the first joint [m], finite, default the origin.
    """
    ...

def link_point(
    *,
    link: str,
    point: _Numbers | None = (0.0, 0.0, 0.0),
) -> Map:
    """A point of a link of an articulation, which is the port.

    Args:
        link: Name of the link, or of the base if it is free.
        point: Point in the frame of the link [m], finite.
    """
    ...

def link_frame(
    *,
    link: str,
) -> Map:
    """The frame of a link of an articulation, which is the port.

    Args:
        link: Name of the link, or of the base if it is free.
    """
    ...

def __getattr__(name: str) -> Any: ...

# Written by tools/stubs.py; do not edit.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._components import Drive, Signal

_Number: TypeAlias = float | np.floating[Any] | np.integer[Any]
_Count: TypeAlias = int | np.integer[Any]
_Numbers: TypeAlias = Sequence[float] | NDArray[Any]
_Table: TypeAlias = Mapping[str, Any]

__all__ = [
    "Drive",
    "fixed",
    "constant_velocity",
    "sinusoid",
    "waypoints",
    "guided",
]

def fixed(
    *,
    pose: _Number | _Numbers,
    domain: Literal['line', 'shaft', 'plane', 'space', 'planar_frame', 'spatial_frame'] | None = 'line',
) -> Drive:
    """A place that does not move.

    Args:
        pose: Where it is [m] or [rad]: one number, or a list: x, y in a plane; x, y, z in space; x, y, angle of a
            planar frame; x, y, z, qw, qx, qy, qz of a frame in space, where the quaternion has any length but
            zero.
        domain: line, shaft, plane, space, planar_frame or spatial_frame.
    """
    ...

def constant_velocity(
    *,
    velocity: _Number | _Numbers,
    domain: Literal['line', 'shaft', 'plane', 'space'] | None = 'line',
    start: _Number | _Numbers | None = None,
) -> Drive:
    """A motion at constant velocity: a belt.

    Args:
        velocity: Velocity [m/s] or [rad/s], finite.
        domain: line, shaft, plane or space.
        start: Pose at time zero [m] or [rad], finite, default zero.
    """
    ...

def sinusoid(
    *,
    amplitude: _Number | _Numbers,
    angular_frequency: _Number,
    center: _Number | _Numbers | None = None,
    domain: Literal['line', 'shaft', 'plane', 'space'] | None = 'line',
    phase: _Number | None = 0.0,
) -> Drive:
    """A harmonic motion: a shaker.

    Args:
        amplitude: Amplitude [m] or [rad], finite.
        angular_frequency: Angular frequency omega [rad/s], finite.
        center: Pose about which it moves [m] or [rad], finite, default zero.
        domain: line, shaft, plane or space.
        phase: Phase at time zero [rad], finite, default zero.
    """
    ...

def waypoints(
    *,
    points: Sequence[_Number | _Numbers] | NDArray[Any],
    domain: Literal['line', 'shaft', 'plane', 'space'] | None = 'line',
) -> Drive:
    """A motion from place to place, straight in time: a hand.

    Args:
        points: Times [s], each with the coordinates of the place [m] or [rad], [t, x] or [t, x, y]; the times
            increase.
        domain: line, shaft, plane or space.
    """
    ...

def guided(
    *,
    position: _Number | Signal | _Table | Sequence[_Number | _Table] | NDArray[Any],
    domain: Literal['line', 'shaft', 'plane', 'space'] | None = 'line',
) -> Drive:
    """A position that follows signals: the slider under a hand, a measured path.

    Args:
        position: One signal [m] or [rad], or a list with one for every coordinate; none of them jumps.
        domain: line, shaft, plane or space.
    """
    ...

def __getattr__(name: str) -> Any: ...

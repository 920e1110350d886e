# Written by tools/stubs.py; do not edit.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._components import LimitSet

_Number: TypeAlias = float | np.floating[Any] | np.integer[Any]
_Count: TypeAlias = int | np.integer[Any]
_Numbers: TypeAlias = Sequence[float] | NDArray[Any]
_Table: TypeAlias = Mapping[str, Any]

__all__ = [
    "LimitSet",
    "disc",
    "ellipsoid",
    "regular_polygon",
    "convex_polygon",
]

def disc(
    *,
    radius: _Number,
) -> LimitSet:
    """A disc: the same limit in all directions.

    Args:
        radius: Radius: the friction coefficient.
    """
    ...

def ellipsoid(
    *,
    semi_axes: _Number | _Numbers,
) -> LimitSet:
    """An ellipse or ellipsoid along the axes: grooves, a grain.

    Args:
        semi_axes: Friction coefficients along the axes.
    """
    ...

def regular_polygon(
    *,
    sides: _Count,
    apothem: _Number,
    phase: _Number | None = 0.0,
) -> LimitSet:
    """A regular polygon; in a plane.

    Args:
        sides: Number of sides, at least 3.
        apothem: Least friction coefficient: the distance of the sides.
        phase: Direction of the first corner [rad].
    """
    ...

def convex_polygon(
    *,
    vertices: Sequence[_Numbers] | NDArray[Any],
) -> LimitSet:
    """A convex polygon with the origin inside; in a plane.

    Args:
        vertices: Corners, counter-clockwise, at least 3.
    """
    ...

def __getattr__(name: str) -> Any: ...

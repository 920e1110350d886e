# Written by tools/stubs.py; do not edit.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._components import Shape

_Number: TypeAlias = float | np.floating[Any] | np.integer[Any]
_Count: TypeAlias = int | np.integer[Any]
_Numbers: TypeAlias = Sequence[float] | NDArray[Any]
_Table: TypeAlias = Mapping[str, Any]

__all__ = [
    "Shape",
    "sphere",
    "cuboid",
    "cylinder",
    "capsule",
    "hollow_sphere",
    "rod",
]

def sphere(
    *,
    radius: _Number,
) -> Shape:
    """A sphere about the origin.

    Args:
        radius: Radius [m], > 0.
    """
    ...

def cuboid(
    *,
    sizes: _Numbers,
) -> Shape:
    """A cuboid about the origin.

    Args:
        sizes: Edges along x, y and z [m], > 0.
    """
    ...

def cylinder(
    *,
    radius: _Number,
    length: _Number,
) -> Shape:
    """A cylinder about the origin, along z.

    Args:
        radius: Radius [m], > 0.
        length: Length [m], > 0.
    """
    ...

def capsule(
    *,
    radius: _Number,
    length: _Number,
) -> Shape:
    """A cylinder with round ends about the origin, along z.

    Args:
        radius: Radius [m], > 0.
        length: Length between the middles of its ends [m], > 0.
    """
    ...

def hollow_sphere(
    *,
    radius: _Number,
) -> Shape:
    """A thin spherical shell.

    Args:
        radius: Radius [m], > 0.
    """
    ...

def rod(
    *,
    length: _Number,
    axial_inertia: _Number,
) -> Shape:
    """A slender rod along x.

    Args:
        length: Length [m], > 0.
        axial_inertia: Moment of inertia about its axis [kg m²], > 0.
    """
    ...

def __getattr__(name: str) -> Any: ...

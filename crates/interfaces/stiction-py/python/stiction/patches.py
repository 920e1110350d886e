"""Pressure under a pad, the friction of its steady motions, and limit surfaces.

```python
import numpy as np
from stiction import patches

pad = patches.surface("circle_R", cells=21, size=0.02)
twists = np.array([[0.01, 0.0, 0.0], [0.0, 0.0, 1.0], [0.01, 0.0, 1.0]])   # vx, vy [m/s], rate [rad/s]
pad.wrench(twists)                       # per unit of friction and load: fx, fy [1], torque [m]
table = patches.LimitSurface(pad, samples=20)
table.wrench(twists, radius=pad.radius)
```

Twists and wrenches are those at the centre of pressure, in the axes of the pad; the wrench is the one on the pad.
Source: Waltersson and Karayiannidis, *Planar Friction Modelling with LuGre Dynamics and Limit Surfaces*.
"""

from __future__ import annotations

from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _stiction
from ._arguments import as_count, as_flat, as_number, as_numbers, as_rows
from .errors import ShapeError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Deviation", "LimitSurface", "Patch", "limit_curve", "of_points", "of_rows", "ring", "surface"]


class Patch:
    """The distribution of the load of a pad over its cells or points; made by the functions of this module."""

    __slots__ = ("_made", "_patch")

    def __init__(self, kind: str, given: tuple[Any, ...]) -> None:
        self._made = (kind, given)
        self._patch: _stiction.Patch = getattr(_stiction.Patch, kind)(*given)

    @property
    def x(self) -> NDArray[np.float64]:
        """Places of the cells that bear load, along x [m]."""
        return self._patch.x

    @property
    def y(self) -> NDArray[np.float64]:
        """Places of the cells that bear load, along y [m]."""
        return self._patch.y

    @property
    def weight(self) -> NDArray[np.float64]:
        """Share of the load that each bears; they add up to 1."""
        return self._patch.weight

    @property
    def center_of_pressure(self) -> tuple[float, float]:
        """Where the load acts [m]."""
        return self._patch.center_of_pressure

    @property
    def radius(self) -> float:
        """Torque of a pure rotation per unit of friction and load, `r` (23) [m]."""
        return self._patch.radius

    def wrench(self, twist: ArrayLike) -> NDArray[np.float64]:
        """Returns the Coulomb friction of steady motions, per unit of `mu f_N`: fx, fy [1] and torque [m]; 0 at rest.

        Args:
            twist: vx, vy [m/s] and rate [rad/s] along the last axis.
        """
        rows = as_rows("twist", twist, 3)
        return self._patch.wrench(as_flat(rows, rows.shape[:-1])).reshape(rows.shape)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Patch) and self._made == other._made

    def __hash__(self) -> int:
        return hash(repr(self._made))

    def __repr__(self) -> str:
        return f"<patch of {len(self.x)} cells, radius {self.radius:.3g} m>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _rebuilt, (1, *self._made)


def surface(name: str, *, cells: int = 21, size: float = 0.02) -> Patch:
    """Returns one of the surfaces of the paper.

    Args:
        name: `square`, `circle`, `circle_R`, `line`, `line_x`, `line_grad`, `line_grad_x`, `nonconvex1`, `nonconvex2`.
        cells: Cells along a side of the grid, 1 to 4096.
        size: Side of the grid [m], > 0.
    """
    return Patch("surface", (name, as_count("cells", cells, 1), as_number("size", size)))


def ring(inner_radius: float, outer_radius: float, *, cells: int = 21, size: float = 0.02) -> Patch:
    """Returns uniform pressure between two radii [m] about the middle of a grid; an inner radius of 0 makes a disc.

    Args:
        inner_radius: Inner radius [m], >= 0.
        outer_radius: Outer radius [m], within the grid.
        cells: Cells along a side of the grid, 1 to 4096.
        size: Side of the grid [m], > 0.
    """
    radii = as_number("inner_radius", inner_radius), as_number("outer_radius", outer_radius)
    return Patch("ring", (*radii, as_count("cells", cells, 1), as_number("size", size)))


def of_rows(pressures: ArrayLike, *, size: float) -> Patch:
    """Returns a patch of pressures of square cells, as in an image: the first row is at the top, +y. Only their
    ratios count.

    Args:
        pressures: As many rows as columns, >= 0.
        size: Side of the whole [m], > 0.
    """
    rows = np.atleast_2d(as_numbers("pressures", pressures))
    if rows.ndim != 2:
        raise ShapeError(f"pressures: rows are needed, found the shape {rows.shape}")
    return Patch("of_rows", (as_number("size", size), rows.tolist()))


def of_points(points: ArrayLike) -> Patch:
    """Returns a patch of points that bear load: feet, a measured footprint.

    Args:
        points: x [m], y [m] and share of the load, one point a row; the shares need not add up to 1.
    """
    rows = np.atleast_2d(as_rows("points", points, 3))
    return Patch("of_points", ([(float(x), float(y), float(share)) for x, y, share in rows],))


class Deviation(NamedTuple):
    """How far a table is from the friction of a pad, by component of the normalised wrench.

    Attributes:
        largest: Largest magnitude, of 1.
        root_mean_square: Root of the mean square.
    """

    largest: tuple[float, float, float]
    root_mean_square: tuple[float, float, float]


class LimitSurface:
    """The friction of a pad for all directions of motion, in a table that is looked up and interpolated.

    Args:
        patch: The pad.
        samples: Intervals per right angle, 2 to 1000; the error falls with their square.
    """

    __slots__ = ("_table",)

    _table: _stiction.LimitSurface

    def __init__(self, patch: Patch, samples: int = 20) -> None:
        self._table = _stiction.LimitSurface(patch._patch, as_count("samples", samples, 2))

    @classmethod
    def load(cls, path: str | PathLike[str]) -> LimitSurface:
        """Reads a file written by `save` or by Rust."""
        return cls._of(_stiction.LimitSurface.load(Path(path)))

    def save(self, path: str | PathLike[str]) -> None:
        """Writes it as JSON, which scenarios name as `limit_surface.file`."""
        self._table.save(Path(path))

    @property
    def samples(self) -> int:
        """Intervals per right angle."""
        return self._table.samples

    @property
    def radius(self) -> float:
        """Radius of the pad that was sampled [m]."""
        return self._table.radius

    def wrench(self, twist: ArrayLike, *, radius: float | None = None) -> NDArray[np.float64]:
        """Returns the Coulomb friction per unit of `mu f_N`: fx, fy [1] and torque [m]; 0 at rest.

        Args:
            twist: vx, vy [m/s] and rate [rad/s] along the last axis.
            radius: Radius of a pad of the same shape [m], > 0; by default the one that was sampled.
        """
        rows = as_rows("twist", twist, 3)
        used = self.radius if radius is None else as_number("radius", radius)
        return self._table.wrench(as_flat(rows, rows.shape[:-1]), used).reshape(rows.shape)

    def deviation(self, patch: Patch) -> Deviation:
        """Returns the error against the friction of a pad, half-way between the samples; costs as much as the
        table."""
        return Deviation(*self._table.deviation(patch._patch))

    @classmethod
    def _of(cls, table: _stiction.LimitSurface) -> LimitSurface:
        made = cls.__new__(cls)
        made._table = table
        return made

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LimitSurface) and self._table.to_json() == other._table.to_json()

    def __hash__(self) -> int:
        return hash(self._table.to_json())

    def __repr__(self) -> str:
        return f"<limit surface of {self.samples} samples per right angle, radius {self.radius:.3g} m>"

    def __reduce__(self) -> tuple[Any, ...]:
        return _reread, (1, self._table.to_json())


def limit_curve(
    friction: Patch | LimitSurface, *, direction: float = 0.0, points: int = 50
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Returns twists from pure translation in a direction to pure rotation, and the friction of each.

    Args:
        friction: A pad or a table.
        direction: Direction of the translation from x [rad].
        points: Number of points, at least 2.
    """
    direction = as_number("direction", direction)
    angle = np.linspace(0.0, np.pi / 2.0, as_count("points", points, 2))
    along = friction.radius * np.cos(angle)
    along[-1] = 0.0
    twists = np.stack([along * np.cos(direction), along * np.sin(direction), np.sin(angle)], axis=-1)
    return twists, friction.wrench(twists)


def _rebuilt(version: object, kind: str, given: tuple[Any, ...]) -> Patch:
    """Makes a patch from a pickle."""
    from ._pickled import check

    check(version, "Patch")
    return Patch(kind, given)


def _reread(version: object, text: str) -> LimitSurface:
    """Makes a table from a pickle."""
    from ._pickled import check

    check(version, "LimitSurface")
    return LimitSurface._of(_stiction.LimitSurface.from_json(text))

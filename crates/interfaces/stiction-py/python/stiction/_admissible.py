"""Queries of limit sets: which forces are admissible, by what margin, and which is nearest."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _stiction
from ._arguments import as_numbers
from .errors import ParameterError, ShapeError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray



class Admissible:
    """Queries of a limit set.

    Under a normal force N the admissible friction is `N C(1)`, a convex set. Forces have their 1, 2 or 3 axes along the
    last axis of an array; the axes before it are those of the caller.
    """

    __slots__ = ()

    def contains(self, forces: ArrayLike, normal_force: ArrayLike = 1.0) -> NDArray[np.bool_]:
        """Returns whether each force is admissible; the border is. There is no tolerance.

        Args:
            forces: Friction forces [N].
            normal_force: Normal force N [N], >= 0, or one for each force.
        """
        engine, rows, given = self._asked("forces", forces, normal_force)
        return np.asarray(engine.contains(*given)).reshape(rows.shape[:-1])

    def margin(self, forces: ArrayLike, normal_force: ArrayLike = 1.0) -> NDArray[np.float64]:
        """Returns by how much the normal force could fall before a force is no longer admissible [N]; negative
        outside.

        Args:
            forces: Friction forces [N].
            normal_force: Normal force N [N], >= 0, or one for each force.
        """
        engine, rows, given = self._asked("forces", forces, normal_force)
        return np.asarray(engine.margin(*given)).reshape(rows.shape[:-1])

    def support(self, directions: ArrayLike, normal_force: ArrayLike = 1.0) -> NDArray[np.float64]:
        """Returns the largest `f · v` of the admissible forces f: the power [W] that friction takes at a slip
        velocity v.

        Args:
            directions: Slip velocities [m/s].
            normal_force: Normal force N [N], >= 0, or one for each velocity.
        """
        engine, rows, given = self._asked("directions", directions, normal_force)
        return np.asarray(engine.support(*given)).reshape(rows.shape[:-1])

    def project(
        self, forces: ArrayLike, normal_force: ArrayLike = 1.0, *, gain: Sequence[float] | None = None
    ) -> NDArray[np.float64]:
        """Returns the nearest admissible force to each; an admissible force is returned unchanged.

        It is the friction of a law with this set: of all admissible forces f the one for which
        `sum (f - f*)_i² / Z_i` is least, where f* is the force that would hold (Kikuuwe and Yamamoto, eqs. 14 and
        15, for a disc). Shortening f* until it fits is equivalent for a disc only.

        Args:
            forces: Friction forces f* [N].
            normal_force: Normal force N [N], >= 0, or one for each force.
            gain: Z, a number > 0 for each axis; by default equal for all, the Euclidean metric.
        """
        engine, rows, given = self._asked("forces", forces, normal_force)
        axes = None if gain is None else as_numbers("gain", gain).reshape(-1).tolist()
        return np.asarray(engine.project(*given, axes)).reshape(rows.shape)

    def _asked(self, name: str, forces: ArrayLike, normal_force: ArrayLike) -> tuple[Any, NDArray[np.float64], Any]:
        """Returns the set in the engine, the forces, and the flat arguments of its methods."""
        rows, normal = as_numbers(name, forces), as_numbers("normal_force", normal_force)
        engine = self._engine(rows.shape[-1] if rows.ndim else 0)
        if rows.ndim == 0 or rows.shape[-1] != engine.width:
            raise ShapeError(f"{name}: {engine.width} numbers along the last axis are needed, found the shape {rows.shape}")
        try:
            normal = np.broadcast_to(normal, rows.shape[:-1])
        except ValueError:
            raise ShapeError(
                f"normal_force: one number, or one for each force is needed, found {normal.shape} for {rows.shape[:-1]}"
            ) from None
        return engine, rows, (np.ascontiguousarray(rows).reshape(-1), np.ascontiguousarray(normal).reshape(-1))

    def _engine(self, axes: int) -> _stiction.LimitSetRows:
        """Returns the set, for forces with `axes` axes unless it has a fixed number."""
        make: Any
        numbers: tuple[Any, ...]
        kind, given = self.tag, self.parameters  # type: ignore[attr-defined]
        try:
            if kind == "disc":
                make, numbers = _stiction.LimitSetRows.disc, (float(given["radius"]), axes)
            elif kind == "ellipsoid":
                make, numbers = _stiction.LimitSetRows.ellipsoid, (np.atleast_1d(given["semi_axes"]).astype(float).tolist(),)
            elif kind == "regular_polygon":
                numbers = int(given["sides"]), float(given["apothem"]), float(given.get("phase", 0.0))
                make = _stiction.LimitSetRows.regular_polygon
            elif kind == "convex_polygon":
                make, numbers = _stiction.LimitSetRows.convex_polygon, (np.asarray(given["vertices"], float).tolist(),)
            else:
                raise ParameterError(f"limit_sets.{kind} has no functions over arrays")
        except KeyError as error:
            raise ParameterError(f"limit_sets.{kind}: {error.args[0]} must be given, found None") from None
        except (TypeError, ValueError, OverflowError) as error:
            raise ParameterError(f"limit_sets.{kind}: {error}") from None
        return make(*numbers)

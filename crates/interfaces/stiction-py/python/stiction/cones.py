"""Friction cones: is a contact force admissible, by how much, and which admissible force is nearest.

```python
from stiction import cones

cone = cones.linearized(0.5, sides=8)
cone.contains([[0.1, 0.2, 1.0], [0.4, 0.4, 1.0]])      # array([ True, False])
cone.project([0.4, 0.4, 1.0])
```

Forces are in the axes of the contact: along the two tangents and along the normal, x, y, z [N]. A wrench has the three
moments about these axes after them [N m]. The axes before the last one are those of the caller.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _stiction
from ._arguments import as_count, as_flat, as_number, as_rows, as_vector
from .errors import ParameterError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import ArrayLike, NDArray

__all__ = ["Cone", "circular", "elliptic", "linearized", "pyramidal"]


MOST_SIDES = 2**32 - 1
"""Largest number of sides of a pyramid."""


class Cone:
    """A friction cone; made by the functions of this module, never changed."""

    __slots__ = ("_cone", "_kind", "_numbers")

    def __init__(self, kind: str, numbers: dict[str, Any]) -> None:
        self._kind = kind
        self._numbers = numbers
        self._cone: _stiction.Cone = getattr(_stiction.Cone, kind)(*numbers.values())

    @property
    def width(self) -> int:
        """Numbers of a force, 3, or of a wrench, 6."""
        return self._cone.width

    def contains(self, forces: ArrayLike) -> NDArray[np.bool_]:
        """Returns whether the cone, which is closed, contains each force. There is no tolerance.

        Args:
            forces: Forces [N], or wrenches [N, N m], along the last axis.
        """
        rows = self._rows(forces)
        return self._cone.contains(as_flat(rows, rows.shape[:-1])).reshape(rows.shape[:-1])

    def margin(self, forces: ArrayLike) -> NDArray[np.float64]:
        """Returns the force to spare before the contact slips [N]; negative outside of the cone.

        For a circular or a linearized cone this is friction force, `mu f_z - |f_t|`; for an elliptic or a pyramidal
        one it is the normal force that could be taken away.

        Args:
            forces: Forces [N], or wrenches [N, N m], along the last axis.
        """
        rows = self._rows(forces)
        return self._cone.margin(as_flat(rows, rows.shape[:-1])).reshape(rows.shape[:-1])

    def project(self, forces: ArrayLike) -> NDArray[np.float64]:
        """Returns the nearest force of the cone to each, in the Euclidean metric; a force of the cone is returned
        unchanged.

        Scaling the friction back along its direction gives another force, which is not the projection.

        Args:
            forces: Forces [N], or wrenches [N, N m], along the last axis.
        """
        rows = self._rows(forces)
        return self._cone.project(as_flat(rows, rows.shape[:-1])).reshape(rows.shape)

    @property
    def edges(self) -> NDArray[np.float64] | None:
        """Returns the edges of a cone with flat sides, one a row, each of normal force 1; None for a round one."""
        edges = self._cone.edges
        return None if edges is None else edges.reshape(-1, self.width)

    def _rows(self, forces: ArrayLike) -> NDArray[np.float64]:
        return as_rows("forces", forces, self.width)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Cone) and (self._kind, self._numbers) == (other._kind, other._numbers)

    def __hash__(self) -> int:
        return hash((self._kind, repr(self._numbers)))

    def __repr__(self) -> str:
        given = ", ".join(f"{name}={value!r}" for name, value in self._numbers.items() if value is not None)
        return f"cones.{self._kind}({given})"

    def __reduce__(self) -> tuple[Any, ...]:
        return _cone, (1, self._kind, self._numbers)


def circular(friction: float) -> Cone:
    """Returns Coulomb's cone, `|f_t| <= mu f_z`.

    Args:
        friction: Coefficient `mu` [1], >= 0.
    """
    return Cone("circular", {"friction": as_number("friction", friction)})


def linearized(friction: float, sides: int, *, scale: str = "inner", phase: float = 0.0) -> Cone:
    """Returns a pyramid in place of the round cone.

    Args:
        friction: Coefficient `mu` of the round cone [1], >= 0.
        sides: Number of sides, at least 3.
        scale: The property it shares with the round cone: `inner` (inscribed, the safe side), `outer`, `equal_area`,
            `equal_perimeter`, `equal_mean_radius`, or `minimax` (the largest error of the radius is least).
        phase: Angle of the first edge from x [rad].
    """
    count = as_count("sides", sides, 3, MOST_SIDES)
    if not isinstance(scale, str):
        raise ParameterError(f"scale must be a word, found {scale!r}")
    numbers = {"friction": as_number("friction", friction), "sides": count, "scale": scale, "phase": as_number("phase", phase)}
    return Cone("linearized", numbers)


def elliptic(
    sliding: Sequence[float], *, torsional: float | None = None, rolling: Sequence[float] | None = None
) -> Cone:
    """Returns the elliptic cone, `(f_x/mu_1)^2 + (f_y/mu_2)^2 + (t_z/mu_3)^2 + ... <= f_z^2`.

    A contact transmits the components that have coefficients.

    Args:
        sliding: Coefficients of the forces along the two tangents [1], >= 0.
        torsional: Coefficient of the moment about the normal [m], >= 0.
        rolling: Coefficients of the moments about the two tangents [m], >= 0.
    """
    return Cone("elliptic", _coefficients(sliding, torsional, rolling))


def pyramidal(
    sliding: Sequence[float], *, torsional: float | None = None, rolling: Sequence[float] | None = None
) -> Cone:
    """Returns the pyramidal cone, `|f_x|/mu_1 + |f_y|/mu_2 + |t_z|/mu_3 + ... <= f_z`.

    Args:
        sliding: Coefficients of the forces along the two tangents [1], >= 0.
        torsional: Coefficient of the moment about the normal [m], >= 0.
        rolling: Coefficients of the moments about the two tangents [m], >= 0.
    """
    return Cone("pyramidal", _coefficients(sliding, torsional, rolling))


def _coefficients(
    sliding: Sequence[float], torsional: float | None, rolling: Sequence[float] | None
) -> dict[str, Any]:
    return {
        "sliding": as_vector("sliding", sliding, 2),
        "torsional": None if torsional is None else as_number("torsional", torsional),
        "rolling": None if rolling is None else as_vector("rolling", rolling, 2),
    }


def _cone(version: object, kind: str, numbers: dict[str, Any]) -> Cone:
    """Makes a cone from a pickle."""
    from ._pickled import check

    check(version, "Cone")
    return Cone(kind, numbers)

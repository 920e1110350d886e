"""Checks of arguments: numbers, counts, arrays; errors name the argument."""

from __future__ import annotations

import math
import operator
from typing import TYPE_CHECKING, Any

import numpy as np

from .errors import ParameterError, ShapeError

if TYPE_CHECKING:
    from numpy.typing import ArrayLike, NDArray

MOST_AXES = 31
"""The most axes of an array. NumPy has at least 32, and rows of numbers take one."""


def as_number(name: str, given: Any) -> float:
    """Returns one number; the engine checks its range."""
    if not isinstance(given, (str, bytes, bytearray)):
        try:
            return float(given)
        except (TypeError, ValueError, OverflowError):
            pass
    raise ParameterError(f"{name} must be a number, found {given!r}")


def as_finite(name: str, given: Any) -> float:
    """Returns a finite number."""
    found = as_number(name, given)
    if not math.isfinite(found):
        raise ParameterError(f"{name} must be finite, found {found}")
    return found


def as_count(name: str, given: Any, least: int, most: float = math.inf) -> int:
    """Returns a whole number in a range."""
    required = f"of at least {least}" if math.isinf(most) else f"from {least} to {most}"
    try:
        found = operator.index(given)
    except TypeError:
        found = least - 1
    if isinstance(given, bool) or not least <= found <= most:
        raise ParameterError(f"{name} must be an integer {required}, found {given!r}")
    return found


def as_numbers(name: str, given: ArrayLike) -> NDArray[np.float64]:
    """Returns real numbers in an array of any shape."""
    try:
        found = np.asarray(given)
    except ValueError as error:
        raise ShapeError(f"{name}: {error}") from None
    if found.ndim > MOST_AXES:
        raise ShapeError(f"{name}: an array has at most {MOST_AXES} axes, found {found.ndim}")
    if found.dtype.kind not in "fiu":
        raise ShapeError(f"{name}: real numbers are needed, found {found.dtype}")
    return found.astype(np.float64, copy=False)


def as_vector(name: str, given: ArrayLike, width: int) -> tuple[Any, ...]:
    """Returns a given count of numbers."""
    found = as_numbers(name, given)
    if found.shape != (width,):
        raise ShapeError(f"{name}: {width} numbers are needed, found {given!r}")
    return tuple(found.tolist())


def as_rows(name: str, given: ArrayLike, width: int) -> NDArray[np.float64]:
    """Returns numbers in rows along the last axis, which is new for rows of one number."""
    found = as_numbers(name, given)
    if width == 1:
        return found[..., np.newaxis]
    if found.ndim == 0 or found.shape[-1] != width:
        raise ShapeError(f"{name}: {width} numbers along the last axis are needed, found the shape {found.shape}")
    return found


def as_flat(given: NDArray[np.float64], shape: tuple[int, ...]) -> NDArray[np.float64]:
    """Returns one row for all motions, or a row for each."""
    if given.size != given.shape[-1]:
        given = np.broadcast_to(given, (*shape, given.shape[-1]))
    return np.ascontiguousarray(given).reshape(-1)

"""Limit sets: admissible friction per normal force.

There is a function for each that the engine knows; its parameters, with units, ranges and sources, are those of its
documentation.
"""

from typing import Any

from ._components import LimitSet
from ._components import functions as _functions

_made = _functions(LimitSet)
__all__ = ["LimitSet", *_made]
globals().update(_made)


def __getattr__(name: str) -> Any:
    raise AttributeError(f"there is no limit set `{name}`; there are {', '.join(_made)}")

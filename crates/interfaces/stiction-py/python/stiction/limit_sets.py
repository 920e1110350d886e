"""Limit sets: admissible friction per normal force.

There is a function for each set of the engine; its documentation lists the parameters, with units, ranges and
sources.
"""

from typing import Any

from ._components import LimitSet
from ._components import absent as _absent
from ._components import functions as _functions

_made = _functions(LimitSet)
__all__ = ["LimitSet", *_made]
globals().update(_made)


def __getattr__(name: str) -> Any:
    raise _absent("limit set", name, _made)

"""Maps from the motion of the connected parts to the motion of a law.

There is a function for each map of the engine; its documentation lists the parameters, with units, ranges and
sources.
"""

from typing import Any

from ._components import Map
from ._components import absent as _absent
from ._components import functions as _functions

_made = _functions(Map)
__all__ = ["Map", *_made]
globals().update(_made)


def __getattr__(name: str) -> Any:
    raise _absent("map", name, _made)

"""Maps: how the motion of what is connected becomes the motion that a law sees.

There is a function for each that the engine knows; its parameters, with units, ranges and sources, are those of its
documentation.
"""

from typing import Any

from ._components import Map
from ._components import functions as _functions

_made = _functions(Map)
__all__ = ["Map", *_made]
globals().update(_made)


def __getattr__(name: str) -> Any:
    raise AttributeError(f"there is no map `{name}`; there are {', '.join(_made)}")

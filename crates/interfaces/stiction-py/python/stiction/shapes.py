"""Shapes of rigid bodies.

There is a function for each shape of the engine; its documentation lists the parameters, with units, ranges and
sources.
"""

from typing import Any

from ._components import Shape
from ._components import absent as _absent
from ._components import functions as _functions

_made = _functions(Shape)
__all__ = ["Shape", *_made]
globals().update(_made)


def __getattr__(name: str) -> Any:
    raise _absent("shape", name, _made)

"""Drives: prescribed motions and fixed places.

There is a function for each drive of the engine; its documentation lists the parameters, with units, ranges and
sources.
"""

from typing import Any

from ._components import Drive
from ._components import absent as _absent
from ._components import functions as _functions

_made = _functions(Drive)
__all__ = ["Drive", *_made]
globals().update(_made)


def __getattr__(name: str) -> Any:
    raise _absent("drive", name, _made)

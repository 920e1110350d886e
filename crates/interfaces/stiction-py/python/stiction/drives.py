"""Drives: prescribed motions and fixed places.

There is a function for each that the engine knows; its parameters, with units, ranges and sources, are those of its
documentation.
"""

from typing import Any

from ._components import Drive
from ._components import functions as _functions

_made = _functions(Drive)
__all__ = ["Drive", *_made]
globals().update(_made)


def __getattr__(name: str) -> Any:
    raise AttributeError(f"there is no drive `{name}`; there are {', '.join(_made)}")

"""Signals: functions of the time, wherever a load or a coefficient may depend on it.

There is a function for each that the engine knows; its parameters, with units, ranges and sources, are those of its
documentation.
"""

from typing import Any

from ._components import Signal
from ._components import functions as _functions

_made = _functions(Signal)
__all__ = ["Signal", *_made]
globals().update(_made)


def __getattr__(name: str) -> Any:
    raise AttributeError(f"there is no signal `{name}`; there are {', '.join(_made)}")

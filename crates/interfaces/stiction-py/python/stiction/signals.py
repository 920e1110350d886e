"""Signals: functions of time, for loads and coefficients.

There is a function for each signal of the engine; its documentation lists the parameters, with units, ranges and
sources.
"""

from typing import Any

from ._components import Signal
from ._components import absent as _absent
from ._components import functions as _functions

_made = _functions(Signal)
__all__ = ["Signal", *_made]
globals().update(_made)


def __getattr__(name: str) -> Any:
    raise _absent("signal", name, _made)

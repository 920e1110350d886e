"""Bodies, which forces move. Each takes `start`, its motion at time zero.

There is a function for each body of the engine; its documentation lists the parameters, with units, ranges and
sources.
"""

from typing import Any

from ._components import Body
from ._components import absent as _absent
from ._components import functions as _functions

_made = _functions(Body)
__all__ = ["Body", *_made]
globals().update(_made)


def __getattr__(name: str) -> Any:
    raise _absent("body", name, _made)

"""Laws of connections. `laws.gsat(stiffness=1e5, damping=400, limit=5)`.

There is a function for each law of the engine; its documentation lists the parameters, with units, ranges and
sources.
"""

from typing import Any

from ._law import Law
from ._components import absent as _absent
from ._components import functions as _functions

_made = _functions(Law)
__all__ = ["Law", *_made]
globals().update(_made)


def __getattr__(name: str) -> Any:
    raise _absent("law", name, _made)

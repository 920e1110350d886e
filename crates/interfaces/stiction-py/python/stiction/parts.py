"""Parts of components and of scenarios: pressures, curves, links, plots.

There is a function for each part of the engine; its documentation lists the parameters, with units, ranges and
sources.
"""

from typing import Any

from ._components import Part
from ._components import absent as _absent
from ._components import functions as _functions

_made = _functions(Part)
__all__ = ["Part", *_made]
globals().update(_made)


def __getattr__(name: str) -> Any:
    raise _absent("part", name, _made)

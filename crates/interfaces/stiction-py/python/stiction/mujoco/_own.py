"""The model's own friction, while bridges replace parts of it.

A model can have several bridges: each of its `MjData` has one, or one acts in the joints and another in the contacts.
The original friction is kept here once per model; a part is restored when the last bridge that took it lets go.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any
from weakref import WeakValueDictionary, finalize

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["OwnFriction"]

OFF = {"dof_frictionloss": 0.0, "geom_condim": 1, "pair_dim": 1}
"""Arrays of a model, and the value of each at which there is no friction."""

_known: WeakValueDictionary[int, OwnFriction] = WeakValueDictionary()
"""Records by the identity of the model, which they keep alive; they live while a bridge holds them."""


class OwnFriction:
    """The original friction of a model, by the names of `OFF`."""

    def __init__(self, model: Any) -> None:
        self._model = model
        self._kept = {name: np.array(getattr(model, name)) for name in OFF}
        self._takers = {name: np.zeros(len(kept), int) for name, kept in self._kept.items()}

    @staticmethod
    def of(model: Any) -> OwnFriction:
        """Returns that of a model, shared by all bridges of the model."""
        own = _known.get(id(model))
        if own is None:
            own = _known[id(model)] = OwnFriction(model)
        return own

    def __getitem__(self, name: str) -> Any:
        """Returns an array of the model as it would be without bridges."""
        return np.where(self._takers[name] > 0, self._kept[name], getattr(self._model, name))

    def take(self, taker: object, places: Mapping[str, Any]) -> Callable[[], Any]:
        """Switches friction off; returns a function that restores it, which is also called when the taker is
        collected."""
        for name, where in places.items():
            self._kept[name] = self[name]
            self._takers[name][where] += 1
            getattr(self._model, name)[where] = OFF[name]
        let_go = finalize(taker, self._give_back, places)
        let_go.atexit = False
        return let_go

    def _give_back(self, places: Mapping[str, Any]) -> None:
        for name, where in places.items():
            takers = self._takers[name]
            takers[where] -= 1
            free = np.array(where, int)[takers[where] == 0]
            getattr(self._model, name)[free] = self._kept[name][free]

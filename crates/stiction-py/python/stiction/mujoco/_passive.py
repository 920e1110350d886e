"""The one callback for passive forces that a process has, shared by all bridges that act through it."""

from __future__ import annotations

import threading
from typing import Any

__all__ = ["add", "remove"]


class Passive:
    """Asks the callback that was there before, and every bridge that is attached."""

    def __init__(self) -> None:
        self._before: Any = None
        self._bridges: list[Any] = []
        # Each thread steps a data of its own: one that is asked meanwhile is no hand-on.
        self._asked = threading.local()

    def __call__(self, model: Any, data: Any) -> None:
        if getattr(self._asked, "now", False):
            # One that was put over this one hands on to it.
            return
        self._asked.now = True
        try:
            if self._before is not None:
                self._before(model, data)
            for bridge in self._bridges:
                bridge._passive(data)
        finally:
            self._asked.now = False

    def add(self, mujoco: Any, bridge: Any) -> None:
        """Lets a bridge act."""
        installed = mujoco.get_mjcb_passive()
        if installed is not self:
            self._before = installed
            mujoco.set_mjcb_passive(self)
        self._bridges.append(bridge)

    def remove(self, mujoco: Any, bridge: Any) -> None:
        """Lets it act no more; the last one gives back the callback that was there before."""
        self._bridges.remove(bridge)
        if not self._bridges and mujoco.get_mjcb_passive() is self:
            mujoco.set_mjcb_passive(self._before)
            self._before = None


_one = Passive()
add, remove = _one.add, _one.remove

"""The only callback for passive forces of a process, shared by all bridges that act through it."""

from __future__ import annotations

import threading
from typing import Any

__all__ = ["add", "remove"]


class Passive:
    """Calls the previous callback, and every attached bridge.

    Another callback may be installed over this one and call it, and this one over that again: then it is called a
    second time inside its own call, and calls the callback that was there before the first time.
    """

    def __init__(self) -> None:
        self._before: list[Any] = []
        self._bridges: list[Any] = []
        # Each thread steps its own data.
        self._calls = threading.local()

    def __call__(self, model: Any, data: Any) -> None:
        depth = getattr(self._calls, "depth", 0)
        before = self._before[-1 - depth] if depth < len(self._before) else None
        self._calls.depth = depth + 1
        try:
            if before is not None:
                before(model, data)
        finally:
            self._calls.depth = depth
        if depth == 0:
            for bridge in tuple(self._bridges):
                bridge._passive(data)

    def add(self, mujoco: Any, bridge: Any) -> None:
        """Adds a bridge."""
        installed = mujoco.get_mjcb_passive()
        if installed is not self:
            self._before.append(installed)
            mujoco.set_mjcb_passive(self)
        self._bridges.append(bridge)

    def remove(self, mujoco: Any, bridge: Any) -> None:
        """Removes a bridge; the last one restores the previous callback."""
        self._bridges.remove(bridge)
        if not self._bridges and mujoco.get_mjcb_passive() is self:
            mujoco.set_mjcb_passive(self._before.pop())


_one = Passive()
add, remove = _one.add, _one.remove

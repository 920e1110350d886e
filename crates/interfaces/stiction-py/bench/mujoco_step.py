"""Measures the cost of a step of MuJoCo with this friction: CPU time, as ratios to a stock step of the same model.

    python crates/interfaces/stiction-py/bench/mujoco_step.py

Stock and bridge are timed in turns, and the least of many rounds counts: a busy machine makes both longer. The stock
step is called from Python too, so that both have a loop in Python.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Any

import mujoco

from stiction.mujoco import Contact, cases, attach

ROUNDS, STEPS = 40, 500
MANUAL = {"cone": "elliptic", "impratio": 10}


def prepared(model: Any, drive: float, given: dict[str, Any] | None) -> Callable[[], None]:
    """Returns a step of a model that has come to rest."""
    data = mujoco.MjData(model)
    if model.nu:
        data.ctrl[:] = drive
    if not model.nu and model.nq == 2:
        data.qpos[:] = [1.45, 0.1]
    if given is None:
        step = lambda: mujoco.mj_step(model, data)  # noqa: E731
    else:
        bridge = attach(model, data, **given)
        step = (lambda: mujoco.mj_step(model, data)) if given.get("callback") else bridge.step
    for _ in range(300):
        step()
    return step


def cost(steps: dict[str, Callable[[], None]]) -> dict[str, float]:
    """Returns the CPU time of each step [us]."""
    least = dict.fromkeys(steps, float("inf"))
    for _ in range(ROUNDS):
        for name, step in steps.items():
            start = time.process_time()
            for _ in range(STEPS):
                step()
            least[name] = min(least[name], 1e6 * (time.process_time() - start) / STEPS)
    return least


def main() -> None:
    """Prints the table."""
    models: dict[str, tuple[Callable[..., Any], dict[str, Any], dict[str, Any]]] = {
        "arm": (cases.arm, {}, {"joints": "frictionloss"}),
        "box on a slope": (lambda **options: cases.slope(0.3, **options), MANUAL, {"contacts": "all"}),
        "the same, one patch": (lambda **options: cases.slope(0.3, **options), MANUAL, {"contacts": Contact(patch=True)}),
        "pinched capsule": (cases.capsule, MANUAL, {"contacts": "all"}),
        "the same, two patches": (cases.capsule, MANUAL, {"contacts": Contact(patch=True)}),
    }
    print("| model | stock [us] | noslip 3 | bridge.step() | mj_step with the callback |\n|---|---|---|---|---|")
    for name, (make, manual, given) in models.items():
        found = {}
        # A process has one callback, so it is timed separately, with a stock step beside it.
        for label, extra in (("step", {}), ("callback", {"callback": True})):
            stock = prepared(make(**manual), cases.GRIP, None)
            noslip = prepared(make(**manual, noslip=3), cases.GRIP, None)
            ours = prepared(make(**manual), cases.GRIP, {**given, **extra})
            found[label] = cost({"stock": stock, "noslip": noslip, "ours": ours})
            mujoco.set_mjcb_passive(None)
        base = found["step"]["stock"]
        ratios = [found["step"]["noslip"] / base, found["step"]["ours"] / base]
        ratios.append(found["callback"]["ours"] / found["callback"]["stock"])
        print(f"| {name} | {base:.1f} | " + " | ".join(f"{ratio:.2f} x" for ratio in ratios) + " |", flush=True)


if __name__ == "__main__":
    main()

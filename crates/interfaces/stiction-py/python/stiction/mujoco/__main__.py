"""Compares the friction of MuJoCo with that of this bridge: `python -m stiction.mujoco`.

Prints a table in Markdown, that of the page "In other engines" of the book, in some seconds.
"""

from __future__ import annotations

import argparse
import math
import re
from collections.abc import Callable, Mapping
from typing import Any

from .._extras import need
from . import cases

Run = Callable[..., cases.Trace]


def shown(value: float) -> str:
    """Returns two digits."""
    return "0" if value == 0.0 else re.sub("e-0", "e-", f"{value:.1e}")


def bound(value: float) -> str:
    """Returns the next power of ten, for numbers that are only rounding, whose digits mean nothing."""
    return "0" if value == 0.0 else f"below 1e{math.floor(math.log10(value)) + 1}"


def creep(run: Run, seconds: float, **options: Any) -> float:
    """Returns the creep of a run."""
    return run(seconds, **options).creep()


def several(run: Run, seconds: float, stiffnesses: tuple[float, ...], bridge: Callable[[float], Mapping[str, Any]]) -> float:
    """Returns the largest creep over several stiffnesses."""
    return max(creep(run, seconds, bridge=bridge(stiffness)) for stiffness in stiffnesses)


def rows() -> list[tuple[str, str, str, str]]:
    """Returns the rows of the table."""
    manual = [(name, {"cone": "elliptic", **options}) for name, options in cases.MANUAL.items()]
    stock: dict[str, Any] = {"cone": "pyramidal"}

    def all_manual(run: Run, seconds: float) -> str:
        return ", ".join(f"{shown(creep(run, seconds, **options))} ({name})" for name, options in manual)

    found = []
    falls = cases.pinched(6.0, **stock).position[-1, 0] < 0.2
    found.append((
        "capsule in a gripper, creep [m/s]",
        "falls out" if falls else shown(creep(cases.pinched, 6.0, **stock)),
        all_manual(cases.pinched, 6.0),
        f"{bound(several(cases.pinched, 6.0, (2e3, 1e4, 1e5, 1e6), cases.contact))}, K from 2e3 to 1e6",
    ))
    found.append((
        "box on a slope at 0.6 of the limit, creep [m/s]",
        shown(creep(cases.resting, 4.0, **stock)),
        all_manual(cases.resting, 4.0),
        f"{bound(several(cases.resting, 4.0, (1e4, 1e5, 1e6), cases.contact))}, K from 1e4 to 1e6",
    ))
    angle = math.atan(0.7)
    theory = cases.GRAVITY * (math.sin(angle) - 0.5 * math.cos(angle))
    ways: list[dict[str, Any]] = [stock, {"cone": "elliptic", **cases.MANUAL["impratio 10"]}]
    slides = [cases.sliding(1.5, **options).acceleration() for options in ways]
    found.append((
        f"box sliding down a slope, {theory:.4f} m/s² in theory",
        f"{slides[0]:.4f}",
        f"{slides[1]:.4f}",
        f"{cases.sliding(1.5, bridge=cases.contact(1e5)).acceleration():.4f}",
    ))
    harder = creep(cases.holding, 10.0, solimpfriction=".9999 .9999 .001 .5 2")
    noslip = creep(cases.holding, 10.0, noslip=3)
    found.append((
        "arm under a trembling torque, creep [rad/s]",
        shown(creep(cases.holding, 10.0)),
        f"{shown(harder)} (solimpfriction), {shown(noslip)} (noslip)",
        f"{bound(several(cases.holding, 10.0, (1e2, 1e4, 1e6), cases.joints))}, K from 1e2 to 1e6",
    ))
    return found


def main() -> None:
    """Prints the table."""
    argparse.ArgumentParser(prog="python -m stiction.mujoco", description=__doc__).parse_args()
    print(f"MuJoCo {need('mujoco', 'mujoco').__version__}, steps of {1e3 * cases.STEP:g} ms\n")
    print("| | stock | settings of its manual | stiction |\n|---|---|---|---|")
    for row in rows():
        print("| " + " | ".join(row) + " |")


if __name__ == "__main__":
    main()

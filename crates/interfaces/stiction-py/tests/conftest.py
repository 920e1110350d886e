"""Shared helpers."""

from __future__ import annotations

import importlib
import os
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import stiction
from stiction import bodies, laws, signals

ROOT = Path(__file__).parents[4]
EXAMPLES = sorted((ROOT / "examples" / "scenarios").glob("*.toml"))


HAS_MUJOCO = find_spec("mujoco") is not None
NO_MUJOCO = "WARNING: mujoco is not installed: the bridge to MuJoCo is NOT tested (STICTION_NEED_MUJOCO=1 demands it)"


def need_mujoco(*, whole_module: bool = False) -> None:
    """Skips if mujoco is not installed; STICTION_NEED_MUJOCO=1 makes that a failure."""
    if HAS_MUJOCO:
        return
    if os.environ.get("STICTION_NEED_MUJOCO"):
        pytest.fail(NO_MUJOCO)
    pytest.skip(NO_MUJOCO, allow_module_level=whole_module)


def block(**changes: object) -> stiction.Scenario:
    """Returns a block that is pushed and held."""
    push = signals.sine(mean=3.0, amplitude=1.0, frequency=10.0)
    scenario = stiction.Scenario(
        {
            "title": "A block",
            "solver": {"step": 1e-4, "until": 1.0},
            "bodies": {"block": bodies.point_mass(mass=1.0)},
            "connections": {
                "push": {"ports": "block", "law": laws.effort(effort=push)},
                "friction": {"ports": "block", "law": laws.gsat(stiffness=1e5, damping=400.0, limit=5.0)},
            },
        }
    )
    return scenario.with_values(changes) if changes else scenario


@pytest.fixture
def pushed() -> stiction.Scenario:
    return block()


UNTESTED: set[str] = set()


def cluster(package: str) -> Any:
    """Returns a package for clusters. If it is missing, its tests are skipped, and the end of the report says so;
    with STICTION_NEED_CLUSTERS they fail instead."""
    try:
        return importlib.import_module(package)
    except ImportError:
        if os.environ.get("STICTION_NEED_CLUSTERS"):
            raise
        UNTESTED.add(package)
        pytest.skip(f"{package} is not installed")


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Lists the tests skipped for lack of a package."""
    if not HAS_MUJOCO:
        terminalreporter.write_line(NO_MUJOCO, red=True, bold=True)
    for package in sorted(UNTESTED):
        text = f"WARNING: {package} is not installed: sweeps on it are NOT tested"
        terminalreporter.write_line(text, red=True, bold=True)

"""What several tests need."""

from __future__ import annotations

from pathlib import Path

import pytest

import stiction
from stiction import bodies, laws, signals

ROOT = Path(__file__).parents[3]
EXAMPLES = sorted((ROOT / "examples" / "scenarios").glob("*.toml"))


def block(**changes: object) -> stiction.Scenario:
    """A block that is pushed and held."""
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

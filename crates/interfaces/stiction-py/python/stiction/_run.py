"""A whole run in one call, as the command makes it."""

from __future__ import annotations

import os
import warnings
from collections.abc import Mapping
from typing import Any

from ._record import Record
from ._stiction import Scenario, watched_run
from .errors import StepWarning

__all__ = ["run"]


def run(scenario: Scenario | str | os.PathLike[str] | Mapping[str, Any], **values: Any) -> Record:
    """Runs a scenario to its end as `stiction run` does: with the same rows, to the bit.

    Warnings of that command are raised as `StepWarning`: before and during the run, and from a run with half the
    step. A mechanism that has energy from nowhere is an error.

    Args:
        scenario: A scenario, the path of a file, or a table.
        values: Other values: `run("block.toml", **{"solver.step": 1e-5})`.

    Raises:
        ScenarioError: It is not a scenario.
        SimulationError: The motion cannot go on.
    """
    if isinstance(scenario, (str, os.PathLike)):
        scenario = Scenario.load(scenario)
    elif not isinstance(scenario, Scenario):
        scenario = Scenario(scenario)
    if values:
        scenario = scenario.with_values(values)

    def warn(text: str) -> None:
        warnings.warn(text, StepWarning, stacklevel=3)

    return watched_run(scenario, warn)

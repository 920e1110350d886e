"""The same bits from Python as from the command.

The command is that of the wheel, or, with STICTION_COMMAND, a binary that cargo built. Its text output has every
digit, so equal numbers are equal bits (except for the sign of zero, which is compared separately).
"""

from __future__ import annotations

import csv
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from conftest import EXAMPLES

import stiction

COMMAND = os.environ.get("STICTION_COMMAND", "").split() or [sys.executable, "-m", "stiction"]
# Long enough to slide and stick; pads of a thousand cells take their time.
UNTIL = {"pad_drift": 0.5, "in_hand": 0.05}


def until(path: Path, scenario: stiction.Scenario) -> float:
    short = next((time for name, time in UNTIL.items() if path.stem.startswith(name)), 1.0)
    return min(short, scenario.until)


def written(path: Path, end: float, out: Path) -> tuple[list[str], np.ndarray]:
    """Returns the output of the command."""
    arguments = ["--quiet", "run", str(path), "--until", repr(end), "--out", str(out)]
    done = subprocess.run([*COMMAND, *arguments], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    with open(out / "trajectory.csv", newline="") as file:
        names, *rows = list(csv.reader(file))
    return [name.split(" [")[0] for name in names], np.array([[float(cell) for cell in row] for row in rows])


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
@pytest.mark.filterwarnings("ignore::stiction.StepWarning")
def test_every_example_has_the_bits_of_the_command(path: Path, tmp_path: Path) -> None:
    scenario = stiction.Scenario.load(path)
    end = until(path, scenario)
    names, expected = written(path, end, tmp_path / "out")
    record = stiction.run(scenario.with_values({"solver.until": end}))
    assert record.names == names
    found = record.to_numpy()
    assert found.shape == expected.shape
    differ = found.view(np.uint64) != expected.view(np.uint64)
    both_nan = np.isnan(found) & np.isnan(expected)
    assert not (differ & ~both_nan).any(), [names[column] for column in np.flatnonzero(differ.any(axis=0))]


def test_another_value_gives_other_bits(tmp_path: Path) -> None:
    """The control: the comparison notices a difference."""
    path = next(path for path in EXAMPLES if path.stem == "stick_slip")
    _, expected = written(path, 0.5, tmp_path / "out")
    changed = stiction.Scenario.load(path).with_values({"solver.until": 0.5, "bodies.block.mass": 1.0 + 1e-15})
    assert (stiction.run(changed).to_numpy() != expected).any()

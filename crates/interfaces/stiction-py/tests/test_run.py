"""A whole run in one call reports what the command reports."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import threading
import warnings
from pathlib import Path

import pytest
from conftest import block

import stiction

BOUNCE = """
schema_version = 1
solver = { step = 5e-4, until = 0.6 }
[bodies.ball]
type = "point_mass"
domain = "space"
mass = 1.0
gravity = [0.0, 0.0, -9.81]
start = { position = [0.0, 0.0, 0.5], velocity = [1.0, 0.0, 0.0] }
[connections.floor]
ports = "ball"
law = { type = "coulomb_contact", stiffness = 1e6, damping = 10.0, friction = 0.5 }
"""

FALL = """
schema_version = 1
solver = { step = 2e-2, until = 0.5, method = "euler" }
bodies.ball = { type = "point_mass", mass = 1.0, gravity = -9.8 }
"""


def said(scenario: stiction.Scenario) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        stiction.run(scenario)
    assert all(one.category is stiction.StepWarning and one.filename == __file__ for one in caught)
    return [str(one.message) for one in caught]


@pytest.mark.parametrize("text", [BOUNCE, FALL])
def test_a_run_warns_as_the_command_does(text: str, tmp_path: Path) -> None:
    scenario = stiction.Scenario.from_toml(text)
    # Nothing of it shows at the start.
    assert scenario.simulation().step_doubts() == []
    scenario.save(tmp_path / "scenario.toml")
    command = [sys.executable, "-m", "stiction", "run", "scenario.toml", "--out", "o", "--quiet"]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    expected = json.loads((tmp_path / "o" / "summary.json").read_text())["warnings"]
    assert len(expected) == 1 and said(scenario) == expected
    assert said(scenario.with_values({"solver.step": 1e-5})) == []


def test_the_notes_of_a_robot_are_warnings(tmp_path: Path) -> None:
    text = '<robot name="r"><link name="base"/><link name="arm"><inertial><mass value="1"/><inertia ixx="1" iyy="1" izz="1" '
    text += 'ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="hip" type="revolute"><parent link="base"/><child '
    text += 'link="arm"/><axis xyz="0 0 1"/><limit lower="-90" upper="90" effort="1" velocity="1"/></joint></robot>'
    (tmp_path / "r.urdf").write_text(text)
    table = {"solver": {"step": 1e-3, "until": 0.01}, "bodies": {"r": {"type": "urdf", "file": "r.urdf"}}}
    scenario = stiction.Scenario(table, folder=tmp_path)
    notes = scenario.notes()
    assert notes and said(scenario) == notes


def test_a_warning_that_is_an_error_ends_the_run() -> None:
    # It is known before the first step; a run to this end takes hours.
    endless = block(**{"connections.friction.law.stiffness": 1e9, "solver.until": 1e6})
    with pytest.raises(stiction.StepWarning, match="friction"):
        stiction.run(endless)


def test_ctrl_c_ends_a_run() -> None:
    endless = block(**{"solver.until": 1e6})
    timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            stiction.run(endless)
    finally:
        timer.join()


def test_a_run_that_fails_says_why() -> None:
    wild = block(**{"connections.friction.law": stiction.laws.spring_damper(stiffness=1e9)})
    with pytest.warns(stiction.StepWarning, match="step"), pytest.raises(stiction.SimulationError, match="from nowhere"):
        stiction.run(wild)


def test_own_measures_see_the_units_of_the_channels() -> None:
    units: list[str] = []

    def fastest(record: stiction.Record) -> float:
        units.append(record.units["friction.slip_speed"])
        return float(record["friction.slip_speed"].max())

    scenario = block(**{"plots": [{"y": ["friction.slip_speed"]}]})
    scenario = scenario.with_values({"solver.until": 0.01})
    measures = {"fast": {"of": "friction.slip_speed", "take": "max"}, "fastest": fastest}
    swept = stiction.sweep(scenario, {"connections.friction.law.limit": [4.5, 5.0]}, measures)
    assert units == ["m/s"] * 2 and swept.units["fast"] == "m/s"

"""FMUs for model exchange, integrated by other people's solvers.

As test_fmpy.py; needs `pip install scipy` too. Where the variable FMUSIM names the checker of the FMI project, every
example runs in it.
"""

import os
import re
import subprocess
import tomllib

import fmpy
import numpy as np
import pytest
from fmpy.fmi2 import FMU2Model
from fmpy.fmi3 import FMU3Model
from scipy.integrate import solve_ivp
from test_fmpy import BLOCK, COMMAND, EXAMPLES, LIBRARY, VERSIONS, Instance, export, moving, stiction

METHODS = ["RK45", "LSODA", "BDF", "Radau"]
# Their bodies are set back onto a constraint after every step.
CO_SIMULATION_ONLY = {"spinning_coin", "two_link_penalty", "walker"}
# Mean push [N], which trembles below the limit of 5 N.
HELD = 3.0
LUGRE = 'type = "lugre", stiffness = 1e5, damping = 400.0, steady_force = 5.0'


class Equation(Instance):
    """An FMU as a function of time and states."""

    kinds = {2: FMU2Model, 3: FMU3Model}
    interface = "modelExchange"

    def __init__(self, fmu, version):
        super().__init__(fmu, version)
        self.begin()

    def event(self):
        """Handles an event and returns the time of the next."""
        update = self.fmu.newDiscreteStates if self.version == 2 else self.fmu.updateDiscreteStates
        needed, end, _, changed, is_known, time = update()
        assert not (needed or end or changed)
        self.fmu.enterContinuousTimeMode()
        return time if is_known else np.inf

    def array(self, read):
        values = np.empty(self.count)
        read(values.ctypes.data_as(fmpy.fmi2.POINTER(fmpy.fmi2.c_double)), self.count)
        return values

    def rates(self, time, states):
        self.fmu.setTime(time)
        # SciPy enlarges a difference that changes nothing, such as one of the position, until it overflows.
        states = np.clip(np.ascontiguousarray(states, dtype=float), -1e300, 1e300)
        pointer = states.ctypes.data_as(fmpy.fmi2.POINTER(fmpy.fmi2.c_double))
        self.fmu.setContinuousStates(pointer, self.count)
        return self.array(self.fmu.getDerivatives if self.version == 2 else self.fmu.getContinuousStateDerivatives)

    def states(self):
        return self.array(self.fmu.getContinuousStates)

    def nominals(self):
        return self.array(self.fmu.getNominalsOfContinuousStates)


def pushed(folder, version, law=None, peak=HELD):
    """The block under a trembling push, as an equation, and the function of its rates."""
    path = folder / "block.toml"
    text = BLOCK if law is None else re.sub(r"law = \{ type = \"gsat\"[^}]*\}", f"law = {{ {law} }}", BLOCK)
    path.write_text(text)
    equation = Equation(export(path, version, folder), version)
    equation.event()

    def rates(time, states):
        equation.set("push", peak + np.sin(60.0 * time))
        return equation.rates(time, states)

    return equation, rates


def anchor_drift(method, version, folder, law=None, peak=HELD):
    """Returns how far the anchor x - e moves from 1 s to 3 s; the states are x, v, e."""
    equation, rates = pushed(folder, version, law, peak)
    size = 1e-6 * equation.nominals()
    found = solve_ivp(rates, (0.0, 3.0), equation.states(), method=method, rtol=1e-6, atol=size, max_step=0.02)
    equation.end()
    assert found.success, found.message
    late = found.t >= 1.0
    anchor = found.y[0][late] - found.y[2][late]
    return np.ptp(anchor)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("method", METHODS)
def test_a_held_block_keeps_its_anchor(method, version, tmp_path):
    assert anchor_drift(method, version, tmp_path) < 1e-15


@pytest.mark.parametrize("method", METHODS)
def test_lugre_creeps_and_too_large_a_push_slides(method, tmp_path):
    """The controls."""
    assert anchor_drift(method, 3, tmp_path, LUGRE) > 1e-6
    assert anchor_drift(method, 3, tmp_path, peak=4.5) > 1e-6


@pytest.mark.parametrize("version", VERSIONS)
def test_solvers_come_to_the_motion_of_the_engine(version, tmp_path):
    """A block that slides and comes to rest, under a push as in co-simulation, which holds each value for 1 ms."""

    def force(k):
        return 6.5 if 300 <= k < 500 else 3.0

    path = tmp_path / "block.toml"
    path.write_text(BLOCK.replace("step = 1e-4", "step = 1e-6"))
    fmu = export(path, version, tmp_path)
    signals = np.array([(k * 1e-3, force(k)) for k in range(1001)], dtype=[("time", float), ("push", float)])
    engine = fmpy.simulate_fmu(str(fmu), stop_time=1.0, output_interval=1e-3, input=signals, output=["block.x"],
                               fmi_type="CoSimulation")
    expected = engine["block.x"][-1]
    # 1.5 N for 0.2 s, then 2 N the other way: 30 mm and 22.5 mm.
    assert expected == pytest.approx(0.0525, abs=0.001)
    for method in METHODS:
        errors = []
        for tolerance in [1e-4, 1e-6, 1e-8]:
            equation = Equation(fmu, version)
            equation.event()
            states, size = equation.states(), tolerance * equation.nominals()
            for begin, end, value in [(0.0, 0.3, 3.0), (0.3, 0.5, 6.5), (0.5, 1.0, 3.0)]:
                equation.set("push", value)
                found = solve_ivp(equation.rates, (begin, end), states, method=method, rtol=tolerance, atol=size)
                assert found.success, found.message
                states = found.y[:, -1]
            errors.append(abs(states[0] - expected))
            equation.end()
        # The error of the engine itself with its step of 1 us.
        assert errors[-1] < 1e-6 and errors[-1] <= errors[0] + 1e-7, (method, errors)


def refined(scenario, version, step, folder):
    """The FMU of a scenario with another step of the engine."""
    fmu = folder / f"refined_{version}.fmu"
    stiction("fmu", scenario, "-o", fmu, "--fmi", version, "--set", f"solver.step={step!r}", *moving(scenario), *LIBRARY)
    return fmu


@pytest.mark.parametrize("version", VERSIONS)
def test_plain_euler_comes_to_it_as_its_step_falls(version, tmp_path):
    scenario = next(path for path in EXAMPLES if path.stem == "block_on_incline")
    step = tomllib.loads(scenario.read_text())["solver"]["step"]
    given = {"stop_time": 200 * step, "output": ["block.x"]}
    engine = fmpy.simulate_fmu(str(refined(scenario, version, step / 20, tmp_path)), fmi_type="CoSimulation",
                               output_interval=step, **given)
    fmu = str(export(scenario, version, tmp_path))
    errors = []
    for parts in [1, 2, 4]:
        # FMPy makes one Euler step from row to row.
        found = fmpy.simulate_fmu(fmu, fmi_type="ModelExchange", solver="Euler", step_size=step / parts,
                                  output_interval=step / parts, record_events=False, **given)
        errors.append(np.max(np.abs(found["block.x"][::parts] - engine["block.x"])))
    # The error is of the first order.
    assert errors[1] < 0.6 * errors[0] and errors[2] < 0.6 * errors[1], errors
    assert errors[2] < 0.01 * np.ptp(engine["block.x"])


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("scenario", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_comes_to_the_motion_of_the_engine(scenario, version, tmp_path):
    fmu = str(export(scenario, version, tmp_path))
    description = fmpy.read_model_description(fmu)
    is_equation = description.modelExchange is not None
    assert is_equation == (scenario.stem not in CO_SIMULATION_ONLY), scenario
    assert description.coSimulation is not None
    # The pad has 640 states: a stiff solver with a full matrix takes its time.
    if not is_equation or scenario.stem == "pad_drift":
        return
    step = tomllib.loads(scenario.read_text())["solver"]["step"]
    # The engine has order one at breakaway, so it runs with a hundredth of its step.
    fine = refined(scenario, version, step / 100, tmp_path)
    until = 200 * step
    names = [one.name for one in description.modelVariables
             if one.causality == "output" and one.name.rsplit(".", 1)[-1] in ["x", "y", "z", "angle"]]
    every = {"stop_time": until, "output_interval": 10 * step, "output": names}
    expected = fmpy.simulate_fmu(str(fine), fmi_type="CoSimulation", **every)
    found = fmpy.simulate_fmu(fmu, fmi_type="ModelExchange", solver="CVode", relative_tolerance=1e-8,
                              record_events=False, **every)
    assert len(found) == len(expected) == 21
    assert names
    for name in names:
        swing = np.ptp(expected[name])
        error = np.max(np.abs(found[name] - expected[name]))
        assert error <= 2e-3 * swing + 1e-9, (scenario.stem, name, error, swing)


@pytest.mark.skipif("FMUSIM" not in os.environ, reason="FMUSIM does not name the checker of the FMI project")
@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("scenario", EXAMPLES, ids=lambda path: path.stem)
def test_every_example_runs_in_the_checker_of_the_fmi_project(scenario, version, tmp_path):
    fmu = export(scenario, version, tmp_path)
    step = tomllib.loads(scenario.read_text())["solver"]["step"]
    kinds = ["cs"] if scenario.stem in CO_SIMULATION_ONLY else ["cs", "me"]
    for kind in kinds:
        table = tmp_path / f"{kind}.csv"
        ran = subprocess.run(
            [os.environ["FMUSIM"], "--interface-type", kind, "--solver", "cvode", "--tolerance", "1e-6", "--stop-time",
             repr(100 * step), "--output-interval", repr(10 * step), "--logging-on", "--output-file", table, fmu],
            capture_output=True, text=True)
        assert ran.returncode == 0, ran.stdout + ran.stderr
        rows = np.genfromtxt(table, delimiter=",", skip_header=1)
        assert rows.shape[0] >= 11 and rows[-1, 0] == pytest.approx(100 * step)


def test_what_is_no_equation_says_why(tmp_path):
    scenario = next(path for path in EXAMPLES if path.stem == "spinning_coin")
    with pytest.raises(subprocess.CalledProcessError) as failed:
        subprocess.run([COMMAND, "fmu", scenario, "-o", tmp_path / "coin.fmu", "--model-exchange", *LIBRARY],
                       check=True, capture_output=True, text=True)
    assert "model exchange is not supported: `coin` is pulled back" in failed.value.stderr
    assert not (tmp_path / "coin.fmu").exists()

"""Inputs: numbers that are set from outside between two steps."""

from __future__ import annotations

import copy
import json
import math
import pickle
from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import stiction
from stiction import bodies, drives, laws, maps, signals

MASS, STEP = 2.0, 1e-3


def scenario(push: Any = None, **connections: Any) -> stiction.Scenario:
    """Returns a cart without friction that is pushed by an input, beside a slider that an input moves."""
    push = signals.input(name="push", unit="N") if push is None else push
    return stiction.Scenario(
        {
            "solver": {"step": STEP, "until": 1.0},
            "bodies": {"cart": bodies.point_mass(mass=MASS)},
            "drives": {"slider": drives.guided(position=[signals.input(name="slider", unit="m", start=0.5)])},
            "connections": {
                "push": {"ports": "cart", "law": laws.effort(effort=push)},
                "spring": {
                    "ports": ["slider", "cart"],
                    "map": maps.between(),
                    "law": laws.gsat(stiffness=1e5, damping=400.0, limit=1.0),
                },
                **connections,
            },
        }
    )


def test_an_input_has_the_bits_of_a_signal_that_jumps_there() -> None:
    """Compares two independent ways to the same force; a jump one step later is the control."""

    def end_of(sim: stiction.Simulation) -> tuple[float, float]:
        return sim["cart.x"], sim["cart.vx"]

    steered = scenario().simulation()
    steered.run_until(0.25)
    steered.inputs["push"] = 4.0
    steered.run_until(1.0)
    jumps = [
        {"from": 0.0, "signal": 0.0},
        {"from": 0.25, "signal": 4.0},
    ]
    own = scenario(signals.piecewise(pieces=jumps)).simulation()
    own.run_until(1.0)
    assert end_of(steered) == end_of(own)
    late = scenario().simulation()
    late.run_until(0.25 + STEP)
    late.inputs["push"] = 4.0
    late.run_until(1.0)
    assert end_of(late) != end_of(own)


def test_a_force_gives_the_speed_of_newton() -> None:
    simulation = scenario(spring={"ports": "cart", "law": laws.spring_damper(stiffness=0.0)}).simulation()
    simulation.set_input("push", 4.0)
    simulation.run_until(0.5)
    simulation.set_input("push", -4.0)
    simulation.run_until(0.75)
    assert math.isclose(simulation["cart.vx"], 4.0 / MASS * 0.25, rel_tol=1e-12)


def test_inputs_are_a_mapping() -> None:
    simulation = scenario().simulation()
    inputs = simulation.inputs
    assert isinstance(inputs, Mapping) and isinstance(inputs, stiction.Inputs)
    assert list(inputs) == ["push", "slider"] and len(inputs) == 2
    assert "push" in inputs and "pull" not in inputs and "input.push" not in inputs
    assert inputs.units == {"push": "N", "slider": "m"}
    assert inputs.starts == dict(inputs) == {"push": 0.0, "slider": 0.5}
    inputs["push"] = np.float64(3.0)
    simulation.inputs["slider"] = 1
    assert inputs == {"push": 3.0, "slider": 1.0} and inputs.starts == {"push": 0.0, "slider": 0.5}
    assert inputs["push"] == simulation.input_value("push") == simulation["input.push"] == 3.0
    assert repr(inputs) == "<stiction inputs: push = 3.0 N, slider = 1.0 m>"
    other = simulation.scenario.simulation()
    assert other.inputs["push"] == 0.0


def test_a_mechanism_without_inputs_has_none(pushed: stiction.Scenario) -> None:
    inputs = pushed.simulation().inputs
    assert len(inputs) == 0 and dict(inputs) == {} and repr(inputs) == "<stiction inputs: none>"
    with pytest.raises(stiction.UnknownNameError, match="no input `push`; there are none"):
        inputs["push"] = 1.0


def test_what_cannot_be_set_is_an_error_that_changes_nothing() -> None:
    simulation = scenario().simulation()
    simulation.move_input("push", 2.0, 0.5)
    simulation.run_until(0.1)
    before = simulation.snapshot()
    for act in (
        lambda: simulation.inputs["pusch"],
        lambda: simulation.set_input("pusch", 1.0),
        lambda: simulation.move_input("pusch", 1.0, 0.1),
        lambda: simulation.input_value("pusch"),
    ):
        with pytest.raises(stiction.UnknownNameError, match="no input `pusch` .did you mean `push`.*; there are push, slider"):
            act()
    with pytest.raises(KeyError):
        simulation.inputs["pusch"] = 1.0
    for value in (math.nan, math.inf, -math.inf):
        with pytest.raises(stiction.ParameterError, match="input `push`: value = .* must be finite"):
            simulation.inputs["push"] = value
        with pytest.raises(stiction.ParameterError, match="input `push`: .* must be finite"):
            simulation.move_input("push", value, 0.1)
    for over in (math.nan, math.inf, -0.1, 1e-300):
        with pytest.raises(stiction.ParameterError, match="input `push`: duration = "):
            simulation.move_input("push", 1.0, over)
    for wrong in ("3", None, [3.0], 3j):
        with pytest.raises(stiction.ParameterError, match="input `push`: value must be a number, found"):
            simulation.inputs["push"] = wrong  # type: ignore[assignment]
    assert simulation.snapshot() == before


def test_two_inputs_of_one_name_are_one_unless_they_differ() -> None:
    again = {"ports": "cart", "law": laws.effort(effort=signals.input(name="push", unit="N"))}
    assert len(scenario(again=again).simulation().inputs) == 2
    other = {"ports": "cart", "law": laws.effort(effort=signals.input(name="push", unit="kN"))}
    with pytest.raises(stiction.ScenarioError, match="two inputs `push`"):
        scenario(other=other).simulation()


def test_an_input_that_moves_goes_straight_and_its_drive_has_that_velocity() -> None:
    simulation = scenario().simulation()
    simulation.run_until(0.1)
    # Not a whole number of steps: one ends where the motion does.
    simulation.move_input("slider", 0.9, 0.2005)
    record = simulation.run(0.5, every=STEP)
    on_the_way = record.t < 0.3
    expected = 0.5 + 0.4 * (record.t - 0.1) / 0.2005
    np.testing.assert_allclose(record["input.slider"][on_the_way], expected[on_the_way], rtol=1e-12)
    assert (record["input.slider"][record.t > 0.301] == 0.9).all()
    # Friction depends on the velocity of the slider: 1 N accelerates the cart while the slider moves and stops it in
    # the same time, so it moves by a T². The bristle is loaded within 5 µs. A jump does not move it.
    assert abs(record["cart.x"][-1] - 1.0 / MASS * 0.2005**2) < 1e-6
    jumped = scenario().simulation()
    jumped.inputs["slider"] = 0.9
    jumped.run_until(0.5)
    assert abs(jumped["cart.x"]) < 1e-12


def test_a_simulation_that_is_kept_on_the_way_goes_on_with_the_same_bits() -> None:
    of = scenario()
    one = of.simulation()
    one.inputs["push"] = 1.5
    one.move_input("slider", 0.9, 0.3)
    one.run_until(0.1234)
    others = [copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one)), of.simulation()]
    others[3].inputs["push"] = -7.0
    kept = one.snapshot()
    others[3].restore(kept)
    assert 0.5 < one.inputs["slider"] < 0.9
    one.run_until(0.7)
    for other in others:
        # It is at the same place, but another simulation.
        assert other.inputs["push"] == 1.5 and other.inputs["slider"] < one.inputs["slider"]
        other.run_until(0.7)
        assert other.snapshot() == one.snapshot()
    # The control: the same motion with inputs that were never set would go elsewhere.
    forgetful = json.loads(kept)
    forgetful["inputs"] = json.loads(of.simulation().snapshot())["inputs"]
    others[3].restore(json.dumps(forgetful))
    others[3].run_until(0.7)
    assert others[3]["cart.x"] != one["cart.x"]


def test_a_snapshot_with_other_inputs_is_refused() -> None:
    renamed = scenario(signals.input(name="shove", unit="N")).simulation()
    with pytest.raises(stiction.SnapshotError, match="inputs"):
        renamed.restore(scenario().simulation().snapshot())


def test_every_column_has_the_unit_that_the_engine_says() -> None:
    simulation = scenario().simulation()
    record = simulation.run(0.01)
    assert record.units == {name: simulation.output_units[name] for name in record.names}
    assert list(record.units) == record.names
    assert record.units["input.push"] == "N" and record.units["input.slider"] == "m"
    assert record.units["t"] == "s" and record.units["cart.vx"] == "m/s" and record.units["energy.stored"] == "J"

    class Held:
        """Says the unit of its internal variable, which the name does not imply."""

        internal = [("bristle", "mm")]

        def respond(self, stage: stiction.Stage, pose: float, flow: float, bristle: float) -> tuple[float, float]:
            return 0.0, flow

    own = scenario(own={"ports": "cart", "law": Held()}).simulation().run(0.01)
    assert own.units["own.bristle"] == "mm"
    assert pickle.loads(pickle.dumps(record)).units == record.units
    assert record.to_xarray()["input.push"].attrs["units"] == "N"
    few = simulation.run(0.02, columns=["input.push", "cart.x"])
    assert few.units == {"t": "s", "cart.x": "m", "input.push": "N"}
    # A record of your own has the units that names imply, or given ones.
    numbers = [np.zeros(2), np.zeros(2)]
    assert stiction.Record(["t", "input.push"], numbers).units == {"t": "s", "input.push": ""}
    given = stiction.Record(["t", "input.push"], numbers, units={"t": "ms", "input.push": "N"})
    assert given.units == {"t": "ms", "input.push": "N"}


@settings(max_examples=50, deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["push", "slider"]), st.floats(-5.0, 5.0), st.sampled_from([0.0, 0.01, 0.0337])), max_size=12))
def test_any_series_of_settings_is_played_again_with_the_same_bits(series: list[tuple[str, float, float]]) -> None:
    """A run interrupted by a pickle after every setting ends like one that was not."""
    straight, kept = scenario().simulation(), scenario().simulation()
    for step, (name, value, over) in enumerate(series, start=1):
        for simulation in (straight, kept):
            simulation.move_input(name, value, over)
        kept = pickle.loads(pickle.dumps(kept))
        for simulation in (straight, kept):
            simulation.run_until(0.02 * step)
    assert kept.snapshot() == straight.snapshot()

"""Simulations: steps, runs, outputs, snapshots, and the ends of runs."""

from __future__ import annotations

import copy
import json
import math
import os
import pickle
import signal
import threading
from typing import Any

import numpy as np
import pytest
from conftest import block
from hypothesis import given, settings
from hypothesis import strategies as st

import stiction
from stiction import bodies, laws, signals


def test_steps_have_the_bits_of_a_run(pushed: stiction.Scenario) -> None:
    by_steps, at_once, in_one = (pushed.simulation() for _ in range(3))
    for _ in range(1000):
        by_steps.step()
    at_once.step(1000)
    in_one.run_until(0.1)
    assert by_steps.time == at_once.time == in_one.time == 0.1
    assert by_steps.snapshot() == at_once.snapshot() == in_one.snapshot()


def test_outputs_are_what_a_record_has(pushed: stiction.Scenario) -> None:
    simulation = pushed.simulation()
    record = simulation.run(0.3)
    # All outputs, except those that are recorded only on request.
    of_friction = ["friction.sticks", "friction.margin", "friction.slip_speed"]
    assert record.names == [name for name in simulation.output_names if name not in of_friction]
    assert set(of_friction) <= set(simulation.outputs)
    assert pushed.simulation().run(0.3, columns=of_friction).names[1:] == of_friction
    outputs = simulation.outputs
    for name in record:
        assert outputs[name] == simulation[name] == record[name][-1], name
    assert "block.x" in simulation and "block.y" not in simulation
    with pytest.raises(stiction.UnknownNameError, match="did you mean `block.x`"):
        simulation["blok.x"]
    with pytest.raises(KeyError):
        simulation["blok.x"]


def test_rows_are_where_they_were_asked_for(pushed: stiction.Scenario) -> None:
    record = pushed.simulation().run(0.5, every=0.1, columns=["block.x"])
    assert pushed.simulation().run(0.5, every=0.1, columns="block.x") == record
    assert record.names == ["t", "block.x"]
    np.testing.assert_allclose(record.t, [0.0, 0.1, 0.2, 0.3, 0.4, 0.5], rtol=1e-15)
    for every in (0.0, -1.0, float("nan"), float("inf")):
        with pytest.raises(stiction.ParameterError, match="every must be finite and positive"):
            pushed.simulation().run(every=every)
    with pytest.raises(stiction.UnknownNameError, match="no column `nothing`"):
        pushed.simulation().run(columns=["nothing"])


def test_contacts_tell_how_far_they_are_from_slipping() -> None:
    table = block().to_dict()
    load = signals.input(name="load", unit="N", start=20.0)
    table["connections"]["friction"]["law"] = laws.coulomb(
        stiffness=1e5, damping=400.0, friction=0.5, normal_force=load
    )
    simulation = stiction.Scenario(table).simulation()
    simulation.run_until(0.5)
    state = simulation.contact_state("friction")
    assert (state["mode"], state["normal_force"], state["slip_speed"]) == ("stick", 20.0, 0.0)
    # The push of that moment is held.
    assert abs(1.0 - state["margin"] - abs(simulation["push.force"]) / 10.0) < 0.02
    assert [simulation[f"friction.{one}"] for one in ("sticks", "margin", "slip_speed")] == [1.0, state["margin"], 0.0]
    simulation.inputs["load"] = 0.0
    assert simulation.modes() == {"friction": "separated"}
    assert simulation.contact_state("friction")["margin"] == 0.0
    for none in ("push", "floor"):
        with pytest.raises(stiction.UnknownNameError, match=f"no contact `{none}`"):
            simulation.contact_state(none)
    # A joint has no normal force, but a margin.
    state = block().simulation().contact_state("friction")
    assert (state["mode"], state["sticks"], state["margin"], state["normal_force"]) == ("stick", True, 1.0, None)


def test_a_block_that_is_held_stays_and_one_that_is_pushed_slides(pushed: stiction.Scenario) -> None:
    held = pushed.simulation()
    held.run_until(0.5)
    assert held.modes() == {"friction": "stick"}
    anchor = held["block.x"] - held["friction.internal[0]"]
    held.run_until(1.0)
    assert held["block.x"] - held["friction.internal[0]"] == anchor
    sliding = block(**{"connections.push.law.effort.mean": 8.0}).simulation()
    sliding.run_until(0.5)
    assert sliding.modes() == {"friction": "slip"}
    # m v' = 8 + sin - 5: 1.5 m/s after half a second, except for the swing.
    assert abs(sliding["block.vx"] - 1.5) < 0.05


@pytest.mark.parametrize("wrong", ["", "{}", "[]", "nothing", '{"layout": []}'])
def test_a_damaged_snapshot_changes_nothing(pushed: stiction.Scenario, wrong: str) -> None:
    simulation = pushed.simulation()
    simulation.step(10)
    before = simulation.snapshot()
    with pytest.raises(stiction.SnapshotError):
        simulation.restore(wrong)
    assert simulation.snapshot() == before


def test_snapshots_continue_with_the_same_bits(pushed: stiction.Scenario) -> None:
    one = pushed.simulation()
    one.run_until(0.3)
    others = [copy.copy(one), copy.deepcopy(one), pickle.loads(pickle.dumps(one)), pushed.simulation()]
    others[3].restore(one.snapshot())
    one.run_until(0.7)
    for other in others:
        other.run_until(0.7)
        assert other.snapshot() == one.snapshot()
    rebuild, state = one.__reduce__()
    with pytest.raises(stiction.SnapshotError, match="another version"):
        rebuild(0, *state[1:])


def test_a_snapshot_of_another_mechanism_is_refused(pushed: stiction.Scenario) -> None:
    free = stiction.Scenario({"solver": {"step": 1e-3, "until": 1.0}, "bodies": {"b": bodies.point_mass(mass=1.0)}})
    with pytest.raises(stiction.SnapshotError, match="another mechanism"):
        free.simulation().restore(pushed.simulation().snapshot())


@settings(max_examples=100, deadline=None)
@given(st.data())
def test_a_snapshot_with_anything_in_it_is_an_error_or_a_state(data: st.DataObject) -> None:
    simulation = block().simulation()
    snapshot = json.loads(simulation.snapshot())
    key = data.draw(st.sampled_from(sorted(snapshot)))
    snapshot[key] = data.draw(st.text(max_size=20) | st.integers() | st.lists(st.text(max_size=16), max_size=4))
    try:
        simulation.restore(json.dumps(snapshot))
    except stiction.Error:
        assert simulation.time == 0.0
    else:
        assert np.isfinite(simulation.time)


def test_ctrl_c_ends_a_run_after_a_good_step() -> None:
    """The timer only fires because the run lets other threads work; from there it continues with the same bits."""
    scenario = block(**{"solver.until": 1e6, "solver.step": 1e-4})
    simulation = scenario.simulation()
    timer = threading.Timer(0.2, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        simulation.run_until(1e6)
    timer.join()
    stopped = simulation.time
    assert 0.0 < stopped < 1e6
    simulation.run_until(stopped + 0.1)
    other = scenario.simulation()
    other.run_until(stopped + 0.1)
    assert other.snapshot() == simulation.snapshot()


def test_what_blows_up_is_an_error_and_stands_after_the_last_good_step(pushed: stiction.Scenario) -> None:
    wild = block(**{"connections.friction.law": laws.spring_damper(stiffness=1e12)}).simulation()
    wild.step()
    with pytest.raises(stiction.SimulationError, match="not finite"):
        wild.run_until(1.0)
    assert 0.0 < wild.time < 1.0 and np.isfinite(wild["block.x"])


def test_energy_from_nowhere_ends_a_run() -> None:
    wild = block(**{"connections.friction.law": laws.spring_damper(stiffness=1e9)}).simulation()
    assert wild.energy is None and any("step" in doubt for doubt in wild.step_doubts())
    wild.watch_energy()
    with pytest.raises(stiction.SimulationError, match="from nowhere"):
        wild.run_until(1.0)
    calm = block().simulation()
    assert calm.step_doubts() == []
    calm.watch_energy()
    calm.run_until(0.5)
    energy = calm.energy
    assert energy is not None and abs(energy["surplus"]) < 1e-6 * energy["turnover"]


def test_a_simulation_is_one_thread_s_at_a_time(pushed: stiction.Scenario) -> None:
    simulation = pushed.with_values({"solver.until": 50.0}).simulation()
    thread = threading.Thread(target=simulation.run_until, args=(50.0,))
    thread.start()
    refused = 0
    while thread.is_alive():
        try:
            simulation.time
        except RuntimeError:
            refused += 1
    thread.join()
    assert simulation.time == 50.0 and refused > 0


def test_wrong_arguments_are_named_with_their_value_and_change_nothing(pushed: stiction.Scenario) -> None:
    simulation = pushed.simulation()
    simulation.step(0)
    assert simulation.time == 0.0
    simulation.run_until(0.1)
    before = simulation.snapshot()
    wrong: dict[str, Any] = {
        "count must be an integer of at least 0, found -1": lambda: simulation.step(-1),
        "count must be an integer of at least 0, found 2.5": lambda: simulation.step(2.5),  # type: ignore[arg-type]
        "count must be an integer of at least 0, found 1000": lambda: simulation.step(10**30),
        "until must be a number, found 'soon'": lambda: simulation.run("soon"),  # type: ignore[arg-type]
        "until must be finite and at least the time now, 0.1 s, found 0.05": lambda: simulation.run(0.05),
        "until must be finite and at least the time now, 0.1 s, found nan": lambda: simulation.run_until(math.nan),
        "until must be finite and at least the time now, 0.1 s, found inf": lambda: simulation.run_until(math.inf),
        "every must be a number, found 'often'": lambda: simulation.run(every="often"),  # type: ignore[arg-type]
        "columns must be a name, or several, found 3": lambda: simulation.run(columns=3),  # type: ignore[arg-type]
    }
    for message, act in wrong.items():
        with pytest.raises(stiction.ParameterError) as caught:
            act()
        assert str(caught.value).startswith(message)
    assert simulation.snapshot() == before
    # NumPy has its own number types.
    simulation.step(np.int64(2))
    simulation.run_until(np.float32(0.5))
    assert simulation.time == 0.5

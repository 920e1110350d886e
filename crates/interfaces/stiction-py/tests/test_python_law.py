"""Laws that are written in Python."""

from __future__ import annotations

import gc
import pickle
import weakref
from typing import Any

import numpy as np
import pytest

import stiction
from stiction import bodies, laws, testing

MOTIONS = {"amplitude": 2e-4, "angular_frequency": 60.0}
TRIAL = {"mass": 1.0, "step": 1e-4, "load": 3.0, "swing": 1.5}


class Gsat:
    """Coulomb friction with a bristle, as the engine has it (Kikuuwe and Yamamoto, eq. 19)."""

    internal = ["deflection"]

    def __init__(self, stiffness: float = 1e5, damping: float = 400.0, limit: float = 5.0) -> None:
        self.stiffness, self.damping, self.limit = stiffness, damping, limit

    def respond(self, stage: stiction.Stage, pose: float, flow: float, deflection: float) -> tuple[float, float]:
        stage_damping = self.damping + stage.tau * self.stiffness
        trial = self.stiffness * deflection + stage_damping * flow
        if abs(trial) <= self.limit:
            return -trial, flow
        force = max(-self.limit, min(self.limit, trial))
        return -force, (force - self.stiffness * deflection) / stage_damping

    def stored_energy(self, pose: float, deflection: float) -> float:
        return 0.5 * self.stiffness * deflection**2

    def stuck_stiffness(self, tau: float, axis: int) -> tuple[float, float]:
        return self.stiffness, self.damping + tau * self.stiffness


class Wrong(Gsat):
    """Gives back more energy than it was given."""

    def respond(self, stage: stiction.Stage, pose: float, flow: float, deflection: float) -> tuple[float, float]:
        force, rate = super().respond(stage, pose, flow, deflection)
        return -force, rate


class Forgetful(Gsat):
    """Stores another power than its energy implies."""

    def stored_power(self, pose: float, flow: float, deflection: float, rate: float) -> float:
        return 2.0 * self.stiffness * deflection * rate


class Creeping(Gsat):
    """A bristle that yields at any load, as that of LuGre."""

    def respond(self, stage: stiction.Stage, pose: float, flow: float, deflection: float) -> tuple[float, float]:
        rate = flow - abs(flow) * self.stiffness * deflection / self.limit
        return -self.stiffness * deflection - self.damping * flow, rate


def scenario(law: Any) -> stiction.Scenario:
    return stiction.Scenario(
        {
            "solver": {"step": 1e-3, "until": 0.5},
            "bodies": {"block": bodies.point_mass(mass=1.0, start={"velocity": 1.0})},
            "connections": {"friction": {"ports": "block", "law": law}},
        }
    )


def test_a_law_in_python_moves_as_that_of_the_engine() -> None:
    own, engine = scenario(Gsat()), scenario(laws.gsat(stiffness=1e5, damping=400.0, limit=5.0))
    found, expected = own.simulation().run(), engine.simulation().run()
    np.testing.assert_allclose(found["block.x"], expected["block.x"], rtol=1e-12)
    assert "friction.deflection" in found.names
    # It stops after v^2/(2 F/m) and stays.
    assert abs(found["block.x"][-1] - 0.1) < 1e-3 and own.simulation().step_doubts() == engine.simulation().step_doubts()


def test_checks_tell_a_right_law_from_a_wrong_one() -> None:
    testing.assert_passive(Gsat(), **MOTIONS)
    testing.assert_stored_power(Gsat(), **MOTIONS)
    testing.assert_sticks(Gsat(), **TRIAL)
    with pytest.raises(AssertionError, match="gives back"):
        testing.assert_passive(Wrong(), **MOTIONS)
    with pytest.raises(AssertionError, match="stored_power"):
        testing.assert_stored_power(Forgetful(), **MOTIONS)
    with pytest.raises(AssertionError, match="does not hold"):
        testing.assert_sticks(Creeping(), **TRIAL)
    seen = testing.observe_sticking(Gsat(), **TRIAL)
    assert seen.holds and seen.anchor_change == 0.0 and seen.slipping_steps == 0 and seen.steps == 20_001
    assert isinstance(Gsat(), testing.PythonLaw) and not isinstance(object(), testing.PythonLaw)


def test_checks_take_the_laws_of_the_engine_too() -> None:
    law = laws.gsat(stiffness=1e5, damping=400.0, limit=5.0)
    testing.assert_sticks(law, **TRIAL)
    testing.assert_passive(law, **MOTIONS)
    testing.assert_passive(law, **MOTIONS, domain="plane")
    creeping = laws.lugre(stiffness=1e5, damping=400.0, steady_force=5.0)
    with pytest.raises(AssertionError, match="does not hold"):
        testing.assert_sticks(creeping, **TRIAL)
    with pytest.raises(stiction.ParameterError, match="must be finite and positive"):
        testing.assert_passive(law, amplitude=-1.0, angular_frequency=1.0)
    with pytest.raises(stiction.ParameterError, match="planar_frame"):
        testing.assert_sticks(law, **TRIAL, domain="planar_frame")


def test_two_axes_come_as_tuples() -> None:
    class Air:
        domain = "plane"

        def respond(self, stage: stiction.Stage, pose: Any, flow: Any, internal: Any) -> Any:
            assert internal == ()
            return [-2.0 * v for v in flow]

    table = scenario(laws.spring_damper(stiffness=1.0)).to_dict()
    table["bodies"]["block"] = bodies.point_mass(mass=1.0, domain="plane", start={"velocity": [1.0, -2.0]})
    table["connections"]["friction"]["law"] = Air()
    record = stiction.Scenario(table).simulation().run()
    np.testing.assert_allclose(record["block.vy"], -2.0 * np.exp(-2.0 * record.t), rtol=1e-10)


@pytest.mark.parametrize(
    "answer", [None, "x", (1.0,), (1.0, 2.0, 3.0), (1.0, (1.0, 2.0)), ("a", 1.0), 1.0], ids=str
)
def test_a_wrong_answer_is_an_error_with_its_cause(answer: Any) -> None:
    law = Gsat()
    law.respond = lambda *_: answer  # type: ignore[method-assign]
    simulation = scenario(law).simulation()
    with pytest.raises(stiction.SimulationError, match="friction") as caught:
        simulation.run()
    assert isinstance(caught.value.__cause__, (TypeError, ValueError))
    assert simulation.time == 0.0


def test_an_exception_in_a_law_is_the_cause() -> None:
    class Late(Gsat):
        def respond(self, stage: stiction.Stage, *motion: Any) -> Any:
            if stage.time > 0.1:
                raise ZeroDivisionError("late")
            return super().respond(stage, *motion)

    simulation = scenario(Late()).simulation()
    with pytest.raises(stiction.SimulationError) as caught:
        simulation.run()
    assert isinstance(caught.value.__cause__, ZeroDivisionError)
    assert 0.09 < simulation.time < 0.11


def test_an_exception_while_an_output_is_read_is_raised() -> None:
    law = Gsat()
    simulation = scenario(law).simulation()
    simulation.step()
    assert simulation["friction.force"] == -5.0
    law.limit = None  # type: ignore[assignment]
    with pytest.raises(TypeError):
        simulation["friction.force"]
    # It is raised once.
    law.limit = 5.0
    assert simulation["friction.force"] == -5.0


def test_ctrl_c_in_a_law_is_ctrl_c() -> None:
    class Interrupted(Gsat):
        def respond(self, *motion: Any) -> Any:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        scenario(Interrupted()).simulation().run()


def test_it_travels_with_its_scenario_and_has_no_form_in_a_file() -> None:
    own = scenario(Gsat(limit=3.0))
    again = pickle.loads(pickle.dumps(own))
    del own
    assert abs(again.simulation().run()["block.x"][-1] - 1.0 / 6.0) < 1e-3
    for method in (again.to_toml, again.to_dict):
        with pytest.raises(stiction.ScenarioError, match="no form in a file"):
            method()
    simulation = pickle.loads(pickle.dumps(again.simulation()))
    simulation.run_until(0.1)


@pytest.mark.parametrize("holds", ["simulation", "scenario", "view of the inputs", "nothing"])
def test_a_law_that_holds_its_simulation_is_collected(holds: str) -> None:
    law = Gsat()
    owner = scenario(law)
    simulation = owner.simulation()
    law.held = {  # type: ignore[attr-defined]
        "simulation": simulation, "scenario": owner, "view of the inputs": simulation.inputs, "nothing": None
    }[holds]
    seen = weakref.ref(law)
    del law, owner
    gc.collect()
    # The simulation keeps its law alive, and continues.
    simulation.run_until(0.05)
    assert seen() is not None and simulation.time == 0.05
    del simulation
    if holds != "nothing":
        # The control: it is a cycle, which only the collector ends.
        assert seen() is not None
    gc.collect()
    assert seen() is None


def test_one_internal_variable_may_be_named_by_a_word() -> None:
    law = Gsat()
    law.internal = "deflection"  # type: ignore[assignment]
    assert "friction.deflection" in scenario(law).simulation().output_names


def test_what_is_no_law_is_refused() -> None:
    class Nothing:
        respond = None
        internal = 3

    with pytest.raises((stiction.ScenarioError, TypeError)):
        scenario(Nothing())
    other = Gsat()
    other.domain = "plane"  # type: ignore[attr-defined]
    with pytest.raises(stiction.ScenarioError, match="a law of the domain `plane`"):
        scenario(other)
    with pytest.raises(stiction.ScenarioError, match="the object is gone"):
        scenario({"type": "python", "object": "nothing"})

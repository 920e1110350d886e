"""Laws by themselves, components as objects."""

from __future__ import annotations

import copy
import inspect
import math
import pickle
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

import stiction
from stiction import _components, bodies, drives, laws, limit_sets, maps, parts, shapes, signals

MODULES = [laws, maps, bodies, drives, signals, limit_sets, shapes, parts]
FUNCTIONS = [getattr(module, name) for module in MODULES for name in module.__all__ if name[0].islower()]
STRIBECK = {"coulomb": 4.0, "breakaway": 6.0, "stribeck_speed": 0.01}
# Every friction law that works on several numbers of axes, with parameters of the same magnitude.
FRICTION = {
    "gsat": laws.gsat(stiffness=1e5, damping=400.0, limit=5.0),
    "rate_dependent_gsat": laws.rate_dependent_gsat(stiffness=1e5, damping=400.0, curve=STRIBECK),
    "lugre": laws.lugre(stiffness=1e5, damping=300.0, steady_force=5.0),
    "dahl": laws.dahl(stiffness=1e5, limit=5.0),
    "elasto_plastic": laws.elasto_plastic(stiffness=1e5, damping=300.0, limit=5.0, breakaway_fraction=0.6),
    "threshold": laws.threshold(limit=5.0, threshold_speed=1e-3),
    "coulomb": laws.coulomb(stiffness=1e5, damping=400.0, friction=0.5, normal_force=10.0),
    "amended_lugre": laws.amended_lugre(stiffness=1e4, damping=30.0, friction=0.5, normal_force=10.0),
    "limit_set": laws.limit_set(
        stiffness=1e5, damping=400.0, set=limit_sets.disc(radius=0.5), normal_force=10.0
    ),
}


@pytest.mark.parametrize("function", FUNCTIONS, ids=lambda function: f"{function.__module__}.{function.__name__}")
def test_every_component_says_what_it_is(function: Any) -> None:
    signature = inspect.signature(function)
    words = inspect.getdoc(function) or ""
    for name, parameter in signature.parameters.items():
        assert parameter.kind is parameter.KEYWORD_ONLY
        assert f"    {name}: " in words, name
    with pytest.raises(TypeError, match="unexpected keyword argument 'nonsense'"):
        function(nonsense=1)
    required = [name for name, one in signature.parameters.items() if one.default is one.empty]
    if required:
        with pytest.raises(TypeError, match=f"missing a required (keyword-only )?argument: '{required[0]}'"):
            function()


def test_the_engine_and_the_package_know_the_same_components() -> None:
    known = {entry["properties"]["type"]["const"] for entry in _components.schema()["$defs"]["Law"]["oneOf"]}
    assert known == set(laws.__all__) - {"Law"}
    with pytest.raises(AttributeError, match="there is no law `gsatt`; .*did you mean `gsat`?"):
        laws.gsatt


def test_components_are_values() -> None:
    law = laws.gsat(stiffness=1e5, damping=400.0, limit=5.0)
    again = laws.gsat(stiffness=1e5, damping=400.0, limit=np.float64(5.0))
    assert hash(law) == hash(laws.gsat(limit=5, damping=400, stiffness=np.array(1e5)))
    assert law == again == pickle.loads(pickle.dumps(law)) == copy.deepcopy(law)
    assert law.replace(limit=6.0)["limit"] == 6.0 and law["limit"] == 5.0
    assert law != law.replace(limit=6.0) and law != "gsat"
    assert eval(repr(law)) == law
    with pytest.raises(stiction.UnknownNameError, match="no parameter `relaxation` given; there are stiffness"):
        law["relaxation"]
    assert law.to_dict() == {"type": "gsat", "stiffness": 1e5, "damping": 400.0, "limit": 5.0}
    rebuild, state = law.__reduce__()
    with pytest.raises(stiction.SnapshotError, match="another version"):
        rebuild(7, *state[1:])
    with pytest.raises(stiction.ScenarioError, match="no Law of type `gone`"):
        rebuild(1, laws.Law, "gone", {})


@pytest.mark.parametrize("limit", [-1.0, float("nan"), float("inf"), "much", None, [1.0, 2.0]])
def test_bad_parameters_are_named_where_they_are_given(limit: Any) -> None:
    with pytest.raises(stiction.ScenarioError, match="limit") as caught:
        laws.gsat(stiffness=1e5, damping=400.0, limit=limit)
    assert caught.value.path in ("gsat.limit", "gsat")


def test_a_part_in_a_component_is_judged_with_it() -> None:
    with pytest.raises(stiction.ScenarioError, match="breakaway"):
        curve = parts.stribeck_curve(coulomb=4.0, breakaway=3.0, stribeck_speed=0.1)
        laws.rate_dependent_gsat(stiffness=1e5, damping=400.0, curve=curve)
    with pytest.raises(stiction.ScenarioError, match="amplitude"):
        laws.effort(effort=signals.sine(amplitude=float("nan"), frequency=1.0))


@pytest.mark.parametrize("name", sorted(FRICTION))
def test_friction_far_beyond_its_limit_is_the_limit(name: str) -> None:
    """Sliding for long at 1 m/s, every law exerts its Coulomb level against the motion, along one axis or two."""
    law = FRICTION[name]
    level = 4.0 if name == "rate_dependent_gsat" else 5.0
    efforts = law.element().run(np.full(4000, 1.0), 1e-5)
    # The bristle of the LuGre family still turns: its damping decays with it.
    assert abs(efforts[-1] + level) < 0.02 * level, efforts[-1]
    assert abs(law.element().run(np.full(4000, -1.0), 1e-5)[-1] - level) < 0.02 * level


SPEEDS = np.array([-2.0, -0.02, -1e-6, 0.0, 1e-5, 0.003, 0.05, 1.0])
# The Stribeck curve: g(v) = F_c + (F_s - F_c) exp(-(v/v_s)^2).
CURVE = np.sign(SPEEDS) * (4.0 + 2.0 * np.exp(-((SPEEDS / 0.01) ** 2)))
GAUSSIAN = {**STRIBECK, "shape": "gaussian"}


@pytest.mark.parametrize(
    ("law", "expected"),
    [
        (FRICTION["gsat"], 5.0 * np.sign(SPEEDS)),
        (FRICTION["lugre"], 5.0 * np.sign(SPEEDS)),
        (laws.lugre(stiffness=1e5, damping=300.0, steady_force=GAUSSIAN, viscous_damping=2.0), CURVE + 2.0 * SPEEDS),
        (laws.rate_dependent_gsat(stiffness=1e5, damping=400.0, curve=GAUSSIAN), CURVE),
        (FRICTION["threshold"], 5.0 * np.clip(SPEEDS / 1e-3, -1.0, 1.0)),
    ],
    ids=["gsat", "lugre", "lugre with a curve", "rate_dependent_gsat", "threshold"],
)
def test_steady_friction_is_the_closed_form(law: laws.Law, expected: np.ndarray) -> None:
    np.testing.assert_allclose(law.steady(SPEEDS), expected, rtol=1e-8)
    assert law.steady(0.05).shape == () and law.steady(SPEEDS.reshape(2, 4)).shape == (2, 4)
    # In a plane it points along the velocity.
    if "plane" in law.domains:
        turned = law.on("plane").steady(SPEEDS[:, None] * [0.6, 0.8])
        np.testing.assert_allclose(turned, expected[:, None] * [0.6, 0.8], rtol=1e-8)


def test_a_warm_lubricant_settles_with_its_temperature() -> None:
    """Heat F v in, G T out, hours after the bristle settled: F = F_c + D v exp(-b T)."""
    law = laws.thermal_gsat(
        stiffness=1e5, damping=400.0, curve=1.0, viscous_damping=20.0, viscosity={"type": "exponential", "coefficient": 0.05},
        heat_capacity=500.0, heat_loss=0.2,
    )
    speed = np.array([0.1, 0.5])
    friction = law.steady(speed)
    warm = friction * speed / 0.2
    np.testing.assert_allclose(friction, 1.0 + 20.0 * speed * np.exp(-0.05 * warm), rtol=1e-8)
    # The control: the cold lubricant, which has only the bristle to wait for.
    assert (friction < 0.98 * (1.0 + 20.0 * speed)).all()


@pytest.mark.parametrize(
    "law",
    [
        laws.spring_damper(stiffness=10.0, damping=1.0),
        laws.effort(effort=signals.sine(amplitude=1.0, frequency=1.0)),
        laws.effort(effort=signals.sine(amplitude=1.0, frequency=1e-6)),
    ],
    ids=["spring", "sine", "slow sine"],
)
def test_what_does_not_settle_says_so(law: laws.Law) -> None:
    with pytest.raises(stiction.ParameterError, match="does not settle within 1e.10 s"):
        law.steady([0.1, 0.2])
    with pytest.raises(stiction.ParameterError, match="flow must be finite"):
        law.steady(math.nan)


@pytest.mark.parametrize("name", sorted(FRICTION))
def test_one_call_for_many_motions_is_many_calls(name: str) -> None:
    law = FRICTION[name]
    rng = np.random.default_rng(1)
    for domain in law.domains[:3]:
        law = law.on(domain)
        _, flows, internals = law._bound().widths
        flow = rng.normal(scale=1e-3, size=(7, flows))
        internal = rng.normal(scale=1e-5, size=(7, internals))
        squeezed = [one[:, 0] if one.shape[1] == 1 else one for one in (flow, internal)]
        together = law.respond(*squeezed, tau=1e-4)
        for i in range(7):
            alone = law.respond(*(one[i] for one in squeezed), tau=1e-4)
            assert np.array_equal(together.effort[i], alone.effort)
            assert np.array_equal(together.rate[i], alone.rate)


def test_gsat_is_its_formula() -> None:
    """Eq. (19): f = sat_F(K e + (B + tau K) v), against the motion."""
    law = FRICTION["gsat"]
    v, e = np.linspace(-0.02, 0.02, 41)[:, None], np.linspace(-1e-4, 1e-4, 9)
    tau = 1e-4
    force = np.clip(1e5 * e + (400.0 + tau * 1e5) * v, -5.0, 5.0)
    np.testing.assert_allclose(law.effort(v, e, tau=tau), -force, rtol=1e-14, atol=1e-13)
    # Below its limit the bristle follows the motion to the bit.
    response = law.respond(v, e, tau=tau)
    inside = np.abs(1e5 * e + (400.0 + tau * 1e5) * v) < 5.0 - 1e-9
    assert inside.any() and (response.rate == np.broadcast_to(v, inside.shape))[inside].all()
    assert not (response.rate == np.broadcast_to(v, inside.shape))[~inside].all()


def test_an_energy_is_that_of_any_kind_of_number() -> None:
    law = FRICTION["gsat"]
    for deflection in (1e-5, [1e-5], np.array(1e-5), np.array([1e-5])):
        assert law.stored_energy(deflection) == 0.5 * 1e5 * 1e-5**2
    with pytest.raises(stiction.ShapeError, match="internal: real numbers are needed"):
        law.stored_energy("much")
    with pytest.raises(stiction.ShapeError):
        law.stored_energy([1e-5, 1e-5])


def test_an_element_is_a_simulation_with_the_scheme_of_euler() -> None:
    """A drive at constant speed, a law to it, the scheme of eq. (20): the same bits."""
    law = laws.lugre(stiffness=1e4, damping=30.0, steady_force=2.0)
    scenario = stiction.Scenario(
        {
            "solver": {"method": "euler", "step": 2.0**-10, "until": 0.5},
            "bodies": {"rail": bodies.point_mass(mass=1.0)},
            "drives": {"hand": drives.constant_velocity(velocity=0.25)},
            "connections": {"friction": {"ports": "hand", "law": law}},
        }
    )
    simulation, element = scenario.simulation(), law.element()
    for _ in range(200):
        force = element.step(0.25, 2.0**-10)
        assert force == simulation["friction.force"]
        simulation.step()
        assert element.internal[0] == simulation["friction.internal[0]"]
    assert element.time == simulation.time and element.pose[0] == simulation["friction.x"]


def test_an_element_sticks_without_creep() -> None:
    element = FRICTION["gsat"].element()
    rng = np.random.default_rng(0)
    # A velocity that trembles about zero moves nothing, and the anchor stays to the last bits.
    for velocity in rng.normal(scale=1e-4, size=1000):
        element.step(velocity, 1e-4)
    assert abs(element.pose[0] - element.internal[0]) < 1e-18
    again = pickle.loads(pickle.dumps(element))
    assert again.step(1e-3, 1e-4) == element.step(1e-3, 1e-4)
    element.reset()
    assert element.time == 0.0 and element.internal[0] == 0.0


def test_steps_in_one_call_are_single_steps() -> None:
    law = FRICTION["lugre"].on("plane")
    flows = np.random.default_rng(2).normal(scale=0.1, size=(50, 2))
    one, many = law.element(), law.element()
    expected = np.array([one.step(flow, 1e-3) for flow in flows])
    assert np.array_equal(many.run(flows, 1e-3), expected)
    assert one.state == many.state


@pytest.mark.parametrize(
    ("flow", "internal"),
    [
        ("fast", 0.0),
        (1j, 0.0),
        ([1.0, 2.0], [1.0, 2.0, 3.0]),
        ([[1.0], [2.0, 3.0]], 0.0),
        (None, 0.0),
        (np.array([True]), 0.0),
        (np.array(["2026-01-01"], dtype="datetime64"), 0.0),
    ],
)
def test_wrong_arrays_are_refused(flow: Any, internal: Any) -> None:
    with pytest.raises(stiction.ShapeError):
        FRICTION["gsat"].respond(flow, internal)


def test_wrong_shapes_of_vectors_are_refused() -> None:
    law = FRICTION["gsat"].on("plane")
    for flow in (1.0, np.zeros(3), np.zeros((2, 1)), np.zeros((0,))):
        with pytest.raises(stiction.ShapeError, match="2 numbers along the last axis"):
            law.respond(flow)
    with pytest.raises(stiction.ShapeError):
        law.element().run(np.zeros(2), 1e-3)
    with pytest.raises(stiction.ShapeError):
        law.element().step([1.0, 2.0, 3.0], 1e-3)
    with pytest.raises(stiction.ScenarioError, match="planar_frame|frame in a plane"):
        FRICTION["gsat"].on("planar_frame")
    with pytest.raises(stiction.ParameterError, match="no domain `nowhere`"):
        FRICTION["gsat"].on("nowhere")
    with pytest.raises(stiction.ParameterError, match="flow must be a number, or several, found 'fast'"):
        law.element().step("fast", 1e-3)
    for dt in ("a", None):
        with pytest.raises(stiction.ParameterError, match="dt must be a number, found"):
            law.element().run(np.zeros((3, 2)), dt)
        with pytest.raises(stiction.ParameterError, match="dt must be a number, found"):
            law.element().step([1.0, 2.0], dt)
    for dt in (0.0, -1.0, float("nan")):
        with pytest.raises(stiction.ParameterError, match="dt must be"):
            law.element().step([1.0, 2.0], dt)
    assert law.respond(np.zeros((0, 2))).effort.shape == (0, 2)


numbers = st.floats(width=64) | st.sampled_from([0.0, -0.0, float("nan"), float("inf"), 5e-324, 1e308])
shapes_of_arrays = hnp.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=3)


@settings(max_examples=300, deadline=None)
@given(
    st.sampled_from(sorted(FRICTION)),
    hnp.arrays(st.sampled_from([np.float64, np.float32, np.int32]), shapes_of_arrays),
    hnp.arrays(np.float64, shapes_of_arrays, elements=numbers),
    numbers,
)
def test_any_array_gives_an_answer_of_the_broadcast_shape_or_an_error(
    name: str, flow: np.ndarray, internal: np.ndarray, tau: float
) -> None:
    law = FRICTION[name]
    try:
        with np.errstate(all="ignore"):
            response = law.respond(flow, internal, tau=tau)
    except stiction.ShapeError:
        return
    except stiction.ParameterError as error:
        assert "tau" in str(error) and not 0.0 <= tau < math.inf
        return
    has_internal = law._bound().widths[2] > 0
    expected = np.broadcast_shapes(flow.shape, internal.shape if has_internal else internal.shape[:-1])
    assert response.effort.shape == expected


@settings(max_examples=100, deadline=None)
@given(st.sampled_from(sorted(FRICTION)), st.lists(st.floats(-1.0, 1.0), min_size=1, max_size=50))
def test_friction_takes_power_over_any_motion(name: str, flows: list[float]) -> None:
    """Up to what it stores, and the rounding and the first order of the scheme: dt times the force times the swing."""
    law = FRICTION[name]
    flow = np.array(flows)
    efforts = law.element().run(flow, 1e-5)
    work = -np.cumsum(efforts * flow) * 1e-5
    most = np.abs(efforts).max() * np.abs(flow).max()
    assert work.min() >= -len(flows) * 1e-5 * most - 1e-18

"""The bridge to MuJoCo around its steps: its traces, its refusals, the sources of its laws."""

from __future__ import annotations

import copy
import gc
import math
import re
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from conftest import ROOT, need_mujoco

import stiction
import stiction.mujoco
from stiction import laws
from stiction.mujoco import GearLoss, cases, attach, from_frictionloss, from_urdf

need_mujoco(whole_module=True)
import mujoco  # noqa: E402

GSAT = from_frictionloss(0.5)


def test_the_model_is_put_back_exactly() -> None:
    model = mujoco.MjModel.from_xml_string("""<mujoco><worldbody>
<geom name="floor" type="plane" size="1 1 .1" condim="3"/><geom name="ice" type="box" size="1 1 .1" condim="1"/>
<body pos="0 0 1"><joint name="j" frictionloss="0.25"/><geom name="a" size=".1" condim="4"/></body>
<body pos="1 0 1"><joint name="k" frictionloss="0.5"/><geom name="b" size=".1"/></body></worldbody>
<contact><pair geom1="a" geom2="b" condim="4"/></contact></mujoco>""")
    data = mujoco.MjData(model)
    kept = [np.array(x) for x in (model.geom_condim, model.pair_dim, model.dof_frictionloss)]
    with pytest.raises(RuntimeError, match="on purpose"), attach(model, data, joints={"j": GSAT}, contacts="all"):
        assert model.dof_frictionloss.tolist() == [0.0, 0.5]
        assert set(model.geom_condim.tolist()) == {1} and model.pair_dim.tolist() == [1]
        raise RuntimeError("on purpose")
    for before, now in zip(kept, (model.geom_condim, model.pair_dim, model.dof_frictionloss)):
        assert np.array_equal(before, now)


def test_what_loses_its_friction_is_taken_over_too() -> None:
    model = cases.capsule()
    data = mujoco.MjData(model)
    pads = {("left", "capsule"): 0.7, ("right", "capsule"): 0.7}
    with attach(model, data, contacts=pads) as bridge:
        # Both pads are in pairs, so MuJoCo alone would let them slide on each other.
        found = bridge._contacts.friction_of((0, 1), 1, [0.7, 0.7, 0.005])
        assert found is not None and found[2]
        # The capsule against an unchosen geometry keeps its condim.
        assert bridge._contacts.friction_of((0, 2), 1, [0.7, 0.7, 0.005]) is not None


def test_a_frictionless_contact_stays_frictionless() -> None:
    model = cases.slope(0.3)
    model.geom_condim[:] = 1
    data = mujoco.MjData(model)
    with attach(model, data, contacts="all") as bridge:
        bridge.step(200)
        assert bridge.contacts == []
    assert data.qvel[0] == pytest.approx(0.4 * cases.GRAVITY * math.sin(math.atan(0.3)), rel=1e-2)


def test_a_bridge_that_takes_nothing_changes_no_bit() -> None:
    """Steps in two halves, with contacts without friction, are those of MuJoCo."""
    states = []
    for bridged in (False, True):
        model = cases.slope(0.3, friction=0.4)
        data = mujoco.MjData(model)
        if bridged:
            with attach(model, data, contacts=0.0) as bridge:
                bridge.step(100)
        else:
            model.geom_condim[:] = 1
            mujoco.mj_step(model, data, 100)
        states.append(data.qpos.copy())
    assert np.array_equal(*states)


def test_a_reset_forgets() -> None:
    model = cases.arm()
    data = mujoco.MjData(model)
    with attach(model, data, joints="frictionloss") as bridge:
        bridge.step(100)
        first = data.qpos.copy()
        mujoco.mj_resetData(model, data)
        bridge.step(100)
        assert np.array_equal(first, data.qpos)


def test_with_a_callback_a_second_evaluation_changes_nothing() -> None:
    states = []
    for looks in (False, True):
        model = cases.arm()
        data = mujoco.MjData(model)
        with attach(model, data, joints="frictionloss", callback=True):
            for _ in range(100):
                if looks:
                    mujoco.mj_forward(model, data)
                mujoco.mj_step(model, data)
        states.append(data.qpos.copy())
    # The second search for the friction starts where the first ended: rounding.
    assert np.abs(states[0] - states[1]).max() < 1e-13
    assert mujoco.get_mjcb_passive() is None


@pytest.mark.parametrize("callback", [False, True])
def test_bridges_of_one_model_know_what_it_had_before_the_first(callback: bool) -> None:
    model = cases.capsule()
    condim = model.geom_condim.copy()
    data = [mujoco.MjData(model) for _ in range(3)]
    bridges = [attach(model, one, contacts="all", callback=callback) for one in data[:2]]
    for bridge, one in zip(bridges, data):
        one.ctrl[:] = cases.GRIP
        for _ in range(500):
            mujoco.mj_step(model, one) if callback else bridge.step()
    assert bridges[0].sticking and bridges[1].sticking
    assert data[0].qpos.tolist() == data[1].qpos.tolist()
    # The control: without its friction the capsule falls.
    data[2].ctrl[:] = cases.GRIP
    mujoco.mj_step(model, data[2], 500)
    assert data[0].body("capsule").xpos[2] - data[2].body("capsule").xpos[2] > 0.1
    bridges[0].detach()
    assert set(model.geom_condim.tolist()) == {1}
    before = data[0].qfrc_passive.copy()
    mujoco.mj_step(model, data[0])
    # The damping of the fingers remains.
    assert not callback or np.abs(before).max() > 0.1 and np.abs(data[0].qfrc_passive).max() < 1e-6
    bridges[1].detach()
    assert np.array_equal(condim, model.geom_condim)
    assert mujoco.get_mjcb_passive() is None


def test_what_two_bridges_take_over_is_given_back_part_by_part() -> None:
    model = cases.arm(frictionloss=1.0)
    data = mujoco.MjData(model)
    first = attach(model, data, joints={"elbow": True})
    second = attach(model, data, joints="frictionloss")
    assert model.dof_frictionloss.tolist() == [0.0, 0.0]
    second.detach()
    assert sorted(model.dof_frictionloss.tolist()) == [0.0, 1.0]
    first.detach()
    first.detach()
    assert model.dof_frictionloss.tolist() == [1.0, 1.0]
    # A bridge without references lets go too.
    attach(model, data, joints="frictionloss")
    gc.collect()
    assert model.dof_frictionloss.tolist() == [1.0, 1.0]


def test_a_callback_that_was_there_is_asked_and_given_back() -> None:
    model = cases.arm(frictionloss=1.0)
    data, other = mujoco.MjData(model), mujoco.MjData(model)
    asked = []
    before = lambda model, data: asked.append(data)  # noqa: E731
    mujoco.set_mjcb_passive(before)
    try:
        first = attach(model, data, joints="frictionloss", callback=True)
        second = attach(model, other, joints="frictionloss", callback=True)
        first.detach()
        mujoco.mj_step(model, other)
        assert asked and np.abs(other.qfrc_passive).max() > 0.0
        second.detach()
        assert mujoco.get_mjcb_passive() is before
    finally:
        mujoco.set_mjcb_passive(None)


def test_a_callback_over_that_of_the_bridges_hands_on_to_the_one_before() -> None:
    model = cases.arm(frictionloss=1.0)
    data, other = mujoco.MjData(model), mujoco.MjData(model)
    asked: list[str] = []
    mujoco.set_mjcb_passive(lambda model, data: asked.append("drag"))
    try:
        first = attach(model, data, joints="frictionloss", callback=True)
        below = mujoco.get_mjcb_passive()

        def over(model: Any, data: Any) -> None:
            asked.append("over")
            below(model, data)

        mujoco.set_mjcb_passive(over)
        second = attach(model, other, joints="frictionloss", callback=True)
        for bridges in (2, 1, 0):
            asked.clear()
            mujoco.mj_step(model, other)
            assert asked == ["over", "drag"]
            assert bool(np.abs(other.qfrc_passive).max() > 0.0) is (bridges > 0)
            if bridges:
                (first if bridges == 2 else second).detach()
        assert mujoco.get_mjcb_passive() is over
    finally:
        mujoco.set_mjcb_passive(None)


def test_another_data_is_left_alone() -> None:
    model = cases.arm(frictionloss=0.0)
    data, other = mujoco.MjData(model), mujoco.MjData(model)
    with attach(model, data, joints={"elbow": GSAT}, callback=True):
        mujoco.mj_step(model, other, 10)
        assert other.qfrc_passive.tolist() == [0.0, 0.0]
        mujoco.mj_step(model, data, 10)
        assert data.qfrc_passive[1] != 0.0


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [
        ({"joints": {"elbw": GSAT}}, stiction.UnknownNameError, "did you mean `elbow`"),
        ({"joints": {"elbow": laws.spring_damper(stiffness=1.0)}}, stiction.ParameterError, "cannot act in a joint"),
        ({"joints": {"elbow": 0.5}}, stiction.ParameterError, "a law of stiction.laws"),
        ({"joints": {"elbow": GearLoss(laws.dahl(stiffness=1e4, limit=1.0), 0.1)}}, stiction.ParameterError, "share"),
        ({"joints": [GSAT]}, stiction.ParameterError, "must be a mapping"),
        ({}, stiction.ParameterError, "nothing is chosen"),
        ({"contacts": {("hand", "elbow"): 0.5}}, stiction.UnknownNameError, "no geometry or body `hand`"),
        ({"contacts": {"elbow": 0.5}}, stiction.ParameterError, "a pair"),
        ({"contacts": {(7, 0): 0.5}}, stiction.UnknownNameError, "group 7"),
        ({"contacts": "every"}, stiction.ParameterError, "a coefficient"),
        ({"contacts": -0.5}, stiction.ParameterError, "must be finite and not negative"),
        ({"contacts": math.nan}, stiction.ParameterError, "must be finite and not negative"),
    ],
)
def test_what_is_wrong_is_said(given: dict[str, Any], error: type[Exception], message: str) -> None:
    model = cases.arm()
    before = model.dof_frictionloss.tolist()
    with pytest.raises(error, match=re.escape(message)):
        attach(model, mujoco.MjData(model), **given)
    assert model.dof_frictionloss.tolist() == before


def test_joints_of_several_axes_are_refused() -> None:
    model = cases.capsule()
    free = mujoco.mj_id2name(model, mujoco.mjtObj.mjOBJ_JOINT, 2) or "joint[2]"
    with pytest.raises(stiction.ParameterError, match="ball or free"):
        attach(model, mujoco.MjData(model), joints={free: GSAT})
    with pytest.raises(stiction.ParameterError, match="frictionloss"):
        attach(model, mujoco.MjData(model), joints="frictionloss")


def test_integrators_with_stages_are_refused() -> None:
    model = cases.arm()
    data = mujoco.MjData(model)
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
    with pytest.raises(stiction.ParameterError, match="mjINT_RK4.*take Euler"):
        attach(model, data, joints="frictionloss")
    model.opt.integrator = mujoco.mjtIntegrator.mjINT_EULER
    with attach(model, data, joints="frictionloss") as bridge:
        bridge.step()
        model.opt.integrator = mujoco.mjtIntegrator.mjINT_RK4
        with pytest.raises(stiction.ParameterError, match="RK4"):
            bridge.step()


def test_what_is_no_model_of_mujoco_is_refused() -> None:
    class Model:
        __module__ = "mujoco.mjx._src.types"

    with pytest.raises(stiction.ParameterError, match="MJX"):
        attach(Model(), None, joints="frictionloss")
    with pytest.raises(stiction.ParameterError, match="not of this model"):
        attach(cases.arm(), mujoco.MjData(cases.capsule()), joints="frictionloss")


def test_rolling_friction_is_not_dropped_in_silence() -> None:
    model = cases.slope(0.3)
    model.geom_condim[:] = 6
    with pytest.raises(stiction.ParameterError, match="rolling"):
        attach(model, mujoco.MjData(model), contacts="all")


def test_a_model_that_is_changed_meanwhile_is_noticed() -> None:
    model = cases.arm()
    data = mujoco.MjData(model)
    with attach(model, data, joints="frictionloss") as bridge:
        bridge.step()
        model.dof_frictionloss[1] = 0.5
        with pytest.raises(stiction.SimulationError, match="dof_frictionloss"):
            bridge.step()
    model = cases.slope(0.3)
    data = mujoco.MjData(model)
    with attach(model, data, contacts="all") as bridge:
        bridge.step(10)
        model.geom_condim[:] = 3
        with pytest.raises(stiction.SimulationError, match="condim 3"):
            bridge.step()
    with pytest.raises(stiction.SimulationError, match="detached"):
        bridge.step()


@pytest.mark.filterwarnings("ignore")
def test_what_is_not_finite_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)     # MuJoCo writes a log
    model = cases.arm()
    data = mujoco.MjData(model)
    with attach(model, data, joints="frictionloss") as bridge:
        bridge.step()
        data.qvel[0] = math.nan
        with pytest.raises(stiction.SimulationError):
            bridge.step()


def test_an_error_in_the_callback_reaches_the_loop() -> None:
    model = cases.arm()
    data = mujoco.MjData(model)
    with attach(model, data, joints="frictionloss", callback=True) as bridge:
        mujoco.mj_step(model, data)
        model.dof_frictionloss[1] = 0.5
        with pytest.raises(stiction.SimulationError, match="dof_frictionloss"):
            mujoco.mj_step(model, data)
        with pytest.raises(stiction.SimulationError, match="mjcb_passive"):
            bridge.step()
    assert mujoco.get_mjcb_passive() is None


URDF = """<robot name="r"><joint name="a" type="revolute"><dynamics friction="0.3" damping="0.2"/></joint>
<joint name="b" type="revolute"><dynamics damping="0.2"/></joint><joint name="c" type="fixed"/></robot>"""


def test_a_urdf_gives_laws(tmp_path: Path) -> None:
    found = from_urdf(URDF)
    assert found == {"a": from_frictionloss(0.3)}
    path = tmp_path / "r.urdf"
    path.write_text(URDF)
    assert from_urdf(path) == from_urdf(str(path)) == found
    viscous = from_urdf(URDF, damping=True)["a"]
    element = viscous.on("shaft").element()
    assert [element.step(1.0, 1e-3) for _ in range(100)][-1] == pytest.approx(-0.3 - 0.2)
    for text, message in (
        ("<robot", "no XML"),
        ("<mujoco/>", "root is <mujoco>"),
        ('<robot xmlns:xacro="http://www.ros.org/wiki/xacro"><xacro:macro name="x"/></robot>', "expand it first"),
        (URDF.replace("0.3", "${f}"), "expand the xacro"),
        (URDF.replace("0.3", "-1"), "joint a: friction must be"),
        (URDF.replace("0.3", "nan"), "joint a: friction must be"),
    ):
        with pytest.raises(stiction.ParameterError, match=re.escape(message)):
            from_urdf(text)


def test_the_table_of_the_book_is_that_of_the_command() -> None:
    """Its last column holds still, the others do not; the book has the rows that the command prints."""
    from stiction.mujoco import __main__ as table

    book = (ROOT / "docs" / "src" / "in-other-engines.md").read_text(encoding="utf-8")
    for case, stock, _, ours in table.rows():
        assert f"\n| {case} | " in book
        if "creep" in case:
            assert stock == "falls out" or float(stock) > 1e-5
            assert float(ours.split(",")[0].removeprefix("below ")) <= 1e-13

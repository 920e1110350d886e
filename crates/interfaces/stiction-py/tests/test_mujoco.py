"""Friction in models of MuJoCo: it holds, and it slides correctly."""

from __future__ import annotations

import copy
import math
from typing import Any

import numpy as np
import pytest
from conftest import need_mujoco

import stiction
import stiction.mujoco
from stiction import laws, limit_sets, parts
from stiction.mujoco import Contact, GearLoss, cases, attach, from_frictionloss

need_mujoco(whole_module=True)
import mujoco  # noqa: E402

GSAT = from_frictionloss(0.5)


def coulomb(friction: Any = 0.7, **parameters: Any) -> laws.Law:
    given = {"stiffness": 1e5, "damping": 100.0, "normal_force": 1.0, **parameters}
    return laws.coulomb(friction=friction, **given)


# Holding, and its controls.


@pytest.mark.parametrize("callback", [False, True])
@pytest.mark.parametrize("step", [1e-3, 2e-3])
@pytest.mark.parametrize("stiffness", [2e3, 1e5, 1e6])
def test_a_pinched_capsule_stays_where_it_is(stiffness: float, step: float, callback: bool) -> None:
    held = cases.pinched(3.0, {**cases.contact(stiffness), "callback": callback}, step=step)
    # Rounding of 0.3 m is 5.6e-17 m in a step of 2 ms: a drift of a part of it in every step would be 1e-14 m/s.
    assert held.creep() < 1e-13
    assert held.unconverged == 0
    assert abs(held.position[-1, 0] - 0.3) < 0.045 * 9.81 / stiffness + 2e-3


@pytest.mark.parametrize("options", [{"cone": "pyramidal"}, {"impratio": 10}])
def test_the_same_capsule_creeps_without(options: dict[str, Any]) -> None:
    assert cases.pinched(3.0, **options).creep() > 1e-5


@pytest.mark.parametrize("callback", [False, True])
@pytest.mark.parametrize("stiffness", [1e4, 1e6])
def test_a_box_rests_on_a_slope(stiffness: float, callback: bool) -> None:
    held = cases.resting(3.0, {**cases.contact(stiffness), "callback": callback})
    assert held.creep() < 1e-13
    assert held.unconverged == 0
    # The bristles of four contacts bear the load; the drop onto the plane gives some, as the first step has no load.
    assert 0.0 < held.position[-1, 0] < 1e-3


def test_the_same_box_creeps_without() -> None:
    assert cases.resting(3.0, cone="pyramidal").creep() > 1e-4
    assert cases.resting(3.0, impratio=10).creep() > 1e-5


@pytest.mark.parametrize("callback", [False, True])
@pytest.mark.parametrize("stiffness", [1e2, 1e4, 1e6])
def test_an_arm_holds_a_pose_under_a_trembling_torque(stiffness: float, callback: bool) -> None:
    # The softest takes some seconds to settle.
    held = cases.holding(8.0, {**cases.joints(stiffness), "callback": callback})
    assert held.creep() < 1e-13
    assert held.unconverged == 0


def test_the_same_arm_creeps_without() -> None:
    assert cases.holding(4.0).creep() > 1e-3
    assert cases.holding(4.0, noslip=3).creep() > 1e-4


def test_friction_from_outside_as_an_explicit_force_fails() -> None:
    """The control: the same law on the same capsule, with the velocity before the step."""
    model = cases.capsule(1)
    data = mujoco.MjData(model)
    body, stiffness, damping = model.body("capsule").id, 1e5, 100.0
    deflection = np.zeros(3)
    heights = []
    for _ in range(500):
        data.ctrl[:] = cases.GRIP
        mujoco.mj_step1(model, data)
        force = stiffness * deflection + damping * data.qvel[2:5]
        force *= min(1.0, 0.7 * 2 * cases.GRIP / max(float(np.linalg.norm(force)), 1e-30))
        data.qfrc_passive[2:5] -= force
        mujoco.mj_step2(model, data)
        deflection = deflection + model.opt.timestep * data.qvel[2:5] if force @ force < 49.0 * 0.999 else force / stiffness
        heights.append(data.xpos[body, 2])
    steady = np.array(heights[250:])
    assert abs(np.polyfit(np.arange(250) * model.opt.timestep, steady, 1)[0]) > 1e-5 or np.ptp(steady) > 1e-5


@pytest.mark.parametrize("callback", [False, True])
def test_a_box_slides_with_the_acceleration_of_the_closed_form(callback: bool) -> None:
    angle = math.atan(0.7)
    theory = cases.GRAVITY * (math.sin(angle) - 0.5 * math.cos(angle))
    found = cases.sliding(1.5, {"contacts": "all", "callback": callback})
    assert found.acceleration() == pytest.approx(theory, rel=1e-7)
    # MuJoCo's own friction does not pass.
    assert cases.sliding(1.5, cone="pyramidal").acceleration() != pytest.approx(theory, rel=1e-5)
    assert found.unconverged == 0


def test_both_ways_of_stepping_give_the_same_motion() -> None:
    inside = cases.holding(1.0, {**cases.joints(1e4), "callback": True})
    outside = cases.holding(1.0, cases.joints(1e4))
    assert np.array_equal(inside.position, outside.position)
    contacts = [cases.pinched(1.0, {"contacts": "all", "callback": flag}) for flag in (False, True)]
    assert np.array_equal(contacts[0].position, contacts[1].position)


# Values of the friction.


def test_the_normal_force_is_that_of_mujoco() -> None:
    model = cases.slope(0.3)
    data = mujoco.MjData(model)
    found = np.zeros(6)
    with attach(model, data, contacts="all") as bridge:
        for _ in range(50):
            bridge.step()
            theirs = []
            for index in range(data.ncon):
                if data.contact[index].efc_address >= 0:
                    mujoco.mj_contactForce(model, data, index, found)
                    theirs.append(found[0])
            ours = [contact.normal_force for contact in bridge.contacts]
            # MuJoCo's solver stops at 1e-8.
            assert ours == pytest.approx(theirs, rel=1e-6, abs=1e-6)
        bridge.step()
    assert sum(ours) == pytest.approx(cases.GRAVITY * math.cos(math.atan(0.3)), rel=1e-2)


def test_the_rows_are_those_of_mujoco() -> None:
    """Friction of a contact with torsion as a generalized force, by MuJoCo's own Jacobians."""
    model = cases.capsule()
    data = mujoco.MjData(model)
    with attach(model, data, contacts="all") as bridge:
        for _ in range(200):
            data.ctrl[:] = cases.GRIP
            mujoco.mj_step1(model, data)
            data.qfrc_passive[:] = 0.0
            bridge._before()
            expected = np.zeros(model.nv)
            for contact, state in zip(data.contact, bridge.contacts):
                for geom, sign in zip(contact.geom, (-1.0, 1.0)):
                    moving, turning = np.zeros((3, model.nv)), np.zeros((3, model.nv))
                    mujoco.mj_jac(model, data, moving, turning, contact.pos, model.geom_bodyid[geom])
                    expected += sign * (np.array(state.force) @ moving + state.torque * contact.frame[:3] @ turning)
            assert data.qfrc_passive == pytest.approx(expected, rel=1e-12, abs=1e-15)
            mujoco.mj_step2(model, data)
            bridge._friction.follow(bridge._rows)
    assert np.abs(expected).max() > 0.1


def test_mujoco_makes_the_velocities_that_friction_expects() -> None:
    """The effective masses, with the normal forces that answer within the step, are those of MuJoCo."""
    model = cases.slope(0.3)
    data = mujoco.MjData(model)
    # It tumbles a little, so that the normal forces respond.
    data.qvel[:] = [0.3, 0.1, 0.0, 0.5, -0.4, 0.8]
    worst = control = 0.0
    with attach(model, data, contacts="all") as bridge:
        for _ in range(100):
            mujoco.mj_step1(model, data)
            bridge._before()
            expected = np.array(bridge._friction.predicted_velocity)
            rows, friction = bridge._rows[: len(expected)].copy(), data.qfrc_passive.copy()
            # The control: a step without friction, and what M alone makes of the friction.
            without = copy.copy(data)
            without.qfrc_passive[:] = 0.0
            mujoco.mj_step2(model, without)
            bare = np.zeros((1, model.nv))
            mujoco.mj_solveM(model, data, bare, friction[None])
            mujoco.mj_step2(model, data)
            bridge._friction.follow(bridge._rows)
            # A contact that opens was not foreseen by the friction.
            if len(expected) and all(contact.normal_force > 0.0 for contact in bridge.contacts):
                made = rows @ data.qvel
                scale = np.abs(made).max() + 1e-3
                worst = max(worst, np.abs(made - expected).max() / scale)
                apart = rows @ (without.qvel + model.opt.timestep * bare[0])
                control = max(control, np.abs(made - apart).max() / scale)
    assert worst < 1e-6
    assert control > 1e-2


def test_what_is_moved_by_hand_keeps_its_bristles() -> None:
    model = cases.slope(0.3)
    data = mujoco.MjData(model)
    with attach(model, data, contacts="all") as bridge:
        bridge.step(1000)
        data.qpos[0] += 0.5
        before = data.qpos.copy()
        bridge.step(500)
        # Set down elsewhere, it stays there: nothing of the half metre was taken for a motion.
        assert np.abs(data.qpos - before).max() < 1e-9
        assert bridge.sticking


def slider(extra: str = "", joint: str = "") -> Any:
    return mujoco.MjModel.from_xml_string(f"""<mujoco><option timestep="0.002" gravity="0 0 0"/>{extra.split('|')[0]}
<worldbody><body><joint name="j" type="slide" axis="1 0 0" {joint}/><geom size=".1" mass="1"/></body></worldbody>
<actuator><motor joint="j"/></actuator></mujoco>""")


def pushed(law: Any, force: float, seconds: float = 1.0, joint: str = "") -> tuple[float, stiction.mujoco.JointFriction]:
    """Returns the velocity after a constant force on a slider of 1 kg, and its friction."""
    model = slider(joint=joint)
    data = mujoco.MjData(model)
    with attach(model, data, joints={"j": law}) as bridge:
        data.ctrl[:] = force
        bridge.step(round(seconds / 0.002))
        return float(data.qvel[0]), bridge.joints["j"]


@pytest.mark.parametrize(
    ("law", "friction"),
    [
        (laws.gsat(stiffness=1e4, damping=10.0, limit=2.0), 2.0),
        (GearLoss(laws.gsat(stiffness=1e4, damping=10.0, limit=2.0), 0.1), 2.5),
        (laws.dahl(stiffness=1e4, limit=2.0), 2.0),
        (laws.elasto_plastic(stiffness=1e4, damping=10.0, limit=2.0, breakaway_fraction=0.7), 2.0),
        (laws.lugre(stiffness=1e4, damping=10.0, steady_force=2.0), 2.0),
    ],
)
def test_a_slider_that_is_pushed_has_the_friction_of_its_law(law: Any, friction: float) -> None:
    speed, found = pushed(law, 5.0)
    # It starts to move within 0.2 mm, about 10 ms.
    assert speed == pytest.approx(5.0 - friction, abs=0.05)
    assert found.effort == pytest.approx(-friction, rel=1e-6)


def test_a_stribeck_curve_holds_more_than_it_brakes() -> None:
    curve = parts.stribeck_curve(coulomb=1.0, breakaway=2.0, stribeck_speed=0.01)
    # Damped, so that it does not overshoot when it is pushed at once.
    law = laws.rate_dependent_gsat(stiffness=1e4, damping=400.0, curve=curve)
    held, friction = pushed(law, 1.9)
    assert abs(held) < 1e-12 and friction.effort == pytest.approx(-1.9) and not friction.slides
    slid, friction = pushed(law, 2.5)
    assert slid == pytest.approx(1.5, abs=0.05) and friction.slides


def test_a_gear_holds_a_load_that_its_motor_bears() -> None:
    """Loss in proportion to the torque: friction may take a share of the load that the motor holds."""
    gear = GearLoss(laws.gsat(stiffness=1e4, damping=400.0, limit=0.5), 0.2)
    assert abs(pushed(gear, 0.6)[0]) < 1e-12
    # Without the share it slides.
    assert pushed(gear.law, 0.6)[0] > 0.05


def test_the_damping_of_a_joint_stays() -> None:
    speed, _ = pushed("frictionloss", 5.0, 20.0, joint='frictionloss="2" damping="1.5"')
    assert speed == pytest.approx(2.0, rel=1e-6)


@pytest.mark.parametrize("integrator", ["Euler", "implicit", "implicitfast"])
def test_strong_damping_does_not_turn_friction_round(integrator: str) -> None:
    model = slider(f'<option integrator="{integrator}" timestep="0.002" gravity="0 0 0"/>', 'damping="5000" frictionloss="2"')
    data = mujoco.MjData(model)
    data.qvel[0] = 1.0
    with attach(model, data, joints="frictionloss") as bridge:
        # It slides, then its bristle, of 2e4 N/m, relaxes against the damper within some quarters of a second.
        for _ in range(2500):
            bridge.step()
            assert data.qvel[0] > -1e-9
        assert abs(data.qvel[0]) < 1e-9


@pytest.mark.parametrize("callback", [False, True])
def test_a_trembling_force_bends_the_bristle_and_no_more(callback: bool) -> None:
    """Changing forces act at once; only those that must be mapped to the joints act a step late."""
    stiffness, amplitude = 1e7, 2.0
    law = laws.gsat(stiffness=stiffness, damping=1e3, limit=5.0)
    swings = {}
    for way in ("qfrc_applied", "ctrl", "xfrc_applied"):
        model = slider()
        data = mujoco.MjData(model)
        with attach(model, data, joints={"j": law}, callback=callback) as bridge:
            for _ in range(500):
                force = amplitude * math.sin(20.0 * math.pi * data.time)
                {"qfrc_applied": data.qfrc_applied[:1], "ctrl": data.ctrl, "xfrc_applied": data.xfrc_applied[1, :1]}[way][:] = force
                if callback:
                    mujoco.mj_step(model, data)
                else:
                    bridge.step()
                swings[way] = max(swings.get(way, 0.0), abs(data.qpos[0]))
    assert swings["qfrc_applied"] == pytest.approx(amplitude / stiffness, rel=0.05)
    assert swings["ctrl"] == pytest.approx(amplitude / stiffness, rel=0.05)
    # h² times the change of the force in a step over the mass.
    assert swings["xfrc_applied"] > 3.0 * amplitude / stiffness


@pytest.mark.parametrize("integrator", ["implicit", "implicitfast"])
def test_a_strong_servo_does_not_turn_friction_round(integrator: str) -> None:
    model = mujoco.MjModel.from_xml_string(f"""<mujoco><option timestep="0.002" gravity="0 0 0" integrator="{integrator}"/>
<worldbody><body><joint name="j" type="slide" axis="1 0 0" frictionloss="2"/><geom size=".1" mass="1"/></body></worldbody>
<actuator><velocity joint="j" kv="5000"/></actuator></mujoco>""")
    data = mujoco.MjData(model)
    with attach(model, data, joints="frictionloss") as bridge:
        for goal in (1.0, 0.0, -1.0, 0.5):
            data.ctrl[0] = goal
            bridge.step(100)
            assert data.qvel[0] == pytest.approx(goal, abs=2.1 / 5000.0)


def test_a_crowd_of_contacts_rests() -> None:
    """More rows than are solved for at once."""
    boxes = "".join(
        f'<body pos="{x} {y} .0499"><freejoint/><geom type="box" size=".05 .05 .05" mass="1"/></body>'
        for x in range(4) for y in range(4)
    )
    model = mujoco.MjModel.from_xml_string(f"""<mujoco><option timestep="0.002" gravity="2 1 -9"/>
<default><geom friction="0.5 0.01 0" condim="4"/></default>
<worldbody><geom type="plane" size="9 9 .1"/>{boxes}</worldbody></mujoco>""")
    data = mujoco.MjData(model)
    with attach(model, data, contacts="all") as bridge:
        bridge.step(500)
        middle = data.qpos.copy()
        bridge.step(500)
        assert len(bridge.contacts) == 64 and bridge.sticking and bridge.unconverged_steps == 0
    assert np.abs(data.qpos - middle).max() < 1e-12


def spun(condim: int, friction: Any = None) -> tuple[float, list[Any]]:
    """Returns the angle by which a ball that spins on a plane turns until it stops, under its weight."""
    model = mujoco.MjModel.from_xml_string(f"""<mujoco><option timestep="0.001"/>
<default><geom condim="{condim}" friction="0.5 0.01 0"/></default>
<worldbody><geom type="plane" size="1 1 .1"/><body pos="0 0 .0999"><freejoint/><geom size=".1" mass="1"/></body></worldbody></mujoco>""")
    data = mujoco.MjData(model)
    data.qvel[5] = 5.0
    with attach(model, data, contacts="all" if friction is None else friction) as bridge:
        bridge.step(1000)
        return float(data.qvel[5]), bridge.contacts


def test_a_contact_that_spins_is_braked_by_its_torsion() -> None:
    # I = 0.4 m r² = 0.004 kg m²; the torque is 0.01 m times the weight.
    speed, contacts = spun(4)
    # It has stopped after 0.2 s, and swings on its bristle.
    assert abs(speed) < 1e-3
    assert len(contacts) == 1 and not contacts[0].slides
    assert spun(3)[0] == pytest.approx(5.0, rel=1e-9)
    faster, _ = spun(3, Contact(torsion=0.002))
    assert 0.0 < faster < 5.0
    assert faster == pytest.approx(5.0 - 0.5 * 0.002 * 9.81 / 0.004, rel=2e-2)


def test_an_ellipsoid_brakes_more_along_one_axis() -> None:
    ellipsoid = laws.limit_set(
        set=limit_sets.ellipsoid(semi_axes=[0.5, 0.2]), stiffness=1e5, damping=100.0, normal_force=1.0
    )
    found = []
    for axis in (0, 1):
        model = cases.slope(0.0)
        data = mujoco.MjData(model)
        data.qvel[axis] = 3.0
        with attach(model, data, contacts={("box", "slope"): ellipsoid}) as bridge:
            bridge.step(100)
            found.append((3.0 - data.qvel[axis]) / 0.2 / cases.GRAVITY)
    assert sorted(found) == pytest.approx([0.2, 0.5], rel=0.03)


def test_a_coefficient_changed_on_the_way_is_felt() -> None:
    model = cases.slope(0.3)
    data = mujoco.MjData(model)
    with attach(model, data, contacts="all") as bridge:
        bridge.step(500)
        assert bridge.sticking
        model.geom_friction[:, 0] = 0.1
        bridge.step(500)
        assert not bridge.sticking
    angle = math.atan(0.3)
    assert data.qvel[0] == pytest.approx(cases.GRAVITY * (math.sin(angle) - 0.1 * math.cos(angle)), rel=0.02)


def test_a_box_on_a_turntable_turns_with_its_bristles() -> None:
    """Bristles belong to the body that they stand on: a held box does not creep while it is carried round."""
    model = mujoco.MjModel.from_xml_string("""<mujoco><option timestep="0.002" gravity="0 0 -9.81"/>
<worldbody><body name="table"><joint name="turn" type="hinge" axis="0 0 1"/>
<geom name="table" type="box" size=".5 .5 .02" mass="50"/></body>
<body name="box" pos=".3 0 .0499"><freejoint/><geom name="box" type="box" size=".03 .03 .03" mass=".1"/></body></worldbody></mujoco>""")
    data = mujoco.MjData(model)
    data.qvel[:] = [2.0, 0.0, 0.6, 0.0, 0.0, 0.0, 2.0]

    def place() -> np.ndarray:
        angle = data.qpos[0]
        turn = np.array([[math.cos(angle), math.sin(angle)], [-math.sin(angle), math.cos(angle)]])
        return turn @ data.qpos[1:3]

    with attach(model, data, contacts="all") as bridge:
        bridge.step(1000)
        middle = place()
        bridge.step(2000)
        assert bridge.unconverged_steps == 0
    # Eight radians later. A bristle that followed the velocities would leave a sagitta of r (ω h)²/2 in each of the 2000
    # steps, 5 mm in all.
    assert np.abs(place() - middle).max() < 1e-6

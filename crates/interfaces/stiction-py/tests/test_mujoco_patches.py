"""All points of a pair of geometries as one patch, in models of MuJoCo."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from conftest import need_mujoco

from stiction.mujoco import Contact, attach, cases

need_mujoco(whole_module=True)
import mujoco  # noqa: E402


def patch(stiffness: float = 1e5, **parameters: Any) -> dict[str, Any]:
    return {"contacts": Contact(stiffness=stiffness, patch=True, **parameters)}


@pytest.mark.parametrize("callback", [False, True])
@pytest.mark.parametrize("stiffness", [2e3, 1e5, 1e6])
def test_a_pinched_capsule_stays_where_it_is(stiffness: float, callback: bool) -> None:
    held = cases.pinched(3.0, {**patch(stiffness), "callback": callback})
    assert held.creep() < 1e-13
    assert held.unconverged == 0
    # Two patches bear it, each with the stiffness of a contact.
    assert abs(held.position[-1, 0] - 0.3) < 0.045 * 9.81 / stiffness + 2e-3


@pytest.mark.parametrize("callback", [False, True])
@pytest.mark.parametrize("stiffness", [1e4, 1e6])
def test_a_box_rests_on_a_slope(stiffness: float, callback: bool) -> None:
    # A whole patch is softer than four points: the softest takes some seconds to settle.
    held = cases.resting(6.0, {**patch(stiffness), "callback": callback})
    assert held.creep() < 1e-13
    assert held.unconverged == 0
    assert 0.0 < held.position[-1, 0] < 2e-3


def test_a_box_slides_with_the_acceleration_of_the_closed_form() -> None:
    angle = math.atan(0.7)
    theory = cases.GRAVITY * (math.sin(angle) - 0.5 * math.cos(angle))
    found = cases.sliding(1.5, patch())
    assert found.acceleration() == pytest.approx(theory, rel=1e-7)
    assert found.unconverged == 0


def braked(start: list[float], given: dict[str, Any], steps: int = 100) -> np.ndarray:
    """Returns the change of the velocities of a box on a plane that slides and spins, 1 kg on four corners."""
    model = cases.slope(0.0)
    data = mujoco.MjData(model)
    with attach(model, data, **given) as bridge:
        bridge.step(200)
        data.qvel[:] = [start[0], start[1], 0.0, 0.0, 0.0, start[2]]
        bridge.step(steps)
        assert bridge.unconverged_steps == 0
        return np.array(data.qvel)


def test_what_spins_is_braked_as_by_its_points() -> None:
    radius, inertia = math.hypot(0.1, 0.1), (0.2**2 + 0.2**2) / 12.0
    theory = 60.0 - 0.5 * cases.GRAVITY * radius / inertia * 0.2
    # The bristles bend in the first steps.
    assert braked([0.0, 0.0, 60.0], patch())[5] == pytest.approx(theory, rel=2e-3)
    assert braked([0.0, 0.0, 60.0], {"contacts": "all"})[5] == pytest.approx(theory, rel=2e-3)
    # Without friction the spin is not braked.
    assert braked([0.0, 0.0, 60.0], {"contacts": 0.0})[5] == pytest.approx(60.0, rel=1e-9)


def test_what_slides_and_spins_is_braked_nearly_as_by_its_points() -> None:
    """An ellipsoid is not the limit surface of four corners: the two differ by up to 0.38 of the friction, when a
    corner stands still while the others slide."""
    seconds = 0.12
    slide = 0.5 * cases.GRAVITY * seconds
    spin = slide * math.hypot(0.1, 0.1) / ((0.2**2 + 0.2**2) / 12.0)
    for start in ([1.5, 0.0, 12.0], [1.5, 0.0, 3.0], [0.8, 0.8, 25.0]):
        one, many = (braked(start, given, 60) for given in (patch(), {"contacts": "all"}))
        apart = math.hypot(*(one[:2] - many[:2])) / slide, abs(one[5] - many[5]) / spin
        assert max(apart) < 0.2
        # Both are braked.
        assert abs(one[5]) < start[2] - 0.1 * spin


def test_a_patch_is_one_contact_under_the_whole_load() -> None:
    model = cases.slope(0.3)
    data = mujoco.MjData(model)
    with attach(model, data, **patch()) as bridge:
        bridge.step(1000)
        assert data.ncon == 4
        (found,) = bridge.contacts
    angle = math.atan(0.3)
    assert found.normal_force == pytest.approx(cases.GRAVITY * math.cos(angle), rel=1e-6)
    # Against the pull, on the second body, the box.
    assert found.force == pytest.approx((-cases.GRAVITY * math.sin(angle), 0.0, 0.0), rel=1e-5, abs=1e-7)
    # The pull acts 5 cm above the slope: the pressure moves down the slope.
    lever = 0.05 * math.sin(angle) / math.cos(angle)
    assert found.position[0] - data.qpos[0] == pytest.approx(lever, rel=1e-2)
    assert found.position[1] == pytest.approx(0.0, abs=1e-6)
    assert not found.slides


def rocking(given: dict[str, Any] | None, **options: Any) -> float:
    """Returns how far a box creeps in ten cycles in which it is rocked and twisted."""
    model = cases.slope(0.2, friction=0.7, **options)
    data = mujoco.MjData(model)
    bridge = None if given is None else attach(model, data, **given)
    cycles = np.zeros((30, 2))
    for step in range(3000):
        phase = 2.0 * math.pi * step / 100
        data.qfrc_applied[3:6] = [0.5 * math.sin(phase), 0.6 * math.cos(phase), 0.08 * math.sin(phase + 1.0)]
        if bridge is None:
            mujoco.mj_step(model, data)
        else:
            bridge.step()
            # Nothing slides: any creep happens without sliding.
            assert bridge.sticking or not given["contacts"].patch
        cycles[step // 100] += data.qpos[:2] / 100
    return float(np.abs(cycles[29] - cycles[19]).max())


def test_a_rocked_box_keeps_its_place() -> None:
    """The pressure wanders by centimetres and the box tilts: bristles that follow the points walk in each cycle,
    because these trace loops; a patch is measured against its place when it came to rest."""
    assert rocking(patch()) < 1e-15
    assert rocking({"contacts": Contact()}) > 1e-6
    # MuJoCo's own friction, by the manual's advice.
    assert rocking(None, cone="elliptic", impratio=10) > 1e-5


def test_what_is_moved_by_hand_keeps_its_bristle() -> None:
    model = cases.slope(0.3)
    data = mujoco.MjData(model)
    with attach(model, data, **patch()) as bridge:
        bridge.step(1000)
        data.qpos[0] += 0.5
        before = data.qpos.copy()
        bridge.step(500)
        assert np.abs(data.qpos - before).max() < 1e-9
        assert bridge.sticking


def test_a_box_on_a_turntable_turns_with_its_bristle() -> None:
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

    with attach(model, data, **patch()) as bridge:
        bridge.step(1000)
        middle = place()
        bridge.step(2000)
        assert bridge.unconverged_steps == 0
    assert np.abs(place() - middle).max() < 1e-6


def test_a_crowd_of_patches_rests() -> None:
    boxes = "".join(
        f'<body pos="{x} {y} .0499"><freejoint/><geom type="box" size=".05 .05 .05" mass="1"/></body>'
        for x in range(7) for y in range(7)
    )
    model = mujoco.MjModel.from_xml_string(f"""<mujoco><option timestep="0.002" gravity="2 1 -9"/>
<default><geom friction="0.5 0.01 0" condim="4"/></default>
<worldbody><geom type="plane" size="9 9 .1"/>{boxes}</worldbody></mujoco>""")
    data = mujoco.MjData(model)
    with attach(model, data, **patch()) as bridge:
        bridge.step(500)
        middle = data.qpos.copy()
        bridge.step(300)
        # 147 rows, more than are solved for at once.
        assert len(bridge.contacts) == 49 and bridge.sticking and bridge.unconverged_steps == 0
    change = np.abs(data.qpos - middle).reshape(-1, 7)
    assert change[:, :3].max() < 1e-12
    # Angles tremble by 3e-11: MuJoCo's solver stops at 1e-8.
    assert change.max() < 1e-10


def test_torsion_of_the_points_adds_to_that_of_the_patch() -> None:
    """A ball touches at one point: its patch is as wide as that of the point."""
    model = mujoco.MjModel.from_xml_string("""<mujoco><option timestep="0.001"/>
<default><geom condim="4" friction="0.5 0.01 0"/></default>
<worldbody><geom type="plane" size="1 1 .1"/><body pos="0 0 .0999"><freejoint/><geom size=".1" mass="1"/></body></worldbody></mujoco>""")
    speeds = []
    for contacts in ("all", Contact(patch=True)):
        data = mujoco.MjData(model)
        data.qvel[5] = 5.0
        with attach(model, data, contacts=contacts) as bridge:
            bridge.step(100)
            speeds.append(float(data.qvel[5]))
    assert speeds[0] == pytest.approx(5.0 - 0.01 * 9.81 / 0.004 * 0.1, rel=2e-2)
    assert speeds[1] == pytest.approx(speeds[0], rel=1e-3)

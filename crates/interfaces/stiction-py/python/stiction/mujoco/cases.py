"""Small models that MuJoCo's own friction does not hold, and their motions."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from .. import laws
from .._extras import need
from ._bridge import attach
from ._laws import Contact

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from .._law import Law

STEP, GRAVITY, GRIP = 2e-3, 9.8, 5.0
MANUAL = {"impratio 10": {"impratio": 10}, "+ noslip 3": {"impratio": 10, "noslip": 3}}
"""MuJoCo's manual advises these against slip, with elliptic cones."""


class Trace(NamedTuple):
    """A motion.

    Attributes:
        time: [s].
        position: [m], [rad]; a column for each coordinate.
        unconverged: Steps whose friction was not exact.
    """

    time: NDArray[np.float64]
    position: NDArray[np.float64]
    unconverged: int

    def creep(self, period: float = 0.1) -> float:
        """Returns the mean rate of the fastest coordinate over the second half [m/s], [rad/s], from averages over a
        period [s] of the vibration."""
        steps = max(round(period / (self.time[1] - self.time[0])), 1)
        middle, half = len(self.time) // 2, self.position
        way = half[-steps:].mean(0) - half[middle - steps : middle].mean(0)
        return float(np.abs(way).max() / (self.time[-1] - self.time[middle - 1]))

    def acceleration(self) -> float:
        """Returns the acceleration of the first coordinate, by the best parabola through the last two thirds
        [m/s²]."""
        start = len(self.time) // 3
        return float(2.0 * np.polyfit(self.time[start:] - self.time[start], self.position[start:, 0], 2)[0])


def capsule(condim: int = 4, *, step: float = STEP, cone: str = "elliptic", impratio: float = 1, noslip: int = 0) -> Any:
    """Returns a capsule of 45 g between two pads on slides, after google-deepmind/mujoco#3328."""
    return _model(f"""
<mujoco>
  <option timestep="{step}" cone="{cone}" impratio="{impratio}" noslip_iterations="{noslip}"/>
  <default><geom friction="0.7 0.005 0.0001" condim="{condim}"/></default>
  <worldbody>
    <body name="left" pos="-0.02 0 0.3">
      <joint type="slide" axis="1 0 0" name="left" damping="5"/><geom type="box" size=".01 .02 .02" mass=".1"/>
    </body>
    <body name="right" pos="0.02 0 0.3">
      <joint type="slide" axis="-1 0 0" name="right" damping="5"/><geom type="box" size=".01 .02 .02" mass=".1"/>
    </body>
    <body name="capsule" pos="0 0 0.3">
      <freejoint/><geom type="capsule" size=".0098 .03" euler="90 0 0" mass=".045"/>
    </body>
  </worldbody>
  <actuator><motor joint="left"/><motor joint="right"/></actuator>
</mujoco>""")


def slope(
    tangent: float, *, friction: float = 0.5, step: float = STEP, cone: str = "elliptic", impratio: float = 1, noslip: int = 0
) -> Any:
    """Returns a box of 1 kg on a slope, modelled by a tilted gravity."""
    angle = math.atan(tangent)
    pull, press = GRAVITY * math.sin(angle), GRAVITY * math.cos(angle)
    return _model(f"""
<mujoco>
  <option timestep="{step}" cone="{cone}" impratio="{impratio}" noslip_iterations="{noslip}" gravity="{pull} 0 {-press}"/>
  <default><geom friction="{friction} 0 0" condim="3"/></default>
  <worldbody>
    <geom name="slope" type="plane" size="50 5 .1"/>
    <body name="box" pos="0 0 .05"><freejoint/><geom name="box" type="box" size=".1 .1 .05" mass="1"/></body>
  </worldbody>
</mujoco>""")


def arm(*, frictionloss: float = 0.5, step: float = STEP, noslip: int = 0, solimpfriction: str = "") -> Any:
    """Returns two links whose joints hold 0.5 N m each."""
    joint = f'type="hinge" axis="0 1 0" frictionloss="{frictionloss}"'
    joint += f' solimpfriction="{solimpfriction}"' if solimpfriction else ""
    return _model(f"""
<mujoco>
  <option timestep="{step}" noslip_iterations="{noslip}"/>
  <worldbody>
    <body>
      <joint name="shoulder" {joint}/><geom type="capsule" size=".02" fromto="0 0 0 .3 0 0" mass=".3"/>
      <body pos=".3 0 0">
        <joint name="elbow" {joint}/><geom type="capsule" size=".02" fromto="0 0 0 .25 0 0" mass=".2"/>
      </body>
    </body>
  </worldbody>
</mujoco>""")


def run(
    model: Any,
    seconds: float,
    watch: Callable[[Any], Any],
    *,
    start: Any = None,
    drive: Callable[[Any], None] | None = None,
    bridge: Mapping[str, Any] | None = None,
) -> Trace:
    """Runs a model: by itself, or with `bridge` as arguments of `attach`."""
    mujoco = need("mujoco", "mujoco")
    data = mujoco.MjData(model)
    if start is not None:
        data.qpos[:] = start
    count = round(seconds / model.opt.timestep)
    found = []
    attached = attach(model, data, **bridge) if bridge is not None else None
    by_itself = attached is None or bool(bridge and bridge.get("callback"))
    try:
        for _ in range(count):
            if drive is not None:
                drive(data)
            if attached is None or by_itself:
                mujoco.mj_step(model, data)
            else:
                attached.step()
            found.append(np.array(watch(data), dtype=float, ndmin=1))
        unconverged = 0 if attached is None else attached.unconverged_steps
    finally:
        if attached is not None:
            attached.detach()
    return Trace(model.opt.timestep * np.arange(1, count + 1), np.array(found), unconverged)


def pinched(seconds: float = 6.0, bridge: Mapping[str, Any] | None = None, **options: Any) -> Trace:
    """Returns the height of the capsule."""
    model = capsule(**options)
    body = model.body("capsule").id

    def grip(data: Any) -> None:
        data.ctrl[:] = GRIP

    return run(model, seconds, lambda data: data.xpos[body, 2], drive=grip, bridge=bridge)


def resting(seconds: float = 4.0, bridge: Mapping[str, Any] | None = None, **options: Any) -> Trace:
    """Returns how far the box has moved on a slope at 0.6 of the limit."""
    return run(slope(0.3, **options), seconds, lambda data: data.qpos[0], bridge=bridge)


def sliding(seconds: float = 1.5, bridge: Mapping[str, Any] | None = None, **options: Any) -> Trace:
    """Returns how far the box has moved on a slope at 1.4 of the limit."""
    return run(slope(0.7, **options), seconds, lambda data: data.qpos[0], bridge=bridge)


def holding(seconds: float = 10.0, bridge: Mapping[str, Any] | None = None, **options: Any) -> Trace:
    """Returns the angles of the arm, near its limit, under a vibrating torque."""

    def tremble(data: Any) -> None:
        data.qfrc_applied[:] = np.array([0.2, 0.1]) * math.sin(20.0 * math.pi * data.time)

    model = arm(**options)
    return run(model, seconds, lambda data: data.qpos, start=[1.45, 0.1], drive=tremble, bridge=bridge)


def joint_law(stiffness: float) -> Law:
    """Returns friction of 0.5 N m with a stiffness [N m/rad]; damped so that it has settled when a motion is
    judged."""
    return laws.gsat(stiffness=stiffness, damping=10.0, limit=0.5)


def contact(stiffness: float) -> dict[str, Any]:
    """Returns all contacts with a stiffness [N/m]."""
    return {"contacts": Contact(stiffness=stiffness)}


def joints(stiffness: float) -> dict[str, Any]:
    """Returns both joints of the arm with a stiffness [N m/rad]."""
    law = joint_law(stiffness)
    return {"joints": {"shoulder": law, "elbow": law}}


def _model(text: str) -> Any:
    return need("mujoco", "mujoco").MjModel.from_xml_string(text)

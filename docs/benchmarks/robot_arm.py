"""The arm of the example `robot_arm` in stock MuJoCo: how far its joints creep while its motors tremble.

python docs/benchmarks/robot_arm.py [--seconds 3600] [--timestep 2e-3] [--noslip N]
"""

import argparse
import pathlib

import mujoco
import numpy as np

URDF = pathlib.Path(__file__).resolve().parents[2] / "examples" / "scenarios" / "robot_arm.urdf"


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=3600.0)
    parser.add_argument("--timestep", type=float, default=2e-3)
    parser.add_argument("--noslip", type=int, default=0)
    parser.add_argument("--tremor", type=float, default=0.12, help="amplitude of a motor for the friction of its joint")
    given = parser.parse_args()

    model = mujoco.MjModel.from_xml_path(str(URDF))
    model.opt.timestep = given.timestep
    model.opt.noslip_iterations = given.noslip
    # Links must not collide, as in the example.
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    data = mujoco.MjData(model)
    names = [model.joint(k).name for k in range(model.njnt)]
    limits = model.dof_frictionloss.copy()
    assert limits.min() > 0, "the friction of the file was not taken over"

    k = np.arange(model.nv)
    frequency, phase = 2 * np.pi * (7.0 + 1.3 * k), 1.0 * k
    steps, rest = round(given.seconds / given.timestep), round(1.0 / given.timestep)
    at_rest, furthest = None, np.zeros(model.nv)
    for step in range(steps):
        data.qfrc_applied[:] = given.tremor * limits * np.sin(frequency * data.time + phase)
        mujoco.mj_step(model, data)
        if step == rest:
            at_rest = data.qpos.copy()
        elif at_rest is not None:
            furthest = np.maximum(furthest, np.abs(data.qpos - at_rest))
    print(f"MuJoCo {mujoco.__version__}, {data.time:.0f} s in steps of {given.timestep} s, noslip {given.noslip}")
    for name, moved, last in zip(names, furthest, data.qpos - at_rest):
        print(f"{name:10} moved by {moved:8.1e} rad, {last:9.1e} rad at the end")


if __name__ == "__main__":
    main()

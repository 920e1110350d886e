"""Why the arm of the example `robot_arm` creeps in MuJoCo: the speed of its joints under gravity alone.

python docs/benchmarks/robot_arm_creep.py

Nothing trembles. The speed of each joint is printed beside -R f / b, where f is the force of its `frictionloss`, R the
regularisation that MuJoCo's solver adds to that constraint and b the damping of its reference acceleration: once that is
what holds a joint, it needs a speed to bear a load. With impedances nearer to 1 (`solimp`) R is smaller, and never zero.
"""

import pathlib

import mujoco
import numpy

URDF = pathlib.Path(__file__).resolve().parents[2] / "examples" / "scenarios" / "robot_arm.urdf"


def main():
    for impedance in (None, 0.99999):
        model = mujoco.MjModel.from_xml_path(str(URDF))
        model.opt.timestep = 2e-3
        model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
        if impedance:
            model.dof_solimp[:] = [impedance, impedance, 1e-3, 0.5, 2]
        data = mujoco.MjData(model)
        mujoco.mj_step(model, data, nstep=5000)
        mujoco.mj_forward(model, data)
        friction = data.efc_type == mujoco.mjtConstraint.mjCNSTR_FRICTION_DOF
        damping = data.efc_KBIP.reshape(-1, 4)[friction, 1]
        predicted = -data.efc_R[friction] * data.efc_force[friction] / damping
        print(f"impedance {impedance or 'of the file'}")
        print("  speed [rad/s]   ", numpy.array2string(data.qvel, precision=3))
        print("  -R f / b [rad/s]", numpy.array2string(predicted, precision=3))


if __name__ == "__main__":
    main()

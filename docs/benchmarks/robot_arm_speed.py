"""Forward dynamics of the arm of the example `robot_arm`: here, in Pinocchio and in MuJoCo, one after the other.

python docs/benchmarks/robot_arm_speed.py PINOCCHIO

PINOCCHIO is the program of `robot_arm_speed/pinocchio.cpp`, which says how it is built; of ours the example
`forward_dynamics` of `stiction-urdf` is built if it is not there. Each prints the least of several tries; the rounds are
interleaved, and only their ratio means something.
"""

import pathlib
import subprocess
import sys
import time

import mujoco

ROOT = pathlib.Path(__file__).resolve().parents[2]
URDF = ROOT / "examples" / "scenarios" / "robot_arm.urdf"
OURS = ["cargo", "run", "-q", "--release", "-p", "stiction-urdf", "--example", "forward_dynamics", "--", str(URDF)]


def step_of_mujoco(steps=5000, tries=15):
    model = mujoco.MjModel.from_xml_path(str(URDF))
    model.opt.timestep = 1e-4
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    data, times = mujoco.MjData(model), []
    for _ in range(tries):
        start = time.perf_counter()
        mujoco.mj_step(model, data, nstep=steps)
        times.append((time.perf_counter() - start) / steps)
    return 1e9 * min(times)


def main():
    for _ in range(3):
        print(subprocess.run(OURS, check=True, capture_output=True, text=True, cwd=ROOT).stdout, end="")
        print(subprocess.run([sys.argv[1], str(URDF)], check=True, capture_output=True, text=True).stdout, end="")
        print(f"MuJoCo {mujoco.__version__} step with 7 frictions {step_of_mujoco():.0f} ns")


if __name__ == "__main__":
    main()

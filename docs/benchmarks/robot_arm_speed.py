"""Forward dynamics and steps of the arm of the example `robot_arm`: here, in Pinocchio and in MuJoCo.

python docs/benchmarks/robot_arm_speed.py PROGRAM [PINOCCHIO]

PROGRAM is the example `forward_dynamics` of `stiction-mechanics`, built with `cargo build --release`; PINOCCHIO the program of
`robot_arm_speed/pinocchio.cpp`, which says how it is built. In both simulators the arm starts bent, every joint at 3 rad/s,
with the same friction in its joints, over the same time in the same steps: Euler beside Euler (semi-implicit in MuJoCo), order 4
beside order 4. Rounds are interleaved; what is printed is the median of the ratios within a round, with the extremes,
because the machine may be busy.
"""

import pathlib
import re
import statistics
import subprocess
import sys
import time

import mujoco

ROOT = pathlib.Path(__file__).resolve().parents[2]
URDF = ROOT / "examples" / "scenarios" / "robot_arm.urdf"
ROUNDS, STEP, STEPS, TRIES = 9, 1e-4, 2000, 5


def program(path):
    text = subprocess.run([path, str(URDF)], check=True, capture_output=True, text=True).stdout
    return {name: float(number) for name, number in re.findall(r"^(.*?): ([0-9.]+) ns", text, re.M)}


def step_of_mujoco(integrator):
    model = mujoco.MjModel.from_xml_path(str(URDF))
    model.opt.timestep = STEP
    model.opt.integrator = integrator
    model.opt.disableflags |= mujoco.mjtDisableBit.mjDSBL_CONTACT
    data, times = mujoco.MjData(model), []
    for _ in range(TRIES):
        mujoco.mj_resetData(model, data)
        data.qpos[:] = [0.3 + 0.1 * k for k in range(model.nq)]
        data.qvel[:] = 3
        start = time.perf_counter()
        mujoco.mj_step(model, data, nstep=STEPS)
        times.append((time.perf_counter() - start) / STEPS)
    return 1e9 * min(times)


def main():
    ratios = {}
    for _ in range(ROUNDS):
        ours = program(sys.argv[1])
        pairs = [
            ("euler step, here / MuJoCo", ours["euler step"], step_of_mujoco(mujoco.mjtIntegrator.mjINT_EULER)),
            ("rk4 step, here / MuJoCo", ours["rk4 step"], step_of_mujoco(mujoco.mjtIntegrator.mjINT_RK4)),
        ]
        if len(sys.argv) > 2:
            theirs = subprocess.run([sys.argv[2], str(URDF)], check=True, capture_output=True, text=True).stdout
            pairs.append(("forward dynamics, here / Pinocchio", ours["forward dynamics"], float(re.findall(r"([0-9.]+) ns", theirs)[0])))
        for links in (100, 1000):
            name = f"forward dynamics of a chain, a link of {links} / of 10"
            pairs.append((name, ours[f"a link of {links}"], ours["a link of 10"]))
        for name, ours_ns, theirs_ns in pairs:
            ratios.setdefault(name, []).append(ours_ns / theirs_ns)
    for name, found in ratios.items():
        print(f"{name}: {statistics.median(found):.2f} ({min(found):.2f} to {max(found):.2f})")


if __name__ == "__main__":
    main()

"""Real robots against Pinocchio: accelerations, energies, poses, velocities and Jacobians of every URDF file of the package
`example-robot-data`, fixed and on a free base.

    python3 -m venv robots && robots/bin/pip install pin example-robot-data
    robots/bin/python crates/engine/stiction-mechanics/tools/real_robots.py robots/goldens
    STICTION_ROBOTS=robots/goldens cargo test --release -p stiction-mechanics --test urdf real_robots -- --ignored --nocapture

Writes a URDF file and a JSON for each robot, in the form of `tests/data/robots`. A file that Pinocchio itself cannot read is
named and left out.
"""

import json
import multiprocessing
import pathlib
import shutil
import sys

import numpy as np
import pinocchio as pin

STATES = 12


def states(model, rng):
    data, frame = model.createData(), model.nframes - 1
    for _ in range(STATES):
        q = pin.integrate(model, pin.neutral(model), rng.uniform(-1.5, 1.5, model.nv))
        v, tau = rng.uniform(-2, 2, model.nv), rng.uniform(-5, 5, model.nv)
        wrench = rng.uniform(-3, 3, 6)
        pin.forwardKinematics(model, data, q, v)
        pin.computeJointJacobians(model, data, q)
        pin.updateFramePlacements(model, data)
        jacobian = pin.getFrameJacobian(model, data, frame, pin.LOCAL_WORLD_ALIGNED).reshape(6, model.nv)
        place = data.oMf[frame]
        found = {
            "q": q, "v": v, "tau": tau, "wrench": wrench,
            "frame_position": place.translation.copy(), "frame_rotation": place.rotation.copy(),
            "frame_velocity": jacobian @ v, "jacobian": jacobian,
            "a": pin.aba(model, data, q, v, tau + jacobian.T @ wrench).copy(),
        }
        # The second method, by the composite inertia: how far Pinocchio agrees with itself.
        inertia = np.triu(pin.crba(model, data, q))
        inertia += np.triu(inertia, 1).T
        bias = pin.rnea(model, data, q, v, np.zeros(model.nv))
        second = np.linalg.solve(inertia, tau + jacobian.T @ wrench - bias)
        size = max(1.0, np.abs(found["a"]).max())
        energies = {
            "aba_against_crba": float(np.abs(second - found["a"]).max() / size),
            "kinetic": float(pin.computeKineticEnergy(model, data, q, v)),
            "potential": float(pin.computePotentialEnergy(model, data, q)),
        }
        yield {name: numbers.tolist() for name, numbers in found.items()} | energies


def goldens(path, floating):
    root = [pin.JointModelFreeFlyer()] if floating else []
    model = pin.buildModelFromUrdf(str(path), *root)
    all_states = list(states(model, np.random.default_rng(7)))
    return {
        "floating": floating,
        "joints": list(model.names)[1:],
        "nqs": [int(n) for n in model.nqs[1:]],
        "nv": model.nv,
        "frame": model.frames[model.nframes - 1].name,
        "states": all_states,
        "aba_against_crba": max(state["aba_against_crba"] for state in all_states),
    }


def write(file, name, floating, out):
    try:
        golden = goldens(file, floating)
    except Exception as error:  # Pinocchio raises what it likes
        print(f"left out: {name}: {error}")
        return
    if not golden["joints"]:
        print(f"left out: {name}: has no joint")
        return
    if not all(np.isfinite(state["a"]).all() for state in golden["states"]):
        print(f"left out: {name}: Pinocchio's accelerations are not finite")
        return
    shutil.copy(file, out / f"{name}.urdf")
    (out / f"{name}.json").write_text(json.dumps(golden))
    print(f"{name}: {golden['nv']} degrees of freedom")


def main():
    out = pathlib.Path(sys.argv[1])
    shutil.rmtree(out, ignore_errors=True)
    out.mkdir(parents=True)
    share = pathlib.Path(pin.__file__).parents[4] / "share" / "example-robot-data" / "robots"
    files = sorted(share.rglob("*.urdf"))
    if not files:
        sys.exit(f"no URDF file under {share}: pip install example-robot-data")
    for file in files:
        for floating in (False, True):
            name = "-".join(file.relative_to(share).with_suffix("").parts) + ("-free" if floating else "")
            # In a process of its own: some files end it.
            process = multiprocessing.Process(target=write, args=(file, name, floating, out))
            process.start()
            process.join()
            if process.exitcode:
                print(f"left out: {name}: Pinocchio ended with {process.exitcode}")


if __name__ == "__main__":
    main()

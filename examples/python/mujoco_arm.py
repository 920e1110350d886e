# %% [markdown]
# # An arm that holds a pose
# The friction of both joints, 0.5 N m, bears the weight and a trembling torque. The frictionloss of MuJoCo creeps all
# the way down. The bridge takes these numbers from the model; then a joint yields 0.1 mrad before it slides, or less
# with a stiffness of your own.

# %%
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from stiction.mujoco import cases, from_frictionloss

OUT = Path(__file__).resolve().parents[2] / "out" / "python"
OUT.mkdir(parents=True, exist_ok=True)

SECONDS = 6.0
runs = {
    "stock": cases.holding(SECONDS),
    "solimpfriction .9999": cases.holding(SECONDS, solimpfriction=".9999 .9999 .001 .5 2"),
    "noslip 3": cases.holding(SECONDS, noslip=3),
    "stiction, frictionloss": cases.holding(SECONDS, {"joints": "frictionloss"}),
}
stiff = from_frictionloss(0.5, stiffness=1e6)
runs["stiction, 1e6 N m/rad"] = cases.holding(SECONDS, {"joints": {"shoulder": stiff, "elbow": stiff}})

# %%
figure, axes = plt.subplots(layout="constrained")
print(f"{'':24} creep over the second half")
for name, run in runs.items():
    print(f"{name:24} {run.creep():8.1e} rad/s")
    sunk = np.abs(run.position - run.position[0]).max(1)
    axes.semilogy(run.time[1:], np.maximum(1e3 * sunk[1:], 1e-6), label=name)
axes.set(xlabel="time [s]", ylabel="largest angle from the start [mrad]", title="Arm of two joints, 0.5 N m each, steps of 2 ms")
axes.set_ylim(1e-6, 1e4)
axes.legend(loc="upper right", ncols=2)
figure.savefig(OUT / "mujoco_arm.svg")
figure.savefig(OUT / "mujoco_arm.png")

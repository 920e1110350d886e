# %% [markdown]
# # A capsule in a gripper
# Two pads press a capsule of 45 g with 5 N each; friction of 0.7 could bear sixteen times its weight. In MuJoCo it
# falls out, or creeps with the settings that its manual advises. With friction from outside it stays.

# %%
from pathlib import Path

import matplotlib.pyplot as plt
import mujoco
import numpy as np

from stiction.mujoco import attach, cases

OUT = Path(__file__).resolve().parents[2] / "out" / "python"
OUT.mkdir(parents=True, exist_ok=True)

SECONDS = 4.0

# %% [markdown]
# The model is any `mujoco.MjModel`. Each contact reports the force on its pad.

# %%
model = cases.capsule()
data = mujoco.MjData(model)
height = []
with attach(model, data, contacts="all") as bridge:
    data.ctrl[:] = cases.GRIP
    while data.time < SECONDS:
        bridge.step()
        height.append(data.body("capsule").xpos[2])
    # The force acts on the second geometry; MuJoCo orders them, and the capsule is geometry 2.
    lift = [contact.force[2] * (1 if contact.geoms[1] == 2 else -1) for contact in bridge.contacts]
    print(f"{len(lift)} contacts lift the capsule by {sum(lift):.6f} N, its weight is {0.045 * 9.81:.6f} N")

# %%
runs = {
    "stock": cases.pinched(SECONDS, cone="pyramidal"),
    "elliptic, impratio 10": cases.pinched(SECONDS, impratio=10),
    "the same, noslip 3": cases.pinched(SECONDS, impratio=10, noslip=3),
}
time = runs["stock"].time
runs["stiction"] = cases.Trace(time, np.array(height)[: len(time), None], bridge.unconverged_steps)

figure, axes = plt.subplots(layout="constrained")
print(f"\n{'':24} creep over the second half")
for name, run in runs.items():
    fallen = run.position[-1, 0] < 0.2
    print(f"{name:24} {'falls out' if fallen else f'{run.creep():.1e} m/s'}")
    drop = 1e3 * np.abs(run.position[:, 0] - run.position[time.searchsorted(0.5), 0])
    # A logarithm has no zero, so bodies at rest stay at the lower edge.
    shown = time > 0.52
    stays = not drop[shown].any()
    axes.semilogy(time[shown], np.maximum(drop[shown], 1e-12), label=f"{name}: 0, at the lower edge" if stays else name)
axes.set(
    xlabel="time [s]",
    ylabel="way since 0.5 s [mm]",
    title="Capsule of 45 g between two pads, steps of 2 ms",
    ylim=(3e-13, 1e6),
)
axes.legend(loc="upper right", ncols=2)
figure.savefig(OUT / "mujoco_capsule.svg")
figure.savefig(OUT / "mujoco_capsule.png")

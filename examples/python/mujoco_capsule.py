# %% [markdown]
# # A capsule in a gripper
# Two pads press a capsule of 45 g with 5 N each; friction of 0.7 could bear sixteen times its weight. In MuJoCo it
# falls out, or creeps with the settings that the manual advises. With friction from outside it stays.

# %%
from pathlib import Path

import matplotlib.pyplot as plt

from stiction.mujoco import cases

OUT = Path(__file__).resolve().parents[2] / "out" / "python"
OUT.mkdir(parents=True, exist_ok=True)

SECONDS = 4.0
runs = {
    "stock": cases.pinched(SECONDS, cone="pyramidal"),
    "elliptic, impratio 10": cases.pinched(SECONDS, impratio=10),
    "the same, noslip 3": cases.pinched(SECONDS, impratio=10, noslip=3),
    "stiction": cases.pinched(SECONDS, {"contacts": "all"}),
}

# %%
figure, axes = plt.subplots(layout="constrained")
print(f"{'':24} creep over the second half")
for name, run in runs.items():
    fallen = run.position[-1, 0] < 0.2
    print(f"{name:24} {'falls out' if fallen else f'{run.creep():.1e} m/s'}")
    # The way since it has settled, so that a logarithm can show it; what does not move at all has no curve.
    settled = run.position[len(run.time) // 8, 0]
    drop = 1e3 * abs(run.position[:, 0] - settled)
    shown = (run.time > SECONDS / 7) & (drop > 0.0)
    label = name if shown.any() else f"{name}: does not move"
    axes.semilogy(run.time[shown], drop[shown], label=label)
axes.set(
    xlabel="time [s]", ylabel="drop since 0.5 s [mm]", title="Capsule of 45 g between two pads, steps of 2 ms", xlim=(0, SECONDS)
)
axes.legend()
figure.savefig(OUT / "mujoco_capsule.svg")

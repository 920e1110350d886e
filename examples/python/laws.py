# %% [markdown]
# # Friction laws by themselves
# Every law of the engine is a function of whole arrays, and an element with a memory. Here a bristle is pulled to and
# fro by less than its break-away: the laws differ in their behaviour before anything slides.

# %%
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from stiction import laws

OUT = Path(__file__).resolve().parents[2] / "out" / "python"
OUT.mkdir(parents=True, exist_ok=True)

stiffness, limit = 1e5, 5.0
friction = {
    "gsat": laws.gsat(stiffness=stiffness, damping=0.0, limit=limit),
    "Dahl": laws.dahl(stiffness=stiffness, limit=limit),
    "LuGre": laws.lugre(stiffness=stiffness, damping=0.0, steady_force=limit),
    "elasto-plastic": laws.elasto_plastic(stiffness=stiffness, damping=0.0, limit=limit, breakaway_fraction=0.7),
}

# %% [markdown]
# A position that swings by 80 % of the break-away deflection without a drift: a law that creeps does not return to its
# start.

# %%
dt = 1e-5
time = np.arange(0.0, 3.0, dt)
breakaway = limit / stiffness
velocity = 0.8 * breakaway * 2 * np.pi * np.cos(2 * np.pi * time)
figure, axes = plt.subplots(layout="constrained")
for name, law in friction.items():
    element = law.element()
    force = -element.run(velocity, dt)
    position = np.cumsum(velocity) * dt
    axes.plot(1e6 * position, force, label=name)
    dissipated = np.sum(force * velocity) * dt
    print(f"{name:15} {law.internal}: {1e6 * dissipated:8.3f} µJ lost in three cycles below break-away")
axes.set(xlabel="position [µm]", ylabel="friction [N]", title="Presliding")
axes.legend()
figure.savefig(OUT / "presliding.svg")

# %% [markdown]
# The laws take an array of velocities and deflections in one call, broadcast as in NumPy.

# %%
velocity, deflection = np.linspace(-0.02, 0.02, 401)[:, None], np.linspace(-1.0, 1.0, 201) * breakaway
force = -friction["gsat"].effort(velocity, deflection, tau=1e-4)
print("forces of", force.shape, "states between", force.min(), "and", force.max(), "N")

# %% [markdown]
# # A box on a slope
# Below the angle of friction it should rest, above it slide at a known acceleration.

# %%
import math
from pathlib import Path

import matplotlib.pyplot as plt

from stiction.mujoco import cases

OUT = Path(__file__).resolve().parents[2] / "out" / "python"
OUT.mkdir(parents=True, exist_ok=True)

ways = {
    "stock": {"cone": "pyramidal"},
    "elliptic, impratio 10": {"impratio": 10},
    "the same, noslip 3": {"impratio": 10, "noslip": 3},
    "stiction": {"bridge": {"contacts": "all"}},
}
angle = math.atan(0.7)
theory = cases.GRAVITY * (math.sin(angle) - 0.5 * math.cos(angle))

# %%
figure, (rest, slide) = plt.subplots(1, 2, figsize=(9, 4), layout="constrained")
print(f"{'':24} creep at 0.6 of the limit   acceleration (theory {theory:.4f} m/s²)")
for name, options in ways.items():
    resting, sliding = cases.resting(3.0, **options), cases.sliding(1.5, **options)
    print(f"{name:24} {resting.creep():8.1e} m/s                {sliding.acceleration():.4f} m/s²")
    rest.plot(resting.time, 1e3 * resting.position[:, 0], label=name)
    ideal = 0.5 * theory * sliding.time**2
    slide.plot(sliding.time, 1e3 * (sliding.position[:, 0] - ideal), label=name)
rest.set(xlabel="time [s]", ylabel="way down [mm]", title="tan = 0.3, μ = 0.5: it should rest")
slide.set(xlabel="time [s]", ylabel="way less that of theory [mm]", title="tan = 0.7, μ = 0.5: it slides")
rest.legend()
slide.legend()
figure.savefig(OUT / "mujoco_slope.svg")
figure.savefig(OUT / "mujoco_slope.png")

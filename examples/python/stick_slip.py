# %% [markdown]
# # Stick and slip
# A block on a belt hangs on a spring. If friction falls with the speed, it sticks, is torn off, and sticks again; on a
# fast belt it does not.

# %%
from pathlib import Path

import matplotlib.pyplot as plt

import stiction

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "out" / "python"
OUT.mkdir(parents=True, exist_ok=True)

scenario = stiction.Scenario.load(ROOT / "examples" / "scenarios" / "stick_slip.toml")
print(scenario)
print({path: value for path, value in scenario.parameters.items() if path.startswith("connections.friction")})

# %% [markdown]
# A run gives a record: columns of NumPy, by name. Every number of the file can be changed by its path.

# %%
record = scenario.simulation().run()
figure, (above, below) = plt.subplots(2, layout="constrained")
record.plot("block.x", axes=above)
record.plot("block.vx", x="block.x", axes=below)
figure.savefig(OUT / "stick_slip.svg")

# %% [markdown]
# Amplitude over the ratio of break-away force and sliding force.

# %%
path = "connections.friction.law.curve.breakaway"
coulomb = scenario.parameters["connections.friction.law.curve.coulomb"]
for breakaway in (1.05, 1.2, 1.5, 2.0):
    changed = scenario.with_values({path: breakaway * coulomb})
    settled = changed.simulation().run()["block.x"][5000:]
    print(f"break-away {breakaway:4.2f} of Coulomb: the block swings by {1e3 * (settled.max() - settled.min()):6.2f} mm")

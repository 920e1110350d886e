# %% [markdown]
# # Many runs: how a block on a belt sticks and slips
# A block on a moving belt is held back by a spring. The belt carries it along until the spring tears it off. The
# amplitude and the period depend on the speed of the belt and on how far the break-away force exceeds the Coulomb
# force. A Latin hypercube of both shows this, run by a pool of processes; with a Dask client in its place these lines
# run on a cluster.

# %%
import argparse
import os
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import stiction

ROOT = Path(__file__).resolve().parents[2]
OUT = ROOT / "out" / "python"
SPEED, BREAKAWAY = "drives.belt.velocity", "connections.friction.law.curve.breakaway"


# %% [markdown]
# A measure may be a function of the record, beside those that a file can name: here, the period of the oscillation,
# from the times at which the block passes its mean position upwards.


# %%
def period(record: stiction.Record) -> float:
    """Mean period [s]; NaN where there are not two of them, or the block hardly moves."""
    late = record.t > 5.0
    place = record["block.x"][late] - record["block.x"][late].mean()
    up = record.t[late][1:][(place[:-1] < 0.0) & (place[1:] >= 0.0)]
    return float(np.diff(up).mean()) if len(up) > 2 and np.ptp(place) > 1e-6 else float("nan")


# %%
def main() -> None:
    parser = argparse.ArgumentParser(description="How does a block on a belt stick and slip?")
    parser.add_argument("--members", type=int, default=40)
    members = parser.parse_args().members
    design = {
        "design": "latin_hypercube",
        "members": members,
        "seed": 1,
        "parameters": {
            SPEED: {"from": 2e-3, "to": 0.1, "log": True},
            BREAKAWAY: {"from": 1.05, "to": 2.0},
        },
    }
    measures = {"swing": {"of": "block.x", "take": "swing", "from": 5.0}, "period": period}
    scenario = stiction.Scenario.load(ROOT / "examples" / "scenarios" / "stick_slip.toml")
    scenario = scenario.with_values({"solver.until": 20.0})
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        swept = stiction.sweep(scenario, design, measures, executor=executor, out=OUT / "many_runs")
    print(swept)
    for measure, with_parameters in swept.rank_correlations.items():
        print(f"{measure}: " + ", ".join(f"{rho:+.2f} with {path}" for path, rho in with_parameters.items()))

    figure, panels = plt.subplots(1, 2, figsize=(11.0, 4.2), sharey=True, layout="constrained")
    shown = [("swing", 1e3, "swing of the block [mm]"), ("period", 1.0, "period [s]")]
    for axes, (measure, scale, label) in zip(panels, shown):
        dots = axes.scatter(swept[SPEED], swept[BREAKAWAY], c=scale * swept[measure], cmap="viridis")
        # The motion is too slow for two periods, or steady.
        none = np.isnan(swept[measure])
        axes.scatter(swept[SPEED][none], swept[BREAKAWAY][none], marker="x", color="0.6")
        axes.set(xscale="log", xlabel="speed of the belt [m/s]")
        figure.colorbar(dots, label=label, pad=0.03)
    panels[0].set(ylabel="break-away force [N]")
    figure.suptitle(f"A block on a belt: {len(swept.index)} members")
    figure.savefig(OUT / "many_runs.svg")
    figure.savefig(OUT / "many_runs.png")


# Spawned processes read this file again.
if __name__ == "__main__":
    main()

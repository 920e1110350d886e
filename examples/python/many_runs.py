# %% [markdown]
# # Many runs: when does a block on a belt stick and slip?
# A block on a moving belt is held back by a spring. At low speed it sticks and slips, at high speed it slides
# steadily. Where the one ends depends on how far the break-away force exceeds the Coulomb force. A Latin hypercube of
# belt speeds and break-away forces shows the border, run by a pool of processes; with a client of Dask in its place
# the same lines run on a cluster.

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
# A function of the record may be a measure, beside those that a file can name: here, the share of the time in which
# the block moves with the belt.


# %%
def sticking(record: stiction.Record) -> float:
    late = record.t > 5.0
    slip = np.abs(record["friction.slip_speed"][late]) if "friction.slip_speed" in record else None
    speed = record["block.vx"][late]
    belt = np.max(speed)
    return float(np.mean(np.abs(speed - belt) < 0.02 * abs(belt)) if slip is None else np.mean(slip < 1e-5))


# %%
def main() -> None:
    parser = argparse.ArgumentParser(description="When does a block on a belt stick and slip?")
    parser.add_argument("--members", type=int, default=60)
    members = parser.parse_args().members
    design = {
        "design": "latin_hypercube",
        "members": members,
        "seed": 1,
        "parameters": {
            SPEED: {"from": 2e-3, "to": 0.3, "log": True},
            BREAKAWAY: {"from": 1.05, "to": 2.0},
        },
    }
    measures = {"swing": {"of": "block.x", "take": "swing", "from": 5.0}, "sticking": sticking}
    scenario = stiction.Scenario.load(ROOT / "examples" / "scenarios" / "stick_slip.toml")
    with ProcessPoolExecutor(os.cpu_count()) as executor:
        swept = stiction.sweep(scenario, design, measures, executor=executor, out=OUT / "many_runs")
    print(swept)
    for measure, with_parameters in swept.rank_correlations.items():
        print(f"{measure}: " + ", ".join(f"{rho:+.2f} with {path}" for path, rho in with_parameters.items()))

    figure, axes = plt.subplots(layout="constrained")
    dots = axes.scatter(swept[SPEED], swept[BREAKAWAY], c=1e3 * swept["swing"], cmap="viridis")
    axes.set(xscale="log", xlabel="speed of the belt [m/s]", ylabel="break-away force [N]", title=f"{members} members")
    figure.colorbar(dots, label="swing of the block [mm]")
    figure.savefig(OUT / "many_runs.svg")
    figure.savefig(OUT / "many_runs.png")


# Processes that are started read this file again.
if __name__ == "__main__":
    main()

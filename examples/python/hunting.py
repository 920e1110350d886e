# %% [markdown]
# # A controller in the loop: hunting
# A motor is to turn to an angle. A controller with an integral, in Python, reads the angle every millisecond and sets
# the torque. Friction whose break-away exceeds its Coulomb force makes it hunt: the motor sticks beside the goal, the
# integral grows until it breaks away, and it sticks on the other side. With a constant friction force it stops.

# %%
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

import stiction
from stiction import bodies, laws, parts, signals

OUT = Path(__file__).resolve().parents[2] / "out" / "python"
OUT.mkdir(parents=True, exist_ok=True)

GOAL, KP, KI, DT, END = 0.5, 5.0, 10.0, 1e-3, 40.0
COULOMB = 0.2


def motor(breakaway: float) -> stiction.Scenario:
    """A wheel under a torque that is set from outside; the viscous part is the motor's own damping."""
    curve = parts.stribeck_curve(coulomb=COULOMB, breakaway=breakaway, stribeck_speed=0.05)
    friction = laws.rate_dependent_gsat(stiffness=2e3, damping=2.0, curve=curve, viscous_damping=0.1)
    return stiction.Scenario(
        {
            "solver": {"step": 1e-4, "until": END},
            "bodies": {"motor": bodies.rotor(inertia=0.01)},
            "connections": {
                "drive": {"ports": "motor", "law": laws.effort(effort=signals.input(name="torque", unit="N m"))},
                "friction": {"ports": "motor", "law": friction},
            },
        }
    )


# %% [markdown]
# The loop reads, decides, sets and goes on. `inputs` is a mapping; a value stays until it is set again.

# %%
def control(breakaway: float) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Error [rad], torque [N m], and whether the motor sticks, every millisecond."""
    simulation = motor(breakaway).simulation()
    inputs, integral, rows = simulation.inputs, 0.0, []
    for sample in range(round(END / DT)):
        error = GOAL - simulation["motor.angle"]
        integral += KI * error * DT
        inputs["torque"] = KP * error + integral
        rows.append((error, inputs["torque"], simulation.modes()["friction"] == "stick"))
        simulation.run_until((sample + 1) * DT)
    error, torque, sticks = np.array(rows).T
    return error, torque, sticks > 0.0


# %% [markdown]
# The limit cycle over the second half: its amplitude, its period (between two upward crossings of the goal), and its
# time in stick.

# %%
figure, (above, below) = plt.subplots(2, sharex=True, layout="constrained")
times = np.arange(round(END / DT)) * DT
for breakaway in (2.0 * COULOMB, COULOMB):
    error, torque, sticks = control(breakaway)
    late = slice(len(times) // 2, None)
    up = np.flatnonzero((error[late][:-1] < 0.0) & (error[late][1:] >= 0.0))
    name = f"break-away {breakaway:.1f} N m"
    if len(up) > 1:
        period = np.diff(up).mean() * DT
        print(
            f"{name}: hunts by {1e3 * np.ptp(error[late]) / 2.0:.1f} mrad about the goal, "
            f"{period:.2f} s a period, sticks {100.0 * sticks[late].mean():.0f} % of the time"
        )
    else:
        print(f"{name}: no limit cycle, {1e3 * abs(error[-1]):.2f} mrad from the goal")
    above.plot(times, 1e3 * error, label=name)
    below.plot(times, torque, label=name)
above.set(ylabel="error [mrad]", ylim=(-100, 100), title="A motor that hunts")
below.set(xlabel="time [s]", ylabel="torque [N m]")
above.legend()
figure.savefig(OUT / "hunting.svg")

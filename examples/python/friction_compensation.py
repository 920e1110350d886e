# %% [markdown]
# # Friction compensation
# A joint follows a slow sine under a PD controller. Its friction has a Stribeck curve, so it sticks when it reverses. A
# second element, with parameters that are 10 % off, predicts the friction from the desired speed and adds it to the
# torque.

# %%
from pathlib import Path

import matplotlib.pyplot as plt
import numpy as np

from stiction import laws, parts

OUT = Path(__file__).resolve().parents[2] / "out" / "python"
OUT.mkdir(parents=True, exist_ok=True)

DT, INERTIA, KP, KD = 1e-4, 0.05, 40.0, 2.0


def friction(factor: float = 1.0) -> laws.Law:
    curve = parts.stribeck_curve(coulomb=0.5 * factor, breakaway=0.8 * factor, stribeck_speed=0.05)
    return laws.rate_dependent_gsat(stiffness=2e4, damping=20.0, curve=curve, viscous_damping=0.05 * factor).on("shaft")


def track(model: laws.Law | None) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
    """Angle wanted and found, over the time; the joint is stepped here, by the scheme of its friction."""
    joint, observer = friction().element(), model.element() if model else None
    time = np.arange(0.0, 6.0, DT)
    wanted, speed_wanted = 0.2 * np.sin(np.pi * time / 2), 0.1 * np.pi * np.cos(np.pi * time / 2)
    angle, speed, found = 0.0, 0.0, np.empty_like(time)
    for i, (goal, goal_speed) in enumerate(zip(wanted, speed_wanted)):
        torque = KP * (goal - angle) + KD * (goal_speed - speed)
        if observer is not None:
            # Predicted friction, with the sign reversed.
            torque -= observer.step(goal_speed, DT)
        torque += joint.step(speed, DT)
        speed += DT * torque / INERTIA
        angle += DT * speed
        found[i] = angle
    return time, wanted, found


# %%
figure, axes = plt.subplots(layout="constrained")
for name, model in {"PD alone": None, "PD and predicted friction": friction(0.9)}.items():
    time, wanted, found = track(model)
    error = 1e3 * (found - wanted)
    rms = np.sqrt(np.mean(error[len(error) // 3 :] ** 2))
    print(f"{name:26} error {rms:6.3f} mrad (root mean square), {np.abs(error[len(error) // 3:]).max():6.3f} at most")
    axes.plot(time, error, label=name)
axes.set(xlabel="time [s]", ylabel="error [mrad]", title="A joint that follows a sine")
axes.legend()
figure.savefig(OUT / "friction_compensation.svg")

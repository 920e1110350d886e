# %% [markdown]
# # A law of your own
# A law in Python is a class with a method `respond`. It is checked like the laws of the engine, stands in a scenario
# like them, and is slow: every stage of every step calls it.

# %%
import time
from pathlib import Path

import matplotlib.pyplot as plt

import stiction
from stiction import bodies, laws, testing

OUT = Path(__file__).resolve().parents[2] / "out" / "python"
OUT.mkdir(parents=True, exist_ok=True)


class FadingBrake:
    """Friction with a bristle whose limit falls with the heat that it makes."""

    domain = "shaft"
    internal = [("deflection", "rad"), ("heat", "J")]
    stiffness, damping, limit, fade = 1e4, 20.0, 5.0, 200.0

    def respond(self, stage, pose, flow, internal):
        deflection, heat = internal
        limit = self.limit / (1.0 + heat / self.fade)
        stage_damping = self.damping + stage.tau * self.stiffness
        trial = self.stiffness * deflection + stage_damping * flow
        torque = max(-limit, min(limit, trial))
        # In stick the bristle follows the motion to the bit.
        rate = flow if torque == trial else (torque - self.stiffness * deflection) / stage_damping
        return -torque, (rate, torque * (flow - rate))

    def stored_energy(self, pose, internal):
        return 0.5 * self.stiffness * internal[0] ** 2


# %%
brake = FadingBrake()
testing.assert_passive(brake, amplitude=2e-3, angular_frequency=50.0)
testing.assert_sticks(brake, mass=0.5, step=1e-4, load=2.5, swing=1.5)
print("it is passive, and it sticks")


# %%
def wheel(law: object) -> stiction.Scenario:
    return stiction.Scenario(
        {
            "title": "A wheel under a brake",
            "solver": {"step": 1e-3, "until": 8.0},
            "bodies": {"wheel": bodies.rotor(inertia=0.5, start={"angular_velocity": 60.0})},
            "connections": {"brake": {"ports": "wheel", "law": law}},
        }
    )


figure, axes = plt.subplots(layout="constrained")
for name, law in {"fading": brake, "ideal": laws.gsat(stiffness=1e4, damping=20.0, limit=5.0)}.items():
    simulation = wheel(law).simulation()
    started = time.perf_counter()
    record = simulation.run()
    took = time.perf_counter() - started
    axes.plot(record.t, record["wheel.rate"], label=name)
    print(f"{name:7}: {1e6 * took / 8000:6.2f} µs a step, recorded; ends at {record['wheel.rate'][-1]:.3g} rad/s")
axes.set(xlabel="time [s]", ylabel="speed [rad/s]", title=record.title)
axes.legend()
figure.savefig(OUT / "own_law.svg")

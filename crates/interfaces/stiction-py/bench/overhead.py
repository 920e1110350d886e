"""Measures the overhead of Python: a step, an output, an input, a law over an array, a law in Python. Ratios and
differences of one run.

    python crates/interfaces/stiction-py/bench/overhead.py [--rust BINARY]

BINARY is the example `law_loop`, which `cargo build --profile dist -p stiction-lab --example law_loop` builds in
`target/dist/examples`; without it the laws are not compared.
Times are the least of several rounds, of the time that this process was on a processor.
"""

from __future__ import annotations

import argparse
import subprocess
import time
from collections.abc import Callable
from typing import Any

import numpy as np

import stiction
from stiction import bodies, laws, signals

STEPS = 200_000
MOTIONS = 1_000_000
ROUNDS = 15


def best(work: Callable[[], Any], count: int, rounds: int = ROUNDS) -> float:
    """Returns the least time per item [ns]."""
    least = float("inf")
    for _ in range(rounds):
        start = time.process_time_ns()
        work()
        least = min(least, time.process_time_ns() - start)
    return least / count


def block(friction: Any, push: Any = None) -> stiction.Simulation:
    push = push or signals.sine(mean=3.0, amplitude=1.0, frequency=10.0)
    table = {
        "solver": {"step": 1e-4, "until": 1.0},
        "bodies": {"block": bodies.point_mass(mass=1.0)},
        "connections": {
            "push": {"ports": "block", "law": laws.effort(effort=push)},
            "friction": {"ports": "block", "law": friction},
        },
    }
    return stiction.Scenario(table).simulation()


class Gsat:
    """gsat in Python."""

    internal = ["deflection"]

    def respond(self, stage: stiction.Stage, pose: float, flow: float, deflection: float) -> tuple[float, float]:
        stage_damping = 400.0 + stage.tau * 1e5
        trial = 1e5 * deflection + stage_damping * flow
        if abs(trial) <= 5.0:
            return -trial, flow
        force = max(-5.0, min(5.0, trial))
        return -force, (force - 1e5 * deflection) / stage_damping


def steps() -> None:
    """Compares a step from Python with one of many steps in one call."""
    gsat = laws.gsat(stiffness=1e5, damping=400.0, limit=5.0)
    simulation = block(gsat)

    def loop(call: Callable[[], Any], count: int = STEPS) -> Callable[[], None]:
        def work() -> None:
            for _ in range(count):
                call()

        return work

    nothing = best(loop(lambda: None), STEPS)
    engine = best(lambda: simulation.step(STEPS), STEPS)
    called = best(loop(simulation.step), STEPS)
    element = gsat.element()
    print(f"empty call                    {nothing:8.0f} ns")
    print(f"step in the engine            {engine:8.0f} ns")
    print(f"step from Python              {called:8.0f} ns: {called - engine:.0f} ns more")
    print(f"one output                    {best(loop(lambda: simulation['block.x']), STEPS) - nothing:8.0f} ns")
    print(f"all {len(simulation.output_names)} outputs                {best(loop(lambda: simulation.outputs, 10_000), 10_000):8.0f} ns")
    print(f"step of an element            {best(loop(lambda: element.step(0.01, 1e-3)), STEPS) - nothing:8.0f} ns")
    steered = block(gsat, signals.input(name="push", unit="N"))
    inputs = steered.inputs

    def assign() -> None:
        inputs["push"] = 3.0

    def control() -> None:
        steered.set_input("push", 3.0 - steered["block.vx"])
        steered.step()

    def steer() -> None:
        steered["block.vx"]
        steered.step()

    print(f"set_input                     {best(loop(lambda: steered.set_input('push', 3.0)), STEPS) - nothing:8.0f} ns")
    print(f"inputs[...] = ...             {best(loop(assign), STEPS) - nothing:8.0f} ns")
    without, with_input = best(loop(steer), STEPS), best(loop(control), STEPS)
    print(f"output, input and step        {with_input:8.0f} ns: {with_input / without:.2f} times that without the input")
    own = block(Gsat())
    slow = best(lambda: own.step(2000), 2000)
    print(f"step with a law in Python     {slow:8.0f} ns: {slow / engine:.0f} times one in the engine")


def arrays(binary: str | None) -> None:
    """Compares a law over an array with the loop in Rust."""
    fraction = np.arange(MOTIONS) / MOTIONS
    flow, internal = 0.04 * fraction - 0.02, 1e-5 * (fraction - 0.5)
    found = {
        "gsat": laws.gsat(stiffness=1e5, damping=400.0, limit=5.0),
        "lugre": laws.lugre(stiffness=1e5, damping=300.0, steady_force=5.0),
    }
    ours = {name: best(lambda: law.respond(flow, internal, tau=1e-4), MOTIONS) for name, law in found.items()}
    theirs: dict[str, float] = {}
    if binary is not None:
        said = subprocess.run([binary], capture_output=True, text=True, check=True).stdout
        theirs = {name: float(time) for name, time in (line.split() for line in said.splitlines())}
    for name, time_ in ours.items():
        ratio = f", {time_ / theirs[name]:.2f} times the loop in Rust ({theirs[name]:.2f} ns)" if name in theirs else ""
        print(f"{name:8} of an array of {MOTIONS} {time_:8.2f} ns each{ratio}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rust", metavar="BINARY", help="the loop in Rust")
    binary = parser.parse_args().rust
    steps()
    arrays(binary)


if __name__ == "__main__":
    main()

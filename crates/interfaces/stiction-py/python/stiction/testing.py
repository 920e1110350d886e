"""Checks of laws, including those written in Python.

A law in Python is an object with a method `respond`; `PythonLaw` lists its optional members. A scenario may name it
wherever a law can be, but it is slow: every stage of every step calls it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple, Protocol, runtime_checkable

import numpy as np

from . import _stiction
from ._arguments import as_count, as_number, as_numbers
from ._law import Law

__all__ = ["PythonLaw", "Sticking", "assert_passive", "assert_sticks", "assert_stored_power", "observe_sticking"]


@runtime_checkable
class PythonLaw(Protocol):
    """A law written in Python.

    Besides `respond` it may have:

    - `domain`: `"line"` (the default), `"shaft"`, `"plane"`, `"space"`, `"planar_frame"` or `"spatial_frame"`;
    - `internal`: name of its internal variable, or names of several; without it, it has no memory;
    - `stored_energy(pose, internal)`: energy that it would give back [J]; by default none;
    - `stored_power(pose, flow, internal, rate)`: its time derivative [W]; by default a difference quotient;
    - `stuck_stiffness(tau, axis)`: stiffness and damping while it is stuck, for the warnings about the step;
    - `is_source`: whether it supplies power, as a motor does.
    """

    def respond(self, stage: _stiction.Stage, pose: Any, flow: Any, internal: Any) -> Any:
        """Returns the effort that the law exerts on its port, and the rate of its internal variables.

        A quantity with one scalar is a number, one with several a tuple. A law without internal variables returns the
        effort, one with them `(effort, rate)`. It must not change anything: it is called several times a step.
        """
        ...


class Sticking(NamedTuple):
    """Observations of a mass that a law should hold."""

    holds: bool
    """Whether it held: bristles that followed the motion to the bit, and no drift beyond rounding."""
    anchor_change: float
    """Largest change of position minus deflection, m or rad."""
    slipping_steps: int
    """Steps at whose start a bristle did not follow the motion to the bit."""
    drift_per_cycle: float
    """Drift of the mean position, m or rad per cycle of the load."""
    largest_position: float
    """Largest position, m or rad."""
    largest_trial_force: float
    """Largest force that would hold the mass [N], for laws with a stuck stiffness."""
    steps: int
    """Number of steps."""


def _solo(law: Any, domain: str | None) -> _stiction.SoloLaw:
    return _stiction.SoloLaw(_table(law), _domain(law, domain))


def _domain(law: Any, domain: str | None) -> str:
    """Returns the given domain, or that of the law."""
    return domain or str(getattr(law, "domain", "line"))


def _table(law: Any) -> Any:
    """Returns the table of a component; for a Python object one that leads to it."""
    return law.to_dict() if isinstance(law, Law) else law


def _motions(amplitude: float, angular_frequency: float, steps: int) -> tuple[float, float, int]:
    """Returns the motions of a check, as the engine takes them."""
    numbers = as_number("amplitude", amplitude), as_number("angular_frequency", angular_frequency)
    return *numbers, as_count("steps", steps, 1)


def assert_passive(
    law: Law | PythonLaw,
    *,
    amplitude: float,
    angular_frequency: float,
    steps: int = 400,
    domain: str | None = None,
) -> None:
    """Asserts that a law gives back no more than it was given, over random smooth motions from rest.

    Args:
        law: A law of this library, or your own.
        amplitude: Excursion of the motions, m or rad; choose some multiples of the break-away deflection.
        angular_frequency: Fundamental frequency of the motions [rad/s].
        steps: Steps per period.
        domain: Domain in which it is evaluated; by default its own, or the first of them.

    Raises:
        AssertionError: It does, by more than 1e-9 of the work turned over; shows the motion.
    """
    wrong = _stiction.check_passive(_solo(law, domain), _motions(amplitude, angular_frequency, steps))
    if wrong is not None:
        raise AssertionError(wrong)


def assert_stored_power(
    law: Law | PythonLaw,
    *,
    amplitude: float,
    angular_frequency: float,
    steps: int = 400,
    domain: str | None = None,
) -> None:
    """Asserts that the power that a law stores is the time derivative of its energy, over random smooth motions.

    Raises:
        AssertionError: It is not; shows the motion.
    """
    wrong = _stiction.check_stored_power(_solo(law, domain), _motions(amplitude, angular_frequency, steps))
    if wrong is not None:
        raise AssertionError(wrong)


def observe_sticking(
    law: Law | PythonLaw,
    *,
    mass: float,
    step: float,
    load: float | Sequence[float],
    swing: float | Sequence[float] = 0.0,
    steps_per_cycle: int = 1000,
    cycles: int = 20,
    domain: str | None = None,
) -> Sticking:
    """Holds a mass by a law under a load, and reports how it stuck.

    Args:
        law: A law of this library, or your own.
        mass: The mass [kg].
        step: Step [s]; classical Runge-Kutta.
        load: Constant part of the load [N], switched on smoothly over the first cycle.
        swing: Sinusoidal part of the load, once a cycle [N].
        steps_per_cycle: Steps in a cycle.
        cycles: Cycles of the load, at least 3.
        domain: `line`, `shaft`, `plane` or `space`.

    Raises:
        SimulationError: The motion cannot be computed.
    """
    tag = _domain(law, domain)
    constant = np.atleast_1d(as_numbers("load", load)).tolist()
    swinging = np.atleast_1d(as_numbers("swing", swing)).tolist()
    if swinging == [0.0]:
        swinging = [0.0] * len(constant)
    counts = as_count("steps_per_cycle", steps_per_cycle, 1), as_count("cycles", cycles, 3)
    numbers = (as_number("mass", mass), as_number("step", step), *counts)
    seen = _stiction.observe_sticking((_table(law), tag), numbers, (constant, swinging))
    return Sticking(
        holds=seen["holds"] == 1.0,
        anchor_change=seen["anchor_change"],
        slipping_steps=int(seen["slipping_steps"]),
        drift_per_cycle=seen["drift_per_cycle"],
        largest_position=seen["largest_position"],
        largest_trial_force=seen["largest_trial_force"],
        steps=int(seen["steps"]),
    )


def assert_sticks(law: Law | PythonLaw, **trial: Any) -> None:
    """Asserts that a law holds a mass under a load below its limit; takes the arguments of `observe_sticking`.

    Raises:
        AssertionError: It does not; shows the observations.
    """
    seen = observe_sticking(law, **trial)
    if not seen.holds:
        raise AssertionError(f"the law does not hold the mass under {trial}: {seen}")

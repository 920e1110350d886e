# Written by tools/stubs.py; do not edit.

from collections.abc import Mapping, Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from numpy.typing import NDArray

from ._components import Part, Signal

_Number: TypeAlias = float | np.floating[Any] | np.integer[Any]
_Count: TypeAlias = int | np.integer[Any]
_Numbers: TypeAlias = Sequence[float] | NDArray[Any]
_Table: TypeAlias = Mapping[str, Any]

__all__ = [
    "Signal",
    "ramp",
    "smooth_step",
    "sine",
    "square",
    "chirp",
    "samples",
    "sum",
    "piecewise",
    "input",
]

def ramp(
    *,
    to: _Number,
    duration: _Number,
    from_: _Number | None = 0.0,
    start: _Number | None = 0.0,
) -> Signal:
    """From one value to another at a constant rate.

    Args:
        to: Value after it, finite.
        duration: Its duration [s], > 0.
        from_: Value before the transition, finite, default zero.
        start: Begin of the transition [s], finite, default zero.
    """
    ...

def smooth_step(
    *,
    to: _Number,
    duration: _Number,
    from_: _Number | None = 0.0,
    start: _Number | None = 0.0,
) -> Signal:
    """From one value to another with a continuous rate.

    Args:
        to: Value after it, finite.
        duration: Its duration [s], > 0.
        from_: Value before the transition, finite, default zero.
        start: Begin of the transition [s], finite, default zero.
    """
    ...

def sine(
    *,
    amplitude: _Number,
    angular_frequency: _Number | None = None,
    frequency: _Number | None = None,
    mean: _Number | None = 0.0,
    phase: _Number | None = 0.0,
) -> Signal:
    """mean + amplitude sin(2π frequency t + phase).

    Args:
        amplitude: Amplitude.
        angular_frequency: Angular frequency [rad/s].
        frequency: Frequency [Hz]; give this or angular_frequency.
        mean: Mean value.
        phase: Phase [rad].
    """
    ...

def square(
    *,
    amplitude: _Number,
    period: _Number,
    mean: _Number | None = 0.0,
    start: _Number | None = 0.0,
) -> Signal:
    """mean ± amplitude, changing every half period.

    Args:
        amplitude: Amplitude, finite.
        period: Period [s], > 0.
        mean: Mean value, finite, default zero.
        start: Begin of a first half [s], finite, default zero; the signal extends before it too.
    """
    ...

def chirp(
    *,
    amplitude: _Number,
    from_: _Number,
    to: _Number,
    duration: _Number,
    angular: bool | None = False,
    mean: _Number | None = 0.0,
    start: _Number | None = 0.0,
) -> Signal:
    """A sine whose frequency changes at a constant rate.

    Args:
        amplitude: Amplitude.
        from_: Frequency at the begin [Hz].
        to: Frequency in the end [Hz].
        duration: Duration of the change [s].
        angular: Whether from and to are angular frequencies [rad/s].
        mean: Mean value.
        start: Begin [s].
    """
    ...

def samples(
    *,
    between: Literal['lines'] | Literal['steps'] | None = 'lines',
    column: str | None = None,
    file: str | None = None,
    points: Sequence[_Numbers] | NDArray[Any] | None = None,
    time: str | None = None,
) -> Signal:
    """Values at given times; give them as points or as a file.

    Args:
        between: The course between two times.
        column: Column of the values in the file; needed where it has several beside that of the times.
        file: CSV file with a header line, relative to the scenario; lines that begin with # are comments.
        points: Pairs of time [s] and value, at least one.
        time: Column of the times in the file; t by default.
    """
    ...

def sum(
    *,
    of: Sequence[_Number | Signal | _Table] | NDArray[Any],
) -> Signal:
    """The sum of signals.

    Args:
        of: The signals, at least one.
    """
    ...

def piecewise(
    *,
    pieces: Sequence[Part | _Table] | NDArray[Any],
) -> Signal:
    """One signal after another.

    Args:
        pieces: The signals, at least one, each with the time from which it holds.
    """
    ...

def input(
    *,
    name: str,
    start: _Number | None = 0.0,
    unit: str | None = None,
) -> Signal:
    """A number that is set from outside while the mechanism is stepped.

    Args:
        name: Its name: letters, digits, _ and -.
        start: Its value until it is set, finite, default zero.
        unit: Its unit, for people and other programs: N; none by default.
    """
    ...

def __getattr__(name: str) -> Any: ...

"""Exceptions, all of which are a `ValueError`.

| exception | when |
|---|---|
| `ScenarioError` | a scenario or a component has an error |
| `ParameterError` | an argument has a value that it must not have |
| `ShapeError` | an array has the wrong shape or kind of numbers |
| `UnknownNameError` | a column, an output or an input of this name does not exist |
| `SimulationError` | a motion cannot go on |
| `SnapshotError` | a snapshot or a pickle is damaged, of another mechanism or of another version |
| `SweepError` | a sweep cannot be run, or its members cannot be kept |
| `WorkersLostError` | the processes that ran the members of a sweep were lost |
| `MissingExtraError` | a package is needed that is not installed |
"""

from __future__ import annotations

from typing import Any

__all__ = [
    "Error",
    "MissingExtraError",
    "ParameterError",
    "ScenarioError",
    "ShapeError",
    "SimulationError",
    "SnapshotError",
    "StepWarning",
    "SweepError",
    "SweepWarning",
    "UnknownNameError",
    "WorkersLostError",
]


class Error(ValueError):
    """Base class of the exceptions of this package."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message: str = message

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.message,), self.__dict__

    def __str__(self) -> str:
        # A KeyError would show the message in quotes.
        return self.message


class ScenarioError(Error):
    """A scenario or a component has an error.

    Attributes:
        file: The file, if it is from one.
        line: Line, from 1; None if it was not read from a text.
        column: Column in characters, from 1.
        path: Keys that lead to the error: `connections.friction.law.stiffness`.
        hint: A suggestion.
    """

    def __init__(
        self,
        message: str,
        *,
        file: str | None = None,
        line: int | None = None,
        column: int | None = None,
        path: str | None = None,
        hint: str | None = None,
    ) -> None:
        super().__init__(message)
        self.file = file
        self.line = line
        self.column = column
        self.path = path
        self.hint = hint


class ParameterError(Error):
    """An argument has a value that it must not have."""


class ShapeError(Error):
    """An array has the wrong shape or the wrong kind of numbers."""


class UnknownNameError(Error, KeyError):
    """A column, an output or an input of this name does not exist."""


class SimulationError(Error):
    """A motion cannot go on; the simulation stands after the last good step."""


class IdentificationError(Error):
    """A recorded motion does not determine the friction: too few steps with slip, or a parameter without effect."""


class SnapshotError(Error):
    """A snapshot or a pickle is damaged, of another mechanism or of another version."""


class SweepError(Error):
    """A sweep cannot be run, or its members cannot be kept."""


class WorkersLostError(SweepError):
    """The processes that ran the members of a sweep were lost."""


class MissingExtraError(Error, ImportError):
    """A package is needed that is not installed."""


class StepWarning(UserWarning):
    """A warning about a run, in most cases about the size of its step."""


class SweepWarning(UserWarning):
    """A warning about the members of a sweep: some failed, or have too large a step."""

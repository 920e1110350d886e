"""Functions that read pickles; each pickle begins with the version of its format."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Mapping

from . import _stiction
from .errors import SnapshotError

VERSION = 1


def check(version: object, what: str) -> None:
    """Refuses versions other than this one."""
    if version != VERSION:
        raise SnapshotError(
            f"this pickle of a {what} has the form {version!r}, this package reads {VERSION}: "
            "it was made by another version of stiction"
        )


def scenario(
    version: object, text: str, path: Path, has_file: bool, laws: Mapping[str, Any]
) -> _stiction.Scenario:
    """A scenario from its text."""
    check(version, "Scenario")
    return _stiction.Scenario._rebuilt(text, path, has_file, dict(laws))


def simulation(version: object, of: _stiction.Scenario, snapshot: str) -> _stiction.Simulation:
    """A simulation from its scenario and a snapshot."""
    check(version, "Simulation")
    return _stiction.restored(of, snapshot)

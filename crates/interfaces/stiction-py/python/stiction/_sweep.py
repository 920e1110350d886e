"""Many runs of a scenario: here, on a pool of processes, on a cluster."""

from __future__ import annotations

import hashlib
import os
import sys
import time
import types
import warnings
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, TypeAlias

import numpy as np

from . import _stiction
from ._arguments import as_count
from ._chunks import Measured, OwnMeasures, parcel
from ._executors import place_of
from ._sending import Sending
from ._stiction import Scenario
from ._swept import Swept, swept
from .errors import ParameterError, SweepWarning

__all__ = ["sweep"]

_Path: TypeAlias = str | os.PathLike[str]
_Told: TypeAlias = bool | Callable[[int, int], object]

def sweep(
    scenario: Scenario | _Path | Mapping[str, Any],
    design: _Path | Mapping[str, Any] | None = None,
    measures: Mapping[str, str | Mapping[str, Any] | Measured] | Sequence[str] | None = None,
    *,
    executor: Any = None,
    out: _Path | None = None,
    members: int | None = None,
    seed: int | None = None,
    threads: int = 0,
    chunk: int | None = None,
    restart: bool = False,
    retry_failed: bool = False,
    progress: _Told = False,
    format: Literal["csv", "parquet"] = "csv",
) -> Swept:
    """Runs a scenario many times with other parameters, as `stiction sweep` does: the same members, to the bit,
    wherever they run.

    Args:
        scenario: A scenario, the path of a file, a TOML text, or a table.
        design: The parameters and their values: a table with the keys of the `[sweep]` of a scenario file, the path
            of a file that has them, or a TOML text. In place of `{from = ..., to = ...}` a list may give the values
            of a grid, and a table that has nothing but paths is a grid of these. By default the `[sweep]` of the
            scenario.
        measures: Measures of each run, by name: a table `{"of": "block.x", "take": "max", "from": 1.0}` as in a file,
            the name of a column, whose last value is taken, or a function of the `Record` that returns a number. A
            list of column names measures the last value of each. By default those of the design or the scenario.
        executor: Where the members run: None for threads of this process; a `concurrent.futures.Executor`, or a
            function that makes one, which is called again when its processes are lost; a `dask.distributed.Client`;
            `"ray"`, for the running Ray or, if there is none, one on this machine. Workers need this package, in the
            same version.
        out: Folder of results, in the form of the command. Finished members are kept there at once, and the same
            sweep continues from it, whether the command or Python began it. Members that were kept with another
            measure are refused; a measure that is a function is compared by its code, the plain numbers and texts
            that it uses, and the functions of its own module that it calls. Changes in objects or other modules go
            unnoticed: then use `restart`.
        members: Number of members of a random or Latin hypercube design; overrides that of the design.
        seed: Its seed, likewise.
        threads: Threads if there is no executor; 0 for all cores.
        chunk: Members that are sent at a time; by default as many as take about two seconds, as measured.
        restart: Forget the members that are kept in `out`.
        retry_failed: Run the members again that failed when they were kept.
        progress: Whether to report progress on standard error, or a function of the numbers of finished and of all
            members.
        format: Format of the table of members: `csv` or, if the package was built with the feature `parquet`,
            `parquet`.

    Returns:
        Swept: A table with a row for every member. Warnings of the command are raised as `SweepWarning`.

    Raises:
        ScenarioError: The scenario, its design, a path or a measure is refused.
        ParameterError: An argument is refused.
        SweepError: The sweep cannot be run, or its members cannot be kept.
        WorkersLostError: Processes were lost; finished members are kept in `out`.
        KeyboardInterrupt: Ctrl-C; finished members are kept in `out`.
    """
    given = _scenario(scenario)
    functions, described = _split(measures)
    given = _with_design(given, design, described)
    for name, value, least in (("chunk", chunk, 1), ("members", members, 1), ("seed", seed, 0), ("threads", threads, 0)):
        if value is not None:
            as_count(name, value, least)
    if format not in ("csv", "parquet"):
        raise ParameterError(f"format must be 'csv' or 'parquet', found {format!r}")
    study = _stiction.Study(given, list(functions), _version(functions), members, seed)
    # Checked before the folder is locked.
    place = None if executor is None else place_of(executor, parcel(study, functions))
    folder = None if out is None else Path(out)
    try:
        gathering = study.gather(folder, restart, retry_failed, format == "parquet")
        try:
            resumed = gathering.resumed
            told = _Progress(progress, len(study))
            if place is None:
                own = OwnMeasures(functions) if functions else None
                gathering.run(threads, own, told if progress else None)
            else:
                Sending(gathering, place, chunk, told, folder).run()
            told(len(gathering))
            told.end()
            result = swept(study, gathering, resumed, folder)
        finally:
            gathering.close()
    finally:
        if place is not None:
            place.close()
    for line in result.warnings:
        warnings.warn(line, SweepWarning, stacklevel=2)
    return result


class _Progress:
    """Reports the progress of a sweep."""

    def __init__(self, told: _Told, members: int) -> None:
        self.told = told
        self.members = members
        self.said = -1.0

    def __call__(self, done: int) -> None:
        if callable(self.told):
            self.told(done, self.members)
        elif self.told and (time.monotonic() - self.said > 0.5 or done == self.members):
            self.said = time.monotonic()
            print(f"\r{done} of {self.members} members", end="", file=sys.stderr, flush=True)

    def end(self) -> None:
        """Ends the line."""
        if self.told is True:
            print(file=sys.stderr)


def _is_text(given: object) -> bool:
    """Returns whether it is a TOML text and not the path of a file."""
    return isinstance(given, str) and ("\n" in given or "=" in given)


def _scenario(given: Scenario | _Path | Mapping[str, Any]) -> Scenario:
    if isinstance(given, Scenario):
        return given
    if isinstance(given, str) and _is_text(given):
        return Scenario.from_toml(given)
    if isinstance(given, (str, os.PathLike)):
        return Scenario.load(given)
    return Scenario(given)


def _with_design(
    scenario: Scenario, design: _Path | Mapping[str, Any] | None, measures: Mapping[str, Any] | None
) -> Scenario:
    """Returns the scenario with another `[sweep]`, set as by `--set sweep=...`: its errors are those of scenario
    files."""
    if design is None and measures is None:
        return scenario
    own = scenario.to_dict().get("sweep", {})
    table = dict(own) if design is None else _table(design)
    if measures is not None:
        table["measures"] = measures
    elif "measures" not in table:
        table["measures"] = own.get("measures", {})
    return scenario.with_values({"sweep": table})


_KEYS = {"design", "members", "seed", "parameters", "measures"}


def _table(design: _Path | Mapping[str, Any]) -> dict[str, Any]:
    """Returns the description of a design as a table."""
    if isinstance(design, Mapping):
        table = dict(design)
    elif isinstance(design, str) and _is_text(design):
        table = _stiction.table(design)
    elif isinstance(design, (str, os.PathLike)):
        table = _stiction.table(Path(design).read_text(encoding="utf-8"))
    else:
        raise ParameterError(f"design must be a table, the path of a file or a text, found {design!r}")
    table = dict(table.get("sweep", table))
    if not _KEYS & set(table):
        table = {"parameters": table}
    parameters = table.get("parameters")
    if isinstance(parameters, Mapping):
        table["parameters"] = {path: _range(values) for path, values in parameters.items()}
    return table


def _range(values: Any) -> Any:
    """Returns the range of a parameter; a list has the values of a grid."""
    is_list = isinstance(values, (Sequence, np.ndarray)) and not isinstance(values, str)
    return {"values": [float(value) for value in values]} if is_list else values


def _split(
    measures: Mapping[str, str | Mapping[str, Any] | Measured] | Sequence[str] | None,
) -> tuple[dict[str, Measured], dict[str, Any] | None]:
    """Returns measures that are functions, and those that a file could have; None for the latter if none are
    given."""
    if measures is None:
        return {}, None
    if isinstance(measures, str):
        measures = [measures]
    if not isinstance(measures, Mapping):
        measures = {name: name for name in measures}
    functions: dict[str, Measured] = {}
    described: dict[str, Any] = {}
    for name, measure in measures.items():
        if isinstance(measure, str):
            described[name] = {"of": measure}
        elif isinstance(measure, Mapping):
            described[name] = dict(measure)
        elif callable(measure):
            functions[name] = measure
        else:
            raise ParameterError(f"measures: `{name}` must be a column, a table or a function, found {measure!r}")
    return functions, described


_PLAIN = (bool, int, float, complex, str, bytes, type(None))


def _version(functions: Mapping[str, Measured]) -> str:
    """Returns a text that changes with the computation of the functions, as far as it is visible: their code,
    defaults, plain numbers and texts around them, and the functions of the same module that they call."""
    digest = hashlib.sha256()
    seen: set[types.FunctionType] = set()

    def add(value: object) -> None:
        if isinstance(value, _PLAIN):
            digest.update(repr(value).encode())
        elif isinstance(value, tuple):
            digest.update(b"tuple")
            for one in value:
                add(one)
        elif isinstance(value, frozenset):
            # Its order differs between processes.
            digest.update(repr(sorted(map(repr, value))).encode())
        elif isinstance(value, types.CodeType):
            digest.update(value.co_code + repr(value.co_names).encode())
            add(value.co_consts)
        elif isinstance(value, types.FunctionType) and value not in seen:
            seen.add(value)
            code, around = value.__code__, value.__globals__
            add(code)
            add(value.__defaults__)
            add(tuple(sorted((value.__kwdefaults__ or {}).items())))
            for cell in value.__closure__ or ():
                # A variable without a value tells nothing.
                with suppress(ValueError):
                    add(cell.cell_contents)
            for name in code.co_names:
                known = around.get(name)
                if not isinstance(known, types.FunctionType) or known.__globals__ is around:
                    add(known)

    for name, function in functions.items():
        kind = getattr(function, "__qualname__", type(function).__qualname__)
        digest.update(f"{name}\0{kind}\0".encode())
        add(function)
    return digest.hexdigest()[:16] if functions else ""

"""Many runs of a scenario: here, on a pool of processes, on a cluster."""

from __future__ import annotations

import hashlib
import os
import sys
import time
import types
import warnings
from collections import deque
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import BrokenExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import Any, Literal, NoReturn, TypeAlias

import numpy as np

from . import _stiction
from ._chunks import Chunk, Measured, OwnMeasures, parcel
from ._executors import ATTEMPTS, FutureChunk, Place, place_of
from ._stiction import Scenario
from ._swept import Swept, swept
from .errors import Error, ParameterError, SweepError, SweepWarning, WorkersLostError

__all__ = ["sweep"]

_Path: TypeAlias = str | os.PathLike[str]
_Told: TypeAlias = bool | Callable[[int, int], object]

# A chunk of so many seconds makes what it costs to send it small: some milliseconds.
_SECONDS = 2.0
# With many workers chunks are longer, so that the caller and the scheduler have no more than this to do per second.
_PER_SECOND = 50.0
# What Dask and Ray say when they give up a chunk whose workers died one after the other.
_LOST = {"KilledWorker", "WorkerCrashedError", "NodeDiedError", "OutOfMemoryError"}
# Chunks that wait for each worker, so that it never does.
_WAITING = 2


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
    whoever runs them and however they are shared out.

    Args:
        scenario: A scenario, the path of a file, a TOML text, or a table.
        design: What varies, and how: a table with the keys of the `[sweep]` of a scenario file, the path of a file
            that has them, or a TOML text. In place of `{from = ..., to = ...}` a list may give the values of a
            grid, and a table that has nothing but paths is a grid of these. By default the `[sweep]` of the scenario.
        measures: What is measured in each run, by name: a table `{"of": "block.x", "take": "max", "from": 1.0}` as in a
            file, the name of a column, of which the last value is taken, or a function of the `Record` that gives a number.
            A list of names of columns measures the last value of each. By default those of the design or the scenario.
        executor: Who runs the members: None for threads of this process; a `concurrent.futures.Executor`, or a
            function that makes one, which is asked again when its processes are lost; a `dask.distributed.Client`;
            `"ray"`. Workers need this package, in the same version.
        out: Folder of results, in the form of the command. What has ended is kept there at once, and the same
            sweep goes on from it, whether the command or Python began it.
        members: Number of members of a random or Latin hypercube design, in place of that of the design.
        seed: Its seed, likewise.
        threads: Threads without an executor; 0 for all cores.
        chunk: Members that are sent at a time; by default as many as take some two seconds, as measured.
        restart: Forget the members that are kept in `out`.
        retry_failed: Run those again that failed when they were kept.
        progress: Whether to tell on standard error how far it is, or a function of the numbers of members that are done
            and of all.
        format: `csv` or, if the package was built with the feature `parquet`, `parquet`: that of the table of members.

    Returns:
        Swept: A table with a row for every member. What the command would warn of is a `SweepWarning`.

    Raises:
        ScenarioError: The scenario, its design, a path or a measure is refused.
        ParameterError: An argument is refused.
        SweepError: The sweep cannot be run, or its members not kept.
        WorkersLostError: Processes were lost; what has ended is kept in `out`.
        KeyboardInterrupt: Ctrl-C; what has ended is kept in `out`.
    """
    given = _scenario(scenario)
    functions, described = _split(measures)
    given = _with_design(given, design, described)
    _check_count("chunk", chunk, 1)
    _check_count("members", members, 1)
    _check_count("seed", seed, 0)
    _check_count("threads", threads, 0)
    if format not in ("csv", "parquet"):
        raise ParameterError(f"format must be 'csv' or 'parquet', found {format!r}")
    study = _stiction.Study(given, list(functions), _version(functions), members, seed)
    # Judged before the folder is taken.
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
                _Sending(gathering, place, chunk, told, folder).run()
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


class _Sending:
    """Chunks of members that are sent, done, or yet to be sent."""

    def __init__(
        self, gathering: _stiction.Gathering, place: Place, chunk: int | None, told: _Progress, folder: Path | None
    ) -> None:
        self.gathering = gathering
        self.place = place
        self.chunk = chunk
        self.told = told
        self.folder = folder
        self.left = deque(gathering.missing())
        self.running: dict[FutureChunk, list[int]] = {}
        self.done: SimpleQueue[FutureChunk] = SimpleQueue()
        self.seconds: float | None = None
        self.slots = 0
        self.asked = 0.0

    def run(self) -> None:
        """Until no member is missing."""
        losses = 0
        try:
            while self.left or self.running:
                lost = self._fill() or self._take()
                if lost is None:
                    continue
                losses += 1
                if not self.place.can_renew or losses > ATTEMPTS:
                    raise self._lost(lost) from lost
                self._renew()
        except BaseException:
            self._give_up()
            raise

    def _size(self) -> int:
        """How many members the next chunk has: of `_SECONDS` or more, but at the end few enough for all workers."""
        if self.chunk is not None:
            return self.chunk
        if self.seconds is None:
            return 1
        workers = self.slots // _WAITING
        wanted = max(_SECONDS, workers / _PER_SECOND) / max(self.seconds, 1e-6)
        fair = -(-len(self.left) // self.slots)
        return max(1, min(int(wanted), fair))

    def _fill(self) -> BrokenExecutor | None:
        """Sends chunks until enough of them wait."""
        # Clusters grow and shrink; to ask takes a while.
        if time.monotonic() - self.asked > 5.0:
            self.slots = _WAITING * max(self.place.workers(), 1)
            self.asked = time.monotonic()
        while self.left and len(self.running) < self.slots:
            indices = [self.left.popleft() for _ in range(min(self._size(), len(self.left)))]
            try:
                future = self.place.submit(indices)
            except BrokenExecutor as lost:
                self.left.extendleft(reversed(indices))
                return lost
            except RuntimeError as error:
                self.left.extendleft(reversed(indices))
                raise SweepError(f"executor: it takes no work: {error}") from error
            self.running[future] = indices
            future.add_done_callback(self.done.put)
        return None

    def _take(self) -> BrokenExecutor | None:
        """Waits for chunks that have ended, and keeps what they gave."""
        chunks: list[Chunk] = []
        lost: BrokenExecutor | None = None
        failed: tuple[list[int], BaseException] | None = None
        for future in self._ended():
            # A future of a pool that was replaced since is of no use.
            indices = self.running.pop(future, None)
            if indices is None:
                continue
            try:
                chunks.append(future.result())
            except BrokenExecutor as error:
                lost = error
                self.left.extendleft(reversed(indices))
            except BaseException as error:
                failed = failed or (indices, error)
        self._keep(chunks)
        if failed is not None:
            self._refuse(*failed)
        return lost

    def _ended(self) -> list[FutureChunk]:
        """The next future that is done, and those that came meanwhile: what is kept in one go waits for the disk once.
        None if nothing comes for a while."""
        ended: list[FutureChunk] = []
        try:
            ended.append(self.done.get(timeout=0.2))
            while True:
                ended.append(self.done.get_nowait())
        except Empty:
            return ended

    def _refuse(self, indices: list[int], error: BaseException) -> NoReturn:
        """Raises what a chunk ended with."""
        # Ctrl-C reaches the processes of a pool too.
        if isinstance(error, Error) or not isinstance(error, Exception):
            raise error
        kind = type(error).__name__
        what = f"members {indices[0]} to {indices[-1]} could not be run: {kind}: {error}"
        raised = WorkersLostError if kind in _LOST else SweepError
        raise raised(f"{what}{self._what_is_kept()}") from error

    def _keep(self, chunks: list[Chunk]) -> None:
        if not chunks:
            return
        indices: list[int] = []
        failed: list[tuple[int, str, str]] = []
        warned: list[tuple[int, str]] = []
        for some in chunks:
            start = len(indices)
            indices.extend(some.indices)
            failed.extend((start + row, status, message) for row, status, message in some.failed)
            warned.extend((start + row, message) for row, message in some.warnings)
            # The latest chunks count most: workers and members differ.
            each = some.seconds / max(len(some.indices), 1)
            self.seconds = each if self.seconds is None else 0.7 * self.seconds + 0.3 * each
        self.gathering.add(indices, np.concatenate([some.values for some in chunks]), failed, warned)
        self.told(len(self.gathering))

    def _renew(self) -> None:
        """A new pool; every chunk that the old one had is sent again."""
        for indices in self.running.values():
            self.left.extendleft(reversed(indices))
        self.running.clear()
        self.place.renew()
        self.asked = 0.0

    def _give_up(self) -> None:
        """Cancels what is not done and keeps what is."""
        self.place.cancel(list(self.running))
        ended = [future for future in self.running if future.done() and not future.cancelled()]
        self._keep([future.result() for future in ended if future.exception() is None])
        self.running.clear()

    def _lost(self, lost: BaseException) -> WorkersLostError:
        renewed = "" if self.place.can_renew else "; a function that makes a pool, as `executor`, makes a new one"
        return WorkersLostError(f"the processes of the executor were lost: {lost}{self._what_is_kept()}{renewed}")

    def _what_is_kept(self) -> str:
        if self.folder is None:
            return "; with `out` what has ended would be kept"
        return f"; what has ended is kept in `{self.folder}`, and the same call goes on from there"


class _Progress:
    """Says how far a sweep is."""

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
        """The line is whole."""
        if self.told is True:
            print(file=sys.stderr)


def _check_count(name: str, value: int | None, least: int) -> None:
    if value is None:
        return
    if isinstance(value, bool) or not isinstance(value, (int, np.integer)) or value < least:
        raise ParameterError(f"{name} must be an integer of at least {least}, found {value!r}")


def _is_text(given: object) -> bool:
    """Whether it is a text in TOML and not the path of a file."""
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
    """The scenario with another `[sweep]`, set as `--set sweep=...` sets it: what is wrong in it is said by those who
    read scenario files."""
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
    """The description of a design as a table."""
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
    """A list is that of the values of a grid."""
    is_list = isinstance(values, (Sequence, np.ndarray)) and not isinstance(values, str)
    return {"values": [float(value) for value in values]} if is_list else values


def _split(
    measures: Mapping[str, str | Mapping[str, Any] | Measured] | Sequence[str] | None,
) -> tuple[dict[str, Measured], dict[str, Any] | None]:
    """Measures that are functions, and those that a file could have; nothing for those if none are given."""
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


def _version(functions: Mapping[str, Measured]) -> str:
    """Changes with the code of the functions, as far as it can be seen; what they call is not."""
    digest = hashlib.sha256()

    def add(code: types.CodeType) -> None:
        digest.update(code.co_code)
        digest.update(repr(code.co_names).encode())
        for constant in code.co_consts:
            if isinstance(constant, types.CodeType):
                add(constant)
            else:
                digest.update(repr(constant).encode())

    for name, function in functions.items():
        kind = getattr(function, "__qualname__", type(function).__qualname__)
        digest.update(f"{name}\0{kind}\0".encode())
        code = getattr(function, "__code__", None)
        if isinstance(code, types.CodeType):
            add(code)
    return digest.hexdigest()[:16] if functions else ""

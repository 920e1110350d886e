"""Ways to run chunks of members elsewhere, all with futures of `concurrent.futures`."""

from __future__ import annotations

import os
import types
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from typing import Any, Protocol, TypeAlias

from ._chunks import Chunk, Parcel, run_chunk
from ._extras import need
from .errors import ParameterError, SweepError

# How often Dask or Ray restarts a chunk whose worker was lost.
ATTEMPTS = 3

FutureChunk: TypeAlias = Future[Chunk]


class Place(Protocol):
    """Where chunks run."""

    can_renew: bool

    def submit(self, indices: Sequence[int]) -> FutureChunk:
        """Starts a chunk."""

    def cancel(self, futures: Sequence[FutureChunk]) -> None:
        """Cancels chunks that are not done."""

    def workers(self) -> int:
        """Returns how many chunks run at the same time."""

    def renew(self) -> None:
        """Starts new workers to replace lost ones."""

    def close(self) -> None:
        """Shuts down everything that was started for the sweep."""


class Futures:
    """An executor of `concurrent.futures`, or a function that makes new ones."""

    def __init__(self, packed: Parcel, executor: Executor | None, factory: Callable[[], Executor] | None) -> None:
        self.packed = packed
        self.factory = factory
        self.can_renew = factory is not None
        self.executor = executor if executor is not None else self._made()

    def _made(self) -> Executor:
        assert self.factory is not None
        made = self.factory()
        if not isinstance(made, Executor):
            raise ParameterError(f"executor: the function must give a concurrent.futures.Executor, found {made!r}")
        return made

    def submit(self, indices: Sequence[int]) -> FutureChunk:
        return self.executor.submit(run_chunk, self.packed, indices)

    def cancel(self, futures: Sequence[FutureChunk]) -> None:
        for future in futures:
            future.cancel()

    def workers(self) -> int:
        # Executors of the standard library have this attribute; any other is assumed to use all cores of this
        # machine.
        known = getattr(self.executor, "_max_workers", None)
        return known if isinstance(known, int) else os.cpu_count() or 1

    def renew(self) -> None:
        self.executor.shutdown(wait=False, cancel_futures=True)
        self.executor = self._made()

    def close(self) -> None:
        if self.can_renew:
            self.executor.shutdown(wait=False, cancel_futures=True)


class Dask:
    """A client of Dask."""

    can_renew = False

    def __init__(self, packed: Parcel, client: Any) -> None:
        if client.status != "running":
            raise SweepError(f"executor: the client of Dask must be running, it is {client.status}")
        if client.asynchronous:
            raise SweepError("executor: the client of Dask must not be asynchronous")
        self.packed = packed
        self.client = client
        # Equal members in two sweeps are different work, so results must not come from a cache.
        self.executor = client.get_executor(pure=False, retries=ATTEMPTS)

    def submit(self, indices: Sequence[int]) -> FutureChunk:
        future: FutureChunk = self.executor.submit(run_chunk, self.packed, indices)
        return future

    def cancel(self, futures: Sequence[FutureChunk]) -> None:
        for future in futures:
            future.cancel()

    def workers(self) -> int:
        return sum(self.client.nthreads().values())

    def renew(self) -> None: ...

    def close(self) -> None:
        # Dask cancels futures that nobody holds.
        self.executor.shutdown(wait=False)


class Ray:
    """The running Ray, or one on this machine if none runs."""

    can_renew = False

    def __init__(self, packed: Parcel, ray: Any) -> None:
        self.ray = ray
        if not ray.is_initialized():
            ray.init()
        self.packed = ray.put(packed)
        self.remote = ray.remote(max_retries=ATTEMPTS)(run_chunk)
        self.running: dict[FutureChunk, Any] = {}

    def submit(self, indices: Sequence[int]) -> FutureChunk:
        reference = self.remote.remote(self.packed, indices)
        future: FutureChunk = reference.future()
        self.running[future] = reference
        future.add_done_callback(lambda done: self.running.pop(done, None))
        return future

    def cancel(self, futures: Sequence[FutureChunk]) -> None:
        for future in futures:
            reference = self.running.get(future)
            if reference is not None:
                self.ray.cancel(reference)

    def workers(self) -> int:
        return int(self.ray.cluster_resources().get("CPU", 1))

    def renew(self) -> None: ...

    def close(self) -> None: ...


def place_of(executor: Any, packed: Parcel) -> Place:
    """Returns the place where chunks run, for an argument `executor`.

    Raises:
        ParameterError: It cannot run chunks.
        SweepError: It has ended.
    """
    if executor == "ray" or (isinstance(executor, types.ModuleType) and executor.__name__ == "ray"):
        return Ray(packed, need("ray", "ray"))
    if isinstance(executor, Executor):
        return Futures(packed, executor, None)
    if type(executor).__module__.split(".")[0] == "distributed" and hasattr(executor, "get_executor"):
        return Dask(packed, executor)
    if callable(executor):
        return Futures(packed, None, executor)
    raise ParameterError(
        "executor must be None, a concurrent.futures.Executor or a function that makes one, a client of Dask, or "
        f"'ray'; found {executor!r}"
    )

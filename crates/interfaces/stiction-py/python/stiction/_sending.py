"""Sends chunks of members, takes back and keeps their results, and sends lost chunks again."""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable
from concurrent.futures import BrokenExecutor
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import NamedTuple, NoReturn


from . import _stiction
from ._chunks import Chunk
from ._executors import ATTEMPTS, FutureChunk, Place
from .errors import Error, SweepError, WorkersLostError

# Target duration of a chunk [s], so that the cost of sending it, some milliseconds, is small.
_SECONDS = 2.0
# Largest number of chunks per second that the caller and the scheduler handle; with many workers chunks are longer.
_PER_SECOND = 50.0
# Errors of Dask and Ray when they give up a chunk whose workers died one after the other.
_LOST = {"KilledWorker", "WorkerCrashedError", "NodeDiedError", "OutOfMemoryError"}
# Chunks that wait for each worker, so that it is never idle.
_WAITING = 2


class _Sent(NamedTuple):
    """A chunk, and how often its workers were lost."""

    indices: list[int]
    losses: int


class Sending:
    """Chunks of members that are sent, done, or yet to be sent.

    When a pool of processes breaks, the chunk that broke it is unknown. All running ones are sent again, finally one
    by one, so that a member that kills its process keeps no other from being run.
    """

    def __init__(
        self, gathering: _stiction.Gathering, place: Place, chunk: int | None, told: Callable[[int], object], folder: Path | None
    ) -> None:
        self.gathering = gathering
        self.place = place
        self.chunk = chunk
        self.told = told
        self.folder = folder
        self.left = deque(gathering.missing())
        self.again: deque[_Sent] = deque()
        self.alone: deque[_Sent] = deque()
        self.given_up: list[int] = []
        self.running: dict[FutureChunk, _Sent] = {}
        self.done: SimpleQueue[FutureChunk] = SimpleQueue()
        self.seconds: float | None = None
        self.slots = 0
        self.asked = 0.0

    def run(self) -> None:
        """Runs until no member is missing."""
        try:
            while self.left or self.again or self.alone or self.running:
                lost = self._fill() or self._take()
                if lost is None:
                    continue
                if not self.place.can_renew:
                    raise self._lost(f"{lost}") from lost
                self._renew()
            if self.given_up:
                named = ", ".join(map(str, self.given_up[:10])) + (" ..." if len(self.given_up) > 10 else "")
                raise self._lost(f"{ATTEMPTS} times with the members {named}")
        except BaseException as error:
            self._give_up(error)
            raise

    def _next(self) -> _Sent | None:
        """Returns the next chunk to send, if one can be sent."""
        if self.left:
            return _Sent([self.left.popleft() for _ in range(min(self._size(), len(self.left)))], 0)
        if self.again:
            return self.again.popleft()
        return self.alone.popleft() if self.alone and not self.running else None

    def _send_again(self, sent: _Sent) -> None:
        """Queues a chunk whose workers were lost."""
        losses = sent.losses + 1
        if losses >= ATTEMPTS:
            self.given_up.extend(sent.indices)
        else:
            (self.alone if losses == ATTEMPTS - 1 else self.again).append(_Sent(sent.indices, losses))

    def _size(self) -> int:
        """Returns the size of the next chunk: `_SECONDS` or more, but near the end few enough members for all
        workers."""
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
        # Clusters grow and shrink, but asking takes a while.
        if time.monotonic() - self.asked > 5.0:
            self.slots = _WAITING * max(self.place.workers(), 1)
            self.asked = time.monotonic()
        while len(self.running) < self.slots:
            sent = self._next()
            if sent is None:
                break
            try:
                future = self.place.submit(sent.indices)
            except BrokenExecutor as lost:
                self._send_again(sent)
                return lost
            except RuntimeError as error:
                raise SweepError(f"executor: it takes no work: {error}") from error
            self.running[future] = sent
            future.add_done_callback(self.done.put)
        return None

    def _take(self) -> BrokenExecutor | None:
        """Waits for chunks that have ended, and keeps their results."""
        chunks: list[Chunk] = []
        lost: BrokenExecutor | None = None
        failed: tuple[list[int], BaseException] | None = None
        for future in self._ended():
            # Futures of a replaced pool are ignored.
            sent = self.running.pop(future, None)
            if sent is None:
                continue
            try:
                chunks.append(future.result())
            except BrokenExecutor as error:
                lost = error
                self._send_again(sent)
            except BaseException as error:
                failed = failed or (sent.indices, error)
        self._keep(chunks)
        if failed is not None:
            self._refuse(*failed)
        return lost

    def _ended(self) -> list[FutureChunk]:
        """Returns the next future that is done, and those done meanwhile, so that they are kept by a single write.
        Returns None if nothing comes for a while."""
        ended: list[FutureChunk] = []
        try:
            ended.append(self.done.get(timeout=0.2))
            while True:
                ended.append(self.done.get_nowait())
        except Empty:
            return ended

    def _refuse(self, indices: list[int], error: BaseException) -> NoReturn:
        """Raises the error of a chunk."""
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
        for some in chunks:
            # The latest chunks count most, because workers and members differ.
            each = some.seconds / max(len(some.members), 1)
            self.seconds = each if self.seconds is None else 0.7 * self.seconds + 0.3 * each
        self.gathering.add([member for some in chunks for member in some.members])
        self.told(len(self.gathering))

    def _renew(self) -> None:
        """Starts a new pool, and sends every chunk of the old one again."""
        for sent in self.running.values():
            self._send_again(sent)
        self.running.clear()
        self.place.renew()
        self.asked = 0.0

    def _give_up(self, error: BaseException) -> None:
        """Cancels pending chunks and keeps finished ones."""
        # A broken pool fails its chunks itself; its thread, and with it the pool, would hang at one cancelled meanwhile.
        if not isinstance(error.__cause__, BrokenExecutor):
            self.place.cancel(list(self.running))
        ended = [future for future in self.running if future.done() and not future.cancelled()]
        self._keep([future.result() for future in ended if future.exception() is None])
        self.running.clear()

    def _lost(self, how: str) -> WorkersLostError:
        renewed = "" if self.place.can_renew else "; a function that makes a pool, as `executor`, makes a new one"
        return WorkersLostError(f"the processes of the executor were lost: {how}{self._what_is_kept()}{renewed}")

    def _what_is_kept(self) -> str:
        if self.folder is None:
            return "; with `out` what has ended would be kept"
        return f"; what has ended is kept in `{self.folder}`, and the same call goes on from there"

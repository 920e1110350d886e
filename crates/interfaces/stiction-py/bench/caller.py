"""Measures the cost of a sweep of very many members in the calling process, and the size of its files.

    python crates/interfaces/stiction-py/bench/caller.py [--members 100000] [--chunk 20]

The executor here answers at once, with numbers that were made beforehand, and reports a thousand workers: the
remaining cost is sending, receiving, keeping on the disk, and writing the results.
"""

from __future__ import annotations

import argparse
import pickle
import resource
import tempfile
import time
from collections.abc import Callable
from concurrent.futures import Executor, Future
from pathlib import Path
from typing import Any

import numpy as np

import stiction
from stiction._chunks import Chunk

TEXT = """
schema_version = 1
solver = { step = 1e-4, until = 1e-3 }
bodies.block = { type = "point_mass", mass = 1.0 }
connections.push = { ports = "block", law = { type = "effort", effort = 3.0 } }
connections.friction = { ports = "block", law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 5.0 } }
[sweep]
design = "latin_hypercube"
members = 1
[sweep.parameters]
"connections.friction.law.limit" = { from = 3.0, to = 6.0 }
"connections.friction.law.stiffness" = { from = 1e4, to = 2e5 }
"connections.push.law.effort" = { from = 0.0, to = 4.0 }
"bodies.block.mass" = { from = 0.5, to = 2.0 }
[sweep.measures]
far = { of = "block.x", take = "max" }
fast = { of = "block.vx", take = "max" }
pull = { of = "friction.force", take = "rms" }
"""


class Instant(Executor):
    """Answers at once; requests and results are pickled as they would be on the way."""

    _max_workers = 1000

    def __init__(self) -> None:
        self.bytes_out = self.bytes_back = self.chunks = 0
        self.spent = 0.0

    def submit(self, fn: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        started = time.perf_counter()
        packed, indices = args
        rows = np.sin(np.outer(np.asarray(indices) + 1.0, [1.0, 2.0, 3.0])).tolist()
        members = [(index, row, "finished", None, [None, None]) for index, row in zip(indices, rows)]
        back = pickle.dumps(Chunk(members, 1.0 * len(indices)))
        self.bytes_out += len(pickle.dumps((packed, indices)))
        self.bytes_back += len(back)
        self.chunks += 1
        # The caller would unpickle too, but not compute the numbers.
        self.spent += time.perf_counter() - started
        future: Future[Any] = Future()
        future.set_result(pickle.loads(back))
        return future


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--members", type=int, default=100_000)
    arguments.add_argument("--chunk", type=int, default=20)
    given = arguments.parse_args()
    executor, last = Instant(), [0.0]

    def progress(done: int, members: int) -> None:
        if done == members and last[0] == 0.0:
            last[0] = time.perf_counter()

    with tempfile.TemporaryDirectory() as folder:
        out, started = Path(folder) / "out", time.perf_counter()
        stiction.sweep(TEXT, members=given.members, executor=executor, chunk=given.chunk, out=out, progress=progress)
        sending, all_in_all = last[0] - started - executor.spent, time.perf_counter() - started
        sizes = {path.name: path.stat().st_size for path in sorted(out.iterdir())}
    print(f"{executor.chunks} chunks of {given.chunk}: {1e3 * sending / executor.chunks:.3f} ms of the caller each")
    print(f"results written in {all_in_all - executor.spent - sending:.1f} s")
    print(f"bytes out {executor.bytes_out}, back {executor.bytes_back}")
    print(f"largest memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MiB")
    for name, size in sizes.items():
        print(f"{name:20} {size / given.members:8.1f} bytes a member")


if __name__ == "__main__":
    main()

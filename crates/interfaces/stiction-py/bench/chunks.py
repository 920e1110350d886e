"""Measures the cost of sending a chunk of a sweep to a worker, and its size in bytes.

    python crates/interfaces/stiction-py/bench/chunks.py [--chunks 400]

A member of one step takes next to nothing, so the time of a sweep in chunks of one member, divided by the number of
chunks, is the cost of a chunk; it is compared with the time of these members in this process, taken in the same run.
"""

from __future__ import annotations

import argparse
import os
import pickle
import tempfile
import time
from concurrent.futures import ProcessPoolExecutor
from typing import Any

import stiction
from stiction import _chunks
from stiction._extras import need

TEXT = """
schema_version = 1
solver = { step = 1e-4, until = 1e-4 }
bodies.block = { type = "point_mass", mass = 1.0 }
connections.push = { ports = "block", law = { type = "effort", effort = 3.0 } }
connections.friction = { ports = "block", law = { type = "gsat", stiffness = 1e5, damping = 400.0, limit = 5.0 } }
[sweep]
design = "random"
members = 1
[sweep.parameters]
"connections.friction.law.limit" = { from = 3.0, to = 6.0 }
[sweep.measures]
far = { of = "block.x" }
"""


def seconds(members: int, out: str | None = None, **how: Any) -> float:
    """Returns the time of a whole sweep."""
    started = time.perf_counter()
    stiction.sweep(TEXT, members=members, out=out, **how)
    return time.perf_counter() - started


def per_chunk(name: str, chunks: int, executor: Any, alone: float) -> None:
    """Prints the cost of a chunk; workers are started before, and have the package loaded."""
    seconds(20, executor=executor, chunk=1)
    took = min(seconds(chunks, executor=executor, chunk=1) for _ in range(3)) / chunks
    with tempfile.TemporaryDirectory() as folder:
        kept = seconds(chunks, os.path.join(folder, "out"), executor=executor, chunk=1) / chunks
    print(f"{name:40} {1e3 * took:8.2f} ms a chunk, {took / alone:6.1f} times the member; kept on disk {1e3 * kept:.2f} ms")


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--chunks", type=int, default=400)
    chunks = arguments.parse_args().chunks
    study = stiction._stiction.Study(stiction.Scenario.from_toml(TEXT), members=chunks)
    packed = _chunks.parcel(study, {})
    print(f"parcel: {len(pickle.dumps((packed, [0])))} bytes with each chunk")
    for size in (1, 100):
        chunk = _chunks.run_chunk(packed, list(range(size)))
        print(f"answer of {size} members: {len(pickle.dumps(chunk))} bytes")
    alone = min(seconds(chunks, threads=1) for _ in range(5)) / chunks
    print(f"{'a member in this process':40} {1e3 * alone:8.3f} ms")
    with ProcessPoolExecutor(2) as pool:
        per_chunk("a pool of two processes", chunks, pool, alone)
    dask = need("distributed", "dask")
    with dask.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster, dask.Client(cluster) as client:
        per_chunk("Dask, two workers", chunks, client, alone)
    ray = need("ray", "ray")
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    per_chunk("Ray, two workers", chunks, "ray", alone)
    ray.shutdown()


if __name__ == "__main__":
    main()

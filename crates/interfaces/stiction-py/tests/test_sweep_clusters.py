"""Sweeps on Dask and on Ray with a worker killed: the bytes of the plain loop."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from conftest import cluster
from sweeping import TEXT, DrawsByChunk, command, contents, highest, written

import stiction

# Their own code raises warnings: sockets that are closed late, deprecated packages.
pytestmark = [pytest.mark.cluster, pytest.mark.filterwarnings("default")]

MEMBERS = 1000


@pytest.fixture(scope="module")
def plain(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, bytes]]:
    """Returns a sweep of a thousand members, and the files that the command writes in its loop over them."""
    folder = tmp_path_factory.mktemp("plain")
    path = written(folder, TEXT.replace("members = 40", f"members = {MEMBERS}"))
    command(path, folder / "out", "--jobs", "1")
    return path, contents(folder / "out")


class Killer:
    """Kills a worker when a quarter of the members are done."""

    def __init__(self, victims: Callable[[], list[int]]) -> None:
        self.victims = victims
        self.killed: int | None = None
        self.done_then = 0

    def __call__(self, done: int, members: int) -> None:
        if self.killed is None and done >= members // 4:
            victims = self.victims()
            if victims:
                self.killed, self.done_then = victims[0], done
                os.kill(self.killed, signal.SIGKILL)


@pytest.fixture(scope="module")
def client() -> Iterator[Any]:
    distributed = cluster("distributed")
    with (
        distributed.LocalCluster(
            n_workers=2, threads_per_worker=1, processes=True, host="127.0.0.1", dashboard_address=None
        ) as local,
        distributed.Client(local) as client,
    ):
        yield client


def test_dask_writes_what_the_command_writes_though_a_worker_is_killed(
    client: Any, plain: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    path, expected = plain
    before = set(client.run(os.getpid).values())
    assert len(before) == 2 and os.getpid() not in before
    killer = Killer(lambda: list(before))
    out = tmp_path / "out"
    swept = stiction.sweep(path, executor=client, out=out, chunk=20, progress=killer)
    assert killer.killed in before and MEMBERS // 4 <= killer.done_then < MEMBERS
    # Another worker has replaced it.
    deadline = time.monotonic() + 30.0
    while len(after := set(client.run(os.getpid).values())) < 2 and time.monotonic() < deadline:
        time.sleep(0.1)
    assert killer.killed not in after
    assert len(swept["far"]) == MEMBERS
    assert contents(out) == expected


def test_what_depends_on_the_chunk_is_noticed_on_dask(client: Any, plain: tuple[Path, dict[str, bytes]]) -> None:
    """The control: numbers drawn by chunk differ with the chunks."""
    path, _ = plain
    measures = {"drawn": DrawsByChunk(), "far": highest, "least": lambda record: record["block.x"].min()}

    def columns(chunk: int) -> stiction.Swept:
        return stiction.sweep(path, None, measures, members=60, executor=client, chunk=chunk)

    one, other = columns(4), columns(9)
    assert (one["drawn"] != other["drawn"]).any()
    assert (one["far"] == other["far"]).all() and (one["least"] == other["least"]).all()


def impatient(done: int, _members: int) -> None:
    """Presses Ctrl-C when a hundred members are done."""
    if done >= 100:
        raise KeyboardInterrupt


def test_ctrl_c_gives_up_what_dask_has_not_done(
    client: Any, plain: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    path, expected = plain
    out = tmp_path / "out"
    with pytest.raises(KeyboardInterrupt):
        stiction.sweep(path, executor=client, out=out, chunk=20, progress=impatient)
    deadline = time.monotonic() + 30.0
    while client.processing() and any(client.processing().values()) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not any(client.processing().values())
    swept = stiction.sweep(path, executor=client, out=out)
    assert 100 <= swept.resumed < MEMBERS
    assert contents(out) == expected


def test_a_client_that_is_closed_takes_no_work(plain: tuple[Path, dict[str, bytes]], client: Any) -> None:
    distributed = cluster("distributed")
    closed = distributed.Client(client.scheduler.address)
    closed.close()
    with pytest.raises(stiction.SweepError, match="the client of Dask must be running, it is closed"):
        stiction.sweep(plain[0], executor=closed)


def ray_workers() -> list[int]:
    """Returns the processes of our Ray that run chunks, found by their titles."""
    parents: dict[int, int] = {}
    titled = []
    for process in Path("/proc").iterdir():
        if process.name.isdigit():
            try:
                # The name of the program is in brackets before the state and the parent.
                parents[int(process.name)] = int((process / "stat").read_text().rsplit(")", 1)[1].split()[1])
                if (process / "cmdline").read_bytes().startswith(b"ray::run_chunk"):
                    titled.append(int(process.name))
            except OSError:
                continue

    def is_ours(process: int) -> bool:
        while process in parents:
            if process == os.getpid():
                return True
            process = parents[process]
        return False

    return [process for process in titled if is_ours(process)]


@pytest.mark.skipif(not Path("/proc").is_dir(), reason="processes are found in /proc")
def test_ray_writes_what_the_command_writes_though_a_worker_is_killed(
    plain: tuple[Path, dict[str, bytes]], tmp_path: Path
) -> None:
    ray = cluster("ray")
    path, expected = plain
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="error")
    try:
        killer = Killer(ray_workers)
        out = tmp_path / "out"
        stiction.sweep(path, executor="ray", out=out, chunk=20, progress=killer)
        assert killer.killed is not None and MEMBERS // 4 <= killer.done_then < MEMBERS
        assert contents(out) == expected
        out = tmp_path / "stopped"
        with pytest.raises(KeyboardInterrupt):
            stiction.sweep(path, executor="ray", out=out, chunk=20, progress=impatient)
        assert 100 <= stiction.sweep(path, executor="ray", out=out).resumed < MEMBERS
        assert contents(out) == expected
        # The module itself will do, as will measures that only cloudpickle can send.
        few = stiction.sweep(path, None, {"x": lambda record: record["block.x"].max()}, members=10, executor=ray)
        assert (few["x"] == stiction.sweep(path, None, {"x": highest}, members=10)["x"]).all()
    finally:
        ray.shutdown()
